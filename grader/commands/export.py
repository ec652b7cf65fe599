"""`grader export`: write the gradebook for a spreadsheet or an LMS.

It prints what changed, what is written where, and what was left out.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct, field
from msgspec.structs import replace

from grader.commands.exits import ExitCode
from grader.commands.options import (
    UsageError,
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
    print_json,
    results_folder,
    unsaid,
)
from grader.export.formats import formats
from grader.model.formats import INTO

if TYPE_CHECKING:
    from grader.gradebook.desk import Desk
    from grader.gradebook.exporting import Differences, ExportSentence, Made, Order
    from grader.model.course import Course
    from grader.wording import Wording


class CommandLine(Struct, frozen=True, kw_only=True):
    """Options of the command line that are not part of the Order."""

    into: Path | None
    target: Path | None
    dry_run: bool
    echo: Callable[[str], None] = click.echo  # prints what is also in `document`
    document: dict[str, object] = field(default_factory=dict)  # what `--json` prints at the end


@click.command(
    epilog="""\b
    Example:
      grader export kadai1"""
)
@click.argument("assignment")
@course_option
@click.option(
    "--format",
    "form",
    type=click.Choice(tuple(formats())),
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
def export(
    *, assignment: str, course_folder: Path | None, results: Path | None, **options: Any
) -> ExitCode:
    """Write the grades of ASSIGNMENT for a spreadsheet or an LMS.

    First shows whose points changed since the last export, and why. Points not graded yet stay
    blank and never become 0. Unconfirmed points are marked as not confirmed.
    """
    from grader.course import load_assignment
    from grader.gradebook.desk import Desk

    course = open_course(course_folder)
    order, line, words = read_order(course, assignment, options)
    if order.overwrite and line.into is None:
        raise UsageError("--overwrite applies only to the FILE of --into; remove it")
    _refuse(order.form, line.into)
    loaded = load_assignment(course, assignment)
    folder = results_folder(course, loaded.id, results)
    desk = Desk(course=course, assignment=loaded, out=folder, words=words)
    code = _export_assignment(desk, order, line)
    if options["as_json"]:
        print_json(line.document)
    return code


def read_order(
    course: "Course", assignment: str | None, options: Mapping[str, Any]
) -> tuple["Order", CommandLine, "Wording"]:
    """Read the options of the command line, except the results folder."""
    from zoneinfo import ZoneInfo

    from grader.gradebook.exporting import Order

    words = open_wording(options["lang"])
    form, into, target = options["form"], options["into"], options["target"]
    noted = target or into
    order = Order(
        form=form,
        at=datetime.now(UTC),
        zone=ZoneInfo(course.zone),
        lang=words.lang,
        target=noted.name if noted else "",
        confirmed_only=options["confirmed_only"],
        overwrite=options["overwrite"],
        column=options["column"],
    )
    line = CommandLine(
        into=into,
        target=target,
        dry_run=options["dry_run"],
        echo=unsaid if options["as_json"] else click.echo,
        document={"assignment": assignment, "format": form},
    )
    return order, line, words


def _refuse(form: str, into: Path | None) -> None:
    fills = formats()[form].kind is INTO
    if fills and into is None:
        raise UsageError(
            "--format {form} fills in an LMS file; specify it with --into FILE", form=form
        )
    if into is not None and not fills:
        raise UsageError("--format {form} does not fill in a file; remove --into", form=form)


def _export_assignment(desk: "Desk", order: "Order", line: CommandLine) -> ExitCode:
    """Show what changed since the last export, then write this one and record it."""
    from grader.commands.reporting import tell_damages
    from grader.export.gradebook import Into
    from grader.gradebook.desk import file_bytes, opened
    from grader.gradebook.exporting import differences, make_export, source_of

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
    from grader.gradebook.exporting import Tone

    for sentence in sentences:
        if sentence.tone is Tone.RESULT:
            line.echo(sentence.text)
        elif sentence.tone is Tone.WARNING:
            warn(sentence.text)
        else:
            indent = "  " if sentence.tone is Tone.LINE else ""
            click.echo(f"{indent}{sentence.text}", err=True)


def warn(text: str) -> None:
    """Print a warning on stderr, in yellow."""
    click.secho(text, fg="yellow", err=True)


def _put(made: "Made", desk: "Desk", order: "Order", line: CommandLine) -> None:
    """Print a column to paste, or write the file after keeping a copy of the old one."""
    from grader.files import write_file
    from grader.gradebook.exporting import demo_class, own_file, write_own
    from grader.privacy import Git, ask_git, refuse_tracked

    if formats()[order.form].pasted and line.target is None:
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
            warn(desk.words.text("export.kept_table", path=own.name, kept=str(kept)))
    else:
        if line.target is not None:
            refuse_tracked(target.resolve().parent, fictional=[demo_class(desk)])
        elif ask_git(target.resolve().parent) is Git.EXPOSED:
            warn(desk.words.text("export.exposed", path=str(target)))
        if target.resolve() != own.resolve():
            keep_copy(target, order.at.astimezone(order.zone), desk.words)
        write_file(target, made.content, durable=True)
    say_written(target, line, desk.words)


def say_written(target: Path, line: CommandLine, words: "Wording") -> None:
    """Print which file was written."""
    line.document["file"] = str(target)
    line.echo(words.text("export.written", path=str(target)))


def keep_copy(path: Path, at: datetime, words: "Wording") -> None:
    """Back up a file that is about to be overwritten, and say where the copy is."""
    from grader.files import write_file
    from grader.gradebook.desk import file_bytes
    from grader.gradebook.exporting import backup_path

    if path.is_file():
        backup = backup_path(path, at)
        write_file(backup, file_bytes(path), durable=True)
        click.echo(words.text("export.backup", path=str(backup)), err=True)
