"""Load reference/<operation>.py by path: the course's own, trusted code."""

import inspect
import os
import random
import re
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from functools import lru_cache, partial, wraps
from inspect import unwrap
from itertools import count
from numbers import Number
from pathlib import Path
from types import ModuleType
from typing import Any, ParamSpec, TypeVar

from msgspec.structs import replace

from grader.course.loading import place_in
from grader.course.schemas import nearest
from grader.course.toml_source import place_of
from grader.kinds import asker_of, suffixes
from grader.model.course import Assignment, Backend, Case, Course, Exercise
from grader.model.errors import CourseError, Message
from grader.model.language import LANGUAGES
from grader.model.reference import Array, Inputs, Lookalike, Reference

_FUNCTIONS = {
    "inputs": "inputs(case, rng) that creates the arguments",
    "expected": "expected(*inputs) that returns the correct answer",
    "scale": (
        "scale(*inputs) that returns the sum of the absolute values of the terms of each element"
    ),
}

_FILES = ("{}.*", "parts/*.py", "parts/*.toml", "programs/{}_*.*")

_number = count()  # a changed file is loaded as a new package, with its own modules

P = ParamSpec("P")
T = TypeVar("T")

Variant = tuple[tuple[str, str | int], ...]

# Exceptions for mistakes in the instructor's file; any other is a bug of grader and propagates.
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


ENDS = "ends the Python interpreter ({how}); a reference must only compute, so remove this"
KINDS = "if"  # dtypes of the elements of inputs: int64 or float64
NO_INPUTS = (
    "{function}() must return a tuple of NumPy arrays, int64 or float64, got {got} "
    "(size {size}, {kind})"
)
NO_ANSWER = (
    "{function}() must return a NumPy array of numbers with one axis or more, got {got} (size "
    "{size}, {kind}); one number is np.atleast_1d(…) here and a list of one number in programs; "
    "text, dictionaries and sets cannot be answers"
)
FILL_IN = re.compile(r"FILL IN (?P<function>\w+)\(\): (?P<what>.*)")
"""The message that the template of a reference raises where code is still missing."""


class _UnfitVariant(Exception):
    """A problem of the exercise's `variant`, or of one of its keys."""

    def __init__(self, message: Message, *key: str) -> None:
        self.message = message
        self.key = key


def load_references(course: Course, assignment: Assignment) -> dict[str, Reference]:
    """Load the reference of every exercise, by exercise id.

    Raises CourseError with every problem.
    """
    references: dict[str, Reference] = {}
    problems: dict[str, Message] = {}  # by text, as exercises share references
    for index, exercise in enumerate(assignment.exercises):
        key_in = partial(_key_in, assignment, index)
        try:
            references[exercise.id] = asker_of(exercise).load_reference(course, exercise, key_in)
        except CourseError as error:
            problems |= {str(message): message for message in error.messages}
    if problems:
        raise CourseError(list(problems.values()))
    return references


def _key_in(assignment: Assignment, exercise: int, *path: str | int) -> Message:
    return place_in(assignment, ("exercise", exercise, *path))


def load_for_exercise(
    course: Course, exercise: Exercise, where: Callable[..., Message]
) -> Reference:
    """Load a reference; a wrong `variant` is a problem of the exercise in the assignment's file."""
    try:
        reference = _load_now(course, exercise.operation, exercise.variant)
    except _UnfitVariant as error:
        problem = replace(error.message, where=where("variant", *error.key))
        raise CourseError([problem]) from error
    own = reference.of_backend.get(exercise.backend)
    return replace(reference, lookalikes={**reference.lookalikes, **own}) if own else reference


def load_reference(course: Course, operation: str, variant: Variant = ()) -> Reference:
    """Execute the file under a private module name and check what it defines.

    Raises CourseError with every problem. Unchanged files are executed once.
    """
    try:
        return _load_now(course, operation, variant)
    except _UnfitVariant as error:
        where = ".".join((f"reference/{operation}.py: variant", *error.key))
        raise CourseError([replace(error.message, where=where)]) from error


def _load_now(course: Course, operation: str, variant: Variant) -> Reference:
    folder = course.root / "reference"
    # raises if the file is missing; the other files are optional
    _state(folder / f"{operation}.py")
    files = reference_files(course, operation)
    return _load(folder, operation, variant, tuple(_state(path) for path in files))


@contextmanager
def mistakes_as_course_errors(course_root: Path, operation: str) -> Iterator[None]:
    """Turn exceptions of a reference's functions into CourseErrors with their file and line."""
    path = course_root / "reference" / f"{operation}.py"
    try:
        yield
    except _MISTAKES as error:
        raise CourseError([_mistake(error, path)]) from error


def ask_reference(
    course_root: Path, reference: Reference, case: Case, rng: random.Random
) -> tuple[Inputs, Array, Array]:
    """Ask a reference for the inputs, the right answer and the scale of a case.

    Raises CourseError with file, line, function and case if a function raises or returns what
    cannot be graded.
    """
    path = course_root / "reference" / f"{reference.operation}.py"

    def call(function: str, *args: Any) -> Any:
        called = getattr(reference, function)
        try:
            value = called(*args)
        except _MISTAKES as error:
            raise CourseError([_mistake(error, path, function, case)]) from error
        if got := _not_usable(function, value):
            template = NO_INPUTS if function == "inputs" else NO_ANSWER
            params = {"got": got, **_case(function, case)}
            raise CourseError([Message(template, params, _definition(called, path))])
        return value

    inputs = call("inputs", case, rng)
    return inputs, call("expected", *inputs), call("scale", *inputs)


def _not_usable(function: str, value: Any) -> Message | str | None:
    """Return the kind of a value that cannot be inputs or an answer; None if it can."""
    if function != "inputs":
        return None if _is_array(value) else _kind_of(value)
    if not isinstance(value, tuple):
        return _kind_of(value)
    odd = [one for one in value if not _is_array(one) or one.dtype.kind not in KINDS]
    return _kind_of(odd[0]) if odd else None


def _is_array(value: Any) -> bool:
    return hasattr(value, "dtype") and bool(getattr(value, "shape", ()))


def _kind_of(value: Any) -> Message | str:
    if isinstance(value, Number) or (hasattr(value, "dtype") and not _is_array(value)):
        return Message("one number")
    kind = type(value).__name__
    return f"{kind} ({value.dtype})" if hasattr(value, "dtype") else kind


def _case(function: str, case: Case) -> dict[str, object]:
    return {"function": function, "size": case.size, "kind": case.kind.value}


def _definition(function: Callable[..., Any], path: Path) -> Message | str:
    """Return the line on which a function of a reference's file is defined."""
    code, name = getattr(unwrap(function), "__code__", None), f"reference/{path.name}"
    if code is None or code.co_filename != str(path):
        return name
    return place_of(name, code.co_firstlineno)


@contextmanager
def silenced_references() -> Iterator[None]:
    """Discard what references print: stdout belongs to the command. Not thread-safe."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        yield


def _answering(function: Callable[P, T], path: Path) -> Callable[P, T]:
    """Wrap a function of a reference so that SystemExit becomes a CourseError."""

    @wraps(function)
    def answer(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except (SystemExit, KeyboardInterrupt) as error:
            listening = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
            pressed = listening and threading.current_thread() is threading.main_thread()
            if isinstance(error, KeyboardInterrupt) and pressed:
                raise  # may be Ctrl-C, which arrives in the main thread
            raise CourseError([_mistake(error, path)]) from error

    return answer


def reference_files(course: Course, operation: str) -> tuple[Path, ...]:
    """Return all files that an operation's reference may consist of, sorted."""
    folder = course.root / "reference"
    files = (path for pattern in _FILES for path in folder.glob(pattern.format(operation)))
    return tuple(sorted(files))


def _state(path: Path) -> tuple[str, int, int]:
    try:
        state = path.stat()
    except OSError as error:
        reason = {"reason": error.strerror or type(error).__name__}
        message = Message("cannot be read: {reason}", reason, f"reference/{path.name}")
        raise CourseError([message]) from error
    return str(path), state.st_mtime_ns, state.st_size


@lru_cache(maxsize=32)
def _load(
    folder: Path, operation: str, variant: Variant, _state: tuple[tuple[str, int, int], ...]
) -> Reference:
    name = f"reference/{operation}.py"
    path = folder / f"{operation}.py"
    module = _execute(path, operation)
    offered = _choose(module, variant, path, name)
    if problems := [
        replace(message, where=f"{name}: {message.where}") for message in _problems(offered)
    ]:
        raise CourseError(problems)
    functions = {
        name: _answering(function, path)
        for name in (*_FUNCTIONS, "wrong_rows", "shape")
        if (function := getattr(offered, name, None)) is not None
    }
    return Reference(
        operation=operation,
        lookalikes=_answering_all(offered.LOOKALIKES, path),
        of_backend={
            backend: _answering_all(known, path) for backend, known in _of_backends(offered).items()
        },
        **functions,
        examples=tuple(getattr(offered, "EXAMPLES", ())),
        asks=getattr(module, "ASKS", {}),
        advice=getattr(offered, "ADVICE", ""),
        arguments=_argument_names(offered),
        probe=getattr(offered, "PROBE", 2),
        programs=_programs(folder, operation) if _is_plain(module, variant) else {},
        constants=_constants(offered),
    )


def _constants(offered: Any) -> dict[str, str | tuple[str, ...]]:
    """Return the constants (upper-case names) that are texts or lists of texts."""
    constants: dict[str, str | tuple[str, ...]] = {}
    for name in dir(offered):
        value = getattr(offered, name) if name.isupper() and name[0] != "_" else None
        if isinstance(value, str):
            constants[name] = value
        elif isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
            constants[name] = tuple(value)
    return constants


def _argument_names(offered: Any) -> tuple[str, ...]:
    """Return the handout's names of the inputs; else the parameter names of `expected`."""
    if names := getattr(offered, "ARGUMENTS", ()):
        return tuple(map(str, names))
    try:
        parameters = inspect.signature(offered.expected).parameters.values()
    except (TypeError, ValueError):
        return ()
    plain = all(each.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for each in parameters)
    return tuple(each.name for each in parameters) if plain else ()


def _answering_all(lookalikes: Mapping[str, Lookalike], path: Path) -> dict[str, Lookalike]:
    return {
        key: replace(
            lookalike,
            compute=_answering(lookalike.compute, path),
            fit=_answering(lookalike.fit, path) if lookalike.fit else None,
        )
        for key, lookalike in lookalikes.items()
    }


def _choose(module: ModuleType, variant: Variant, path: Path, name: str) -> Any:
    """Return the variant of the file; without a function `variant`, the module itself."""
    choose = getattr(module, "variant", None)
    if choose is None:
        if variant:
            sentence = "{file} has no variants; remove {key}"
            raise _UnfitVariant(Message(sentence, {"file": name, "key": variant[0][0]}))
        return module
    parameters = inspect.signature(choose).parameters
    for key, _ in variant:
        if key not in parameters:
            sentence = "{file} has no such choice{nearest}"
            raise _UnfitVariant(
                Message(sentence, {"file": name, "nearest": nearest(key, parameters)}), key
            )
    try:
        return _answering(choose, path)(**dict(variant))
    except ValueError as error:  # the file's own sentence about the choice
        raise _UnfitVariant(Message("{error}", {"error": str(error)})) from error
    except _MISTAKES as error:
        raise _UnfitVariant(Message("{error}", {"error": _mistake(error, path)})) from error


def _is_plain(module: ModuleType, variant: Variant) -> bool:
    """Return whether the variant equals the defaults, which is what the programs compute."""
    choices = inspect.signature(module.variant).parameters if variant else {}
    return all(choices[key].default == value for key, value in variant)


def _programs(folder: Path, operation: str) -> dict[str, str]:
    """Return the correct programs by the part of their name after the operation."""
    programs = folder / "programs"
    return {
        path.stem.removeprefix(f"{operation}_"): path.read_text("utf-8")
        for path in sorted(programs.glob(f"{operation}_*.*"))
        if path.suffix in suffixes()
    }


def _execute(path: Path, operation: str) -> ModuleType:
    # the file may import the parts beside it
    package = ModuleType(f"_grader_reference_{next(_number)}")
    package.__path__ = [str(path.parent)]
    module = ModuleType(f"{package.__name__}.{operation}")
    module.__file__, module.__package__ = str(path), package.__name__
    sys.modules.update({part.__name__: part for part in (package, module)})
    try:
        code = compile(path.read_bytes(), str(path), "exec")
        exec(code, module.__dict__)  # noqa: S102 - the instructor's own file, as an import would
    except (*_MISTAKES, SystemExit) as error:
        del sys.modules[module.__name__]
        raise CourseError([_mistake(error, path)]) from error
    return module


def _mistake(
    error: BaseException, path: Path, function: str = "", case: Case | None = None
) -> Message:
    """Return an exception with its place in the reference's file."""
    name = f"reference/{path.name}"
    if isinstance(error, SyntaxError):
        message = Message("{error}", {"error": f"{type(error).__name__}: {error.msg}"})
        return replace(message, where=place_of(name, error.lineno or 1))
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path) and frame.lineno]
    where = place_of(name, lines[-1]) if lines else name
    if not isinstance(error, Exception):
        return Message(ENDS, {"how": type(error).__name__}, where)
    if fill_in := FILL_IN.fullmatch(str(error)):
        return Message("FILL IN {function}(): {what}", fill_in.groupdict(), where)
    if isinstance(error, NotImplementedError) and str(error):  # the file's own sentence
        return Message("{error}", {"error": str(error)}, where)
    raised = f"{type(error).__name__}: {error}"
    if case is None:
        return Message("{error}", {"error": raised}, where)
    params = {"error": raised, **_case(function, case)}
    return Message("{error} (in {function}(), size {size}, {kind})", params, where)


def _problems(offered: Any) -> Iterator[Message]:
    """Yield what a reference lacks; `where` is a name in its file."""
    for function, signature in _FUNCTIONS.items():
        if not callable(getattr(offered, function, None)):
            params = {"function": Message(signature)}
            yield Message("is missing; write a function {function}", params, function)
    lookalikes = getattr(offered, "LOOKALIKES", None)
    if not isinstance(lookalikes, Mapping) or not lookalikes:
        yield Message("is missing; add a table that maps names to Lookalike", where="LOOKALIKES")
        return
    for known in (lookalikes, *_of_backends(offered).values()):
        for name, lookalike in known.items():
            yield from _lookalike_problems(name, lookalike)


def _of_backends(offered: Any) -> dict[str, Mapping[str, Lookalike]]:
    """Return the lookalikes of single backends: LOOKALIKES_IN_TORCH and so on."""
    named = {backend.value: f"LOOKALIKES_IN_{backend.name}" for backend in Backend}
    return {
        backend: getattr(offered, name) for backend, name in named.items() if hasattr(offered, name)
    }


def _lookalike_problems(name: object, lookalike: object) -> Iterator[Message]:
    key = f"LOOKALIKES[{name!r}]"
    if not isinstance(name, str):
        yield Message("the name must be text", where=key)
    if not isinstance(lookalike, Lookalike):
        kind = {"type": type(lookalike).__name__}
        yield Message("must be a Lookalike, got {type}", kind, key)
        return
    if not callable(lookalike.compute):
        yield Message("must be a function", where=f"{key}.compute")
    for field in ("name", "lesson"):
        texts = getattr(lookalike, field)
        if not isinstance(texts, Mapping) or not all(texts.get(lang) for lang in LANGUAGES):
            yield Message("must have a text in ja and in en", where=f"{key}.{field}")
