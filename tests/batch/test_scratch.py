"""What a killed process leaves in the temporary folder is removed by the next one, and no more."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from grader.batch.scratch import HELD, PREFIX, clear_left_over

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing is removed there")
HOLDS = """
import sys
from grader.batch.scratch import own_folder
print(own_folder(), flush=True)
(own_folder() / "inside").mkdir()
sys.stdin.read()
"""


def holder(place: Path) -> tuple["subprocess.Popen[str]", Path]:
    """Starts a process with a folder of its own, which ends with its standard input."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(place)},
        text=True,
    )
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    """By the next that begins; what somebody works in stays, and ends with them."""
    killed, left = holder(tmp_path)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert left.is_dir()
    first, own = holder(tmp_path)
    assert not left.exists()
    second, other = holder(tmp_path)
    assert own.is_dir()
    assert other.is_dir()
    for process in (first, second):
        process.communicate(timeout=60)
    assert list(tmp_path.iterdir()) == []


def test_nothing_else_is_removed(tmp_path: Path) -> None:
    """No link, nobody's folder without our mark, no file, no folder of another program."""
    elsewhere = tmp_path / "elsewhere"
    place = tmp_path / "place"
    for folder in (elsewhere, place, place / f"{PREFIX}unmarked", place / "pymp-x"):
        folder.mkdir()
    (elsewhere / HELD).touch()
    (place / f"{PREFIX}link").symlink_to(elsewhere)
    (place / f"{PREFIX}file").touch()
    inside = place / f"{PREFIX}linked"
    inside.mkdir()
    (inside / HELD).symlink_to(elsewhere / HELD)
    before = sorted(place.iterdir())
    clear_left_over(place)
    assert sorted(place.iterdir()) == before
    assert (elsewhere / HELD).exists()
    gone = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
    (gone / HELD).touch()
    (gone / "link").symlink_to(elsewhere)
    clear_left_over(place)
    assert not gone.exists()
    assert (elsewhere / HELD).exists()
