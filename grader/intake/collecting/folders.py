"""Folders below the target: which student each belongs to, and where files lie in it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.intake.collecting.disk import Disk
from grader.intake.collecting.disk_names import Places, folded, safe_part
from grader.intake.manifest import MANIFEST
from grader.intake.names import is_clutter, logical
from grader.model.collection import Collected, CollectedFile, Collection, Role

EARLIER = ".earlier"
UNASSIGNED = ".unassigned"

Content = tuple[str, str]  # logical name and SHA-256 of a file


def paths_by_folder(old: Collection) -> Mapping[str, Mapping[Content, str]]:
    """Group the manifest's paths by the folder they are planned with."""
    paths: dict[str, dict[Content, str]] = defaultdict(dict)
    for file in files_of(old):
        parts = file.path.split("/")
        depth = 2 if parts[0] in {EARLIER, UNASSIGNED} else 1
        paths["/".join(parts[:depth])][file.name, file.sha256] = file.path
    return paths


def files_of(old: Collection) -> Iterator[CollectedFile]:
    """Yield every file of a collection."""
    yield from (file for student in old.students for file in student.files)
    yield from (file for waiting in old.unassigned for file in waiting.files)


def folder_names(names: Sequence[str], old: Mapping[str, str]) -> dict[str, str]:
    """Give each name a distinct folder; those that have one keep it."""
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


def folders_of_students(old: Collection) -> Mapping[str, str]:
    """Map students to their folders."""
    return {student.student: folder for student in old.students if (folder := folder_of(student))}


def folder_of(student: Collected) -> str:
    """Return the folder of a student; "" if nothing is in it."""
    counted = (file.path for file in student.files if file.role is not Role.EARLIER)
    return next((path.split("/")[0] for path in counted), "")


def folders_of_labels(old: Collection) -> Mapping[str, str]:
    """Map labels to their folders."""
    groups = (group for group in old.unassigned if group.files)
    return {group.label: group.files[0].path.split("/")[1] for group in groups}


def fresh_paths(
    folder: str, names: Mapping[Content, str], taken: Iterable[str] = ()
) -> dict[Content, str]:
    """Give every file a distinct path below a folder, also distinct from `taken`."""
    places = Places()
    for path in taken:
        places.hold(path.removeprefix(f"{folder}/"))
    return {content: f"{folder}/{places.place(names[content])}" for content in sorted(names)}


def files_by_hand(disk: Disk, folder: str, ours: Mapping[Content, str]) -> tuple[str, ...]:
    """List files that a person changed, added or removed: their digests differ from `ours`.

    Raises IntakeError.
    """
    start = len(folder) + 1
    known = {path[start:]: digest for (_, digest), path in ours.items()}
    there = {path[start:]: disk.digest(path) for path in disk.files(folder)}
    return _shown({path for path in {*known, *there} if known.get(path) != there.get(path)})


def _shown(paths: set[str]) -> tuple[str, ...]:
    """Normalise names of unknown origin so that they can be stored."""
    split = (path.split("/") for path in sorted(paths))
    return tuple(
        sorted(logical(tuple(parts)) for parts in split if not any(map(is_clutter, parts)))
    )
