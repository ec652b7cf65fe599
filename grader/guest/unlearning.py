"""What a program may not import is absent when it comes, whichever way it asks.

For pure Python nothing compiled can be loaded from then on, whatever it finds of the loaders, and
ctypes, with which a child has shut itself in, is forgotten. The classes of a C module stay in
memory, and who looks long enough finds one. There the filter of system calls is the wall, which
lets nothing be executed that is not loaded.
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
# These have at hand what a program does not get, and are asked for by what it gets.
HOLDERS = ("inspect", "timeit")


class Door:
    """The one finder of modules: asks the others for those that are to be found."""

    def __init__(self, names: frozenset[str], allowed: frozenset[str]) -> None:
        """Takes the names of modules and packages of the top level, in two sets.

        To join them would be to copy the memory of each name from the zygote.
        """
        self._names = names
        self._allowed = allowed
        self._finders: list[Any] = list(sys.meta_path)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Finds a module; what is not to be found is as if it were not installed."""
        top = name.partition(".")[0]
        if top not in self._names and top not in self._allowed:
            return None
        specs = (finder.find_spec(name, path, target) for finder in self._finders)
        return next((spec for spec in specs if spec is not None), None)

    def find_distributions(self, *context: Any) -> Iterator[Any]:
        """Tells importlib.metadata what is installed."""
        for finder in self._finders:
            yield from getattr(finder, "find_distributions", lambda *_: ())(*context)

    def invalidate_caches(self) -> None:
        for finder in self._finders:
            getattr(finder, "invalidate_caches", lambda: None)()


class Wall:
    """What a child shuts behind itself; one for all that a zygote forks."""

    def __init__(self, importable: list[str], *, machine_code: bool) -> None:
        """Takes what is to be found."""
        self._importable = frozenset(importable)
        self._machine_code = machine_code
        self._others: list[str] = []  # modules that are here and not to be found
        self._loaded = 0  # modules that there were when these were listed
        if not machine_code:
            for name in HOLDERS:
                __import__(name)

    def set_apart(self, absent: list[str]) -> None:
        """Takes out of reach what the zygote has imported for other exercises than this one.

        Their files are closed to this child. Their compiled parts stay in memory, as those of the
        standard library do.
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
        """Empties ctypes and every module of ours that holds it, and takes them out of reach.

        A zygote does it for all its children, before its objects are frozen.
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
        """Lets go of what only refers to itself; a zygote's own objects are frozen by then."""
        if not self._machine_code:
            gc.collect()

    def shut(self, allowed: Iterable[str]) -> None:
        """Leaves to be imported what this exercise allows, what that needs, and what is harmless.

        Everything else is absent, for whoever asks; without machine code, also if it is loaded.
        """
        names = frozenset(allowed)
        sys.meta_path[:] = [Door(self._importable, names)]
        if not self._machine_code:
            _load_nothing_compiled()
            # To look at every module is to copy the memory of each from the zygote.
            same = len(sys.modules) == self._loaded
            others = self._others if same else self._not_to_be_found(sys.modules)
            _forget([name for name in others if name.partition(".")[0] not in names])

    def _not_to_be_found(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name.partition(".")[0] not in self._importable]


def _spaces_of_native() -> list[dict[str, Any]]:
    """Lists what the interpreter would make a second `_ctypes` of."""
    native = sys.modules.get("_ctypes")
    holders = gc.get_referrers(native.CFuncPtr) if native is not None else []
    return [holder for holder in holders if type(holder) is dict and "CFuncPtr" in holder]


def _holding_native() -> list[str]:
    """Names ctypes, and the modules of ours that have it at hand."""
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
        if name == "__main__":  # with what started this process, and that is in a frame
            vars(module).clear()
    sys.modules["__main__"] = ModuleType("__main__")
