"""The reader's loop: one answer per request until the input ends."""

import io
import sys

import pytest

from grader.source.child import serve
from grader.source.frames import pack_request, read_frame, unpack_facts, write_frame
from grader.source.question import SourceQuestion
from tests.source.sources import names, script


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit to put back")
def test_answers_every_request() -> None:
    """Two requests, two answers, in order; the end of the input ends the loop."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_CPU)
    requests, answers = io.BytesIO(), io.BytesIO()
    for code in ("import numpy", "x = 1"):
        write_frame(requests, pack_request(script(code), [], SourceQuestion(allowed=("time",))))
    requests.seek(0)
    try:
        serve(requests, answers, cpu_seconds=10_000)
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, before)
    answers.seek(0)
    found = [names(unpack_facts(read_frame(answers) or {})[0]) for _ in range(2)]
    assert found == [["POL001 numpy"], []]
    assert read_frame(answers) is None
