"""A value's description and bytes, checked against each other before anybody looks at them."""

import math
import re
from collections.abc import Mapping
from typing import Any

from grader.model.program import Plot
from grader.model.run import Traceback, Value, ValueKind
from grader.sandbox.wire import ViolationError

DTYPES = ("<i8", "<i4", "<i2", "|i1", "<u8", "<u4", "<u2", "|u1", "<f8", "<f4")
ITEM_BYTES = {dtype: int(dtype[2]) for dtype in DTYPES}
MAX_DIMENSIONS = 4
MAX_SHORT, MAX_LONG = 300, 2_000
MAX_FRAMES = 20
MAX_LENGTH = 1 << 31
MAX_SERIES, MAX_POINTS = 64, 10_000
ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,16}")


def decode_values(heads: object, data: bytes, *, exactly: int | None = None) -> tuple[Value, ...]:
    """Cuts the raw bytes along the descriptions; raises ViolationError when they disagree."""
    if not isinstance(heads, list) or len(heads) > (exactly or MAX_FRAMES):
        raise ViolationError("values that are not a list")
    if exactly is not None and len(heads) != exactly:
        raise ViolationError("not as many values as asked for")
    values = []
    for head in heads:
        value, data = _decode_value(head, data)
        values.append(value)
    if data:
        raise ViolationError("more bytes than described")
    return tuple(values)


def _decode_value(head: object, data: bytes) -> tuple[Value, bytes]:
    if not isinstance(head, dict) or head.get("kind") not in list(ValueKind):
        raise ViolationError("a value of no known kind")
    kind = ValueKind(head["kind"])
    shape, dtype = ((), "") if kind is not ValueKind.MATRIX else _decode_layout(head)
    size = math.prod(shape) * ITEM_BYTES[dtype] if dtype else 0
    if size > len(data):
        raise ViolationError("fewer bytes than described")
    value = Value(
        kind=kind,
        container=text(head.get("container", ""), MAX_SHORT),
        elements=text(head.get("elements", ""), MAX_SHORT),
        device=text(head.get("device", ""), MAX_SHORT),
        description=text(head.get("description", ""), MAX_SHORT),
        shape=shape,
        dtype=dtype,
        data=data[:size],
    )
    return value, data[size:]


def _decode_layout(head: Mapping[str, Any]) -> tuple[tuple[int, ...], str]:
    match head.get("shape"), head.get("dtype"):
        case list() as shape, str() as dtype if dtype in ITEM_BYTES:
            proper = all(type(one) is int and 0 < one < MAX_LENGTH for one in shape)
            if proper and 0 < len(shape) <= MAX_DIMENSIONS:
                return tuple(shape), dtype
    raise ViolationError("a matrix without a proper shape or element type")


def text(value: object, limit: int) -> str:
    """Takes a short text; memory addresses, which differ from run to run, are blotted out.

    Halves of surrogate pairs, which no file could carry, become question marks.
    """
    if not isinstance(value, str):
        raise ViolationError("a text that is no text")
    return ADDRESS.sub("0x…", value[:limit]).encode("utf-8", "replace").decode("utf-8")


def decode_traceback(error: object) -> Traceback:
    """Reads a described exception."""
    if not isinstance(error, dict) or not isinstance(error.get("frames"), list):
        raise ViolationError("an error that is not described")
    return Traceback(
        type=text(error.get("type"), MAX_SHORT),
        message=text(error.get("message"), MAX_LONG),
        frames=tuple(_decode_frame(frame) for frame in error["frames"][:MAX_FRAMES]),
    )


def _decode_frame(frame: object) -> tuple[str, int, str]:
    match frame:
        case [str() as file, int() as line, str() as function]:
            return text(file, MAX_SHORT), max(0, min(line, 1 << 31)), text(function, MAX_SHORT)
    raise ViolationError("a traceback that is none")


def decode_plots(series: object) -> tuple[Plot, ...]:
    """Reads what the recording matplotlib kept; what is no series of numbers is left out."""
    if not isinstance(series, list):
        raise ViolationError("plots that are not a list")
    return tuple(_decode_plot(one) for one in series[:MAX_SERIES] if isinstance(one, Mapping))


def _decode_plot(one: Mapping[str, Any]) -> Plot:
    return Plot(
        kind=text(one.get("kind", ""), MAX_SHORT),
        x=_floats(one.get("x")),
        y=_floats(one.get("y")),
        label=text(one.get("label") or "", MAX_SHORT),
        figure=_whole(one.get("figure")),
        title=text(one.get("title") or "", MAX_SHORT),
        xlabel=text(one.get("xlabel") or "", MAX_SHORT),
        ylabel=text(one.get("ylabel") or "", MAX_SHORT),
        xscale=text(one.get("xscale") or "", MAX_SHORT),
        yscale=text(one.get("yscale") or "", MAX_SHORT),
    )


def _whole(number: object) -> int:
    """Makes the number of a figure; 0 where it is none."""
    usable = isinstance(number, (int, float)) and abs(number) < MAX_POINTS
    return int(number) if usable else 0  # type: ignore[call-overload]  # mypy does not see `usable`


def _floats(numbers: object) -> tuple[float, ...]:
    if not isinstance(numbers, list):
        return ()
    return tuple(
        _float(number) for number in numbers[:MAX_POINTS] if isinstance(number, (int, float))
    )


def _float(number: float) -> float:
    """Makes a float; an integer beyond its range becomes infinite, as in the guest."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf
