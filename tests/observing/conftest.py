"""What tests of several files run programs with."""

from collections.abc import Iterator

import pytest

from grader.observing import Tools
from grader.sandbox import IsolationLevel, Sandbox
from grader.source import SourceReader
from tests.sandbox.places import skip_unless_holds


@pytest.fixture(scope="module")
def tools() -> Iterator[Tools]:
    """A reader of sources, and a sandbox on the level that batches use as a rule."""
    level = next(iter(IsolationLevel))
    skip_unless_holds(level)
    with Sandbox(level) as sandbox, SourceReader() as reader:
        yield Tools(reader=reader, sandbox=sandbox)
