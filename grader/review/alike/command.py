"""Implement `grader review --remember`: store the fingerprints of a class for later years."""

import os
from collections.abc import Callable
from contextlib import closing
from functools import wraps
from pathlib import Path
from typing import Any

import click

from grader.commands.exits import ExitCode
from grader.commands.options import UsageError, open_desk, print_json, unsaid
from grader.extras import require
from grader.model.errors import GraderError, StoreError

EXAMPLE = """
      grader review kadai1 --remember kadai1-2025.json"""


def extend(command: click.Command) -> None:
    """Add `--remember` to `grader review`."""
    review: Callable[..., ExitCode] | None = command.callback
    assert review is not None

    @wraps(review)
    def either(*, remember: Path | None, **options: Any) -> ExitCode:
        """Write the fingerprints with the option; without it, run the command."""
        if remember is None:
            return review(**options)
        others = ("tables", "confirm", "listing", "shares", "fairness", "requests", "dry_run")
        if any(options.get(each) for each in others):
            raise UsageError("--remember cannot be combined with that; run it alone")
        return _remember(remember, options)

    command.callback = either
    command.epilog = (command.epilog or "") + EXAMPLE
    at = next(place for place, param in enumerate(command.params) if param.name == "port")
    command.params.insert(
        at,
        click.Option(
            ["--remember"],
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help="Write fingerprints of these submissions, by which a later class can be compared"
            " with them. FILE contains neither names nor text.",
        ),
    )


def _remember(path: Path, options: Any) -> ExitCode:
    from grader.files import write_file
    from grader.review.alike import given_by
    from grader.review.alike.comparing import read_works
    from grader.review.alike.earlier import packed, remember
    from grader.review.page.live import LiveGradebook
    from grader.store import course_secret

    require("review")
    named = (options[each] for each in ("assignment", "course_folder", "out", "lang"))
    desk = open_desk(*named)
    given = given_by(desk.assignment)
    with closing(LiveGradebook(desk, course_secret(desk.course.root, os.environ))) as live:
        state = live.state()
        works, read = read_works(live, sorted(state.evidence_keys), state.folder, given)
    if read.trouble:
        raise GraderError.of(read.trouble)
    kept = remember(works, given, desk.assignment, desk.course)
    if not kept.works:
        raise StoreError(
            "{path}: contains no students yet; run `grader grade` first", path=desk.out
        )
    write_file(path, packed(kept), private=True)
    echo = unsaid if options["as_json"] else click.echo
    echo(desk.words.text("review.remembered", count=len(kept.works), path=str(path)))
    if read.changed:
        echo(desk.words.text("page.neighbours.changed", count=read.changed))
    if options["as_json"]:
        remembered = {"path": str(path), "works": len(kept.works), "changed": read.changed}
        print_json({"assignment": desk.assignment.id, "remembered": remembered})
    return ExitCode.DONE
