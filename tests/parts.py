"""The table at the head of docs/architecture.md: the engine, the sandbox, and each plugin.

Beside a part lies `about.toml`: what one reads to change it, its price (what changes when it is
off), and what in it rots by itself. Lines are counted here; a figure stays until it is off by more
than a tenth, so that not every change is one of the page.
"""

import re
import tomllib
from collections.abc import Iterator

from grader.plugins import PLUGINS
from tests.tree import ROOT

HEAD = ("| part | lines | of tests | to change it, read | price: what is lost without it | rots |",)
FIGURE = re.compile(
    r"^\| (?P<part>[^|]+) \| (?P<lines>[\d,]+) \| (?P<tests>[\d,]+) \|", re.MULTILINE
)
OFF = 0.1  # of a figure, from which on it is written anew


def parts() -> dict[str, str]:
    """The parts by name, each with its folder below grader/ and tests/."""
    of_plugins = {
        name: module.removeprefix("grader.").removesuffix(".plugin").replace(".", "/")
        for name, module in PLUGINS.items()
    }
    return {"engine": "", "sandbox": "sandbox", **dict(sorted(of_plugins.items()))}


def table(before: str) -> Iterator[str]:
    """The lines of the table; `before` is the text in which it stood."""
    known = {match["part"]: match for match in FIGURE.finditer(before)}
    folders = parts()
    yield from (*HEAD, "|---|---|---|---|---|---|")
    for name, folder in folders.items():
        about = tomllib.loads((ROOT / "grader" / folder / "about.toml").read_text("utf-8"))
        others = [each for each in folders.values() if each not in {"", folder}]
        if name == "engine":
            others.append("guest")  # it is the sandbox's
        lines = _lines("grader", folder, others)
        lines += _lines("grader", "guest", []) if name == "sandbox" else 0
        figures = {"lines": lines, "tests": _lines("tests", folder, [*others, "data"])}
        told = [
            _told(figure, known[name][key] if name in known else "")
            for key, figure in figures.items()
        ]
        cells = (name, *told, about["read"], about["price"], about["rots"])
        yield f"| {' | '.join(cells)} |"


def _lines(tree: str, folder: str, without: list[str]) -> int:
    """Counts the lines of Python in a folder of `grader` or `tests`, without some folders."""
    left_out = [ROOT / tree / each for each in without]
    files = (ROOT / tree / folder).rglob("*.py")
    kept = (path for path in files if not any(path.is_relative_to(other) for other in left_out))
    return sum(len(path.read_bytes().splitlines()) for path in kept)


def _told(figure: int, before: str) -> str:
    known = int(before.replace(",", "") or 0)
    return before if abs(figure - known) <= OFF * known else f"{round(figure, -2):,}"
