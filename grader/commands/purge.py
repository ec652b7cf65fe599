"""`grader purge`: list what the course may no longer keep, and remove it."""

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.exits import ExitCode
from grader.commands.options import (
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
    print_json,
)

if TYPE_CHECKING:
    from grader.privacy import Doomed, PurgePlan, Removed, Stays
    from grader.wording import Wording

MEGABYTE = 1_000_000


@click.command(
    epilog="""\b
    Example:
      grader purge
      grader purge --keep-grades --yes"""
)
@click.option("--yes", is_flag=True, help="Remove what is listed.")
@click.option("--keep-grades", is_flag=True, help=("Keep the grades.* files of results folders."))
@course_option
@lang_option
@json_option
def purge(
    *, yes: bool, keep_grades: bool, course_folder: Path | None, lang: str | None, as_json: bool
) -> ExitCode:
    """List data past its retention period, and remove it with --yes.

    The period is set by [retention] in course.toml. Nothing is touched but results/, submissions/
    and the lists of people that course.toml names; links are not followed, and submissions/demo is
    kept.
    """
    from zoneinfo import ZoneInfo

    from grader.course import load_assignments
    from grader.privacy import plan_purge, remove_listed

    course = open_course(course_folder)
    words = open_wording(lang)
    today = datetime.now(ZoneInfo(course.zone)).date()
    plan = plan_purge(course, load_assignments(course), today, keep_grades=keep_grades)
    if not as_json:
        _show(plan, words)
    if plan.items and not yes and not as_json and sys.stdin.isatty():
        yes = click.confirm(words.text("privacy.purge.asking"), default=False)
    removed = remove_listed(plan) if yes and plan.items else None
    if as_json:
        print_json(_document(plan, removed))
    elif removed is not None:
        _show_removed(removed, plan.root, words)
    elif plan.items:
        click.echo(words.text("privacy.purge.listed"))
    return ExitCode.FAILED if removed and removed.left else ExitCode.DONE


def _document(plan: "PurgePlan", removed: "Removed | None") -> dict[str, object]:
    gone = {entry.path for entry in removed.gone} if removed else set[Path]()
    left = (*plan.left, *(removed.left if removed else ()))
    return {
        "stated": plan.stated,
        "items": [
            {
                "path": str(entry.path.relative_to(plan.root)),
                "assignment": entry.assignment,
                "last_day": entry.last_day.isoformat(),
                "files": entry.contents.files,
                "bytes": entry.contents.size_bytes,
                "removed": entry.path in gone,
            }
            for entry in plan.items
        ],
        "coming": [{"assignment": name, "day": day.isoformat()} for day, name in plan.coming],
        "left": [
            {"path": _named(entry.path, plan.root), "why": entry.why, "detail": entry.detail}
            for entry in left
        ],
    }


def _show_removed(removed: "Removed", root: Path, words: "Wording") -> None:
    size = sum(doomed.contents.size_bytes for doomed in removed.gone)
    click.echo(
        words.text("privacy.purge.removed", count=len(removed.gone), megabytes=size / MEGABYTE)
    )
    _show_left(removed.left, root, words)


def _show(plan: "PurgePlan", words: "Wording") -> None:
    if not plan.stated:
        click.echo(words.text("privacy.purge.unstated"))
        return
    if not plan.items:
        click.echo(words.text("privacy.purge.nothing"))
    else:
        size = plan.size_bytes / MEGABYTE
        click.echo(words.text("privacy.purge.heading", count=len(plan.items), megabytes=size))
        for item in plan.items:
            click.echo(f"  {_item(item, plan.root, words)}")
        click.echo(words.text("privacy.purge.elsewhere"))
    for day, assignment in plan.coming:
        click.echo(words.text("privacy.purge.coming", assignment=assignment, day=day.isoformat()))
    _show_left(plan.left, plan.root, words)


def _item(doomed: "Doomed", root: Path, words: "Wording") -> str:
    key = "assignment" if doomed.assignment else "course"
    day = doomed.last_day.isoformat()
    return words.text(
        "privacy.purge.item",
        path=str(doomed.path.relative_to(root)),
        files=doomed.contents.files,
        megabytes=doomed.contents.size_bytes / MEGABYTE,
        why=words.text(f"privacy.purge.{key}", assignment=doomed.assignment, day=day),
    )


def _show_left(left: "tuple[Stays, ...]", root: Path, words: "Wording") -> None:
    for stays in left:
        path = _named(stays.path, root)
        sentence = words.text(f"privacy.stays.{stays.why}", path=path, reason=stays.detail)
        click.secho(sentence, fg="yellow", err=True)


def _named(path: Path, root: Path) -> str:
    return str(path.relative_to(root) if path.is_relative_to(root) else path)
