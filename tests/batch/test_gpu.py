"""A class meets a GPU: real sandbox, reader, reference and batch; the device and CuPy are fakes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.batch import ClassResult
from grader.model.evidence import Outcome
from grader.model.finding import Verdict
from grader.observing import KNOWN_WRONG
from grader.sandbox import IsolationLevel, probe
from tests.batch.gpu_room import (
    GPU_HOST,
    HERE,
    LAPTOP,
    GpuRoom,
    evidence,
    findings,
    forget_libraries,
    sheet_of,
    show_cupy,
)
from tests.sandbox.places import Level, levels, skip_unless_holds

pytestmark = pytest.mark.skipif(len(HERE) < 2, reason="needs numpy, scipy")

IMPORTS = "import time\nimport cupy as cp\nimport cupyx.scipy.signal\n"
PYTHON = """
def matmul_python(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]
"""
CONV = """
def conv_cupy(x, w):
    return cupyx.scipy.signal.correlate2d(x, w, mode="valid")
"""
TIMED = """
for n in (64, 128):
    x = cp.asarray([[1.0] * n] * n)
    start = time.perf_counter()
    matmul_cupy(x, x)
    end = time.perf_counter()
    print(n, end - start)
"""


def program(*body: str, more: str = CONV) -> str:
    """A submission whose product on the GPU has this body."""
    lines = "".join(f"    {line}\n" for line in body)
    return f"{IMPORTS}{PYTHON}\ndef matmul_cupy(a, b):\n{lines}{more}"


RIGHT, STREAM, TRANSPOSED, MEMORY, HANGS, NEVER_DONE, CRASHES, HALF = (
    f"24A12{number:02}" for number in range(1, 9)
)
CLASS = {
    RIGHT: program("return cp.dot(a, b)", more=CONV + TIMED),
    # Returns while another stream than the one that copies is still busy.
    STREAM: program("with cp.cuda.Stream(non_blocking=True):", "    return a @ b"),
    TRANSPOSED: program("return cp.matmul(a.T, b)"),
    MEMORY: program("table = cp.zeros((10**6, 10**6))", "return a @ b + table.sum() * 0"),
    HANGS: program("while True:", "    c = a @ b", "return c"),
    NEVER_DONE: program("a = cp.asarray(a)", "for _ in range(2000):", "    c = a @ a", "return c"),
    CRASHES: program("cp.cuda.runtime.free(1234)", "return a @ b"),
    HALF: program("return a.astype(cp.float16) @ b.astype(cp.float16)"),
}
EXPECTED = {
    RIGHT: ("COR001", Verdict.PASSED),
    STREAM: ("COR001", Verdict.PASSED),
    TRANSPOSED: ("COR002", Verdict.FAILED),
    MEMORY: ("RUN005", Verdict.FAILED),
    HANGS: ("RUN004", Verdict.FAILED),
    NEVER_DONE: ("RUN004", Verdict.FAILED),
    CRASHES: ("RUN006", Verdict.FAILED),
    HALF: ("COR007", Verdict.FAILED),
}
CUPY = ("matmul_cupy", "conv_cupy")
LEVELS = [
    IsolationLevel.A_PLUS,
    IsolationLevel.A,
    IsolationLevel.B,
]  # that can give a program a GPU


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Begins and ends without knowing the fake."""
    forget_libraries()
    yield
    forget_libraries()


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[ClassResult, ClassResult]:
    """The class without a GPU, then the same results folder with one."""
    level = next((one for one in LEVELS if probe(one).holds), None)
    if level is None:
        pytest.skip("no level holds here that can give a program a GPU")
    folder = tmp_path_factory.mktemp("gpu")
    room = GpuRoom(folder, CLASS)
    without = room.grade(LAPTOP, level)
    with pytest.MonkeyPatch.context() as patch:
        show_cupy(patch, folder / "site")
        return without, room.grade(GPU_HOST, level)


def test_exactly_what_waited_is_finished(graded: tuple[ClassResult, ClassResult]) -> None:
    """CuPy's are run; what was run before is kept as it was, and PyTorch's are not written."""
    before, after = graded
    for student in CLASS:
        for exercise in CUPY:
            assert evidence(before, student, exercise).waiting == ("gpu", "cupy")
            found = evidence(after, student, exercise)
            assert (found.waiting, found.trouble, found.rank) == ((), "", 2)
            assert found.place["gpu"] == "Stand-in"
        for exercise in ("matmul_python", "conv_python", "matmul_numpy", "conv_numpy"):
            assert evidence(after, student, exercise) == evidence(before, student, exercise)
        assert evidence(after, student, "matmul_torch").unwritten
    assert after.faults == ()


@pytest.mark.parametrize("student", CLASS)
def test_each_is_told_what_happened(graded: tuple[ClassResult, ClassResult], student: str) -> None:
    """However one exercise ends, the next one on the same device is right."""
    check, verdict = EXPECTED[student]
    assert findings(graded[1], student, "matmul_cupy")[check].verdict is verdict
    assert findings(graded[1], student, "conv_cupy")["COR001"].verdict is Verdict.PASSED


@pytest.mark.parametrize("student", [RIGHT, STREAM])
def test_results_are_whole(graded: tuple[ClassResult, ClassResult], student: str) -> None:
    """The device is waited for before a result is copied, whichever stream still computes it."""
    comparisons = evidence(graded[1], student, "matmul_cupy").comparisons
    assert {one.outcome for one in comparisons} == {Outcome.EQUAL}
    assert all(0 < one.run.returned_seconds < one.run.wall_seconds for one in comparisons)


def test_measured_lag_is_told(graded: tuple[ClassResult, ClassResult]) -> None:
    """A sweep that does not wait is shown what its own function's return was worth."""
    before, after = (findings(one, RIGHT, "matmul_cupy")["TIM002"] for one in graded)
    assert (before.case, "advice" in before.params) == ("plain", True)
    assert (after.case, "advice" in after.params) == ("measured", True)
    assert float(str(after.params["returned"])) < float(str(after.params["finished"]))


def test_device_memory_is_named(graded: tuple[ClassResult, ClassResult]) -> None:
    """It is the GPU's memory that was too small, and how much was asked for."""
    finding = findings(graded[1], MEMORY, "matmul_cupy")["RUN005"]
    assert (finding.case, finding.params["needed"]) == ("vram", "7.28 TiB")


STATUS = "24A1209"
RAISES = program("c = cp.dot(a, b)", "raise RuntimeError('hipErrorOutOfMemory: out of memory')")
# Free MiB of the GPU when programs begin, the last in the folder that the first was graded in.
FREE = {"held by others": 300, "not measured": -1, "given back": 60_000}


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ClassResult]:
    """Programs that ask for too much, or say so, beside a right one."""
    skip_unless_holds(IsolationLevel.B)
    folder, found = tmp_path_factory.mktemp("memory"), {}
    programs = {MEMORY: CLASS[MEMORY], STATUS: RAISES, RIGHT: CLASS[RIGHT]}
    held, unknown = (GpuRoom(folder / name, programs) for name in ("held", "unknown"))
    for name, room in zip(FREE, (held, unknown, held), strict=True):
        with pytest.MonkeyPatch.context() as patch:
            show_cupy(patch, folder / name, free_mib=FREE[name])
            found[name] = room.grade(GPU_HOST, IsolationLevel.B)
    return found


@pytest.mark.parametrize(
    ("name", "student", "case"),
    [
        ("held by others", MEMORY, "vram-held"),
        ("not measured", MEMORY, "vram-unknown"),
        ("given back", STATUS, "vram-unknown"),  # a library's status
        ("held by others", STATUS, "vram-held"),
    ],
)
def test_memory_that_others_hold_is_nobodys_fault(
    short: dict[str, ClassResult], name: str, student: str, case: str
) -> None:
    """A lack of GPU memory is the program's only where a right one had enough before it began."""
    result = short[name]
    finding = findings(result, student, "matmul_cupy")["RUN005"]
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, case)
    award = next(one for one in sheet_of(result, student).awards if one.criterion == "matmul_cupy")
    assert award.points is None
    assert findings(result, RIGHT, "matmul_cupy")["COR001"].verdict is Verdict.PASSED


def test_memory_that_is_given_back_is_tried_again(short: dict[str, ClassResult]) -> None:
    """The next run in the same folder decides what was left open, and only that."""
    runs = (short["held by others"], short["given back"])
    found = [findings(result, MEMORY, "matmul_cupy")["RUN005"].verdict for result in runs]
    assert found == [Verdict.UNDECIDED, Verdict.FAILED]


@pytest.mark.repetition("the whole class on the best level")
@pytest.mark.parametrize("level", levels(*LEVELS))
def test_right_programs_are_right_on_every_rung(
    level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CuPy is imported by a child that is another user, after the fences have closed."""
    chosen = level.choose()
    show_cupy(monkeypatch, tmp_path / "site")
    result = GpuRoom(tmp_path, {RIGHT: CLASS[RIGHT]}).grade(GPU_HOST, chosen)
    assert result.faults == ()
    for exercise in CUPY:
        assert findings(result, RIGHT, exercise)["COR001"].verdict is Verdict.PASSED


def test_wrong_device_blames_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that adds up wrongly breaks its exercises for all, and only those."""
    skip_unless_holds(IsolationLevel.B)
    show_cupy(monkeypatch, tmp_path / "site", wrong=True)
    two = {student: CLASS[student] for student in (RIGHT, TRANSPOSED)}
    result = GpuRoom(tmp_path, two).grade(GPU_HOST, IsolationLevel.B)
    assert all(KNOWN_WRONG in fault.summary for _, fault in result.faults)
    for student in two:
        told = [one for name in CUPY for one in findings(result, student, name).values()]
        assert Verdict.FAILED not in {one.verdict for one in told if one.check[:3] != "TIM"}
        for name in CUPY:
            assert findings(result, student, name)["COR001"].verdict is Verdict.BROKEN
        assert findings(result, student, "matmul_python")["COR001"].verdict is Verdict.PASSED
        reasons = {award.criterion: award.reason for award in sheet_of(result, student).awards}
        assert "broken" in reasons["matmul_cupy"]


def test_a_library_that_does_not_import_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A CuPy without its runtime is our machine's fault, in the words of the loader."""
    skip_unless_holds(IsolationLevel.B)
    show_cupy(monkeypatch, tmp_path / "site")
    words = "libamdhip64.so.6: cannot open shared object file"
    broken = f"raise ImportError({words!r})\n"
    (tmp_path / "site" / "cupy" / "__init__.py").write_text(broken, encoding="utf-8")
    result = GpuRoom(tmp_path, {RIGHT: CLASS[RIGHT]}).grade(GPU_HOST, IsolationLevel.B)
    assert {words in fault.summary for _, fault in result.faults} == {True}
    assert findings(result, RIGHT, "matmul_cupy")["COR001"].verdict is Verdict.BROKEN
