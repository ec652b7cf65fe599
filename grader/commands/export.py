"""`grader export`: the gradebook in the form that a spreadsheet or an LMS takes."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

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

if TYPE_CHECKING:
    from grader.commands.exporting import CommandLine
    from grader.model.course import Course
    from grader.review.exporting import Order
    from grader.wording import Wording

OWN = ("csv", "xlsx")
PAGES = ("html", "moodle-feedback")
INTO = ("moodle", "canvas", "manaba", "column")
NEW = ("moodle-gradebook", "gradescope", "gradescope-checks", "junit")
FORMATS = (*OWN, *INTO, *NEW, *PAGES)
NAMELESS = (*OWN, "html")
"""The formats that can do without ids."""


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
    type=click.Choice(FORMATS),
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
@click.option("--anonymous", is_flag=True, help=("Replace student IDs and names with pseudonyms."))
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
    anonymous: bool,
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

    from grader.commands.exporting import CommandLine
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
        anonymous=anonymous,
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
    line: "CommandLine",
    words: "Wording",
) -> ExitCode:
    from grader.commands.exporting import export_assignment, export_course
    from grader.course import load_assignment
    from grader.review.desk import Desk

    if assignment is None:
        if order.form not in OWN or line.into is not None:
            raise UsageError("the table of the whole course can only be csv or xlsx")
        return export_course(course, order, line, results or course.root / "results", words)
    if order.overwrite and line.into is None:
        raise UsageError("--overwrite applies only to the FILE of --into; remove it")
    _refuse(order.form, line.into, anonymous=order.anonymous)
    loaded = load_assignment(course, assignment)
    folder = results_folder(course, loaded.id, results)
    desk = Desk(course=course, assignment=loaded, out=folder, words=words)
    return export_assignment(desk, order, line)


def _course(folder: str | None) -> "Course":
    """Loads the course named, or the one around the current folder."""
    if folder and not Path(folder).is_dir():
        raise UsageError(
            "--course: {folder} is not a folder; put the assignment first", folder=folder
        )
    return open_course(Path(folder) if folder else None)


def _refuse(form: str, into: Path | None, *, anonymous: bool) -> None:
    """Says at once what cannot go together."""
    if form in INTO and into is None:
        raise UsageError(
            "--format {form} fills in an LMS file; specify it with --into FILE", form=form
        )
    if form not in INTO and into is not None:
        raise UsageError("--format {form} does not fill in a file; remove --into", form=form)
    if anonymous and form not in NAMELESS:
        raise UsageError("--format {form} requires student IDs; remove --anonymous", form=form)
