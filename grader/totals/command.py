"""`grader export --course`: the table of course grades.

The option replaces the engine's own `--course FOLDER`. With an assignment, it means the same.
Without one, alone or with a folder, it exports the course.
"""

from collections import Counter
from collections.abc import Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.commands.exits import ExitCode
from grader.commands.export import CommandLine, keep_copy, read_order, say_written, warn
from grader.commands.options import UsageError, open_course, print_json
from grader.export.formats import formats
from grader.model.formats import OWN

if TYPE_CHECKING:
    from grader.gradebook.exporting import Order
    from grader.model.course import Course
    from grader.totals.standing import Standing
    from grader.wording import Wording

EXAMPLE = "\n      grader export --course --format xlsx"


def extend(command: click.Command) -> None:
    """Let `export` run without an assignment, for the whole course."""
    export = command.callback
    assert export is not None

    @wraps(export)
    def either(
        *,
        assignment: str | None,
        course_folder: str | None,
        results: Path | None,
        **options: Any,
    ) -> ExitCode:
        """Run the engine's export for an assignment, else export the course."""
        if course_folder and not Path(course_folder).is_dir():
            raise UsageError(
                "--course: {folder} is not a folder; put the assignment first", folder=course_folder
            )
        folder = Path(course_folder) if course_folder else None
        if assignment is not None:
            asked = {"assignment": assignment, "course_folder": folder, "results": results}
            code: ExitCode = export(**asked, **options)
            return code
        if course_folder is None:
            raise UsageError("specify an assignment, or use --course for the whole course")
        return _export_course(folder, results, options)

    command.callback = either
    command.epilog = (command.epilog or "") + EXAMPLE
    for place, param in enumerate(command.params):
        if param.name == "assignment":
            param.required = False
        elif param.name == "course_folder":
            command.params[place] = click.Option(
                ["--course", "course_folder"],
                is_flag=False,
                flag_value="",
                default=None,
                metavar="[FOLDER]",
                help="Without ASSIGNMENT: grades of the whole course. FOLDER is the course folder.",
            )


def _export_course(
    folder: Path | None, results: Path | None, options: Mapping[str, Any]
) -> ExitCode:
    """Export the course's table; print the document for `--json`."""
    course = open_course(folder)
    order, line, words = read_order(course, None, options)
    if formats()[order.form].kind is not OWN or line.into is not None:
        raise UsageError("the table of the whole course can only be csv or xlsx")
    code = _write(course, order, line, results or course.root / "results", words)
    if options["as_json"]:
        print_json(line.document)
    return code


def _write(
    course: "Course", order: "Order", line: CommandLine, results: Path, words: "Wording"
) -> ExitCode:
    """Write the table of course grades, and report who is not done yet."""
    from grader.files import write_file
    from grader.privacy import ensure_private, refuse_tracked
    from grader.totals.grades import course_file, grade_course

    grades = grade_course(course, order, results, words, warn)
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
    say_written(target, line, words)
    if grades.standings or code:
        return code
    warn(words.text("export.nobody"))
    return ExitCode.FAILED


def _tell_standings(
    all_standings: tuple["Standing", ...], line: CommandLine, words: "Wording"
) -> None:
    """Report how many grades are final, and how many are open for which assignment."""
    from grader.totals.standing import StandingReason

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
        warn(words.text("standing.only_attendance", students=alone, count=len(alone)))


def _only_attended(standing: "Standing") -> bool:
    """Return whether only the attendance lists the student: the id may be mistyped there."""
    return standing.in_attendance and all(step.state is None for step in standing.steps)
