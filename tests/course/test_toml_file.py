"""Files that are no TOML: one sentence each, with the place."""

from pathlib import Path

import pytest

from grader.course.toml_file import read_toml
from grader.model.errors import CourseError


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"a = 1\nb = \n", "line 2, column 5: is not TOML: Invalid value"),
        (b"a = 1\na = 2", "line 2: is not TOML: Cannot overwrite a value"),
        ("a ＝ 1".encode(), "line 1, column 3: is not TOML: Expected '=' after a key"),
        ("a = 1\nb = '行列'".encode("cp932"), "line 2: is not UTF-8; save the file again as UTF-8"),
        (b"a = " + b"[" * 100_000, "is nested too deeply"),
    ],
)
def test_what_is_no_toml_is_told_with_its_place(tmp_path: Path, raw: bytes, said: str) -> None:
    """The sentence names the file, the line and what is wrong."""
    path = tmp_path / "x.toml"
    path.write_bytes(raw)
    with pytest.raises(CourseError) as caught:
        read_toml(path, "x.toml")
    (problem,) = caught.value.problems
    assert problem.startswith(f"x.toml: {said}")


@pytest.mark.parametrize("name", ["missing.toml", ""])
def test_what_cannot_be_read_is_told(tmp_path: Path, name: str) -> None:
    """A missing file and a folder are sentences too."""
    with pytest.raises(CourseError, match=r"x\.toml: cannot be read: "):
        read_toml(tmp_path / name, "x.toml")


def test_dates_become_text(tmp_path: Path) -> None:
    """Dates, also inside tables and lists, are ISO 8601 text."""
    path = tmp_path / "x.toml"
    path.write_text("a = 2025-04-17T23:59:00+09:00\nb = { c = [2025-04-17, 07:32:00] }")
    expected = {"a": "2025-04-17T23:59:00+09:00", "b": {"c": ["2025-04-17", "07:32:00"]}}
    assert read_toml(path, "x.toml") == expected
