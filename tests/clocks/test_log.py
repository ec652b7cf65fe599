"""What a program's own clocks measure, in a child that plays a GPU: told, and never invented."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

import pytest
from msgspec.structs import replace

from grader.clocks.guest.clock_protocol import LogRecord
from grader.clocks.inspector import GUEST
from grader.clocks.log import ClockReply, decode_clocks
from grader.clocks.record import TimedPair
from grader.model.course import Limits, Scope
from grader.model.machine import Capabilities
from grader.model.static import Certainty
from grader.sandbox import IsolationLevel, Sandbox
from grader.sandbox.children import ViolationError
from tests import corpora
from tests.clocks.programs import pieces, students
from tests.clocks.programs.pieces import MAKER, PAIR, START, WAIT_CUPY
from tests.corpora import Row
from tests.sandbox.places import exercise, skip_unless_holds

LIMITS = Limits(memory_mib=4096, cpu_seconds=30)
INSTALLED = tuple(name for name in ("numpy", "scipy", "torch") if find_spec(name))
ALLOWED = (
    *("numpy", "scipy", "torch", "cupy", "cupyx", "time", "timeit", "datetime", "functools"),
    *("contextlib", "dataclasses", "collections", "matplotlib", "csv", "sys"),
)

TOGETHER = 16  # programs in one child
LAST = "last.py"  # after them, one whose pair is known
IMPORTING = "try:\n    import {0}\nexcept (Exception, SystemExit):\n    pass\n"
PIECES = {**pieces.UNWAITED, **pieces.UNWAITED_PIECES}
QUIET = {**pieces.QUIET, **pieces.QUIET_PIECES}

pytestmark = pytest.mark.skipif(
    not {"numpy", "torch"} <= {*INSTALLED}, reason="needs NumPy and PyTorch"
)


@pytest.fixture(scope="module")
def place() -> Iterator[Sandbox]:
    """A sandbox on the level that batches use as a rule."""
    level = next(iter(IsolationLevel))
    skip_unless_holds(level)
    here = Capabilities(libraries=dict.fromkeys(INSTALLED, "1"))
    with Sandbox(level, capabilities=here) as sandbox:
        yield sandbox


def timed(
    place: Sandbox,
    code: str,
    helpers: Mapping[str, str] | None = None,
    *,
    seconds: float = 4.0,
    allowed: tuple[str, ...] = ALLOWED,
) -> tuple[TimedPair, ...]:
    """Runs a program and its helper files with the clocks watched."""
    asked = replace(exercise(*allowed, limits=LIMITS), scope=Scope.FUNCTION)
    files = {"kadai2.py": code, **(helpers or {})}
    frame = place.open_program("kadai2.py", files, asked).run_under(GUEST, seconds)
    with suppress(ViolationError):  # as the inspector takes it
        return decode_clocks(frame, files) if frame is not None else ()
    return ()


def unwaited(pairs: Iterable[TimedPair]) -> list[TimedPair]:
    """Those that do not wait."""
    return [one for one in pairs if not one.synchronized]


def programs(before: str = START, **tables: Mapping[str, str]) -> Iterator[Row]:
    """Programs under their labels, each behind what they all begin with."""
    kind = "piece" if before else "program"
    for said, table in tables.items():
        label = said.replace("_", " ")
        for name, code in table.items():
            yield Row(label=label, name=f"{kind}, {label}: {name}", program=before + code)


def needs_a_child(row: Row) -> bool:
    """Whether a program changes its process, or has functions that only a main file's are tried."""
    own = row.program.removeprefix(START)
    defined = re.findall(r"^def (\w+)", own, re.MULTILINE)
    uncalled = [name for name in defined if len(re.findall(rf"\b{name}\b", own)) == 1]
    return bool(uncalled) or "set_default_device" in own


def watched(place: Sandbox, rows: list[Row]) -> dict[str, list[TimedPair]]:
    """The pairs of each program; many share a child, as modules that are called __main__."""
    pairs = {row.name: [*timed(place, row.program)] for row in rows if needs_a_child(row)}
    together = [row for row in rows if row.name not in pairs]
    for start in range(0, len(together), TOGETHER):
        batch = together[start : start + TOGETHER]
        names = {f"program_{number}.py": row.name for number, row in enumerate(batch)}
        texts = {file: row.program for file, row in zip(names, batch, strict=True)}
        texts[LAST] = START + PIECES["plain"]
        files = {file: f"__name__ = '__main__'\n{text}" for file, text in texts.items()}
        found = timed(place, "".join(map(IMPORTING.format, map(module, files))), files, seconds=30)
        # Whatever ends a child early would else leave the programs behind it unaccused.
        assert any(one.start.file == LAST for one in found)
        pairs |= {
            name: [one for one in found if one.start.file == file] for file, name in names.items()
        }
    return pairs


def module(file: str) -> str:
    """The module that a file is."""
    return file.removesuffix(".py")


def waiting(pairs: Iterable[TimedPair]) -> str:
    """Whether a program is told that it does not wait."""
    certainties = {one.certainty for one in unwaited(pairs)}
    if Certainty.SURE in certainties:
        return "does not wait"
    return "unsure" if certainties else "waits"


def test_pairs_that_do_not_wait(place: Sandbox) -> None:
    """However they are dressed, they are told; what waits, or is not on a GPU, accuses nobody."""
    rows = [
        *programs(does_not_wait=PIECES, waits=QUIET, unsure=pieces.UNSURE),
        *programs("", does_not_wait=students.UNWAITED, waits=students.QUIET),
    ]
    pairs = watched(place, rows)
    corpora.hold("clocks", lambda row: waiting(pairs[row.name]), rows=rows)


def test_data_made_or_copied_inside(place: Sandbox) -> None:
    """Its line is named; arrays made before, and room for results, are no part of it."""
    made = {name: MAKER + PAIR.format(work) for name, work in pieces.SETUP.items()}
    rows = list(programs(setup=made, nothing=pieces.NO_SETUP))
    pairs = watched(place, rows)

    def answered(row: Row) -> str:
        found = any(one.setup for one in pairs[row.name])
        return "setup" if found else "nothing"

    corpora.hold("setup", answered, rows=rows)


def test_a_switch_is_followed(place: Sandbox) -> None:
    """Which device it takes is decided by running it."""
    code = "dev = 'cuda' if n > {0} else 'cpu'\np = torch.rand(9, 9, device=dev)\n"
    work = START + code + PAIR.format("p @ p")
    assert len(unwaited(timed(place, work.replace("{0}", "10")))) == 1
    assert timed(place, work.replace("{0}", "10_000")) == ()


@pytest.fixture(scope="module")
def lone() -> Iterator[Sandbox]:
    """A sandbox for one program, which does without PyTorch's compiler."""
    level = next(iter(IsolationLevel))
    skip_unless_holds(level)
    here = Capabilities(libraries=dict.fromkeys(INSTALLED, "1"))
    with Sandbox(level, capabilities=here, alone=True) as sandbox:
        yield sandbox


COMPILER = {
    "not asked for": "",
    "one of its modules": "import torch._dynamo.utils\nassert torch._dynamo.utils.istype\n",
    "a name in it": "assert not torch._dynamo.is_compiling()\n",
    "a name of another": "from torch._dynamo.source import LocalSource\nassert LocalSource\n",
    "a decorator": "matmul_torch = torch._dynamo.disable(matmul_torch)\n",
    "a decorator with brackets": "matmul_torch = torch._dynamo.disable()(matmul_torch)\n",
    "an optimizer": "torch.op" + "tim.SGD([torch.nn.Parameter(c)], lr=0.1).step()\n",
}


@pytest.mark.parametrize("code", COMPILER.values(), ids=COMPILER)
def test_pytorchs_compiler_is_there_for_who_asks(lone: Sandbox, code: str) -> None:
    """FakeTensorMode does without it; a program that wants of it what there is gets it."""
    (pair,) = unwaited(timed(lone, START + code + PAIR.format("matmul_torch(x, y)")))
    assert pair.certainty is Certainty.SURE


SLOW = """
def multiply(n):
    a = [[1.0] * n for _ in range(n)]
    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*a)] for r in a]

multiply(10)
for n in (600, 700, 10, 800):
    s = time.time()
    product = multiply(n)
    w = time.time() - s
    if n == 10:
        assert len(product) == 10
"""


def test_a_slow_function_is_left_each_time_and_a_quick_call_of_it_is_not(place: Sandbox) -> None:
    """What comes behind it is seen; a call that is left counts as if it had waited."""
    code = START + SLOW + PAIR.format("matmul_torch(x, y)")
    (pair,) = unwaited(timed(place, code))
    assert pair.certainty is Certainty.SURE
    assert pair.end.line == code.count("\n") + 1


def test_strange_programs_end(place: Sandbox) -> None:
    """Without a pair."""
    for code in pieces.STRANGE:
        assert timed(place, START + code, seconds=0.5) == ()


def test_what_was_seen_before_the_end_of_its_time_counts(place: Sandbox) -> None:
    """Afterwards nobody knows."""
    code = START + PAIR.format("a @ b") + "\nwhile True:\n    pass"
    assert len(unwaited(timed(place, code, seconds=0.5))) == 1


def test_a_loop_of_plain_python_is_left(place: Sandbox) -> None:
    """A function that only computes is not waited for; what it was timed with is not judged."""
    slow = "def slow():\n    while True:\n        pass\n"
    code = START + slow + PAIR.format("slow()\na @ b\nslow()") + "\n" + PAIR.format("a @ b")
    (first, second) = timed(place, code)
    assert (first.synchronized, second.synchronized) == (True, False)


def test_a_pair_names_what_it_reaches(place: Sandbox) -> None:
    """The functions between the reads, the library's, and the piece of work as it is written."""
    (pair,) = timed(place, START + PAIR.format("z = matmul_torch(x,  y)"))
    assert (pair.library, pair.work) == ("torch", "matmul_torch(x, y)")
    assert pair.reaches == ("matmul_torch",)
    assert pair.apis == ("torch.matmul",)
    assert pair.start.text == "s = time.time()"


def test_functions_of_helper_files_are_followed(place: Sandbox) -> None:
    """A timer of the student's own may be in another file."""
    helper = (
        "import time\ndef measure(f):\n    s = time.time()\n    f()\n    return time.time() - s"
    )
    code = "from clock import measure\nmeasure(lambda: matmul_cupy(a, b))"
    (pair,) = timed(place, START + code, {"clock.py": helper})
    assert (pair.start.file, pair.start.line, pair.synchronized) == ("clock.py", 3, False)


def test_without_pytorch_cupy_is_watched(place: Sandbox) -> None:
    """CuPy's stand-in needs nothing but NumPy."""
    allowed = tuple(name for name in ALLOWED if name != "torch")
    code = "import time\nimport cupy as cp\na = cp.ones((9, 9))\n"
    code += PAIR.format("a @ a") + "\n" + PAIR.format(f"a @ a\n{WAIT_CUPY}")
    assert [one.synchronized for one in timed(place, code, allowed=allowed)] == [False, True]


def test_a_forged_log_ends_in_nothing(place: Sandbox) -> None:
    """Whoever reaches into the grader's own frames tells nothing that the files do not hold."""
    code = START + (
        "import sys\n"
        "frame = sys._getframe()\n"
        "while frame is not None:\n"
        "    run = frame.f_locals.get('self')\n"
        "    if hasattr(run, '_log'):\n"
        "        run._log.frames[(0, 10**6, 10**6, 0, 0, 'x')] = len(run._log.frames)\n"
        "    frame = frame.f_back\n"
    )
    assert timed(place, code + PAIR.format("a @ b")) == ()


FILES = {"a.py": "s = time.time()\nz = mm(x, y)\nw = time.time() - s\n"}
READ, LATE = ["read", "", "", False, [0]], ["read", "", "", False, [2]]
WORK = ["work", "torch", "torch.matmul", False, [1]]


def test_the_bounds_are_of_what_is_sent() -> None:
    """The host's record has the fields of the guest's."""
    assert {*ClockReply.__struct_fields__} == {*LogRecord.__annotations__}


def decode(log: Any) -> tuple[TimedPair, ...]:
    """Reads a log that is described so."""
    return decode_clocks(({"ok": True, "told": log}, b""), FILES)


LOG: dict[str, Any] = {
    "frames": [
        [0, 1, 1, 4, 15, "<module>"],
        [0, 2, 2, 4, 12, "<module>"],
        [0, 3, 3, 4, 15, "<module>"],
    ],
    "events": [READ, WORK, LATE],
    "pairs": [[0, 2]],
}


def test_a_log_as_agreed_is_read() -> None:
    """Texts come from the files that were sent."""
    (pair,) = decode(LOG)
    assert (pair.start.line, pair.end.line, pair.work) == (1, 3, "mm(x, y)")
    assert (pair.end.text, pair.synchronized) == ("w = time.time() - s", False)


@pytest.mark.parametrize(
    "change",
    [
        {"frames": None},
        {"frames": [[0, 1, 1, 4, 15, "m"]] * 3_000},
        {"frames": [[1, 1, 1, 4, 15, "m"]] * 3},
        {"frames": [[0, 0, 1, 4, 15, "m"]] * 3},
        {"frames": [[0, 2, 1, 4, 15, "m"]] * 3},
        {"frames": [[0, 1, 99, 4, 15, "m"]] * 3},
        {"frames": [[0, 1, 1, -4, 15, "m"]] * 3},
        {"frames": [[0, 1, 1, 4, 15, "m" * 101]] * 3},
        {"events": [READ, WORK, LATE] * 2_000},
        {"events": [READ, ["boom", "torch", "", False, [1]], LATE]},
        {"events": [READ, ["work", "fortran", "", False, [1]], LATE]},
        {"events": [READ, ["work", "torch", "", False, [3]], LATE]},
        {"events": [READ, ["work", "torch", "", False, [1] * 17], LATE]},
        {"events": [READ, WORK, ["read", "", "", False, []]]},
        {"pairs": [[0, 3]]},
        {"pairs": [[2, 0]]},
        {"pairs": [[0, 1]]},
        {"pairs": [[0, 2]] * 1_001},
        {"pairs": "02"},
    ],
)
def test_anything_else_is_no_log(change: dict[str, Any]) -> None:
    """Sizes, words and places are checked before a pair is made of them."""
    with pytest.raises(ViolationError):
        decode({**LOG, **change})


def test_columns_beyond_a_line_are_cut() -> None:
    """They only choose a piece of the student's own text."""
    frames = [[0, 1, 1, 0, 0, "m"], [0, 1, 3, 4, 1 << 24, "m"], [0, 3, 3, 0, 0, "m"]]
    (pair,) = decode({**LOG, "frames": frames})
    assert pair.work == "time.time() z = mm(x, y) w = time.time() - s"


def test_waiting_at_times_is_not_waiting() -> None:
    """A place that waits in one turn and not in another is told."""
    waits = [*LOG["events"][:2], ["wait", "", "", False, [1]], LATE]
    events = [*waits, *LOG["events"]]
    log = {**LOG, "events": events, "pairs": [[0, 3], [4, 6]]}
    assert [one.synchronized for one in decode(log)] == [False]
