"""What `grader export` does: one assignment's gradebook, or everybody's standing in the course.

It says what changed, what is written where, and what was left out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path

import click
from msgspec import Struct, field
from msgspec.structs import replace

from grader.commands.exits import ExitCode
from grader.commands.review import tell_damages
from grader.course import load_assignments
from grader.export.course_table import course_csv, course_rows
from grader.export.gradebook import FORMATS, ExportOptions, Into
from grader.files import write_file
from grader.intake.attendance import read_attendance, read_recognised
from grader.model.course import Course
from grader.model.errors import GraderError
from grader.model.gradebook import Gradebook
from grader.model.grading import Grading
from grader.model.standing import Attended, Standing, StandingReason
from grader.model.standing import StandingRequest as AskedOf
from grader.privacy import Git, ask_git, ensure_private, refuse_tracked
from grader.review.desk import Desk, file_bytes, opened
from grader.review.exporting import (
    Differences,
    ExportSentence,
    Made,
    Order,
    Tone,
    demo_class,
    differences,
    make_export,
    own_file,
    source_of,
    write_own,
)
from grader.scoring import standings
from grader.store import has_traces
from grader.tables import read_table
from grader.wording import Wording, say


class CommandLine(Struct, frozen=True, kw_only=True):
    """What the command line asks for, beside the order itself."""

    into: Path | None
    target: Path | None
    dry_run: bool
    echo: Callable[[str], None] = click.echo  # says what `document` holds too
    document: dict[str, object] = field(default_factory=dict)  # what `--json` prints in the end


def export_assignment(desk: Desk, order: Order, line: CommandLine) -> ExitCode:
    """Writes one export and remembers it, after it has shown what changed since the last one."""
    words = desk.words
    with opened(desk) as here:
        source = source_of(here, order.form)
        found = differences(source, order)
        if line.into:
            into = Into(name=line.into.name, content=file_bytes(line.into))
            order = replace(order, into=into)
        if line.dry_run and not line.into:
            _tell_changes(found, line, words)
            return ExitCode.DONE if tell_damages(here, words) else ExitCode.OURS
        made = make_export(source, desk, order)
        _tell_changes(found.within(made), line, words)
        if line.dry_run:
            return ExitCode.DONE if tell_damages(here, words) else ExitCode.OURS
        _tell(made.announce(words), line)
        _put(made, desk, order, line)
        line.document.update(made.document())
        _tell(made.say(words), line)
        if made.noted is not None:
            here.store.note_export(made.noted)
        whole = tell_damages(here, words)
        if not whole:
            return ExitCode.OURS
        _tell(made.ending(words), line)
        return ExitCode.DONE if made.somebody else ExitCode.FAILED


def _tell_changes(found: Differences, line: CommandLine, words: Wording) -> None:
    line.document["changes"] = found.document(words)
    _tell(found.say(words), line)


def _tell(sentences: Iterable[ExportSentence], line: CommandLine) -> None:
    for sentence in sentences:
        if sentence.tone is Tone.RESULT:
            line.echo(sentence.text)
        elif sentence.tone is Tone.WARNING:
            click.secho(sentence.text, fg="yellow", err=True)
        else:
            indent = "  " if sentence.tone is Tone.LINE else ""
            click.echo(f"{indent}{sentence.text}", err=True)


def _put(made: Made, desk: Desk, order: Order, line: CommandLine) -> None:
    """Writes the file where it was asked for; what lies there is kept beside it first."""
    if order.form == "column" and line.target is None:
        column = made.content.decode("utf-8", "replace")
        line.document["column"] = column
        if column:
            line.echo(column.removesuffix("\n"))
        return
    own = own_file(desk, order.form)
    target = line.target or line.into or own
    if target == own and line.into is None:
        write_own(desk, made)
    else:
        if line.target is not None:
            refuse_tracked(target.resolve().parent, fictional=[demo_class(desk)])
        elif ask_git(target.resolve().parent) is Git.EXPOSED:
            said = desk.words.text("export.exposed", path=str(target))
            click.secho(said, fg="yellow", err=True)
        if target.resolve() != own.resolve():
            keep_copy(target, order.at.astimezone(order.zone), desk.words)
        write_file(target, made.content, durable=True)
    _say_written(target, line, desk.words)


def _say_written(target: Path, line: CommandLine, words: Wording) -> None:
    line.document["file"] = str(target)
    line.echo(words.text("export.written", path=str(target)))


def keep_copy(path: Path, at: datetime, words: Wording) -> None:
    """Keeps a file that is about to be written over beside itself, and says where."""
    if path.is_file():
        backup = backup_path(path, at)
        write_file(backup, file_bytes(path), durable=True)
        click.echo(words.text("export.backup", path=str(backup)), err=True)


def backup_path(path: Path, at: datetime) -> Path:
    """Names a copy beside the file that is about to be changed; never one that is there already."""
    stem = f"{path.stem}.backup-{at:%Y%m%d-%H%M%S}"
    candidate, number = path.with_name(stem + path.suffix), 1
    while candidate.exists() or candidate.is_symlink():
        number += 1
        candidate = path.with_name(f"{stem}-{number}{path.suffix}")
    return candidate


def export_course(
    course: Course, order: Order, line: CommandLine, results: Path, words: Wording
) -> ExitCode:
    """Computes everybody's standing by [grading] of course.toml and writes the table."""
    if course.grading is None:
        raise GraderError(
            "course.toml: grading: is missing; it defines what counts for the course grade"
        )
    if order.anonymous:
        raise GraderError("the table of the whole course requires student IDs; remove --anonymous")
    books, code = _gradebooks(course, results, words)
    if not books:
        raise GraderError(
            "{path}: no assignment has been graded yet; run `grader grade` first", path=results
        )
    asked = AskedOf(now=order.at, confirmed_only=order.confirmed_only)
    attended = _attended(course, course.grading, words)
    found = standings(course.grading, books, attended, asked, _recognitions(course, words))
    _tell_standings(found, line, words)
    if line.dry_run:
        return code
    target = line.target or results / f"course.{order.form}"
    refuse_tracked(target.resolve().parent)
    if line.target is None:
        ensure_private(results)
    else:
        keep_copy(target, order.at.astimezone(order.zone), words)
    write_file(target, _course_table(found, books, order, words), durable=True)
    _say_written(target, line, words)
    if found or code:
        return code
    click.secho(words.text("export.nobody"), fg="yellow", err=True)
    return ExitCode.FAILED


def _gradebooks(
    course: Course, results: Path, words: Wording
) -> tuple[Mapping[str, Gradebook], ExitCode]:
    """Opens every gradebook there is, by assignment; says which have damaged rows."""
    books: dict[str, Gradebook] = {}
    code = ExitCode.DONE
    for assignment in load_assignments(course):
        out = results / assignment.id
        if has_traces(out):
            with opened(Desk(course=course, assignment=assignment, out=out, words=words)) as here:
                books[assignment.id] = here.book
                if not tell_damages(here, words):
                    code = ExitCode.OURS
    return books, code


def _attended(course: Course, grading: Grading, words: Wording) -> Mapping[str, Attended] | None:
    """Reads the course's attendance; None when course.toml names no file."""
    if not course.attendance:
        return None
    path = course.root / course.attendance
    table = read_table(file_bytes(path), path.name)
    attendance = read_attendance(table, grading.attendance, course.student_id)
    for warning in attendance.warnings:
        click.secho(say(warning, words.lang), fg="yellow", err=True)
    return attendance.students


def _recognitions(course: Course, words: Wording) -> Mapping[str, Mapping[str, bool]] | None:
    """Reads what persons said about recognising assignments; None when no file is named."""
    if course.grading is None or not course.grading.recognition.words:
        return None
    path = course.root / course.grading.recognition.words
    titles = {
        assignment.id: tuple(assignment.title.values()) for assignment in load_assignments(course)
    }
    table = read_table(file_bytes(path), path.name)
    recognised = read_recognised(table, titles, course.student_id)
    for warning in recognised.warnings:
        click.secho(say(warning, words.lang), fg="yellow", err=True)
    return recognised.words


def _course_table(
    all_standings: tuple[Standing, ...],
    books: Mapping[str, Gradebook],
    order: Order,
    words: Wording,
) -> bytes:
    if order.form == "csv":
        return course_csv(all_standings, words)
    first, *others = books.values()
    asked = ExportOptions(
        lang=words.lang,
        zone=order.zone,
        confirmed_only=order.confirmed_only,
        others=others,
        course=course_rows(all_standings, words),
    )
    return FORMATS["xlsx"].write(first, asked).content


def _tell_standings(all_standings: tuple[Standing, ...], line: CommandLine, words: Wording) -> None:
    """Says how many are final, and what is open for how many."""
    done = sum(standing.complete for standing in all_standings)
    line.document["students"] = [
        {
            "student": standing.student,
            "name": standing.name,
            "least": float(standing.total.lowest),
            "most": float(standing.total.highest),
            "letter": standing.letter,
            "complete": standing.complete,
            "confirmed": standing.confirmed,
        }
        for standing in all_standings
    ]
    line.echo(words.text("standing.counts", count=len(all_standings), complete=done))
    steps = [step for standing in all_standings for step in standing.steps]
    absent = tuple(
        dict.fromkeys(step.assignment for step in steps if step.why is StandingReason.NO_GRADEBOOK)
    )
    counted = Counter(
        step.assignment
        for step in steps
        if not step.complete and step.why is not StandingReason.NO_GRADEBOOK
    )
    for assignment, count in counted.items():
        click.echo(words.text("standing.open_for", assignment=assignment, count=count), err=True)
    if absent:
        click.echo(words.text("standing.not_started", assignments=absent), err=True)
    alone = tuple(standing.student for standing in all_standings if _only_attended(standing))
    if alone:
        said = words.text("standing.only_attendance", students=alone, count=len(alone))
        click.secho(said, fg="yellow", err=True)


def _only_attended(standing: Standing) -> bool:
    """Says whether only the attendance knows somebody: an id may be mistyped there."""
    return standing.attended is not None and all(step.state is None for step in standing.steps)
