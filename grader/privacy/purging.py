"""What is to be removed because a course keeps data only for so long: a list, and no more."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from zoneinfo import ZoneInfo

from grader.model.course import Assignment, Course
from grader.privacy.contents import Contents, contents_of, leads_elsewhere

ROOMS = ("results", "submissions")  # of a course, where students' data lie
DEMO = "demo"  # submissions/demo: a fictional class
GRADES = "grades."  # files of a results folder that `keep_grades` leaves there, and
EXPORTS, TABLES = "export", (".csv", ".xlsx")  # the tables of its export folder
DATA = (".zip", ".csv", ".tsv", ".xlsx", ".xls")  # downloads and lists left lying about

_Found = tuple[Path, str, date]  # what, of which assignment, and its last day


class Why(StrEnum):
    """Why something is to be removed, or stays although it would have to go."""

    DUE = "due"  # the day to keep it is over
    LINK = "link"  # it leads elsewhere, and nothing is followed
    UNKNOWN = "unknown"  # of no assignment of the course, so that nobody says how long it is kept
    CHANGED = "changed"  # since it was listed
    GONE = "gone"
    REFUSED = "refused"  # by the system


@dataclass(frozen=True, slots=True, kw_only=True)
class Doomed:
    """One file or folder that is to be removed with all that lies in it."""

    path: Path
    assignment: str  # "" = of the course
    last_day: date
    contents: Contents


@dataclass(frozen=True, slots=True, kw_only=True)
class Stays:
    """One thing that stays, and why."""

    path: Path
    why: Why
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PurgePlan:
    """The list. Nothing else is ever removed."""

    root: Path  # of the course, without links; everything lies below it
    stated: bool  # whether the course says how long data are kept
    items: tuple[Doomed, ...] = ()
    left: tuple[Stays, ...] = ()
    coming: tuple[tuple[date, str], ...] = ()  # last days of what is not due yet, soonest first

    @property
    def size_bytes(self) -> int:
        """All of it together."""
        return sum(one.contents.size_bytes for one in self.items)


def plan_purge(
    course: Course, assignments: Sequence[Assignment], today: date, *, keep_grades: bool = False
) -> PurgePlan:
    """Lists what the course's `[retention]` lets nobody keep after `today`; removes nothing.

    That is results/ASSIGNMENT and submissions/ASSIGNMENT with all that lies in them (the map of
    pseudonyms, backups); when every assignment's day is over, hidden folders that were left over;
    and after `keep_until` everything in results/ and submissions/ but hidden files.
    submissions/demo is never listed. `keep_grades` leaves the files grades.* of a results
    folder and the tables in its export folder.
    `today` is a day of the course's zone.
    """
    root = course.root.resolve()
    if course.retention is None:
        return PurgePlan(root=root, stated=False)
    days = dict(_last_days(course, assignments))
    due = {name: day for name, day in days.items() if day < today}
    coming = tuple(sorted((day, name) for name, day in days.items() if day >= today))
    rest = [*_of_nobody(root, [one.id for one in assignments])]
    over = _over(rest, course.retention.keep_until, today, _last(days, today))
    found = [*_of_assignments(root, due, keep_grades=keep_grades), *over]
    links = [path for path, _, _ in found if leads_elsewhere(path, root)]
    listed = {path for path, _, _ in found}
    return PurgePlan(
        root=root,
        stated=True,
        items=tuple(
            Doomed(path=path, assignment=name, last_day=day, contents=contents_of(path))
            for path, name, day in found
            if path not in links
        ),
        left=(
            *(Stays(path=path, why=Why.LINK) for path in links),
            *(Stays(path=path, why=Why.UNKNOWN) for path in rest if path not in listed),
        ),
        coming=coming,
    )


def _over(
    rest: Iterable[Path], until: date | None, today: date, last: date | None
) -> Iterator[_Found]:
    """Picks what nobody's day counts for: all of it after the course's, else what we left over.

    `last` is the last day of the last assignment; None when that is not over.
    """
    for path in rest:
        if until is not None and until < today:
            yield path, "", until
        elif last is not None and path.name.startswith("."):
            yield path, "", last


def _last_days(course: Course, assignments: Iterable[Assignment]) -> Iterator[tuple[str, date]]:
    zone = ZoneInfo(course.zone)
    for one in assignments:
        due = max((one.due, *one.extensions.values())).astimezone(zone)
        day = course.retention.last_day(due) if course.retention else None
        if day is not None:
            yield one.id, day


def _last(days: Mapping[str, date], today: date) -> date | None:
    last = max(days.values(), default=today)
    return last if last < today else None


def _of_assignments(root: Path, due: dict[str, date], *, keep_grades: bool) -> Iterator[_Found]:
    for name, day in sorted(due.items()):
        for room in ROOMS:
            path = root / room / name
            if not _there(path) or _is_demo(path):
                continue
            if room == "results" and keep_grades and not leads_elsewhere(path, root):
                yield from ((one, name, day) for one in _but_grades(path))
            else:
                yield path, name, day


def _but_grades(results: Path) -> Iterator[Path]:
    """Gives what a results folder holds beside tables of grades."""
    for path in sorted(results.iterdir()):
        if path.name == EXPORTS and path.is_dir() and not path.is_symlink():
            yield from (one for one in sorted(path.iterdir()) if one.suffix not in TABLES)
        elif not path.name.startswith(GRADES):
            yield path


def _of_nobody(root: Path, known: Iterable[str]) -> Iterator[Path]:
    """Finds data in results/ and submissions/ that belong to no assignment of the course."""
    names = {one.casefold() for one in known}
    for room in ROOMS:
        folder = root / room
        if not folder.is_dir() or leads_elsewhere(folder, root):
            continue
        for path in sorted(folder.iterdir()):
            ours = path.is_dir() or path.suffix.casefold() in DATA or path.is_symlink()
            plain = path.name.casefold() not in names and not _is_demo(path)
            if ours and plain and not (path.name.startswith(".") and not path.is_dir()):
                yield path


def _there(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _is_demo(path: Path) -> bool:
    return path.parent.name == "submissions" and path.name.casefold() == DEMO
