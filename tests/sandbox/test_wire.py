"""Frames from a child are hostile input."""

import pytest

from grader.sandbox.wire import (
    HEADER,
    MAGIC,
    MAX_JSON,
    RETURNED,
    FrameParser,
    ViolationError,
    encode,
)


def test_a_frame_arrives_whole_however_it_is_cut() -> None:
    """Every way of cutting a frame in two gives the same frame, and None before."""
    frame = encode({"ok": True, "nonce": "1"}, b"\x00\x01\x02")
    for cut in range(len(frame)):
        parser = FrameParser(max_data=3)
        assert parser.feed(frame[:cut]) is None
        assert parser.feed(frame[cut:]) == ({"ok": True, "nonce": "1"}, b"\x00\x01\x02")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"XXXX" + bytes(12), "wrong signature"),
        (HEADER.pack(MAGIC, MAX_JSON + 1, 0), "too large"),
        (HEADER.pack(MAGIC, 2, 2**62), "too large"),
        (HEADER.pack(MAGIC, 2, 4) + b"{}abcd", "too large"),
        (HEADER.pack(MAGIC, 3, 0) + b"{x}", "not JSON"),
        (HEADER.pack(MAGIC, 2, 0) + b"\xff\xfe", "not JSON"),
        (HEADER.pack(MAGIC, 2, 0) + b"[]", "not an object"),
        (HEADER.pack(MAGIC, 1, 0) + b"1", "not an object"),
        (HEADER.pack(MAGIC, 200_000, 0) + b"[" * 200_000, "not JSON"),
        (encode({}) + b"x", "nobody asked for"),
        (encode({}) + encode({}), "nobody asked for"),
    ],
)
def test_what_the_guest_never_sends_is_a_violation(data: bytes, reason: str) -> None:
    """A wrong signature, a huge length, no JSON or a second frame is refused with its reason."""
    with pytest.raises(ViolationError, match=reason):
        FrameParser(max_data=3).feed(data)


def test_a_note_that_the_function_returned_may_come_first() -> None:
    """Once, where it was asked for; however it is cut, the frame after it is whole."""
    frame = encode({"ok": True}, b"\x00")
    for cut in range(len(RETURNED + frame)):
        parser = FrameParser(max_data=1, returning=True)
        assert parser.feed((RETURNED + frame)[:cut]) is None
        assert parser.feed((RETURNED + frame)[cut:]) == ({"ok": True}, b"\x00")
        assert parser.returned > 0
    for unasked in (FrameParser(1), FrameParser(1, returning=True)):
        with pytest.raises(ViolationError, match="wrong signature"):
            unasked.feed(RETURNED + RETURNED + frame)
