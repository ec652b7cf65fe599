"""Loads reference/<operation>.py by path: the course's own, trusted code."""

import sys
import traceback
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from grader.model.course import Course
from grader.model.errors import CourseError
from grader.model.reference import Lookalike, Reference

_FUNCTIONS = ("inputs", "expected", "bound")

# What a mistake in the instructor's file raises; anything else is ours and is not hidden.
_MISTAKES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    NameError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)


def load_reference(course: Course, operation: str) -> Reference:
    """Executes the file under a private module name and checks what it offers.

    Raises CourseError with every problem. A file that has not changed is executed once.
    """
    path = course.root / "reference" / f"{operation}.py"
    try:
        found = path.stat()
    except OSError as error:
        message = f"reference/{operation}.py: cannot be read: {error.strerror}"
        raise CourseError((message,)) from error
    return _load(path, operation, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=32)
def _load(path: Path, operation: str, _changed: int, _size: int) -> Reference:
    name = f"reference/{operation}.py"
    module = _execute(path, operation, name)
    problems = tuple(f"{name}: {problem}" for problem in _problems(module))
    if problems:
        raise CourseError(problems)
    return Reference(
        operation=operation,
        inputs=module.inputs,
        expected=module.expected,
        bound=module.bound,
        lookalikes=module.LOOKALIKES,
    )


def _execute(path: Path, operation: str, name: str) -> ModuleType:
    module = ModuleType(f"_grader_reference_{operation}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    try:
        code = compile(path.read_bytes(), str(path), "exec")
        exec(code, module.__dict__)  # noqa: S102 - the instructor's own file, as an import would
    except _MISTAKES as error:
        del sys.modules[module.__name__]
        raise CourseError((f"{name}: {_place(error, path)}",)) from error
    return module


def _place(error: Exception, path: Path) -> str:
    """Says where in the file an exception came from, and which it is."""
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {type(error).__name__}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path)]
    return f"line {lines[-1]}: {what}" if lines else what


def _problems(module: ModuleType) -> Iterator[str]:
    for function in _FUNCTIONS:
        if not callable(getattr(module, function, None)):
            yield f"{function}: is missing; give a function"
    lookalikes = getattr(module, "LOOKALIKES", None)
    if not isinstance(lookalikes, Mapping) or not lookalikes:
        yield "LOOKALIKES: is missing; give a table from names to Lookalike"
        return
    for name, lookalike in lookalikes.items():
        yield from _lookalike_problems(name, lookalike)


def _lookalike_problems(name: object, lookalike: object) -> Iterator[str]:
    key = f"LOOKALIKES[{name!r}]"
    if not isinstance(name, str):
        yield f"{key}: the name must be text"
    if not isinstance(lookalike, Lookalike):
        yield f"{key}: must be a Lookalike, got {type(lookalike).__name__}"
        return
    if not callable(lookalike.compute):
        yield f"{key}.compute: must be a function"
    for field in ("name", "lesson"):
        texts = getattr(lookalike, field)
        if not isinstance(texts, Mapping) or not all(texts.get(lang) for lang in ("ja", "en")):
            yield f"{key}.{field}: must have a text in ja and in en"
