"""Who is late by the word of an LMS that does not say when is told to a person."""

import pytest
from msgspec.structs import replace

from grader.gradebook import undated
from grader.model.collection import Collected, Note, NoteKind
from tests.gradebook.gradebook_for_tests import DUE, HALF_PER_DAY, KADAI1, came, collection

LATE = Note(kind=NoteKind.LATE, names=("a.py",))
DATED = came("24A1201", DUE)
UNDATED = replace(DATED, received=None)


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (replace(UNDATED, notes=(LATE,)), 1),
        (UNDATED, 0),
        (DATED, 0),
        (replace(DATED, notes=(LATE,)), 0),  # its time tells how late
        (replace(UNDATED, notes=(Note(kind=NoteKind.REPAIRED),)), 0),
    ],
)
def test_late_and_nobody_knows_when(one: Collected, told: int) -> None:
    """Only where being late costs points."""
    found = collection(one)
    assert undated(HALF_PER_DAY, found) == (("24A1201",) if told else ())
    assert undated(KADAI1, found) == ()
    assert undated(HALF_PER_DAY, None) == ()
