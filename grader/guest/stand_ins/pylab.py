"""pyplot as a module of its own, for `from pylab import *`."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    import sys

    return getattr(sys.modules["matplotlib.pyplot"], name)


def _names() -> list[str]:
    from matplotlib.pyplot import __all__ as names  # type: ignore[import-not-found]  # beside it

    return list(names)


globals()["__all__"] = _names()
