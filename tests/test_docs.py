"""The documentation: commands run, links live, twins agree, generated parts are fresh."""

import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import get_args
from urllib.parse import unquote

import click
import pytest

from grader.__main__ import cli
from grader.wording import Language, load_wording
from tests import docs_twins
from tests.clones import copy_tree, make_environment, offline
from tests.docs_pages import DOCS, generated_pages
from tests.docs_twins import Fence, behind, twin_names
from tests.tree import ROOT

read_page = cache(docs_twins.read_page)  # a page is linked to from many others
TWINS = twin_names()
PAGES = [DOCS / lang / name for lang in get_args(Language) for name in TWINS]
LINKING = [
    *(page for page in PAGES if page.exists()),
    *(DOCS / "architecture.md", *ROOT.glob("*.md")),
    *(ROOT / "grader").glob("*/checks/*.md"),
]
CALLED_OUT = re.compile(r"(^|\s)#.*")  # a comment in a command's line
COMMANDS = {
    name: command
    for name in cli.list_commands(click.Context(cli))
    if (command := cli.get_command(click.Context(cli), name)) is not None
}


def in_tree(path: Path) -> str:
    """A page's name in the tree, for messages."""
    return path.relative_to(ROOT).as_posix()


def commands_in(page: Path) -> Iterator[str]:
    """Every line of the page's shell examples."""
    for fence in read_page(page).fences:
        yield from (line for line in fence.lines if fence.language == "sh")


@pytest.mark.parametrize("name", [*COMMANDS])
def test_command_explains_itself(name: str) -> None:
    """A command has a help text, and so has each of its options."""
    assert COMMANDS[name].help
    for parameter in COMMANDS[name].params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


@pytest.mark.parametrize("lang", get_args(Language))
@pytest.mark.parametrize("name", [*COMMANDS])
def test_command_is_documented(name: str, lang: str) -> None:
    """A command has its section and at least one example in it, in both languages."""
    text = (DOCS / lang / "commands.md").read_text(encoding="utf-8")
    (section,) = re.findall(rf"^## grader {name}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    assert f"\ngrader {name}" in section
    assert f"<!-- options: {name} -->" in section


def test_examples_are_understood() -> None:
    """Each names a command or target that exists, and only options that it has."""
    examples = sorted({line for page in PAGES if page.exists() for line in commands_in(page)})
    assert len(examples) > 100
    assert [example for example in examples if not _understood(example)] == []


def _understood(example: str) -> bool:
    program, *words = shlex.split(example, comments=True)
    if program == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
        return {word for word in words if "=" not in word} <= {*targets}
    if program == "grader":
        context = cli.make_context("grader", [], resilient_parsing=True)
        _, (name, *rest), _ = (
            cli.make_parser(context).parse_args(words) if words else ({}, [""], [])
        )
        if name and name not in COMMANDS:
            return False
        if name:
            command = copy(COMMANDS[name])  # click keeps the help option, in whatever language
            try:
                command.make_parser(click.Context(command, context)).parse_args(rest)
            except click.UsageError:
                return False
    return True


def test_generated_parts_are_fresh() -> None:
    """What is made of the plugins, the wording, click and the schemas is as they say today."""
    stale = [
        in_tree(page)
        for page, text in generated_pages()
        if not page.exists() or page.read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run make anew"


def test_every_page_has_its_twin() -> None:
    """Nothing is said in one language alone."""
    assert [in_tree(page) for page in PAGES if not page.exists()] == []


@pytest.mark.parametrize("name", TWINS)
def test_twins_agree(name: str) -> None:
    """Twins have the same headings, code, tables and links; words and comments may differ."""
    ja, en = (read_page(DOCS / lang / name) for lang in get_args(Language))
    assert [level for level, _ in ja.headings] == [level for level, _ in en.headings]
    assert [*map(_compared, ja.fences)] == [*map(_compared, en.fences)]
    assert ja.tables == en.tables
    assert Counter(map(_target, ja.links)) == Counter(map(_target, en.links))


def _compared(fence: Fence) -> tuple[object, ...]:
    """What twins share of a block: commands and code; output is in the reader's language."""
    said = fence.language in {"", "text", "python", "toml"}
    lines = () if said else tuple(CALLED_OUT.sub("", line) for line in fence.lines)
    return fence.language, fence.not_run, lines


def _target(link: str) -> str:
    """Where a link leads, without the anchor, which is in the reader's language."""
    return re.sub(r"(^|/)(ja|en)(?=/)|(?<=README)\.en", r"\1LANG", link.partition("#")[0])


@pytest.mark.parametrize(("lang", "quoted"), [("ja", "「([^」]+)」"), ("en", '"([^"]+)"')])
def test_the_review_page_is_quoted_as_it_is(lang: str, quoted: str) -> None:
    """What a page of instructions calls a button stands on the button."""
    said = _texts(load_wording("ja" if lang == "ja" else "en").data)
    page = (DOCS / lang / "review.md").read_text(encoding="utf-8")
    names = re.findall(quoted, page)
    assert names
    assert [name for name in names if name not in said] == []


def _texts(table: object) -> set[object]:
    if not isinstance(table, dict):
        return {table} if isinstance(table, str) else set()
    return {text for value in table.values() for text in _texts(value)}


def test_no_twin_is_behind() -> None:
    """Who changes one side looks at the other, and then records both."""
    assert [*behind()] == [], "look at both, then run make anew"


def test_links_live() -> None:
    """What a page links to in the tree is there, with the anchor."""
    dead = [
        (in_tree(page), link)
        for page in LINKING
        for link in read_page(page).links
        if not re.match(r"[a-z]+:", link) and not _lives(link, page)
    ]
    assert dead == []


def _lives(link: str, page: Path) -> bool:
    path, _, anchor = unquote(link).partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists() and page.parent.name == "checks":  # of another room; the docs hold all
        target = next((ROOT / "grader").glob(f"**/checks/{path}"), target)
    if not target.exists():
        return False
    anchors = [name for _, name in read_page(target).headings] if anchor else []
    return not anchor or anchor in anchors


@pytest.mark.repetition("options, links, anchors and twins")
@pytest.mark.parametrize("name", [name for name in TWINS if not name.startswith("checks/")])
def test_commands_run(name: str, tmp_path: Path) -> None:
    """What a page prints runs as printed, from top to bottom, in a fresh clone.

    A command of grader may say that it found something (1); the twins print the same commands.
    """
    fences = [one for one in read_page(DOCS / "ja" / name).fences if one.language == "sh"]
    lines = [line for fence in fences if not fence.not_run for line in fence.lines]
    if not lines:
        pytest.skip("no command to run")
    clone = copy_tree(tmp_path / "clone")
    make_environment(clone / ".venv")
    script = tmp_path / "script"
    script.write_text("".join(_tried(line) for line in lines), encoding="utf-8")
    path = os.pathsep.join((offline(clone)["PATH"], f"{sys.prefix}/bin"))
    run = subprocess.run(
        ["bash", script],
        cwd=clone,
        env={**offline(clone), "PATH": path, "XDG_STATE_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=1200,
        check=False,
    )
    failed = re.findall("^FAILED .*", run.stdout, flags=re.MULTILINE)
    assert (run.returncode, failed) == (0, []), run.stderr


def _tried(line: str) -> str:
    most = 1 if line.startswith("grader ") else 0
    said = shlex.quote(f"FAILED {line}")
    return f"{line}\ncode=$?; if [ $code -gt {most} ]; then echo {said} '->' $code; fi\n"


@pytest.mark.repetition("options, links, anchors and twins")
@pytest.mark.skipif(find_spec("sphinx") is None, reason="Sphinx is not installed")
@pytest.mark.parametrize("lang", get_args(Language))
def test_site_is_built(lang: str, tmp_path: Path) -> None:
    """The site has a page for each code, and Sphinx has nothing to say about any page."""
    if not (DOCS / lang / "index.md").exists():
        pytest.skip("the entry page is not written yet")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning"]
    command += ["-c", str(DOCS), "-D", f"language={lang}", "-d", str(tmp_path / "doctrees")]
    command += [str(DOCS / lang), str(tmp_path / "site")]
    built = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (built.returncode, built.stderr) == (0, "")
    assert (tmp_path / "site" / "checks" / "COR002.html").is_file()
    assert (tmp_path / "site" / "search.html").is_file()
