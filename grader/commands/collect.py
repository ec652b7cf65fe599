"""`grader collect`: downloads of an LMS in, one folder per student out."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from grader.commands.exits import ExitCode
from grader.commands.options import (
    UsageError,
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
)
from grader.plugins import layouts
from grader.wording import Wording, say, visible

if TYPE_CHECKING:
    from grader.intake.collecting import CollectResult
    from grader.model.collection import Collected, RefusedEntry, Role, Unassigned
    from grader.model.course import Assignment, Course

COLUMNS = ("student", "name", "source", "report", "received", "late", "notes")
SHOWN = 40  # lines shown of one list
EACH = 5  # of them, lines about one student
FILES, NAME = 3, 60  # files of one role in a table row; characters of each name
MINUTE, HOUR, DAY = 60, 3_600, 86_400


LMSS = ("auto", *sorted({file.stem for file in layouts()}))
"""Values of `--lms`; a course may define more."""


def complete_lms(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of an LMS in the shell."""
    return [CompletionItem(name) for name in LMSS if name.startswith(begun)]


@click.command(
    epilog="""\b
    Example:
      grader collect download.zip -a kadai1 --roster roster.csv --dry-run
      grader collect download.zip worksheet.csv -a kadai1 --roster roster.xlsx
      grader collect report-933913-1007977 -a kadai1
      grader collect download.zip -a kadai1 --assign '田中 実_31205=24A1206'"""
)
@click.argument("downloads", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-a",
    "--assignment",
    required=True,
    metavar="ASSIGNMENT",
    help=("Assignment that the downloads are for."),
)
@click.option(
    "--lms",
    default="auto",
    show_default=True,
    metavar=f"[{'|'.join(LMSS)}]",
    shell_complete=complete_lms,
    help="LMS of the download, or the name of a pattern in course.toml.",
)
@click.option(
    "--roster",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Roster (csv, xlsx; default: the one in course.toml).",
)
@click.option(
    "--assign",
    multiple=True,
    metavar="LABEL=ID",
    help="Owner of an unassigned submission; repeatable.",
)
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Destination (default: submissions/ASSIGNMENT in the course).",
)
@click.option("--dry-run", is_flag=True, help="Show the table without writing anything.")
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
) -> ExitCode:
    """Sort the bulk DOWNLOADS of an LMS into submissions/ASSIGNMENT, one folder per student.

    DOWNLOADS are zips or unpacked folders, together with tables from the LMS if you have any. No
    student program is run. The owner of a file is never guessed: uncertain files are listed. When
    you run it again, a new download replaces the folder of a student and the older one is kept;
    nothing is deleted.
    """
    from grader.course import load_assignment
    from grader.intake.manifest import manifest_bytes

    course = open_course(course_folder)
    loaded = load_assignment(course, assignment)
    words = open_wording(lang)
    folder = target or course.root / "submissions" / loaded.id
    lists = [*downloads, *([roster] if roster else []), *map(course.root.joinpath, course.lists)]
    _warn_of_exposed(lists, course, words)
    result = run_collect(
        downloads, course, loaded, folder, lms=lms, roster=roster, assign=assign, dry_run=dry_run
    )
    if as_json:
        click.echo(manifest_bytes(result.collection, loaded).decode(), nl=False)
    _show_collected(result, loaded, folder, words, dry_run=dry_run, as_json=as_json)
    collection = result.collection
    doubtful = result.troubles or collection.incomplete or collection.claimed
    return ExitCode.FAILED if doubtful else ExitCode.DONE


def _warn_of_exposed(files: Iterable[Path], course: "Course", words: Wording) -> None:
    """Warn of downloads and lists of students that git tracks or would add."""
    from grader.privacy import exposed_files, rule_for

    for path in exposed_files(files, fictional=[course.root / "submissions" / "demo"]):
        text = words.text("privacy.exposed_list", path=str(path), rule=rule_for(path))
        click.secho(text, fg="yellow", err=True)


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
    """Collect into a private folder; refuse one that git would track."""
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


def _pairs(options: tuple[str, ...]) -> Mapping[str, str]:
    """Split LABEL=ID at the last "=": a label may contain one."""
    pairs = {}
    for text in options:
        label, equals, student = text.rpartition("=")
        if not equals or not label.strip():  # an empty ID makes it unassigned again
            raise UsageError(
                "--assign {given}: write LABEL=ID, such as '田中 実_31205=24A1206'", given=text
            )
        pairs[label.strip()] = student.strip()
    return pairs


def _show_collected(  # noqa: PLR0913  what there is to say depends on all of these
    result: "CollectResult",
    assignment: "Assignment",
    folder: Path,
    words: Wording,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Print how each download was recognized, the table, and the lists; with JSON, to stderr."""
    from grader.commands.class_table import show_table

    for line in _downloads(result, words):
        click.echo(line, err=as_json)
    for name in result.collection.incomplete:
        sentence = words.text("collect.incomplete", name=visible(name))
        click.secho(sentence, fg="red", bold=True, err=True)
    for student in result.collection.claimed:
        who = f"{student} {result.collection.names.get(student, '')}".strip()
        click.secho(words.text("collect.claimed", who=who), fg="red", bold=True, err=True)
    for trouble in (*result.troubles, *result.warnings):
        click.secho(say(trouble, words.lang), fg="yellow", err=True)
    if not as_json:
        rows = [
            _row(collected, result, assignment, words)
            for collected in sorted(
                result.collection.students, key=lambda collected: collected.student
            )
        ]
        show_table([words.text(f"collect.column.{column}") for column in COLUMNS], rows)
    for line in (*_lists(result, words), *_counts(result, words)):
        click.echo(line, err=as_json)
    if dry_run:
        click.echo(words.text("collect.dry_run"), err=as_json)
    else:
        sentence = words.text("collect.written", folder=str(folder), assignment=assignment.id)
        click.echo(sentence, err=as_json)


def _downloads(result: "CollectResult", words: Wording) -> Iterator[str]:
    for download in result.downloads:
        yield words.text(
            "collect.download",
            name=visible(download.name),
            lms=download.lms,
            encoding=download.encoding,
            files=download.files,
        )
        for kind, repairs in download.repaired.items():
            first, count = repairs[0], len(repairs)
            names = {"was": visible(first.was, limit=NAME), "name": visible(first.name, limit=NAME)}
            how = words.text(f"collect.repair.{kind}", encoding=first.detail)
            yield words.text("collect.repaired", count=count, how=how, **names)
        if download.unexplained:
            yield words.text("collect.unexplained", count=download.unexplained)


def _row(
    collected: "Collected", result: "CollectResult", assignment: "Assignment", words: Wording
) -> list[str]:
    from grader.model.collection import Role

    return [
        visible(collected.student),
        visible(result.collection.names.get(collected.student) or collected.who.name),
        _files(collected, Role.SOURCE, words),
        _files(collected, Role.REPORT, words),
        _received(collected, assignment),
        _late(collected, assignment, words),
        words.text("list").join(_notes(collected, words)),
    ]


def _files(collected: "Collected", role: "Role", words: Wording) -> str:
    names = [visible(file.name, limit=NAME) for file in collected.files if file.role is role]
    more = [words.text("export.more", count=len(names) - FILES)] if len(names) > FILES else []
    return words.text("list").join((*names[:FILES], *more))


def _received(collected: "Collected", assignment: "Assignment") -> str:
    """Format when files were received, in the deadline's time zone."""
    if collected.received is None:
        return "-"
    coarse = collected.received.resolution_seconds >= MINUTE
    at = collected.received.at.astimezone(assignment.due.tzinfo)
    return at.strftime("%m-%d %H:%M" if coarse else "%m-%d %H:%M:%S")


def _late(collected: "Collected", assignment: "Assignment", words: Wording) -> str:
    """Format how late a submission is, in the largest two units; "" if it is not late."""
    if collected.received is None:
        return ""
    late = assignment.deadline.late_seconds(collected.student, collected.received.at)
    if not late:
        return ""
    days, rest = divmod(late, DAY)
    hours, rest = divmod(rest, HOUR)
    parts = ((days, "days"), (hours, "hours"), (rest // MINUTE, "minutes"), (rest, "seconds"))
    first = next(index for index, (count, _) in enumerate(parts) if count)
    largest = parts[first : min(first + 2, len(parts) - 1)] or parts[first:]
    return " ".join(
        words.text(f"gradebook.{unit}", count=count) for count, unit in largest if count
    )


def _notes(collected: "Collected", words: Wording) -> Iterator[str]:
    from grader.model.collection import NoteKind

    for kind in dict.fromkeys(note.kind for note in collected.notes):
        if kind is not NoteKind.EARLIER:
            yield words.text(f"collect.note.{kind}")


def _lists(result: "CollectResult", words: Wording) -> Iterator[str]:
    """List who submitted nothing, whose files are uncertain, and what was refused."""
    collection = result.collection
    if missing := collection.not_submitted:
        yield ""
        yield words.text("collect.not_submitted", count=len(missing))
        named = (
            words.text(
                "collect.missing" if collection.is_missing(student) else "collect.perhaps", who=who
            )
            for student in missing
            for who in (f"{student} {collection.names.get(student, '')}".strip(),)
        )
        yield from _some(named, words)
    if collection.unassigned:
        yield ""
        yield words.text("collect.unassigned", count=len(collection.unassigned))
        lines = (_unassigned(waiting, words) for waiting in collection.unassigned)
        yield from _some(lines, words)
        likely = next((waiting for waiting in collection.unassigned if waiting.proposals), None)
        label, student = (likely.label, likely.proposals[0]) if likely else ("LABEL", "ID")
        yield words.text("collect.assign", label=label, student=student)
    if collection.refused:
        yield ""
        yield words.text("collect.refused", count=len(collection.refused))
        yield from _some(_refusals(collection.refused, words), words)
    if result.replaced:
        yield ""
        yield words.text("collect.replaced", count=len(result.replaced))
        moves = sorted(result.replaced.items())
        yield from _some((f"{visible(folder)} → {visible(away)}" for folder, away in moves), words)
    for student, files in result.by_hand.items():
        yield words.text("collect.by_hand", student=student, files=files)


def _unassigned(waiting: "Unassigned", words: Wording) -> str:
    why = words.text(f"collect.why.{waiting.reason or 'unknown'}")
    if not waiting.proposals:
        return f"{visible(waiting.label)}: {why}"
    proposed = words.text("collect.proposals", students=waiting.proposals)
    return f"{visible(waiting.label)}: {why} {proposed}"


def _refusals(refused: Iterable["RefusedEntry"], words: Wording) -> Iterator[str]:
    """Yield a few refusals of each student, so that one student's thousands hide no others."""
    groups: dict[str, list[RefusedEntry]] = {}
    for entry in refused:
        owner = entry.student or entry.entry.partition("/")[0]
        groups.setdefault(owner, []).append(entry)
    for owner, entries in groups.items():
        yield from (_refused(entry, words) for entry in entries[:EACH])
        if len(entries) > EACH:
            more = words.text("export.more", count=len(entries) - EACH)
            yield f"{visible(owner, limit=NAME)}: {more}"


def _refused(entry: "RefusedEntry", words: Wording) -> str:
    why = words.text(f"collect.refusal.{entry.refusal}", detail=entry.detail)
    return f"{visible(entry.entry, limit=120)}: {why}"


def _some(lines: Iterable[str], words: Wording) -> Iterator[str]:
    listed = list(lines)
    yield from (f"  {line}" for line in listed[:SHOWN])
    if len(listed) > SHOWN:
        yield "  " + words.text("export.more", count=len(listed) - SHOWN)


def _counts(result: "CollectResult", words: Wording) -> Iterator[str]:
    yield ""
    yield words.text(
        "collect.counts",
        students=len(result.collection.students),
        new=len(result.new),
        updated=len(result.updated),
        unchanged=len(result.unchanged),
        missing=len(result.collection.not_submitted),
        unassigned=len(result.collection.unassigned),
    )
