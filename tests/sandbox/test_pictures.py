"""A picture that came out of a child is looked through before anybody opens it."""

import io
import struct
import zlib

import pytest
from PIL import Image, PngImagePlugin

from grader.guest.protocol import MAX_PICTURE_BYTES
from grader.sandbox.replies import PICTURE_SIDE, PNG_SIGNATURE, clean_picture


def png(mode: str = "RGBA", size: tuple[int, int] = (20, 10)) -> bytes:
    """Makes a picture as a library does, with words in it."""
    buffer = io.BytesIO()
    words = PngImagePlugin.PngInfo()
    words.add_text("Title", "24A1234", zip=True)
    picture = Image.new(mode, size, 1)
    if mode == "P":
        picture.putpalette(bytes(range(256)) * 3)
    picture.save(buffer, "PNG", pnginfo=words)
    return buffer.getvalue()


def chunk(name: bytes, body: bytes) -> bytes:
    """Makes a part of a file."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def header(width: int = 2, height: int = 1, *rest: int) -> bytes:
    """Makes a header: eight bits a channel, grey."""
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, *(rest or (8, 0, 0, 0, 0))))


PIXELS, END = chunk(b"IDAT", zlib.compress(b"\0\1\2")), chunk(b"IEND", b"")
PLAIN = PNG_SIGNATURE + header() + PIXELS + END


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGB", "RGBA"])
def test_a_picture_shows_the_same_afterwards(mode: str) -> None:
    """Pixels and colours stay, words do not."""
    before = png(mode)
    after = clean_picture(before)
    assert b"Title" in before
    assert b"Title" not in after
    with Image.open(io.BytesIO(before)) as old, Image.open(io.BytesIO(after)) as new:
        assert old.convert("RGBA").tobytes() == new.convert("RGBA").tobytes()
    assert clean_picture(after) == after


def test_a_small_one_passes() -> None:
    """The table below changes one thing of it each."""
    assert clean_picture(PLAIN) == clean_picture(PLAIN + b"PK\3\4") == PLAIN


BOMB = zlib.compress(bytes(50_000_000))
BAD = {
    "nothing": b"",
    "a text": b"<script>alert(1)</script>",
    "only a signature": PNG_SIGNATURE,
    "another kind": b"GIF89a" + PLAIN[8:],
    "no header": PNG_SIGNATURE + PIXELS + END,
    "a header that is cut off": PNG_SIGNATURE + chunk(b"IHDR", b"\0\0\0\2") + PIXELS + END,
    "no end": PNG_SIGNATURE + header() + PIXELS,
    "no pixels": PNG_SIGNATURE + header() + END,
    "a chunk behind the end": PLAIN + chunk(b"teXt", b"x"),
    "a wrong checksum": PLAIN[:-1] + b"\0",
    "a length beyond the file": PNG_SIGNATURE + header() + b"\xff\xff\xff\xffIDAT",
    "no width": PNG_SIGNATURE + header(0, 1) + PIXELS + END,
    "too wide": PNG_SIGNATURE + header(PICTURE_SIDE + 1, 1) + PIXELS + END,
    "far too high": PNG_SIGNATURE + header(1, 2**32 - 1) + PIXELS + END,
    "sixteen bits": PNG_SIGNATURE + header(2, 1, 16, 0, 0, 0, 0) + PIXELS + END,
    "no colour type": PNG_SIGNATURE + header(2, 1, 8, 5, 0, 0, 0) + PIXELS + END,
    "no palette": PNG_SIGNATURE + header(2, 1, 8, 3, 0, 0, 0) + PIXELS + END,
    "half a colour": PNG_SIGNATURE
    + header(2, 1, 8, 3, 0, 0, 0)
    + chunk(b"PLTE", b"\1\2")
    + PIXELS
    + END,
    "a palette too long": PNG_SIGNATURE
    + header(2, 1, 8, 3, 0, 0, 0)
    + chunk(b"PLTE", bytes(771))
    + PIXELS
    + END,
    "a palette without use": PNG_SIGNATURE + header() + chunk(b"PLTE", bytes(3)) + PIXELS + END,
    "interlaced": PNG_SIGNATURE + header(2, 1, 8, 0, 0, 0, 1) + PIXELS + END,
    "too few pixels": PNG_SIGNATURE + header(3, 1) + PIXELS + END,
    "too many pixels": PNG_SIGNATURE + header(1, 1) + PIXELS + END,
    "pixels that are none": PNG_SIGNATURE + header() + chunk(b"IDAT", b"pixels") + END,
    "pixels that go on and on": PNG_SIGNATURE + header() + chunk(b"IDAT", BOMB) + END,
    "something behind the pixels": PNG_SIGNATURE
    + header()
    + chunk(b"IDAT", zlib.compress(b"\0\1\2") + b"PK\3\4")
    + END,
    "too large": PLAIN[:-12] + chunk(b"teXt", bytes(MAX_PICTURE_BYTES)) + END,
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_picture_is_left_out(name: str) -> None:
    """Nothing is guessed of a file that is not whole, and nothing large is unpacked."""
    assert clean_picture(BAD[name]) == b""
