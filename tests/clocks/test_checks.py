"""From timed pairs to findings: verdict, sentence, places, and which exercise is told."""

import pytest

from grader.clocks.record import ClockLog, TimedPair
from grader.model.course import Backend, Case, CaseKind, Exercise
from grader.model.evidence import Comparison, ExerciseEvidence, Outcome
from grader.model.finding import Finding, Location, Verdict
from grader.model.run import RunRecord, RunStatus
from grader.model.static import Certainty, ParseStatus, SourceFacts
from grader.records import packed_record
from tests.asking import exercise_checks
from tests.wording.worded import assert_worded

CODES = ("TIM002", "TIM006")
CHECKS = exercise_checks(*CODES)

OTHERS = ("conv_cupy", "conv_torch", "matmul_cupy", "matmul_numpy")


def exercise(
    backend: Backend = Backend.TORCH, operation: str = "matmul", entry: str = "matmul_torch"
) -> Exercise:
    """One of kadai2's."""
    others = tuple(name for name in (*OTHERS, "matmul_torch") if name != entry)
    return Exercise(id=entry, operation=operation, backend=backend, entry=entry, others=others)


def place(line: int, text: str = "t1 = time.time()") -> Location:
    """A line of the program."""
    return Location(file="kadai2.py", line=line, text=text)


def pair(
    *,
    library: str = "torch",
    synchronized: bool = False,
    certainty: Certainty = Certainty.SURE,
    setup: tuple[Location, ...] = (),
    reaches: tuple[str, ...] = ("matmul_torch",),
    apis: tuple[str, ...] = ("torch.matmul",),
) -> TimedPair:
    """A pair around a call of matmul_torch."""
    return TimedPair(
        start=place(10, "t0 = time.time()"),
        end=place(12),
        library=library,
        work="matmul_torch(a, b)",
        synchronized=synchronized,
        certainty=certainty,
        setup=setup,
        reaches=reaches,
        apis=apis,
    )


def judge(
    *pairs: TimedPair, one: Exercise | None = None, runs: tuple[RunRecord, ...] = ()
) -> list[Finding]:
    """What both checks say; every answer has its sentences."""
    facts, clocks = SourceFacts(status=ParseStatus.OK), ClockLog(pairs=pairs)
    chosen = one or exercise()
    case = Case(size=1024, kind=CaseKind.INTEGERS)
    comparisons = tuple(Comparison(case=case, run=run, outcome=Outcome.EQUAL) for run in runs)
    evidence = ExerciseEvidence(
        exercise=chosen.id,
        source=facts,
        comparisons=comparisons,
        records={"clocks": packed_record("clocks", clocks)},
    )
    found = [finding for check in CHECKS for finding in check(evidence, chosen)]
    for finding in found:
        assert_worded(finding)
    return found


def brief(found: list[Finding]) -> list[tuple[str, str]]:
    """Verdicts and cases."""
    return [(one.verdict.value, one.case) for one in found]


def test_every_code_is_answered_once() -> None:
    """A program without a pair passes both, without a note."""
    found = judge()
    assert [one.check for one in found] == list(CODES)
    assert brief(found) == [("passed", ""), ("passed", "")]


def test_a_pair_that_does_not_wait_is_told_with_the_line_to_add() -> None:
    """The student learns where, and which line."""
    (found, _) = judge(pair())
    assert (found.verdict, found.case) == (Verdict.FAILED, "plain")
    assert found.params["wait"] == "torch.cuda.synchronize()"
    assert [one.line for one in found.locations] == [10, 12]


def test_cupy_is_told_its_own_line() -> None:
    """The slides' line."""
    cupy = exercise(Backend.CUPY, entry="matmul_cupy")
    (found, _) = judge(pair(library="cupy", reaches=("matmul_cupy",)), one=cupy)
    assert found.params["wait"] == "cp.cuda.Stream.null.synchronize()"


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (pair(synchronized=True), "passed"),
        (pair(library="cupy"), "passed"),
        (pair(reaches=("conv_torch",), apis=("torch.conv2d",)), "passed"),
        (pair(reaches=("matmul_cupy",)), "passed"),
        (pair(reaches=(), apis=("torch.nn.functional.conv2d",)), "passed"),
        (pair(reaches=()), "failed"),
        (pair(reaches=("gpu_mm",), apis=("mm",)), "failed"),
        (pair(reaches=("conv_torch", "matmul_torch")), "failed"),
        (pair(reaches=(), apis=("elementwise",)), "failed"),
    ],
)
def test_only_the_exercise_that_a_pair_is_about_is_told(told: TimedPair, expected: str) -> None:
    """By the functions between the reads; without any, by the kind of work."""
    assert judge(told)[0].verdict == expected


@pytest.mark.parametrize("backend", [Backend.PYTHON, Backend.NUMPY])
def test_exercises_without_a_gpu_are_told_nothing(backend: Backend) -> None:
    """NumPy returns when it is done."""
    one = exercise(backend, entry="matmul_torch")
    found = judge(pair(setup=(place(11),)), one=one)
    assert brief(found) == [("passed", ""), ("passed", "")]


def test_an_unknown_device_teaches_mildly() -> None:
    """It passes, with a note."""
    found = judge(pair(certainty=Certainty.UNSURE, setup=(place(11),)))
    assert brief(found) == [("passed", "perhaps"), ("passed", "")]


@pytest.mark.parametrize(
    ("wall", "returned", "case"),
    [
        (0.010, 0.001, "measured"),
        (0.010, 0.0, "plain"),
        (0.010, 0.009, "plain"),
        (0.0005, 0.0001, "plain"),
    ],
)
def test_a_lag_that_was_measured_is_told_in_figures(
    wall: float, returned: float, case: str
) -> None:
    """Only a long one, and only beside a pair in the source."""
    run = RunRecord(status=RunStatus.OK, wall_seconds=wall, returned_seconds=returned)
    assert judge(pair(), runs=(run,))[0].case == case
    assert brief(judge(pair(synchronized=True), runs=(run,)))[0] == ("passed", "")


def test_setup_inside_is_told_with_its_line() -> None:
    """Even where the device is waited for."""
    (_, found) = judge(pair(synchronized=True, setup=(place(11, "a = torch.rand(9, 9)"),)))
    assert (found.check, found.verdict, found.case) == ("TIM006", Verdict.FAILED, "plain")
    assert [one.line for one in found.locations] == [11]
    assert found.params["setup"] == "a = torch.rand(9, 9)"


@pytest.mark.parametrize(
    ("facts", "trouble", "verdict"),
    [
        (None, "", Verdict.SKIPPED),
        (SourceFacts(status=ParseStatus.SYNTAX_ERROR), "", Verdict.SKIPPED),
        (SourceFacts(status=ParseStatus.TOO_COMPLEX), "", Verdict.SKIPPED),
        (SourceFacts(status=ParseStatus.CRASHED, detail="-9"), "", Verdict.BROKEN),
        (SourceFacts(status=ParseStatus.OK), "Traceback\nOSError: x\n", Verdict.BROKEN),
    ],
)
def test_what_was_not_read_is_never_passed(
    facts: SourceFacts | None, trouble: str, verdict: Verdict
) -> None:
    """Nothing is known then."""
    evidence = ExerciseEvidence(exercise="matmul_torch", source=facts, trouble=trouble)
    for check in CHECKS:
        (found,) = check(evidence, exercise())
        assert found.verdict is verdict
        assert_worded(found)


def seen(clocks: ClockLog | None, backend: Backend) -> list[Finding]:
    """What both checks say of a program about whose clocks this is known."""
    facts = SourceFacts(status=ParseStatus.OK)
    records = {} if clocks is None else {"clocks": packed_record("clocks", clocks)}
    evidence = ExerciseEvidence(exercise="e", source=facts, records=records)
    found = [each for check in CHECKS for each in check(evidence, exercise(backend))]
    for finding in found:
        assert_worded(finding)
    return found


def test_without_pytorch_nobody_knows_what_is_timed_in_it() -> None:
    """It waits, and says for what; CuPy, which needs nothing installed, is judged."""
    log = ClockLog(pairs=(pair(library="cupy", reaches=()),), lacks=("torch",))
    waits = seen(log, Backend.TORCH)
    assert [each.verdict for each in waits] == [Verdict.WAITING] * len(CODES)
    assert [each.params["needs"] for each in waits] == [("torch",)] * len(CODES)
    assert [each.verdict for each in seen(log, Backend.CUPY)] == [Verdict.FAILED, Verdict.PASSED]


@pytest.mark.parametrize("backend", [Backend.TORCH, Backend.CUPY])
def test_a_program_that_reads_no_clock_passes(backend: Backend) -> None:
    """Nothing had to be watched."""
    assert {each.verdict for each in seen(None, backend)} == {Verdict.PASSED}
