"""The class at a glance: a table for the terminal, or aligned lines for a file."""

import sys
from collections.abc import Iterable, Mapping, Sequence

import click

from grader.model.finding import Finding, Verdict
from grader.model.scoresheet import ScoreSheet
from grader.wording import Wording, visible

# What asks for attention, most pressing first.
PRESSING = (Verdict.FAILED, Verdict.BROKEN, Verdict.UNDECIDED, Verdict.WAITING)
COLUMNS = ("student", "points", "open", "verdict", "finding")


def show_class(sheets: Iterable[ScoreSheet], words: Wording) -> None:
    """Prints one row per student."""
    heads = [words.text(f"table.{column}") for column in COLUMNS]
    rows = [class_row(sheet, words) for sheet in sheets]
    if sys.stdout.isatty():
        _show_rich(heads, rows)
    else:
        for line in aligned([heads, *rows]):
            click.echo(line)


def class_row(sheet: ScoreSheet, words: Wording) -> list[str]:
    """Says student, points decided of all, open criteria, verdicts, and the first finding."""
    still_open = sum(award.points is None for award in sheet.awards)
    total = "-" if sheet.total is None else f"{sheet.total:g}"
    pressing = _pressing(sheet.findings)
    verdicts = dict.fromkeys(words.verdict(one.verdict) for one in pressing)
    return [
        visible(sheet.student),
        f"{total}/{sheet.max:g}",
        str(still_open or ""),
        " ".join(verdicts) or words.verdict(Verdict.PASSED),
        _named(pressing[0], words) if pressing else "",
    ]


def _named(finding: Finding, words: Wording) -> str:
    """Says which check it was; of a known mistake also which one."""
    title = f"{finding.check} {words.title(finding.check)}"
    name = finding.params.get("name")
    said = words.of(name) if isinstance(name, Mapping) else ""
    return f"{title}: {said}" if said else title


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Pads the cells to columns; a full-width character counts two."""
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = (
            cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)
        )
        lines.append("  ".join(cells).rstrip())
    return lines


def _pressing(findings: Sequence[Finding]) -> list[Finding]:
    return [one for verdict in PRESSING for one in findings if one.verdict is verdict]


def _show_rich(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD)
    for column, head in zip(COLUMNS, heads, strict=True):
        number = column in {"points", "open"}
        table.add_column(head, justify="right" if number else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))  # Text: nothing in it is markup
    Console().print(table)
