"""Changes every text that a record holds, however deep."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

OURS = frozenset(
    {
        *("assignment", "case", "check", "checks", "criterion", "digest", "exercise", "key"),
        *("seed", "subject"),
    }
)
"""Fields that hold words of ours, which nobody's name may change."""

_Value = TypeVar("_Value")


def change_texts(value: _Value, change: Callable[[str], str]) -> _Value:
    """Rebuilds a record with its texts changed; what has none is taken over as it is.

    Words of ours are no texts, and neither are bytes, paths and the keys of a mapping.
    """
    return cast("_Value", _changed(value, change))


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if type(value) is str:
        return change(value)
    if type(value) is tuple:
        return tuple(_changed(one, change) for one in value)
    if isinstance(value, Mapping):
        return {key: _changed(one, change) for key, one in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        before = {
            one.name: getattr(value, one.name) for one in fields(value) if one.name not in OURS
        }
        after = {name: _changed(one, change) for name, one in before.items()}
        changed = {name: one for name, one in after.items() if one is not before[name]}
        return replace(value, **changed) if changed else value
    return value
