"""Follows folders that a person moved or renamed: that is how a person says whose they are."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.intake.collecting.disk import Disk
from grader.intake.collecting.folders import EARLIER, folder_of
from grader.model.collection import AssignedFiles, Collected, CollectedFile, Collection, Role
from grader.people import find_id


@dataclass(slots=True, kw_only=True)
class _Moves:
    """The collection while moves are followed."""

    students: dict[str, Collected]
    assigned: dict[str, str]
    assigned_files: dict[str, AssignedFiles]
    explained: frozenset[str]  # paths that the manifest knows
    disk: Disk
    pattern: str

    def follow(self, one: Collected, files: Sequence[CollectedFile], depth: int) -> bool:
        """Gives `one` to the student in whose folder the files lie now; False without one."""
        folder = self._moved_to(files, depth)
        if not folder:
            return False
        known = (other for other in self.students.values() if folder_of(other) == folder)
        found = next(known, None)
        student = found.student if found else find_id(folder, self.pattern) or folder
        moved = tuple(
            file if file.path.startswith(f"{EARLIER}/") else _at(file, folder, depth)
            for file in one.files
        )
        self.assigned[one.student] = student
        digests = tuple(sorted({file.sha256 for file in one.files}))
        self.assigned_files[one.student] = AssignedFiles(who=one.who, digests=digests)
        start = self.students.get(student, replace(one, student=student, files=()))
        self.students[student] = replace(start, files=(*start.files, *moved))
        return True

    def _moved_to(self, files: Sequence[CollectedFile], depth: int) -> str:
        """Finds the one folder with all these files; "" when there is none, or several."""
        if not files or any(self.disk.digest(file.path) for file in files):
            return ""
        folders = self.disk.folders()
        found = [one for one in folders if all(self._lies(file, one, depth) for file in files)]
        return found[0] if len(found) == 1 else ""

    def _lies(self, file: CollectedFile, folder: str, depth: int) -> bool:
        path = _at(file, folder, depth).path
        return path not in self.explained and self.disk.digest(path) == file.sha256


def follow_moves(old: Collection, disk: Disk, pattern: str) -> Collection:
    """Returns the collection as it lies now. Files that others have too prove no move."""
    moves = _Moves(
        students={one.student: one for one in old.students},
        assigned=dict(old.assigned),
        assigned_files=dict(old.assigned_files),
        explained=frozenset(file.path for one in old.students for file in one.files),
        disk=disk,
        pattern=pattern,
    )
    unassigned = tuple(
        one
        for one in old.unassigned
        if not moves.follow(
            Collected(student=one.label, who=one.who, files=one.files), one.files, 2
        )
    )
    for one in old.students:
        counted = [file for file in one.files if file.role is not Role.EARLIER]
        if not one.who.student and moves.follow(one, counted, 1):
            del moves.students[one.student]
    students = tuple(moves.students[student] for student in sorted(moves.students))
    return replace(
        old,
        students=students,
        unassigned=unassigned,
        assigned=moves.assigned,
        assigned_files=moves.assigned_files,
    )


def _at(file: CollectedFile, folder: str, depth: int) -> CollectedFile:
    return replace(file, path="/".join([folder, *file.path.split("/")[depth:]]))
