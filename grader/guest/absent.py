"""Stand-ins for libraries that a program names but this exercise does not have.

A file with several exercises may need libraries that this one lacks. A stand-in may be passed on,
or be a base class, decorator, default or annotation; using it raises an error that names what is
missing.
"""

import sys
from collections.abc import Callable
from typing import Any

IN_FUNCTION = 0x1  # CO_OPTIMIZED: code of a function, not of a module or class body
DEVICE_ANSWERS = {
    "is_available": False, "device_count": 0, "getDeviceCount": 0,
    "synchronize": None, "deviceSynchronize": None, "empty_cache": None, "record": None,
}  # fmt: skip
DEVICE_OBJECTS = frozenset({"Device", "Stream", "Event", "current_stream", "default_stream"})
Reason = Callable[[str], Exception]  # from the name that was used to the exception


class Defining:
    """Whether a definition is being executed: then decorators and defaults may be called."""

    now = False


def _in_definition() -> bool:
    """Return whether the program's own definition is the caller, not a function that it calls."""
    return Defining.now and not sys._getframe(2).f_code.co_flags & IN_FUNCTION  # noqa: SLF001


class Absent:
    """A missing module or something in it; or a name whose statement failed."""

    def __init__(self, name: str, reason: Reason, *, is_import: bool = True) -> None:
        """Take the dotted name and the exception raised on use."""
        self._name = name
        self._reason = reason
        self._is_import = is_import

    def __getattr__(self, attribute: str) -> Any:
        """Return a further stand-in; a star import binds nothing."""
        if attribute == "__all__":
            return []
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return self._further(f".{attribute}")

    def _further(self, suffix: str) -> "Absent":
        return Absent(self._name + suffix, self._reason, is_import=self._is_import)

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Return a stand-in for the result in a definition; raise elsewhere."""
        del args, named
        if _in_definition():
            return self._further("()")
        if self._is_import and ".cuda." in self._name:
            return self._about_device()
        raise self._reason(self._name)

    def _about_device(self) -> Any:
        """Answer a timer shared by all exercises: there is no GPU, and nothing to wait for."""
        last = self._name.rpartition(".")[2]
        if last in DEVICE_ANSWERS:
            return DEVICE_ANSWERS[last]
        if last in DEVICE_OBJECTS:
            return self._further("")
        raise self._reason(self._name)

    def __getitem__(self, key: Any) -> Any:
        """Like `__call__`: annotations have brackets."""
        del key
        if _in_definition():
            return self._further("[]")
        raise self._reason(self._name)

    def __or__(self, alternative: Any) -> Any:
        """Like `__call__`: annotations have alternatives."""
        del alternative
        if _in_definition():
            return self
        raise self._reason(self._name)

    __ror__ = __or__

    def __mro_entries__(self, bases: Any) -> tuple[type, ...]:
        """Return a base class whose subclasses cannot be instantiated."""
        del bases
        return (_base_class(self._name, self._reason),)

    def __instancecheck__(self, value: Any) -> bool:
        """Return False: there are no instances of a missing class."""
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


# Special methods count only if the class has them.
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
    """Return a stand-in for a module; `why` completes "'cupy' …"."""
    top = name.partition(".")[0]

    def reason(used: str) -> Exception:
        return ImportError(f"{top!r} {why} ({used})", name=top)

    return Absent(name, reason)


def failed_name(name: str, file: str, line: int, error: BaseException) -> Absent:
    """Return a stand-in for a name that a failed statement should have bound."""
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
