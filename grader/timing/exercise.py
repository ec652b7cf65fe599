"""Time one exercise: sweep its sizes, with programs of our own on the same machine.

ExerciseEvidence, program --time_exercise--> Timing. This is a further step on stored evidence, in a
separate process (batch/timing_worker.py).
"""

import hashlib
import json
from collections.abc import Mapping

from msgspec import Struct, field, to_builtins
from msgspec.structs import replace

from grader.backends import BACKENDS, library_of, timed_beside
from grader.kinds import kind_of_backend, missing, suffix_of
from grader.model.calling import Convention, Target
from grader.model.course import Backend, DeviceKind, Exercise, Form, Scope, Sweep
from grader.model.machine import Capabilities
from grader.model.reference import Reference
from grader.model.running import Opener
from grader.model.timing import COST, ON_ALL, Clock, Curve, Timing
from grader.timing.calls import EmptyCalls, Subject, VerifiedCalls
from grader.timing.conditions import watched
from grader.timing.fit import FEWEST_SIZES, fit
from grader.timing.plugin import PLUGIN
from grader.timing.sweeping import WIDE, Swept, sweep

BASELINE_SEED = b"baseline"
ALONE = 0.5  # running processes per CPU; with more, nothing is measured on all CPUs
SIZES = (64, 96, 144, 216, 324, 486, 729, 1093, 1640, 2460, 3690)
SECONDS = 5.0
FARTHER = 100.0  # factor beyond a student's range: implausibly fast programs have larger sizes
STANDARD = ("math", "operator")  # imports of our programs


class Baseline(Struct, frozen=True, kw_only=True):
    """A right program of ours, and how it is measured."""

    name: str  # "python", "numpy", …
    text: str
    exercise: Exercise  # for which the sandbox runs it
    sweep: Sweep
    target: Target
    key: str  # of everything that its times depend on, except the machine

    @property
    def on_all(self) -> bool:
        """Whether the library may use all CPUs."""
        return self.name.endswith(ON_ALL)

    @property
    def file(self) -> str:
        """The name of the program's file."""
        return f"{self.name.replace('-', '_')}{suffix_of(self.exercise.backend)}"


class Bench(Struct, kw_only=True):
    """What the sweeps on one machine share."""

    sandbox: Opener
    empty: EmptyCalls
    capabilities: Capabilities
    spread: Opener | None = (
        None  # a sandbox whose programs may use all CPUs, while nobody else does
    )
    baselines: dict[str, Curve] = field(default_factory=dict)  # measured earlier, by key


def time_exercise(subject: Subject, bench: Bench) -> Timing:
    """Sweep the exercise's sizes; without points, the result says why."""
    exercise = subject.exercise
    if exercise.sweep is None:
        return Timing()
    with watched() as conditions:
        swept = _swept(subject, exercise.sweep, bench)
    if conditions.summary().load > ALONE:
        bench.spread = None  # programs that use all CPUs are timed by the wall clock
    return Timing(
        curve=fitted_curve(swept, exercise),
        baselines=_baselines(exercise, subject.reference, bench),
        conditions=replace(conditions.summary(), preempted=swept.preempted),
        clock=_clock(subject),
        noisy=swept.noisy,
        waited=swept.waited,
        left_out=swept.left_out,
        ended=swept.ended.reason if swept.ended else "",
        ended_size=swept.ended.size if swept.ended else 0,
    )


def _clock(subject: Subject) -> Clock:
    """Return the clock that a student's times were read from: the wall clock only for a GPU."""
    if subject.by_wall:
        return Clock.DEVICE
    return Clock.CPU if subject.accounted else Clock.WALL


def _swept(subject: Subject, plan: Sweep, bench: Bench, wide: float = WIDE) -> Swept:
    try:
        calls = VerifiedCalls(subject, bench.empty)
        return sweep(plan, calls, subject.clock, wide=wide)
    finally:
        subject.rest()


def fitted_curve(swept: Swept, exercise: Exercise) -> Curve:
    """Fit a curve; library arrays outgrow caches, so only the work's own power counts as one.

    Sizes with irreproducible times are left out, if enough sizes remain.
    """
    arrays = exercise.backend is not Backend.PYTHON
    only = COST.get(exercise.operation) if arrays else None
    steady = [point for point in swept.points if point.size not in swept.noisy]
    points = steady if len(steady) >= FEWEST_SIZES else swept.points
    return Curve(points=swept.points, fit=fit(points, only))


def _baselines(exercise: Exercise, reference: Reference, bench: Bench) -> Mapping[str, Curve]:
    """Return the curves of our own programs; each is measured once per machine."""
    curves: dict[str, Curve] = {}
    for baseline in baselines_for(exercise, reference, bench.capabilities):
        if baseline.on_all and bench.spread is None and baseline.key not in bench.baselines:
            continue
        if baseline.key not in bench.baselines:
            bench.baselines[baseline.key] = _measured(baseline, reference, bench)
        if bench.baselines[baseline.key].points:
            curves[baseline.name] = bench.baselines[baseline.key]
    return curves


def _measured(baseline: Baseline, reference: Reference, bench: Bench) -> Curve:
    exercise = baseline.exercise
    opener = (bench.spread if baseline.on_all else None) or bench.sandbox
    program = opener.open_program(baseline.file, {baseline.file: baseline.text}, exercise)
    by_wall = baseline.on_all or bench.capabilities.device(exercise) is DeviceKind.GPU
    subject = Subject(program, baseline.target, exercise, reference, BASELINE_SEED, by_wall)
    return fitted_curve(_swept(subject, baseline.sweep, bench, FARTHER), exercise)


def baselines_for(
    exercise: Exercise, reference: Reference, here: Capabilities
) -> tuple[Baseline, ...]:
    """List the baselines that are relevant for an exercise and can run on this machine."""
    baselines = []
    for name in timed_beside(exercise.backend):
        text = reference.programs.get(name.removesuffix(ON_ALL))
        baseline = _baseline(name, text, exercise) if text else None
        if baseline is None or missing(baseline.exercise, here):
            continue
        if not baseline.on_all or here.device(baseline.exercise) is DeviceKind.CPU:
            baselines.append(baseline)
    return tuple(baselines)


def _baseline(name: str, text: str, exercise: Exercise) -> Baseline:
    backend = Backend(name.partition("-")[0])
    own = backend is exercise.backend
    library = library_of(backend)
    form = exercise.gives[0] if own else Form(BACKENDS[backend].forms[0])
    kind = kind_of_backend(backend)
    measured = replace(
        exercise,
        id=f"{exercise.operation}_{name}",
        backend=backend,
        entry=exercise.operation,
        aliases=(),
        others=(),
        requires=(),
        allowed_imports=(*STANDARD, *((library,) if library else ())) if kind.is_python else (),
        scope=Scope.FUNCTION,
        device=exercise.device if own else DeviceKind.CPU,
        dtype=exercise.dtype if own else "float64",
        gives=(form,),
        cases=(),
        optional=False,
    )
    sweep = Sweep(sizes=_sizes(backend, exercise), seconds=SECONDS)
    convention = Convention.AB if kind.way is None else kind.way.convention
    target = Target(name=exercise.operation, convention=convention, form=form)
    return Baseline(
        name=name,
        text=text,
        exercise=measured,
        sweep=sweep,
        target=target,
        key=_key(name if name.endswith(ON_ALL) else "", text, measured, sweep),
    )


def _sizes(backend: Backend, exercise: Exercise) -> tuple[int, ...]:
    """Return fixed sizes for a library, so that one curve serves all exercises."""
    largest = BACKENDS[backend].largest_timed
    if not largest and exercise.sweep is not None:
        return exercise.sweep.sizes
    return tuple(size for size in SIZES if not largest or size <= largest)


def _key(where: str, text: str, exercise: Exercise, sweep: Sweep) -> str:
    depends_on = {
        **({"python": exercise.python} if exercise.python else {}),
        "schema": PLUGIN.schema,
        "where": where,
        "program": text,
        "operation": [exercise.operation, exercise.variant],
        "given": [exercise.gives, exercise.dtype, exercise.device],
        "sweep": to_builtins(sweep),
    }
    return hashlib.sha256(json.dumps(depends_on, sort_keys=True).encode()).hexdigest()


# A quick sweep on this machine, for an author who checks a report, so that its claim can be
# compared. It does not measure a class: nothing is timed beside it, it ends after a few seconds,
# and its process shares the machine with everything else.
