"""Lays a document beside its JSON Schema and says every difference in our own words."""

import difflib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Schema = Mapping[str, Any]
Problem = tuple[str, str]  # (key, what is wrong)

_SHOWN = 60  # characters of a wrong value


@cache
def schema(name: str) -> Schema:
    """Loads `name`.schema.json of this room: the one source of keys, types and ranges."""
    text = files("grader.course").joinpath(f"{name}.schema.json").read_text(encoding="utf-8")
    loaded: Schema = json.loads(text)
    return loaded


def schema_problems(document: Mapping[str, Any], name: str) -> list[Problem]:
    """Lists where the document differs from the schema, by key."""
    from jsonschema import Draft202012Validator

    wanted = schema(name)
    errors = Draft202012Validator(wanted).iter_errors(document)
    found = {problem for error in errors for problem in _problems(error, wanted["$defs"])}
    return [*_not_finite(document, ""), *sorted(found)]


def key_of(path: Iterable[str | int]) -> str:
    """Writes a path as an instructor would: exercise[0].limits.memory_mib."""
    key = ""
    for part in path:
        key += f"[{part}]" if isinstance(part, int) else f".{part}" if key else part
    return key


def nearest(word: str, known: Iterable[str]) -> str:
    """Ends a sentence about an unknown word with the likeliest one, or with all of them."""
    choices = sorted(known)
    close = difflib.get_close_matches(word, choices, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {close[0]}?"
    return f"; known: {', '.join(choices)}" if choices else ""


def shown(value: object) -> str:
    """Shows a value much as it stands in the file, shortened."""
    if isinstance(value, Mapping):
        return "a table"
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _problems(error: "ValidationError", named: Schema) -> Iterator[Problem]:
    """Turns one error into problems; `named` are the schema's definitions."""
    path = list(error.absolute_path)
    wanted: Schema = error.schema if isinstance(error.schema, Mapping) else {}
    instance: Any = error.instance
    if error.validator == "required":
        for key in wanted["required"]:
            if key not in instance:
                missing = _resolved(wanted["properties"][key], named)
                yield key_of([*path, key]), f"is missing; give {_expected(missing)}"
    elif error.validator == "additionalProperties":
        known = wanted["properties"]
        for key in instance:
            if key not in known:
                yield key_of([*path, key]), f"unknown key{nearest(key, known)}"
    else:
        expected = _expected(wanted, too_much=error.validator == "maximum")
        yield key_of(path), f"must be {expected}, got {shown(instance)}"


def _resolved(wanted: Schema, named: Schema) -> Schema:
    """Follows a reference to a definition of the same file."""
    reference = wanted.get("$ref")
    target: Schema = named[reference.removeprefix("#/$defs/")] if reference else wanted
    return target


def _expected(wanted: Schema, *, too_much: bool = False) -> str:
    """Says in words what a schema asks for."""
    if "x-expect" in wanted:
        return str(wanted["x-expect"])
    if "enum" in wanted:
        return "one of " + ", ".join(json.dumps(value) for value in wanted["enum"])
    phrase = _TYPES[wanted["type"]](wanted)
    return f"{phrase.partition(' of ')[0]} of at most {wanted['maximum']}" if too_much else phrase


def _string(wanted: Schema) -> str:
    if wanted.get("format") == "date-time":
        return "a date and time with a zone, such as 2025-04-17T23:59:00+09:00"
    return "text that is not empty" if wanted.get("minLength") else "text"


def _number(noun: str, wanted: Schema) -> str:
    if "minimum" in wanted:
        return f"{noun} of at least {wanted['minimum']}"
    above = wanted.get("exclusiveMinimum")
    return noun if above is None else f"{noun} of more than {above}"


def _array(wanted: Schema) -> str:
    different = ", all different" if wanted.get("uniqueItems") else ""
    return ("a list with at least one table" if wanted.get("minItems") else "a list") + different


_TYPES: Mapping[str, Callable[[Schema], str]] = {
    "string": _string,
    "integer": lambda wanted: _number("a whole number", wanted),
    "number": lambda wanted: _number("a number", wanted),
    "boolean": lambda _: "true or false",
    "array": _array,
    "object": lambda wanted: "a table with " + " and ".join(wanted.get("required") or ["keys"]),
}


def _not_finite(value: Any, key: str) -> Iterator[Problem]:
    """Finds nan and inf, which TOML knows and JSON Schema lets through."""
    if isinstance(value, float) and not math.isfinite(value):
        yield key, f"must be an ordinary number, got {value}"
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _not_finite(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _not_finite(inner, f"{key}[{index}]")
