"""A course with a download of an LMS to give commands in."""

import zipfile
from pathlib import Path

import pytest

from tests.commands.conftest import graded, say

__all__ = ["graded", "say"]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A download as Moodle writes it, of two students with programs that end at once."""
    path = tmp_path / "small.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number, name in ((31201, "山田 太郎"), (31202, "佐藤 花子")):
            entry = f"{name}_{number}_assignsubmission_file/kadai1.py"
            info = zipfile.ZipInfo(entry, (2025, 4, 17, 9, number - 31200, 0))
            archive.writestr(info, "import numpy\n")
    return path
