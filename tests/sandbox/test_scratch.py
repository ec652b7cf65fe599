"""What a killed process leaves in the temporary folder is removed by the next one, and no more."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from grader.sandbox.scratch import LOCK_FILE, PREFIX, clear_left_over

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing is removed there")
HOLDS = """
import sys
from grader.sandbox.scratch import own_folder
print(own_folder(), flush=True)
(own_folder() / "inside").mkdir()
sys.stdin.read()
"""


def holder(place: Path, before: str = "") -> tuple["subprocess.Popen[str]", Path]:
    """Starts a process with a folder of its own, which ends with its standard input."""
    process = subprocess.Popen(
        [sys.executable, "-c", before + HOLDS],
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


@pytest.mark.parametrize("written", ["", "another kernel's\n"])
def test_what_another_kernel_may_hold_is_left_alone(tmp_path: Path, written: str) -> None:
    """Its locks may not be seen here: who works on another node would lose everything."""
    killed, left = holder(tmp_path)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    kernel = (left / LOCK_FILE).read_text()
    (left / LOCK_FILE).write_text(written)
    clear_left_over(tmp_path)
    assert (left / LOCK_FILE).is_file()
    (left / LOCK_FILE).write_text(kernel)
    clear_left_over(tmp_path)
    assert not left.exists()


def test_without_locks_there_is_one_folder(tmp_path: Path) -> None:
    """Not one for each try: nobody would remove them."""
    lacks = "import fcntl\ndef flock(*_):\n    raise OSError\nfcntl.flock = flock\n"
    process, own = holder(tmp_path, lacks)
    assert [*tmp_path.iterdir()] == [own]
    process.communicate(timeout=60)


def test_nothing_else_is_removed(tmp_path: Path) -> None:
    """No link, nobody's folder without our mark, no file, no folder of another program."""
    elsewhere = tmp_path / "elsewhere"
    place = tmp_path / "place"
    for folder in (elsewhere, place, place / f"{PREFIX}unmarked", place / "pymp-x"):
        folder.mkdir()
    killed, gone = holder(place)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    (gone / "link").symlink_to(elsewhere)
    (elsewhere / LOCK_FILE).write_bytes((gone / LOCK_FILE).read_bytes())
    (place / f"{PREFIX}link").symlink_to(elsewhere)
    (place / f"{PREFIX}file").touch()
    inside = place / f"{PREFIX}linked"
    inside.mkdir()
    (inside / LOCK_FILE).symlink_to(elsewhere / LOCK_FILE)
    before = {*place.iterdir()}
    clear_left_over(place)
    assert {*place.iterdir()} == before - {gone}
    assert (elsewhere / LOCK_FILE).exists()
