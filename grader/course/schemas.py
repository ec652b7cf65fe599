"""Build the JSON Schemas of the course's files from their classes, and list differences.

`make anew` writes the schemas beside this file, for editors.
"""

import ast
import difflib
import inspect
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from enum import StrEnum
from functools import cache, partial, reduce
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct, defstruct

from grader.course.toml_source import Document, KeyPath
from grader.course.toml_tables import AssignmentFile, CourseFile, ExerciseTable, ExpectedFile
from grader.course.validating import Difference, Schema, resolved, validate
from grader.model.errors import Message
from grader.plugins import installed, table_of

Problem = tuple[KeyPath, Message]  # (key, message)

NAMES = ("course", "assignment", "expected")
"""The names of the schemas."""

_SHOWN = 60  # characters shown of a wrong value
_OF_TYPE = frozenset({"type", "enum", "anyOf"})
"""Keywords after whose failure the value has an unknown type and is dropped."""


@cache
def file_class(name: str) -> type[Any]:
    """Return the class of a file; in assignments, exercises gain the tables of plugins."""
    if name == "assignment":
        return _with_tables()
    return CourseFile if name == "course" else ExpectedFile


def _with_tables() -> type[Any]:
    tables = [
        (name, table | None, None) for name in installed() if (table := table_of(name)) is not None
    ]
    if not tables:
        return AssignmentFile
    made = partial(defstruct, frozen=True, kw_only=True, module=AssignmentFile.__module__)
    exercise = _like(ExerciseTable, made, tables)
    of_many = Annotated[tuple[exercise, ...], Meta(min_length=1)]  # type: ignore[valid-type]
    return _like(AssignmentFile, made, [("exercise", of_many)])


def _like(base: type[Struct], made: Callable[..., type[Struct]], fields: list[Any]) -> type[Struct]:
    """Return a class of the same name with more fields, or with other types of them."""
    return made(base.__name__, fields, bases=(base,), namespace={"__doc__": base.__doc__})


@cache
def schema(name: str) -> Schema:
    """Return the schema of a file, without the descriptions for editors."""
    made = msgspec.json.schema(file_class(name))
    classes = _classes(file_class(name))
    defined = {key: _tidy(table) for key, table in made["$defs"].items()}
    for key, table in defined.items():
        if "enum" in table:
            table["enum"] = list(classes[key])  # in the order of the class
    top = defined.pop(file_class(name).__name__)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        # None under python -OO, which strips docstrings
        "title": top.pop("description", "").removesuffix("."),
    }
    made_of_lists: Schema = json.loads(json.dumps({**head, **top, "$defs": defined}))
    return made_of_lists


def explained_schema(name: str) -> Schema:
    """Add the descriptions that editors show: the docstring below each field."""
    explained: dict[str, Any] = deepcopy(dict(schema(name)))
    for kind in _classes(file_class(name)).values():
        table = explained if kind is file_class(name) else explained["$defs"][kind.__name__]
        for field, text in _explanations(kind).items():
            key = _keys(kind).get(field, field)
            table["properties"][key] = {"description": text, **table["properties"][key]}
    return explained


def _classes(kind: Any) -> dict[str, Any]:
    """Return the records and enumerations inside a type, by name."""
    classes: dict[str, Any] = {}
    inner = get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Struct | StrEnum):
        classes[kind.__name__] = kind
        inner = (*get_type_hints(kind, include_extras=True).values(),)
    for part in inner if not isinstance(kind, type) or issubclass(kind, Struct) else ():
        classes |= _classes(part)
    return classes


def _explanations(kind: type[Any]) -> Mapping[str, str]:
    """Return the docstrings below the fields; only the source has them."""
    if not issubclass(kind, Struct):
        return {}
    base: Any = kind.__base__
    if base is not Struct:  # derived from the class of the file by adding tables of plugins
        tables = [name for name in kind.__struct_fields__ if name not in base.__struct_fields__]
        return {**_explanations(base), **{name: _doc_of(kind, name) for name in tables}}
    (made,) = ast.parse(inspect.getsource(kind)).body
    texts: dict[str, str] = {}
    for field, below in pairwise(made.body if isinstance(made, ast.ClassDef) else ()):
        if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr):
            texts[ast.unparse(field.target)] = " ".join(ast.literal_eval(below.value).split())
    return texts


def _doc_of(kind: type[Any], name: str) -> str:
    table = get_args(get_type_hints(kind)[name])[0]
    return " ".join((table.__doc__ or "").split())


def _tidy(node: Any) -> Any:
    """Adapt a schema to TOML: no key is null, and unknown keys are not allowed."""
    if isinstance(node, list):
        return [_tidy(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    tidy = {key: _tidy(inner) for key, inner in node.items()}
    choices = [choice for choice in tidy.pop("anyOf", ()) if choice != {"type": "null"}]
    if choices:
        tidy |= choices[0] if len(choices) == 1 else {"anyOf": choices}
    if "enum" in tidy or tidy.get("type") == "object":
        tidy.pop("title", None)  # only the name of the class
    if isinstance(tidy.get("properties"), dict) and tidy.get("type") == "object":
        tidy |= _under_their_keys(tidy["properties"], tidy.get("required", []))
        tidy["additionalProperties"] = False
        tidy.pop("title", None)
    if isinstance(tidy.get("description"), str):
        tidy["description"] = inspect.cleandoc(tidy["description"])  # as Python 3.13 does anyway
    if not _is_written(tidy.get("default", ...), tidy):
        tidy.pop("default", None)
    if not tidy.get("required", ...):
        del tidy["required"]
    return tidy


def _is_written(default: Any, wanted: Schema) -> bool:
    """Return whether a default could be written in the file.

    Others, such as infinity, apply only when the key is missing.
    """
    bounded = isinstance(default, float)
    return default is not None and not (
        bounded and (math.isinf(default) or default <= wanted.get("exclusiveMinimum", -math.inf))
    )


def _under_their_keys(fields: Schema, required: list[str]) -> dict[str, Any]:
    """Rename fields to their keys in the file."""
    inner = {name: dict(wanted) for name, wanted in fields.items()}
    keys = {name: wanted.pop("x-key", name) for name, wanted in inner.items()}
    required_names = [name for name, wanted in inner.items() if wanted.pop("x-required", False)]
    for name in required_names:
        inner[name].pop("default", None)
    return {
        "properties": {keys[name]: wanted for name, wanted in inner.items()},
        "required": [keys[name] for name in (*required, *required_names)],
    }


@cache
def _keys(kind: type[Any]) -> Mapping[str, str]:
    """Return the keys of fields whose name differs in the file."""
    hints = get_type_hints(kind, include_extras=True)
    marks = ((name, mark) for name, hint in hints.items() for mark in get_args(hint)[1:])
    extra = ((name, getattr(mark, "extra_json_schema", None) or {}) for name, mark in marks)
    return {
        name: extra_of_mark["x-key"] for name, extra_of_mark in extra if "x-key" in extra_of_mark
    }


def as_fields(document: Any, kind: Any) -> Any:
    """Rename the keys of a document to the fields of its record."""
    if isinstance(document, list):
        return [as_fields(inner, kind) for inner in document]
    if not isinstance(document, dict):
        return document
    records = [
        record
        for record in (kind, *_inner(kind))
        if isinstance(record, type) and issubclass(record, Struct)
    ]
    if not records:
        return document
    hints = get_type_hints(records[0], include_extras=True)
    names = {key: name for name, key in _keys(records[0]).items()}
    called = {names.get(key, str(key)): value for key, value in document.items()}
    return {name: as_fields(value, hints.get(name)) for name, value in called.items()}


def _inner(kind: Any) -> Iterator[Any]:
    for part in get_args(kind):
        yield part
        yield from _inner(part)


def differences(document: Document, name: str) -> tuple[list[Problem], Document]:
    """Return the differences from the schema, and the part of the document to rely on.

    In that part every value has its type; keys may be missing, and numbers out of bounds.
    """
    wanted = schema(name)
    problems = list(_not_finite(document, ()))
    lost = [path for path, _ in problems]
    for difference in validate(document, wanted):
        problems += _problems(difference, wanted["$defs"])
        if difference.keyword in _OF_TYPE:
            lost.append(difference.path)
    sound = deepcopy(document)
    for path in lost:
        _drop(sound, path)
    return problems, sound


def _drop(document: Document, path: KeyPath) -> None:
    """Remove a key.

    For an element its whole list is removed, so that no other changes its index.
    """
    while path and isinstance(path[-1], int):
        path = path[:-1]
    table: Any = document
    for part in path[:-1]:
        if isinstance(table, dict) and part not in table:
            return  # already removed with another
        table = table[part]
    table.pop(path[-1], None)


def nearest(word: str, words: Iterable[str]) -> Message | str:
    """Return the end of a message about an unknown word: the closest words, or all of them.

    Ties are all named: kadai9 may be kadai1 as well as kadai2.
    """
    choices = sorted(words)
    close = difflib.get_close_matches(word, choices, n=3, cutoff=0.6)
    if close:
        likeness = {each: difflib.SequenceMatcher(a=each, b=word).ratio() for each in close}
        first, *more = sorted(each for each in close if likeness[each] == likeness[close[0]])
        meant: Message | str = first
        for other in more:
            meant = Message("{first} or {second}", {"first": meant, "second": other})
        return Message("; did you mean {word}?", {"word": meant})
    return Message("; available: {words}", {"words": ", ".join(choices)}) if choices else ""


def shown(value: object) -> Message | str:
    """Format a value as in the file, shortened."""
    if isinstance(value, Mapping):
        return Message("a table")
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


_ONE_TABLE = (
    "is no longer read; the attendance is a table with the columns 学籍番号 and 出席回数 (or id "
    "and attended), and sessions and held count the sessions. Remove this key"
)
_BY_CRITERION = (
    "is no longer read; let criteria name a criterion of the assignment, which a TA decides on the "
    "review page. Remove this key"
)
RETIRED: Mapping[KeyPath, str] = {
    ("grading", "attendance", "marks"): _ONE_TABLE,
    ("grading", "attendance", "blank"): _ONE_TABLE,
    ("grading", "attendance", "attended"): _ONE_TABLE,
    ("grading", "recognition", "person"): _BY_CRITERION,
    ("grading", "recognition", "words"): _BY_CRITERION,
}
"""Keys of earlier versions, with their replacement."""


def must_be(path: KeyPath, expected: str | Message, value: object) -> Problem:
    """Return the problem of a wrong value; `expected` is a phrase with a translation."""
    message = Message(expected) if isinstance(expected, str) else expected
    return path, Message(
        "must be {expected}, got {value}", {"expected": message, "value": shown(value)}
    )


def _problems(difference: Difference, named: Schema) -> Iterator[Problem]:
    """Yield the problems of one difference; `named` are the schema's definitions."""
    path, keyword, instance, wanted = difference
    if keyword == "required":
        for key in wanted["required"]:
            if key not in instance:
                expected = _expected(resolved(wanted["properties"][key], named))
                yield (
                    (*path, key),
                    Message("is missing; specify {expected}", {"expected": expected}),
                )
    elif keyword == "additionalProperties":
        properties = wanted["properties"]
        for key in instance:
            if (*path, key) in RETIRED:
                yield (*path, key), Message(RETIRED[*path, key])
            elif key not in properties:
                yield (
                    (*path, key),
                    Message("unknown key{nearest}", {"nearest": nearest(key, properties)}),
                )
    else:
        yield must_be(path, _expected(wanted, too_much=keyword == "maximum"), instance)


def _expected(wanted: Schema, *, too_much: bool = False) -> Message:
    if "x-expect" in wanted:
        return Message(wanted["x-expect"])
    if "enum" in wanted:
        names = ", ".join(json.dumps(value) for value in wanted["enum"])
        return Message("one of {names}", {"names": names})
    kind = wanted["type"]
    if kind == "object":
        keys = reduce(_joined, wanted.get("required", ["keys"]))
        return Message("a table with {keys}", {"keys": keys})
    if kind in {"integer", "number"}:
        bounds = ("maximum",) if too_much else ("minimum", "exclusiveMinimum")
        bound = next((key for key in bounds if key in wanted), "")
        return Message(_NUMBERS[kind, bound], {"bound": wanted[bound]} if bound else {})
    if kind == "array":
        return Message(_LISTS["minItems" in wanted, "uniqueItems" in wanted])
    return Message(_text(wanted) if kind == "string" else "true or false")


def _text(wanted: Schema) -> str:
    if wanted.get("format") == "date-time":
        return MOMENT
    return "text that is not empty" if wanted.get("minLength") else "text"


MOMENT = "a date and time with a UTC offset, such as 2025-04-17T23:59:00+09:00"
_NUMBERS: Mapping[tuple[str, str], str] = {
    ("integer", ""): "a whole number",
    ("integer", "minimum"): "a whole number of at least {bound}",
    ("integer", "exclusiveMinimum"): "a whole number of more than {bound}",
    ("integer", "maximum"): "a whole number of at most {bound}",
    ("number", ""): "a number",
    ("number", "minimum"): "a number of at least {bound}",
    ("number", "exclusiveMinimum"): "a number of more than {bound}",
    ("number", "maximum"): "a number of at most {bound}",
}
_LISTS: Mapping[tuple[bool, bool], str] = {
    (False, False): "a list",
    (False, True): "a list without duplicates",
    (True, False): "a list with at least one element",
    (True, True): "a list with at least one element and no duplicates",
}
"""By (must not be empty, elements must differ)."""


def _joined(first: str | Message, second: str) -> Message:
    return Message("{first} and {second}", {"first": first, "second": second})


def _not_finite(value: Any, path: KeyPath) -> Iterator[Problem]:
    """Yield nan and inf, which TOML allows and JSON Schema does not reject."""
    if isinstance(value, float) and not math.isfinite(value):
        text = {"expected": Message("a finite number"), "value": value}
        yield path, Message("must be {expected}, got {value}", text)
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _not_finite(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _not_finite(inner, (*path, index))


def write_schemas() -> None:
    """Write the schemas for editors beside this file."""
    for name in NAMES:
        text = json.dumps(explained_schema(name), ensure_ascii=False, indent=2)
        Path(__file__).with_name(f"{name}.schema.json").write_text(text + "\n", encoding="utf-8")
