"""Which folder is whose, below the folder that is collected into. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from grader.intake.collecting.disk_names import folded, safe_part
from grader.intake.collecting.owners import Content
from grader.intake.manifest import MANIFEST
from grader.intake.names import is_clutter
from grader.model.collection import Collected, CollectedFile, Collection, Role

EARLIER = ".earlier"
UNASSIGNED = ".unassigned"


def paths_by_folder(old: Collection | None) -> Mapping[str, Mapping[Content, str]]:
    """Sorts the paths of the manifest by the folder that they are planned with."""
    found: dict[str, dict[Content, str]] = defaultdict(dict)
    for file in files_of(old):
        parts = file.path.split("/")
        depth = 2 if parts[0] in {EARLIER, UNASSIGNED} else 1
        earlier = parts[0] == EARLIER
        name = f"{parts[2]}/{file.name}" if earlier else file.name
        found["/".join(parts[:depth])][name, file.sha256] = file.path
    return found


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
    return {one.student: folder for one in students if (folder := folder_of(one))}


def folder_of(one: Collected) -> str:
    """Names the folder of a student; "" when nothing lies in it."""
    counted = (file.path for file in one.files if file.role is not Role.EARLIER)
    return next((path.split("/")[0] for path in counted), "")


def folders_of_labels(old: Collection | None) -> Mapping[str, str]:
    """Names the folder of each label that has one."""
    unassigned = old.unassigned if old else ()
    return {one.label: one.files[0].path.split("/")[1] for one in unassigned if one.files}
