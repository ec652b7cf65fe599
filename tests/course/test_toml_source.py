"""Files that are no TOML: one sentence each, with the place."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.course.toml_source import KeyPath, key_lines, read_toml
from grader.model.errors import CourseError
from tests.tree import tracked_files


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"a = 1\nb = \n", "line 2, column 5: is not valid TOML: Invalid value"),
        (b"a = 1\na = 2", "line 2: is not valid TOML: Cannot overwrite a value"),
        ("a ＝ 1".encode(), "line 1, column 3: is not valid TOML: Expected '=' after a key"),
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
    assert read_toml(path, "x.toml").document == expected


def paths(value: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Every key, table and element of a document."""
    parts = range(len(value)) if isinstance(value, list) else value
    for part in parts if isinstance(value, dict | list) else ():
        yield (*path, part)
        yield from paths(value[part], (*path, part))


def test_every_key_of_our_files_has_a_line() -> None:
    """What the parser finds and what the search for lines finds is the same."""
    files = [path for path in tracked_files() if path.suffix == ".toml"]
    assert len(files) > 300
    for path in files:
        text = path.read_text("utf-8-sig")
        lines = key_lines(text)
        assert set(lines) == set(paths(tomllib.loads(text))), path
        for key, line in lines.items():
            name = str(key[-1])
            there = {name, json.dumps(name, ensure_ascii=False)[1:-1]}
            is_shown = any(each in text.split("\n")[line - 1] for each in there)
            assert isinstance(key[-1], int) or is_shown, (path, key)


LINES = [
    """a.b."c d" = 1 # a comment with " and [""",
    """"x.y" = '''""",
    """[not] = "a key"'''""",
    """[x.z]""",
    """q = [""",
    """  1, # ] none""",
    """  { k = 2, "m".n = [3,""",
    """    "]"] },""",
    """]""",
    """w = 2025-04-17 23:59:00""",
    """[[t]]""",
    """[[t.u]]""",
    """[[t.u]]""",
    """z = 1.5""",
    """[t.v]""",
    """[[t]]""",
    """'y' = \"\"\" """,
    """three \\\"\"" quotes\"\"\"\"\"""",
    """[[t.u]]""",
]


def test_difficult_places() -> None:
    """Tables in tables, keys in quotes, and brackets that are none."""
    text = "\n".join(LINES)
    lines = key_lines(text)
    assert set(lines) == set(paths(tomllib.loads(text)))
    assert lines["a", "b", "c d"] == 1
    assert lines["x.y",] == 2
    assert [lines["x", "z", "q", number] for number in range(2)] == [6, 7]
    assert lines["x", "z", "q", 1, "m", "n", 1] == 8
    assert [lines[key] for key in (("t", 0, "u", 1, "z"), ("t", 0, "v"), ("t", 1))] == [14, 15, 16]
    assert lines["t", 1, "u", 0] == 19


def _written(value: Any) -> str:
    """Writes a value as TOML on one line; text as JSON does, which is TOML as well."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[\n" + "".join(f" {_written(inner)}, # ]\n" for inner in value) + "]"
    return json.dumps(value)


TEXT = st.text(st.characters(codec="ascii", exclude_characters="\x7f"), max_size=5)
VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(-9, 9), st.floats(-1, 1).map(lambda x: round(x, 3)), TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3)),
    max_leaves=8,
)


TABLES = st.tuples(TEXT, st.booleans(), st.dictionaries(TEXT, VALUES, max_size=3))


@given(st.lists(TABLES, max_size=5))
def test_any_document(tables: list[tuple[str, bool, dict[str, Any]]]) -> None:
    """Whatever the keys and values are, each has the line on which it begins."""
    text, kinds = "", dict[str, bool]()
    for name, several, table in tables:
        if name not in kinds or (several and kinds[name]):
            kinds[name] = several
            head = f"[[{json.dumps(name)}]]" if several else f"[{json.dumps(name)}]"
            body = "".join(f"{json.dumps(k)} = {_written(v)}\n" for k, v in table.items())
            text += f"{head}\n{body}"
    lines = key_lines(text)
    assert set(lines) == set(paths(tomllib.loads(text)))
    for path, line in lines.items():
        if isinstance(path[-1], str):
            assert json.dumps(path[-1]) in text.split("\n")[line - 1]
