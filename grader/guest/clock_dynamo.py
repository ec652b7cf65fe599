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


class _Sources(ModuleType):
    """Has a class under every name."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Source


class _Dynamo(ModuleType):
    """The package, as long as nobody asks for more than this."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":
            raise AttributeError(name)
        return getattr(_real(), name)

    @staticmethod
    def disable(function: Any = None, *_: Any, **__: Any) -> Any:
        """Leaves a function as it is; as a decorator, too."""
        return _as_it_is if function is None else function

    graph_break = staticmethod(lambda *_, **__: None)


def _as_it_is(function: Any) -> Any:
    return function


def _real() -> ModuleType:
    """Imports the package itself, from now on for everybody."""
    if type(sys.modules.get(DYNAMO)) is _Dynamo:
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
    package, sources = _Dynamo(DYNAMO), _Sources(SOURCE)
    package.__path__ = list(spec.submodule_search_locations)
    sys.modules[DYNAMO] = vars(sys.modules["torch"])["_dynamo"] = package
    try:
        package.config = import_module(f"{DYNAMO}.config")  # type: ignore[attr-defined]
    except Exception:  # noqa: BLE001 - of another version
        _real()
        return
    del package.__path__
    sys.modules[SOURCE] = package.source = sources  # type: ignore[attr-defined]
