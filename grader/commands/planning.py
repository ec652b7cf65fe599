"""From options and answers to a plan for a new assignment."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any, TypeVar
from zoneinfo import ZoneInfo

import click

from grader.model.errors import CourseError, Message

if TYPE_CHECKING:
    from grader.course.making import Plan
    from grader.model.course import Course
    from grader.wording import Wording

T = TypeVar("T")
DAYS = 14  # until the deadline, where nobody said when it is
END_OF_DAY = time(23, 59)
DATE = len("2026-12-01")
POINTS = 8.0
MOVABLE = {"cupy", "torch"}  # what may run on a GPU


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Takes what an option says, else asks if there is somebody to ask, else a default."""

    words: "Wording"
    somebody: bool

    def text(self, key: str, given: Any, default: str) -> str:
        """Gives a line of text."""
        if given is not None or not self.somebody:
            return default if given is None else str(given)
        answer: str = click.prompt(self.words.text(f"new.ask.{key}"), default=default)
        return answer.strip()

    def several(self, key: str, given: Collection[str], known: Collection[str]) -> tuple[str, ...]:
        """Gives some of what there is; an empty answer and an unknown one are asked again."""
        if given or not self.somebody:
            return tuple(given)
        question = self.words.text(f"new.ask.{key}", known=tuple(known))
        while True:
            answers = click.prompt(question).replace(",", " ").replace("、", " ").split()
            unknown = [one for one in answers if one not in known]
            if answers and not unknown:
                return tuple(dict.fromkeys(answers))
            click.echo(self.words.text("new.ask.unknown", names=tuple(unknown)), err=True)

    def yes(self, key: str, given: bool | None) -> bool:  # noqa: FBT001  what an option says
        """Gives yes or no; no by itself."""
        if given is not None or not self.somebody:
            return bool(given)
        return click.confirm(self.words.text(f"new.ask.{key}"), default=False)

    def read(self, key: str, given: Any, default: str, read: Callable[[str], T]) -> T:
        """Gives what a text means; an answer that means nothing is asked again."""
        while True:
            try:
                return read(self.text(key, given, default))
            except CourseError as error:
                if given is not None or not self.somebody:
                    raise
                from grader.wording import say

                for message in error.messages:
                    click.echo(say(message, self.words.lang), err=True)


def make_plan(
    name: str, given: Mapping[str, Any], course: "Course", words: "Wording", *, somebody: bool
) -> "Plan":
    """Makes the plan; raises CourseError when a name or what has to be said is missing."""
    from grader.course.making import Plan, known_operations, name_problems, suffix_of
    from grader.model.course import Backend, DeviceKind

    if problems := tuple(name_problems(name, course)):
        raise CourseError(problems)
    asking = Asking(words=words, somebody=somebody)
    known = known_operations(course)
    title = {
        "ja": asking.text("title_ja", given["title_ja"], f"課題 {name}"),
        "en": asking.text("title_en", given["title_en"], f"Assignment {name}"),
    }
    zone = ZoneInfo(course.zone)
    due = asking.read("due", given["due"], _in_two_weeks(zone), lambda text: _due(text, zone))
    operations = asking.several("operation", given["operations"], known)
    backends = asking.several("backend", given["backends"], tuple(Backend))
    if not operations or not backends:
        raise CourseError([_missing(known)])
    chosen = tuple(map(Backend, backends))
    default = f"{name}{suffix_of(chosen)}"
    device = given["device"]
    if device is None and MOVABLE & set(backends) and asking.somebody:
        device = "gpu" if asking.yes("gpu", None) or "cupy" in backends else "cpu"
    return Plan(
        name=name,
        title=title,
        due=due,
        source=asking.text("source", given["source"], default),
        operations=operations,
        backends=chosen,
        device=None if device is None else DeviceKind(device),
        report=asking.yes("report", given["report"]),
        points=asking.read("points", given["points"], f"{POINTS:g}", _points),
        with_reference=bool(given["with_reference"]),
    )


def _missing(known: Collection[str]) -> Message:
    none = Message("none yet; --with-reference writes one to fill in")
    what = "give --operation NAME and --backend NAME (operations of this course: {operations})"
    return Message(what, {"operations": ", ".join(known) or none})


def _in_two_weeks(zone: ZoneInfo) -> str:
    return (datetime.now(zone) + timedelta(days=DAYS)).date().isoformat()


def _due(text: str, zone: ZoneInfo) -> datetime:
    """Reads a date, or a date and a time; without a time, the end of the day."""
    try:
        due = datetime.fromisoformat(text.strip())
    except ValueError as error:
        what = "must be a date, or a date and a time, such as 2026-12-01T17:00, got {text}"
        raise CourseError([Message(what, {"text": text}, "--due")]) from error
    if len(text.strip()) <= DATE:
        due = datetime.combine(due, END_OF_DAY)
    return due if due.tzinfo is not None else due.replace(tzinfo=zone)


def _points(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        what = Message("must be a number, got {text}", {"text": text}, "--points")
        raise CourseError([what]) from error
