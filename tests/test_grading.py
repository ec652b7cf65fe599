"""The line: what is run, what is judged, and what becomes of our own exceptions."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from grader import judging
from grader.clocks.record import ClockLog, TimedPair
from grader.grading import collect, grade
from grader.intake import read_submission, unread_submission
from grader.judging import checks_of, judge
from grader.kinds import asking
from grader.model.check import REPORT, RUN, SOURCE, SUBMISSION, Check, CheckInput
from grader.model.course import Assignment, Backend
from grader.model.errors import Killed
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Location, Verdict
from grader.model.static import Certainty
from grader.model.timing import Curve, Fit, Point, Timing
from grader.observing import Tools, as_observed, fault_in, holds, worth_another_try
from grader.plugins import installed, slugs
from grader.records import packed_record
from grader.sandbox.checks import runs_to_its_end
from grader.timing.measurer import MEASURER
from tests.batch.classes import FORBIDDEN, RIGHT, TRANSPOSED, Classroom, ready_reader
from tests.fakes.sandbox import FakeSandbox
from tests.intake.submitting import notebook
from tests.wording.worded import assert_worded


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    """A course to grade in."""
    return Classroom(tmp_path, {})


def observe(
    room: Classroom, program: str, sandbox: FakeSandbox | None = None, name: str = "kadai1.py"
) -> Evidence:
    """Collects the evidence of one program."""
    folder = room.folder / "24A1201"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(program, encoding="utf-8")
    setup = room.setup()
    submission = read_submission(unread_submission("24A1201", [folder]), setup.assignment)
    with ready_reader() as reader:
        return collect(submission, setup, Tools(reader=reader, sandbox=sandbox or FakeSandbox()))


SCRATCH = {
    "only begun": "x = [i for i in range(",
    "no body": "for n in (10, 20):",
    "a sentence": "ここまで 動いた",
    "a string that is not closed": 'print("""',
}


@pytest.mark.parametrize("scratch", SCRATCH.values(), ids=SCRATCH.keys())
@pytest.mark.parametrize("first", [True, False])
def test_a_cell_that_is_no_python_keeps_no_other_from_being_graded(
    room: Classroom, scratch: str, *, first: bool
) -> None:
    """Jupyter runs every cell by itself; the sheet says which was left out."""
    cells = [scratch, RIGHT, "y = (1"] if first else [RIGHT, scratch, "y = (1"]
    evidence = observe(room, notebook(*cells), name="kadai1.ipynb")
    findings = {finding.check: finding for finding in judge(evidence, room.setup().assignment)}
    assert {findings[code].verdict for code in ("RUN002", "COR001")} == {Verdict.PASSED}
    told = findings["RUN001"]
    assert (told.verdict, told.case) == (Verdict.PASSED, "cell")
    assert told.locations[0].cell == (1 if first else 2)
    assert_worded(told)


NEWER = "lazy import json"  # of Python 3.15


@pytest.mark.skipif(sys.version_info >= (3, 15), reason="this Python reads it")
@pytest.mark.parametrize("name", ["kadai1.py", "kadai1.ipynb"])
def test_syntax_of_a_newer_python_costs_nobody_a_point(room: Classroom, name: str) -> None:
    """A person looks: a cell that was run elsewhere is no scratch, the file no mistake."""
    program = f"{RIGHT}\n{NEWER}\n" if name.endswith(".py") else notebook("x = (1", NEWER, RIGHT)
    evidence = observe(room, program, name=name)
    assignment = room.setup().assignment
    findings = judge(evidence, assignment)
    told = next(finding for finding in findings if finding.check == "RUN001")
    assert (told.verdict, told.params["needs"]) == (Verdict.UNDECIDED, "3.15")
    assert Verdict.FAILED not in {finding.verdict for finding in findings}
    for finding in findings:
        assert_worded(finding)
    checked = [award for award in grade(evidence, assignment).awards if award.checks]
    assert checked
    assert all(award.points is None for award in checked)


@pytest.mark.skipif(sys.version_info >= (3, 15), reason="this Python reads it")
def test_what_a_newer_python_reads_is_read_again_in_the_next_run(room: Classroom) -> None:
    """The Python here may be newer by then."""
    evidence = observe(room, f"{RIGHT}\n{NEWER}\n")
    setup = room.setup()
    submission = read_submission(
        unread_submission("24A1201", [room.folder / "24A1201"]), setup.assignment
    )
    assert not holds(evidence, submission, setup)


NO_SCRATCH = {
    "the function": (RIGHT.replace("return", "return ("),),
    "a function": (RIGHT, "def show(x:"),
    "a class": (RIGHT, "class Timer"),
    "an import": (RIGHT, "import numpy as"),
    "all there is": ("x = (",),
    "nothing defined beside it": ("x = (", "print(1)"),
    "more cells than anybody forgets": (RIGHT, *["x = ("] * 9),
}


@pytest.mark.parametrize("cells", NO_SCRATCH.values(), ids=NO_SCRATCH.keys())
def test_a_cell_that_may_matter_is_not_left_out(room: Classroom, cells: tuple[str, ...]) -> None:
    """Then the finding names the cell and the line in it, as before."""
    evidence = observe(room, notebook(*cells), name="kadai1.ipynb")
    findings = {finding.check: finding for finding in judge(evidence, room.setup().assignment)}
    assert findings["RUN001"].verdict is Verdict.FAILED
    assert findings["RUN001"].locations[0].cell
    assert findings["COR001"].verdict is Verdict.SKIPPED


def test_what_was_left_out_is_not_timed_either(room: Classroom) -> None:
    """The text that is measured is the text that was graded, with every line where it was."""
    evidence = observe(room, notebook("x = (\ny", RIGHT), name="kadai1.ipynb")
    folder = room.folder / "24A1201"
    submission = read_submission(unread_submission("24A1201", [folder]), room.setup().assignment)
    main = as_observed(submission, evidence.exercises[0]).main
    assert main is not None
    assert main.text.startswith("# x = (\n# y\n")
    assert main.text.removeprefix("# x = (\n# y\n").rstrip() == RIGHT.rstrip()
    assert main.raw == main.text.encode()


ELSEWHERE = {
    "print(1)\n": True,  # each exercise in a file of its own
    "print('matmul follows')\n": False,  # it has to do with it, and is what was asked for
    "import numpy\n": False,  # a forbidden import stays what it is
    RIGHT.replace("def matmul", "def multiply"): False,
}


@pytest.mark.parametrize("main", ELSEWHERE)
def test_a_function_may_stand_in_another_file(room: Classroom, main: str) -> None:
    """Where the file that was asked for has nothing of it, and one other defines it."""
    folder = room.folder / "24A1201"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "seki.py").write_text(TRANSPOSED, encoding="utf-8")
    evidence = observe(room, main)
    (observed,) = evidence.exercises
    there = observed.entry is not None and observed.entry.file == "seki.py"
    assert there is ELSEWHERE[main]
    submission = read_submission(unread_submission("24A1201", [folder]), room.setup().assignment)
    timed = as_observed(submission, observed).main
    assert timed is not None
    assert timed.name == ("seki.py" if there else "kadai1.py")


def test_two_files_that_define_it_are_not_chosen_between(room: Classroom) -> None:
    """One of them may be an older version."""
    folder = room.folder / "24A1201"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("old.py", "new.py"):
        (folder / name).write_text(RIGHT, encoding="utf-8")
    (observed,) = observe(room, "print(1)\n").exercises
    assert observed.entry is None


UNASKED = {"REP011", "INT001", "INT003", "INT006"}
"""No library is to be discussed; and nothing says when and how the files came."""
TIMES = {"TIM001", "TIM003", "TIM004", "TIM005"}


def verdicts(findings: tuple[Finding, ...]) -> Mapping[str, Verdict]:
    """The verdict of each check."""
    return {finding.check: finding.verdict for finding in findings}


def of_arrays() -> set[str]:
    """The codes that functions of arrays are asked about: all but those of plugins that ask."""
    others = (each for each in installed().values() if each.asks and each is not asking(""))
    own = (plugin.codes for plugin in others)
    return set(slugs()).difference(*own)


def test_every_check_is_answered_once(room: Classroom) -> None:
    """Whatever is handed in, each code has one finding: nothing is silently left out."""
    asked = of_arrays() - UNASKED - {"POL004"}  # kadai1 requires no library
    for program in (RIGHT, TRANSPOSED, FORBIDDEN, "", "def (", "print(1)\n"):
        findings = judge(observe(room, program), room.setup().assignment)
        assert sorted(finding.check for finding in findings) == sorted(asked), program


def test_tables_answer_for_every_code() -> None:
    """The codes in the tables of the line are exactly those that exist."""
    tables = [checks_of(*asked) for asked in ((SUBMISSION,), (REPORT,), (SOURCE, RUN))]
    checks = [check for table in tables for checks in table.values() for check in checks]
    assert sorted(check.code for check in checks) == sorted(slugs())


def test_right_program_passes(room: Classroom) -> None:
    """All of its checks pass, but for times that nobody measured, and it has its points."""
    assignment = room.setup().assignment
    evidence = observe(room, RIGHT)
    found = verdicts(judge(evidence, assignment))
    reports = {code for code in slugs() if code.startswith("REP")}
    assert {code for code, one in found.items() if one is not Verdict.PASSED} <= TIMES | reports
    assert grade(evidence, assignment).total == assignment.rubric[0].points


def test_a_program_without_its_report_loses_nothing(room: Classroom) -> None:
    """The report may come by another way: a person looks, and no check of it fails."""
    assignment = room.setup().assignment
    evidence = observe(room, RIGHT)
    found = {one.check: one for one in judge(evidence, assignment)}
    assert {one.verdict for code, one in found.items() if code.startswith("REP")} == {
        Verdict.UNDECIDED,
        Verdict.SKIPPED,
    }
    assert found["REP001"].verdict is Verdict.UNDECIDED
    form = next(one for one in grade(evidence, assignment).awards if one.criterion == "form")
    assert (form.points, form.reason, form.checks) == (None, "undecided", ("REP001",))


def test_nothing_is_asked_of_a_report_that_nobody_wants(room: Classroom) -> None:
    """An assignment without [report] has no finding about one."""
    assignment = replace(room.setup().assignment, report=None)
    evidence = observe(room, RIGHT)
    for seen in (evidence, replace(evidence, trouble="Traceback\nOSError: disk")):
        codes = {one.check for one in judge(seen, assignment)}
        assert not [code for code in codes if code.startswith("REP")]


INFORMED = {
    "import random\n" + RIGHT: Verdict.PASSED,
    "import numpy as np\n" + RIGHT: Verdict.PASSED,
    "import random\n" + TRANSPOSED: Verdict.FAILED,
    "import numpy\nprint(1)\n": None,
}
"""What COR001 says of a program without what it should not use; None: nothing can be said."""


@pytest.mark.parametrize("program", INFORMED)
def test_a_forbidden_program_is_run_for_information_only(room: Classroom, program: str) -> None:
    """What depends on the import rule is skipped, and counts as before; it says what it would."""
    evidence = observe(room, program)
    (observed,) = evidence.exercises
    assert observed.load is None
    assert not MEASURER.to_time(evidence, room.setup())
    findings = judge(evidence, room.setup().assignment)
    assert verdicts(findings)["POL001"] is Verdict.FAILED
    dependent = [one for one in findings if one.params.get("because") == "POL001"]
    assert {one.verdict for one in dependent} == {Verdict.SKIPPED}
    (values,) = [one for one in dependent if one.check == "COR001"]
    assert values.otherwise is INFORMED[program]
    for finding in dependent:
        assert_worded(finding)
    without = replace(evidence, exercises=(replace(observed, otherwise=None),))
    assert _points(evidence, room) == _points(without, room)


def _points(evidence: Evidence, room: Classroom) -> list[tuple[float | None, str]]:
    """What each criterion gives and why, also where one asks for values alone."""
    assignment = room.setup().assignment
    alone = replace(assignment.rubric[0], id="values", checks=("COR",))
    sheet = grade(evidence, replace(assignment, rubric=(*assignment.rubric, alone)))
    return [(award.points, award.reason) for award in sheet.awards]


def test_a_fault_of_ours_in_running_for_information_is_nothing(room: Classroom) -> None:
    """The rule is broken all the same, and nobody has to look at the grader for that."""

    def before(text: str) -> None:
        raise OSError("no more processes")

    evidence = observe(room, FORBIDDEN, FakeSandbox(before=before))
    assert not evidence.exercises[0].trouble
    assert fault_in(evidence) is None
    found = verdicts(judge(evidence, room.setup().assignment))
    assert (found["POL001"], found["COR001"]) == (Verdict.FAILED, Verdict.SKIPPED)


@pytest.mark.parametrize("killed", [True, False])
def test_a_run_for_information_that_was_ended_from_outside_is_made_again(
    room: Classroom, *, killed: bool
) -> None:
    """In this run once more, and in the next one; what ran to its end is kept."""

    def before(text: str) -> None:
        if killed:
            raise Killed("stopped from outside by signal 15")

    evidence = observe(room, "import random\n" + RIGHT, FakeSandbox(before=before))
    setup = room.setup()
    submission = read_submission(
        unread_submission("24A1201", [room.folder / "24A1201"]), setup.assignment
    )
    assert worth_another_try(evidence) is killed
    assert holds(evidence, submission, setup) is not killed


def test_unreadable_program_is_not_run(room: Classroom) -> None:
    """A program with a syntax error is not executed."""
    sandbox = FakeSandbox()
    found = verdicts(judge(observe(room, "def (", sandbox), room.setup().assignment))
    assert sandbox.ran == []
    assert found["RUN001"] is Verdict.FAILED


def test_same_submission_meets_the_same_inputs(room: Classroom) -> None:
    """Collecting again gives the same evidence but for what a clock says."""
    first, second = observe(room, TRANSPOSED), observe(room, TRANSPOSED)
    assert first.key == second.key
    assert first.exercises[0].seed == second.exercises[0].seed
    assert first.exercises[0].seed != observe(room, RIGHT).exercises[0].seed


def test_own_exception_in_collecting_is_broken(room: Classroom) -> None:
    """A sandbox that raises is our fault: no check of the exercise passed or failed."""

    def before(text: str) -> None:
        raise OSError("no more processes")

    evidence = observe(room, RIGHT, FakeSandbox(before=before))
    assignment = room.setup().assignment
    assert "no more processes" in evidence.exercises[0].trouble
    exercise = [one for one in judge(evidence, assignment) if one.subject]
    assert {finding.verdict for finding in exercise} == {Verdict.BROKEN}
    assert grade(evidence, assignment).total is None


def test_submission_that_we_could_not_read_is_broken(room: Classroom) -> None:
    """Then every check is, even those about files: nothing is missing through the student."""
    assignment = room.setup().assignment
    evidence = replace(observe(room, RIGHT), trouble="Traceback\nOSError: disk", main="")
    findings = judge(evidence, assignment)
    assert sorted(finding.check for finding in findings) == sorted(of_arrays())
    assert {finding.verdict for finding in findings} == {Verdict.BROKEN}
    assert grade(evidence, assignment).total is None


def raising(_evidence: object, _exercise: object) -> Iterator[Finding]:
    """A check with a bug that shows only while its findings are drawn."""
    yield Finding(check="RUN003", subject="matmul", verdict=Verdict.PASSED)
    raise ZeroDivisionError("ours")


def test_check_that_raises_breaks_its_codes_only(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The codes that it answers are broken, never passed; the other checks judge as ever."""
    assignment = room.setup().assignment
    evidence = observe(room, RIGHT)
    undisturbed = verdicts(judge(evidence, assignment))
    table = dict(checks_of(SOURCE, RUN))
    asked = table.pop(runs_to_its_end)
    codes = {check.code for check in asked}

    def with_bug(*kinds: CheckInput) -> Mapping[Any, tuple[Check, ...]]:
        return {raising: asked, **table} if RUN in kinds else checks_of(*kinds)

    monkeypatch.setattr(judging, "checks_of", with_bug)
    found = judge(evidence, assignment)
    broken = [finding for finding in found if finding.verdict is Verdict.BROKEN]
    assert {finding.check for finding in broken} == codes
    assert len(codes) > 1
    assert sorted(finding.check for finding in found) == sorted(undisturbed)
    others = {code: verdict for code, verdict in verdicts(found).items() if code not in codes}
    assert others == {code: undisturbed[code] for code in others}
    assert {finding.params["trouble"] for finding in broken} == {"ZeroDivisionError: ours"}


@pytest.mark.parametrize(
    ("checks", "verdict", "advised"),
    [(("RUN", "COR"), Verdict.PASSED, True), (("TIM002",), Verdict.FAILED, False)],
)
def test_lessons_about_timing_fail_only_where_a_criterion_names_them(
    room: Classroom, checks: tuple[str, ...], verdict: Verdict, *, advised: bool
) -> None:
    """Who measures without waiting is told; it costs nothing unless the course says so."""
    assignment, seen = room.setup().assignment, observe(room, RIGHT)
    exercise = replace(assignment.exercises[0], backend=Backend.TORCH)
    criterion = replace(assignment.rubric[0], checks=checks)
    place = Location(file="kadai1.py", line=1, text="t = time.time()")
    pair = TimedPair(
        start=place,
        end=place,
        library="torch",
        work="matmul(a, b)",
        synchronized=False,
        certainty=Certainty.SURE,
        reaches=("matmul",),
    )
    (observed,) = seen.exercises
    assert observed.source is not None
    timed = replace(observed, records={"clocks": packed_record("clocks", ClockLog(pairs=(pair,)))})
    findings = judge(
        replace(seen, exercises=(timed,)),
        replace(assignment, exercises=(exercise,), rubric=(criterion,)),
    )
    (told,) = [one for one in findings if one.check == "TIM002"]
    assert (told.verdict, told.case, "advice" in told.params) == (verdict, "plain", advised)


@pytest.mark.parametrize(
    ("checks", "verdict"), [(("COR",), Verdict.PASSED), (("TIM001",), Verdict.FAILED)]
)
def test_steep_growth_is_advice_unless_a_criterion_names_it(
    room: Classroom, checks: tuple[str, ...], verdict: Verdict
) -> None:
    """A right function that repeats work has its points, and learns of it."""
    assignment, seen = room.setup().assignment, observe(room, RIGHT)
    points = tuple(Point(size=size, seconds=(size**4 / 1e9,) * 3) for size in (16, 32, 64))
    timing = Timing(curve=Curve(points=points, fit=Fit(exponent=4.0, low=3.8, high=4.2)))
    (observed,) = seen.exercises
    criterion = replace(assignment.rubric[0], checks=checks)
    findings = judge(
        replace(seen, exercises=(replace(observed, timing=timing),)),
        replace(assignment, rubric=(criterion,)),
    )
    (told,) = [one for one in findings if one.check == "TIM001"]
    assert (told.verdict, told.case) == (verdict, "steeper")


@pytest.mark.parametrize("code", sorted(TIMES))
def test_times_wait_for_a_device_like_results(room: Classroom, code: str) -> None:
    """They are not read from the text."""
    seen = observe(room, RIGHT)
    (observed,) = seen.exercises
    waiting = replace(seen, exercises=(replace(observed, waiting=("gpu",)),))
    assert verdicts(judge(waiting, room.setup().assignment))[code] is Verdict.WAITING


def test_exercise_added_later_is_not_answered(room: Classroom) -> None:
    """Evidence that knows nothing of an exercise says nothing about it."""
    assignment: Assignment = room.setup().assignment
    (exercise,) = assignment.exercises
    more = replace(assignment, exercises=(exercise, replace(exercise, id="later")))
    findings = judge(observe(room, RIGHT), more)
    assert {finding.subject for finding in findings} == {"", "matmul"}
