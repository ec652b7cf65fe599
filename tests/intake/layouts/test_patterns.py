"""Patterns that the user writes in course.toml, for WebClass and anything else."""

import pytest

from grader.model.errors import IntakeError
from tests.intake.layouts.looking import download, look, names
from tests.wording.worded import in_japanese

WEBCLASS = {"webclass": r"(?P<student>[^_/]+)_(?P<name>[^_/]+)_(?P<time>\d{14})_(?P<file>.+)"}
FOLDERS = {"webclass": r"(?P<student>[^_/]+)_(?P<name>[^/]+)/"}


def test_a_pattern_says_what_it_names() -> None:
    """Groups are the fields; a time without a zone is the course's."""
    found = look(["24a1201_山田太郎_20250417210510_a.py"], patterns=WEBCLASS)
    [piece] = found.pieces
    assert found.lms == "webclass"
    assert (piece.who.student, piece.who.name, piece.file) == ("24A1201", "山田太郎", "a.py")
    assert piece.received is not None
    assert piece.received.at.isoformat() == "2025-04-17T21:05:10+09:00"
    assert (piece.received.source, piece.received.zone) == ("name", "Asia/Tokyo")


def test_what_follows_a_pattern_is_the_file() -> None:
    """Without a group `file`; a folder around everything and a table beside it may be there."""
    found = look(["WebClass/24A1201_山田/src/a.py", "WebClass/成績.csv"], patterns=FOLDERS)
    assert [piece.file for piece in found.pieces] == ["src/a.py"]
    assert names(found.sheets) == ["WebClass/成績.csv"]


@pytest.mark.parametrize(
    ("name", "files"),
    [("24A1201_x.ZIP/src/a.py", ["x.ZIP/src/a.py"]), ("24A1201_x/src/a.py", [])],
)
def test_a_pattern_takes_the_whole_name(name: str, files: list[str]) -> None:
    """What lay in a zip belongs to the zip that the pattern names; nothing else may be left."""
    found = look([name], "x", {"x": r"(?P<student>[^_/]+)_(?P<file>[^/]+)"})
    assert [piece.file for piece in found.pieces] == files
    assert len(found.unexplained) == 1 - len(files)


MOSTLY = [
    "レポート/24A1201_山田 太郎/a.py",
    "レポート/24A1202_佐藤 花子/a.py",
    "レポート/24A1203_鈴木 一郎/a.py",
    "レポート/課題一覧.csv",
    "レポート/24A1204/a.py",
]


@pytest.mark.parametrize("lms", ["auto", "webclass"])
def test_a_pattern_wins_when_it_explains_most(lms: str) -> None:
    """What does not fit it is unexplained, not another layout's."""
    pattern = r"(?P<student>\d{2}[A-Z]\d{4})_(?P<name>[^_/]+)/(?P<file>.+)"
    found = look(MOSTLY, lms, {"webclass": pattern})
    assert found.lms == "webclass"
    assert [piece.who.student for piece in found.pieces] == ["24A1201", "24A1202", "24A1203"]
    assert names(found.unexplained) == MOSTLY[4:]
    few = look([*MOSTLY[3:], "レポート/24A1205/a.py", MOSTLY[0]], patterns={"webclass": pattern})
    assert few.lms == "plain"


def test_the_name_beside_an_id_is_read() -> None:
    """So that joining can see that both are one person's; the names of files are no names."""
    found = look(["24A1203_山田 太郎/a.py", "24A1204/a.py", "24A1205_v2/a.py"])
    assert [piece.who.name for piece in found.pieces] == ["山田 太郎", "", ""]
    assert [piece.who.name for piece in look(["24A1203_山田.py", "24A1204.py"]).pieces] == ["", ""]


def test_what_is_no_id_stays_as_a_login() -> None:
    """A student's id is only what the course says one looks like."""
    [piece] = look(["s9_山田/a.py"], "webclass", FOLDERS).pieces
    assert (piece.who.student, piece.who.user) == ("", "s9")


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(", r"course\.toml: lms\.x: is not a valid regular expression"),
        ("(?P<file>.+)", r"course\.toml: lms\.x: requires a group for the owner"),
    ],
)
def test_a_pattern_that_is_none(pattern: str, message: str) -> None:
    """The error names the key and is said in Japanese, too."""
    with pytest.raises(IntakeError, match=message) as error:
        look(download(["a"]), patterns={"x": pattern})
    assert in_japanese(error.value) != str(error.value)
