"""`grader regrade` makes every sheet anew from what is stored."""

import csv
import io
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec.structs import replace

from grader.export.place_notes import to_note
from grader.model.places import Place, PlaceComment, PlaceKind
from grader.sandbox import IsolationLevel
from grader.store import Store
from tests.batch.classes import RIGHT, TRANSPOSED
from tests.commands.conftest import Say
from tests.commands.weeks import decide_all, rows_of
from tests.sandbox.places import skip_unless_holds
from tests.store.records_for_tests import decision

Inbox = Callable[..., Path]


def edit(course: Path, before: str, after: str) -> None:
    """Changes the assignment's file."""
    path = course / "assignments/kadai1/assignment.toml"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_changed_points_are_in_every_file(course: Path, say: Say, graded_inbox: Inbox) -> None:
    """Even when the submissions are gone: nothing is run, so nothing is needed."""
    graded_inbox(s201=RIGHT, s202=TRANSPOSED)
    (course / "inbox").rename(course / "gone")
    edit(course, "points = 4", "points = 5")
    said = say("regrade", "kadai1", "--lang", "en")
    assert said.code == 0, said.err
    assert "Graded: 0. Score sheets changed: 2. Unchanged: 0" in said.out
    assert "5/9" in said.out
    assert '"total": 5.0' in (course / "results/kadai1/sheets/24A1201.json").read_text()
    assert ",5," in (course / "results/kadai1/grades.csv").read_text(encoding="utf-8-sig")


def test_what_changed_is_counted_and_whose_confirmation_fell(
    course: Path, say: Say, graded_inbox: Inbox
) -> None:
    """Eight sheets of eleven change and three confirmations with them; both languages say so."""
    wrong = {f"s2{n:02}": TRANSPOSED for n in range(1, 9)}  # what the criterion gives changes
    graded_inbox(**wrong, s221="", s222="", s223="")
    students = [f"24A12{n:02}" for n in (1, 2, 3, 21)]
    say("export", "kadai1")
    table = course / "results/kadai1/export/kadai1.csv"
    rows = rows_of(table)
    criteria = [at for at, head in enumerate(rows[0]) if "(/" in head]
    for row in rows[1:]:
        for at in criteria:
            row[at] = row[at] or ("1" if row[0] in students else "")
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    table.write_text(text.getvalue(), encoding="utf-8-sig")
    assert say("review", "kadai1", "--import", table, "--by", "TA1").code == 0
    for student in students:
        assert say("review", "kadai1", "--confirm", student, "--by", "TA1").code == 0
    unchanged = say("regrade", "kadai1", "--lang", "en")
    assert "Graded: 0. Unchanged: 11" in unchanged.out
    assert "confirmation" not in unchanged.out
    edit(course, '"RUN", "COR"]', '"RUN"]')
    said = say("regrade", "kadai1", "--lang", "en")
    assert said.code == 0, said.err
    assert "Graded: 0. Score sheets changed: 8. Unchanged: 3" in said.out
    assert "Students whose points no longer match their confirmation (3): " in said.out
    assert (
        "confirmation (3): 24A1201, 24A1202, 24A1203. Review and confirm them again.\n" in said.out
    )
    states = say("review", "kadai1", "--list", "--lang", "en").out
    assert states.startswith("not confirmed: 3\n")
    assert "confirmed: 1" in states
    again = say("regrade", "kadai1", "--lang", "ja")  # nothing more changed; three still wait
    assert "0 人を採点、11 人は変更なし" in again.out
    assert "確定した得点と合わなくなった 3 人: 24A1201、24A1202、24A1203" in again.out


def test_a_table_counts_although_the_clock_was_set_back(
    course: Path, say: Say, graded_inbox: Inbox
) -> None:
    """What was decided before bears a later time than the import, which is the later one."""
    graded_inbox(s201=RIGHT)
    results = course / "results/kadai1"
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    with Store(results, "kadai1") as store:
        store.decide(replace(decision(1.0, "24A1201"), criterion="form", at=tomorrow))
    say("export", "kadai1")
    table = results / "export/kadai1.csv"
    rows = rows_of(table)
    (form,) = (at for at, head in enumerate(rows[0]) if head.startswith(("体裁", "Form")))
    rows[1][form] = "2"
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    table.write_text(text.getvalue(), encoding="utf-8-sig")
    assert say("review", "kadai1", "--import", table, "--by", "TA1").code == 0
    sheet = json.loads((results / "sheets/24A1201.json").read_bytes())
    assert [each["points"] for each in sheet["awards"] if each["criterion"] == "form"] == [2.0]


def test_points_of_a_person_that_no_longer_count(course: Path, say: Say, graded: Path) -> None:
    """The rubric gives less than was decided: said by name, and the gradebook before is kept."""
    decide_all(say, graded, course)
    before = (graded / "grades.csv").read_bytes()
    edit(course, "points = 2", "points = 0.5")
    said = say("regrade", "kadai1", "--lang", "en")
    assert said.code == 0, said.err
    assert (
        "Students for whom points given by a TA no longer apply (2): 24A1201, 24A1202" in said.out
    )
    (kept,) = graded.glob("grades.csv.*")
    assert kept.read_bytes() == before
    edit(course, "points = 0.5", "points = 2")
    say("regrade", "kadai1")
    assert (graded / "grades.csv").read_bytes() == before  # nothing decided was lost


def test_grade_counts_sheets_that_changed_without_a_run(
    course: Path, say: Say, graded_inbox: Inbox
) -> None:
    """Those who were not run are not unchanged for that."""
    graded_inbox(s201=RIGHT, s202=TRANSPOSED)
    edit(course, "points = 4", "points = 5")
    said = say("grade", "kadai1", "--no-timing", "inbox", "--json")
    assert (said.document["changed"], said.document["unchanged"]) == (["24A1201", "24A1202"], [])
    said = say("grade", "kadai1", "--no-timing", "inbox", "--lang", "en")
    assert "Graded: 0. Unchanged: 2" in said.out


WRONG_WHEN_TIMED = (
    f"{RIGHT.replace('matmul', 'product')}\n"
    """\
def matmul(a, b):
    return product(b, a) if len(a) in (8, 16) else product(a, b)
"""
)


def test_a_wrong_result_while_timed_opens_the_criterion(
    course: Path, say: Say, inbox: Inbox
) -> None:
    """As soon as it was timed, in the table and in grades.csv; making sheets anew keeps it."""
    skip_unless_holds(next(iter(IsolationLevel)))
    planned = "first = 8\nlast = 256\nfactor = 1.25\nseconds = 5"
    edit(course, planned, "sizes = [8, 16]\nseconds = 1")
    folder, table = inbox(s201=WRONG_WHEN_TIMED, s202=RIGHT), course / "results/kadai1/grades.csv"

    def programs() -> list[tuple[str, str]]:
        """Points of the criterion, and what is open."""
        with table.open(encoding="utf-8-sig", newline="") as file:
            return [(row["program"], row["open"]) for row in csv.DictReader(file)]

    right = ("4", "discussion form")
    say("grade", "kadai1", "--no-timing", folder)
    assert programs() == [right, right]
    for words in (("grade", "kadai1", "--timing", folder), ("regrade", "kadai1")):
        assert say(*words).code == 0
        assert programs() == [("", "program discussion form"), right]
    (finding,) = [
        one
        for one in json.loads((course / "results/kadai1/sheets/24A1201.json").read_text())[
            "findings"
        ]
        if one["check"] == "COR001"
    ]
    assert finding["verdict"] == "undecided"
    assert "(n = 8)" in finding["message"]


def test_changed_exercise_asks_for_grade(course: Path, say: Say, graded_inbox: Inbox) -> None:
    """Evidence of an older definition is named."""
    graded_inbox(s201=RIGHT)
    edit(course, "call_seconds = 5", "call_seconds = 9")
    said = say("regrade", "kadai1", "--lang", "en")
    assert "Evidence from before the exercises or references changed (1): 24A1201" in said.out


def test_nothing_to_regrade(course: Path, say: Say) -> None:
    """The sentence names the command to begin with."""
    said = say("regrade", "kadai1")
    assert said.code == 2
    assert "run `grader grade` first" in said.err


def test_damaged_store(course: Path, say: Say, graded_inbox: Inbox) -> None:
    """A damaged file is a sentence and exit code 2."""
    graded_inbox(s201=RIGHT)
    (course / "results/kadai1/grader.sqlite").write_bytes(b"no database" * 999)
    said = say("regrade", "kadai1")
    assert said.code == 2
    assert "grader.sqlite: is damaged" in said.err


def test_comments_at_places_are_on_sheets_made_anew(
    course: Path, say: Say, graded_inbox: Inbox
) -> None:
    """In the page and its JSON; where they were removed, the sheet is as it was before."""
    graded_inbox(s201=RIGHT, s202=RIGHT)
    out = course / "results/kadai1"
    files = [out / "sheets" / f"24A1201.{suffix}" for suffix in ("json", "html")]
    before = [file.read_bytes() for file in files]
    with Store(out, "kadai1") as store:
        evidence = store.evidence("24A1201")
        assert evidence is not None
        place = Place(
            kind=PlaceKind.LINE, file="kadai1.py", version="v", graded=evidence.digest, line=2
        )
        at = datetime.now(UTC)
        comment = PlaceComment(key="0" * 16, place=place, text="why?", by="TA 1", at=at)
        store.decide_all(notes=[to_note("24A1201", comment)])
    assert say("regrade", "kadai1").code == 0
    (written,) = json.loads(files[0].read_text(encoding="utf-8"))["comments"]
    assert (written["text"], written["line"], written["earlier"]) == ("why?", 2, False)
    assert "why?" in files[1].read_text(encoding="utf-8")
    with Store(out, "kadai1") as store:
        store.decide_all(notes=[to_note("24A1201", replace(comment, text=""))])
    # As when the review page ends: only sheets that say something else are written.
    assert say("export", "kadai1").code == 0
    head, *rows = rows_of(out / "export/kadai1.csv")
    (other,) = (row for row in rows if row[0] == "24A1202")
    edited = [
        value or "1" if "(/" in title else value for title, value in zip(head, other, strict=True)
    ]
    text = io.StringIO(newline="")
    csv.writer(text).writerows([head, edited])
    (course / "edited.csv").write_text(text.getvalue(), encoding="utf-8-sig")
    assert say("review", "kadai1", "--import", course / "edited.csv", "--by", "TA 1").code == 0
    assert [file.read_bytes() for file in files] == before
