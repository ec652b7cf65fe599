"""One sandbox per level for all tests of a file: zygotes are meant to be used again."""

from collections.abc import Iterator

import pytest

from grader.sandbox import IsolationLevel, Sandbox
from tests.sandbox.places import levels


@pytest.fixture(scope="module", params=levels(*IsolationLevel, always=(IsolationLevel.B,)))
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox on each level that holds here."""
    with Sandbox(request.param.choose()) as place:
        yield place
