"""Takes plugins away from a copy of the tree, and shows that everything else goes on.

    make amputate PLUGIN=kit
    make amputate PLUGIN="kit totals"

What goes is what a person would delete: the package, its tests, its line in grader/plugins.py, and
what pyproject.toml says of its imports. In what is left, the command line starts, the contracts
hold, the engine's quick tests pass, and the demo class is graded as by the whole tree, but for what
the plugins show.
"""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.course import load_assignment, load_course
from grader.export.fragments import writers
from grader.plugins import PLUGINS, installed
from tests.clones import copy_tree
from tests.tree import ROOT

DEMO = "submissions/demo/kadai1"
SECRET = bytes(range(32))  # of both courses: the same inputs for the same program
WITH_LINES_OF_ALL = ("complete", "failed", "open", "total")  # columns that every check moves
FILLED_BY = {"reports": ("report",)}  # columns that the findings of one plugin fill
METAVAR = re.compile('metavar="(\\w+)"')
QUICK = (
    *("tests/people", "tests/scoring", "tests/store", "tests/tables", "tests/course"),
    *("tests/wording", "tests/commands/test_help.py", "tests/commands/test_explain.py"),
    *("tests/test_files.py", "tests/test_house_rules.py", "tests/test_patterns.py"),
    *("tests/test_records.py", "tests/test_start_up.py"),
)
"""Tests of the engine that take seconds; those that speak of a plugin stay away with it."""


def removable() -> tuple[str, ...]:
    """The plugins that the engine goes on without: those in the top layer of the tower."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (tower,) = [
        each for each in project["tool"]["importlinter"]["contracts"] if each["type"] == "layers"
    ]
    top = re.findall(r"\w+", tower["layers"][0])
    return tuple(name for name in PLUGINS if package(name).split(".")[1] in top)


def package(name: str) -> str:
    """The package of a plugin: "grader.exercises.c"."""
    return PLUGINS[name].removesuffix(".plugin")


def room(name: str) -> str:
    """Its folder below grader/, and below tests/: "exercises/c"."""
    return package(name).removeprefix("grader.").replace(".", "/")


def amputated(names: Sequence[str], folder: Path) -> Path:
    """Copies the tree without these plugins."""
    tree = copy_tree(folder)
    for name in names:
        shutil.rmtree(tree / "grader" / room(name))
        for tests in {name, room(name)}:
            shutil.rmtree(tree / "tests" / tests, ignore_errors=True)
        table = tree / "grader" / "plugins.py"
        text = table.read_text(encoding="utf-8")
        line = f'        "{name}": "{PLUGINS[name]}",\n'
        assert text.count(line) == 1, f"grader/plugins.py has no line {line}"
        table.write_text(text.replace(line, ""), encoding="utf-8")
    project = tree / "pyproject.toml"
    text = without_imports(project.read_text(encoding="utf-8"), [*map(package, names)])
    project.write_text(text, encoding="utf-8")
    drop_unused_words(tree, [ROOT / "grader" / room(name) for name in names])
    # `make anew` is what a person runs then: a plugin's table leaves the schema of assignments.
    call(tree, "-c", "from grader.course.schemas import write_schemas; write_schemas()")
    return tree


def drop_unused_words(tree: Path, gone: Sequence[Path]) -> None:
    """Takes out of the engine's table the names of values that only commands of these had."""

    def named(folders: Iterable[Path]) -> set[str]:
        files = (file for folder in folders for file in folder.rglob("*.py"))
        return {name for file in files for name in METAVAR.findall(file.read_text("utf-8"))}

    unused = named(gone) - named([tree / "grader"])
    table = tree / "grader" / "wording" / "help_ja.toml"
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if line.partition(" = ")[0] not in unused]
    table.write_text("".join(kept), encoding="utf-8")


def without_imports(project: str, packages: Sequence[str]) -> str:
    """Takes packages out of the contracts' lists, and contracts about what only they import."""
    own = "|".join(map(re.escape, packages))
    begin = "[[tool.importlinter.contracts]]\n"
    first, *contracts = project.split(begin)
    kept = [
        re.sub(rf'"({own})(\.[\w.]+)?",? ?', "", contract)
        for contract in contracts
        if not re.search(rf'^allowed_importers = \["({own})(\.[\w.]+)?"\]$', contract, re.MULTILINE)
    ]
    return begin.join([first, *kept])


def surroundings(tree: Path) -> Mapping[str, str]:
    """The environment in which `grader` is the one of a tree."""
    return {**os.environ, "PYTHONPATH": str(tree), "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}


def call(tree: Path, *words: str) -> str:
    """Runs Python in a tree; what it printed is told where it fails."""
    command = [sys.executable, *words]
    run = subprocess.run(
        command, cwd=tree, env=surroundings(tree), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, f"{' '.join(words)}\n{run.stdout[-6000:]}{run.stderr[-3000:]}"
    return run.stdout


def check_it_starts(tree: Path) -> None:
    """Imports the whole command line from the tree, and no other grader."""
    where = "import grader, grader.__main__; print(grader.__file__)"
    assert Path(call(tree, "-c", where).strip()) == tree / "grader" / "__init__.py"


def check_contracts(tree: Path) -> None:
    """Asks import-linter about what is left."""
    call(tree, "-c", "from importlinter.cli import lint_imports_command as c; c(['--no-cache'])")


def run_tests(tree: Path, names: Sequence[str], places: Sequence[str] = QUICK) -> str:
    """Runs tests of the engine that speak of none of the plugins; what pytest says of it."""
    rooms = "|".join({*names, *(room(name).replace("/", "[./]") for name in names)})
    of_plugins = re.compile(rf"\b(?:grader|tests)[./](?:{rooms})\b")
    files = [
        file.relative_to(tree).as_posix()
        for place in map(tree.joinpath, places)
        for file in (sorted(place.rglob("test_*.py")) if place.is_dir() else [place])
        if not of_plugins.search(file.read_text("utf-8"))
    ]
    words = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not repetition")
    return call(tree, *words, *files).rstrip().splitlines()[-1]


def grade(tree: Path, only: Iterable[str] = ()) -> Path:
    """Grades the demo class, or some of it; the folder with the results."""
    secret = tree / ".grader" / "secret"
    secret.parent.mkdir(exist_ok=True)
    secret.write_bytes(SECRET)
    chosen = [word for student in only for word in ("--only", student)]
    call(tree, "-m", "grader", "grade", "kadai1", DEMO, "--no-timing", *chosen)
    return tree / "results" / "kadai1"


def differences(whole: Path, cut: Path, names: Sequence[str]) -> list[str]:
    """What two folders of results differ in, but for lines of the plugins that one lacks."""
    plugins = [installed()[name] for name in names]
    codes = tuple(code for plugin in plugins for code in plugin.codes)
    sheets = [sorted(path.name for path in each.glob("sheets/*.json")) for each in (whole, cut)]
    if sheets[0] != sheets[1] or not sheets[0]:
        return [f"sheets: {sheets[0]} and {sheets[1]}"]
    found: list[str] = []
    waiting: set[str] = set()
    open_then = _criteria(codes)
    for name in sheets[0]:
        shown = [_shown(each / "sheets" / name, codes, names) for each in (whole, cut)]
        if _waits_for(shown[1], names):
            waiting.add(shown[1]["student"])
            found += [f"{name}: {each}" for each in _taken(*shown)]
            continue
        found += [f"{name}: {each}" for each in _taken(shown[0], shown[1], only=open_then)]
        for sheet in shown:
            kept = (each for each in sheet["awards"] if each["criterion"] not in open_then)
            sheet["awards"] = [*kept]
        found += [
            f"{name}: {key}: {shown[0].get(key)!r:.300} and {shown[1].get(key)!r:.300}"
            for key in shown[0] | shown[1]
            if shown[0].get(key) != shown[1].get(key)
        ]
    moved = {*open_then, *(WITH_LINES_OF_ALL if codes else ())}
    moved.update(column for name in names for column in FILLED_BY.get(name, ()))
    rows = [
        [row for row in _rows(each / "grades.csv", moved) if waiting.isdisjoint(row.values())]
        for each in (whole, cut)
    ]
    found += [f"grades.csv: {a} and {b}" for a, b in zip(*rows, strict=False) if a != b]
    return found + ([f"grades.csv: {[*map(len, rows)]} rows"] if len({*map(len, rows)}) > 1 else [])


def _waits_for(sheet: Mapping[str, Any], names: Sequence[str]) -> bool:
    """Whether an exercise is not judged because a plugin is not here, though nothing was read."""
    lacks = {f"plugin {name}" for name in names}
    return any(not lacks.isdisjoint(each["waiting"]) for each in sheet.get("exercises", ())) or any(
        each.get("subject") and each["params"].get("absent") in names for each in sheet["findings"]
    )


def _criteria(codes: Sequence[str]) -> frozenset[str]:
    """The criteria of the demo class that these checks decide: without them, they are open."""
    rubric = load_assignment(load_course(ROOT), "kadai1").rubric
    return frozenset(
        each.id for each in rubric if any(code.startswith(each.checks) for code in codes)
    )


def _taken(
    whole: Mapping[str, Any], cut: Mapping[str, Any], only: Collection[str] | None = None
) -> list[str]:
    """What somebody who waits for a plugin lost by that: points that are given or open nowhere."""
    before = {each["criterion"]: each["points"] for each in whole["awards"]}
    return [
        f"{each['criterion']}: {before[each['criterion']]} and {each['points']}"
        for each in cut["awards"]
        if each["points"] not in {None, before[each["criterion"]]}
        and (only is None or each["criterion"] in only)
    ]


def _shown(path: Path, codes: Sequence[str], names: Sequence[str]) -> dict[str, Any]:
    """A sheet without the lines of plugins, and what follows from their records."""
    sheet: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    of_plugins = {*codes, *names}  # what is not here is named itself
    sheet["findings"] = [each for each in sheet["findings"] if each["check"] not in of_plugins]
    if codes:
        for key in ("evidence", *WITH_LINES_OF_ALL):
            sheet.pop(key, None)
    for name in names:
        sheet["plugins"].pop(name, None)
        writes = writers().get(name)
        if writes is None:
            continue
        for key in writes.sheet_keys:
            sheet.pop(key, None)
        for exercise in sheet.get("exercises", ()):
            for key in writes.exercise_keys:
                exercise.pop(key, None)
    return sheet


def _rows(path: Path, moved: Collection[str]) -> list[dict[str, str]]:
    rows = [*csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig")))]
    return [{key: value for key, value in row.items() if key not in moved} for row in rows]


def say(line: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(names: Sequence[str]) -> None:
    """Does all of it with the plugins named, one after the other, and says how it goes."""
    known = removable()
    if not names or {*names} - {*known}:
        sys.exit(f"PLUGIN is one or several of: {', '.join(known)}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        tree = amputated(names, folder / "cut")
        check_it_starts(tree)
        say(f"without {', '.join(names)}: grader starts")
        check_contracts(tree)
        say("the contracts of imports hold")
        say(f"the engine's tests: {run_tests(tree, names)}")
        whole = grade(copy_tree(folder / "whole"))
        if differing := differences(whole, grade(tree), names):
            sys.exit("\n".join(["the demo class is graded otherwise:", *differing]))
        say("the demo class is graded as before")


if __name__ == "__main__":
    main(sys.argv[1:])
