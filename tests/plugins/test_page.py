"""The page "Write a plugin" is followed to the letter."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.tree import ROOT

PAGES = [ROOT / "docs" / language / "plugins.md" for language in ("ja", "en")]
FENCED = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
TABS = (
    "def matmul(a, b):\n\treturn [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]\n"
)


def files(page: Path) -> Mapping[str, str]:
    """The files that a page has its reader write."""
    return {
        name: text for _, name, text in FENCED.findall(page.read_text(encoding="utf-8")) if name
    }


def commands(page: Path) -> list[str]:
    """The commands that it has its reader type, but for pip's."""
    blocks = FENCED.findall(page.read_text(encoding="utf-8"))
    lines = [line for kind, _, text in blocks if kind == "sh" for line in text.splitlines()]
    return [line for line in lines if line.startswith("grader ")]


def test_both_languages_have_the_same_files_and_commands() -> None:
    """Whichever page is followed."""
    japanese, english = PAGES
    assert files(japanese) == files(english)
    assert commands(japanese) == commands(english)


@pytest.mark.parametrize("page", PAGES[:1], ids=lambda page: page.parent.name)
def test_the_page_is_followed(page: Path, tmp_path: Path) -> None:
    """The plugin installs, each command of the page ends well, and a program is advised."""
    for name, text in files(page).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    installed = tmp_path / "installed"
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    pip = [sys.executable, "-m", "pip", "install", *options, "--target", str(installed)]
    subprocess.run([*pip, str(tmp_path / "saiten-tabs")], check=True, capture_output=True)
    environ = {**os.environ, "LANG": "en_US.UTF-8", "PYTHONPATH": str(installed)}
    program = tmp_path / "kadai1.py"
    program.write_text(TABS, encoding="utf-8")
    said = ""
    for line in [*commands(page), f"grader check kadai1 {program}"]:
        words = [*shlex.split(line)[1:]]
        if words[0] == "grade":
            words += ["-o", str(tmp_path / "out")]
        run = subprocess.run(
            [sys.executable, "-m", "grader", *words],
            env=environ,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, f"{line}\n{run.stdout}{run.stderr}"
        said = run.stdout
        if words[0] == "explain":
            assert "Indent Python by four spaces" in said
        elif words[0] == "machine":
            assert "tabs; saiten-tabs 0.1" in said
    assert "TAB001 advice" in said
    assert "Lines are indented with tabs (1)." in said
