"""`grader review`: the page for deciding; lists of what is undecided, and edited tables."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from grader.commands.browser import has_screen, open_page
from grader.commands.exits import ExitCode
from grader.commands.options import (
    UsageError,
    course_option,
    json_option,
    lang_option,
    open_desk,
    output_option,
    print_json,
    unsaid,
)
from grader.extras import install_extras, require
from grader.model.errors import GraderError, StoreError

if TYPE_CHECKING:
    from grader.gradebook.desk import Desk, OpenBook
    from grader.gradebook.importing import Imported
    from grader.model.gradebook import State
    from grader.wording import Wording

EVERYBODY = "all"
LOCAL = "127.0.0.1"
Echo = Callable[[str], None]


@click.command(
    epilog="""\b
    Example:
      grader review kadai1
      grader review kadai1 --list
      grader review kadai1 --import kadai1.xlsx --by 'TA 1' --dry-run
      grader review kadai1 --import kadai1.xlsx --by 'TA 1'
      grader review kadai1 --confirm all --by 'TA 1'
      grader review kadai1 --confirm 24A1201 --confirm 24A1202 --by 'TA 1'"""
)
@click.argument("assignment")
@click.option(
    "--import",
    "tables",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Edited table from `grader export` (csv, xlsx).",
)
@click.option(
    "--confirm",
    multiple=True,
    metavar="STUDENT|all",
    help="Confirm these points as they are; repeatable.",
)
@click.option("--by", default="", metavar="NAME", help="Name of the person who decides.")
@click.option(
    "--dry-run",
    is_flag=True,
    help="With --import or --requests: list what would change without storing it.",
)
@click.option("--list", "listing", is_flag=True, help=("List what is left to decide, and quit."))
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=0,
    metavar="N",
    help="Port of the page (default: a free one).",
)
@click.option(
    "--host",
    default=LOCAL,
    metavar="HOST",
    help="Also serve the page to other computers. The connection is not encrypted.",
)
@click.option("--browser/--no-browser", default=True, help="Open the page in the browser.")
@output_option
@course_option
@lang_option
@json_option
def review(  # noqa: PLR0913  one parameter per option
    *,
    assignment: str,
    tables: tuple[Path, ...],
    confirm: tuple[str, ...],
    by: str,
    dry_run: bool,
    listing: bool,
    port: int,
    host: str,
    browser: bool,
    out: Path | None,
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
) -> ExitCode:
    """Open the review page to read, decide and confirm what is left to TAs in ASSIGNMENT.

    Press Ctrl-C to quit. Without a browser, --list shows what is left to decide, and --import turns
    points of a table that differ from those of now into decisions of NAME; blanks change nothing. A
    confirmation is valid only for the points at that time.
    """
    if len(tables) > 1:
        raise UsageError("--import takes one table; import one after the other")
    table = tables[0] if tables else None
    desk = open_desk(assignment, course_folder, out, lang)
    if dry_run and (table is None or confirm):
        raise UsageError("--dry-run applies only to --import; remove it")
    if (table or confirm) and not by.strip():
        raise UsageError("--by is missing; specify who decides")
    document: dict[str, object] = {"assignment": desk.assignment.id}
    echo = unsaid if as_json else click.echo
    if not (table or confirm or listing or as_json):
        return _serve(desk, by=by, host=host, port=port, browser=browser)
    if table or confirm:
        require("ta")
    code = ExitCode.DONE
    if table:
        code = _import(desk, table, by, document, echo, dry_run=dry_run)
    if confirm and code is ExitCode.DONE:  # points that the table should have changed are not final
        code = max(code, _confirm(desk, confirm, by, document, echo))
    if not table and not confirm:
        code = _show(desk, document, echo)
    if as_json:
        print_json(document)
    return code


def _serve(desk: "Desk", *, by: str, host: str, port: int, browser: bool) -> ExitCode:
    """Serve the page until it is closed, then make the sheets of the students decided about."""
    from grader.commands.interrupt import other_ends
    from grader.store import course_secret

    try:
        from grader.review.page import address_file, is_local, open_server
    except ImportError as error:
        raise GraderError(
            "the review page requires {name}; to install it, run: {command}",
            name=error.name or "flask",
            command=install_extras(["review"]),
        ) from error
    secret = course_secret(desk.course.root, os.environ)
    with other_ends():
        uncopied: list[StoreError] = []
        with (
            suppress(KeyboardInterrupt),
            open_server(
                desk, secret, by=by.strip(), host=host, port=port, uncopied=uncopied.append
            ) as server,
        ):
            click.echo(desk.words.text("page.address", address=server.address))
            if not is_local(host):
                click.secho(desk.words.text("page.open_to_others"), fg="yellow", err=True)
            click.echo(desk.words.text("page.how_to_end"))
            with ExitStack() as opened_file:
                if browser and has_screen():
                    with suppress(OSError, StoreError):  # the address is printed anyway
                        path = opened_file.enter_context(address_file(desk.out, server.address))
                        open_page(path.resolve().as_uri())
                server.wait()
        with suppress(OSError):  # if the terminal is closed
            click.echo(desk.words.text("page.ended"))
        done = _refresh(desk)
        if uncopied:  # reported last: decisions are stored and sheets made
            raise uncopied[0]
        return ExitCode.DONE if done else ExitCode.OURS


def _import(  # noqa: PLR0913  what is asked for, and where the answer goes
    desk: "Desk",
    path: Path,
    by: str,
    document: dict[str, object],
    echo: Echo,
    *,
    dry_run: bool,
) -> ExitCode:
    """List the changes of a table, then store them; with a problem, store nothing and return 1."""
    from zoneinfo import ZoneInfo

    from grader.commands.reporting import tell_damages
    from grader.course import list_assignments
    from grader.gradebook.desk import file_bytes, opened
    from grader.gradebook.importing import Signed, import_table
    from grader.scoring import decided_after
    from grader.tables import read_tables

    words = desk.words
    tables = read_tables(file_bytes(path), path.name, formulas=True)
    with opened(desk, reading=dry_run) as here:
        others = {*list_assignments(desk.course)} - {desk.assignment.id}
        signed = Signed(by=by, at=datetime.now(UTC), words=words)
        imported = import_table(tables, here, signed, others)
        for edit in imported.edits:
            echo(edit.say(words, ZoneInfo(desk.course.zone)))
        for remark in (*imported.problems, *imported.warnings):
            click.secho(remark.say(words), fg="yellow", err=True)
        document["imported"] = _import_document(imported, words)
        if not (dry_run or imported.problems):
            decisions = decided_after(here.store.decisions(), imported.decisions)
            here.store.decide_all(decisions, imported.comments)
        undamaged = tell_damages(here, words)
    counts = {
        "decisions": len(imported.decisions),
        "comments": len(imported.comments),
        "unchanged": len(imported.unchanged),
    }
    if imported.problems:
        echo(words.text("review.refused", count=len(imported.problems)))
    elif dry_run:
        echo(words.text("review.would_take", **counts))
    else:
        echo(words.text("review.taken", **counts))
        if imported.decisions and not _refresh(desk):
            undamaged = False
    if not undamaged:
        return ExitCode.OURS
    return ExitCode.FAILED if imported.problems else ExitCode.DONE


def _import_document(imported: "Imported", words: "Wording") -> dict[str, object]:
    from grader.model.scoresheet import Decision

    remarks = (*imported.problems, *imported.warnings)
    return {
        "decisions": [
            {
                "student": edit.new.student,
                "criterion": edit.new.criterion,
                "points": edit.new.points,
                "before": edit.before,
                "decided_by": edit.by,
                "decided_at": edit.at.isoformat() if edit.at else None,
            }
            for edit in imported.edits
            if isinstance(edit.new, Decision) and not imported.problems
        ],
        "comments": [
            {"student": comment.student, "text": comment.text}
            for comment in imported.comments
            if not imported.problems
        ],
        "unchanged": list(imported.unchanged),
        "refused_rows": sorted({remark.row for remark in imported.problems}),
        "remarks": [
            {
                "kind": remark.kind,
                "row": remark.row,
                "student": remark.student,
                "message": remark.say(words),
            }
            for remark in remarks
        ],
    }


def _refresh(desk: "Desk") -> bool:
    """Make the sheets of students decided about again; report what went wrong."""
    from grader import batch
    from grader.commands.reporting import fallen, losses
    from grader.gradebook.desk import collection_of
    from grader.observing import digest_references

    digests = digest_references(desk.course, desk.assignment)
    files = batch.ResultFiles(
        out=desk.out,
        assignment=desk.assignment,
        lang=desk.words.lang,
        collection=collection_of(desk.course, desk.assignment.id),
        only_changed=True,
    )
    result = batch.regrade_class(desk.assignment, digests, desk.out, files, only_decided=True)
    for line in (*losses(replace(result, unreadable=()), desk.words), *fallen(result, desk.words)):
        click.secho(line, fg="yellow", err=True)
    return not result.ours


def _confirm(
    desk: "Desk", students: Sequence[str], by: str, document: dict[str, object], echo: Echo
) -> ExitCode:
    """Store confirmations; fail if a requested student cannot be confirmed.

    Students already confirmed stay so; among all students, those who submitted nothing have no
    points.
    """
    from grader.commands.reporting import tell_damages
    from grader.gradebook import confirm
    from grader.gradebook.confirming import WhyUnconfirmed
    from grader.gradebook.desk import opened

    wanted = None if EVERYBODY in students else students
    with opened(desk) as here:
        confirming = confirm(here.book, wanted, by, datetime.now(UTC))
        here.store.confirm(confirming.confirmations)
        for line in late_without_a_time(here, desk.words):
            click.secho(line, fg="yellow", err=True)
        undamaged = tell_damages(here, desk.words)
    for person in confirming.left:
        echo(person.say(desk.words))
    echo(desk.words.text("review.confirmed", count=len(confirming.confirmations), by=by))
    document["confirmed"] = {
        "by": by,
        "students": [confirmation.student for confirmation in confirming.confirmations],
        "left": [
            {"student": person.student, "why": person.why, "criteria": list(person.criteria)}
            for person in confirming.left
        ],
    }
    if not undamaged:
        return ExitCode.OURS
    done = (
        {WhyUnconfirmed.ALREADY}
        if wanted is not None
        else {WhyUnconfirmed.ALREADY, WhyUnconfirmed.NOT_SUBMITTED}
    )
    refused = any(person.why not in done for person in confirming.left)
    return ExitCode.FAILED if refused else ExitCode.DONE


def late_without_a_time(here: "OpenBook", words: "Wording") -> Iterator[str]:
    """Yield whom the LMS calls late without a time, where being late costs points."""
    from grader.gradebook import undated

    students = undated(here.book.assignment, here.collection)
    if students:
        yield words.text("gradebook.undated", students=students, count=len(students))


def _show(desk: "Desk", document: dict[str, object], echo: Echo) -> ExitCode:
    from grader.commands.reporting import tell_damages
    from grader.gradebook.desk import opened

    with opened(desk, reading=True) as here:
        lines = [*_states(here, desk.words), *_waiting(here, desk.words)]
        document["waiting"] = _waits(here)
        undamaged = tell_damages(here, desk.words)
    for line in lines:
        echo(line)
    return ExitCode.DONE if undamaged else ExitCode.OURS


def _states(here: "OpenBook", words: "Wording") -> Iterator[str]:
    counted = Counter(grade.state for grade in here.book.grades)
    for state, count in counted.items():
        yield f"{words.text(f'review.states.{state}')}: {count}"


def _open_for(here: "OpenBook", criterion: str) -> tuple[str, ...]:
    return tuple(
        grade.student
        for grade in here.book.grades
        if grade.sheet is not None
        for award in grade.sheet.awards
        if award.criterion == criterion and award.points is None
    )


def _in_state(here: "OpenBook", state: "State") -> tuple[str, ...]:
    return tuple(grade.student for grade in here.book.grades if grade.state is state)


def _waits(here: "OpenBook") -> dict[str, object]:
    from grader.gradebook import undated
    from grader.gradebook.desk import overtaken_in
    from grader.model.gradebook import State

    rubric = [criterion.id for criterion in here.book.assignment.rubric]
    waiting = here.collection.unassigned if here.collection else ()
    return {
        "states": Counter(str(grade.state) for grade in here.book.grades),
        "open": {
            criterion: students for criterion in rubric if (students := _open_for(here, criterion))
        },
        "not_submitted": _in_state(here, State.NOT_SUBMITTED),
        "unknown": _in_state(here, State.UNKNOWN),
        "undated": undated(here.book.assignment, here.collection),
        "overtaken": overtaken_in(here),
        "unassigned": [
            {"label": download.label, "proposals": download.proposals} for download in waiting
        ],
    }


def _waiting(here: "OpenBook", words: "Wording") -> Iterator[str]:
    """List, by criterion, undecided students, and students who submitted nothing."""
    from grader.gradebook.desk import overtaken_in
    from grader.model.gradebook import State

    for criterion in here.book.assignment.rubric:
        if students := _open_for(here, criterion.id):
            title = words.of(criterion.title)
            yield words.text(
                "review.open_for", criterion=title, students=students, count=len(students)
            )
    for key, state in (("missing", State.NOT_SUBMITTED), ("unknown", State.UNKNOWN)):
        if without := _in_state(here, state):
            yield words.text(f"review.{key}", students=without, count=len(without))
    yield from late_without_a_time(here, words)
    if students := overtaken_in(here):
        yield words.text("batch.overtaken", students=students, count=len(students))
    for waiting in here.collection.unassigned if here.collection else ():
        label, proposals = waiting.label, waiting.proposals
        yield words.text("review.unassigned", label=label, proposals=proposals)
