"""No command begins a lost store anew, and no gradebook gets smaller in silence."""

import csv
import io
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.batch.classes import RIGHT, TRANSPOSED
from tests.commands.conftest import Say
from tests.commands.weeks import decide_all, rows_of

Inbox = Callable[..., Path]
COMMANDS = {
    "grade": ("grade", "kadai1", "--no-timing"),
    "regrade": ("regrade", "kadai1"),
    "review": ("review", "kadai1", "--list"),
    "import": ("review", "kadai1", "--import", "edited.csv", "--by", "TA1"),
    "confirm": ("review", "kadai1", "--confirm", "all", "--by", "TA1"),
    "export": ("export", "kadai1"),
    "course": ("export", "--course"),
}


def files(out: Path) -> dict[str, bytes]:
    """Everything in a results folder but the lock."""
    return {
        str(path.relative_to(out)): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file() and path.name != ".lock"
    }


@pytest.mark.parametrize("lost", ["missing", "empty", "damaged"])
def test_every_command_refuses_a_lost_store(
    course: Path, say: Say, graded: Path, lost: str
) -> None:
    """Exit code 2, which backup to put back, in both languages; and nothing is changed."""
    decide_all(say, graded, course)
    store = graded / "grader.sqlite"
    whole = store.read_bytes()
    if lost == "missing":
        store.unlink()
    else:
        store.write_bytes(b"" if lost == "empty" else whole[:9000])
    before = files(graded)
    newest = max((graded / "backups").iterdir())
    for command in COMMANDS.values():
        for lang, words in (
            ("en", "students: 2, decisions: 4"),
            ("ja", "提出者 2 人、判断 4 件"),
        ):
            said = say(*command, "--lang", lang)
            assert said.code == 2, (command, said.out, said.err)
            assert f"{store}: " in said.err
            assert str(newest) in said.err
            assert words in said.err
            assert "Traceback" not in said.err
            assert files(graded) == before
    store.write_bytes(newest.read_bytes())
    said = say("regrade", "kadai1", "--lang", "en")
    assert said.code == 0, said.err
    assert rows_of(graded / "grades.csv") == rows_of_bytes(before["grades.csv"])


def rows_of_bytes(content: bytes) -> list[list[str]]:
    """The cells of a CSV file that was read already."""
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def kept(out: Path) -> list[Path]:
    """The gradebooks that were kept."""
    return sorted(out.glob("grades.csv.*"))


def completed(out: Path) -> list[str]:
    """Whether everything is decided, of everybody with a sheet."""
    return [row["complete"] for row in named_rows(out / "grades.csv") if not row["missing"]]


def named_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a gradebook, by its headings."""
    heads, *rows = rows_of(path)
    return [dict(zip(heads, row, strict=True)) for row in rows]


def students_of(path: Path) -> list[str]:
    """Who is in a gradebook."""
    return [row[0] for row in rows_of(path)[1:]]


def raw(out: Path, *statements: str) -> None:
    """Changes the store as a disk or another program might."""
    with closing(sqlite3.connect(out / "grader.sqlite")) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for statement in statements:
            connection.execute(statement)
    connection.close()


@pytest.fixture
def three(graded_inbox: Inbox) -> Path:
    """Three students, graded by an early version, which made no backups."""
    return graded_inbox(s201=RIGHT, s202=TRANSPOSED, s203=RIGHT)


GONE = "are missing now, for no reason known to grader (1): 24A1203"
FEWER: dict[str, tuple[Callable[[Path, Path], object], int, str]] = {
    # how a student's row may vanish from the next gradebook: the exit code and what is said
    "the row is gone from the store": (
        lambda out, _: raw(
            out,
            "DELETE FROM derived WHERE student = '24A1203'",
            "DELETE FROM observed WHERE student = '24A1203'",
        ),
        3,
        GONE,
    ),
    "the row is somebody else's now": (
        lambda out, _: raw(
            out,
            "UPDATE derived SET student = '24A1299' WHERE student = '24A1203'",
            "UPDATE observed SET student = '24A1299' WHERE student = '24A1203'",
        ),
        3,
        GONE,
    ),
}


def test_a_first_run_that_was_killed_at_once_is_done_again(
    course: Path, say: Say, inbox: Inbox
) -> None:
    """All that it left is a store without a table; whose work it would have been is graded."""
    out = course / "results" / "kadai1"
    out.mkdir(parents=True)
    (out / "grader.sqlite").touch()
    said = say("grade", "kadai1", "--no-timing", inbox(s201=RIGHT))
    assert said.code == 0, said.err
    assert (out / "sheets" / "24A1201.json").is_file()


@pytest.mark.parametrize("how", FEWER)
def test_a_smaller_gradebook_is_said_and_the_older_one_kept(
    course: Path, say: Say, three: Path, how: str
) -> None:
    """Whose rows are gone."""
    lose, code, words = FEWER[how]
    before = (three / "grades.csv").read_bytes()
    lose(three, course / "inbox")
    said = say("regrade", "kadai1")
    assert (said.code, kept(three) != []) == (code, True), said.err
    (copy,) = kept(three)
    assert copy.read_bytes() == before
    assert words in said.out + said.err
    assert f"was kept as {copy}" in said.err
    assert "24A1203" not in students_of(three / "grades.csv")


def test_who_is_not_in_the_folder_any_more_stays_in_the_gradebook(
    course: Path, say: Say, three: Path
) -> None:
    """Another folder is graded into the same results: everybody is listed, with a mark."""
    (course / "inbox" / "24A1203").rename(course / "elsewhere")
    for command in (("grade", "kadai1", "--no-timing", "inbox"), ("regrade", "kadai1")):
        said = say(*command)
        assert (said.code, kept(three)) == (0, []), said.err
        assert "not in the folder any more: 1. Their records are kept: 24A1203" in said.out
        rows = {row["student"]: row for row in named_rows(three / "grades.csv")}
        assert [row["in this run"] for row in rows.values()] == ["yes", "yes", "no"]
        assert rows["24A1203"]["total"] == rows["24A1201"]["total"] != ""
        page = (three / "summary.html").read_text(encoding="utf-8")
        assert page.count("not in the folder of the last run") == 1


def test_a_gradebook_that_a_person_edited_is_kept(say: Say, three: Path) -> None:
    """A line more, or another table altogether, is somebody's work."""
    table = three / "grades.csv"
    table.write_bytes(table.read_bytes() + "平均,4\r\n".encode())
    said = say("regrade", "kadai1")
    assert (said.code, len(kept(three))) == (3, 1)
    assert "平均" in said.err
    table.write_text("学籍番号;点\r\n24A1201;4\r\n", encoding="cp932")
    said = say("regrade", "kadai1")
    assert (said.code, len(kept(three))) == (0, 2)
    assert "was kept as" in said.err


@pytest.mark.parametrize(
    "command",
    [
        ("regrade", "kadai1"),
        ("grade", "kadai1", "--no-timing", "inbox"),
        ("grade", "kadai1", "--no-timing", "inbox", "--only", "24A1201"),
    ],
)
def test_nothing_is_kept_when_nobody_is_gone(
    say: Say, three: Path, course: Path, inbox: Inbox, command: tuple[str, ...]
) -> None:
    """Other points, and one student more, are no loss."""
    if command[0] == "grade":
        inbox(s204=RIGHT)
    path = course / "assignments/kadai1/assignment.toml"
    path.write_text(path.read_text("utf-8").replace("points = 4", "points = 3"), "utf-8")
    said = say(*command)
    assert (said.code, kept(three)) == (0, []), said.err
    assert {"24A1201", "24A1202", "24A1203"} <= set(students_of(three / "grades.csv"))


def test_one_damaged_observation_stops_nobody(say: Say, three: Path) -> None:
    """Regrading names the student, whose points are open; grading observes again, and only that."""
    before = (three / "grades.csv").read_bytes()
    raw(three, "UPDATE observed SET evidence = '{}' WHERE student = '24A1203'")
    for command in (
        ("regrade", "kadai1"),
        ("grade", "kadai1", "--no-timing", "inbox", "--only", "24A1201"),
    ):
        said = say(*command)
        assert said.code == 3
        assert "24A1203: an error in the grader" in said.err
        rows = {row[0]: row for row in rows_of(three / "grades.csv")}
        assert rows["24A1203"][1] == ""
        assert rows["24A1201"] == rows_of_bytes(before)[1]
    said = say("grade", "kadai1", "--no-timing", "inbox")
    assert said.code == 0, said.err
    assert "Graded: 1. Unchanged: 2" in said.out
    assert (three / "grades.csv").read_bytes() == before


def test_one_damaged_sheet_is_made_anew(say: Say, three: Path) -> None:
    """Until then, the student is named and nobody's points are guessed."""
    raw(three, "UPDATE derived SET sheet = '{}' WHERE student = '24A1203'")
    for command in (
        ("review", "kadai1", "--list"),
        ("export", "kadai1"),
        ("export", "kadai1", "--dry-run"),
    ):
        said = say(*command)
        assert said.code == 3, command
        assert "Damaged in the results folder: the score sheets of 24A1203" in said.err
        assert "24A1201" not in said.err.split("Damaged", 1)[1].splitlines()[0]
    assert say("regrade", "kadai1").code == 0
    assert say("review", "kadai1", "--list").code == 0


def test_a_damaged_decision_is_named_and_never_dropped(
    course: Path, say: Say, graded: Path
) -> None:
    """Its points are open again, in every command, until somebody decides again."""
    decide_all(say, graded, course)
    best = max((graded / "backups").iterdir())
    raw(
        graded,
        "DROP TRIGGER decided_is_never_changed",
        "UPDATE decided SET points = 0 WHERE student = '24A1201' AND criterion = 'form'",
    )
    complete = {}
    for name, command in COMMANDS.items():
        if name == "import":
            continue  # decides again
        said = say(*command, "--lang", "en")
        assert said.code == 3, (command, said.err)
        assert "decisions about 24A1201. They are kept." in said.err
        assert f"{best} (students: 2, readable decisions: 4)" in said.err
        complete[name] = completed(graded)
    assert complete["regrade"] == ["no", "yes"]
    said = say(*COMMANDS["import"], "--lang", "ja")
    assert said.code == 3
    assert "24A1201 についての TA の判断" in said.err
    assert completed(graded) == ["yes", "yes"]
