"""One sandbox per rung for all tests of a file: zygotes are meant to be used again."""

from collections.abc import Iterator

import pytest

from grader.sandbox import Rung, Sandbox
from tests.sandbox.places import levels


@pytest.fixture(scope="module", params=levels(*Rung, always=(Rung.B,)))
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox on each rung that holds here."""
    with Sandbox(request.param.choose()) as place:
        yield place
