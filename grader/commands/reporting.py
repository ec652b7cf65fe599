"""What `grade` and `regrade` say in the end."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from grader.batch import ClassResult
from grader.commands.class_table import show_class
from grader.commands.crash import log_fault
from grader.commands.exits import Exit
from grader.export import sheet_document
from grader.model.course import Assignment
from grader.wording import Wording, visible

SCHEMA = 1


def report_class(
    result: ClassResult, out: Path, assignment: Assignment, words: Wording, *, as_json: bool
) -> Exit:
    """Prints the table and what to know about it, or one JSON document."""
    notes = [*_notes(result, words), *_faults(result, words)]
    if as_json:
        click.echo(json.dumps(_document(result, assignment, words), ensure_ascii=False, indent=1))
    else:
        show_class((one.sheet for one in result.graded), words)
        notes.append(words.text("batch.results", folder=str(out)))
    for note in notes:
        click.echo(note, err=as_json)
    return Exit.OURS if result.faults else Exit.DONE


def _document(result: ClassResult, assignment: Assignment, words: Wording) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "assignment": assignment.id,
        "sheets": [
            sheet_document(one.sheet, one.evidence, assignment, words) for one in result.graded
        ],
        "observed": [visible(student) for student in result.observed],
        "unchanged": [visible(student) for student in result.unchanged],
        "absent": [visible(student) for student in result.absent],
        "outdated": [visible(student) for student in result.outdated],
        "broken": {visible(student): fault.summary for student, fault in result.faults},
    }


def _notes(result: ClassResult, words: Wording) -> Iterator[str]:
    yield words.text("batch.counts", observed=len(result.observed), unchanged=len(result.unchanged))
    for key in ("absent", "outdated"):
        if students := getattr(result, key):
            yield words.text(f"batch.{key}", students=students, count=len(students))


def _faults(result: ClassResult, words: Wording) -> Iterator[str]:
    for student, fault in result.faults:
        log = log_fault(fault, student)
        summary = fault.summary
        yield words.text("batch.broken", student=student, summary=summary, log=str(log or "-"))
