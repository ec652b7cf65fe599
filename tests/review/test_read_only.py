"""A results folder in which nothing can be stored: said before anybody decides in vain."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.batch.classes import RIGHT
from tests.commands.conftest import inbox, say

__all__ = ["inbox", "say"]
Inbox = Callable[..., Path]

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or (os.getuid() == 0 and not shutil.which("setpriv")),
    reason="needs rights to files as on Unix, and setpriv where root has all",
)
WITHOUT = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")
PLACES = {
    "all": (".", ".lock", "grader.sqlite"),
    "the folder": (".",),
    "the store": ("grader.sqlite",),
    "the lock": (".lock",),
    "the backups": ("backups",),
}


@pytest.fixture
def results(graded_inbox: Inbox) -> Iterator[Path]:
    """A class that was graded."""
    folder = graded_inbox(s201=RIGHT)
    (folder / "backups").mkdir(exist_ok=True)
    yield folder
    for path in (folder, *folder.iterdir()):
        path.chmod(0o700)


@pytest.mark.parametrize("place", PLACES)
def test_a_page_that_could_store_nothing_is_not_opened(
    course: Path, results: Path, place: str
) -> None:
    """It says why instead of that everything is stored at once, and what to do."""
    for name in PLACES[place]:
        path = results / name
        path.chmod(0o500 if path.is_dir() else 0o400)
    command = (sys.executable, "-m", "grader", "review", "kadai1", "--no-browser", "--lang", "en")
    begin = WITHOUT if os.getuid() == 0 else ()
    ended = subprocess.run(
        [*begin, *command], cwd=course, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 2, ended.stderr
    assert "can only be read here, so nothing could be saved" in ended.stderr
    assert "saved" not in ended.stdout
