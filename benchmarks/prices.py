"""What a part pays: what changes on our own classes, examples and programs when it is off.

    make prices                                     every part, with its table for RESULTS.md
    make prices PRICED="clocks 'report rules'"      some of them

For each part a copy of the tree is made, in which the part's function answers that there is
nothing, and tests/same.py observes the same submissions as in an untouched copy. A part that
changes no verdict, no points and no sentence pays nothing here, and goes.

    verdicts    submissions of which a finding has another verdict
    points      submissions with other points, of those
    opened      criteria that have points only with the part; closed: only without it
    sentences   sentences that are there with the part and not without it, or the other way round
"""

import ast
import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from tests.clones import copy_tree  # noqa: E402  the tree is on the path only now

OBSERVE = """
import json, sys
from tests.same import observe
records = observe(sys.argv[1:])
held = {f"{part} {key}": value for part, one in records.items() for key, value in one.held.items()}
said = [list(key) for one in records.values() for key in one.sentences]
json.dump({"held": held, "said": said}, open("observed.json", "w"))
"""
NOTHING_FOUND = "yield from ()"


@dataclass(frozen=True)
class Part:
    """What can be switched off: functions by file, what each does instead; where it may show."""

    instead: Mapping[tuple[str, str], str]
    where: Sequence[str]


@dataclass(frozen=True)
class Observed:
    """What tests/same.py records of a copy of the tree."""

    held: Mapping[str, str]
    said: frozenset[tuple[str, ...]]


PARTS = {
    "script guesses": Part(
        {("grader/policy/extracting.py", "extract"): "return ()"}, ("examples", "rules", "demo")
    ),
    "graphs by pixels": Part(
        {("grader/report/pictures.py", "_seen"): "return NOTHING"}, ("demo", "doors")
    ),
    "watched clocks": Part(
        {("grader/observing/clock_run.py", "_asks"): "return False"}, ("examples", "demo")
    ),
    "POL003": Part(
        {("grader/policy/checks.py", "no_other_module"): NOTHING_FOUND},
        ("examples", "rules", "demo"),
    ),
    "doubts of POL002": Part(
        {
            ("grader/policy/checks.py", "no_dynamic_code"): (
                "yield from (f for f in _answer('POL002', evidence, exercise)"
                " if f.verdict is not Verdict.UNDECIDED)"
            )
        },
        ("examples", "rules", "demo"),
    ),
    "lookalikes": Part(
        {
            ("grader/correctness/lookalikes.py", "shows"): "return False",
            ("grader/correctness/lookalikes.py", "_equals"): "return False",
        },
        ("examples", "rules", "demo"),
    ),
    "report rules (REP004 to REP014)": Part(
        {
            ("grader/report/checks.py", name): NOTHING_FOUND
            for name in (
                *("has_graph", "is_explained", "has_captions", "is_referred_to"),
                *("states_relation", "is_typed", "is_readable_in_size", "speaks_of_backends"),
                *("agrees_with_measurement", "is_filled_in", "hides_nothing"),
            )
        },
        ("demo",),
    ),
}


def switch_off(tree: Path, part: Part) -> None:
    """Gives each function of a part the body that answers that there is nothing."""
    for (file, name), instead in part.instead.items():
        text = (tree / file).read_text(encoding="utf-8")
        (function,) = (
            node
            for node in ast.parse(text).body
            if isinstance(node, ast.FunctionDef) and node.name == name
        )
        lines = text.splitlines(keepends=True)
        first = function.body[0]
        lines[first.lineno - 1 : function.end_lineno] = [f"    {instead}\n"]
        (tree / file).write_text("".join(lines), encoding="utf-8")


def observe(part: Part | None, parts: Sequence[str], scratch: Path) -> Observed:
    """Observes the corpora in a copy of the tree in which a part is off."""
    tree = copy_tree(scratch / "tree")
    if part is not None:
        switch_off(tree, part)
    subprocess.run([sys.executable, "-c", OBSERVE, *parts], cwd=tree, check=True)
    observed = json.loads((tree / "observed.json").read_text(encoding="utf-8"))
    return Observed(observed["held"], frozenset(map(tuple, observed["said"])))


def points_and_verdicts(line: str) -> tuple[dict[str, str], set[str]]:
    """Takes a recorded submission apart: points by criterion, checks with their verdicts."""
    points, _, verdicts = line.partition(" | ")
    given = dict(word.split("=", 1) for word in points.split() if "=" in word)
    listed = (group.partition(": ") for group in verdicts.split("; "))
    found = {f"{verdict} {check}" for verdict, _, checks in listed for check in checks.split(", ")}
    return given, {one for one in found if one.split(" ")[0] in {"failed", "undecided", "broken"}}


def price(with_part: Observed, without: Observed) -> list[int]:
    """Counts what differs: submissions by verdict and points, criteria, sentences."""
    verdicts = points = opened = closed = 0
    for key, line in with_part.held.items():
        if " | " not in line or key not in without.held:
            continue
        before, findings = points_and_verdicts(line)
        after, other = points_and_verdicts(without.held[key])
        verdicts += findings != other
        points += before != after
        opened += sum(after.get(name) == "None" != value for name, value in before.items())
        closed += sum(after.get(name) != "None" == value for name, value in before.items())
    return [verdicts, points, opened, closed, len(with_part.said ^ without.said)]


def main() -> None:
    """Prints the table, a row as soon as it is known."""
    wanted = shlex.split(" ".join(sys.argv[1:])) or list(PARTS)
    if unknown := set(wanted) - PARTS.keys():
        sys.exit(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    print("| off | verdicts | points | opened | closed | sentences |", flush=True)
    print("|---|---|---|---|---|---|", flush=True)
    known: dict[tuple[str, ...], Observed] = {}
    for name in wanted:
        where = tuple(PARTS[name].where)
        with tempfile.TemporaryDirectory(prefix="price-") as scratch:
            if where not in known:
                known[where] = observe(None, where, Path(scratch) / "on")
            without = observe(PARTS[name], where, Path(scratch) / "off")
        counted = " | ".join(map(str, price(known[where], without)))
        print(f"| {name} | {counted} |", flush=True)


if __name__ == "__main__":
    main()
