"""Things that are drawn: they keep what was set and answer every other question with a recorder."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

DEFAULTS: dict[str, Any] = {
    "alpha": None,
    "animated": False,
    "color": "#1f77b4",
    "facecolor": (1.0, 1.0, 1.0, 1.0),
    "edgecolor": (0.0, 0.0, 0.0, 1.0),
    "fontsize": 10.0,
    "label": "",
    "linestyle": "-",
    "linewidth": 1.5,
    "marker": "None",
    "markersize": 6.0,
    "picker": None,
    "rotation": 0.0,
    "size": 10.0,
    "visible": True,
    "zorder": 2,
}
ALIASES = {
    "c": "color",
    "ec": "edgecolor",
    "fc": "facecolor",
    "ls": "linestyle",
    "lw": "linewidth",
    "ms": "markersize",
}


class Recorder:
    """A value that no program looks at closely: any call, index or sum of it is another one."""

    def __getattr__(self, name: str) -> Recorder:
        if name.startswith("_"):
            raise AttributeError(name)
        return Recorder()

    def __call__(self, *_args: object, **_kwargs: object) -> Recorder:
        return Recorder()

    def __getitem__(self, key: object) -> Recorder:
        return Recorder()

    def __setitem__(self, key: object, value: object) -> None:
        """Accepts the item and forgets it."""

    def __iter__(self) -> Iterator[Recorder]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return True

    def __float__(self) -> float:
        return 0.0

    def __int__(self) -> int:
        return 0

    def _sum(self, _other: object = None) -> Recorder:
        return Recorder()

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _sum
    __truediv__ = __rtruediv__ = __pow__ = __neg__ = _sum


def missing(owner: object, name: str) -> AttributeError:
    """Says what Python says when an object lacks an attribute."""
    return AttributeError(f"{type(owner).__name__!r} object has no attribute {name!r}", name=name)


def kept(owner: object) -> dict[str, Any]:
    """Returns the properties that were set on an artist so far."""
    properties: dict[str, Any] = vars(owner).setdefault("_kept", {})
    return properties


def remember(owner: object, **properties: Any) -> None:
    """Keeps properties under their long names."""
    kept(owner).update({ALIASES.get(name, name): value for name, value in properties.items()})


def attribute(owner: object, name: str) -> Any:
    """Answers for an attribute nobody defined: a setter, a getter, or a recorder.

    Raises AttributeError for private names, so that copying and pickling see an ordinary object.
    """
    if name.startswith("_"):
        raise missing(owner, name)
    if name == "set":
        return lambda **properties: remember(owner, **properties)
    prefix, _, rest = name.partition("_")
    key = ALIASES.get(rest, rest)
    if prefix == "set" and rest:
        return lambda value=None, *_args, **_kwargs: remember(owner, **{key: value})
    if prefix == "get" and rest:
        return lambda *_args, **_kwargs: kept(owner).get(key, DEFAULTS.get(key, Recorder()))
    return Recorder()


class Artist:
    """Anything drawn that needs no behaviour of its own: patches, collections, formatters."""

    def __init__(self, *_args: object, **properties: Any) -> None:
        remember(self, **properties)

    def __getattr__(self, name: str) -> Any:
        return attribute(self, name)

    def __call__(self, *_args: object, **_kwargs: object) -> Any:
        return Recorder()


def artist_class(name: str, module: str) -> type:
    """Makes a class of the given name that behaves as Artist does and may be subclassed."""
    return type(name, (Artist,), {"__module__": module})
