"""Two graders never write into one results folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from grader.model.errors import StoreError
from grader.store import one_grader_only

HOLD = """
import sys
from pathlib import Path
from grader.store import one_grader_only
with one_grader_only(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_second_grader_is_told(tmp_path: Path) -> None:
    """The second one, in this process or another, gets a sentence."""
    with (
        one_grader_only(tmp_path),
        pytest.raises(StoreError, match="another grader is writing here"),
        one_grader_only(tmp_path),
    ):
        pass


def test_folder_is_free_again_afterwards(tmp_path: Path) -> None:
    """Ending gives the folder back."""
    for _ in range(2):
        with one_grader_only(tmp_path):
            pass


def test_killed_grader_leaves_the_folder_free(tmp_path: Path) -> None:
    """SIGKILL frees the folder; until then another process is kept out."""
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(StoreError, match="another grader"), one_grader_only(tmp_path):
            pass
        other.kill()
        other.wait()
    with one_grader_only(tmp_path):
        pass


def test_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    """A file where the folder should be is explained."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be written"), one_grader_only(tmp_path / "file"):
        pass
