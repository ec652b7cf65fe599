"""What is told quickly to fit a schema fits by jsonschema too: each key spoiled in many ways."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from grader.course.fitting import surely_fits
from grader.course.schemas import schema
from grader.course.toml_source import read_toml
from tests.tree import ROOT

FILES = [
    ("course", ROOT / "course.toml"),
    *(
        ("assignment", ROOT / "assignments" / name / "assignment.toml")
        for name in ("kadai1", "convnet")
    ),
    ("expected", min((ROOT / "assignments" / "kadai1" / "examples").glob("*/expected.toml"))),
]
ODD: tuple[object, ...] = (
    True,
    0,
    1,
    -1,
    1.0,
    0.5,
    10**9,
    "",
    "a/b",
    "1x",
    "é",
    [],
    ["a", "a"],
    ["b", "a"],
    [0],
    {},
    {"zzz": 1},
)


@pytest.mark.parametrize(("name", "path"), FILES)
def test_only_what_fits_surely_fits(name: str, path: Path) -> None:
    """The file as it is does; what is spoiled only where jsonschema finds nothing either."""
    wanted = schema(name)
    document = read_toml(path, path.name).document
    assert surely_fits(document, wanted, wanted["$defs"])
    validator = Draft202012Validator(wanted)
    changed = list(_spoiled(document))
    sure = [each for each in changed if surely_fits(each, wanted, wanted["$defs"])]
    assert all(map(validator.is_valid, sure))
    assert len(sure) < len(changed) / 2


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (1, {"const": 1}),
        ("1", {"type": "string", "contains": {}}),
        (True, {"type": "integer"}),
        (True, {"enum": [1]}),
        ([1, True], {"type": "array", "uniqueItems": True}),
        ({}, {"$ref": "#/$defs/nowhere"}),
        (None, {"type": "null"}),
    ],
)
def test_what_is_not_known_is_not_sure(value: Any, wanted: dict[str, Any]) -> None:
    """Such a document is jsonschema's to judge."""
    assert not surely_fits(value, wanted, {})


def _spoiled(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the document with one place of it changed, dropped or added to."""
    for path in _places(document):
        for odd in ODD:
            yield _changed(document, path, lambda table, key, odd=odd: table.__setitem__(key, odd))
        yield _changed(document, path, lambda table, key: table.pop(key))
        yield _changed(document, path, lambda table, key: _add_to(table[key]))


def _places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in inner if isinstance(node, dict | list) else ():
        if isinstance(key, int) and key > 1:
            return  # the third element is as the second
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from _places(value, (*path, key))


def _changed(document: dict[str, Any], path: tuple[Any, ...], change: Any) -> dict[str, Any]:
    copied = deepcopy(document)
    table: Any = copied
    for key in path[:-1]:
        table = table[key]
    change(table, path[-1])
    return copied


def _add_to(value: Any) -> None:
    if isinstance(value, dict):
        value["zzz"] = 1
    elif isinstance(value, list):
        value.append(value[0] if value else {})
