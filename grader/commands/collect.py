"""`grader collect`: downloads of an LMS in, one folder per student out."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.exits import Exit
from grader.commands.options import (
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
)

if TYPE_CHECKING:
    from grader.intake.collecting import CollectResult
    from grader.model.course import Assignment, Course


@click.command(
    epilog="""\b
    Example / 例:
      grader collect download.zip -a kadai1 --roster roster.csv --dry-run
      grader collect download.zip worksheet.csv -a kadai1 --roster roster.xlsx
      grader collect report-933913-1007977 -a kadai1
      grader collect download.zip -a kadai1 --assign '田中 実_31205=24A1206'"""
)
@click.argument("downloads", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-a", "--assignment", required=True, metavar="ASSIGNMENT", help="For which one.")
@click.option(
    "--lms",
    default="auto",
    show_default=True,
    metavar="NAME",
    help="Where it is from: moodle, canvas, manaba, …",
)
@click.option(
    "--roster",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Who takes the course (csv, xlsx); without it, the one that course.toml names.",
)
@click.option(
    "--assign",
    multiple=True,
    metavar="LABEL=ID",
    help="Whose an unassigned submission is; repeatable.",
)
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Where to; without it, submissions/ASSIGNMENT in the course.",
)
@click.option("--dry-run", is_flag=True, help="Show the table, and write nothing.")
@course_option
@lang_option
@json_option
def collect(  # noqa: PLR0913  one parameter per option
    *,
    downloads: tuple[Path, ...],
    assignment: str,
    lms: str,
    roster: Path | None,
    assign: tuple[str, ...],
    target: Path | None,
    dry_run: bool,
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
) -> Exit:
    """Put the bulk DOWNLOADS of an LMS into submissions/ASSIGNMENT, one folder per student.

    DOWNLOADS are zips or folders that somebody unpacked, with tables of the LMS if there are any.
    Nobody's program is run. Whose a file is, is never guessed: what is not sure is listed. Run
    again, it merges; nothing is deleted.

    LMS の一括ダウンロードを、学生ごとのフォルダに並べます。
    """
    from grader.commands.collected import show_collected
    from grader.course import load_assignment
    from grader.intake.manifest import manifest_bytes

    course = open_course(course_folder)
    loaded = load_assignment(course, assignment)
    words = open_wording(lang)
    folder = target or course.root / "submissions" / loaded.id
    result = run_collect(
        downloads, course, loaded, folder, lms=lms, roster=roster, assign=assign, dry_run=dry_run
    )
    if as_json:
        click.echo(manifest_bytes(result.collection, loaded).decode(), nl=False)
    show_collected(result, loaded, folder, words, dry_run=dry_run, as_json=as_json)
    collection = result.collection
    doubtful = result.troubles or collection.incomplete or collection.claimed
    return Exit.FAILED if doubtful else Exit.DONE


def run_collect(  # noqa: PLR0913  the options, each by its name
    downloads: tuple[Path, ...],
    course: "Course",
    assignment: "Assignment",
    folder: Path,
    *,
    lms: str = "auto",
    roster: Path | None = None,
    assign: tuple[str, ...] = (),
    dry_run: bool = False,
) -> "CollectResult":
    """Collects into a folder that only its owner opens, and that git does not take up."""
    from grader.intake.collecting import collect as collect_downloads
    from grader.privacy import ensure_private, refuse_tracked

    if not dry_run:
        refuse_tracked(folder, fictional=[course.root / "submissions" / "demo"])
        ensure_private(folder)
    return collect_downloads(
        downloads,
        course,
        assignment,
        target=folder,
        lms=lms,
        roster=roster,
        dry_run=dry_run,
        assign=_pairs(assign),
    )


def _pairs(given: tuple[str, ...]) -> Mapping[str, str]:
    """Splits LABEL=ID at the last "=": a label may hold one."""
    pairs = {}
    for one in given:
        label, equals, student = one.rpartition("=")
        if not equals or not label.strip():  # without an id: back to the unassigned
            raise click.UsageError(
                f"--assign {one}: write LABEL=ID, such as '田中 実_31205=24A1206'"
            )
        pairs[label.strip()] = student.strip()
    return pairs
