"""A child that was taken over sends all that it may and more: the host stays small, and answers."""

import sys

import pytest
from msgspec.structs import replace

from grader.model.document import ReadTrouble
from grader.reports.reading import LIMITS, read_in_child
from grader.sandbox.cold import ColdChild
from tests.hostile.growth import MOST_MIB, grown

pytestmark = [
    pytest.mark.hostile,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read off /proc"),
]
SHORT = replace(LIMITS, call_seconds=15.0)
ENDS = {ReadTrouble.CRASHED, ReadTrouble.TOO_LARGE, ReadTrouble.TIME}
# Speaks the protocol by itself; `parts(index)` gives the JSON and the bytes of each part.
CHILD = """
import json, struct, sys
source, sink = sys.stdin.buffer, sys.stdout.buffer
HEADER = struct.Struct("<4sIQ")
MIB = 1 << 20

def send(text, data=b""):
    sink.write(HEADER.pack(b"GRD1", len(text), len(data)) + text + data)
    sink.flush()

{parts}

send(b'{{"ready": true}}')
while header := source.read(HEADER.size):
    _, size, data_size = HEADER.unpack(header)
    head = json.loads(source.read(size))
    source.read(data_size)
    start = b'{{"ok": true, "nonce": "%s", ' % head["nonce"].encode()
    if head["op"] == "extend":
        send(start + b'"told": []}}')
    elif head["request"]["ask"] == "open":
        send(start + b'"told": {{"kind": "pdf", "parts": 400}}}}')
    else:
        text, data = parts(head["request"]["part"])
        send(start + b'"told": ' + text + b"}}", data)
"""
PICTURE = '{{"kind": "raster", "line": 0, "pixels": {{"width": 1000, "height": 1000}}}}'
PARTS = {
    "pixels": (
        "def parts(index):\n"
        f"    one = b'{PICTURE.format()}'\n"
        '    return b\'{"pictures": [\' + b",".join([one] * 8) + b"]}", bytes(24_000_000)\n'
    ),
    "lines": (
        "def parts(index):\n"
        '    line = b\'{"text": "\' + b"\\\\u3042" * 60 + b\'", "box": [1.5, 2.5, 3.5, 4.5]}\'\n'
        '    return b\'{"lines": [\' + b",".join([line] * 5_000) + b"]}", b""\n'
    ),
    "wide letters": (
        "def parts(index):\n"
        '    line = b\'{"text": "\' + b"\\\\ud83d\\\\ude00" * 19_000 + b\'"}\'\n'
        '    return b\'{"lines": [\' + b",".join([line] * 12) + b"]}", b""\n'
    ),
    "empty things": (
        "def parts(index):\n"
        '    return b\'{"junk": [\' + b",".join([b"{}"] * 1_000_000) + b"]}", b""\n'
    ),
    "nested lists": 'def parts(index):\n    return b"[" * 3_000_000, b""\n',
    "pictures with texts": (
        "def parts(index):\n"
        '    one = b\'{"kind": "svg", "line": 0, "texts": [\' + b\'"a",\' * 1_999 + b\'"b"]}\'\n'
        '    return b\'{"pictures": [\' + b",".join([one] * 300) + b"]}", b""\n'
    ),
    "a terabyte": (
        "def parts(index):\n"
        '    sink.write(HEADER.pack(b"GRD1", 2, 1 << 40) + b"{}" + bytes(MIB))\n'
        '    return b"{}", b""\n'
    ),
    "more than was asked for": (
        'def parts(index):\n    send(b"{}", bytes(20 * MIB))\n    return b"{}", bytes(20 * MIB)\n'
    ),
    "words": ('def parts(index):\n    sys.stderr.write("x" * 40_000_000)\n    return b"{}", b""\n'),
}


@pytest.mark.parametrize("name", PARTS)
def test_the_host_stays_small(name: str) -> None:
    """Whatever it sends, the answer is a document that is not whole."""
    words = [sys.executable, "-I", "-c", CHILD.format(parts=PARTS[name])]
    found = []

    def read() -> None:
        child = ColdChild(words, {}, SHORT)
        found.append(read_in_child(lambda _: child, "r.pdf", b"%PDF-", SHORT))

    assert grown(read) < MOST_MIB
    assert found[0].trouble in ENDS, found[0].detail
