"""What FakeTensorMode asks of torch._dynamo, without importing that: it takes as long as PyTorch.

That is its settings, which are a file of their own, a way to keep a function from being compiled,
where nothing is, and names for where a tensor comes from, which nobody reads without a compiler.
Whoever asks for anything else gets the real package, and waits for it. This is for a process whose
clocks are watched alone.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

DYNAMO = "torch._dynamo"
SOURCE = f"{DYNAMO}.source"


class _Source:
    """Where a tensor comes from."""

    def __init__(self, *_: Any, **__: Any) -> None:
        """Keeps nothing of it."""


def _any_source(name: str) -> Any:
    """Has a class under every name."""
    if name.startswith("__"):
        raise AttributeError(name)
    return _Source


def _disable(function: Any = None, *_: Any, **__: Any) -> Any:
    """Leaves a function as it is; as a decorator, too."""
    return _as_it_is if function is None else function


def _as_it_is(function: Any) -> Any:
    return function


def _nothing(*_: Any, **__: Any) -> None:
    """Has nothing to do where nothing is compiled."""


def _of_package(name: str) -> Any:
    """Gives what the package has under a name: whoever imports a part of it asks for its path."""
    if name.startswith("__") and name != "__path__":
        raise AttributeError(name)
    return getattr(_real(), name)


def _real() -> ModuleType:
    """Imports the package itself, from now on for everybody."""
    if vars(sys.modules[DYNAMO]).get("__getattr__") is _of_package:
        del sys.modules[DYNAMO]
        sys.modules.pop(SOURCE, None)
    return import_module(DYNAMO)


def stand_in() -> None:
    """Stands in for the package, unless it is there already."""
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
