"""Asks a program for values: does a step of a test, runs it with an input, gives what is asked.

Nothing that is right comes in here: neither expected answers nor whether a step is to raise.
"""

import builtins
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
from _grader_guest.naming import class_name, clip

MOST_CAUGHT = 1_000_000  # bytes of what a program prints
MOST_WRITTEN = 200_000  # bytes of a file that is looked at
MOST_NAMES = 20  # of classes of an exception
CALLS = (
    "abs all any bool bytes complex dict divmod enumerate float frozenset hash int isinstance iter"
    " len list max min next range repr reversed round set sorted str sum tuple type zip"
)


def _take(count: int, values: Any) -> list[Any]:
    """Gives the first few of what may have no end."""
    return list(islice(values, count))


class _Kept:
    """What was taken before the program was there."""

    kinds = value_data.Kinds()
    names: dict[str, Any]
    operators: dict[str, Any]


def take() -> None:
    """Takes what the program might replace."""
    _Kept.kinds = value_data.kinds_now()
    _Kept.names = {name: getattr(builtins, name) for name in CALLS.split()} | {"take": _take}
    _Kept.names |= {
        name: value
        for name, value in vars(builtins).items()
        if isinstance(value, type) and issubclass(value, BaseException)
    }
    _Kept.names |= {"math": math}
    _Kept.operators = {
        name: getattr(operator, name)
        for name in [
            "add",
            "sub",
            "mul",
            "truediv",
            "floordiv",
            "mod",
            "pow",
            "matmul",
            "and_",
            "or_",
            "xor",
            "lshift",
            "rshift",
            "eq",
            "ne",
            "lt",
            "le",
            "gt",
            "ge",
            "neg",
            "pos",
            "invert",
            "not_",
            "is_",
            "is_not",
        ]
    } | {"in": lambda member, values: member in values}


class Names:
    """Objects that steps made, by name; they last as long as this process, or a new test."""

    test = -1
    made: dict[str, Any]


def answer(program: Any, request: dict[str, Any], data: bytes) -> tuple[dict[str, Any], bytes]:
    """Does what is asked; what the program raises is a part of the answer."""
    del data
    work = {"step": _step, "run": _run, "cases": _cases, "check": _check}
    work |= {"listen": _listen, "heard": _heard}
    try:
        done = work[request["what"]](program, request)
        return {"ok": True}, json.dumps(done).encode("ascii")
    except BaseException as error:  # noqa: BLE001 - student code may raise anything at all
        names = [clip(each.__name__, 100) for each in type.mro(type(error))[:MOST_NAMES]]
        described = program.describe(error)
        return {"ok": True}, json.dumps({"raised": {"names": names, "error": described}}).encode(
            "ascii"
        )


def _step(program: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Does one step: gives its value, or binds it to a name."""
    if request["test"] != Names.test:
        Names.test, Names.made = request["test"], {}
    value = _value(request["do"], {**_Kept.names, **program.space, **Names.made})
    if request["bind"]:
        Names.made[request["bind"]] = value
        return {}
    return {"value": value_data.pack(value, _Kept.kinds)}


def _value(node: dict[str, Any], names: dict[str, Any]) -> Any:  # noqa: PLR0911  one for each kind
    """Works out an expression as the host has taken it apart."""
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


def _run(program: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Runs the program as a script with an input, and gives what it printed, wrote and named."""
    printed = io.BytesIO()
    caught = io.TextIOWrapper(printed, "utf-8", "backslashreplace", "", write_through=True)
    for name, content in request["files"].items():
        with open(name, "w", encoding="utf-8", newline="") as file:  # noqa: PTH123
            file.write(content)
    given = io.StringIO(request["input"])
    given.buffer = io.BytesIO(request["input"].encode("utf-8", "surrogatepass"))  # type: ignore[misc]
    before, sys.stdin, sys.stdout = sys.stdout, given, caught
    sys.argv = ["program", *request["arguments"]]
    told: dict[str, Any] = {}
    space: dict[str, Any] = {}
    try:
        space = _executed(program, request)
    except SystemExit as error:
        if error.code not in (None, 0):
            raise
    finally:
        sys.stdout = before
    told["printed"], told["cut"] = _printed(printed)
    told["written"] = {name: _content(name) for name in request["wanted"]}
    told["named"] = {
        name: value_data.pack(space[name], _Kept.kinds)
        for name in request["names"]
        if name in space
    }
    return told


def _printed(caught: io.BytesIO) -> tuple[str, bool]:
    try:
        view = caught.getvalue()
    except ValueError:  # the program closed it
        return "", False
    return view[:MOST_CAUGHT].decode("utf-8", "replace"), len(view) > MOST_CAUGHT


def _executed(program: Any, request: dict[str, Any]) -> dict[str, Any]:
    if not request["entry"]:
        names: dict[str, Any] = program.execute()
        return names
    program.space[request["entry"]]()
    return dict(program.space)


def _content(name: str) -> str | None:
    try:
        descriptor = os.open(name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return None
    with open(descriptor, "rb") as file:  # noqa: PTH123
        return file.read(MOST_WRITTEN).decode("utf-8", "replace")


def _cases(program: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Has a reference make tests of its own, from a seed that only references see."""
    rng = random.Random(request["seed"])  # noqa: S311 - reproducible, and secret by its seed
    make = program.space["case"]
    return {"cases": [value_data.pack(make(rng), _Kept.kinds) for _ in range(request["count"])]}


def _check(program: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Asks a reference whether a result, of which only data is here, is right."""
    result = value_data.unpack(request["result"])
    arguments = [value_data.unpack(each) for each in request["arguments"]]
    said = program.space["check"](result, *arguments)
    return {"value": value_data.pack(said, value_data.kinds_now()), "class": class_name(said)}


class _Listening:
    """Standard output of a reference: it remembers which of its lines write, not what."""

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
    """Notices from now on where a reference prints."""
    del program
    sys.stdout = _Listening(request["file"])  # type: ignore[assignment]
    return {}


def _heard(program: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Tells the lines that printed, up to some."""
    del program, request
    lines = sys.stdout.lines if isinstance(sys.stdout, _Listening) else set()
    return {"lines": sorted(lines)[:MOST_NAMES]}
