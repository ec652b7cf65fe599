"""Stands in for what a program names and this exercise does not have.

One file holds several exercises, and most of them need other libraries than this one. A name that
stands for such a library may be passed on, be a base class, a decorator, a default or an
annotation; using it raises, and says what is missing.
"""

import sys
from collections.abc import Callable
from typing import Any

IN_FUNCTION = 0x1  # CO_OPTIMIZED: code of a function, not of a module or a class body
DEVICE_ANSWERS = {
    "is_available": False, "device_count": 0, "getDeviceCount": 0,
    "synchronize": None, "deviceSynchronize": None, "empty_cache": None, "record": None,
}  # fmt: skip
DEVICE_OBJECTS = frozenset({"Device", "Stream", "Event", "current_stream", "default_stream"})
Reason = Callable[[str], Exception]  # from the name that was used to what is raised


class Defining:
    """Whether a definition is being executed: then decorators and defaults may be called."""

    now = False


def _in_definition() -> bool:
    """Says whether the program's own definition asks, not a function that it calls."""
    return Defining.now and not sys._getframe(2).f_code.co_flags & IN_FUNCTION  # noqa: SLF001


class Absent:
    """A module, or something in it, that is not there; or a name whose line has failed."""

    def __init__(self, name: str, reason: Reason, *, is_import: bool = True) -> None:
        """Takes its dotted name, and what using it raises."""
        self._name = name
        self._reason = reason
        self._is_import = is_import

    def __getattr__(self, attribute: str) -> Any:
        """Gives a further stand-in; a star import of it brings nothing."""
        if attribute == "__all__":
            return []
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return self._further(f".{attribute}")

    def _further(self, suffix: str) -> "Absent":
        return Absent(self._name + suffix, self._reason, is_import=self._is_import)

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Stands for the result in a definition; raises elsewhere."""
        del args, named
        if _in_definition():
            return self._further("()")
        if self._is_import and ".cuda." in self._name:
            return self._about_device()
        raise self._reason(self._name)

    def _about_device(self) -> Any:
        """Answers a timer that serves all exercises: there is no GPU, and nothing to wait for."""
        last = self._name.rpartition(".")[2]
        if last in DEVICE_ANSWERS:
            return DEVICE_ANSWERS[last]
        if last in DEVICE_OBJECTS:
            return self._further("")
        raise self._reason(self._name)

    def __getitem__(self, key: Any) -> Any:
        """As `__call__`: annotations have brackets."""
        del key
        if _in_definition():
            return self._further("[]")
        raise self._reason(self._name)

    def __or__(self, alternative: Any) -> Any:
        """As `__call__`: annotations have alternatives."""
        del alternative
        if _in_definition():
            return self
        raise self._reason(self._name)

    __ror__ = __or__

    def __mro_entries__(self, bases: Any) -> tuple[type, ...]:
        """Stands as a base class whose objects cannot be made."""
        del bases
        return (_base_class(self._name, self._reason),)

    def __instancecheck__(self, value: Any) -> bool:
        """Nothing is an object of a class that is not there."""
        del value
        if self._is_import:
            return False
        raise self._reason(self._name)

    def __repr__(self) -> str:
        return f"<{self._name}, which is not here>"


def _base_class(name: str, reason: Reason) -> type:
    def refuse(self: Any, *args: Any, **named: Any) -> None:
        del self, args, named
        raise reason(name)

    return type(name.rpartition(".")[2], (), {"__init__": refuse})


def _refuse(self: Absent, *operands: Any) -> Any:
    del operands
    raise self._reason(self._name)


# Special methods count only when the class has them.
ARITHMETIC = (
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow"),
    *("lshift", "rshift", "and", "xor"),
)
USES = (
    *("bool", "iter", "next", "len", "contains", "setitem", "delitem", "float", "int", "index"),
    *("complex", "round", "neg", "pos", "abs", "invert", "enter", "exit", "lt", "le", "gt", "ge"),
    *("eq", "ne", "format", "array", *ARITHMETIC),
    *(f"{side}{name}" for side in "ri" for name in ARITHMETIC),
)
for _use in USES:
    setattr(Absent, f"__{_use}__", _refuse)
Absent.__hash__ = object.__hash__  # type: ignore[method-assign]  # lost by __eq__


def missing_module(name: str, why: str) -> Absent:
    """Stands for a module; `why` completes "'cupy' …"."""
    top = name.partition(".")[0]

    def reason(used: str) -> Exception:
        return ImportError(f"{top!r} {why} ({used})", name=top)

    return Absent(name, reason)


def failed_name(name: str, file: str, line: int, error: BaseException) -> Absent:
    """Stands for a name that a failed statement should have bound."""
    text = f"{name!r} has no value: line {line} of {file} failed ({_one_line(error)})"

    def reason(used: str) -> Exception:
        del used
        if isinstance(error, ImportError):
            return ImportError(text, name=error.name)
        return NameError(text)

    return Absent(name, reason, is_import=False)


def _one_line(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"[:300]
    except Exception:  # noqa: BLE001 - a student's exception may raise anything
        return type(error).__name__
