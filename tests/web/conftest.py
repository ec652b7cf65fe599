"""The kit of kadai1, opened as the page opens it, and programs that are checked with it."""

import html
import re
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from grader.plugins import installed
from grader.web import numbers
from grader.web.checking import check, find_place
from grader.web.children import Asked, timer_clock
from tests.commands.conftest import Say, say
from tests.conftest import Once
from tests.one_cpu import run
from tests.tree import ROOT

__all__ = ["Say", "say"]

ELSEWHERE = ("For an explanation", "－ No report", "－ The report", "Checked with a kit")
"""How lines begin that the page says in words of its own, or not at all."""

collect_ignore_glob = [] if "kit" in installed() else ["test_*.py"]  # pages are made of kits

Checked = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def kit(once: Once) -> Path:
    """The folder of the kit, unpacked."""

    def fill(folder: Path) -> None:
        packed = folder / "kit.zip"
        assert run(["pack", "kadai1", "--course", str(ROOT), "-o", str(packed)]) == 0
        with zipfile.ZipFile(packed) as members:
            members.extractall(folder)

    return once("web-kit", fill) / "kadai1"


@pytest.fixture
def checked(kit: Path) -> Checked:
    """Checks files as the page does, in this interpreter."""
    with standing_in():
        found = find_place(kit)
    assert found is not None
    _, place = found

    def give(*paths: Path, fates: Mapping[int, str] | None = None) -> dict[str, Any]:
        with standing_in():
            return check(place, paths, timer_clock(), Asked(fates), stood_in=True)

    return give


@contextmanager
def standing_in() -> Iterator[None]:
    """Our own modules find the page's stand-in under NumPy's name."""
    real = sys.modules.get("numpy")
    numbers.install()
    try:
        yield
    finally:
        del sys.modules["numpy"]
        if real is not None:
            sys.modules["numpy"] = real


def lines_of(answer: str) -> list[str]:
    """The lines of a page's answer, as the terminal shows them."""
    apart = re.sub(r"</(p|pre|h3)>", "\n", answer)
    return told(html.unescape(re.sub("<[^>]*>", "", apart)))


def told(text: str) -> list[str]:
    """The lines that page and terminal both say."""
    lines = map(str.strip, text.splitlines())
    return [line for line in lines if line and not line.startswith(ELSEWHERE)]
