"""Every command explains itself and is documented with an example that it understands."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from grader.__main__ import cli
from tests.checks_index import INDEX, with_its_rows
from tests.tree import ROOT, tracked_files

DOCUMENT = ROOT / "docs" / "commands.md"
PLACES = (ROOT, ROOT / "docs", ROOT / "docs" / "checks", ROOT / "grader" / "wording" / "checks")
DOCUMENTS = [path for path in tracked_files() if path.suffix == ".md" and path.parent in PLACES]


def commands() -> dict[str, click.Command]:
    """Every command by its name."""
    context = click.Context(cli)
    found = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def examples() -> Iterator[list[str]]:
    """Every `grader …` line of the document's examples, split into words."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for block in re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL):
        yield from (shlex.split(line) for line in block.splitlines())


@pytest.mark.parametrize("name", [*commands()])
def test_command_explains_itself(name: str) -> None:
    """A command has a help text, and so has each of its options."""
    command = commands()[name]
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


@pytest.mark.parametrize("name", [*commands()])
def test_command_is_documented(name: str) -> None:
    """A command has its section and at least one example in it."""
    _, *sections = DOCUMENT.read_text(encoding="utf-8").split("\n## grader ")
    (section,) = [section for section in sections if section.startswith(f"{name}\n")]
    assert f"\ngrader {name}" in section


@pytest.mark.parametrize("example", [*examples()], ids=" ".join)
def test_example_is_understood(example: list[str]) -> None:
    """An example names a command that exists and only options that it has."""
    program, name, *words = example
    assert program == "grader"
    parameters = [*commands()[name].params, *cli.params]
    options = {o for one in parameters for o in (*one.opts, *one.secondary_opts)}
    assert [word for word in words if word.startswith("-") and word not in options] == []


def test_every_check_is_listed() -> None:
    """The index has every code once, with its slug and its titles."""
    text = INDEX.read_text(encoding="utf-8")
    assert text == with_its_rows(text), "run python -m tests.checks_index"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    """What a document of ours links to is a file here."""
    links = re.findall(r"\]\((?!https?:)([^)\s#]+)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []
