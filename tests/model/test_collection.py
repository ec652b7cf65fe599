"""When it is certain that somebody did not hand in."""

import pytest
from msgspec.structs import replace

from grader.model.collection import Collection, Identity, Unassigned

WHOLE = Collection(assignment="kadai1", lms="moodle", students=(), not_submitted=("a", "b"))
WAITING = (Unassigned(label="?", who=Identity(), files=()),)


def test_with_everything_known_it_is_certain() -> None:
    """Whole downloads, and nobody's files are left over."""
    assert WHOLE.sure
    assert WHOLE.is_missing("a")
    assert not WHOLE.is_missing("c")


@pytest.mark.parametrize(
    "collection",
    [
        replace(WHOLE, incomplete=("cut.zip",)),
        replace(WHOLE, unassigned=WAITING),
        replace(WHOLE, claimed=("a",)),
    ],
)
def test_what_may_be_theirs_keeps_it_open(collection: Collection) -> None:
    """A download that broke off, files of nobody known, an LMS that says otherwise."""
    assert not collection.sure
    assert not collection.is_missing("a")


def test_the_lms_itself_may_say_so() -> None:
    """Its own table is certain of one student, whatever else is open."""
    collection = replace(WHOLE, incomplete=("cut.zip",), unassigned=WAITING, surely_missing=("a",))
    assert collection.is_missing("a")
    assert not collection.is_missing("b")
