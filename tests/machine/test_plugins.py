"""`grader machine` lists the plugins: ours, those of other distributions, and broken ones."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import grader
from grader.plugins import PLUGINS
from grader.wording import load_wording

PLUGIN = """\
from grader.plugins import Plugin

PLUGIN = Plugin(name="fortran", package="our_fortran")
LISP = Plugin(name="lisp", package="our_fortran", commands=("our_fortran.lisp:lisp",))
"""
LISTED = """\
import json, msgspec
from grader.machine.plugins import list_plugins
from grader.wording import load_wording

print(json.dumps([msgspec.to_builtins(each) for each in list_plugins(load_wording("ja"))]))
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A distribution with a plugin that can be loaded, and three that cannot, each another way."""
    points = {"fortran": "plugin:PLUGIN", "cobol": "cobol:PLUGIN", "basic": "plugin:PLUGIN"}
    points["lisp"] = "plugin:LISP"
    (tmp_path / "our_fortran").mkdir()
    (tmp_path / "our_fortran" / "__init__.py").write_text("")
    (tmp_path / "our_fortran" / "plugin.py").write_text(PLUGIN)
    for lang, name in (("ja", "フォートラン"), ("en", "Fortran")):
        title = f'[plugins.fortran]\ntitle = "{name}"\n'
        (tmp_path / "our_fortran" / f"{lang}.toml").write_text(title, encoding="utf-8")
    (tmp_path / "our_fortran-2.5.dist-info").mkdir()
    folder = tmp_path / "our_fortran-2.5.dist-info"
    metadata = "Metadata-Version: 2.1\nName: our-fortran\nVersion: 2.5\n"
    (folder / "METADATA").write_text(metadata)
    lines = [f"{name} = our_fortran.{value}" for name, value in points.items()]
    (folder / "entry_points.txt").write_text("\n".join(["[saiten.plugins]", *lines]) + "\n")
    return tmp_path


def listed(site: Path) -> dict[str, dict[str, Any]]:
    """What an installation lists that has this folder on its path."""
    environ = {**os.environ, "PYTHONPATH": str(site)}
    run = subprocess.run(
        [sys.executable, "-c", LISTED], env=environ, capture_output=True, text=True, check=True
    )
    return {each["name"]: each for each in json.loads(run.stdout)}


def test_ours_come_first_with_our_version(tmp_path: Path) -> None:
    """Every line of the table, none of which is broken; the engine's rooms are no plugins."""
    lines = listed(tmp_path)
    assert [*lines] == [*PLUGINS]
    assert {(each["distribution"], each["version"]) for each in lines.values()} == {
        ("saiten", grader.__version__)
    }
    assert not any(each["foreign"] or each["broken"] for each in lines.values())
    titles = {name: load_wording("ja").plugin(name) for name in PLUGINS}
    assert {name: each["title"] for name, each in lines.items()} == titles


def test_another_distribution_is_named(site: Path) -> None:
    """One that can be used has its title, or its name; a broken one has its reason."""
    lines = listed(site)
    assert [*lines] == [*PLUGINS, "basic", "cobol", "fortran", "lisp"]
    origin = {"distribution": "our-fortran", "version": "2.5", "foreign": True}
    assert lines["fortran"] == {"name": "fortran", "title": "フォートラン", **origin, "broken": ""}
    assert lines["lisp"]["title"] == "lisp"
    assert "ModuleNotFoundError" in lines["cobol"]["broken"]
    assert "is no Plugin with this name" in lines["basic"]["broken"]
    assert "No module named 'our_fortran.lisp'" in lines["lisp"]["broken"]
    assert {lines[name]["version"] for name in ("cobol", "basic", "lisp")} == {"2.5"}


def test_it_is_said_that_they_are_trusted(site: Path) -> None:
    """In the text, beside the plugin; the sentence is there in both languages."""
    environ = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "grader", "machine", "--lang", "ja"]
    said = subprocess.run(command, env=environ, capture_output=True, text=True, check=True).stdout
    (line,) = [line for line in said.splitlines() if "fortran; our-fortran 2.5)" in line]
    assert "grader と同じく信用" in line
    assert said.count("ModuleNotFoundError") == 2
    foreign = {"name": "fortran", "title": "Fortran", "version": "2.5"}
    english = load_wording("en").text(
        "machine.plugins.foreign", distribution="our-fortran", **foreign
    )
    assert "fortran; our-fortran 2.5)" in english
    assert "trusted like grader itself" in english
