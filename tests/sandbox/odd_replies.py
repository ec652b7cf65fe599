"""JSON that no guest of ours writes, in the place of every part of what one does."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from grader.guest.protocol import HEADER, MAGIC
from grader.sandbox.children import FrameParser, ViolationError

ODD = [
    *(b"null", b"true", b"0", b"-1", b"0.5", b'""', b"[]", b"{}", b"[{}]", b'{"a":{}}'),
    *(b"NaN", b"-Infinity", b"1e999", b"9" * 30, b"-" + b"9" * 400, b"9" * 4_300, b"9" * 9_999),
    *(b'"\\ud800"', b'"\\udfff\\ud800"', b'"\xed\xa0\x80"', b'"\xff"', b'"\\u0000"'),
    *(b"[" * 500 + b"]" * 500, b'{"a":' * 500 + b"1" + b"}" * 500, b"[" * 90_000),
    *(b'{"kind":"matrix","kind":"none"}', b'"' + b"x" * 99_999 + b'"', b"[1,2,3,4,5,6,7,8,9]"),
]
HERE = "put it here"


def arrived(it: bytes) -> Any:
    """What comes over the channel of a JSON text, nested in a reply."""
    text = b'{"it":' + it + b"}"
    frame = FrameParser(0).feed(HEADER.pack(MAGIC, len(text), 0) + text)
    assert frame is not None
    return frame[0]["it"]


def places(value: Any) -> Iterator[Any]:
    """The same thing again and again, each time with HERE in the place of something in it."""
    yield HERE
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ({**value, key: changed} for changed in places(inner))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from ([*value[:index], one, *value[index + 1 :]] for one in places(inner))


def assert_read_or_refused(value: Any, decode: Callable[[Any], object]) -> None:
    """Whatever stands in the place of a part of it, it is read, or a violation."""
    refused = 0
    for place in places(value):
        head, tail = json.dumps(place).encode().split(json.dumps(HERE).encode())
        for odd in ODD:
            try:
                decode(arrived(head + odd + tail))
            except ViolationError:
                refused += 1
    assert refused
