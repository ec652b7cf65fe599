"""Implement `grader new`: write the folder of a new assignment, from options or answers."""

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, time, timedelta, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec import Struct

from grader.backends import BACKENDS
from grader.commands.exits import ExitCode
from grader.commands.options import (
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
    print_json,
)
from grader.extras import require
from grader.model.course import ARRAYS, Backend
from grader.model.errors import CourseError, Message
from grader.plugins import forms

if TYPE_CHECKING:
    from grader.model.course import Course
    from grader.scaffolding.draft import Draft
    from grader.scaffolding.plan import AssignmentPlan
    from grader.wording import Wording

T = TypeVar("T")
DAYS = 14  # days until the default deadline
END_OF_DAY = time(23, 59)
DATE = len("2026-12-01")
POINTS = 8.0
MOVABLE = {backend.name for backend in BACKENDS.values() if backend.movable}
NEEDING_A_GPU = {backend.name for backend in BACKENDS.values() if backend.needs_gpu}


@click.command(
    epilog="""\b
    Example:
      grader new kadai3 --operation matmul --backend numpy
      grader new kadai3 --operation matmul --backend python --backend numpy --report
      grader new kadai3 --operation matmul --backend torch --due 2026-12-01 --points 5
      grader new kadai3 --form function --example "spiral(2) == [[1, 2], [4, 3]]"
      grader new kadai3"""
)
@click.argument("name")
@click.option(
    "--operation",
    "operations",
    multiple=True,
    metavar="NAME",
    help="What to compute (reference/NAME.py); repeatable.",
)
@click.option(
    "--backend",
    "backends",
    multiple=True,
    type=click.Choice([*map(str, Backend)]),
    help="What to write it with; repeatable.",
)
@click.option(
    "--device", type=click.Choice(["cpu", "gpu"]), help=("Where to run CuPy and PyTorch.")
)
@click.option(
    "--form",
    type=click.Choice(forms()),
    help="What to write instead of functions of arrays.",
)
@click.option(
    "--example",
    "examples",
    multiple=True,
    metavar="EXAMPLE",
    help=(
        "With --form, a test with its answer; repeatable. For a program INPUT=>OUTPUT, for a class "
        "steps with ; between them."
    ),
)
@click.option("--title-ja", metavar="TEXT", help="Japanese title.")
@click.option("--title-en", metavar="TEXT", help="English title.")
@click.option("--due", metavar="TIME", help=("Deadline, such as 2026-12-01 or 2026-12-01T17:00."))
@click.option("--source", metavar="FILE", help=("File that students submit (default: NAME.py)."))
@click.option("--report/--no-report", default=None, help="Whether a report is required.")
@click.option("--points", type=float, help="Total points (default: 8).")
@click.option(
    "--with-reference",
    is_flag=True,
    help=("If there is no reference, write a template to fill in."),
)
@click.option("--no-questions", is_flag=True, help="Ask nothing and use defaults.")
@click.option("--dry-run", is_flag=True, help="Show all files without writing anything.")
@course_option
@lang_option
@json_option
def new(  # noqa: PLR0913  one parameter per option
    *,
    name: str,
    no_questions: bool,
    dry_run: bool,
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
    **options: object,
) -> ExitCode:
    """Create a new assignment in assignments/NAME.

    The new assignment passes `grader verify NAME`. Missing options are asked for if you run it in a
    terminal. Nothing is overwritten, and an interrupted run leaves nothing behind.
    """
    from grader.scaffolding.draft import make_draft, paths_of, write_draft

    require("ta")
    course = open_course(course_folder)
    words = open_wording(lang)
    somebody = not no_questions and sys.stdin.isatty()
    plan = _make_plan(name, options, course, words, somebody=somebody)
    draft = make_draft(plan, course)
    if not dry_run:
        write_draft(draft, course)
    if as_json:
        print_json(_document(draft, paths_of(draft), plan, written=not dry_run))
        return ExitCode.DONE
    if dry_run:
        _show_files(paths_of(draft), words)
        return ExitCode.DONE
    _show_written(draft, paths_of(draft), plan, words)
    if options["due"] is None and not somebody:
        click.secho(words.text("new.due", due=plan.due.isoformat()), fg="yellow")
    return ExitCode.DONE


def _document(
    draft: "Draft", files: Mapping[str, str], plan: "AssignmentPlan", *, written: bool
) -> dict[str, object]:
    return {
        "assignment": draft.name,
        "written": written,
        "due": plan.due.isoformat(),
        "files": [{"path": path, "text": text} for path, text in files.items()],
        "fill_in": sorted(draft.beside),
        "without_examples": list(draft.without_program),
        "unfilled": draft.unfilled,
    }


def _show_files(files: Mapping[str, str], words: "Wording") -> None:
    click.echo(words.text("new.would"))
    for path, text in files.items():
        click.secho(f"── {path}", bold=True)
        click.echo(text)


def _show_written(
    draft: "Draft", files: Mapping[str, str], plan: "AssignmentPlan", words: "Wording"
) -> None:
    click.secho(words.text("new.written", name=draft.name), fg="green", bold=True)
    for path in sorted(files):
        click.echo(f"  {path}")
    for path in draft.beside:
        click.secho(words.text("new.fill_in", path=path), fg="yellow")
    if not draft.beside and draft.without_program:
        for exercise in draft.without_program:
            click.secho(words.text("new.no_examples", exercise=exercise), fg="yellow")
    if draft.unfilled:
        click.secho(words.text("new.unfilled", name=draft.name), fg="yellow")
    click.echo(words.text("new.next", name=plan.name))


class Asking(Struct, frozen=True, kw_only=True):
    """Takes an option's value, else prompts if a user is present, else takes a default."""

    words: "Wording"
    somebody: bool

    def text(self, key: str, option: Any, default: str) -> str:
        """Return a line of text."""
        if option is not None or not self.somebody:
            return default if option is None else str(option)
        answer: str = click.prompt(self.words.text(f"new.ask.{key}"), default=default)
        return answer.strip()

    def several(self, key: str, chosen: Collection[str], known: Collection[str]) -> tuple[str, ...]:
        """Return a selection of `known`; empty and unknown answers are asked again."""
        if chosen or not self.somebody:
            return tuple(chosen)
        question = self.words.text(f"new.ask.{key}", known=tuple(known))
        while True:
            answers = click.prompt(question).replace(",", " ").replace("、", " ").split()
            unknown = [answer for answer in answers if answer not in known]
            if answers and not unknown:
                return tuple(dict.fromkeys(answers))
            click.echo(self.words.text("new.ask.unknown", names=tuple(unknown)), err=True)

    def one(self, key: str, known: Sequence[str]) -> str:
        """Return one of `known`; the first is the default."""
        while True:
            answer = self.text(key, None, known[0])
            if answer in known:
                return answer
            click.echo(self.words.text("new.ask.unknown", names=(answer,)), err=True)

    def lines(self, key: str, given: Sequence[str], example: str) -> tuple[str, ...]:
        """Prompt for lines of text until an empty one."""
        if given or not self.somebody:
            return tuple(given)
        question, answers = self.words.text(f"new.ask.{key}", example=example), []
        while answer := click.prompt(question, default="", show_default=False).strip():
            answers.append(answer)
        return tuple(answers)

    def yes(self, key: str, option: bool | None) -> bool:  # noqa: FBT001 - the value of an option
        """Return yes or no; no is the default."""
        if option is not None or not self.somebody:
            return bool(option)
        return click.confirm(self.words.text(f"new.ask.{key}"), default=False)

    def read(self, key: str, option: Any, default: str, read: Callable[[str], T]) -> T:
        """Return the parsed answer; an invalid answer is asked again."""
        while True:
            try:
                return read(self.text(key, option, default))
            except CourseError as error:
                if option is not None or not self.somebody:
                    raise
                from grader.wording import say

                for message in error.messages:
                    click.echo(say(message, self.words.lang), err=True)


def _make_plan(
    name: str, options: Mapping[str, Any], course: "Course", words: "Wording", *, somebody: bool
) -> "AssignmentPlan":
    """Build the plan; raise CourseError for an invalid name or a missing answer."""
    from zoneinfo import ZoneInfo

    from grader.kinds import form_of
    from grader.model.course import DeviceKind
    from grader.model.finding import LazyText
    from grader.scaffolding.plan import AssignmentPlan, known_operations, name_problems, suffix_of
    from grader.wording import in_each_language

    if problems := tuple(name_problems(name, course)):
        raise CourseError(problems)
    asking = Asking(words=words, somebody=somebody)
    known = known_operations(course)
    title = {
        lang: asking.text(key := f"title_{lang}", options[key], default)
        for lang, default in in_each_language(LazyText("new.title", {"name": name})).items()
    }
    zone = ZoneInfo(course.zone)
    soon = due_soon(course.zone).date().isoformat()
    due = asking.read("due", options["due"], soon, lambda text: _due(text, zone))
    form = _form(options, asking)
    examples: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    backends: tuple[str, ...] = tuple(options["backends"])
    if form:
        examples = asking.lines("example", options["examples"], form_of(form).example)
    else:
        operations = asking.several("operation", options["operations"], known)
        backends = asking.several("backend", options["backends"], tuple(Backend))
        if not operations or not backends:
            raise CourseError((_missing(known),))
    chosen = tuple(map(Backend, backends))
    default = f"{name}{suffix_of(chosen)}"
    device = options["device"]
    if device is None and MOVABLE & set(backends) and asking.somebody:
        device = "gpu" if asking.yes("gpu", None) or NEEDING_A_GPU & set(backends) else "cpu"
    return AssignmentPlan(
        name=name,
        title=title,
        due=due,
        source=asking.text("source", options["source"], default),
        operations=operations,
        backends=chosen,
        device=None if device is None else DeviceKind(device),
        report=bool(options["report"]) if form else asking.yes("report", options["report"]),
        points=asking.read("points", options["points"], f"{POINTS:g}", _points),
        with_reference=bool(options["with_reference"]),
        form=form,
        examples=examples,
    )


def _form(options: Mapping[str, Any], asking: Asking) -> str:
    """Return the form of the exercise; "" for functions of arrays."""
    form, arrays = options["form"], options["operations"] or options["with_reference"]
    if form and arrays:
        sentence = "writes a reference of its own; remove --operation and --with-reference"
        raise CourseError((Message(sentence, where="--form"),))
    if options["examples"] and not form:
        raise CourseError((Message("applies only to --form", where="--example"),))
    if form or arrays or options["backends"] or not asking.somebody or not forms():
        return form or ""
    return asking.one("form", (ARRAYS, *forms())).replace(ARRAYS, "")


def _missing(known: Collection[str]) -> Message:
    none = Message("none yet; use --with-reference to write a template to fill in")
    return Message(
        "specify both --operation NAME (in this course: {names}) and --backend NAME ({backends})",
        {"names": ", ".join(known) or none, "backends": ", ".join(Backend)},
    )


def due_soon(zone: str) -> datetime:
    """Return a default deadline."""
    from zoneinfo import ZoneInfo

    day = datetime.now(ZoneInfo(zone)) + timedelta(days=DAYS)
    return datetime.combine(day, END_OF_DAY, day.tzinfo)


def _due(text: str, zone: tzinfo) -> datetime:
    """Parse a date, or a date and a time; without a time, the end of the day."""
    try:
        due = datetime.fromisoformat(text.strip())
    except ValueError as error:
        message = Message(
            "--due: must be a date, or a date and a time, such as 2026-12-01T17:00, got {text}",
            {"text": text},
        )
        raise CourseError((message,)) from error
    if len(text.strip()) <= DATE:
        due = datetime.combine(due, END_OF_DAY)
    return due if due.tzinfo is not None else due.replace(tzinfo=zone)


def _points(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        message = Message("--points: must be a number, got {text}", {"text": text})
        raise CourseError((message,)) from error
