"""Copies of the tree, as a clone of its present state would be, and commands typed in them."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

from tests.one_cpu import one_cpu
from tests.tree import ROOT, tracked_files


def copy_tree(target: Path) -> Path:
    """Copies what a clone of the present state would hold, and what Python compiled of that.

    Compiling the whole of grader takes longer than most of what is done in a copy.
    """
    folders: dict[Path, set[str]] = {}
    for path in tracked_files():
        folders.setdefault(path.parent, set()).add(path.name)
    for folder, names in folders.items():
        copy = target / folder.relative_to(ROOT)
        copy.mkdir(parents=True, exist_ok=True)
        for name in names:
            shutil.copy2(folder / name, copy)  # of the same time, by which Python knows its own
        compiled = [
            file
            for file in folder.glob(f"__pycache__/*.{sys.implementation.cache_tag}*.pyc")
            if f"{file.name.partition('.')[0]}.py" in names
        ]
        if compiled:
            (copy / "__pycache__").mkdir()
        for file in compiled:
            shutil.copy2(file, copy / "__pycache__")
    return target


def make_environment(folder: Path) -> None:
    """Makes an environment that sees the packages installed here: pip needs no network."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/*/site-packages")
    (packages / "installed-here.pth").write_text(sysconfig.get_path("purelib") + "\n")


def install_as_before(folder: Path) -> None:
    """Leaves what an installation of an earlier checkout left: it was called grader then."""
    (packages,) = folder.glob("lib/*/site-packages")
    old = packages / "grader-0.1.0.dist-info"
    old.mkdir()
    (packages / "__editable__.grader-0.1.0.pth").write_text("")
    (folder / "bin" / "grader").write_text("#!/bin/sh\nexit 9\n")
    (old / "INSTALLER").write_text("pip\n")
    (old / "METADATA").write_text("Metadata-Version: 2.1\nName: grader\nVersion: 0.1.0\n")
    own = [f"{old.name}/{name}" for name in ("INSTALLER", "METADATA", "RECORD")]
    files = ("__editable__.grader-0.1.0.pth", "../../../bin/grader", *own)
    (old / "RECORD").write_text("".join(f"{file},,\n" for file in files))


def offline(clone: Path) -> Mapping[str, str]:
    """The surroundings of a user who works in `clone` and has no network."""
    # The make that runs these tests hands its own variables down.
    outer = re.compile(r"MAKE|MFLAGS|VENV$|PYTHON$|RESULTS$|DEVICE$|GRADE_OPTIONS$|PYTEST_")
    ours = {name: value for name, value in os.environ.items() if not outer.match(name)}
    path = f"{clone / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**ours, "PATH": path, "PIP_NO_INDEX": "1", "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}


def type_in(clone: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Types a command as a user with one CPU would, and waits."""
    with one_cpu():
        return subprocess.run(
            command.split(),
            cwd=clone,
            env=offline(clone),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
