"""A class is graded once, goes on after anything, and nobody's trouble is another's."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from grader import judging
from grader.batch import ClassJob, ClassResult, Phase, ResultFiles, grade_class
from grader.export.grades import students_in
from grader.gradebook import open_gradebook
from grader.judging import checks_of
from grader.model.check import RUN, SOURCE, Check, CheckInput
from grader.model.collection import Collected, Collection, Identity
from grader.model.errors import IntakeError, SandboxUnavailable, StoreError
from grader.model.finding import Finding, Verdict
from grader.model.gradebook import Comment
from grader.observing import Setup, Tools
from grader.sandbox.checks import runs_to_its_end
from grader.store import Store, one_grader_only
from grader.store.schema import checksum, read
from grader.wording import load_wording
from tests.batch.classes import FORBIDDEN, RAISES, RIGHT, TRANSPOSED, Classroom, threads
from tests.store.records_for_tests import decision

PROGRAMS = {
    "24A1201": RIGHT,
    "24A1202": TRANSPOSED,
    "24A1203": RAISES,
    "24A1204": FORBIDDEN,
    "24A1205": RIGHT + "# my own\n",
}


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    """A class of five."""
    return Classroom(tmp_path, PROGRAMS)


def failed(result: ClassResult) -> dict[str, set[str]]:
    """The failed checks by student."""
    return {
        one.sheet.student: {
            finding.check for finding in one.sheet.findings if finding.verdict is Verdict.FAILED
        }
        for one in result.graded
    }


def sheets(result: ClassResult) -> dict[str, object]:
    """The sheets by student."""
    return {one.sheet.student: one.sheet for one in result.graded}


def test_every_student_gets_the_right_findings(room: Classroom) -> None:
    """Right, wrong, raising and forbidden programs are told apart; the last are run, too."""
    result = room.grade()
    assert failed(result) == {
        "24A1201": set(),
        "24A1202": {"COR001", "COR002"},
        "24A1203": {"RUN003"},
        "24A1204": {"POL001"},
        "24A1205": set(),
    }
    assert FORBIDDEN in room.ran
    assert not result.faults


def test_second_run_runs_nothing(room: Classroom) -> None:
    """With nothing changed no program is run, and sheets and files are those of the first run."""
    first = room.grade()
    assert set(first.observed) == set(PROGRAMS)
    second = room.grade()
    assert room.ran == []
    assert second.observed == ()
    assert second.unchanged == tuple(PROGRAMS)
    assert sheets(second) == sheets(first)
    assert len(room.files.sheets) == len(PROGRAMS)


def test_only_what_changed_is_run(room: Classroom) -> None:
    """A new version of one submission runs that one."""
    room.grade()
    changed = room.folder / "24A1202" / "kadai1.py"
    changed.write_text(RIGHT + "# mended\n", encoding="utf-8")
    result = room.grade()
    assert room.ran == [RIGHT + "# mended\n"]
    assert result.observed == ("24A1202",)
    assert failed(result)["24A1202"] == set()


def test_changed_reference_runs_everybody(room: Classroom) -> None:
    """Evidence was compared with the reference, so it ends with it."""
    room.grade()
    with (room.course.root / "reference/matmul.py").open("a") as file:
        file.write("# a remark\n")
    assert set(room.grade().observed) == set(PROGRAMS)


def test_decisions_survive_grading_and_count(room: Classroom) -> None:
    """What a person decided is in the sheets of every later run."""
    room.grade()
    with Store(room.out, "kadai1") as store:
        store.decide(decision(points=1.5, student="24A1202"))
    for _ in range(2):
        result = room.grade()
        (sheet,) = [one.sheet for one in result.graded if one.sheet.student == "24A1202"]
        (award,) = [award for award in sheet.awards if award.criterion == "form"]
        assert (award.points, award.decided_by) == (1.5, "TA")
        (room.folder / "24A1202" / "kadai1.py").write_text(RIGHT, encoding="utf-8")


def test_own_exception_breaks_one_sheet_only(room: Classroom, tmp_path: Path) -> None:
    """Our bug in one submission is broken there, costs nothing, is retried, and stays there."""
    undisturbed = sheets(room.grade())
    shutil.rmtree(room.out)

    def before(text: str) -> None:
        if text == TRANSPOSED:
            raise ZeroDivisionError("our bug")

    room.before = before
    result = room.grade()
    found = sheets(result)
    assert {k: v for k, v in found.items() if k != "24A1202"} == {
        k: v for k, v in undisturbed.items() if k != "24A1202"
    }
    assert [(student, fault.summary) for student, fault in result.faults] == [
        ("24A1202", "ZeroDivisionError: our bug")
    ]
    (sheet,) = [one.sheet for one in result.graded if one.sheet.student == "24A1202"]
    verdicts = {finding.verdict for finding in sheet.findings}
    assert Verdict.BROKEN in verdicts
    assert not verdicts & {Verdict.FAILED}
    assert sheet.total is None
    room.before = None
    again = room.grade()
    assert again.observed == ("24A1202",)
    assert sheets(again) == undisturbed


def raising(*_: object) -> Iterator[Finding]:
    """A check with a bug that shows only while its findings are drawn."""
    yield Finding(check="RUN003", subject="matmul", verdict=Verdict.PASSED)
    raise ZeroDivisionError("our check")


def test_check_that_raises_is_a_fault_of_ours(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Students left open by it are named, so that the command ends with 3, until it is mended."""
    undisturbed = sheets(room.grade())
    table = dict(checks_of(SOURCE, RUN))
    asked = table.pop(runs_to_its_end)

    def with_bug(*kinds: CheckInput) -> Mapping[Any, tuple[Check, ...]]:
        return {raising: asked, **table} if RUN in kinds else checks_of(*kinds)

    with monkeypatch.context() as patch:
        patch.setattr(judging, "checks_of", with_bug)
        result = room.grade()
    assert {student for student, _ in result.faults} == set(PROGRAMS)
    assert {fault.summary for _, fault in result.faults} == {"ZeroDivisionError: our check"}
    assert result.ours
    again = room.grade()
    assert not again.ours
    assert sheets(again) == undisturbed


def test_publishing_that_fails_stops_nobody(room: Classroom) -> None:
    """A page that cannot be made is a fault of one student; the records are stored all the same."""
    room.files.broken = True
    result = room.grade()
    assert {student for student, _ in result.faults} == set(PROGRAMS)
    room.files.broken = False
    room.grade()
    assert room.ran == []


def test_only_grades_those_named_and_drops_nobody(room: Classroom) -> None:
    """The others' sheets stay in the class, from their stored evidence."""
    first = room.grade(only=("24A1202",))
    assert first.observed == ("24A1202",)
    assert list(sheets(first)) == ["24A1202"]
    everybody = room.grade()
    assert set(everybody.observed) == set(PROGRAMS) - {"24A1202"}
    again = room.grade(only=("24A1203",))
    assert again.unchanged == ("24A1203",)
    assert sheets(again) == sheets(everybody)


def test_only_drops_nobody_of_another_version(room: Classroom) -> None:
    """Whoever this version cannot show is named before anything is run or written."""
    room.grade()
    with Store(room.out, "kadai1") as store:
        store._connection.executemany(
            "UPDATE observed SET schema = ?, checksum = ? WHERE student = ?",
            [
                (0, checksum((*values[:2], 0, *values[3:])), values[0])
                for row in read(store._connection, "observed")
                for values in (row.values,)
                if values[0] != "24A1203"
            ],
        )
    room.files.classes.clear()
    with pytest.raises(
        StoreError, match=r"the evidence of 24A1201, 24A1202, .* is from another version of grader"
    ):
        room.grade(only=("24A1203",))
    assert (room.ran, room.files.classes) == ([], [])
    assert set(room.grade().observed) == set(PROGRAMS) - {"24A1203"}


def test_only_somebody_who_is_not_there(room: Classroom) -> None:
    """A misspelt student is named before anything is run."""
    with pytest.raises(IntakeError, match="24A9999"):
        room.grade(only=("24A9999",))
    assert room.ran == []


def test_student_who_vanished_is_kept_but_not_shown(room: Classroom) -> None:
    """Records stay; the class shows who is in the folder; coming back runs nothing."""
    first = room.grade()
    away = room.folder.with_name("away")
    (room.folder / "24A1203").rename(away)
    without = room.grade()
    assert without.absent == ("24A1203",)
    assert "24A1203" not in sheets(without)
    away.rename(room.folder / "24A1203")
    back = room.grade()
    assert room.ran == []
    assert sheets(back) == sheets(first)


def test_what_people_decided_follows_the_student_to_the_id(room: Classroom, tmp_path: Path) -> None:
    """Graded under the LMS's name, then collected again with a roster that tells the id."""
    former, student = "山田 太郎_31201", "24A1201"
    (room.folder / student).rename(room.folder / former)
    room.grade()
    with Store(room.out, "kadai1") as store:
        store.decide(decision(points=1.5, student=former))
        store.decide_all(
            comments=[Comment(student=former, text="見ました", by="TA", at=decision().at)]
        )
    (room.folder / former).rename(room.folder / student)
    who = Identity(name="山田 太郎", participant="31201")
    collection = Collection(
        assignment="kadai1",
        lms="moodle",
        students=(Collected(student=student, who=who, files=()),),
        not_submitted=(),
        names={student: "山田 太郎"},
    )
    result = room.grade(collection=collection)
    assert result.carried == (student,)
    assert result.absent == ()
    sheet = next(one.sheet for one in result.graded if one.sheet.student == student)
    (award,) = [award for award in sheet.awards if award.criterion == "form"]
    assert (award.points, award.decided_by) == (1.5, "TA")
    assignment = room.setup().assignment
    files = ResultFiles(out=tmp_path, assignment=assignment, lang="ja", collection=collection)
    files.publish_class(result)
    listed = students_in((tmp_path / "grades.csv").read_bytes())
    assert listed == frozenset(PROGRAMS)
    with Store(room.out, "kadai1") as store:
        book = open_gradebook(store, assignment, load_wording("ja"), collection=collection)
        assert {grade.student for grade in book.grades} == set(PROGRAMS)
        assert book.by_student[student].comment == "見ました"
    assert room.grade(collection=collection).carried == ()


def test_classmates_do_not_change_a_sheet(room: Classroom, tmp_path: Path) -> None:
    """A student's sheet is the same in a class of five and in a class of one."""
    everybody = sheets(room.grade())
    shutil.rmtree(room.out)
    for student in PROGRAMS:
        if student != "24A1202":
            shutil.rmtree(room.folder / student)
    assert sheets(room.grade())["24A1202"] == everybody["24A1202"]


def test_second_grader_is_turned_away(room: Classroom) -> None:
    """Two graders never share a results folder."""
    with one_grader_only(room.out), pytest.raises(StoreError, match="another grader"):
        room.grade()
    assert room.ran == []


def test_worker_that_cannot_start_is_an_error(room: Classroom) -> None:
    """Without tools nothing is recorded, and the reason reaches the user."""

    @contextmanager
    def none() -> Iterator[tuple[Setup, Tools]]:
        raise SandboxUnavailable("no level")
        yield

    job = ClassJob(course=room.course, folder=room.folder, out=room.out)
    with pytest.raises(SandboxUnavailable, match="no level"):
        grade_class(job, room.setup(), none, room.files, room.steps.append, threads)
    with Store(room.out, "kadai1") as store:
        assert not store.observed()


def test_interrupt_keeps_what_is_done(room: Classroom) -> None:
    """Ctrl-C after the first sheet: the next run does the rest."""
    finished = []

    def interrupt(step: object) -> None:
        if getattr(step, "phase", None) is Phase.FINISHED:
            finished.append(step)
            raise KeyboardInterrupt

    job = ClassJob(course=room.course, folder=room.folder, out=room.out, jobs=1)
    setup = room.setup()
    with pytest.raises(KeyboardInterrupt):
        grade_class(job, setup, room.workplace(setup), room.files, interrupt, threads)
    result = room.grade()
    assert len(result.unchanged) == len(finished) == 1
    assert set(sheets(result)) == set(PROGRAMS)


def test_progress_counts_up_to_everybody(room: Classroom) -> None:
    """Every submission is started and finished once; the count ends at the total."""
    room.grade()
    done = [step.done for step in room.steps if step.phase is Phase.FINISHED]
    assert done == [1, 2, 3, 4, 5]
    assert {step.total for step in room.steps} == {5}
    started = [step.student for step in room.steps if step.phase is Phase.STARTED]
    assert sorted(started) == sorted(PROGRAMS)
