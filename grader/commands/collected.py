"""What was collected: a table for the terminal, then everything that a person has to know."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from grader.commands.class_table import aligned
from grader.intake.collecting import CollectResult
from grader.model.collection import Collected, NoteKind, RefusedEntry, Role, Unassigned
from grader.model.course import Assignment
from grader.wording import Wording, explain, visible

COLUMNS = ("student", "name", "source", "report", "received", "late", "notes")
SHOWN = 40  # lines of one list
EACH = 5  # of them about one student
FILES, NAME = 3, 60  # of one kind in a row of the table; letters of each
MINUTE, HOUR, DAY = 60, 3_600, 86_400


def show_collected(  # noqa: PLR0913  what there is to say depends on all of these
    result: CollectResult,
    assignment: Assignment,
    folder: Path,
    words: Wording,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Prints what each download was taken for, the table, and the lists; with JSON, to stderr."""
    for line in _downloads(result, words):
        click.echo(line, err=as_json)
    for name in result.collection.incomplete:
        said = words.text("collect.incomplete", name=visible(name))
        click.secho(said, fg="red", bold=True, err=True)
    for student in result.collection.claimed:
        who = f"{student} {result.collection.names.get(student, '')}".strip()
        click.secho(words.text("collect.claimed", who=who), fg="red", bold=True, err=True)
    for trouble in (*result.troubles, *result.warnings):
        click.secho(explain(trouble, words.lang), fg="yellow", err=True)
    if not as_json:
        _show_table([_row(one, result, assignment, words) for one in _sorted(result)], words)
    for line in (*_lists(result, words), *_counts(result, words)):
        click.echo(line, err=as_json)
    if dry_run:
        click.echo(words.text("collect.dry_run"), err=as_json)
    else:
        said = words.text("collect.written", folder=str(folder), assignment=assignment.id)
        click.echo(said, err=as_json)


def _sorted(result: CollectResult) -> list[Collected]:
    return sorted(result.collection.students, key=lambda one: one.student)


def _downloads(result: CollectResult, words: Wording) -> Iterator[str]:
    for one in result.downloads:
        yield words.text(
            "collect.download",
            name=visible(one.name),
            lms=one.lms,
            encoding=one.encoding,
            files=one.files,
        )
        for kind, repairs in one.repaired.items():
            first, count = repairs[0], len(repairs)
            names = {"was": visible(first.was, limit=NAME), "name": visible(first.name, limit=NAME)}
            how = words.text(f"collect.repair.{kind}", encoding=first.detail)
            yield words.text("collect.repaired", count=count, how=how, **names)
        if one.unexplained:
            yield words.text("collect.unexplained", count=one.unexplained)


def _row(
    one: Collected, result: CollectResult, assignment: Assignment, words: Wording
) -> list[str]:
    return [
        visible(one.student),
        visible(result.collection.names.get(one.student) or one.who.name),
        _files(one, Role.SOURCE, words),
        _files(one, Role.REPORT, words),
        _received(one, assignment),
        _late(one, assignment, words),
        words.text("list").join(_notes(one, words)),
    ]


def _files(one: Collected, role: Role, words: Wording) -> str:
    names = [visible(file.name, limit=NAME) for file in one.files if file.role is role]
    more = [words.text("export.more", count=len(names) - FILES)] if len(names) > FILES else []
    return words.text("list").join((*names[:FILES], *more))


def _received(one: Collected, assignment: Assignment) -> str:
    """Says when, in the zone of the deadline."""
    if one.received is None:
        return "-"
    coarse = one.received.resolution_seconds >= MINUTE
    at = one.received.at.astimezone(assignment.due.tzinfo)
    return at.strftime("%m-%d %H:%M" if coarse else "%m-%d %H:%M:%S")


def _late(one: Collected, assignment: Assignment, words: Wording) -> str:
    """Says how late it is in the largest two units; nothing when it is not."""
    if one.received is None:
        return ""
    late = assignment.deadline.late_seconds(one.student, one.received.at)
    if not late:
        return ""
    days, rest = divmod(late, DAY)
    hours, rest = divmod(rest, HOUR)
    parts = ((days, "days"), (hours, "hours"), (rest // MINUTE, "minutes"), (rest, "seconds"))
    first = next(index for index, (count, _) in enumerate(parts) if count)
    told = [(count, unit) for count, unit in parts[first : first + 2] if count]
    if first < len(parts) - 1:
        told = [one for one in told if one[1] != "seconds"]
    return " ".join(words.text(f"review.{unit}", count=count) for count, unit in told)


def _notes(one: Collected, words: Wording) -> Iterator[str]:
    for kind in dict.fromkeys(note.kind for note in one.notes):
        if kind is not NoteKind.EARLIER:
            yield words.text(f"collect.note.{kind}")


def _show_table(rows: Sequence[Sequence[str]], words: Wording) -> None:
    heads = [words.text(f"collect.column.{column}") for column in COLUMNS]
    if sys.stdout.isatty():
        _show_rich(heads, rows)
        return
    for line in aligned([heads, *rows]):
        click.echo(line)


def _show_rich(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD)
    for head in heads:
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))  # Text: nothing in it is markup
    Console().print(table)


def _lists(result: CollectResult, words: Wording) -> Iterator[str]:
    """Lists who handed in nothing, what is nobody's for sure, and what was refused."""
    collection = result.collection
    if missing := collection.not_submitted:
        yield ""
        yield words.text("collect.not_submitted", count=len(missing))
        named = (
            words.text(
                "collect.missing" if collection.is_missing(one) else "collect.perhaps", who=who
            )
            for one in missing
            for who in (f"{one} {collection.names.get(one, '')}".strip(),)
        )
        yield from _some(named, words)
    if collection.unassigned:
        yield ""
        yield words.text("collect.unassigned", count=len(collection.unassigned))
        yield from _some((_unassigned(one, words) for one in collection.unassigned), words)
        likely = next((one for one in collection.unassigned if one.proposals), None)
        label, student = (likely.label, likely.proposals[0]) if likely else ("LABEL", "ID")
        yield words.text("collect.assign", label=label, student=student)
    if collection.refused:
        yield ""
        yield words.text("collect.refused", count=len(collection.refused))
        yield from _some(_refusals(collection.refused, words), words)
    for student, files in result.by_hand.items():
        yield words.text("collect.by_hand", student=student, files=files)


def _unassigned(one: Unassigned, words: Wording) -> str:
    why = words.text(f"collect.why.{one.reason or 'unknown'}")
    if not one.proposals:
        return f"{visible(one.label)}: {why}"
    proposed = words.text("collect.proposals", students=one.proposals)
    return f"{visible(one.label)}: {why} {proposed}"


def _refusals(refused: Iterable[RefusedEntry], words: Wording) -> Iterator[str]:
    """Says a few of each student's, so that nobody's thousands hide the others'."""
    groups: dict[str, list[RefusedEntry]] = {}
    for one in refused:
        owner = one.student or one.entry.partition("/")[0]
        groups.setdefault(owner, []).append(one)
    for owner, entries in groups.items():
        yield from (_refused(one, words) for one in entries[:EACH])
        if len(entries) > EACH:
            more = words.text("export.more", count=len(entries) - EACH)
            yield f"{visible(owner, limit=NAME)}: {more}"


def _refused(one: RefusedEntry, words: Wording) -> str:
    why = words.text(f"collect.refusal.{one.refusal}", detail=one.detail)
    return f"{visible(one.entry, limit=120)}: {why}"


def _some(lines: Iterable[str], words: Wording) -> Iterator[str]:
    listed = list(lines)
    yield from (f"  {line}" for line in listed[:SHOWN])
    if len(listed) > SHOWN:
        yield "  " + words.text("export.more", count=len(listed) - SHOWN)


def _counts(result: CollectResult, words: Wording) -> Iterator[str]:
    yield ""
    yield words.text(
        "collect.counts",
        students=len(result.collection.students),
        new=len(result.new),
        updated=len(result.updated),
        unchanged=len(result.unchanged),
        missing=len(result.collection.not_submitted),
        unassigned=len(result.collection.unassigned),
    )
