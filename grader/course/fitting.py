"""Whether a document surely fits a schema: told quickly, and with no word about what does not.

Importing jsonschema takes longer than all else that is done with a course's files, and nearly every
document fits. So it is asked only about those of which this is not certain here: a keyword that is
not in the table below, and every odd case, makes a document one of them.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

Schema = Mapping[str, Any]

_SAY_NOTHING = {"$schema", "$defs", "title", "description", "default", "format", "x-expect"}
"""Keywords by which jsonschema refuses nothing either, as it is used here."""


def surely_fits(value: Any, wanted: Schema, definitions: Mapping[str, Schema]) -> bool:
    """Says whether a value fits; False where that is not certain."""
    return all(
        keyword in _SAY_NOTHING
        or (keyword in _FITS and _FITS[keyword](value, argument, wanted, definitions))
        for keyword, argument in wanted.items()
    )


def _type(value: Any, kind: Any, *_: Any) -> bool:
    types = _TYPES.get(kind)
    return types is not None and type(value) in types


_TYPES: Mapping[str, tuple[type[Any], ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),  # and so no bool
    "number": (int, float),
    "array": (list,),
    "object": (dict,),
}


def _reference(value: Any, name: str, _: Schema, definitions: Mapping[str, Schema]) -> bool:
    named = definitions.get(name.removeprefix("#/$defs/"))
    return named is not None and surely_fits(value, named, definitions)


def _any_of(value: Any, choices: Any, _: Schema, definitions: Mapping[str, Schema]) -> bool:
    return any(surely_fits(value, choice, definitions) for choice in choices)


def _one_of_these(value: Any, values: Any, *_: Any) -> bool:
    return isinstance(value, str) and value in values  # True equals 1, and there it does not


def _properties(
    value: Any, named: Mapping[str, Schema], _: Schema, definitions: Mapping[str, Schema]
) -> bool:
    return isinstance(value, dict) and all(
        surely_fits(inner, named[key], definitions) for key, inner in value.items() if key in named
    )


def _further(value: Any, further: Any, wanted: Schema, definitions: Mapping[str, Schema]) -> bool:
    if not isinstance(value, dict):
        return False
    others = [inner for key, inner in value.items() if key not in wanted.get("properties", {})]
    if isinstance(further, bool):
        return further or not others
    return all(surely_fits(inner, further, definitions) for inner in others)


def _names(value: Any, names: Schema, _: Schema, definitions: Mapping[str, Schema]) -> bool:
    return isinstance(value, dict) and all(surely_fits(key, names, definitions) for key in value)


def _items(value: Any, wanted: Schema, _: Schema, definitions: Mapping[str, Schema]) -> bool:
    return isinstance(value, list) and all(
        surely_fits(inner, wanted, definitions) for inner in value
    )


def _different(value: Any, asked: Any, *_: Any) -> bool:
    if asked is not True or not isinstance(value, list):
        return False
    return all(type(inner) in {str, int} for inner in value) and len({*value}) == len(value)


def _is_number(value: Any) -> bool:
    return type(value) in _TYPES["number"]


_FITS: Mapping[str, Callable[..., bool]] = {
    "type": _type,
    "$ref": _reference,
    "anyOf": _any_of,
    "enum": _one_of_these,
    "properties": _properties,
    "additionalProperties": _further,
    "propertyNames": _names,
    "required": lambda value, keys, *_: isinstance(value, dict) and all(k in value for k in keys),
    "minProperties": lambda value, least, *_: isinstance(value, dict) and len(value) >= least,
    "items": _items,
    "minItems": lambda value, least, *_: isinstance(value, list) and len(value) >= least,
    "uniqueItems": _different,
    "minimum": lambda value, least, *_: _is_number(value) and value >= least,
    "exclusiveMinimum": lambda value, bound, *_: _is_number(value) and value > bound,
    "maximum": lambda value, most, *_: _is_number(value) and value <= most,
    "minLength": lambda value, least, *_: isinstance(value, str) and len(value) >= least,
    "maxLength": lambda value, most, *_: isinstance(value, str) and len(value) <= most,
    "pattern": lambda value, text, *_: isinstance(value, str) and bool(re.search(text, value)),
}
"""By keyword: the value, what the schema says, the schema around it, and its definitions."""
