"""What travels between host and reader arrives as it was sent, or not at all."""

import io
import json

import pytest

from grader.model.submission import SourceFile, SourceKind
from grader.source.frames import (
    MOST_USES,
    pack_facts,
    pack_request,
    read_frame,
    unpack_facts,
    unpack_request,
    write_frame,
)
from grader.source.question import SourceQuestion
from tests.source.sources import read, script

QUESTION = SourceQuestion(allowed=("time",), whole_program=False, entry="f", aliases=("g", "h"))
NOTEBOOK = SourceFile(
    name="課題.ipynb",
    kind=SourceKind.NOTEBOOK,
    text="x = '\udc80'",
    raw=b"\x00\xff",
    encoding="cp932",
    cells=((1, 1), (4, 2)),
)


def test_request_arrives_whole() -> None:
    """Bytes, cells, names outside ASCII and lone surrogates survive."""
    request = pack_request(NOTEBOOK, [script("y = 1", "h.py")], QUESTION)
    received = unpack_request(json.loads(json.dumps(request)))
    assert received == (NOTEBOOK, (script("y = 1", "h.py"),), QUESTION)


@pytest.mark.parametrize(
    "code", ["import numpy\ndef f(a, b=1): return a\n", "x =（", "x" + "()" * 100_000]
)
def test_facts_arrive_whole(code: str) -> None:
    """Uses, definitions, syntax trouble and details survive."""
    facts = read(code, {"h.py": ""})
    assert unpack_facts(json.loads(json.dumps(pack_facts(facts)))) == (facts, None)


def test_uses_are_capped() -> None:
    """A program that breaks the rule a thousand times does not fill the pipe."""
    facts = read("import numpy\n" * 1000)
    assert len(unpack_facts(pack_facts(facts))[0].uses) == MOST_USES


@pytest.mark.parametrize("cut", [0, 3, 4, 10])
def test_cut_frame_is_no_message(cut: int) -> None:
    """Half a message is none."""
    stream = io.BytesIO()
    write_frame(stream, {"a": "bcdefgh"})
    assert read_frame(io.BytesIO(stream.getvalue()[:cut])) is None
    assert read_frame(io.BytesIO(stream.getvalue())) == {"a": "bcdefgh"}


def test_long_frame_is_refused() -> None:
    """A message over the cap is not read."""
    stream = io.BytesIO()
    write_frame(stream, {"a": "b" * 100})
    assert read_frame(io.BytesIO(stream.getvalue()), most=50) is None
