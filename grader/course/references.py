"""Loads reference/<operation>.py by path: the course's own, trusted code."""

import inspect
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from functools import lru_cache, wraps
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, ParamSpec, TypeVar

from grader.course.schemas import nearest
from grader.model.course import Assignment, Course
from grader.model.errors import CourseError
from grader.model.reference import Lookalike, Reference

_FUNCTIONS = {
    "inputs": "inputs(case, rng) that makes the arguments",
    "expected": "expected(*inputs) that gives the right answer",
    "scale": "scale(*inputs) that adds up the absolute values of each element's terms",
}

_FILES = ("{}.*", "parts/*.py", "programs/{}_*.py", "programs/{}_*.c")

_number = count()  # files that have changed are another package, with other modules

P = ParamSpec("P")
T = TypeVar("T")

Variant = tuple[tuple[str, str | int], ...]

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


ONLY_COMPUTES = "a reference only computes, so take that out"


class _UnfitVariant(Exception):
    """What is wrong with a choice, beginning with the key's own dot or colon."""


def load_references(course: Course, assignment: Assignment) -> dict[str, Reference]:
    """Loads the reference of every exercise, by exercise id.

    Raises CourseError with every problem; a wrong `variant` is one of the assignment's file.
    """
    file = f"assignments/{assignment.id}/assignment.toml"
    found: dict[str, Reference] = {}
    problems: list[str] = []
    for index, one in enumerate(assignment.exercises):
        place = f"{file}: exercise[{index}].variant"
        try:
            found[one.id] = load_reference(course, one.operation, one.variant, place)
        except CourseError as error:
            problems.extend(error.problems)
    if problems:
        raise CourseError(tuple(dict.fromkeys(problems)))  # exercises share references
    return found


def load_reference(
    course: Course, operation: str, variant: Variant = (), place: str = ""
) -> Reference:
    """Executes the file under a private module name and checks what it offers.

    `place` says where the variant is written. Raises CourseError with every problem. Files that
    have not changed are executed once.
    """
    folder = course.root / "reference"
    _state(folder / f"{operation}.py")  # has to be there; the others may
    files = reference_files(course, operation)
    try:
        return _load(folder, operation, variant, tuple(_state(path) for path in files))
    except _UnfitVariant as error:
        where = place or f"reference/{operation}.py: variant"
        raise CourseError((f"{where}{error}",)) from error


@contextmanager
def mistakes_told(course_root: Path, operation: str) -> Iterator[None]:
    """Says of what a reference's function raises where it stands in the file, as a CourseError."""
    path = course_root / "reference" / f"{operation}.py"
    try:
        yield
    except _MISTAKES as error:
        raise CourseError((f"reference/{operation}.py: {_place(error, path)}",)) from error


@contextmanager
def quiet_references() -> Iterator[None]:
    """Drops what references print: standard output is the command's own. Use it in one thread."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        yield


def _answering(function: Callable[P, T], path: Path) -> Callable[P, T]:
    """Lets a function of a reference end itself, but not the interpreter."""

    @wraps(function)
    def answer(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except (SystemExit, KeyboardInterrupt) as error:
            listening = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
            pressed = listening and threading.current_thread() is threading.main_thread()
            if isinstance(error, KeyboardInterrupt) and pressed:
                raise  # it may be Ctrl-C, which goes to the main thread
            raise CourseError((f"reference/{path.name}: {_place(error, path)}",)) from error

    return answer


def reference_files(course: Course, operation: str) -> tuple[Path, ...]:
    """Lists every file that an operation's reference may be made of, sorted."""
    folder = course.root / "reference"
    files = (path for pattern in _FILES for path in folder.glob(pattern.format(operation)))
    return tuple(sorted(files))


def _state(path: Path) -> tuple[str, int, int]:
    try:
        found = path.stat()
    except OSError as error:
        message = f"reference/{path.name}: cannot be read: {error.strerror}"
        raise CourseError((message,)) from error
    return str(path), found.st_mtime_ns, found.st_size


@lru_cache(maxsize=32)
def _load(
    folder: Path, operation: str, variant: Variant, _state: tuple[tuple[str, int, int], ...]
) -> Reference:
    name = f"reference/{operation}.py"
    path = folder / f"{operation}.py"
    module = _execute(path, operation, name)
    offered = _choose(module, variant, path, name)
    problems = tuple(f"{name}: {problem}" for problem in _problems(offered))
    if problems:
        raise CourseError(problems)
    given = {
        name: _answering(function, path)
        for name in (*_FUNCTIONS, "wrong_rows", "shape")
        if (function := getattr(offered, name, None)) is not None
    }
    return Reference(
        operation=operation,
        lookalikes={
            key: replace(one, compute=_answering(one.compute, path))
            for key, one in offered.LOOKALIKES.items()
        },
        **given,
        asks=getattr(module, "ASKS", {}),
        advice=getattr(offered, "ADVICE", ""),
        probe=getattr(offered, "PROBE", 2),
        programs=_programs(folder, operation) if _is_plain(module, variant) else {},
        net=tuple(getattr(offered, "NET", ())),
        loss=getattr(offered, "LOSS", ""),
    )


def _choose(module: ModuleType, variant: Variant, path: Path, name: str) -> Any:
    """Asks the file for a variant; a file without `variant` has one form, and offers it itself."""
    choose = getattr(module, "variant", None)
    if choose is None:
        if variant:
            raise _UnfitVariant(f": {name} has no variants; take {variant[0][0]} out")
        return module
    known = inspect.signature(choose).parameters
    for key, _ in variant:
        if key not in known:
            raise _UnfitVariant(f".{key}: {name} has no such choice{nearest(key, known)}")
    try:
        return _answering(choose, path)(**dict(variant))
    except ValueError as error:  # the file's own sentence about what it was asked for
        raise _UnfitVariant(f": {error}") from error
    except _MISTAKES as error:
        raise _UnfitVariant(f": {name}: {_place(error, path)}") from error


def _is_plain(module: ModuleType, variant: Variant) -> bool:
    """Says whether the variant is what the programs compute: the one without any choice."""
    choices = inspect.signature(module.variant).parameters if variant else {}
    return all(choices[key].default == value for key, value in variant)


def _programs(folder: Path, operation: str) -> dict[str, str]:
    """Reads the right programs that there are, by what stands behind the operation's name."""
    programs = folder / "programs"
    paths = sorted([*programs.glob(f"{operation}_*.py"), *programs.glob(f"{operation}_*.c")])
    return {path.stem.removeprefix(f"{operation}_"): path.read_text("utf-8") for path in paths}


def _execute(path: Path, operation: str, name: str) -> ModuleType:
    package = ModuleType(f"_grader_reference_{next(_number)}")  # with the parts beside it
    package.__path__ = [str(path.parent)]
    module = ModuleType(f"{package.__name__}.{operation}")
    module.__file__, module.__package__ = str(path), package.__name__
    sys.modules.update({one.__name__: one for one in (package, module)})
    try:
        code = compile(path.read_bytes(), str(path), "exec")
        exec(code, module.__dict__)  # noqa: S102 - the instructor's own file, as an import would
    except (*_MISTAKES, SystemExit) as error:
        del sys.modules[module.__name__]
        raise CourseError((f"{name}: {_place(error, path)}",)) from error
    return module


def _place(error: BaseException, path: Path) -> str:
    """Says where in the file an exception came from, and which it is."""
    fill_in = isinstance(error, NotImplementedError) and str(error)  # its own sentence says it
    what = str(error) if fill_in else f"{type(error).__name__}: {error}"
    if not isinstance(error, Exception):
        what = f"ends the interpreter ({type(error).__name__}); {ONLY_COMPUTES}"
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {type(error).__name__}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path)]
    return f"line {lines[-1]}: {what}" if lines else what


def _problems(offered: Any) -> Iterator[str]:
    for function, what in _FUNCTIONS.items():
        if not callable(getattr(offered, function, None)):
            yield f"{function}: is missing; give a function {what}"
    lookalikes = getattr(offered, "LOOKALIKES", None)
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
