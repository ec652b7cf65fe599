"""What `grader export` does: one assignment's gradebook, or everybody's standing in the course.

It says what changed, what is written where, and what was left out.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.exits import ExitCode
from grader.commands.review import late_without_a_time, tell_damages
from grader.course import load_assignments
from grader.export import course_csv, course_rows
from grader.export.gradebook import (
    FORMATS,
    Asked,
    Into,
    Left,
    LeftOut,
    Replaced,
    Written,
)
from grader.files import write_file
from grader.intake.attendance import read_attendance, read_recognised
from grader.model.collection import Person
from grader.model.course import Course
from grader.model.errors import GraderError
from grader.model.gradebook import Export, Exported, Grade, Gradebook, State
from grader.model.grading import Grading
from grader.model.standing import Attended, Standing, StandingReason
from grader.model.standing import StandingRequest as AskedOf
from grader.privacy import (
    Git,
    anonymise,
    ask_git,
    ensure_private,
    give_pseudonyms,
    read_map,
    redact_feedback,
    refuse_tracked,
    write_map,
)
from grader.review import changes
from grader.review.desk import Desk, OpenBook, file_bytes, opened
from grader.scoring import standings
from grader.store import course_secret, has_traces
from grader.tables import read_table
from grader.wording import Wording, say, visible

if TYPE_CHECKING:
    from grader.export.feedback import Feedback

SHOWN = 20  # lines of one kind
SHORT = 60  # characters of what a cell holds
ZIP = ".zip"
TABLES = ("csv", "xlsx")


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What the command line asks for."""

    form: str
    into: Path | None
    target: Path | None
    confirmed_only: bool
    anonymous: bool
    overwrite: bool
    column: str
    dry_run: bool
    at: datetime  # with a zone
    zone: tzinfo  # of the course
    echo: Callable[[str], None] = click.echo  # says what `document` holds too
    document: dict[str, object] = field(default_factory=dict)  # what `--json` prints in the end


def export_assignment(desk: Desk, order: Order) -> ExitCode:
    """Writes one export and remembers it, after it has shown what changed since the last one."""
    words = desk.words
    with opened(desk) as here:
        _show_changes(here, order, words)
        for line in late_without_a_time(here, words):
            click.secho(line, fg="yellow", err=True)
        if order.dry_run:
            return ExitCode.DONE if tell_damages(here, words) else ExitCode.OURS
        written = Written(content=b"")
        book = redact_feedback(here.book, _others(here))
        pseudonyms = _pseudonyms(desk, here.book) if order.anonymous else None
        if pseudonyms is not None:
            book = anonymise(book, pseudonyms, _others(here))
        if order.form in FORMATS:
            written = _written(here, book, order, words)
            _put(written.content, desk, order)
            _tell(written, order, words)
            # Our own table is there to be filled in: it has a row for whoever is still open.
            listed = book.grades if order.form in TABLES and not order.confirmed_only else ()
            somebody = bool(written.filled or listed)
        else:
            pages, made = _pages(here, order, words, pseudonyms)
            _put(pages, desk, order)
            _tell_left(made.left_out, words)
            order.document["students"] = [copy.student for copy in made.copies]
            order.document["left_out"] = [*map(asdict, made.left_out)]
            somebody = bool(made.copies)
            if order.form == "moodle-feedback":
                order.echo(words.text("privacy.moodle_steps"))
        if pseudonyms is None:
            here.store.note_export(_noted(here.book, order, written))
        whole = tell_damages(here, words)
        return _ended(words, somebody=somebody) if whole else ExitCode.OURS


def _ended(words: Wording, *, somebody: bool) -> ExitCode:
    """A file without anybody in it is no success: a script must not send it on."""
    if somebody:
        return ExitCode.DONE
    click.secho(words.text("export.nobody"), fg="yellow", err=True)
    return ExitCode.FAILED


def _show_changes(here: OpenBook, order: Order, words: Wording) -> None:
    """Says whose points are not what the last export of this kind said."""
    last = here.store.exported(order.form)
    changed = changes(here.book, last, confirmed_only=order.confirmed_only)
    order.document["changes"] = [
        {
            "student": change.student,
            "kind": change.kind,
            "before": change.before,
            "after": change.after,
            "message": change.say(words),
        }
        for change in changed
    ]
    if not last:
        click.echo(words.text("export.first"), err=True)
        return
    click.echo(words.text("export.changes", count=len(changed)), err=True)
    for line in _some([change.say(words) for change in changed], words):
        click.echo(f"  {line}", err=True)


def _others(here: OpenBook) -> tuple[Person, ...]:
    """Names everybody of the roster and the unassigned: they are masked in what others get."""
    if here.collection is None:
        return ()
    listed = (Person(student=student, name=name) for student, name in here.collection.names.items())
    waiting = (
        Person(name=unassigned.who.name, mail=unassigned.who.mail, user=unassigned.who.user)
        for unassigned in here.collection.unassigned
    )
    return (*listed, *waiting)


def _written(here: OpenBook, book: Gradebook, order: Order, words: Wording) -> Written:
    into = Into(name=order.into.name, content=file_bytes(order.into)) if order.into else None
    asked = Asked(
        into=into,
        last=here.store.exported(order.form),
        people=_others(here),
        zone=order.zone,
        overwrite=order.overwrite,
        lang=words.lang,
        confirmed_only=order.confirmed_only,
        column=order.column,
    )
    return FORMATS[order.form].write(book, asked)


def _pages(
    here: OpenBook, order: Order, words: Wording, pseudonyms: dict[str, str] | None
) -> tuple[bytes, "Feedback"]:
    """Makes everybody's own page, and packs them."""
    from grader.export import feedback

    asked = feedback.Asked(
        lang=words.lang,
        confirmed_only=order.confirmed_only,
        people=_others(here),
        pseudonyms=pseudonyms,
    )
    evidence = {
        grade.student: found
        for grade in here.book.grades
        if (found := here.store.evidence(grade.student)) is not None
    }
    made: Feedback = feedback.make_copies(here.book, evidence, asked)
    if order.form == "html":
        packed = feedback.plain_zip(made)
    else:
        packed, made = feedback.moodle_zip(made)
    grades = [here.book.by_student[copy.student] for copy in made.copies]
    unconfirmed = sum(grade.state is not State.CONFIRMED for grade in grades)
    order.echo(words.text("export.pages", count=len(grades), unconfirmed=unconfirmed))
    return packed, made


def _put(content: bytes, desk: Desk, order: Order) -> None:
    """Writes the file where it was asked for; what lies there is kept beside it first."""
    if order.form == "column" and order.target is None:
        column = content.decode("utf-8", "replace")
        order.document["column"] = column
        if column:
            order.echo(column.removesuffix("\n"))
        return
    own = _own_file(desk, order)
    target = order.target or order.into or own
    if target == own:
        ensure_private(desk.out)
        ensure_private(target.parent)
    if order.target is None and order.into is not None:
        if ask_git(target.resolve().parent) is Git.EXPOSED:
            said = desk.words.text("export.exposed", path=str(target))
            click.secho(said, fg="yellow", err=True)
    else:
        refuse_tracked(target.resolve().parent, fictional=[_demo(desk)])
    if target.resolve() != own.resolve():
        keep_copy(target, order.at.astimezone(order.zone), desk.words)
    write_file(target, content, durable=True)
    _say_written(target, order, desk.words)


def _say_written(target: Path, order: Order, words: Wording) -> None:
    order.document["file"] = str(target)
    order.echo(words.text("export.written", path=str(target)))


def _own_file(desk: Desk, order: Order) -> Path:
    """Names the file in the results folder that is ours, and is written anew every time."""
    suffix = FORMATS[order.form].suffix if order.form in FORMATS else ZIP
    kind = "" if suffix == f".{order.form}" else f"-{order.form}"
    return desk.out / "export" / f"{desk.assignment.id}{kind}{suffix}"


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


def _demo(desk: Desk) -> Path:
    return desk.course.root / "submissions" / "demo"


def _tell(written: Written, order: Order, words: Wording) -> None:
    """Says what became of everybody, and what is to be done with the file."""
    order.document["students"] = list(written.filled)
    order.document["left_out"] = [*map(asdict, written.left)]
    order.document["kept"] = [*map(asdict, written.kept)]
    order.document["replaced"] = [*map(asdict, written.replaced)]
    order.document["strangers"] = [*map(asdict, written.strangers)]
    order.document["notices"] = [*map(asdict, written.notices)]
    order.echo(words.text("export.filled", count=len(written.filled)))
    _tell_left(written.left, words)
    if any(left_out.why is Left.OPEN for left_out in written.left):
        click.echo(words.text("export.how_to_close"), err=True)
    strangers = [
        words.text("export.stranger", row=stranger.row, who=stranger.who)
        for stranger in written.strangers
    ]
    kept, replaced = (
        [_cell(key, cell, words) for cell in cells]
        for key, cells in (("kept", written.kept), ("replaced", written.replaced))
    )
    for line in (*_some(kept, words), *_some(replaced, words), *_some(strangers, words)):
        click.echo(f"  {line}", err=True)
    if kept:
        click.secho(words.text("export.how_to_overwrite"), fg="yellow", err=True)
    for notice in written.notices:
        said = words.text(f"export.notice.{notice.kind}", **notice.params)
        click.secho(said, fg="yellow", err=True)


def _cell(key: str, replaced: Replaced, words: Wording) -> str:
    """Says what stood in a cell of the LMS's table, and what we have for it."""
    was, now = (
        visible(" ".join(each.split()), limit=SHORT) for each in (replaced.was, replaced.now)
    )
    place = {"row": f"{replaced.row}", "column": replaced.column}
    return words.text(f"export.{key}", student=replaced.student, **place, was=was, now=now)


def _tell_left(left: Iterable[LeftOut], words: Wording) -> None:
    """Says by reason whose points are not in the file."""
    reasons: dict[str, list[str]] = {}
    for left_out in left:
        detail = f" ({left_out.detail})" if left_out.detail else ""
        reasons.setdefault(left_out.why, []).append(f"{left_out.student}{detail}")
    for why, students in reasons.items():
        said = words.text(
            "export.left_out",
            why=words.text(f"export.left.{why}"),
            count=len(students),
            students=tuple(students),
        )
        click.echo(said, err=True)


def _some(lines: list[str], words: Wording) -> Iterator[str]:
    yield from lines[:SHOWN]
    if len(lines) > SHOWN:
        yield words.text("export.more", count=len(lines) - SHOWN)


def _pseudonyms(desk: Desk, book: Gradebook) -> dict[str, str]:
    """Gives everybody a stand-in, and keeps whose it is in the results folder."""
    students = [grade.student for grade in book.grades]
    refuse_tracked(desk.out, fictional=[_demo(desk)])
    ensure_private(desk.out)
    secret = course_secret(desk.course.root, os.environ)
    given = give_pseudonyms(students, secret, read_map(desk.out))
    write_map(desk.out, given, {grade.student: grade.name for grade in book.grades})
    return given


def _noted(book: Gradebook, order: Order, written: Written) -> Export:
    """What this export says of everybody, for the differences of the next one."""
    target = order.target or order.into
    left = {left_out.student for left_out in written.left}
    return Export(
        kind=order.form,
        target=target.name if target else "",
        at=order.at,
        grades={
            grade.student: _exported(
                grade,
                told=written.told.get(grade.student, ""),
                blank=(order.confirmed_only and grade.confirmed is None)
                or (grade.total is not None and grade.student in left),
            )
            for grade in book.grades
        },
    )


def _exported(grade: Grade, told: str, *, blank: bool) -> Exported:
    awards = grade.sheet.awards if grade.sheet and not blank else ()
    return Exported(
        student=grade.student,
        total=None if blank else grade.total,
        points={award.criterion: award.points for award in awards if award.points is not None},
        state=grade.state,
        comment=grade.comment,
        feedback=told,
    )


def export_course(course: Course, order: Order, results: Path, words: Wording) -> ExitCode:
    """Computes everybody's standing by [grading] of course.toml and writes the table."""
    if course.grading is None:
        raise GraderError("course.toml: grading: is missing; it says what counts for the course")
    if order.anonymous:
        raise GraderError("the course's table needs the students' ids: leave --anonymous out")
    books, code = _gradebooks(course, results, words)
    if not books:
        raise GraderError(
            "{path}: no assignment is graded yet; run `grader grade` first", path=results
        )
    asked = AskedOf(now=order.at, confirmed_only=order.confirmed_only)
    attended = _attended(course, course.grading, words)
    found = standings(course.grading, books, attended, asked, _recognitions(course, words))
    _tell_standings(found, order, words)
    if order.dry_run:
        return code
    target = order.target or results / f"course.{order.form}"
    refuse_tracked(target.resolve().parent)
    if order.target is None:
        ensure_private(results)
    else:
        keep_copy(target, order.at.astimezone(order.zone), words)
    write_file(target, _course_table(found, books, order, words), durable=True)
    _say_written(target, order, words)
    return code or _ended(words, somebody=bool(found))


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
    asked = Asked(
        lang=words.lang,
        zone=order.zone,
        confirmed_only=order.confirmed_only,
        others=others,
        course=course_rows(all_standings, words),
    )
    return FORMATS["xlsx"].write(first, asked).content


def _tell_standings(all_standings: tuple[Standing, ...], order: Order, words: Wording) -> None:
    """Says how many are final, and what is open for how many."""
    done = sum(standing.complete for standing in all_standings)
    order.document["students"] = [
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
    order.echo(words.text("standing.counts", count=len(all_standings), complete=done))
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
