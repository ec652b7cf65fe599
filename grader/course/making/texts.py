"""The sentences that a new assignment is written with, and the names in them."""

import tomllib
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

from grader.model.course import Backend, Form

NAMES: Mapping[Backend, str] = {
    Backend.PYTHON: "Python",
    Backend.NUMPY: "NumPy",
    Backend.CUPY: "CuPy",
    Backend.TORCH: "PyTorch",
    Backend.C: "C",
}

GIVEN: Mapping[str, Mapping[str, str]] = {
    Form.LISTS: {"ja": "リストのリスト", "en": "lists of lists"},
    Form.NUMPY: {"ja": "`numpy.ndarray`", "en": "`numpy.ndarray`"},
    Form.CUPY: {"ja": "`cupy.ndarray`", "en": "`cupy.ndarray`"},
    Form.TORCH: {"ja": "`torch.Tensor`", "en": "`torch.Tensor`"},
    Form.C_DOUBLE: {"ja": "`double` の配列、行ごと", "en": "arrays of `double`, row by row"},
    Form.C_FLOAT: {"ja": "`float` の配列、行ごと", "en": "arrays of `float`, row by row"},
    Form.C_ROWS: {"ja": "各行を指す `double **`", "en": "`double **`, a pointer to each row"},
    Form.TORCH_4D: {
        "ja": "4 次元の `torch.Tensor`",
        "en": "`torch.Tensor` of four dimensions",
    },
}

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)
"""In English whatever the locale is."""

UNFILLED = ("【ここに", "[Write here")
"""What stands in a handout where the instructor still has to write something."""


@cache
def texts() -> Mapping[str, Any]:
    """Reads the templates."""
    text = files("grader.course.making").joinpath("texts.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def due_text(due: datetime, zone: str, lang: str) -> str:
    """Says a deadline in words."""
    clock = f"{due:%H:%M}"
    if lang == "ja":
        return f"{due.year} 年 {due.month} 月 {due.day} 日 {clock}（{zone}）"
    return f"{due.day} {MONTHS[due.month - 1]} {due.year}, {clock} ({zone})"
