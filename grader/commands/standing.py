"""The whole course: everybody's standing from all gradebooks there are."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import click

from grader.commands.exits import Exit
from grader.commands.exporting import Order, keep_copy
from grader.commands.gradebooks import Desk, file_bytes, opened
from grader.commands.review import tell_damages
from grader.course import load_assignments
from grader.export import course_csv, course_rows, write_file
from grader.export.gradebook import FORMATS, Asked
from grader.intake.attendance import read_attendance
from grader.intake.recognised import read_recognised
from grader.model.course import Course
from grader.model.errors import GraderError
from grader.model.gradebook import Gradebook
from grader.model.grading import Grading
from grader.model.standing import Asked as AskedOf
from grader.model.standing import Attended, Standing, Why
from grader.privacy import ensure_private, refuse_tracked
from grader.scoring import standings
from grader.store import has_traces
from grader.tables import read_table
from grader.wording import Wording, explain


def export_course(course: Course, order: Order, results: Path, words: Wording) -> Exit:
    """Computes everybody's standing by [grading] of course.toml and writes the table."""
    if course.grading is None:
        raise GraderError("course.toml: grading: is missing; it says what counts for the course")
    if order.anonymous:
        raise GraderError("the course's table needs the students' ids: leave --anonymous out")
    books, code = _gradebooks(course, results, words)
    if not books:
        raise GraderError(f"{results}: no assignment is graded yet; run `grader grade` first")
    asked = AskedOf(now=order.at, confirmed_only=order.confirmed_only)
    attended = _attendance(course, course.grading, words)
    found = standings(course.grading, books, attended, asked, _recognised(course, words))
    _tell(found, words)
    if order.dry_run:
        return code
    target = order.target or results / f"course.{order.form}"
    refuse_tracked(target.resolve().parent)
    if order.target is None:
        ensure_private(results)
    else:
        keep_copy(target, order.at.astimezone(order.zone), words)
    write_file(target, _content(found, books, order, words), durable=True)
    click.echo(words.text("export.written", path=str(target)))
    return code


def _gradebooks(
    course: Course, results: Path, words: Wording
) -> tuple[Mapping[str, Gradebook], Exit]:
    """Opens every gradebook there is, by assignment; says which have damaged rows."""
    books: dict[str, Gradebook] = {}
    code = Exit.DONE
    for assignment in load_assignments(course):
        out = results / assignment.id
        if has_traces(out):
            with opened(Desk(course=course, assignment=assignment, out=out, words=words)) as here:
                books[assignment.id] = here.book
                if not tell_damages(here, words):
                    code = Exit.OURS
    return books, code


def _attendance(course: Course, grading: Grading, words: Wording) -> Mapping[str, Attended] | None:
    """Reads the course's attendance; None when course.toml names no file."""
    if not course.attendance:
        return None
    path = course.root / course.attendance
    table = read_table(file_bytes(path), path.name)
    found = read_attendance(table, grading.attendance, course.student_id)
    for warning in found.warnings:
        click.secho(explain(warning, words.lang), fg="yellow", err=True)
    return found.students


def _recognised(course: Course, words: Wording) -> Mapping[str, Mapping[str, bool]] | None:
    """Reads what persons said about recognising assignments; None when no file is named."""
    if course.grading is None or not course.grading.recognition.words:
        return None
    path = course.root / course.grading.recognition.words
    titles = {one.id: tuple(one.title.values()) for one in load_assignments(course)}
    table = read_table(file_bytes(path), path.name)
    found = read_recognised(table, titles, course.student_id)
    for warning in found.warnings:
        click.secho(explain(warning, words.lang), fg="yellow", err=True)
    return found.words


def _content(
    found: tuple[Standing, ...], books: Mapping[str, Gradebook], order: Order, words: Wording
) -> bytes:
    if order.form == "csv":
        return course_csv(found, words)
    first, *others = books.values()
    asked = Asked(
        lang=words.lang,
        zone=order.zone,
        confirmed_only=order.confirmed_only,
        others=others,
        course=course_rows(found, words),
    )
    return FORMATS["xlsx"].write(first, asked).content


def _tell(found: tuple[Standing, ...], words: Wording) -> None:
    """Says how many are final, and what is open for how many."""
    done = sum(one.complete for one in found)
    click.echo(words.text("standing.counts", count=len(found), complete=done))
    steps = [step for one in found for part in one.parts for step in part.steps]
    absent = tuple(dict.fromkeys(one.assignment for one in steps if one.why is Why.NO_GRADEBOOK))
    counted = Counter(
        one.assignment for one in steps if not one.complete and one.why is not Why.NO_GRADEBOOK
    )
    for assignment, count in counted.items():
        click.echo(words.text("standing.open_for", assignment=assignment, count=count), err=True)
    if absent:
        click.echo(words.text("standing.not_started", assignments=absent), err=True)
    alone = tuple(one.student for one in found if _only_attended(one))
    if alone:
        said = words.text("standing.only_attendance", students=alone, count=len(alone))
        click.secho(said, fg="yellow", err=True)


def _only_attended(one: Standing) -> bool:
    """Says whether only the attendance knows somebody: an id may be mistyped there."""
    steps = [step for part in one.parts for step in part.steps]
    return one.attended is not None and all(step.state is None for step in steps)
