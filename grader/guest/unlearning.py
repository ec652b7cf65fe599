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

    def __init__(self, names: frozenset[str]) -> None:
        """Takes the names of modules and packages of the top level."""
        self._names = names
        self._finders: list[Any] = list(sys.meta_path)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Finds a module; what is not to be found is as if it were not installed."""
        if name.partition(".")[0] not in self._names:
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
        """Takes what is to be found; prepares to forget, before objects are frozen."""
        self._importable = frozenset(importable)
        self._machine_code = machine_code
        self._spaces: list[dict[str, Any]] = []
        if not machine_code:
            for name in HOLDERS:
                __import__(name)
        self._loaded, self._native = len(sys.modules), _holding_native()
        if not machine_code and "_ctypes" in sys.modules:
            # What the interpreter would make a second `_ctypes` of.
            holders = gc.get_referrers(sys.modules["_ctypes"].CFuncPtr)
            self._spaces = [
                holder for holder in holders if type(holder) is dict and "CFuncPtr" in holder
            ]

    def set_apart(self, absent: list[str]) -> None:
        """Takes out of reach what the zygote has imported for other exercises than this one.

        Their files are closed to this child. Their compiled parts stay in memory, as those of the
        standard library do.
        """
        self._importable -= {*absent}
        for name in [name for name in sys.modules if name.partition(".")[0] in absent]:
            del sys.modules[name]
        if drawing.is_loaded() and "matplotlib" in absent:
            drawing.leave()
            recorder.install()

    def unlearn(self) -> None:
        """Empties ctypes and every module of ours that holds it, and takes them out of reach."""
        if self._machine_code:
            return
        # To look at every module is to copy the memory of each from the zygote.
        same = len(sys.modules) == self._loaded
        for name in self._native if same else _holding_native():
            vars(sys.modules.pop(name)).clear()
            vars(sys.modules[OURS]).pop(name.rpartition(".")[2], None)
        while self._spaces:
            self._spaces.pop().clear()
        gc.collect()  # a zygote's objects are frozen, and show nowhere

    def shut(self, allowed: Iterable[str]) -> None:
        """Leaves to be imported what this exercise allows, what that needs, and what is harmless.

        Everything else is absent, for whoever asks; without machine code, also if it is loaded.
        """
        names = self._importable.union(allowed)
        sys.meta_path[:] = [Door(names)]
        if not self._machine_code:
            _load_nothing_compiled()
            _forget([name for name in sys.modules if name.partition(".")[0] not in names])


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
