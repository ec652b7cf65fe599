"""`grader export`: the gradebook in the form that a spreadsheet or an LMS takes.

It says what changed, what is written where, and what was left out.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import Struct, field
from msgspec.structs import replace

from grader.commands.exits import ExitCode
from grader.commands.options import (
    UsageError,
    json_option,
    lang_option,
    open_course,
    open_wording,
    print_json,
    results_folder,
    unsaid,
)
from grader.export.formats import FORMATS, INTO, OWN

if TYPE_CHECKING:
    from grader.model.course import Course
    from grader.model.standing import Standing
    from grader.review.desk import Desk
    from grader.review.exporting import Differences, ExportSentence, Made, Order
    from grader.wording import Wording


class CommandLine(Struct, frozen=True, kw_only=True):
    """What the command line asks for, beside the order itself."""

    into: Path | None
    target: Path | None
    dry_run: bool
    echo: Callable[[str], None] = click.echo  # says what `document` holds too
    document: dict[str, object] = field(default_factory=dict)  # what `--json` prints in the end


@click.command(
    epilog="""\b
    Example:
      grader export kadai1
      grader export kadai1 --format moodle --into sheet.csv
      grader export kadai1 --format manaba --into reportlist.xlsx -o results/reportlist.xlsx
      grader export kadai1 --format moodle-feedback --confirmed-only
      grader export --course --format xlsx"""
)
@click.argument("assignment", required=False)
@click.option(
    "--course",
    "course_folder",
    is_flag=False,
    flag_value="",
    default=None,
    metavar="[FOLDER]",
    help="Without ASSIGNMENT: grades of the whole course. FOLDER is the course folder.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(tuple(FORMATS)),
    default="csv",
    show_default=True,
    help="Output format.",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="LMS file to fill in. Without -o it is changed in place after a backup.",
)
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Output file (default: in the results folder).",
)
@click.option(
    "--results",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Results folder (default: results/ASSIGNMENT in the course).",
)
@click.option("--confirmed-only", is_flag=True, help="Leave out unconfirmed points.")
@click.option(
    "--overwrite",
    is_flag=True,
    help="Also replace points and comments in FILE that may have been entered by hand.",
)
@click.option(
    "--column", default="", metavar="TITLE", help=("Heading of the column of FILE for the points.")
)
@click.option("--dry-run", is_flag=True, help=("Show what would change without writing anything."))
@json_option
@lang_option
def export(  # noqa: PLR0913  one parameter per option
    *,
    assignment: str | None,
    course_folder: str | None,
    form: str,
    into: Path | None,
    target: Path | None,
    results: Path | None,
    confirmed_only: bool,
    overwrite: bool,
    column: str,
    dry_run: bool,
    as_json: bool,
    lang: str | None,
) -> ExitCode:
    """Write the grades of ASSIGNMENT for a spreadsheet or an LMS.

    First shows whose points changed since the last export, and why. Points not graded yet stay
    blank and never become 0. Unconfirmed points are marked as not confirmed.
    """
    from zoneinfo import ZoneInfo

    from grader.review.exporting import Order

    course = _course(course_folder)
    words = open_wording(lang)
    noted = target or into
    order = Order(
        form=form,
        at=datetime.now(UTC),
        zone=ZoneInfo(course.zone),
        lang=words.lang,
        target=noted.name if noted else "",
        confirmed_only=confirmed_only,
        overwrite=overwrite,
        column=column,
    )
    line = CommandLine(
        into=into,
        target=target,
        dry_run=dry_run,
        echo=unsaid if as_json else click.echo,
        document={"assignment": assignment, "format": form},
    )
    if assignment is None and course_folder is None:
        raise UsageError("specify an assignment, or use --course for the whole course")
    code = _export(course, assignment, results, order, line, words)
    if as_json:
        print_json(line.document)
    return code


def _export(  # noqa: PLR0913, PLR0917  the order, and where it goes
    course: "Course",
    assignment: str | None,
    results: Path | None,
    order: "Order",
    line: CommandLine,
    words: "Wording",
) -> ExitCode:
    from grader.course import load_assignment
    from grader.review.desk import Desk

    if assignment is None:
        if FORMATS[order.form].kind is not OWN or line.into is not None:
            raise UsageError("the table of the whole course can only be csv or xlsx")
        return _export_course(course, order, line, results or course.root / "results", words)
    if order.overwrite and line.into is None:
        raise UsageError("--overwrite applies only to the FILE of --into; remove it")
    _refuse(order.form, line.into)
    loaded = load_assignment(course, assignment)
    folder = results_folder(course, loaded.id, results)
    desk = Desk(course=course, assignment=loaded, out=folder, words=words)
    return _export_assignment(desk, order, line)


def _course(folder: str | None) -> "Course":
    """Loads the course named, or the one around the current folder."""
    if folder and not Path(folder).is_dir():
        raise UsageError(
            "--course: {folder} is not a folder; put the assignment first", folder=folder
        )
    return open_course(Path(folder) if folder else None)


def _refuse(form: str, into: Path | None) -> None:
    fills = FORMATS[form].kind is INTO
    if fills and into is None:
        raise UsageError(
            "--format {form} fills in an LMS file; specify it with --into FILE", form=form
        )
    if into is not None and not fills:
        raise UsageError("--format {form} does not fill in a file; remove --into", form=form)


def _export_assignment(desk: "Desk", order: "Order", line: CommandLine) -> ExitCode:
    """Writes one export and remembers it, after it has shown what changed since the last one."""
    from grader.commands.review import tell_damages
    from grader.export.gradebook import Into
    from grader.review.desk import file_bytes, opened
    from grader.review.exporting import differences, make_export, source_of

    words = desk.words
    with opened(desk) as here:
        source = source_of(here, order.form)
        changed = differences(source, order)
        if line.into:
            into = Into(name=line.into.name, content=file_bytes(line.into))
            order = replace(order, into=into)
        if line.dry_run and not line.into:
            _tell_changes(changed, line, words)
            line.echo(words.text("collect.dry_run"))
            return ExitCode.DONE if tell_damages(here, words) else ExitCode.OURS
        made = make_export(source, desk, order)
        _tell_changes(changed.within(made), line, words)
        if line.dry_run:
            line.document.update(made.document())
            _tell(made.say(words, planned=True), line)
            line.echo(words.text("collect.dry_run"))
            return ExitCode.DONE if tell_damages(here, words) else ExitCode.OURS
        _tell(made.announce(words), line)
        _put(made, desk, order, line)
        line.document.update(made.document())
        _tell(made.say(words), line)
        here.store.note_export(made.noted)
        undamaged = tell_damages(here, words)
        if not undamaged:
            return ExitCode.OURS
        _tell(made.ending(words), line)
        return ExitCode.DONE if made.somebody else ExitCode.FAILED


def _tell_changes(changed: "Differences", line: CommandLine, words: "Wording") -> None:
    line.document["changes"] = changed.document(words)
    _tell(changed.say(words), line)


def _tell(sentences: Iterable["ExportSentence"], line: CommandLine) -> None:
    from grader.review.exporting import Tone

    for sentence in sentences:
        if sentence.tone is Tone.RESULT:
            line.echo(sentence.text)
        elif sentence.tone is Tone.WARNING:
            _warn(sentence.text)
        else:
            indent = "  " if sentence.tone is Tone.LINE else ""
            click.echo(f"{indent}{sentence.text}", err=True)


def _warn(text: str) -> None:
    click.secho(text, fg="yellow", err=True)


def _put(made: "Made", desk: "Desk", order: "Order", line: CommandLine) -> None:
    """Writes the file where it was asked for; what lies there is kept beside it first."""
    from grader.files import write_file
    from grader.privacy import Git, ask_git, refuse_tracked
    from grader.review.exporting import demo_class, own_file, write_own

    if order.form == "column" and line.target is None:
        column = made.content.decode("utf-8", "replace")
        line.document["column"] = column
        if column:
            line.echo(column.removesuffix("\n"))
        return
    own = own_file(desk, order.form)
    target = line.target or line.into or own
    if line.into is None and target.resolve() == own.resolve():
        kept = write_own(desk, made, order.at.astimezone(order.zone))
        if kept is not None:
            _warn(desk.words.text("export.kept_table", path=own.name, kept=str(kept)))
    else:
        if line.target is not None:
            refuse_tracked(target.resolve().parent, fictional=[demo_class(desk)])
        elif ask_git(target.resolve().parent) is Git.EXPOSED:
            _warn(desk.words.text("export.exposed", path=str(target)))
        if target.resolve() != own.resolve():
            keep_copy(target, order.at.astimezone(order.zone), desk.words)
        write_file(target, made.content, durable=True)
    _say_written(target, line, desk.words)


def _say_written(target: Path, line: CommandLine, words: "Wording") -> None:
    line.document["file"] = str(target)
    line.echo(words.text("export.written", path=str(target)))


def keep_copy(path: Path, at: datetime, words: "Wording") -> None:
    """Keeps a file that is about to be written over beside itself, and says where."""
    from grader.files import write_file
    from grader.review.desk import file_bytes
    from grader.review.exporting import backup_path

    if path.is_file():
        backup = backup_path(path, at)
        write_file(backup, file_bytes(path), durable=True)
        click.echo(words.text("export.backup", path=str(backup)), err=True)


def _export_course(
    course: "Course", order: "Order", line: CommandLine, results: Path, words: "Wording"
) -> ExitCode:
    """Writes the table of everybody's grade in the course, and says who is not done yet."""
    from grader.files import write_file
    from grader.privacy import ensure_private, refuse_tracked
    from grader.review.course_grades import course_file, grade_course

    grades = grade_course(course, order, results, words, _warn)
    code = ExitCode.DONE if grades.undamaged else ExitCode.OURS
    _tell_standings(grades.standings, line, words)
    if line.dry_run:
        return code
    target = line.target or results / f"course.{order.form}"
    refuse_tracked(target.resolve().parent)
    if line.target is None:
        ensure_private(results)
    else:
        keep_copy(target, order.at.astimezone(order.zone), words)
    write_file(target, course_file(grades, order, words), durable=True)
    _say_written(target, line, words)
    if grades.standings or code:
        return code
    _warn(words.text("export.nobody"))
    return ExitCode.FAILED


def _tell_standings(
    all_standings: tuple["Standing", ...], line: CommandLine, words: "Wording"
) -> None:
    """Says how many are final, and what is open for how many."""
    from grader.model.standing import StandingReason

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
        _warn(words.text("standing.only_attendance", students=alone, count=len(alone)))


def _only_attended(standing: "Standing") -> bool:
    """Whether only the attendance knows somebody: an id may be mistyped there."""
    return standing.in_attendance and all(step.state is None for step in standing.steps)
