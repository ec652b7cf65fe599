"""Plans where the files of one student lie: what stays, what a person did, what is new."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.intake.collecting.disk import Disk
from grader.intake.collecting.disk_names import Places, folded, safe_part
from grader.intake.names import is_clutter, logical

Content = tuple[str, str]  # a file's logical name, and the digest of its bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Where each file of one folder lies in the end."""

    folder: str
    paths: Mapping[Content, str]
    write: frozenset[Content]  # the others lie there, or a person changed or removed them
    by_hand: tuple[str, ...] = ()  # below the folder: changed, added or removed by a person
    contested: tuple[tuple[str, str, Content], ...] = ()
    """Below the folder: a person's file, and ours that should have had its name."""


@dataclass(slots=True)
class _Folder:
    """One folder while it is planned; paths are relative to it."""

    disk: Disk
    name: str
    there: dict[str, str]  # digest of each file, "" of what is no file
    hand: set[str]  # what a person put or changed

    def sames(self, logical: str, digest: str) -> Iterator[str]:
        """Finds a person's file that is the wanted one already, under its name or a numbered."""
        number = 1
        *folders, last = logical.split("/")
        above = "".join(f"{safe_part(folder)}/" for folder in folders)
        while (path := above + safe_part(last, number)) in self.hand:
            if self.there[path] == digest:
                yield path
            number += 1


def plan_folder(
    disk: Disk, name: str, contents: Sequence[Content], old: Mapping[Content, str]
) -> Plan:
    """Finds a path for every content; `old` is where the manifest says they lie.

    What a person changed or added keeps its place, and what a person removed stays removed, as
    long as the folder is there. Raises IntakeError.
    """
    start = len(name) + 1
    ours = {path[start:]: digest for (_, digest), path in old.items()}
    there = {path[start:]: disk.digest(path) for path in disk.files(name)}
    hand = {path for path, digest in there.items() if ours.get(path) != digest}
    folder = _Folder(disk=disk, name=name, there=there, hand=hand)
    kept = {one: old[one][start:] for one in contents if one in old}
    missing = {path for path in kept.values() if path not in there}
    paths = _new_paths(folder, [one for one in contents if one not in kept], kept)
    whole = disk.has(name)
    write = {one for one, path in paths.items() if there.get(path) != one[1]}
    write |= set() if whole else {one for one, path in kept.items() if path in missing}
    by_hand = (hand - set(paths.values())) | (missing if whole else set())
    return Plan(
        folder=name,
        paths={one: f"{name}/{path}" for one, path in (kept | paths).items()},
        write=frozenset(write),
        by_hand=tuple(sorted(_logical(path) for path in by_hand if not _is_clutter(path))),
        contested=tuple(_contested(folder, kept | paths)),
    )


def _new_paths(
    folder: _Folder, contents: Sequence[Content], kept: Mapping[Content, str]
) -> dict[Content, str]:
    """Gives places to what the manifest does not know; no two alike on any system."""
    places = Places()
    for path in (*kept.values(), *sorted(folder.hand)):
        places.hold(path)
    used = set(kept.values())
    paths: dict[Content, str] = {}
    for one in sorted(contents):
        same = next((path for path in folder.sames(*one) if path not in used), None)
        paths[one] = same or places.place(one[0])
        used.add(paths[one])
    return paths


def _contested(folder: _Folder, paths: Mapping[Content, str]) -> Iterator[tuple[str, str, Content]]:
    """Finds the files that lie beside a person's file of the name they should have."""
    by_fold = {folded(path): path for path in folder.hand - set(paths.values())}
    for one, path in sorted(paths.items()):
        other = by_fold.get(folded("/".join(map(safe_part, one[0].split("/")))))
        if other is not None:
            yield other, path, one


def _is_clutter(path: str) -> bool:
    return any(is_clutter(part) for part in path.split("/"))


def _logical(path: str) -> str:
    """Names a file that anybody may have put there, so that it can be written down."""
    return logical(tuple(path.split("/")))
