"""Provide what FakeTensorMode needs of PyTorch's compiler, whose own import takes seconds.

From torch._dynamo: its settings, which are a separate file; a decorator that excludes functions
from compilation, which never happens here; and names for the source of a tensor, which only a
compiler reads. From symbolic shapes, which import SymPy: their answers for sizes that are plain
numbers, as all sizes are without a compiler. Any other attribute imports the real module, which
takes long. Used only in the process that records clocks.
"""

import operator
import sys
from collections.abc import Callable
from functools import partial, reduce
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

DYNAMO = "torch._dynamo"
SOURCE = f"{DYNAMO}.source"
SHAPES = "torch.fx.experimental.symbolic_shapes"
FUNCTIONS = "torch.utils._sympy.functions"
SYMPY = "sympy"
PACKAGES = (DYNAMO, SYMPY)


class _Source:
    """The source of a tensor."""

    def __init__(self, *_: Any, **__: Any) -> None:
        """Ignore all arguments."""


class _UndecidedError(RuntimeError):
    """Caught by callers; never raised for plain numbers."""


def _any_source(name: str) -> Any:
    """Return the same class for every name."""
    if name.startswith("__"):
        raise AttributeError(name)
    return _Source


def _disable(function: Any = None, *_: Any, **__: Any) -> Any:
    """Return the function unchanged; also works as a decorator with arguments."""
    return _as_it_is if function is None else function


def _as_it_is(value: Any, *_: Any, **__: Any) -> Any:
    return value


def _always(answer: Any) -> Callable[..., Any]:
    return lambda *_, **__: answer


_nothing = _always(None)


def _equal(one: Any, other: Any) -> bool:
    """Compare numbers, or sequences of numbers."""
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(one == other)


OF_NUMBERS = {
    **dict.fromkeys(("guard_or_false", "guard_or_true", "statically_known_true"), _as_it_is),
    **dict.fromkeys(("expect_true", "guard_bool", "guard_int", "guard_scalar"), _as_it_is),
    **dict.fromkeys(("guard_size_oblivious", "optimization_hint"), _as_it_is),
    **dict.fromkeys(("has_hint", "has_guarding_hint", "is_concrete_int"), _always(answer=True)),
    **dict.fromkeys(("has_free_symbols", "has_free_unbacked_symbols"), _always(answer=False)),
    **dict.fromkeys(("is_symbolic", "is_nested_int"), _always(answer=False)),
    **dict.fromkeys(("free_symbols", "free_unbacked_symbols"), _always(())),
    **dict.fromkeys(("_iterate_exprs", "_iterate_nodes"), _always(())),
    "compute_unbacked_bindings": _nothing,
    "sym_and": lambda *values: reduce(operator.and_, values),
    "sym_or": lambda *values: reduce(operator.or_, values),
    "sym_eq": _equal,
    "GuardOnDataDependentSymNode": _UndecidedError,
}


def _standing_in(module: str, **known: Any) -> ModuleType:
    """Return a stand-in module; the real one is imported for any other attribute."""
    made = ModuleType(module)
    vars(made).update(known, __getattr__=partial(_of_real, made))
    sys.modules[module] = made
    parent, _, name = module.rpartition(".")
    if parent:
        setattr(import_module(parent), name, made)
    return made


def _of_real(standing: ModuleType, name: str) -> Any:
    """Return an attribute of the real module; `__path__` is asked for by imports of submodules."""
    of_package = name == "__path__" and standing.__name__ in PACKAGES
    if name.startswith("__") and not of_package:
        raise AttributeError(name)
    return getattr(_real(standing), name)


def _real(standing: ModuleType) -> ModuleType:
    """Import the real module, and put it in the place of the stand-in."""
    name = standing.__name__
    if sys.modules.get(name) is standing:
        del sys.modules[name]
        if name == DYNAMO:
            sys.modules.pop(SOURCE, None)
    return import_module(name)


def stand_in() -> None:
    """Install stand-ins for the modules of the compiler that are not imported yet."""
    if SHAPES not in sys.modules and SYMPY not in sys.modules:
        _standing_in(SYMPY)
        _standing_in(FUNCTIONS, Max=max)
        _standing_in(SHAPES, **OF_NUMBERS)
    spec = find_spec(DYNAMO) if DYNAMO not in sys.modules else None
    if spec is None or not spec.submodule_search_locations:
        return
    package = _standing_in(DYNAMO, disable=_disable, graph_break=_nothing)
    package.__path__ = list(spec.submodule_search_locations)
    try:
        settings = import_module(f"{DYNAMO}.config")
    except Exception:  # noqa: BLE001 - of another version
        _real(package)
        return
    del package.__path__
    sources = ModuleType(SOURCE)
    vars(sources).update(__getattr__=_any_source)
    vars(package).update(config=settings, source=sources)
    sys.modules[SOURCE] = sources
