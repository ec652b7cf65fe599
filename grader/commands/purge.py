"""`grader purge`: removes what the course may no longer keep, after it has listed it."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.exits import Exit
from grader.commands.options import course_option, lang_option, open_course, open_wording

if TYPE_CHECKING:
    from grader.privacy import Doomed, PurgePlan, Stays
    from grader.wording import Wording

MEGABYTE = 1_000_000


@click.command(
    epilog="""\b
    Example:
      grader purge
      grader purge --keep-grades --yes"""
)
@click.option("--yes", is_flag=True, help="Remove exactly what is listed.")
@click.option("--keep-grades", is_flag=True, help="Leave the grades.* of results folders.")
@course_option
@lang_option
def purge(*, yes: bool, keep_grades: bool, course_folder: Path | None, lang: str | None) -> Exit:
    """List what has been kept long enough, and remove it with --yes.

    How long is said by [retention] of course.toml. Nothing outside the course's results/ and
    submissions/ is touched, no link is followed, and submissions/demo stays.
    """
    from zoneinfo import ZoneInfo

    from grader.course import load_assignments
    from grader.privacy import plan_purge, remove_listed

    course = open_course(course_folder)
    words = open_wording(lang)
    today = datetime.now(ZoneInfo(course.zone)).date()
    plan = plan_purge(course, load_assignments(course), today, keep_grades=keep_grades)
    _show(plan, words)
    if not plan.items:
        return Exit.DONE
    if not yes:
        click.echo(words.text("privacy.purge.listed"))
        return Exit.DONE
    removed = remove_listed(plan)
    size = sum(doomed.contents.size_bytes for doomed in removed.gone)
    click.echo(
        words.text("privacy.purge.removed", count=len(removed.gone), megabytes=size / MEGABYTE)
    )
    _show_left(removed.left, plan.root, words)
    return Exit.DONE if not removed.left else Exit.FAILED


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
        path = stays.path.relative_to(root) if stays.path.is_relative_to(root) else stays.path
        said = words.text(f"privacy.stays.{stays.why}", path=str(path), reason=stays.detail)
        click.secho(said, fg="yellow", err=True)
