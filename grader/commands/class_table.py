"""The class at a glance: a table for the terminal, or aligned lines for a file."""

import sys
from collections.abc import Container, Iterable, Sequence

import click
from msgspec.structs import replace

from grader.commands.findings import MARKS
from grader.export.status import standing
from grader.model.course import Exercise
from grader.model.finding import Finding, Verdict
from grader.model.scoresheet import ScoreSheet
from grader.wording import Wording, visible

# Verdicts that need attention, most pressing first.
PRESSING = (Verdict.FAILED, Verdict.BROKEN, Verdict.UNDECIDED, Verdict.WAITING)
COLUMNS = ("student", "points", "open", "verdict", "finding")
MARKED = ("student", "exercises", "points", "open", "verdict", "finding")  # with several exercises


def show_class(sheets: Iterable[ScoreSheet], exercises: Sequence[Exercise], words: Wording) -> None:
    """Print one row per student, with a mark for each exercise if there are several."""
    columns = COLUMNS if len(exercises) == 1 else MARKED
    heads = [words.text(f"table.{column}") for column in columns]
    rows = [class_row(sheet, exercises, words) for sheet in sheets]
    show_table(heads, rows, numbers=[columns.index("points"), columns.index("open")])
    if columns is MARKED:
        names = tuple(exercise.shown for exercise in exercises)
        click.echo(words.text("table.marks", names=" ".join(names)))


def class_row(sheet: ScoreSheet, exercises: Sequence[Exercise], words: Wording) -> list[str]:
    """Format the student, points of the maximum, open points, verdicts and first finding.

    A finding that costs points comes before one that does not, such as lateness.
    """
    still_open = sum(award.max for award in sheet.awards if award.points is None)
    total = "-" if sheet.total is None else f"{sheet.total:g}"
    costly = {code for award in sheet.awards if award.reason == "failed" for code in award.checks}
    by_cost = sorted(sheet.findings, key=lambda finding: finding.check not in costly)
    pressing = [
        finding for verdict in PRESSING for finding in by_cost if finding.verdict is verdict
    ]
    verdicts = dict.fromkeys(words.verdict_of(finding) for finding in _together(pressing))
    named = [finding for finding in pressing if finding.verdict is not Verdict.WAITING]
    named += [finding for finding in sheet.findings if "advice" in finding.params]
    marked = [_marks(sheet, exercises)] if len(exercises) > 1 else []
    return [
        visible(sheet.student),
        *marked,
        f"{total}/{sheet.max:g}",
        f"{still_open:g}" if still_open else "",
        " ".join(verdicts) or words.verdict(Verdict.PASSED),
        _named(named[0], words) if named else "",
    ]


def _marks(sheet: ScoreSheet, exercises: Sequence[Exercise]) -> str:
    stands = [standing(sheet.findings, exercise.id) for exercise in exercises]
    return "".join(" " if stand is None else MARKS[stand.verdict][0] for stand in stands)


def _named(finding: Finding, words: Wording) -> str:
    """Return the check's name; for a known mistake also which one it is."""
    title = f"{finding.check} {words.title(finding.check)}"
    if "advice" in finding.params:
        return f"{title} ({words.verdict_of(finding)})"
    name = finding.params.get("name", "")
    mistake = "" if isinstance(name, str) else words.in_full(name)  # a str names a function
    return f"{title}: {mistake}" if mistake else title


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Pad the cells to columns; a full-width character counts as two."""
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = (
            cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)
        )
        lines.append("  ".join(cells).rstrip())
    return lines


def _together(findings: Sequence[Finding]) -> list[Finding]:
    """Merge all waiting findings into one that lists what they need, devices first."""
    waiting = [finding for finding in findings if finding.verdict is Verdict.WAITING]
    lists = [finding.params["needs"] for finding in waiting if "needs" in finding.params]
    needs = dict.fromkeys(name for names in lists if isinstance(names, tuple) for name in names)
    rest = [finding for finding in findings if finding.verdict is not Verdict.WAITING]
    if not needs:
        return [*rest, *waiting]
    ordered = tuple(sorted(map(str, needs), key=lambda name: (name != "gpu", name)))
    return [*rest, replace(waiting[0], params={"needs": ordered})]


def show_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Container[int] = ()
) -> None:
    """Print aligned lines, or on a terminal a table with `numbers` right-aligned."""
    if not sys.stdout.isatty():
        for line in aligned([heads, *rows]):
            click.echo(line)
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD)
    for at, head in enumerate(heads):
        table.add_column(head, justify="right" if at in numbers else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))  # Text: nothing in it is markup
    Console().print(table)
