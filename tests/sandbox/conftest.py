"""One sandbox per rung for all tests of a file: zygotes are meant to be used again."""

from collections.abc import Iterator

import pytest

from grader.sandbox import Rung, Sandbox
from tests.sandbox.places import skip_unless_holds


@pytest.fixture(scope="module", params=list(Rung), ids=lambda rung: f"rung-{rung}")
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox on each rung that holds here."""
    rung: Rung = request.param
    skip_unless_holds(rung)
    with Sandbox(rung) as place:
        yield place
