"""The command line answers at once: nothing heavy is loaded before it is needed."""

import re
import subprocess
import sys

import pytest

HEAVY = {
    "PIL", "attrs", "cattrs", "cupy", "docx", "jinja2", "jsonschema", "lxml", "matplotlib", "numpy",
    "pandas", "pypdf", "pypdfium2", "rich", "scipy", "torch",
}  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["check", "--help"], ["grade", "--help"], ["no-such-command"]],
    ids=" ".join,
)
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    """Help and usage errors import click and our own light modules only."""
    command = [sys.executable, "-X", "importtime", "-m", "grader", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    loaded = set(re.findall(r"^import time:.*\| +([\w.]+)$", run.stderr, flags=re.MULTILINE))
    assert "click" in loaded
    assert not HEAVY & {module.split(".")[0] for module in loaded}
