"""Which folder is whose, below the folder that is collected into, and what lies where in it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from grader.intake.collecting.disk import Disk
from grader.intake.collecting.disk_names import Places, folded, safe_part
from grader.intake.manifest import MANIFEST
from grader.intake.names import is_clutter, logical
from grader.model.collection import Collected, CollectedFile, Collection, Role

EARLIER = ".earlier"
UNASSIGNED = ".unassigned"

Content = tuple[str, str]  # a file's logical name, and the digest of its bytes


def paths_by_folder(old: Collection | None) -> Mapping[str, Mapping[Content, str]]:
    """Sorts the paths of the manifest by the folder that they are planned with."""
    paths: dict[str, dict[Content, str]] = defaultdict(dict)
    for file in files_of(old):
        parts = file.path.split("/")
        depth = 2 if parts[0] in {EARLIER, UNASSIGNED} else 1
        paths["/".join(parts[:depth])][file.name, file.sha256] = file.path
    return paths


def files_of(old: Collection | None) -> Iterator[CollectedFile]:
    """Goes through every file of a collection."""
    if old is not None:
        yield from (file for student in old.students for file in student.files)
        yield from (file for waiting in old.unassigned for file in waiting.files)


def folder_names(names: Sequence[str], old: Mapping[str, str]) -> dict[str, str]:
    """Gives everybody a folder of an own name; who has one keeps it."""
    folders = {name: old[name] for name in names if name in old}
    taken = {folded(MANIFEST), *map(folded, folders.values())}
    for name in names:
        number = 1
        while name not in folders:
            part = safe_part(name, number)
            part = f"_{part.lstrip('.')}" if is_clutter(part) else part
            if folded(part) not in taken:
                folders[name] = part
                taken.add(folded(part))
            number += 1
    return folders


def folders_of_students(old: Collection | None) -> Mapping[str, str]:
    """Names the folder of each student that has one."""
    students = old.students if old else ()
    return {student.student: folder for student in students if (folder := folder_of(student))}


def folder_of(student: Collected) -> str:
    """Names the folder of a student; "" when nothing lies in it."""
    counted = (file.path for file in student.files if file.role is not Role.EARLIER)
    return next((path.split("/")[0] for path in counted), "")


def folders_of_labels(old: Collection | None) -> Mapping[str, str]:
    """Names the folder of each label that has one."""
    unassigned = old.unassigned if old else ()
    return {group.label: group.files[0].path.split("/")[1] for group in unassigned if group.files}


class FolderPlan(Struct, frozen=True, kw_only=True):
    """Where each file of one folder lies in the end."""

    folder: str
    paths: Mapping[Content, str]
    write: frozenset[Content]  # the others lie there, or a person changed or removed them
    by_hand: tuple[str, ...] = ()  # below the folder: changed, added or removed by a person


def plan_folder(
    disk: Disk, name: str, contents: Mapping[Content, str], old: Mapping[Content, str]
) -> FolderPlan:
    """Finds a path for every content, where its logical path says or else beside what is there.

    `old` is where the manifest says they lie. What a person changed, added or removed there stays
    so, as long as the folder is there. Raises IntakeError.
    """
    start = len(name) + 1
    there, hand = files_by_hand(disk, name, old)
    kept = {content: old[content][start:] for content in contents if content in old}
    missing = {path for path in kept.values() if path not in there}
    places = Places()
    for path in (*kept.values(), *sorted(hand)):
        places.hold(path)
    new: dict[Content, str] = {}
    for content in sorted(contents.keys() - kept.keys()):
        same = (path for path in _numbered(contents[content], hand) if there[path] == content[1])
        free = (path for path in same if path not in new.values())
        new[content] = next(free, "") or places.place(contents[content])
    is_there = disk.has(name)
    write = {content for content, path in new.items() if there.get(path) != content[1]}
    write |= set() if is_there else {content for content, path in kept.items() if path in missing}
    return FolderPlan(
        folder=name,
        paths={content: f"{name}/{path}" for content, path in (kept | new).items()},
        write=frozenset(write),
        by_hand=_shown((hand - set(new.values())) | (missing if is_there else set())),
    )


def files_by_hand(
    disk: Disk, name: str, old: Mapping[Content, str]
) -> tuple[dict[str, str], set[str]]:
    """Lists a folder's files with their digests, and which of them a person changed or put there.

    The names are relative to the folder. Raises IntakeError.
    """
    start = len(name) + 1
    ours = {path[start:]: digest for (_, digest), path in old.items()}
    there = {path[start:]: disk.digest(path) for path in disk.files(name)}
    return there, {path for path, digest in there.items() if ours.get(path) != digest}


def _numbered(logical_path: str, hand: set[str]) -> Iterator[str]:
    """Finds the person's files of a name, and of that name with numbers."""
    number = 1
    *folders, last = logical_path.split("/")
    above = "".join(f"{safe_part(folder)}/" for folder in folders)
    while (path := above + safe_part(last, number)) in hand:
        yield path
        number += 1


def _shown(paths: set[str]) -> tuple[str, ...]:
    """Names files that anybody may have put there, so that they can be written down."""
    split = (path.split("/") for path in sorted(paths))
    return tuple(
        sorted(logical(tuple(parts)) for parts in split if not any(map(is_clutter, parts)))
    )
