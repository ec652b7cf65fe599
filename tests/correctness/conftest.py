"""What the nets of this room need."""

import pytest


@pytest.fixture(scope="session")
def torch() -> None:
    """PyTorch, imported by the workers alone that run nets; skips where it is not installed."""
    library = pytest.importorskip("torch", reason="PyTorch is not installed here")
    library.set_num_threads(1)  # the nets are tiny: threads would only wait for each other
