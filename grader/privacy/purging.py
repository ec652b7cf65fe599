"""Remove data that a course no longer keeps: list it first, then remove it.

Nothing is followed: a link, a junction and a disk that is mounted inside are things of themselves.
"""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from enum import StrEnum
from pathlib import Path
from zoneinfo import ZoneInfo

from msgspec import Struct

from grader.model.course import Assignment, Course

ROOMS = ("results", "submissions")  # of a course; they hold students' data
DEMO = "demo"  # submissions/demo: a fictional class
GRADES = "grades."  # files of a results folder that `keep_grades` leaves there, and
EXPORTS, TABLES = "export", (".csv", ".xlsx")  # the tables of its export folder
DATA = (".zip", ".csv", ".tsv", ".xlsx", ".xls")  # downloads and lists that were not removed
REPARSE_POINT = 0x400  # Windows: a junction, or another entry that redirects to another place


class StayReason(StrEnum):
    """Why something is kept although its retention period is over."""

    LINK = "link"  # it leads elsewhere, and no link is followed
    UNKNOWN = "unknown"  # belongs to no assignment of the course, so it has no retention period
    CHANGED = "changed"  # since it was listed
    GONE = "gone"
    REFUSED = "refused"  # the operating system refused to remove it


class Contents(Struct, frozen=True, kw_only=True):
    """Size and identity of files. Equal contents mean that nothing was changed."""

    files: int
    size_bytes: int
    newest_ns: int  # latest modification
    inode: tuple[int, int]  # of the folder or file itself


class Doomed(Struct, frozen=True, kw_only=True):
    """One file, or one folder with its contents, to be removed."""

    path: Path
    assignment: str  # "" = of the course
    last_day: date
    contents: Contents


class Stays(Struct, frozen=True, kw_only=True):
    """One item that is kept, and why."""

    path: Path
    why: StayReason
    detail: str = ""


class PurgePlan(Struct, frozen=True, kw_only=True):
    """The items to remove. Nothing else is ever removed."""

    root: Path  # of the course, without links; everything is below it
    stated: bool  # whether the course says how long data are kept
    items: tuple[Doomed, ...] = ()
    left: tuple[Stays, ...] = ()
    coming: tuple[tuple[date, str], ...] = ()  # last days of what is not due yet, soonest first

    @property
    def size_bytes(self) -> int:
        """The sum of all items."""
        return sum(doomed.contents.size_bytes for doomed in self.items)


class Removed(Struct, frozen=True, kw_only=True):
    """The items that were removed, and those that were not."""

    gone: tuple[Doomed, ...]
    left: tuple[Stays, ...] = ()


def plan_purge(
    course: Course, assignments: Sequence[Assignment], today: date, *, keep_grades: bool = False
) -> PurgePlan:
    """List what has to be deleted after `today` according to `[retention]`; remove nothing.

    That is results/ASSIGNMENT and submissions/ASSIGNMENT with all that is in them
    (backups too); when every assignment's day is over, the lists of people that course.toml
    names, wherever they lie in the course, and hidden folders that were left over;
    and after `keep_until` everything in results/ and submissions/ but hidden files.
    submissions/demo is never listed. `keep_grades` leaves the files grades.* of a results
    folder and the tables in its export folder.
    `today` is a day of the course's zone.
    """
    root = course.root.resolve()
    if course.retention is None:
        return PurgePlan(root=root, stated=False)
    days = dict(_last_days(course, assignments))
    last, until = max(days.values(), default=today), course.retention.keep_until
    due: dict[Path, tuple[str, date]] = {}
    for name, day in sorted(days.items()):
        if day < today:
            own = _of_assignment(root, name, keep_grades=keep_grades)
            due |= dict.fromkeys(own, (name, day))
    lists = [path for path in map(root.joinpath, course.lists) if _is_list(path, root)]
    of_nobody = _of_nobody(root, [assignment.id for assignment in assignments])
    rest = [path for path in of_nobody if path not in lists]
    for path in rest:
        if until is not None and until < today:
            due[path] = ("", until)
        elif last < today and path.name.startswith("."):
            due[path] = ("", last)
    over = last if until is None else min(last, until)
    for path in lists if over < today else ():
        if not any(path.is_relative_to(folder) for folder in due):
            due[path] = ("", over)
    links = [path for path in due if leads_elsewhere(path, root)]
    return PurgePlan(
        root=root,
        stated=True,
        items=tuple(
            Doomed(path=path, assignment=name, last_day=day, contents=contents_of(path))
            for path, (name, day) in due.items()
            if path not in links
        ),
        left=(
            *(Stays(path=path, why=StayReason.LINK) for path in links),
            *(Stays(path=path, why=StayReason.UNKNOWN) for path in rest if path not in due),
        ),
        coming=tuple(sorted((day, name) for name, day in days.items() if day >= today)),
    )


def remove_listed(plan: PurgePlan) -> Removed:
    """Remove every item of the plan that is unchanged since it was listed.

    A link is removed itself and never followed; nothing outside the course's folder is touched.
    What changed since it was listed stays, and so does what the system refuses to remove.
    """
    left = {doomed.path: tuple(_remove(doomed, plan.root)) for doomed in plan.items}
    return Removed(
        gone=tuple(doomed for doomed in plan.items if not left[doomed.path]),
        left=tuple(stays for doomed in plan.items for stays in left[doomed.path]),
    )


def contents_of(path: Path) -> Contents:
    """Count a file, or everything in a folder. Raises OSError if it does not exist."""
    top = path.lstat()
    states = [top]
    if _is_folder(top):
        folders, others = _inside(path)
        states += [state for inner in (*folders[1:], *others) if (state := _state(inner))]
    plain = [state for state in states if not stat.S_ISDIR(state.st_mode)]
    return Contents(
        files=len(plain),
        size_bytes=sum(state.st_size for state in plain),
        newest_ns=max(state.st_mtime_ns for state in states),
        inode=(top.st_dev, top.st_ino),
    )


def leads_elsewhere(path: Path, root: Path) -> bool:
    """Return whether a path below `root` is a link, or goes through one."""
    above = [step for step in (path, *path.parents) if step != root and step.is_relative_to(root)]
    return any((state := _state(step)) is None or _is_link(state) for step in above)


def _last_days(course: Course, assignments: Iterable[Assignment]) -> Iterator[tuple[str, date]]:
    zone = ZoneInfo(course.zone)
    for assignment in assignments:
        due = max((assignment.due, *assignment.extensions.values())).astimezone(zone)
        day = course.retention.last_day(due) if course.retention else None
        if day is not None:
            yield assignment.id, day


def _of_assignment(root: Path, name: str, *, keep_grades: bool) -> Iterator[Path]:
    for path in (root / room / name for room in ROOMS):
        if not (path.exists() or path.is_symlink()) or _is_demo(path):
            continue
        if path.parent.name == "results" and keep_grades and not leads_elsewhere(path, root):
            yield from _but_grades(path)
        else:
            yield path


def _but_grades(results: Path) -> Iterator[Path]:
    """Yield the entries of a results folder other than tables of grades."""
    for path in sorted(results.iterdir()):
        if path.name == EXPORTS and path.is_dir() and not path.is_symlink():
            yield from (table for table in sorted(path.iterdir()) if table.suffix not in TABLES)
        elif not path.name.startswith(GRADES):
            yield path


def _of_nobody(root: Path, known: Iterable[str]) -> Iterator[Path]:
    """Find data in results/ and submissions/ that belong to no assignment of the course."""
    names = {name.casefold() for name in known}
    for folder in (root / room for room in ROOMS):
        if not folder.is_dir() or leads_elsewhere(folder, root):
            continue
        for path in sorted(folder.iterdir()):
            ours = path.is_dir() or path.suffix.casefold() in DATA or path.is_symlink()
            plain = path.name.casefold() not in names and not _is_demo(path)
            if ours and plain and not (path.name.startswith(".") and not path.is_dir()):
                yield path


def _is_list(path: Path, root: Path) -> bool:
    """Return whether a list of people exists and is not that of the fictional class."""
    demo = root / "submissions" / DEMO
    return (path.is_file() or path.is_symlink()) and not path.is_relative_to(demo)


def _is_demo(path: Path) -> bool:
    return path.parent.name == "submissions" and path.name.casefold() == DEMO


def _remove(doomed: Doomed, root: Path) -> Iterator[Stays]:
    if doomed.path == root or not doomed.path.is_relative_to(root) or ".." in doomed.path.parts:
        yield Stays(path=doomed.path, why=StayReason.LINK)
        return
    try:
        now = contents_of(doomed.path)
    except OSError:
        yield Stays(path=doomed.path, why=StayReason.GONE)
        return
    if leads_elsewhere(doomed.path, root):
        yield Stays(path=doomed.path, why=StayReason.LINK)
    elif now != doomed.contents:
        yield Stays(path=doomed.path, why=StayReason.CHANGED)
    else:
        folders, others = _inside(doomed.path) if doomed.path.is_dir() else ([], [doomed.path])
        for path in others:
            yield from _tried(path.unlink, path)
        for path in reversed(folders):
            yield from _tried(path.rmdir, path)


def _tried(remove: Callable[[], None], path: Path) -> Iterator[Stays]:
    try:
        remove()
    except OSError as error:
        yield Stays(path=path, why=StayReason.REFUSED, detail=error.strerror or str(error))


def _inside(folder: Path) -> tuple[list[Path], list[Path]]:
    """List a folder's folders, itself first and outer ones before inner ones, and all else.

    A link is one of the others, whatever it leads to, and so is a folder of another disk. What
    cannot be read is taken for empty.
    """
    device = folder.lstat().st_dev
    folders, others = [folder], list[Path]()
    for inner in folders:  # grows while it is walked through
        try:
            entries = sorted(inner.iterdir())
        except OSError:
            continue
        for path in entries:
            state = _state(path)
            ours = state is not None and _is_folder(state) and state.st_dev == device
            (folders if ours else others).append(path)
    return folders, others


def _is_folder(state: os.stat_result) -> bool:
    return stat.S_ISDIR(state.st_mode) and not _is_link(state)


def _is_link(state: os.stat_result) -> bool:
    attributes: int = getattr(state, "st_file_attributes", 0)
    return stat.S_ISLNK(state.st_mode) or bool(attributes & REPARSE_POINT)


def _state(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except OSError:
        return None
