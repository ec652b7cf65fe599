"""Whatever is edited in a table, and however its rows lie, exactly the edits come back."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.gradebook import open_gradebook
from grader.gradebook.importing import NO_COMMENT, Imported
from grader.model.gradebook import Comment, Gradebook
from grader.store import Store
from tests.gradebook.gradebook_for_tests import (
    JA,
    KADAI1,
    LAWFUL,
    NOON,
    RIGHT,
    WRONG,
    grade_one,
)
from tests.gradebook.tables_for_tests import COMMENT, put, rows_of, take, written

STUDENTS = [f"{number:06d}" for number in (7, 70, 700, 1201, 9999)]
MOST = {"program": 4.0, "rules": 2.0, "form": 2.0}
COLUMN = {"program": 2, "rules": 3, "form": 4}
POINTS = st.integers(0, 16).map(lambda quarters: quarters / 4)
TEXT = st.text(
    st.characters(
        codec="cp932", categories=["L", "N", "P", "S", "Zs"], exclude_characters="¢£¬‖−〜"
    ),
    max_size=12,
) | st.sampled_from(["=1+1", "'よい", "1-2", "a\nb", "00", "-", "…", "長い…"])
SPELT = st.sampled_from(["{:g}", "{:.2f}", " {:g} ", "'{:g}"])
CELLS = st.tuples(st.sampled_from(STUDENTS), st.sampled_from(list(MOST)))


def a_class(folder: Path, comments: Mapping[str, str]) -> Gradebook:
    """Five students, some of whom got it wrong, with these comments."""
    with Store(folder, "kadai1") as store:
        for number, student in enumerate(STUDENTS):
            grade_one(store, student, WRONG if number % 2 else RIGHT, LAWFUL)
        store.decide_all(
            (),
            [Comment(student=one, text=text, by="TA", at=NOON) for one, text in comments.items()],
        )
        return open_gradebook(store, KADAI1, JA)


def edited(
    folder: Path,
    book: Gradebook,
    edits: Mapping[tuple[str, str], float],
    comments: Mapping[str, str],
    order: Sequence[int],
    spelt: str,
) -> Imported:
    """The class's table, edited, sorted and read."""
    rows = rows_of(written(book))
    for (student, criterion), points in edits.items():
        put(rows, student, COLUMN[criterion], spelt.format(min(points, MOST[criterion])))
    for student, text in comments.items():
        put(rows, student, COMMENT, "'" + text)
    return take(folder, [rows[number] for number in order], names={})


@settings(max_examples=60)
@given(
    edits=st.dictionaries(CELLS, POINTS, max_size=6),
    comments=st.dictionaries(st.sampled_from(STUDENTS), TEXT, max_size=3),
    written_before=st.dictionaries(st.sampled_from(STUDENTS), TEXT, max_size=3),
    order=st.permutations(range(len(STUDENTS) + 1)),
    spelt=SPELT,
)
def test_exactly_the_edits_come_back(
    edits: dict[tuple[str, str], float],
    comments: dict[str, str],
    written_before: dict[str, str],
    order: list[int],
    spelt: str,
) -> None:
    """Export, edit, sort, read: the same points and comments, and nothing else."""
    with tempfile.TemporaryDirectory() as name:
        book = a_class(Path(name), written_before)
        found = edited(Path(name), book, edits, comments, order, spelt)
    edits = {cell: min(points, MOST[cell[1]]) for cell, points in edits.items()}
    now = {
        (one.student, award.criterion): award.points
        for one in book.grades
        if one.sheet
        for award in one.sheet.awards
    }
    assert {(one.student, one.criterion): one.points for one in found.decisions} == {
        cell: points for cell, points in edits.items() if now[cell] != points
    }
    before = {one.student: one.comment for one in book.grades}
    assert {one.student: one.text for one in found.comments} == {
        student: "" if text.strip() in NO_COMMENT else text.strip()
        for student, text in comments.items()
        if text.strip()
        and plain(text) != plain(before[student])
        and (text.strip() not in NO_COMMENT or before[student].strip())
    }
    assert found.problems == ()


def plain(text: str) -> str:
    """What is compared: blanks do not matter, nor does an apostrophe in front."""
    return " ".join(text.strip().removeprefix("'").split())
