"""What grading learns from collected.json."""

import json
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.intake import UnreadSubmission, find_students, read_submission
from grader.intake.checks import nothing_was_refused
from grader.intake.collecting import collect
from grader.intake.manifest import MANIFEST
from grader.model.collection import NoteKind
from grader.model.errors import IntakeError
from grader.model.finding import Verdict
from grader.model.submission import Submission, Trouble
from grader.wording import load_wording
from tests.intake.submitting import COURSE
from tests.intake.test_checks import CHECKS, observed
from tests.lms.collecting.downloads import ASSIGNMENT, MOODLE, NOON, PROGRAM, course, zipped
from tests.wording.worded import assert_worded

WHO = "山田 太郎_31201"


def collected(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Collects one student's files; returns the folder to grade."""
    handed = {f"{WHO}{MOODLE}{name}": content for name, content in files.items()}
    target = folder / "submissions" / "kadai1"
    collect([zipped(folder / "moodle.zip", handed)], course(folder), ASSIGNMENT, target=target)
    return target


def handin(target: Path) -> UnreadSubmission:
    """Finds the only student."""
    (one,) = find_students(target, COURSE)
    return one


def submission(target: Path) -> Submission:
    """Reads the only student's files."""
    return read_submission(handin(target), ASSIGNMENT)


def verdicts(target: Path) -> dict[str, str]:
    """Asks what intake's checks say."""
    evidence = observed(submission(target))
    found = [one for check in CHECKS for one in check(evidence, ASSIGNMENT)]
    for one in found:
        assert_worded(one)
    return {one.check: one.verdict.value for one in found}


def test_time_and_notes_come_along(tmp_path: Path) -> None:
    """When it was handed in goes on to the submission; the manifest is nobody's file."""
    target = collected(tmp_path, {"kadai1.py": PROGRAM})
    one = submission(target)
    assert one.student == WHO
    assert one.received is not None
    assert one.received.at.isoformat() == "2025-04-16T12:00:00+09:00"
    assert one.files == ("kadai1.py",)
    assert set(verdicts(target).values()) == {"passed"}


def test_equal_versions_are_asked_until_one_is_gone(tmp_path: Path) -> None:
    """The exact name does not win against a copy with other bytes; removing one decides."""
    target = collected(tmp_path, {"kadai1.py": PROGRAM, "kadai1 (1).py": PROGRAM + "#"})
    one = submission(target)
    assert one.main is None
    assert one.candidates == ("kadai1 (1).py", "kadai1.py")
    assert verdicts(target)["INT004"] == Verdict.UNDECIDED
    assert [note.kind for note in one.collected] == [NoteKind.SEVERAL]
    (target / WHO / "kadai1.py").unlink()
    found = submission(target).main
    assert found is not None
    assert found.name == "kadai1 (1).py"
    assert verdicts(target)["INT004"] == Verdict.PASSED


def test_equal_reports_are_asked(tmp_path: Path) -> None:
    """The program is graded; which report counts, a person says."""
    files = {"kadai1.py": PROGRAM, "report.docx": "a", "report (1).docx": "b"}
    target = collected(tmp_path, files)
    one = submission(target)
    assert one.main is not None
    assert one.report is None
    assert one.reports == ("report (1).docx", "report.docx")
    (target / WHO / "report.docx").unlink()
    assert submission(target).report is not None


@pytest.mark.parametrize(
    "files",
    [
        {"kadai1.py": PROGRAM, "kadai1 (1).py": PROGRAM},
        {"kadai1.py": PROGRAM, "helper.py": "x = 1", "helper (1).py": "x = 2"},
    ],
)
def test_what_must_not_be_asked(tmp_path: Path, files: dict[str, str]) -> None:
    """The same bytes, and copies of what nobody grades."""
    assert submission(collected(tmp_path, files)).main is not None


def test_who_handed_in_what_cannot_be_opened_is_not_missing(tmp_path: Path) -> None:
    """A person looks at it; nobody is told that nothing was handed in."""
    target = collected(tmp_path, {"kadai1.rar": b"Rar!\x1a\x07\x01\x00" + b"\0" * 99})
    found = verdicts(target)
    assert "failed" not in found.values()
    assert found["INT005"] == Verdict.UNDECIDED
    troubles = [(trouble.file, trouble.trouble) for trouble in submission(target).troubles]
    assert ("kadai1.rar", Trouble.NOT_UNPACKED) in troubles


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("kadai1.rar", b"Rar!\x1a\x07\x01\x00" + b"\0" * 99, "cannot be opened here: rar"),
        ("kadai1.zip", b"PK\x03\x04" + b"\0" * 400, "(it is damaged)"),
    ],
)
def test_why_it_was_not_unpacked_is_said(
    tmp_path: Path, name: str, content: bytes, why: str
) -> None:
    """Also of an archive that lies there as it came."""
    target = collected(tmp_path, {name: content})
    evidence = observed(submission(target))
    (finding,) = nothing_was_refused(evidence, ASSIGNMENT)
    assert_worded(finding)
    assert why in load_wording("en").exactly(finding).message


def test_who_has_no_folder_is_graded_all_the_same(tmp_path: Path) -> None:
    """Of a damaged or hostile zip nothing may be left; the student is in the class."""
    target = collected(tmp_path, {"kadai1.py": PROGRAM})
    document = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
    note = {"check": "INT005", "case": "refused", "names": ["kadai1.py"], "detail": ""}
    document["students"].append({"student": "24A1209", "files": [], "findings": [note]})
    (target / MANIFEST).write_text(json.dumps(document), encoding="utf-8")
    one = find_students(target, COURSE)[0]
    assert one.student == "24A1209"
    evidence = observed(read_submission(one, ASSIGNMENT))
    found = {x.check: x for check in CHECKS for x in check(evidence, ASSIGNMENT)}
    assert found["INT005"].verdict is Verdict.UNDECIDED
    assert found["INT002"].verdict is Verdict.SKIPPED


def test_a_damaged_manifest_is_said(tmp_path: Path) -> None:
    """Grading does not go on without times that somebody had."""
    target = collected(tmp_path, {"kadai1.py": PROGRAM})
    (target / MANIFEST).write_text("{", encoding="utf-8")
    with pytest.raises(IntakeError, match="is damaged"):
        find_students(target, COURSE)


def test_earlier_and_unassigned_files_are_not_graded(tmp_path: Path) -> None:
    """Names beginning with a dot are nobody's, and so is the manifest."""
    target = collected(tmp_path, {"kadai1.py": PROGRAM})
    for name in (".earlier/24A1201/1/kadai1.py", ".unassigned/24A1202/kadai1.py"):
        (target / name).parent.mkdir(parents=True)
        (target / name).write_text(PROGRAM, encoding="utf-8")
    assert [one.student for one in find_students(target, COURSE)] == [WHO]


def test_earlier_versions_are_told(tmp_path: Path) -> None:
    """Whoever handed in twice sees which one was graded."""
    target = collected(tmp_path, {"kadai1.py": PROGRAM})
    handed = {f"{WHO}{MOODLE}kadai1.py": PROGRAM + "#"}
    newer = zipped(tmp_path / "2.zip", handed, NOON + timedelta(hours=1))
    collect([newer], course(tmp_path), ASSIGNMENT, target=target)
    one = submission(target)
    evidence = replace(observed(one), collected=one.collected)
    found = {x.check: x for check in CHECKS for x in check(evidence, ASSIGNMENT)}
    assert found["INT004"].case == "earlier"
    assert_worded(found["INT004"])


def test_a_folder_that_was_renamed_keeps_its_time(tmp_path: Path) -> None:
    """A person said whose it is; when it came is known all the same."""
    target = collected(tmp_path, {"kadai1.py": PROGRAM, "sub/data.csv": "1"})
    (target / WHO).rename(target / "24A1201")
    found = submission(target)
    assert found.student == "24A1201"
    assert found.received is not None
    (target / "24A1201").rename(target / "24A1202_x")
    (target / "24A1202_x" / "kadai1.py").write_text("somebody else's", encoding="utf-8")
    assert submission(target).received is None
