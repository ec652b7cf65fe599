"""Implement `grader review --requests`: import students' requests from an LMS into the queue."""

import functools
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.commands.exits import ExitCode
from grader.commands.options import (
    UsageError,
    open_desk,
    print_json,
    unsaid,
)

if TYPE_CHECKING:
    from grader.gradebook.desk import Desk
    from grader.review.requests.importing import ImportedRequests

OPTION = click.Option(
    ["--requests"],
    multiple=True,
    type=click.Path(path_type=Path, exists=True),
    metavar="FILE_OR_FOLDER",
    help=(
        "Students' regrade requests from the LMS: a zip, folder or text of the form on the sheet, "
        "or a table with such a column; repeatable."
    ),
)
EXAMPLE = "\n      grader review kadai1 --requests requests.zip --by 'TA 1'"


def extend(command: click.Command) -> None:
    """Add `--requests` to `grader review`, after `--import`."""
    command.epilog = (command.epilog or "") + EXAMPLE
    after = next(at for at, param in enumerate(command.params) if param.name == "tables") + 1
    command.params.insert(after, OPTION)
    review = command.callback
    assert review is not None

    @functools.wraps(review)
    def with_requests(*, requests: tuple[Path, ...], **given: Any) -> Any:
        if not requests:
            code = review(**given)
            if given["listing"] and not given["as_json"]:
                _list_open(_desk(given))
            return code
        if given["tables"] or given["confirm"] or given["listing"]:
            raise UsageError("--requests goes alone; leave out --import, --confirm and --list")
        return _import(requests, given)

    command.callback = with_requests


def _desk(given: dict[str, Any]) -> "Desk":
    return open_desk(*(given[each] for each in ("assignment", "course_folder", "out", "lang")))


def _list_open(desk: "Desk") -> None:
    """List the unanswered requests by criterion."""
    from grader.gradebook.desk import opened
    from grader.review.requests.kept import threads_in

    waiting: dict[str, list[str]] = {}
    with opened(desk, reading=True) as here:
        for thread in threads_in(here.store):
            if thread.open:
                waiting.setdefault(thread.criterion, []).append(thread.student)
    titles = {criterion.id: criterion.title for criterion in desk.assignment.rubric}
    for criterion, students in waiting.items():
        title = desk.words.of(titles[criterion]) if criterion in titles else "–"
        count, names = len(students), tuple(students)
        click.echo(
            desk.words.text("review.requests.waiting", criterion=title, students=names, count=count)
        )


def _import(paths: tuple[Path, ...], given: dict[str, Any]) -> ExitCode:
    """Import the requests, unless it is a dry run; the exit code is 1 if any was refused."""
    from grader.commands.reporting import tell_damages
    from grader.gradebook.desk import opened
    from grader.review.requests.importing import RequestImport

    desk, dry_run = _desk(given), given["dry_run"]
    with opened(desk, reading=dry_run) as here:
        importing = RequestImport(desk, here, given["by"].strip(), datetime.now(UTC))
        found = importing.take(paths)
        if found.new and not dry_run:
            here.store.decide_all(notes=found.new)
        undamaged = tell_damages(here, desk.words)
    _tell(desk, found, as_json=given["as_json"], dry_run=dry_run)
    if not undamaged:
        return ExitCode.OURS
    return ExitCode.FAILED if found.refused else ExitCode.DONE


def _tell(desk: "Desk", found: "ImportedRequests", *, as_json: bool, dry_run: bool) -> None:
    """Print what was imported, and what was refused."""
    from grader.wording import say

    words = desk.words
    for message in (*found.refused, *found.warnings):
        click.secho(say(message, words.lang), fg="yellow", err=True)
    counts = {"new": len(found.new), "known": found.known, "refused": len(found.refused)}
    echo = unsaid if as_json else click.echo
    echo(words.text(f"review.requests.{'would_take' if dry_run else 'taken'}", **counts))
    if as_json:
        document = {
            "assignment": desk.assignment.id,
            "requests": {
                "new": [note.student for note in found.new],
                "known": found.known,
                "refused": [say(message, words.lang) for message in found.refused],
                "warnings": [say(message, words.lang) for message in found.warnings],
            },
        }
        print_json(document)
