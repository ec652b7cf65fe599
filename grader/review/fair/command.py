"""`grader review --share` and `--fairness`: the pages of parts and fairness without a browser."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from grader.commands.exits import ExitCode
from grader.commands.options import (
    UsageError,
    open_desk,
    print_json,
    unsaid,
)
from grader.extras import require
from grader.model.errors import GraderError

if TYPE_CHECKING:
    from grader.gradebook.desk import Desk
    from grader.review.fair.tables import FigureTable
    from grader.wording import Wording
    from grader.wording.bilingual import BilingualText

Echo = Callable[[str], None]
EXAMPLE = """
      grader review kadai1 --share 'TA 1, TA 2:discussion'
      grader review kadai1 --fairness"""


def extend(command: click.Command) -> None:
    """Add the options to `grader review`."""
    review = command.callback
    assert review is not None

    @wraps(review)
    def either(
        *, shares: tuple[str, ...], together: bool, fairness: bool, **options: Any
    ) -> ExitCode:
        """Do what the options ask for, or what the command does without them."""
        if together and not shares:
            raise UsageError("--together applies only to --share; remove it")
        if not shares and not fairness:
            code: ExitCode = review(**options)
            return code
        others = (options["tables"], options["confirm"], options["listing"], shares and fairness)
        if any(others):
            raise UsageError("--share and --fairness cannot be combined with that; run them alone")
        return _share_or_tell(shares, options, together=together)

    command.callback = either
    command.epilog = (command.epilog or "") + EXAMPLE
    at = next(place for place, param in enumerate(command.params) if param.name == "port")
    command.params[at:at] = [
        click.Option(
            ["--share", "shares"],
            multiple=True,
            metavar="NAMES:CRITERION",
            help="Share a criterion out among people, at random; repeatable.",
        ),
        click.Option(
            ["--together"],
            is_flag=True,
            help="With --share: similar submissions go to the same person.",
        ),
        click.Option(
            ["--fairness"], is_flag=True, help="Show figures about how the class was marked."
        ),
    ]


def _share_or_tell(shares: tuple[str, ...], options: Any, *, together: bool) -> ExitCode:
    named = (options[each] for each in ("assignment", "course_folder", "out", "lang"))
    desk = open_desk(*named)
    document: dict[str, object] = {"assignment": desk.assignment.id}
    echo = unsaid if options["as_json"] else click.echo
    require("ta")
    if shares:
        share_parts(desk, shares, document, echo, by=options["by"], together=together)
    else:
        tell_fairness(desk, document, echo)
    if options["as_json"]:
        print_json(document)
    return ExitCode.DONE


def share_parts(  # noqa: PLR0913  what is shared, how, by whom, and where the answer goes
    desk: "Desk",
    shares: Sequence[str],
    document: dict[str, object],
    echo: Echo,
    *,
    by: str,
    together: bool,
) -> None:
    """Divide criteria: each text is "NAMES:CRITERION". All are read before any is stored."""
    from grader.review.fair.handing import criterion_of, share
    from grader.review.fair.parts import people_in
    from grader.review.page.likeness import find_likeness
    from grader.review.page.live import LiveGradebook
    from grader.store import course_secret
    from grader.wording import LANGUAGES, load_wording
    from grader.wording.bilingual import Bilingual

    require("review")
    wanted = []
    for text in shares:
        names, colon, criterion = text.replace("：", ":").rpartition(":")
        if not colon:
            raise GraderError("{text}: write NAMES:CRITERION", text=text)
        line = criterion_of(desk.assignment, criterion.strip())
        wanted.append((people_in(names), line))
    words = Bilingual(*map(load_wording, LANGUAGES))
    shared: dict[str, object] = {}
    with closing(LiveGradebook(desk, course_secret(desk.course.root, os.environ))) as live:
        likeness = find_likeness(live, words) if together else None
        for people, line in wanted:
            given = share(live, line.id, people, likeness=likeness, by=by)
            shared[line.id] = given
            counts = tuple(
                desk.words.text("page.parts.told_person", person=person, count=count)
                for person, count in given.items()
            )
            echo(desk.words.text("page.parts.told", criterion=line.title, people=counts))
    document["shared"] = shared


def tell_fairness(desk: "Desk", document: dict[str, object], echo: Echo) -> None:
    """Print the figures of the page: as text, and with all digits in JSON."""
    from grader.gradebook.desk import opened
    from grader.review.fair.figures import Marking, fairness_of, kind_of
    from grader.review.fair.parts import PARTS, parts_of
    from grader.review.fair.second import SECOND, second_marks_of
    from grader.review.fair.tables import tables_of
    from grader.wording import LANGUAGES, load_wording
    from grader.wording.bilingual import Bilingual

    require("numpy")  # which brings scipy
    with opened(desk, reading=True) as here:
        notes = (*here.store.notes(PARTS), *here.store.notes(SECOND))
        evidence = ((student, here.store.evidence(student)) for student in here.store.observed())
        kinds = {student: kind_of(each) for student, each in evidence if each is not None}
        marking = Marking(
            assignment=desk.assignment,
            grades=here.book.grades,
            log=here.store.decisions(),
            parts=parts_of(notes),
            seconds=second_marks_of(notes),
            kinds={student: kind for student, kind in kinds.items() if kind},
        )
    figures = fairness_of(marking)
    document["fairness"] = figures
    words = Bilingual(*map(load_wording, LANGUAGES))
    for line in _lines(tables_of(figures, desk.assignment, words), desk.words):
        echo(line)


def _lines(tables: Sequence["FigureTable"], words: "Wording") -> Iterator[str]:
    from grader.wording import LANGUAGES

    def said(text: "BilingualText") -> str:
        return words.of(dict(zip(LANGUAGES, (text.ja, text.en), strict=True)))

    yield words.text("page.fairness.caution")
    for table in tables:
        yield ""
        yield said(table.title)
        if not table.rows:
            yield f"  {words.text('page.fairness.nothing')}"
        for row in table.rows:
            figures = [
                f"{said(column)} {said(cell.text)}"
                for column, cell in zip(table.columns, row.cells, strict=bool(row.cells))
            ]
            told = "; ".join(figures) or words.text("page.fairness.few")
            yield f"  {said(row.name)}: {told}"
            if row.more:
                yield f"    {said(row.more)}"
