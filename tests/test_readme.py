"""What the READMEs tell people to type is known, and stands in both languages alike."""

import re
import shlex
import subprocess
import sys
import tomllib
from copy import copy
from pathlib import Path

import click
import pytest

from grader.__main__ import cli
from tests.tree import ROOT

JAPANESE, ENGLISH = ROOT / "README.md", ROOT / "README.en.md"
SUPPORTED = (
    "import sys; sys.exit(None if (3, 11) <= sys.version_info < (3, 14)"
    " else 'Python 3.11, 3.12 or 3.13 is needed')"
)
INSTALL = (
    f'python3 -c "{SUPPORTED}" && python3 -m venv .venv',
    ".venv/bin/python -m pip install -c constraints.txt -e '.[numpy,plots,report]'",
    ". .venv/bin/activate",
)


def commands_of(document: Path) -> list[str]:
    """Every line of the document's shell examples."""
    blocks = re.findall(r"```sh\n(.*?)```", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("document", [JAPANESE, ENGLISH], ids=["ja", "en"])
def test_readme_shows_these_commands(document: Path) -> None:
    """Whoever adds a command is led here; tests/test_demo.py types what can be typed."""
    assert commands_of(document) == [
        'uvx --from ".[ta]" grader demo',
        "make demo",
        ".venv/bin/grader check kadai1 submissions/demo/kadai1/24A1206/kadai1.py",
        "make test",
        *INSTALL,
        "grader check kadai1 kadai1.py",
    ]


def test_tutorials_install_as_the_readme_does() -> None:
    """Students are told one way to install."""
    for language in ("ja", "en"):
        commands = commands_of(ROOT / "docs" / language / "tutorial-student.md")
        assert tuple(commands[: len(INSTALL)]) == INSTALL


VERSIONS = re.compile(r"""-c "(import sys; [^"]*sys\.version_info[^"]*)\"""")


@pytest.mark.parametrize(
    "name",
    [
        *("README.md", "README.en.md"),
        *(
            f"docs/{language}/{page}.md"
            for language in ("ja", "en")
            for page in ("install", "tutorial-student", "tutorial-ta")
        ),
    ],
)
def test_the_version_of_python_is_asked_before_pip(name: str) -> None:
    """Else pip looks through old versions for half an hour; the question is the package's own."""
    text = (ROOT / name).read_text(encoding="utf-8")
    first = VERSIONS.search(text)
    assert first is not None
    installs = [match.start() for match in re.finditer(r"python3? -m pip install", text)]
    python3 = [place for place in installs if "Scripts" not in text[place - 10 : place]]
    assert first.start() < python3[0]
    asked = re.findall(r"\((\d+), (\d+)\)", first[1])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert re.findall(r"(\d+)\.(\d+)", project["requires-python"]) == asked
    for question in VERSIONS.findall(text):
        answer = subprocess.run(
            [sys.executable, "-c", question], capture_output=True, text=True, check=True
        )
        assert answer.stdout.strip() in {"", "OK"}


@pytest.mark.parametrize("document", [JAPANESE, ENGLISH], ids=["ja", "en"])
def test_first_commands_are_understood(document: Path) -> None:
    """Each `grader …` in a line of prose or of a table names a command and options that exist."""
    examples = re.findall(r"`grader ([^`]+)`", document.read_text(encoding="utf-8"))
    assert len(examples) >= 4
    for example in examples:
        name, *words = shlex.split(example)
        context = cli.make_context("grader", [], resilient_parsing=True)
        command = cli.get_command(context, name)
        assert command is not None, example
        copy(command).make_parser(click.Context(command, context)).parse_args(words)


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("headings", r"^#+ "),
        ("blocks", r"^```.*"),
        ("links", r"\]\(\S+?\)|\]\[\S+?\]|^\[.*\]: .*"),
        ("cells of tables", r"^\||(?<=.)\|"),
    ],
)
def test_readmes_are_twins(what: str, pattern: str) -> None:
    """Both languages have the same headings, examples, links and tables."""
    japanese, english = (path.read_text(encoding="utf-8") for path in (JAPANESE, ENGLISH))
    english = re.sub(r"(docs|images)/en/", r"\1/ja/", english)
    english = english.replace("(README.md)", "(README.en.md)")
    found = [re.findall(pattern, text, flags=re.MULTILINE) for text in (japanese, english)]
    assert found[0] == found[1], what


def test_readme_is_short() -> None:
    """A README leads on: what does not fit on a few screens has a page of its own."""
    assert max(len(path.read_text("utf-8").splitlines()) for path in (JAPANESE, ENGLISH)) <= 180
