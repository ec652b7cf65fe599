"""What a part pays: what changes on our own classes, examples and programs when it is off.

    make prices                                     every part, with its table for RESULTS.md
    make prices PRICED="nothing 'watched clocks'"   some of them

For each part a copy of the tree is made, in which the part's function answers that there is
nothing, and tests/same.py observes the same submissions as in an untouched copy. A part that
changes no verdict, no points and no sentence pays nothing here, and goes. Where "nothing" is off,
two untouched copies are compared: how much a busy machine changes by itself.

    lines       in the files that the part does not share
    verdicts    submissions of which a check fails, doubts, breaks or waits differently
    points      submissions with other points, of those
    opened      criteria that are decided, be it with 0, only with the part; closed: only without
    doors       other lines: what `inspect` says, exit codes, exported tables
    sentences   sentences that are there with the part and not without it, or the other way round

Likeness changes no verdict. What the review page proposes for the demo classes is counted instead:
groups of students for one decision, by kind, and what is listed as unusually alike.
"""

import ast
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

# ruff: noqa: E402  the tree is on the path only now
from grader.course import load_assignment, load_course
from grader.gradebook.desk import Desk
from grader.wording import load_wording
from tests.clones import copy_tree
from tests.review.page.page_for_tests import opened_page
from tests.same import CLASSES, Course, is_number

OBSERVE = """
import json, sys
from tests.same import observe
records = observe(sys.argv[1:])
held = {f"{part} {key}": value for part, one in records.items() for key, value in one.held.items()}
said = [[part, *key] for part, one in records.items() for key in one.sentences]
json.dump({"held": held, "said": said}, open("observed.json", "w"))
"""
GRADED = re.compile(r"(?:examples example \S+|rules rule|demo demo \S+ ja) \S+")
TOLD = ("failed", "undecided", "broken", "waiting")


PROGRAMS = ("examples", "rules", "demo")
Observed = tuple[Mapping[str, str], frozenset[tuple[str, ...]]]
"""Lines by key, and sentences with their corpus and cause."""


@dataclass(frozen=True)
class Part:
    """What can be switched off: functions by file, each with what it does instead."""

    instead: Mapping[tuple[str, str], str]
    files: str = ""  # patterns below grader/, without .py; all in there belongs to the part
    where: Sequence[str] = PROGRAMS  # corpora in which it may show


POLICY, REPORT = "grader/source/checks.py", "grader/reports/checks.py"
GRAPHS = "grader/reports/graphs/__init__.py"
KNOWN = "grader/cases/lookalikes.py"
FROM_REP004 = """has_graph is_explained has_captions is_referred_to states_relation is_typed
    is_readable_in_size speaks_of_backends agrees_with_measurement is_filled_in hides_nothing"""
PARTS = {
    "nothing": Part({}, where=(*PROGRAMS, "doors")),
    "script guesses": Part(
        {("grader/exercises/scripts/extracting.py", "extract"): "return ()"},
        "exercises/scripts/extracting",
    ),
    "graphs by pixels": Part(  # a person looks at every picture
        {(GRAPHS, "_seen"): "return Axes(UNSURE_SCORE, (), (0, 0, 0, 0))"},
        "reports/graphs/axes reports/graphs/decades reports/graphs/interiors reports/graphs/labels"
        " reports/graphs/marks",
        ("demo", "doors"),
    ),
    "watched clocks": Part(
        {("grader/clocks/inspector.py", "_asks"): "return False"},
        "clocks/*",
        ("examples", "demo"),
    ),
    "POL003": Part(  # of Python programs; what it alone forbids is run and judged
        {
            ("grader/source/reading.py", "_sorted"): "return tuple(sorted("
            "{use for use in uses if use.check != 'POL003'}, key=_place))"
        },
        "source/libraries",
    ),
    "doubts of POL002": Part(
        {
            (POLICY, "no_dynamic_code"): "return [each for each in _answer('POL002', evidence,"
            " exercise) if each.verdict is not Verdict.UNDECIDED]"
        },
        "source/customs",
    ),
    "lookalikes": Part(
        {(KNOWN, "shows"): "return False", (KNOWN, "_equals"): "return False"},
        "cases/lookalikes ../reference/parts/*_mistakes ../reference/parts/families",
    ),
    "report rules": Part(  # REP004 to REP014 pass where there is a report to read
        {
            (REPORT, name): f"yield answer('REP{code:03}', Verdict.PASSED)"
            for code, name in enumerate(FROM_REP004.split(), 4)
        },
        "reports/backends reports/captions reports/claims reports/explaining reports/leftovers"
        " reports/relations reports/visible",
        ("demo",),
    ),
    "likeness": Part({}, "review/alike/* review/page/likeness reports/likeness", ()),
}


def switch_off(tree: Path, part: Part) -> None:
    """Gives each function of a part the body that answers that there is nothing."""
    for (file, name), instead in part.instead.items():
        text = (tree / file).read_text(encoding="utf-8")
        functions = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
        (function,) = (node for node in functions if node.name == name)
        lines = text.splitlines(keepends=True)
        lines[function.body[0].lineno - 1 : function.end_lineno] = [f"    {instead}\n"]
        (tree / file).write_text("".join(lines), encoding="utf-8")


def observe(part: Part, corpora: Sequence[str], scratch: Path) -> Observed:
    """Observes the corpora in a copy of the tree in which a part is off."""
    tree = copy_tree(scratch / "tree")
    switch_off(tree, part)
    subprocess.run([sys.executable, "-c", OBSERVE, *corpora], cwd=tree, check=True)
    observed = json.loads((tree / "observed.json").read_text(encoding="utf-8"))
    return observed["held"], frozenset(map(tuple, observed["said"]))


def points_and_verdicts(line: str) -> tuple[dict[str, str], set[str]]:
    """Takes a recorded submission apart: points by criterion, checks with their verdicts."""
    points, _, verdicts = line.partition(" | ")
    words = (word.split("=", 1) for word in points.split() if "=" in word)
    given = {name: value for name, value in words if value == "None" or is_number(value)}
    listed = (group.partition(": ") for group in verdicts.split("; "))
    found = {f"{verdict} {check}" for verdict, _, checks in listed for check in checks.split(", ")}
    return given, {one for one in found if one.startswith(TOLD)}


def price(with_part: Observed, without: Observed, where: Sequence[str]) -> list[int]:
    """Counts what differs: submissions by verdict and points, criteria, doors, sentences."""
    verdicts = points = opened = closed = doors = 0
    (held, said), (held_without, said_without) = with_part, without
    for key, line in held.items():
        other = held_without.get(key, "")
        if GRADED.fullmatch(key) and other:
            before, findings = points_and_verdicts(line)
            after, found = points_and_verdicts(other)
            verdicts += findings != found
            points += before != after
            opened += sum(after.get(name) == "None" != value for name, value in before.items())
            closed += sum(after.get(name) != "None" == value for name, value in before.items())
        doors += key.startswith("doors ") and "doors" in where and line != other
    sentences = {one for one in said if one[0] in where} ^ said_without
    return [verdicts, points, opened, closed, doors, len(sentences)]


def proposals(scratch: Path) -> Counter[str]:
    """Counts what the review page proposes for the demo classes, and who marks the criterion."""
    found = Counter[str]()
    course = Course(scratch)
    loaded, words = load_course(course.folder), load_wording("en")
    for name in CLASSES:
        out, assignment = course.out / name, load_assignment(loaded, name)
        course.grade(name, course.folder / "submissions" / "demo" / name, out)
        desk = Desk(course=loaded, assignment=assignment, out=out, words=words)
        with opened_page(desk) as (_, get):
            for criterion in assignment.rubric:
                by = "checks" if criterion.checks else "people"
                for group in get(f"/criterion/{criterion.id}/groups").get_json():
                    found[f"groups by {group['kind']}, of a criterion that {by} mark"] += 1
            found["sets on the page of neighbours"] += get("/neighbours").text.count("<article")
    return found


def lines_of(part: Part) -> int:
    """Counts the lines of a part's files."""
    files = [path for one in part.files.split() for path in (ROOT / "grader").glob(f"{one}.py")]
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


def main() -> None:
    """Prints the table, a row as soon as it is known."""
    wanted = sys.argv[1:] or list(PARTS)
    if unknown := set(wanted) - PARTS.keys():
        sys.exit(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    corpora = [one for one in PARTS["nothing"].where if any(one in PARTS[n].where for n in wanted)]
    with tempfile.TemporaryDirectory(prefix="price-") as scratch:
        everything = observe(PARTS["nothing"], corpora, Path(scratch))
    print("| off | lines | verdicts | points | opened | closed | doors | sentences |", flush=True)
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for name in wanted:
        part = PARTS[name]
        with tempfile.TemporaryDirectory(prefix="price-") as scratch:
            if part.where:
                off = observe(part, part.where, Path(scratch))
                counted = " | ".join(map(str, price(everything, off, part.where)))
            else:
                groups = proposals(Path(scratch)).most_common()
                counted = ", ".join(f"{count} {kind}" for kind, count in groups)
        print(f"| {name} | {lines_of(part)} | {counted} |", flush=True)


if __name__ == "__main__":
    main()
