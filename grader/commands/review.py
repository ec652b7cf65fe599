"""`grader review`: what waits for a person, and what people decided."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.exits import ExitCode
from grader.commands.options import (
    UsageError,
    course_option,
    lang_option,
    open_course,
    open_wording,
    output_option,
    results_folder,
)

if TYPE_CHECKING:
    from grader.commands.gradebooks import Desk, OpenBook
    from grader.review import Imported
    from grader.wording import Wording

EVERYBODY = "all"


@click.command(
    epilog="""\b
    Example:
      grader review kadai1
      grader review kadai1 --import kadai1.xlsx --by 'TA 1'
      grader review kadai1 --confirm all --by 'TA 1'
      grader review kadai1 --confirm 24A1201 --confirm 24A1202 --by 'TA 1'"""
)
@click.argument("assignment")
@click.option(
    "--import",
    "table",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="A table of `grader export` (csv, xlsx) that somebody edited.",
)
@click.option(
    "--confirm",
    multiple=True,
    metavar="STUDENT|all",
    help="Confirm these points as they are; repeatable.",
)
@click.option("--by", default="", metavar="NAME", help="Who decides.")
@output_option
@course_option
@lang_option
def review(  # noqa: PLR0913  one parameter per option
    *,
    assignment: str,
    table: Path | None,
    confirm: tuple[str, ...],
    by: str,
    out: Path | None,
    course_folder: Path | None,
    lang: str | None,
) -> ExitCode:
    """Show what of ASSIGNMENT waits for a person, take edited tables back, confirm points.

    Points that were changed in the table become decisions of NAME; everything else stays. A
    confirmation holds for exactly the points it was given for.
    """
    from grader.commands.gradebooks import Desk
    from grader.course import load_assignment

    course = open_course(course_folder)
    loaded = load_assignment(course, assignment)
    folder = results_folder(course, loaded.id, out)
    desk = Desk(course=course, assignment=loaded, out=folder, words=open_wording(lang))
    if (table or confirm) and not by.strip():
        raise UsageError("--by is missing: say who decides")
    code = _import(desk, table, by) if table else ExitCode.DONE
    if confirm:
        code = max(code, _confirm(desk, confirm, by))
    if not table and not confirm:
        code = _show(desk)
    return code


def _import(desk: "Desk", path: Path, by: str) -> ExitCode:
    """Stores what was edited; a row with a problem changes nothing, and ends with exit code 1."""
    from grader.commands.gradebooks import file_bytes, opened
    from grader.review import Signed, import_table
    from grader.tables import read_tables

    tables = read_tables(file_bytes(path), path.name)
    with opened(desk) as here:
        signed = Signed(by=by, at=datetime.now(UTC), words=desk.words)
        found = import_table(tables, here.book, here.store.exports(), signed)
        here.store.decide_all(found.decisions, found.comments)
        whole = tell_damages(here, desk.words)
    _tell(found, desk.words)
    if found.decisions and not _refresh(desk):
        whole = False
    if not whole:
        return ExitCode.OURS
    return ExitCode.FAILED if found.problems or found.refused else ExitCode.DONE


def _tell(found: "Imported", words: "Wording") -> None:
    """Says what was taken, row by row, and what could not be."""
    for remark in (*found.problems, *found.warnings):
        click.secho(remark.say(words), fg="yellow", err=True)
    for decision in found.decisions:
        said = {"student": decision.student, "criterion": decision.criterion}
        click.echo(words.text("review.decided", **said, points=f"{decision.points:g}"))
    counts = {
        "decisions": len(found.decisions),
        "comments": len(found.comments),
        "unchanged": len(found.unchanged),
        "problems": len(found.refused),
    }
    click.echo(words.text("review.taken", **counts))


def _refresh(desk: "Desk") -> bool:
    """Makes the sheets anew, so that they say what was decided; tells what went wrong with it."""
    from grader import batch
    from grader.commands.gradebooks import collection_of
    from grader.commands.reporting import fallen, losses
    from grader.observing import digest_references

    digests = digest_references(desk.course, desk.assignment)
    files = batch.ResultFiles(
        out=desk.out,
        assignment=desk.assignment,
        lang=desk.words.lang,
        collection=collection_of(desk.course, desk.assignment.id),
    )
    result = batch.regrade_class(desk.assignment, digests, desk.out, files)
    for line in (*losses(replace(result, unreadable=()), desk.words), *fallen(result, desk.words)):
        click.secho(line, fg="yellow", err=True)
    return not result.ours


def _confirm(desk: "Desk", students: Sequence[str], by: str) -> ExitCode:
    """Stores who is confirmed; fails when somebody who was asked for is not known."""
    from grader.commands.gradebooks import opened
    from grader.review import confirm
    from grader.review.confirming import Why

    wanted = None if EVERYBODY in students else students
    with opened(desk) as here:
        found = confirm(here.book, wanted, by, datetime.now(UTC))
        here.store.confirm(found.confirmations)
        for line in late_without_a_time(here, desk.words):
            click.secho(line, fg="yellow", err=True)
        whole = tell_damages(here, desk.words)
    for person in found.left:
        click.echo(person.say(desk.words))
    click.echo(desk.words.text("review.confirmed", count=len(found.confirmations), by=by))
    if not whole:
        return ExitCode.OURS
    return (
        ExitCode.FAILED
        if any(person.why is Why.UNKNOWN for person in found.left)
        else ExitCode.DONE
    )


def tell_damages(here: "OpenBook", words: "Wording") -> bool:
    """Says whose rows of the store are damaged; returns whether none is."""
    from grader.commands.reporting import damages

    backup = here.store.newest_backup() if here.store.unreadable else None
    for line in damages(here.store.unreadable, backup, words):
        click.secho(line, fg="yellow", err=True)
    return not here.store.unreadable


def late_without_a_time(here: "OpenBook", words: "Wording") -> Iterator[str]:
    """Says whom the LMS calls late without a time, where being late costs points."""
    from grader.review import undated

    students = undated(here.book.assignment, here.collection)
    if students:
        yield words.text("review.undated", students=students, count=len(students))


def _show(desk: "Desk") -> ExitCode:
    from grader.commands.gradebooks import opened

    with opened(desk) as here:
        lines = [*_states(here, desk.words), *_waiting(here, desk.words)]
        whole = tell_damages(here, desk.words)
    for line in lines:
        click.echo(line)
    return ExitCode.DONE if whole else ExitCode.OURS


def _states(here: "OpenBook", words: "Wording") -> Iterator[str]:
    counted = Counter(grade.state for grade in here.book.grades)
    for state, count in counted.items():
        yield f"{words.text(f'review.states.{state}')}: {count}"


def _waiting(here: "OpenBook", words: "Wording") -> Iterator[str]:
    """Lists, by criterion, whose points nobody has decided, and who handed in nothing."""
    from grader.model.gradebook import State

    for criterion in here.book.assignment.rubric:
        students = tuple(
            grade.student
            for grade in here.book.grades
            if grade.sheet is not None
            for award in grade.sheet.awards
            if award.criterion == criterion.id and award.points is None
        )
        if students:
            title = words.of(criterion.title)
            yield words.text(
                "review.open_for", criterion=title, students=students, count=len(students)
            )
    for key, state in (("missing", State.NOT_SUBMITTED), ("unknown", State.UNKNOWN)):
        without = tuple(grade.student for grade in here.book.grades if grade.state is state)
        if without:
            yield words.text(f"review.{key}", students=without, count=len(without))
    yield from late_without_a_time(here, words)
    for waiting in here.collection.unassigned if here.collection else ():
        label, proposals = waiting.label, waiting.proposals
        yield words.text("review.unassigned", label=label, proposals=proposals)
