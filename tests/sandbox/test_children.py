"""What the host sees of any child: its frames, which are hostile input, its output, its memory."""

import math
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from grader.guest.protocol import HEADER, MAGIC, MAX_JSON, RETURNED
from grader.model.course import Limits
from grader.sandbox.children import (
    KEEP_BYTES,
    LEFT_OUT,
    MAX_COPIED,
    SHOWN_LETTERS,
    FrameParser,
    Output,
    Raw,
    ViolationError,
    Watchdog,
    encode,
    encoded_parts,
    memory_mib,
    own_mib,
    with_descendants,
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
        (HEADER.pack(MAGIC, 600_000, 0) + b'{"a":' * 120_000, "not JSON"),
        (HEADER.pack(MAGIC, 5_006, 0) + b'{"a":' + b"9" * 5_000 + b"}", "not JSON"),
        (encode({}) + b"x", "nobody asked for"),
        (encode({}) + encode({}), "nobody asked for"),
    ],
)
def test_what_the_guest_never_sends_is_a_violation(data: bytes, reason: str) -> None:
    """A wrong signature, a huge length, no JSON or a second frame is refused with its reason."""
    with pytest.raises(ViolationError, match=reason):
        FrameParser(max_data=3).feed(data)


def test_what_programs_say_in_earnest_is_no_violation() -> None:
    """Numbers that are none and halves of surrogate pairs; the last of two equal keys counts."""
    text = b'{"nan": NaN, "far": -Infinity, "half": "\\ud800", "a": 1, "a": 2, "big": 1'
    text += b"0" * 400 + b"}"
    frame = FrameParser(0).feed(HEADER.pack(MAGIC, len(text), 0) + text)
    assert frame is not None
    nan = frame[0]["nan"]
    assert nan != nan  # noqa: PLR0124 - that is how to know it
    assert (frame[0]["far"], frame[0]["half"], frame[0]["a"]) == (-math.inf, "\ud800", 2)
    assert frame[0]["big"] == math.inf


@pytest.mark.parametrize("size", [MAX_COPIED, MAX_COPIED + 1, 3 * 2**20 + 7])
@pytest.mark.parametrize("viewed", [False, True])
def test_a_large_frame_is_read_to_where_it_stays(size: int, *, viewed: bool) -> None:
    """However it is cut, and whether it is fed or read into the room there is: the same frame."""
    data = bytes(range(256)) * (size // 256 + 1)
    data = data[:size]
    frame = encode({"ok": True}, data)
    for cut in (0, 1, HEADER.size, HEADER.size + 5, HEADER.size + 11, 60_000, len(frame) - 1):
        parser = FrameParser(size, viewed=viewed)
        assert parser.feed(frame[:cut]) is None
        rest = frame[cut:]
        if len(parser.room) == len(rest):
            parser.room[: len(rest) - 1] = rest[:-1]
            assert parser.fed(len(rest) - 1) is None
            parser.room[:] = rest[-1:]
            answer = parser.fed(1)
        else:
            answer = parser.feed(rest)
        assert answer == ({"ok": True}, data)
        assert isinstance(answer[1], memoryview if viewed and size > MAX_COPIED else bytes)


def test_nothing_comes_behind_a_large_frame() -> None:
    """A byte too many is a violation, and a head that is no JSON is one before anything is told."""
    frame = encode({}, bytes(MAX_COPIED + 1))
    for cut in (1, HEADER.size + 2, len(frame) - 1):
        parser = FrameParser(MAX_COPIED + 1)
        assert parser.feed(frame[:cut]) is None
        with pytest.raises(ViolationError, match="nobody asked for"):
            parser.feed(frame[cut:] + b"x")
    with pytest.raises(ViolationError, match="not JSON"):
        FrameParser(MAX_COPIED + 1).feed(
            HEADER.pack(MAGIC, 3, MAX_COPIED + 1) + b"{x}" + bytes(MAX_COPIED + 1)
        )


def test_a_request_in_parts_is_the_same_request() -> None:
    """A small one is one part, for the child to be woken up once; a large one is not copied."""
    small: list[Raw] = [b"ab", memoryview(b"c")]
    assert encoded_parts({"op": "call"}, small) == [encode({"op": "call"}, b"abc")]
    large = memoryview(bytes(MAX_COPIED))
    head, *parts = encoded_parts({"op": "call"}, [large, b"c"])
    assert [head, *parts] == [encode({"op": "call"}, large, b"c")[: len(head)], large, b"c"]
    assert parts[0] is large


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


def test_a_note_of_where_it_stands_may_come_first() -> None:
    """Once; what it says is kept as it was told, for others to look up."""
    frame = encode({"ok": True}, b"\x00")
    note = HEADER.pack(b"GRDL", 2**32 - 1, 2**64 - 1)
    for cut in range(len(note + frame)):
        parser = FrameParser(max_data=1)
        assert parser.feed((note + frame)[:cut]) is None
        assert parser.feed((note + frame)[cut:]) == ({"ok": True}, b"\x00")
        assert parser.stands == (2**64 - 1, 2**32 - 1)
    with pytest.raises(ViolationError, match="wrong signature"):
        FrameParser(1).feed(note + note + frame)


def test_the_cap_is_passed_by_the_first_byte_beyond_it() -> None:
    """Exactly the cap is fine; one byte more is not."""
    output = Output(10)
    assert not output.add(b"x" * 10)
    assert output.add(b"y")


def test_the_tail_is_bounded_and_decodes_whatever_comes() -> None:
    """Only the last bytes stay, and bytes that are no UTF-8 do no harm."""
    output = Output(10**6)
    output.add(b"\xff" + b"a" * KEEP_BYTES + b"\xe3\x81\x82")
    assert output.tail.endswith("aあ")
    assert len(output.tail) < KEEP_BYTES


def test_a_short_output_is_shown_whole() -> None:
    """What fits is shown as it came, however it came."""
    output = Output(10**6)
    for piece in ("始め\n".encode(), b"x" * 30_000, b"\n", "終わり\n".encode()):
        output.add(piece)
    assert output.ends == "始め\n" + "x" * 30_000 + "\n終わり\n"


def test_of_a_long_output_both_ends_are_shown() -> None:
    """The first lines and the last stay, and a mark says that there was more."""
    output = Output(10**9)
    output.add("初".encode() * 200_000)
    output.add(b"y" * 500_000)
    output.add("終".encode() * 30_000)
    assert output.ends == "初" * SHOWN_LETTERS + LEFT_OUT + "終" * SHOWN_LETTERS
    assert output.tail.endswith("終")


def test_the_tail_reaches_back_into_the_beginning() -> None:
    """A short output's tail is all of it, wherever it is kept."""
    output = Output(10**6)
    output.add(b"a" * 80_000)
    output.add(b"b" * 10)
    assert output.tail == "a" * (KEEP_BYTES - 10) + "b" * 10


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks into Linux's /proc")
LIMITS = Limits(memory_mib=64, threads=4)
HOARD = "hoard = bytearray(2**27); hoard[::4096] = b'x' * len(hoard[::4096])"
THREADS = """
import threading, time
for _ in range(20):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
"""
READY = "\nprint('ready', flush=True); input()"


@contextmanager
def running(program: str) -> Iterator[int]:
    """Runs a program up to the point where it waits for input."""
    command = [sys.executable, "-c", program + READY]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield process.pid
        finally:
            process.kill()


def bark(pid: int) -> str:
    """Asks a watchdog for whom it is time to look."""
    watchdog = Watchdog(lambda: [pid], LIMITS, base_mib=16)
    watchdog._next = 0
    return watchdog.alarm()


@LINUX
@pytest.mark.parametrize(
    ("program", "alarm"),
    [
        (HOARD, "more memory than allowed"),
        (THREADS, "more threads than allowed"),
        ("", ""),
        ("import mmap; hoard = mmap.mmap(-1, 2**30)", ""),  # asked for, never touched
    ],
)
def test_watchdog_barks_at_what_is_too_much(program: str, alarm: str) -> None:
    """Memory in use counts, not address space; a program within its limits is left alone."""
    with running(program) as pid:
        assert bark(pid) == alarm


@LINUX
def test_watchdog_is_silent_about_the_dead() -> None:
    """A process that has ended uses nothing."""
    with running("") as pid:
        pass
    assert bark(pid) == ""
    assert own_mib(pid) == 0


@LINUX
def test_watchdog_looks_only_once_in_a_while() -> None:
    """Between two looks it costs nothing: the processes are not even searched."""
    watchdog = Watchdog(lambda: pytest.fail("looked"), LIMITS, base_mib=16)
    watchdog._next = float("inf")
    assert watchdog.alarm() == ""


@LINUX
def test_descendants_are_found() -> None:
    """A process comes first, then what it started."""
    with running("") as pid:
        found = list(with_descendants(os.getpid()))
    assert found[0] == os.getpid()
    assert pid in found


def test_memory_is_what_belongs_to_the_process() -> None:
    """Anonymous and shared pages, swap and page tables count; mapped files do not."""
    status = (
        "VmRSS:\t 9999 kB\nRssAnon:\t 1024 kB\nRssFile:\t 4096 kB\nRssShmem:\t 512 kB\n"
        "VmPTE:\t 256 kB\nVmSwap:\t 256 kB\nThreads:\t3\n"
    )
    assert memory_mib(status) == 2
