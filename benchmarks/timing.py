"""How repeatable our times are, beside other tools, and how true the exponents.

    python benchmarks/timing.py tools [--repetitions 10] [--pyperf PYTHON] [--pyperf-runs 3]
    python benchmarks/timing.py exponents [--runs 20] [--load] [--cpu N]

`tools` measures every function with every tool in turn, round by round, so that a slow moment of
the machine hits all; the tools of a round come in another order each time. One row is of grader
beside another process that wants the same CPU all the time. Without --pyperf it takes 3 minutes.
`exponents` sweeps our own programs as if a student had written them; with --load another process
takes the CPU that is measured on half of the time. Let nothing else run meanwhile.
"""

import argparse
import contextlib
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from msgspec.structs import replace
from timing_tools import (
    ROOT,
    Function,
    Ours,
    Pyperf,
    has,
    one_call,
    pin,
    shortest,
    shortest_of_a_second,
    torch_median,
)

from grader.course import load_assignment, load_course, load_reference
from grader.model.course import Exercise, Sweep
from grader.model.machine import Capabilities
from grader.model.timing import Fit, Timing
from grader.sandbox import IsolationLevel, Sandbox, probe
from grader.timing.calls import EmptyCalls, VerifiedCalls
from grader.timing.conditions import processor, watched
from grader.timing.exercise import fitted_curve
from grader.timing.sweeping import sweep

Tool = Callable[[Function], float]
OURS, PLAIN, PYPERF = "grader, verified, fenced", "shortest of 0.2 s in-process", "pyperf, mean"
BUSY = f"{OURS}, beside a busy core"
AIM_SPREAD, AIM_SECONDS = 0.03, 1.0  # of what grader reports, over the repetitions
WANTED = {"1 ms": 0.001, "10 ms": 0.01, "100 ms": 0.1}
TRUTHS = {"matmul_python": 3.0, "conv_python": 2.0, "matmul_numpy": 3.0, "conv_numpy": 2.0}
BEGINS = 0.2  # seconds until another process is surely at work
ALWAYS = "while True: pass"
HALF = """
import random, time
rng = random.Random(0)
while True:
    end = time.perf_counter() + rng.uniform(0.05, 0.5)
    while time.perf_counter() < end: pass
    time.sleep(rng.uniform(0.05, 0.5))
"""


def exercises() -> dict[str, Exercise]:
    """Loads kadai2's, by id."""
    return {one.id: one for one in load_assignment(load_course(ROOT), "kadai2").exercises}


def function(name: str, exercise: Exercise, size: int) -> Function:
    """Makes one of our programs into something to measure."""
    reference = load_reference(load_course(ROOT), exercise.operation)
    return Function(name=name, exercise=exercise, reference=reference, size=size)


def calibrated(name: str, exercise: Exercise, seconds: float) -> Function:
    """Chooses the size at which one call takes about so long of the CPU's time."""
    size = 16
    for _ in range(4):
        took = shortest(function(name, exercise, size), 0.1, clock=time.process_time)
        size = max(4, round(size * (seconds / took) ** (1 / 3)))
    return function(f"{name}, n = {size}", exercise, size)


@contextmanager
def ours() -> Iterator[Ours]:
    """Opens the sandboxes on the best level that holds here."""
    level = next(one for one in IsolationLevel if probe(one).holds)
    here = Capabilities(libraries={"numpy": ""})
    with (
        Sandbox(level, capabilities=here) as place,
        Sandbox(level, slot=1, capabilities=here) as quiet,
    ):
        yield Ours(place, EmptyCalls(quiet))


def show_tools(options: argparse.Namespace, cpu: int | None) -> None:
    """Measures round by round and prints a table for every function."""
    known = exercises()
    todo = [
        calibrated(f"Python matmul, {label}", known["matmul_python"], seconds)
        for label, seconds in WANTED.items()
    ]
    todo.append(calibrated("NumPy matmul, 5 ms", known["matmul_numpy"], 0.005))
    with ours() as own:
        tools: dict[str, Tool] = {
            OURS: own,
            BUSY: own,
            "one call, as on the slides": one_call,
            PLAIN: shortest,
            "shortest of 1 s in-process": shortest_of_a_second,
        }
        if has("torch"):
            tools["torch.utils.benchmark 1 s, median"] = torch_median
        else:
            print("torch is not installed: left out")
        if options.pyperf and has("pyperf", options.pyperf):
            tools[PYPERF] = Pyperf(options.pyperf, cpu)
        else:
            print("no interpreter with pyperf is named (--pyperf PYTHON): left out")
        for one in todo:
            own(one)  # starts the zygote, and measures the empty calls
        took = measured(todo, tools, options)
    show(todo, took)
    show_aim(todo, took)


Taken = dict[tuple[str, str], list[tuple[float, float]]]
"""By function and tool: (figure, what it took), in seconds, for each repetition."""


def measured(
    todo: Sequence[Function], tools: dict[str, Tool], options: argparse.Namespace
) -> Taken:
    """Measures round robin, the tools of a round in random order."""
    taken: Taken = {(one.name, name): [] for one in todo for name in tools}
    rng = random.Random(0)
    for repetition in range(options.repetitions):
        names = [x for x in tools if x != PYPERF or repetition < options.pyperf_runs]
        rng.shuffle(names)
        for one in todo:
            for name in names:
                with burning(ALWAYS) if name == BUSY else contextlib.nullcontext():
                    start = time.perf_counter()
                    figure = tools[name](one)
                    taken[one.name, name].append((figure, time.perf_counter() - start))
        print(f"round {repetition + 1} of {options.repetitions}", file=sys.stderr, flush=True)
    return taken


def show(todo: Sequence[Function], taken: Taken) -> None:
    """Prints figure, spread, cost, and the ratio to the plain calls of the same round."""
    print("| Function | Tool | Runs | Median ms | Spread | IQR | s each | Ratio to plain |")
    print("|---|---|---|---|---|---|---|---|")
    for one in todo:
        plain = [figure for figure, _ in taken[one.name, PLAIN]]
        for name, rows in ((tool, taken[what, tool]) for what, tool in taken if what == one.name):
            figures = [figure for figure, _ in rows]
            cost = statistics.median(seconds for _, seconds in rows)
            ratio = statistics.median(x / y for x, y in zip(figures, plain, strict=False))
            middle = statistics.median(figures)
            wide = max(figures) / min(figures) - 1
            print(
                f"| {one.name} | {name} | {len(rows)} | {middle * 1000:.3f} | {wide:.1%} "
                f"| {quartiles(figures) / middle:.1%} | {cost:.2f} | {ratio:.3f} |"
            )


def show_aim(todo: Sequence[Function], taken: Taken) -> None:
    """Says of each function whether grader's figures are as near to each other as they should."""
    for name in (OURS, BUSY):
        rows = {one.name: taken[one.name, name] for one in todo}
        wide = {what: max(row)[0] / min(row)[0] - 1 for what, row in rows.items()}
        cost = {what: statistics.median(took for _, took in row) for what, row in rows.items()}
        kept = [what for what in rows if wide[what] <= AIM_SPREAD and cost[what] <= AIM_SECONDS]
        aim = f"at most {AIM_SPREAD:.0%} in {AIM_SECONDS:g} s each"
        print(f"{name}: {len(kept)} of {len(rows)} functions {aim}: {', '.join(kept) or 'none'}")


def quartiles(figures: Sequence[float]) -> float:
    """Gives how far the upper quartile is from the lower one."""
    if len(figures) < 2:
        return 0.0
    low, _, high = statistics.quantiles(figures, n=4, method="inclusive")
    return high - low


@contextmanager
def burning(program: str) -> Iterator[None]:
    """Keeps the CPU of this process busy, from a process of its own."""
    with subprocess.Popen((sys.executable, "-c", program)) as burner:
        time.sleep(BEGINS)
        try:
            yield
        finally:
            burner.kill()


def show_exponents(runs: int, *, load: bool) -> None:
    """Sweeps, prints every run, and how many exponents were claimed rightly."""
    known = exercises()
    held, partly, untold = (dict.fromkeys(TRUTHS, 0) for _ in range(3))
    took = dict.fromkeys(TRUTHS, 0.0)
    with ours() as own, burning(HALF) if load else contextlib.nullcontext():
        for run in range(runs):
            for name, truth in TRUTHS.items():
                plan = known[name].sweep
                assert plan is not None
                start = time.perf_counter()
                fit, line = swept(own, function(name, known[name], 0), plan)
                took[name] += (time.perf_counter() - start) / runs
                untold[name] += not fit.known and not fit.until
                partly[name] += fit.until > 0 and fit.exponent == truth
                held[name] += fit.known and fit.low <= truth <= fit.high
                print(f"{run + 1:3} {name:14} {line}", flush=True)
    print("| | truth | told | up to a bend | not told | wrong | s each |")
    print("|---|---|---|---|---|---|---|")
    for name, truth in TRUTHS.items():
        wrong = runs - held[name] - partly[name] - untold[name]
        print(
            f"| {name} | {truth:.0f} | {held[name]} | {partly[name]} | {untold[name]} | {wrong} "
            f"| {took[name]:.2f} |"
        )


def swept(own: Ours, one: Function, plan: Sweep) -> tuple[Fit, str]:
    """Sweeps once: the fit as it would be told, and a line about it."""
    subject = own.subject(one)
    start = time.perf_counter()
    try:
        with watched() as conditions:
            found = sweep(plan, VerifiedCalls(subject, own.empty), subject.clock)
    finally:
        subject.rest()
    sizes = [point.size for point in found.points]
    rest = f"sizes {sizes[0]}-{sizes[-1]}" if sizes else "no sizes"
    rest += f", noisy {list(found.noisy)}, {time.perf_counter() - start:.1f} s"
    rest += f", load {conditions.summary().load:.2f}, stolen {conditions.summary().stolen:.0%}"
    if found.ended:
        rest += f", ended: {found.ended.reason} at {found.ended.size}"
    rest += f", preempted {found.preempted:.0%}"
    curve = fitted_curve(found, one.exercise)
    summary = replace(conditions.summary(), preempted=found.preempted)
    fit = Timing(curve=curve, noisy=found.noisy, conditions=summary).settled
    if fit.until:
        return fit, f"{fit.exponent:g} up to {fit.until}, then another, {rest}"
    if not fit.known:
        return fit, f"not told ({fit.unknown}), {rest}"
    return fit, f"{fit.exponent:.2f} in [{fit.low:.2f}, {fit.high:.2f}], {rest}"


def loads() -> str:
    """Tells the load, of one minute and of five, our own included."""
    one, five, _ = os.getloadavg() if hasattr(os, "getloadavg") else (0.0, 0.0, 0.0)
    return f"load {one:.2f} (5 minutes {five:.2f})"


def main() -> None:
    """Measures what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=["tools", "exponents"])
    parser.add_argument("--repetitions", type=int, default=10)
    parser.add_argument("--pyperf", default="", help="a Python interpreter that has pyperf")
    parser.add_argument("--pyperf-runs", type=int, default=3, help="it takes long")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--load", action="store_true")
    parser.add_argument("--cpu", type=int, help="to measure on; the last one unless said")
    options = parser.parse_args()
    start = time.perf_counter()
    with watched() as conditions:
        cpu = pin(options.cpu)
        python = f"Python {platform.python_version()}, {os.cpu_count()} CPUs"
        print(f"{processor()}, {platform.system()} {platform.release()}, {python}, on CPU {cpu}")
        print(f"{time.strftime('%Y-%m-%d %H:%M')}, {loads()} at the beginning")
        if options.what == "tools":
            show_tools(options, cpu)
        else:
            show_exponents(options.runs, load=options.load)
    stolen = conditions.summary().stolen
    print(f"{loads()} at the end, stolen {stolen:.1%}, {time.perf_counter() - start:.0f} s in all")


if __name__ == "__main__":
    main()
