"""The settings: rcParams, rc(), rc_context(), and the colour cycle."""

from __future__ import annotations

from ._color_table import CYCLE
from ._rc_table import LISTS, PLAIN

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Self

SHORT = {"lw": "linewidth", "ls": "linestyle", "c": "color", "fc": "facecolor", "ec": "edgecolor"}
SHORT |= {"mew": "markeredgewidth", "aa": "antialiased", "ms": "markersize"}
CONSTANTS = {"True": True, "False": False, "None": None}


class Cycler:
    """Property values to go through in turn."""

    def __init__(self, values: list[dict[str, Any]]) -> None:
        self._values = values

    @property
    def keys(self) -> set[str]:
        return set(self._values[0]) if self._values else set()

    def by_key(self) -> dict[str, list[Any]]:
        return {key: [each[key] for each in self._values] for key in sorted(self.keys)}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __call__(self) -> Iterator[dict[str, Any]]:
        while self._values:
            yield from self._values

    def __getitem__(self, part: slice) -> Cycler:
        return Cycler(self._values[part])

    def __add__(self, other: Cycler) -> Cycler:
        if len(self) != len(other):
            raise ValueError("Can only add equal length cycles")
        return Cycler([{**a, **b} for a, b in zip(self, other, strict=True)])

    def __mul__(self, other: Any) -> Cycler:
        if isinstance(other, int):
            return Cycler(self._values * other)
        return Cycler([{**a, **b} for a in self for b in other])

    __rmul__ = __mul__


def cycler(*args: Any, **named: Any) -> Cycler:
    """Takes a cycler, a name and its values, or several as keywords."""
    if len(args) == 1 and isinstance(args[0], Cycler):
        return args[0]
    columns = {args[0]: list(args[1])} if args else {k: list(v) for k, v in named.items()}
    count = min((len(v) for v in columns.values()), default=0)
    return Cycler([{k: v[i] for k, v in columns.items()} for i in range(count)])


def value_of(text: str) -> Any:
    """Reads a default out of the table."""
    if text in CONSTANTS:
        return CONSTANTS[text]
    if not text.lstrip("-").replace(".", "", 1).isdigit():
        return text
    return float(text) if "." in text else int(text)


class RcParams:
    """The settings by name. Raises KeyError for a name the library does not know."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._values: dict[str, Any] = {}
        self.update(*args, **kwargs)

    def __getitem__(self, key: Any) -> Any:
        if key not in KNOWN:
            raise KeyError(f"{key!r} is not a valid value for rcParam.")
        return self._values[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        if key not in KNOWN:
            raise KeyError(f"{key!r} is not a valid value for rcParam.")
        if key == "font.family" and isinstance(value, str):
            value = [value]
        self._values[key] = value

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._values))

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def get(self, key: Any, default: Any = None) -> Any:
        return self._values.get(key, default)

    def keys(self) -> list[str]:
        return list(self)

    def values(self) -> list[Any]:
        return [self._values[key] for key in self]

    def items(self) -> list[tuple[str, Any]]:
        return [(key, self._values[key]) for key in self]

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Sets several names at once; all of them must exist."""
        for key, value in {**(dict(args[0]) if args else {}), **kwargs}.items():
            self[key] = value

    def setdefault(self, key: Any, _default: Any = None) -> Any:
        return self[key]

    def copy(self) -> RcParams:
        return RcParams(self._values)

    def find_all(self, pattern: str) -> RcParams:
        return RcParams({key: self._values[key] for key in self if pattern in key})


def defaults() -> dict[str, Any]:
    """Returns every setting as the library ships it."""
    found = {**LISTS}
    found.update((k, value_of(v)) for k, _, v in (word.partition("=") for word in PLAIN.split()))
    colors = [word[-7:] for word in CYCLE.split()]
    return {**found, "axes.prop_cycle": cycler(color=colors)}


DEFAULTS = defaults()
KNOWN = frozenset(DEFAULTS)
RC_PARAMS = RcParams(DEFAULTS)
RC_DEFAULTS = RcParams(DEFAULTS)


def rc(group: Any, **settings: Any) -> None:
    """Sets names of one or several groups. Raises KeyError for one that does not exist."""
    for each in [group] if isinstance(group, str) else group:
        for name, value in settings.items():
            key = f"{each}.{SHORT.get(name, name)}"
            if key not in KNOWN:
                raise KeyError(f'Unrecognized key "{key}" for group "{each}" and name "{name}"')
            RC_PARAMS[key] = value


def rcdefaults() -> None:
    """Sets everything back."""
    RC_PARAMS.update(DEFAULTS)


class Afterwards:
    """A context that calls a function when it is left; nothing happens if it is never entered."""

    def __init__(self, leave: Callable[[], object]) -> None:
        self._leave = leave

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._leave()


def rc_context(rc: Any = None, fname: Any = None) -> Afterwards:
    """Changes settings until the with block ends."""
    before = dict(RC_PARAMS.items())
    RC_PARAMS.update(rc or {})
    return Afterwards(lambda: RC_PARAMS.update(before))
