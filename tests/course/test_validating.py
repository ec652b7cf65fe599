"""Our validation of a course's files finds what jsonschema finds, by the same schemas."""

import json
import random
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from grader.course.schemas import NAMES, schema
from grader.course.validating import CONDITIONS, validate

ROOT = Path(__file__).resolve().parents[2]
LOGICAL = {"$ref", "anyOf", "items", "properties", "propertyNames", "additionalProperties"}
SAYING = {"$schema", "$defs", "title", "description", "default", "format", "x-expect"}
WRONG: list[Any] = [
    *(None, True, 0, -1, 2.0, 2.5, float("inf"), 10**9, "", "x", "X" * 2000, "kadai1", [], {}),
    *([1, 1], [True, 1], ["a", "a"], ["kadai1"], {"": 1}, {"ja": "x"}, {"x": {}}, list(range(300))),
    *({str(n): "x" for n in range(30)}),
]


def _keywords(node: Any) -> Iterator[str]:
    for key, inner in node.items():
        yield key
        several = key in {"properties", "$defs"}
        tables = inner.values() if several else inner if key == "anyOf" else [inner]
        for table in tables if key in LOGICAL | {"$defs"} - {"$ref"} else ():
            yield from _keywords(table) if isinstance(table, dict) else ()


@pytest.mark.parametrize("name", NAMES)
def test_every_keyword_is_known(name: str) -> None:
    """A keyword that a new class makes is validated, or only says something."""
    assert {*_keywords(schema(name))} <= CONDITIONS.keys() | LOGICAL | SAYING


def _places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    listed = node if isinstance(node, list) else ()
    inner = node if isinstance(node, dict) else dict(enumerate(listed))
    for key, value in inner.items():
        yield (*path, key)
        yield from _places(value, (*path, key))


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("course", "course.toml"),
        ("assignment", "assignments/kadai2/assignment.toml"),
        ("assignment", "assignments/optional1/assignment.toml"),
    ],
)
def test_the_same_differences_are_found(name: str, file: str) -> None:
    """A real file in which values are replaced, removed or added at random."""
    rng = random.Random(name)
    wanted = schema(name)
    oracle = Draft202012Validator(wanted)
    read = tomllib.loads((ROOT / file).read_text(encoding="utf-8"))
    document = json.loads(json.dumps(read, default=datetime.isoformat))
    places = [*_places(document)]
    assert list(validate(document, wanted)) == []
    for _ in range(120):
        changed = deepcopy(document)
        *parents, last = rng.choice(places)
        table: Any = changed
        for part in parents:
            table = table[part]
        table[last] = rng.choice(WRONG)
        if isinstance(table, dict) and rng.random() < 0.3:
            del table[last]
            table[rng.choice(["zzz", "points", "id"])] = rng.choice(WRONG)
        theirs = {
            (tuple(error.absolute_path), error.validator, repr(error.instance))
            for error in oracle.iter_errors(changed)
        }
        found = validate(changed, wanted)
        ours = {(path, keyword, repr(value)) for path, keyword, value, _ in found}
        assert ours == theirs, changed
