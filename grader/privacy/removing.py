"""Removes what a plan lists, and nothing else."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.privacy.contents import contents_of, inside, leads_elsewhere
from grader.privacy.purging import Doomed, PurgePlan, Stays, Why


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """What is gone, and what is not."""

    gone: tuple[Doomed, ...]
    left: tuple[Stays, ...] = ()


def remove_listed(plan: PurgePlan) -> Removed:
    """Removes every item of the plan that is still what was listed.

    A link is removed itself and never followed; nothing outside the course's folder is touched.
    What changed since it was listed stays, and so does what the system refuses to remove.
    """
    left = {one.path: tuple(_remove(one, plan.root)) for one in plan.items}
    return Removed(
        gone=tuple(one for one in plan.items if not left[one.path]),
        left=tuple(each for one in plan.items for each in left[one.path]),
    )


def _remove(item: Doomed, root: Path) -> Iterator[Stays]:
    """Removes one item; yields what stays."""
    if item.path == root or not item.path.is_relative_to(root) or ".." in item.path.parts:
        yield Stays(path=item.path, why=Why.LINK)
        return
    try:
        now = contents_of(item.path)
    except OSError:
        yield Stays(path=item.path, why=Why.GONE)
        return
    if leads_elsewhere(item.path, root):
        yield Stays(path=item.path, why=Why.LINK)
    elif now != item.contents:
        yield Stays(path=item.path, why=Why.CHANGED)
    elif item.path.is_dir():
        yield from _remove_folder(item.path)
    else:
        yield from _tried(item.path.unlink, item.path)


def _remove_folder(folder: Path) -> Iterator[Stays]:
    folders, others = inside(folder)
    for path in others:
        yield from _tried(path.unlink, path)
    for path in reversed(folders):
        yield from _tried(path.rmdir, path)


def _tried(remove: Callable[[], None], path: Path) -> Iterator[Stays]:
    try:
        remove()
    except OSError as error:
        yield Stays(path=path, why=Why.REFUSED, detail=error.strerror or str(error))
