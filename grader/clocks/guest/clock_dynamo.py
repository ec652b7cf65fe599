"""Provide what FakeTensorMode needs of torch._dynamo, whose own import takes seconds.

These are its settings, which are a file of their own; a decorator that excludes functions from
compilation, of which there is none; and names for the source of a tensor, which only a compiler
reads. Any other attribute imports the real package, which takes long. Used only in the process
that records clocks.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

DYNAMO = "torch._dynamo"
SOURCE = f"{DYNAMO}.source"


class _Source:
    """The source of a tensor."""

    def __init__(self, *_: Any, **__: Any) -> None:
        """Ignore all arguments."""


def _any_source(name: str) -> Any:
    """Return the same class for every name."""
    if name.startswith("__"):
        raise AttributeError(name)
    return _Source


def _disable(function: Any = None, *_: Any, **__: Any) -> Any:
    """Return the function unchanged; also usable as a decorator with arguments."""
    return _as_it_is if function is None else function


def _as_it_is(function: Any) -> Any:
    return function


def _nothing(*_: Any, **__: Any) -> None:
    """Do nothing, as nothing is compiled."""


def _of_package(name: str) -> Any:
    """Return an attribute of the real package; `__path__` exists for imports of its submodules."""
    if name.startswith("__") and name != "__path__":
        raise AttributeError(name)
    return getattr(_real(), name)


def _real() -> ModuleType:
    """Import the real package in place of the stand-in."""
    if vars(sys.modules[DYNAMO]).get("__getattr__") is _of_package:
        del sys.modules[DYNAMO]
        sys.modules.pop(SOURCE, None)
    return import_module(DYNAMO)


def stand_in() -> None:
    """Install the stand-in, unless the package is imported already."""
    if DYNAMO in sys.modules:
        return
    spec = find_spec(DYNAMO)
    if spec is None or not spec.submodule_search_locations:
        return
    package, sources = ModuleType(DYNAMO), ModuleType(SOURCE)
    package.__path__ = list(spec.submodule_search_locations)
    vars(package).update(__getattr__=_of_package, disable=_disable, graph_break=_nothing)
    sys.modules[DYNAMO] = vars(sys.modules["torch"])["_dynamo"] = package
    try:
        settings = import_module(f"{DYNAMO}.config")
    except Exception:  # noqa: BLE001 - of another version
        _real()
        return
    del package.__path__
    vars(sources).update(__getattr__=_any_source)
    vars(package).update(config=settings, source=sources)
    sys.modules[SOURCE] = sources
