"""Hide modules that a program may not import, however it asks for them.

In exercises of pure Python, no compiled module can be loaded any more, even if the program reaches
the loaders; and ctypes, with which a child confined itself, is emptied. Classes of a C module stay
in memory, where a long search can find them; the filter of system calls then still prevents
execution of code that is not loaded.
"""

import gc
import sys
from collections.abc import Iterable, Iterator
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NoReturn

from . import drawing, recorder

NATIVE = ("ctypes", "_ctypes")
OURS = __name__.rpartition(".")[0]
# Available to a program, and holding references to modules that are not.
HOLDERS = ("inspect", "timeit")


class Door:
    """The only module finder: delegates to the others for permitted names."""

    def __init__(self, names: frozenset[str], allowed: frozenset[str]) -> None:
        """Take the names of top-level modules and packages, in two sets.

        A union would copy the memory of each name from the zygote.
        """
        self._names = names
        self._allowed = allowed
        self._finders: list[Any] = list(sys.meta_path)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Find a module; others appear as not installed."""
        top = name.partition(".")[0]
        if top not in self._names and top not in self._allowed:
            return None
        specs = (finder.find_spec(name, path, target) for finder in self._finders)
        return next((spec for spec in specs if spec is not None), None)

    def find_distributions(self, *context: Any) -> Iterator[Any]:
        """Yield installed distributions for importlib.metadata."""
        for finder in self._finders:
            yield from getattr(finder, "find_distributions", lambda *_: ())(*context)

    def invalidate_caches(self) -> None:
        for finder in self._finders:
            getattr(finder, "invalidate_caches", lambda: None)()


class Wall:
    """Import restrictions; one instance serves all children of a zygote."""

    def __init__(self, importable: list[str], *, machine_code: bool) -> None:
        """Take the names of modules that can be imported."""
        self._importable = frozenset(importable)
        self._machine_code = machine_code
        self._others: list[str] = []  # loaded modules that must not be found
        self._loaded = 0  # number of modules when these were listed
        if not machine_code:
            for name in HOLDERS:
                __import__(name)

    def set_apart(self, absent: list[str]) -> None:
        """Hide modules that the zygote imported for other exercises.

        Their files are closed to this child. Their compiled parts stay in memory, as do those of
        the standard library.
        """
        if not absent:
            return
        self._importable -= {*absent}
        for name in [name for name in sys.modules if name.partition(".")[0] in absent]:
            del sys.modules[name]
        if drawing.is_loaded() and "matplotlib" in absent:
            drawing.leave()
            recorder.install()

    def unlearn(self) -> None:
        """Empty ctypes and every module of ours that holds it, and remove them.

        A zygote does this for all its children, before its objects are frozen.
        """
        if self._machine_code:
            return
        spaces = _spaces_of_native()
        for name in _holding_native():
            vars(sys.modules.pop(name)).clear()
            vars(sys.modules[OURS]).pop(name.rpartition(".")[2], None)
        while spaces:
            spaces.pop().clear()
        self.collect()
        self._others, self._loaded = self._not_to_be_found(sys.modules), len(sys.modules)

    def collect(self) -> None:
        """Free reference cycles; a zygote's own objects are already frozen."""
        if not self._machine_code:
            gc.collect()

    def shut(self, allowed: Iterable[str]) -> None:
        """Allow imports only of what this exercise allows, what that needs, and harmless modules.

        All else appears as not installed; without machine code, even modules that are loaded.
        """
        names = frozenset(allowed)
        sys.meta_path[:] = [Door(self._importable, names)]
        if not self._machine_code:
            _load_nothing_compiled()
            # Looking at every module would copy the memory of each from the zygote.
            same = len(sys.modules) == self._loaded
            others = self._others if same else self._not_to_be_found(sys.modules)
            _forget([name for name in others if name.partition(".")[0] not in names])

    def _not_to_be_found(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name.partition(".")[0] not in self._importable]


def _spaces_of_native() -> list[dict[str, Any]]:
    """Return the dicts from which the interpreter would create a second `_ctypes`."""
    native = sys.modules.get("_ctypes")
    holders = gc.get_referrers(native.CFuncPtr) if native is not None else []
    return [holder for holder in holders if type(holder) is dict and "CFuncPtr" in holder]


def _holding_native() -> list[str]:
    """Return ctypes and the modules of ours that refer to it."""
    ours = f"{OURS}."
    return [
        name
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] in NATIVE or (name.startswith(ours) and "ctypes" in vars(module))
    ]


def _load_nothing_compiled() -> None:
    def refuse(spec: Any, *_: Any) -> NoReturn:
        raise ImportError(f"No module named {spec.name!r} in this exercise", name=spec.name)

    vars(sys.modules["_imp"]).update(create_builtin=refuse, create_dynamic=refuse)


def _forget(names: list[str]) -> None:
    for name in names:
        module = sys.modules.pop(name)
        if name == "__main__":  # a running frame still refers to its names
            vars(module).clear()
    sys.modules["__main__"] = ModuleType("__main__")
