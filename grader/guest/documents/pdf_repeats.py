"""The same picture on several pages: a logo, the picture of a template."""

from typing import Any, NamedTuple

from .opened import Drawn

SIGNS = 64  # rows and columns of what is kept of a picture
ALIKE = 20.0  # of 255: the largest difference of two drawings of one picture, once shrunk
SAME_SIZE = 2.0  # points
OFTEN = 3  # pages: from then on it is told no more


class _Kept(NamedTuple):
    size: tuple[float, float]
    sign: Any
    pages: set[int]
    told: list[int]


class Repeats:
    """Recognises pictures that were drawn before."""

    def __init__(self) -> None:
        """Starts with none seen."""
        self._kept: list[_Kept] = []
        self._homes: dict[int, _Kept] = {}

    def take(self, pictures: list[dict[str, Any]], page: int) -> int:
        """Remembers the pictures of a page; says how many of them had been drawn before."""
        again = 0
        for one in pictures:
            if one["pixels"] is None:
                continue
            size, sign = _size(one), _sign(one["pixels"])
            home = next((kept for kept in self._kept if _alike(kept, size, sign)), None)
            if home is None:
                home = _Kept(size, sign, set(), [])
                self._kept.append(home)
            elif page not in home.pages:
                again += 1
            home.pages.add(page)
            self._homes[id(one)] = home
        return again

    def of(self, pictures: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Gives the pictures with how many pages show them; what many show is told once."""
        told = []
        for one in pictures:
            home = self._homes.get(id(one))
            if home is not None:
                one["pages"] = len(home.pages)
                if home.told and len(home.pages) >= OFTEN:
                    continue
                home.told.append(1)
            told.append(one)
        return told


def _size(one: dict[str, Any]) -> tuple[float, float]:
    left, top, right, bottom = one["box"]
    return right - left, bottom - top


def _alike(kept: _Kept, size: tuple[float, float], sign: Any) -> bool:
    import numpy as np

    near = all(abs(one - two) < SAME_SIZE for one, two in zip(kept.size, size, strict=True))
    return near and float(np.abs(kept.sign - sign).max()) < ALIKE


def _sign(pixels: Drawn) -> Any:
    import numpy as np
    from PIL import Image

    drawn = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.data)
    small = drawn.convert("L").resize((SIGNS, SIGNS), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.float32)
