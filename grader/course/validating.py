"""Validate a document against a JSON Schema of ours; all differences are reported at once.

msgspec, which builds the schemas, stops at the first difference. Only the keywords that our
classes produce are implemented; tests/course/test_validating.py compares with jsonschema.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

Schema = Mapping[str, Any]

DEFINITIONS = "#/$defs/"


class Difference(NamedTuple):
    """One keyword that a value does not satisfy."""

    path: tuple[str | int, ...]
    keyword: str
    value: Any
    schema: Schema  # the innermost one with the keyword


def validate(document: Any, schema: Schema) -> Iterator[Difference]:
    """Yield every difference of a document, in the order of the schema's keywords."""
    yield from _validate(document, schema, schema.get("$defs", {}), ())


def resolved(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """Follow a reference to a definition of the same file."""
    reference = schema.get("$ref")
    return {**definitions[reference.removeprefix(DEFINITIONS)], **schema} if reference else schema


def _validate(
    value: Any, schema: Schema, definitions: Mapping[str, Schema], path: tuple[str | int, ...]
) -> Iterator[Difference]:
    for keyword, wanted in schema.items():
        if keyword == "$ref":
            named = definitions[wanted.removeprefix(DEFINITIONS)]
            yield from _validate(value, named, definitions, path)
        elif keyword == "anyOf":
            if all(any(_validate(value, one, definitions, path)) for one in wanted):
                yield Difference(path, keyword, value, schema)
        elif keyword in CONDITIONS and not CONDITIONS[keyword](value, wanted):
            yield Difference(path, keyword, value, schema)
        elif keyword == "items" and isinstance(value, list):
            for index, inner in enumerate(value):
                yield from _validate(inner, wanted, definitions, (*path, index))
        elif isinstance(value, dict):
            yield from _validate_table(value, keyword, schema, definitions, path)


def _validate_table(
    value: dict[str, Any],
    keyword: str,
    schema: Schema,
    definitions: Mapping[str, Schema],
    path: tuple[str | int, ...],
) -> Iterator[Difference]:
    wanted, known = schema[keyword], schema.get("properties", {})
    if keyword == "properties":
        for key, inner in wanted.items():
            if key in value:
                yield from _validate(value[key], inner, definitions, (*path, key))
    elif keyword == "propertyNames":
        for key in value:
            yield from _validate(key, wanted, definitions, path)
    elif keyword == "additionalProperties":
        others = [key for key in value if key not in known]
        if wanted is False and others:
            yield Difference(path, keyword, value, schema)
        for key in others if wanted else ():
            yield from _validate(value[key], wanted, definitions, (*path, key))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


TYPES: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "number": _is_number,
    # 2.0 is an integer, nan is not
    "integer": lambda value: _is_number(value) and value == value // 1,
}


def _differ(values: list[Any]) -> bool:
    return not any(
        one == other and isinstance(one, bool) == isinstance(other, bool)
        for one, other in combinations(values, 2)
    )


CONDITIONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "type": lambda value, wanted: TYPES[wanted](value),
    "enum": lambda value, wanted: value in wanted,
    "required": lambda value, keys: not isinstance(value, dict) or value.keys() >= {*keys},
    "minimum": lambda value, bound: not _is_number(value) or value >= bound,
    "exclusiveMinimum": lambda value, bound: not _is_number(value) or value > bound,
    "maximum": lambda value, bound: not _is_number(value) or value <= bound,
    "minLength": lambda value, bound: not isinstance(value, str) or len(value) >= bound,
    "maxLength": lambda value, bound: not isinstance(value, str) or len(value) <= bound,
    "pattern": lambda value, form: not isinstance(value, str) or bool(re.search(form, value)),
    "minItems": lambda value, bound: not isinstance(value, list) or len(value) >= bound,
    "maxItems": lambda value, bound: not isinstance(value, list) or len(value) <= bound,
    "uniqueItems": lambda value, _: not isinstance(value, list) or _differ(value),
    "minProperties": lambda value, bound: not isinstance(value, dict) or len(value) >= bound,
    "maxProperties": lambda value, bound: not isinstance(value, dict) or len(value) <= bound,
}
"""Conditions by keyword; as in JSON Schema, values of other types satisfy them."""
