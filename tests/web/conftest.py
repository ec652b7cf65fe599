"""The kit of kadai1, opened as the page opens it, and programs that are checked with it."""

import html
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.plugins import installed
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
    """Checks files as the page does, in an interpreter of its own: nothing confines programs."""

    def give(*paths: Path, fates: Mapping[int, str] | None = None) -> dict[str, Any]:
        command = [sys.executable, "-m", "tests.web.driver", str(kit)]
        request = json.dumps({"paths": [str(path) for path in paths], "fates": fates})
        environ = {**os.environ, "PYTHONPATH": str(ROOT)}
        ended = subprocess.run(
            command, input=request, env=environ, capture_output=True, check=True, text=True
        )
        answer: dict[str, Any] = json.loads(ended.stdout)
        return answer

    return give


def lines_of(answer: str) -> list[str]:
    """The lines of a page's answer, as the terminal shows them."""
    apart = re.sub(r"</(p|pre|h3)>", "\n", answer)
    return told(html.unescape(re.sub("<[^>]*>", "", apart)))


def told(text: str) -> list[str]:
    """The lines that page and terminal both say."""
    lines = map(str.strip, text.splitlines())
    return [line for line in lines if line and not line.startswith(ELSEWHERE)]
