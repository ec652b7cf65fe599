"""Install a plugin as pip does, into a folder that is not one of the environment's own."""

import subprocess
import sys
from pathlib import Path

import pytest


def install(source: Path, factory: pytest.TempPathFactory) -> Path:
    """Return the folder that a copy of the distribution was installed into."""
    folder = factory.mktemp("installed")
    words = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--target", str(folder)]
    copy = factory.mktemp("source") / source.name
    subprocess.run(["cp", "-r", str(source), str(copy)], check=True)  # a build writes beside it
    pip = [sys.executable, "-m", "pip", "install", *words, str(copy)]
    subprocess.run(pip, check=True, capture_output=True)
    return folder
