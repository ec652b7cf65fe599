"""From downloads to a folder per student."""

import json
import os
import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.intake.collecting import CollectResult, collect
from grader.model.collection import NoteKind, Role, TimeSource
from grader.model.errors import IntakeError
from tests.lms.collecting.downloads import (
    ASSIGNMENT,
    MOODLE,
    PROGRAM,
    course,
    names,
    reportlist,
    roster,
    tree,
    worksheet,
    zipped,
)
from tests.lms.collecting.lab import CLASS
from tests.wording.worded import in_japanese


def run(folder: Path, *inputs: Path, **more: object) -> CollectResult:
    """Collects into submissions/kadai1 of a course in this folder."""
    target = folder / "submissions" / "kadai1"
    return collect(inputs, course(folder), ASSIGNMENT, target=target, **more)  # type: ignore[arg-type]  # options by name


def moodle(folder: Path, name: str = "moodle.zip", program: str = PROGRAM) -> Path:
    """Makes what Moodle gives in folders, with Japanese names."""
    return zipped(
        folder / name,
        {
            f"山田 太郎_31201{MOODLE}kadai1.py": program,
            f"山田 太郎_31201{MOODLE}課題1_24A1201.docx": "report",
            f"佐藤 花子_31202{MOODLE}kadai1.py": program + "#",
        },
    )


def test_moodle(tmp_path: Path) -> None:
    """Names join the roster; who did not hand in is on the list; times are the zip's."""
    listed = roster(tmp_path / "meibo.csv", CLASS)
    result = run(tmp_path, moodle(tmp_path), roster=listed)
    target = tmp_path / "submissions" / "kadai1"
    assert names(target) == ["24A1201/kadai1.py", "24A1201/課題1_24A1201.docx", "24A1202/kadai1.py"]
    assert result.collection.lms == "moodle"
    assert result.collection.not_submitted == ("24A1203",)
    first = result.collection.students[0]
    assert [file.role for file in first.files] == [Role.SOURCE, Role.REPORT]
    assert first.received is not None
    assert first.received.source is TimeSource.ARCHIVE
    assert first.received.at.isoformat() == "2025-04-16T12:00:00+09:00"
    assert result.new == ("24A1201", "24A1202")
    document = json.loads((target / "collected.json").read_text(encoding="utf-8"))
    assert document["students"][0]["name"] == "山田 太郎"


def test_moodle_with_its_worksheet(tmp_path: Path) -> None:
    """The worksheet says when, and who the participant is."""
    sheet = worksheet(
        tmp_path / "評定.csv",
        [
            ("31201", "山田 太郎", "s24a1201@example.ac.jp", "2025年 04月 16日(水曜日) 21:05"),
            ("31202", "佐藤 花子", "s24a1202@example.ac.jp", "2025年 04月 16日(水曜日) 22:00"),
            ("31203", "田中 実", "s24a1203@example.ac.jp", "-"),
        ],
    )
    result = run(tmp_path, moodle(tmp_path), sheet, roster=roster(tmp_path / "meibo.csv", CLASS))
    first, second = result.collection.students
    assert (first.student, second.student) == ("24A1201", "24A1202")
    assert first.received is not None
    assert first.received.source is TimeSource.SHEET
    assert first.received.at.isoformat() == "2025-04-16T21:05:00+09:00"
    assert result.collection.not_submitted == ("24A1203",)


def test_canvas(tmp_path: Path) -> None:
    """The upload with the highest number counts; LATE is kept."""
    path = zipped(
        tmp_path / "submissions.zip",
        {
            "山田太郎_5001_90001_kadai1.py": PROGRAM,
            "山田太郎_5001_90002_kadai1-1.py": PROGRAM + "# 2",
            "佐藤花子_LATE_5002_90003_kadai1.py": PROGRAM + "# 3",
        },
    )
    result = run(tmp_path, path, roster=roster(tmp_path / "meibo.csv", CLASS))
    assert result.collection.lms == "canvas"
    assert names(tmp_path / "submissions" / "kadai1") == [
        ".earlier/24A1201/undated/kadai1.py",
        "24A1201/kadai1-1.py",
        "24A1202/kadai1.py",
    ]
    kinds = [note.kind for one in result.collection.students for note in one.notes]
    assert kinds == [NoteKind.EARLIER, NoteKind.LATE]


def test_blackboard(tmp_path: Path) -> None:
    """The attempt with the later time counts, whatever the order in the zip."""
    day = "課題1_s24a1201_attempt_2025-04-{}-21-05-10{}"
    files = {day.format(17, "_kadai1.py"): PROGRAM + "# 2", day.format(16, "_kadai1.py"): PROGRAM}
    path = zipped(tmp_path / "blackboard.zip", {**files, day.format(17, ".txt"): "Name: A B"})
    (one,) = run(tmp_path, path, roster=roster(tmp_path / "meibo.csv", CLASS)).collection.students
    assert one.received is not None
    assert one.received.at.isoformat() == "2025-04-17T21:05:10+09:00"
    assert [(file.path, file.role) for file in one.files] == [
        (".earlier/24A1201/20250416-210510/kadai1.py", Role.EARLIER),
        ("24A1201/kadai1.py", Role.SOURCE),
    ]
    assert (tmp_path / "submissions/kadai1/24A1201/kadai1.py").read_text() == PROGRAM + "# 2"


def test_days_of_utol(tmp_path: Path) -> None:
    """Which of two days counts, a person says; what came once is there."""
    files = {f"2025-04-{day}/24A1201/kadai1.py": PROGRAM + f"# {day}" for day in (16, 17)}
    path = zipped(tmp_path / "utol.zip", {**files, "2025-04-16/24A1202/kadai1.py": PROGRAM})
    one, two = run(tmp_path, path, roster=roster(tmp_path / "meibo.csv", CLASS)).collection.students
    assert [note.kind for note in one.notes] == [NoteKind.SEVERAL]
    assert len(one.files) == 2
    assert (two.received, two.notes) == (None, ())


def test_manaba(tmp_path: Path) -> None:
    """Ids are the folders'; times and attempts are the sheet's."""
    sheet = reportlist(
        [
            ("s24a1201", "24A1201", "山田　太郎", "2025-04-16 21:05:10", 2),
            ("s24a1202", "24A1202", "佐藤　花子", "", 0),
        ]
    )
    path = zipped(
        tmp_path / "report-933913-1007977.zip",
        {
            "report-933913-1007977/reportlist.xlsx": sheet,
            "report-933913-1007977/24A1201@s24a1201/kadai1.py": PROGRAM,
        },
    )
    result = run(tmp_path, path)
    (one,) = result.collection.students
    assert result.collection.lms == "manaba"
    assert one.student == "24A1201"
    assert one.attempt == 2
    assert one.received is not None
    assert one.received.at.isoformat() == "2025-04-16T21:05:10+09:00"
    assert result.collection.not_submitted == ("24A1202",)
    assert result.collection.names["24A1201"] == "山田 太郎"


def test_a_hostile_download(tmp_path: Path) -> None:
    """Nothing leaves the target, and whose a refused entry is, is known."""
    path = zipped(
        tmp_path / "moodle.zip",
        {
            f"山田 太郎_31201{MOODLE}kadai1.py": PROGRAM,
            "../../evil.py": "x",
            "/etc/evil.py": "x",
            f"佐藤 花子_31202{MOODLE}kadai1.rar": b"Rar!\x1a\x07\x01\x00" + b"\0" * 99,
            f"田中 実_31203{MOODLE}../CON.py": PROGRAM,
        },
    )
    result = run(tmp_path, path, roster=roster(tmp_path / "meibo.csv", CLASS))
    assert not list(tmp_path.glob("**/evil.py"))
    assert result.collection.not_submitted == ()
    students = {one.student: one for one in result.collection.students}
    assert NoteKind.REFUSED in {note.kind for note in students["24A1203"].notes}
    outside = [one for one in result.collection.refused if "evil" in one.entry]
    assert len(outside) == 2
    assert all(one.student == "" for one in outside)
    assert os.listdir(tmp_path / "submissions") == ["kadai1"]  # noqa: PTH208  hidden ones too


def test_collecting_again_changes_nothing(tmp_path: Path) -> None:
    """A second run writes no byte."""
    path = moodle(tmp_path)
    listed = roster(tmp_path / "meibo.csv", CLASS)
    run(tmp_path, path, roster=listed)
    target = tmp_path / "submissions"
    before = tree(target)
    again = run(tmp_path, path, roster=listed)
    assert tree(target) == before
    assert again.unchanged == ("24A1201", "24A1202")
    without = run(tmp_path, path)
    assert tree(target) == before
    assert not without.new
    assert not without.updated


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    """Not even the folder; but it says what would be."""
    result = run(tmp_path, moodle(tmp_path), dry_run=True)
    assert not (tmp_path / "submissions").exists()
    assert len(result.collection.students) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["moodle.zip"]


def test_everything_is_private(tmp_path: Path) -> None:
    """Others on the machine read nothing."""
    run(tmp_path, moodle(tmp_path))
    target = tmp_path / "submissions" / "kadai1"
    for path in (target, *target.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


def test_one_bad_download_costs_no_other(tmp_path: Path) -> None:
    """It is reported, and the rest is collected."""
    bad = tmp_path / "bad.zip"
    bad.write_bytes(b"no zip")
    result = run(tmp_path, bad, moodle(tmp_path))
    assert len(result.collection.students) == 2
    (trouble,) = result.troubles
    assert "bad.zip" in str(trouble)
    with pytest.raises(IntakeError, match=r"bad\.zip"):
        run(tmp_path, bad)


def test_the_target_is_no_download(tmp_path: Path) -> None:
    """Collecting what was collected would go round in circles."""
    run(tmp_path, moodle(tmp_path))
    with pytest.raises(IntakeError, match="is the folder that submissions are collected into"):
        run(tmp_path, tmp_path / "submissions" / "kadai1")


def test_another_assignments_folder_is_refused(tmp_path: Path) -> None:
    """Two assignments are never mixed; whose files they are is said before anything is written."""
    path = moodle(tmp_path)
    run(tmp_path, path)
    other = replace(ASSIGNMENT, id="kadai2")
    target = tmp_path / "submissions" / "kadai1"
    before = tree(target)
    with pytest.raises(IntakeError, match="collected for kadai1, not kadai2") as raised:
        collect([path], course(tmp_path), other, target=target)
    assert in_japanese(raised.value) != str(raised.value)
    assert tree(target) == before


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_links_in_the_target_are_refused(tmp_path: Path) -> None:
    """Nothing is written through a link, and nothing else then either."""
    away = tmp_path / "away"
    away.mkdir()
    target = tmp_path / "submissions" / "kadai1"
    target.mkdir(parents=True)
    (target / "24A1202").symlink_to(away)
    with pytest.raises(IntakeError, match="is a link"):
        run(tmp_path, moodle(tmp_path), roster=roster(tmp_path / "meibo.csv", CLASS))
    assert not list(away.iterdir())
    assert not (target / "24A1201").exists()
