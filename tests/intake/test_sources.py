"""From a file's bytes to a source."""

import pytest

from grader.intake.refusal import FileRefused
from grader.intake.sources import is_notebook, read_source, size_cap
from grader.model.submission import SourceKind, Trouble
from tests.intake.submitting import PROGRAM, notebook

CAP = 1_000


def test_a_script_keeps_its_bytes() -> None:
    """The text is normalised, the bytes are not."""
    raw = PROGRAM.replace("\n", "\r\n").encode()
    source, notes = read_source("a.py", raw, CAP)
    assert (source.kind, source.text, source.raw) == (SourceKind.SCRIPT, PROGRAM, raw)
    assert notes == ()


@pytest.mark.parametrize("name", ["a.ipynb", "a.ipynb.txt", "A.IPYNB", "a.py", "a.py.txt"])
def test_a_notebook_is_known_by_its_name_or_content(name: str) -> None:
    """A notebook called .py is one too."""
    source, _ = read_source(name, notebook("x = 1", "y = 2").encode(), CAP)
    assert (source.kind, source.text) == (SourceKind.NOTEBOOK, "x = 1\ny = 2\n")
    assert source.raw == source.text.encode()
    place = source.location(2)
    assert (place.cell, place.line, place.text) == (2, 1, "y = 2")


def test_another_encoding_is_noted_with_its_first_line() -> None:
    """The student sees which line made the difference."""
    source, notes = read_source("a.py", "x = 1\n\ny = 2  # 行列\n".encode("cp932"), CAP)
    (note,) = notes
    assert (note.trouble, note.detail) == (Trouble.REDECODED, "cp932")
    assert note.location is not None
    assert (note.location.line, note.location.text) == (3, "y = 2  # 行列")
    assert source.encoding == "cp932"


@pytest.mark.parametrize(
    ("name", "content", "trouble"),
    [
        ("a.ipynb", notebook("x = 1\n" * 400), Trouble.TOO_LARGE),
        ("a.ipynb", notebook("x = '\0'"), Trouble.NUL_BYTES),
        ("a.ipynb", notebook("x = 1").replace("x", "\\ud800"), Trouble.UNDECODABLE),
        ("a.ipynb", "x = 1", Trouble.BAD_NOTEBOOK),
        ("a.ipynb", " ", Trouble.EMPTY),
        ("a.py", "", Trouble.EMPTY),
    ],
)
def test_what_cannot_run_is_refused(name: str, content: str, trouble: Trouble) -> None:
    """A notebook's code is held to the same rules as a script."""
    with pytest.raises(FileRefused) as caught:
        read_source(name, content.encode(), CAP)
    assert caught.value.trouble is trouble


def test_a_notebook_may_be_larger_than_its_code() -> None:
    """Pictures do not count as a program."""
    assert size_cap("a.ipynb", CAP) > size_cap("a.py", CAP) == CAP
    assert not is_notebook("ipynb.py")
