"""pyplot under its old name. The NumPy half of the real module does not exist here."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would cost more than all of this
if TYPE_CHECKING:
    from typing import Any


def __getattr__(name: str) -> Any:
    import sys

    return getattr(sys.modules["matplotlib.pyplot"], name)


def _names() -> list[str]:
    from .pyplot import __all__ as names

    return list(names)


globals()["__all__"] = _names()
