"""The closing reports of `grade` and `regrade`."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import click

from grader.batch import ClassResult
from grader.commands.class_table import show_class
from grader.commands.crash import log_fault
from grader.commands.exits import ExitCode
from grader.export.class_grid import waiting_of
from grader.export.sheet import sheet_document
from grader.gradebook import Change, changes
from grader.gradebook.desk import OpenBook, damages
from grader.model.course import Assignment
from grader.model.errors import Fault
from grader.model.gradebook import Grade, Gradebook
from grader.model.machine import NEED_OF, NEED_PYTHON
from grader.observing import KNOWN_WRONG
from grader.wording import Wording, visible

SCHEMA = 1
SHOWN = 20  # students with changed points that are printed; the sheets show all


def report_class(  # noqa: PLR0913  one for each thing that is said
    result: ClassResult,
    out: Path,
    assignment: Assignment,
    words: Wording,
    *,
    as_json: bool,
    more: Mapping[str, object] = MappingProxyType({}),
) -> ExitCode:
    """Print the table and what to know about it, or one JSON document, with `more` in it."""
    warnings = [*_faults(result, words), *losses(result, words)]
    notes = list(_notes(result, assignment, words))
    for warning in warnings:  # before the table: they affect how to read it
        click.secho(warning, fg="yellow", err=True)
    if as_json:
        document = {**_document(result, assignment, words), **more}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    else:
        sheets = (graded.sheet for graded in result.graded)
        show_class(sheets, assignment.exercises, words)
        notes.append(words.text("batch.results", folder=str(out)))
    notes += _waiting(result, out, assignment, words)
    for note in notes:
        click.echo(note, err=as_json)
    if result.lowered:
        click.secho(words.text("batch.lowered", **result.lowered), fg="yellow", err=True)
    return ExitCode.OURS if result.ours else ExitCode.DONE


def _document(result: ClassResult, assignment: Assignment, words: Wording) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "assignment": assignment.id,
        "sheets": [
            sheet_document(graded.sheet, graded.evidence, assignment, words)
            for graded in result.graded
        ],
        "observed": [visible(student) for student in result.observed],
        "measured": [visible(student) for student in result.measured],
        "unchanged": [visible(student) for student in result.unchanged],
        "changed": [visible(student) for student in result.changed],
        "changes": [_packed(change, words) for change in _changes(result, assignment)],
        "overtaken": [visible(student) for student in result.overtaken],
        "unconfirmed": [visible(student) for student in result.unconfirmed],
        "carried": [visible(student) for student in result.carried],
        "absent": [visible(student) for student in result.absent],
        "outdated": [visible(student) for student in result.outdated],
        "another_version": [visible(student) for student in result.another_version],
        "unusual": [visible(student) for student in result.unusual],
        "broken": {visible(student): fault.summary for student, fault in result.faults},
    }


def _changes(result: ClassResult, assignment: Assignment) -> tuple[Change, ...]:
    """Compare the sheets with those that there were before this run."""
    now = (graded.sheet for graded in result.graded if graded.sheet.student in result.before)
    grades = tuple(Grade(student=sheet.student, sheet=sheet) for sheet in now)
    book = Gradebook(assignment=assignment, grades=grades)
    return changes(book, {grade.student: result.before[grade.student] for grade in grades})


def _packed(change: Change, words: Wording) -> dict[str, object]:
    return {
        "student": visible(change.student),
        "before": change.before,
        "after": change.after,
        "criteria": [
            {
                "criterion": points.criterion,
                "before": points.before,
                "after": points.after,
                "reason": words.reason(points.award) if points.award else "",
            }
            for points in change.points
        ],
    }


def _differences(result: ClassResult, assignment: Assignment, words: Wording) -> Iterator[str]:
    """Yield students whose points changed, with both values and the reason."""
    if not (differences := _changes(result, assignment)):
        return
    yield words.text("batch.differences", count=len(differences))
    yield from (f"  {change.say(words)}" for change in differences[:SHOWN])
    if len(differences) > SHOWN:
        yield words.text("batch.differences_more", count=len(differences) - SHOWN)


def _notes(result: ClassResult, assignment: Assignment, words: Wording) -> Iterator[str]:
    counted = {
        "observed": len(result.observed),
        "unchanged": len(result.unchanged),
        "changed": len(result.changed),
    }
    counts_key = "counts_kept" if result.unchanged else "counts"
    yield words.text(f"batch.{'counts_changed' if result.changed else counts_key}", **counted)
    yield from _groups(result, ("measured", "changed"), words)
    yield from _differences(result, assignment, words)
    yield from fallen(result, words)
    yield from _groups(
        result, ("carried", "absent", "outdated", "another_version", "unusual"), words
    )


def fallen(result: ClassResult, words: Wording) -> Iterator[str]:
    """Yield students whose decisions or confirmations became weaker or concern other files."""
    yield from _groups(result, ("undone", "overtaken", "unconfirmed"), words)


def _groups(result: ClassResult, groups: Iterable[str], words: Wording) -> Iterator[str]:
    for group in groups:
        if students := getattr(result, group):
            yield words.text(f"batch.{group}", students=students, count=len(students))


def losses(result: ClassResult, words: Wording) -> Iterator[str]:
    """Yield what existed before this run and is now lost or unreadable."""
    yield from damages(result.unreadable, result.backup, words)
    if (shrunk := result.shrunk) is None:
        return
    if shrunk.unexplained:
        students = tuple(visible(student) for student in shrunk.unexplained)
        yield words.text("batch.shrunk", students=students, count=len(students))
    yield words.text("batch.kept", path=str(shrunk.kept))


def _waiting(
    result: ClassResult, out: Path, assignment: Assignment, words: Wording
) -> Iterator[str]:
    """Yield how to grade the exercises that wait for a device or a library."""
    waiting = waiting_of((graded.sheet for graded in result.graded), assignment.exercises)
    if waiting is None:
        return
    yield words.text(
        "batch.waiting" if waiting.option else "batch.waiting_libraries",
        needs=words.needs(waiting.needs),
        count=waiting.students,
        folder=str(out),
        assignment=assignment.id,
    )
    for need in waiting.needs:
        if command := _command_for(need):
            yield words.text("batch.waiting_install", command=command)
    if waiting.on_cpu:
        yield words.text("batch.waiting_cpu", backends=waiting.on_cpu)


def _command_for(need: str) -> str:
    """Return the command that installs another Python or a missing library; "" for other needs."""
    library, of, path = need.partition(NEED_OF)
    if of:
        return f"{path} -m pip install {library}"
    version = need.removeprefix(NEED_PYTHON)
    return f"uv python install {version}" if version != need else ""


def _faults(result: ClassResult, words: Wording) -> Iterator[str]:
    """Yield every fault once, however many students it concerns; a wrong machine comes first."""
    students: dict[str, list[str]] = {}
    faults: dict[str, Fault] = {}
    for student, fault in result.faults:
        students.setdefault(fault.summary, []).append(student)
        faults.setdefault(fault.summary, fault)
    for summary in sorted(faults, key=lambda summary: not summary.startswith(KNOWN_WRONG)):
        concerned = tuple(students[summary])
        log = str(log_fault(faults[summary], ", ".join(concerned)) or "-")
        key = "killed" if faults[summary].killed else "broken"
        key = "known_wrong" if summary.startswith(KNOWN_WRONG) else key
        yield words.text(f"batch.{key}", student=concerned, summary=summary, log=log)


def tell_damages(here: OpenBook, words: Wording) -> bool:
    """Print the students whose rows of the store are damaged; return whether there are none."""
    backup = here.store.newest_backup() if here.store.unreadable else None
    for line in damages(here.store.unreadable, backup, words):
        click.secho(line, fg="yellow", err=True)
    return not here.store.unreadable
