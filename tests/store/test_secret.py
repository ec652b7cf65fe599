"""The course's secret is made once, kept private and found again."""

import subprocess
import sys
from pathlib import Path

import pytest

from grader.model.errors import StoreError
from grader.store import course_secret, user_state_folder

ASK = """
import sys
from pathlib import Path
from grader.store import course_secret
print(course_secret(Path(sys.argv[1]), {"XDG_STATE_HOME": sys.argv[2]}).hex())
"""


def test_same_secret_every_time(tmp_path: Path) -> None:
    """The second call finds what the first one made: 32 bytes, readable by the owner only."""
    secret = course_secret(tmp_path, {})
    assert course_secret(tmp_path, {}) == secret
    assert len(secret) == 32
    path = tmp_path / ".grader" / "secret"
    assert path.stat().st_mode & 0o777 == 0o600
    assert sorted(one.name for one in path.parent.iterdir()) == [".gitignore", "secret"]


def test_git_ignores_the_secret(tmp_path: Path) -> None:
    """`git add .` does not publish it."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    course_secret(tmp_path, {})
    status = subprocess.run(
        ["git", "status", "--porcelain", "--untracked-files=all"],
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    assert status.stdout == b""


def test_two_courses_have_two_secrets(tmp_path: Path) -> None:
    """Nothing but chance decides a secret."""
    assert course_secret(tmp_path / "a", {}) != course_secret(tmp_path / "b", {})


def test_course_that_cannot_be_written(tmp_path: Path) -> None:
    """The user's state folder stands in, one file per course."""
    course = tmp_path / "course"
    course.mkdir()
    (course / ".grader").touch()  # no folder can be made here, not even by root
    environ = {"XDG_STATE_HOME": str(tmp_path / "state")}
    secret = course_secret(course, environ)
    assert course_secret(course, environ) == secret
    assert list((tmp_path / "state/grader/secrets").glob("*/secret"))


def test_nowhere_to_keep_it(tmp_path: Path) -> None:
    """When no place can be written, the sentence names both."""
    (tmp_path / ".grader").touch()
    (tmp_path / "state").touch()
    with pytest.raises(
        StoreError, match=r"no place to store the secret of the course: .*\.grader.*state"
    ):
        course_secret(tmp_path, {"XDG_STATE_HOME": str(tmp_path / "state")})


def test_damaged_secret_is_a_sentence(tmp_path: Path) -> None:
    """A short file is never used as a key."""
    course_secret(tmp_path, {})
    (tmp_path / ".grader/secret").write_bytes(b"short")
    with pytest.raises(StoreError, match="5 bytes instead of 32"):
        course_secret(tmp_path, {})


def test_first_calls_of_many_processes_agree(tmp_path: Path) -> None:
    """A race at the first use has one winner."""
    command = [sys.executable, "-c", ASK, str(tmp_path), str(tmp_path / "state")]
    racers = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(4)]
    answers = {racer.communicate()[0] for racer in racers}
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"XDG_STATE_HOME": str(Path("/state").resolve())}, str(Path("/state/grader").resolve())),
        ({"XDG_STATE_HOME": "relative"}, str(Path.home() / ".local/state/grader")),
        ({}, str(Path.home() / ".local/state/grader")),
    ],
)
def test_state_folder_follows_the_environment(environ: dict[str, str], folder: str) -> None:
    """XDG's variable counts when it is absolute."""
    assert user_state_folder(environ) == Path(folder)
