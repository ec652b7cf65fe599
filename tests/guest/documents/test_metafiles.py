"""Metafiles in Word files: nobody draws them, and their words are labels."""

import gzip
import struct
from random import Random

import pytest

from grader.guest.documents import metafiles
from tests.guest.documents.word_files import Told, p
from tests.guest.documents.word_media import drawn, pictured

LINE = struct.pack("<2I", 27, 16) + struct.pack("<2i", 999, 500)


def emf(*records: bytes) -> bytes:
    """An EMF file."""
    header = struct.pack("<2I", 1, 108).ljust(40, b"\0") + b" EMF"
    return header.ljust(108, b"\0") + b"".join(records) + struct.pack("<2I", 14, 8)


def words(text: str, x: int, y: int, options: int = 0, *, narrow: bool = False) -> bytes:
    """Words at a point, of letters that are seven units wide."""
    raw = text.encode("cp932" if narrow else "utf-16-le")
    raw += bytes(-len(raw) % 4)
    place = struct.pack("<2i3I", x, y, len(text), 76, options)
    spaces = struct.pack(f"<{len(text)}i", *[7] * len(text))
    data = bytes(28) + place + bytes(16) + struct.pack("<I", 76 + len(raw)) + raw + spaces
    return struct.pack("<2I", 83 if narrow else 84, len(data) + 8) + data


def wmf(*records: bytes, placeable: bool = True) -> bytes:
    """A WMF file."""
    start = b"\xd7\xcd\xc6\x9a".ljust(22, b"\0") if placeable else b""
    return start + b"\x01\x00\x09\x00".ljust(18, b"\0") + b"".join(records)


def short(kind: int, data: bytes) -> bytes:
    """A record of a WMF file."""
    data += bytes(len(data) % 2)
    return struct.pack("<IH", 3 + len(data) // 2, kind) + data


def read(data: bytes) -> Told:
    """A Word file with this picture, and another one."""
    return pictured(p("目的") + p(drawn("a")), a=data)


TEXT = "時間".encode("cp932")
LABELS: dict[str, tuple[bytes, list[str]]] = {
    "words": (emf(LINE, words("サイズ n", 400, 900), words("1", 100, 950)), ["サイズ n", "1"]),
    "single bytes": (emf(words("time [s]", 0, 0, narrow=True)), ["time [s]"]),
    "letters written one by one": (
        emf(words("1", 400, 500), words("0", 407, 500), words("7", 700, 500)),
        ["10", "7"],
    ),
    "ticks below each other": (emf(words("1", 40, 500), words("2", 47, 540)), ["1", "2"]),
    "numbers of glyphs": (emf(words("\x13\x14", 400, 500, options=0x10)), []),
    "WMF": (wmf(short(0x0A32, struct.pack("<2h2H", 9, 4, 4, 0) + TEXT)), ["時間"]),
    "WMF without a place": (
        wmf(short(0x0521, struct.pack("<H", 4) + TEXT + bytes(4)), placeable=False),
        ["時間"],
    ),
    "packed": (gzip.compress(emf(words("n", 0, 0))), ["n"]),
    "nothing": (emf(), []),
}


@pytest.mark.parametrize("case", LABELS)
def test_their_words_are_labels(case: str) -> None:
    """In the order in which they are drawn; how it looks, nobody says."""
    data, texts = LABELS[case]
    (picture,) = read(data).pictures
    assert (picture["kind"], picture["texts"], picture["pixels"], picture["trouble"]) == (
        "emf", texts, None, "no-renderer",
    )  # fmt: skip


@pytest.mark.parametrize("data", [emf(*[LINE] * 30), wmf(*[short(0x0213, bytes(4))] * 30)])
def test_endless_ones_end(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """After so many records."""
    monkeypatch.setattr(metafiles, "MOST_RECORDS", 20)
    found = read(data)
    assert (found.texts, found.pictures[0]["trouble"]) == (["目的"], "too-large")


def test_a_bomb_is_unpacked_to_a_bound() -> None:
    """Which is no picture then, and costs nothing else."""
    assert len(metafiles.inflated(gzip.compress(bytes(40_000_000)))) == 32_000_000
    assert read(b"\x1f\x8bno").pictures[0]["trouble"] == "no-renderer"


@pytest.mark.parametrize("seed", range(20))
def test_damage_costs_no_text(seed: int) -> None:
    """Whatever stands in the bytes."""
    chance = Random(seed)
    whole = emf(words("a", 1, 2), LINE, words("b", 9, 9)) if seed % 4 else LABELS["WMF"][0]
    data = bytearray(whole)
    for _ in range(chance.randrange(1, 60)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    found = read(bytes(data[: chance.randrange(len(data) // 2, len(data))]))
    assert (found.texts, len(found.pictures)) == (["目的"], 1)
