"""Ask a program for values: do a step of a test, run it with an input, return what is asked.

No right answer enters here: neither expected answers nor whether a step should raise.
"""

import builtins
import gc
import io
import json
import math
import operator
import os
import random
import sys
from itertools import islice
from typing import Any

from _grader_guest import value_data
from _grader_guest.naming import class_name, words

MOST_CAUGHT = 1_000_000  # bytes kept of a program's output
INPUT = ".input"
MOST_WRITTEN = 200_000  # bytes read of a file
MOST_NAMES = 20  # classes of an exception that are named
CALLS = (
    "abs all any bool bytes complex dict divmod enumerate float frozenset hash int isinstance iter"
    " len list max min next range repr reversed round set sorted str sum tuple type zip"
)

OPERATORS = (
    "add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift eq ne lt le gt ge neg"
    " pos invert not_ is_ is_not"
)


def _take(count: int, values: Any) -> list[Any]:
    """Return the first few elements of a possibly endless iterable."""
    return list(islice(values, count))


class _Kept:
    """Functions and classes saved before the program was loaded."""

    kinds = value_data.Kinds()
    names: dict[str, Any]
    operators: dict[str, Any]
    writers = (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)


def take() -> None:
    """Save what the program might replace."""
    _Kept.kinds = value_data.kinds_now()
    _Kept.names = {name: getattr(builtins, name) for name in words(CALLS)} | {"take": _take}
    _Kept.names |= {
        name: value
        for name, value in vars(builtins).items()
        if isinstance(value, type) and issubclass(value, BaseException)
    }
    _Kept.names |= {"math": math}
    _Kept.operators = {name: getattr(operator, name) for name in words(OPERATORS)} | {
        "in": lambda member, values: member in values
    }


class Names:
    """Objects made by steps, by name; kept until the process ends or a new test begins."""

    test = -1
    made: dict[str, Any]


def answer(program: Any, request: dict[str, Any], data: bytes) -> tuple[dict[str, Any], bytes]:
    """Answer a request; an exception of the program is part of the answer."""
    del data
    work = {"step": _step, "run": _run, "cases": _cases, "check": _check}
    work |= {"listen": _listen, "heard": _heard}
    try:
        said = json.dumps(work[request["what"]](program, request))
    except BaseException as error:  # noqa: BLE001 - student code may raise anything at all
        names = [_name_of(each) for each in type.mro(type(error))[:MOST_NAMES]]
        described = program.describe(error)
        said = json.dumps({"raised": {"names": names, "error": described}})
    return {"ok": True}, said.encode("ascii")


def _name_of(kind: Any) -> str:
    """Return the name of an exception class, distinguishing the program's own from Python's."""
    name = value_data.name_of(kind)
    return name if _Kept.names.get(name, kind) is kind else f"__main__.{name}"


def _step(program: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Do one step: return its value, or bind it to a name."""
    if request["test"] != Names.test:
        Names.test, Names.made = request["test"], {}
    own = {name: program.space[name] for name in request["own"] if name in program.space}
    value = _value(request["do"], {**program.space, **_Kept.names, **own, **Names.made})
    if request["bind"]:
        Names.made[request["bind"]] = value
        return {}
    return {"value": value_data.pack(value, value_data.with_frames(_Kept.kinds))}


def _value(node: dict[str, Any], names: dict[str, Any]) -> Any:  # noqa: PLR0911  one for each kind
    """Evaluate an expression that the host has parsed."""
    ((key, content),) = node.items()
    if key == "value":
        return value_data.unpack(content)
    if key == "name":
        return names[content]
    if key == "attribute":
        return getattr(_value(content[0], names), content[1])
    if key == "item":
        return operator.getitem(_value(content[0], names), _value(content[1], names))
    if key == "list":
        return [_value(each, names) for each in content]
    if key == "tuple":
        return tuple(_value(each, names) for each in content)
    if key == "operation":
        return _Kept.operators[content[0]](*(_value(each, names) for each in content[1]))
    function, positional, named = content
    return _value(function, names)(
        *(_value(each, names) for each in positional),
        **{name: _value(each, names) for name, each in named.items()},
    )


class _Caught:
    """Captures a limited amount of output, as a buffer of Python's would."""

    closed = False

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.left = MOST_CAUGHT

    def write(self, data: Any) -> int:
        part = bytes(data)
        if self.left > 0:
            self.parts.append(part[: self.left])
        self.left -= len(part)
        return len(part)

    def writable(self) -> bool:
        return True

    def readable(self) -> bool:
        return False

    seekable = readable

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""

    close = flush

    @property
    def text(self) -> str:
        return b"".join(self.parts).decode("utf-8", "replace")


def _run(program: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Run the program as a script with an input; return its output, files and names."""
    caught = _Caught()
    for name, content in request["files"].items():
        with open(name, "w", encoding="utf-8", newline="") as file:  # noqa: PTH123
            file.write(content)
    before, sys.stdin = sys.stdout, _given(request["input"])
    sys.stdout = printed = io.TextIOWrapper(
        caught,  # type: ignore[type-var]  # it behaves like one
        encoding="utf-8",
        errors="backslashreplace",
        newline="\n",
        write_through=True,
    )
    sys.argv = ["program", *request["arguments"]]
    try:
        space, code = _executed(program, request)
    finally:
        sys.stdout = before
    _flush(printed)
    kinds = value_data.with_frames(_Kept.kinds)
    return {
        "printed": caught.text,
        "cut": caught.left < 0,
        "code": code,
        "written": {name: _content(name) for name in request["wanted"]},
        "named": {
            name: value_data.pack(space[name], kinds) for name in request["names"] if name in space
        },
    }


def _given(text: str) -> Any:
    """Create the standard input, which programs may also open by its number."""
    data = text.encode("utf-8", "surrogatepass")
    descriptor = os.open(INPUT, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    os.unlink(INPUT)  # noqa: PTH108
    while data:
        data = data[os.write(descriptor, data) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.dup2(descriptor, 0)
    os.close(descriptor)
    return open(0, encoding="utf-8", errors="surrogateescape", closefd=False)


def _flush(printed: Any) -> None:
    """Write what Python writes when it ends, also to files that the program left open."""
    left = [each for each in gc.get_objects() if type(each) in _Kept.writers]
    for each in [printed, *left]:
        try:
            type(each).flush(each)
        except Exception:  # noqa: BLE001, S112 - closed, or what it writes to is the program's
            continue


def _executed(program: Any, request: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Return the names that the program leaves, and its exit code."""
    code = 0
    try:
        if request["entry"]:
            program.space[request["entry"]]()
        else:
            program.execute()
    except SystemExit as error:
        if error.code is not None:  # sys.exit prints anything but a number to the standard error
            code = int.__and__(error.code, 255) if isinstance(error.code, int) else 1
    space = program.space if request["entry"] else vars(sys.modules["__main__"])
    return dict(space), code


def _content(name: str) -> str | None:
    try:
        descriptor = os.open(name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return None
    with open(descriptor, "rb") as file:  # noqa: PTH123
        return file.read(MOST_WRITTEN).decode("utf-8", "replace")


def _cases(program: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Let a reference generate tests from a seed that only references see."""
    rng = random.Random(request["seed"])  # noqa: S311 - reproducible, and secret by its seed
    make = program.space[request["case"]]
    return {"cases": [value_data.pack(make(rng), _Kept.kinds) for _ in range(request["count"])]}


def _check(program: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Ask a reference whether a result, present only as data, is right."""
    result = value_data.unpack(request["result"])
    arguments = [value_data.unpack(each) for each in request["arguments"]]
    said = program.space["check"](result, *arguments)
    return {"value": value_data.pack(said, value_data.kinds_now()), "class": class_name(said)}


class _Listening:
    """Standard output of a reference: records which of its lines write, not what."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: set[int] = set()

    def write(self, text: str) -> int:
        frame: Any = sys._getframe(1)  # noqa: SLF001 - who is writing
        while frame is not None and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        if frame is not None:
            self.lines.add(frame.f_lineno)
        return len(text)

    def flush(self) -> None:
        pass


def _listen(program: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Record from now on where a reference prints."""
    del program
    sys.stdout = _Listening(request["file"])
    return {}


def _heard(program: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Return the lines that printed, up to a limit."""
    del program, request
    lines = sys.stdout.lines if isinstance(sys.stdout, _Listening) else set()
    return {"lines": sorted(lines)[:MOST_NAMES]}
