"""`grader review` without its page: lists what waits, takes edited tables, confirms."""

import re
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.commands.weeks import decide_all


def test_nobody_decides_without_a_name(course: Path, say: Say, graded: Path) -> None:
    """Who decides has to be said."""
    said = say("review", "kadai1", "--confirm", "all")
    assert said.code == 2
    assert "--by" in said.err


def test_review_lists_what_waits(course: Path, say: Say, graded: Path) -> None:
    """Open criteria with their students, and who handed in nothing."""
    said = say("review", "kadai1", "--list", "--lang", "en")
    assert (
        "Not graded “Content: how the time depends on the size” (2): 24A1201, 24A1202" in said.out
    )
    assert "No submission (9): 24A1203, 24A1205" in said.out


def test_unknown_ids_are_no_success(course: Path, say: Say, graded: Path) -> None:
    """Of a confirmation, and of a table, of which nothing is taken then."""
    said = say("review", "kadai1", "--confirm", "24A9999", "--by", "TA1", "--lang", "en")
    assert said.code == 1
    assert "24A9999" in said.out
    assert say("export", "kadai1").code == 0
    table = graded / "export" / "kadai1.csv"
    edited = course / "edited.csv"
    text = table.read_text(encoding="utf-8-sig")
    edited.write_text(text.replace("24A1201", "S01").replace("24A1202", "S02"), "utf-8-sig")
    said = say("review", "kadai1", "--import", edited, "--by", "TA1", "--lang", "en")
    assert said.code == 1
    assert "Nothing of the table was imported. Problems to correct first: 2" in said.out
    assert 'edited.csv, row 2: The ID "S01" is not in the gradebook' in said.err


def test_a_table_is_listed_before_it_counts(course: Path, say: Say, graded: Path) -> None:
    """Whose points change from what to what, and who decided; a dry run stores nothing."""
    decide_all(say, graded, course)
    edited = course / "edited.csv"
    text = edited.read_text(encoding="utf-8-sig")
    edited.write_text(text.replace(",1,", ",0.5,", 1), encoding="utf-8-sig")
    order = ("review", "kadai1", "--import", edited, "--by", "TA2", "--lang", "en")
    dry = say(*order, "--dry-run")
    assert dry.code == 0, dry.err
    line, total = dry.out.splitlines()
    assert re.fullmatch(r"24A120\d “.+”: 1 \(TA1, 20\d\d-\d\d-\d\d \d\d:\d\d\) -> 0\.5", line)
    assert total.startswith("Would import decisions: 1, comments: 0")
    document = say(*order, "--dry-run", "--json").document["imported"]
    (change,) = document["decisions"]
    assert (change["before"], change["decided_by"], change["points"]) == (1.0, "TA1", 0.5)
    done = say(*order)
    assert done.out.splitlines()[0] == line
    assert say(*order).out.startswith("Imported decisions: 0")
    assert say("review", "kadai1", "--list", "--dry-run").code == 2


def test_nothing_of_a_table_with_a_bad_cell_counts(course: Path, say: Say, graded: Path) -> None:
    """Nor is anybody confirmed in the same breath."""
    decide_all(say, graded, course)
    edited = course / "edited.csv"
    text = edited.read_text(encoding="utf-8-sig")
    edited.write_text(text.replace(",1,", ",0.5,", 1).replace(",1,", ",ten,", 1), "utf-8-sig")
    order = ("review", "kadai1", "--import", edited, "--by", "TA2", "--lang", "en")
    said = say(*order, "--confirm", "all", "--json")
    assert said.code == 1
    assert said.document["imported"]["decisions"] == []
    assert len(said.document["imported"]["refused_rows"]) == 1
    assert "confirmed" not in said.document
    assert "ten is not a number from 0 to" in said.err
    table = say("export", "kadai1", "-o", course / "again.csv")
    assert table.code == 0
    assert ",0.5," not in (course / "again.csv").read_text(encoding="utf-8-sig")


def test_a_review_is_one_document(course: Path, say: Say, graded: Path) -> None:
    """What waits, what a table brought, who is confirmed; and 1 while somebody is not."""
    waiting = say("review", "kadai1", "--json").document["waiting"]
    assert waiting["states"]["open"] == 2
    assert all(set(one) == {"24A1201", "24A1202"} for one in waiting["open"].values())
    said = say("review", "kadai1", "--confirm", "all", "--by", "TA1", "--json")
    assert said.code == 1
    left = {one["student"]: one["why"] for one in said.document["confirmed"]["left"]}
    assert (left["24A1201"], left["24A1219"]) == ("open", "not-submitted")
    decide_all(say, graded, course)
    table = course / "edited.csv"
    again = say("review", "kadai1", "--import", table, "--by", "TA1", "--json")
    assert again.document["imported"]["decisions"] == []
    said = say("review", "kadai1", "--confirm", "all", "--by", "TA1", "--json")
    assert said.code == 0
    assert said.document["confirmed"]["students"] == ["24A1201", "24A1202"]


@pytest.mark.parametrize(("student", "code"), [("24A1201", 0), ("24A1219", 1), ("24A9999", 1)])
def test_whoever_is_named_is_confirmed_or_the_code_says_no(
    course: Path, say: Say, graded: Path, student: str, code: int
) -> None:
    """Who handed in nothing, and who is nobody, cannot be."""
    decide_all(say, graded, course)
    order = ("review", "kadai1", "--confirm", student, "--by", "TA1")
    assert say(*order).code == code
    assert say(*order).code == code  # confirmed already is confirmed


@pytest.mark.parametrize(
    ("lang", "sentence"), [("ja", "--by がありません。"), ("en", "--by is missing")]
)
def test_a_missing_name_is_told_in_either_language(
    course: Path, say: Say, lang: str, sentence: str
) -> None:
    """Before anything is opened."""
    said = say("review", "kadai1", "--confirm", "all", "--lang", lang)
    assert said.code == 2
    assert sentence in said.err
