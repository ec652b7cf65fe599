"""The result of one run of `grader collect`."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.collecting.gathering import Gathered, OpenedDownload
from grader.intake.collecting.placing import Placement
from grader.intake.collecting.resolving import Resolved
from grader.model.collection import Collected, Collection, NoteKind, Repair, RepairKind, Role
from grader.model.errors import Message


class DownloadResult(Struct, frozen=True, kw_only=True):
    """One download, as interpreted."""

    name: str
    lms: str
    encoding: str  # of its names
    files: int
    refused: int
    unexplained: int
    repairs: tuple[Repair, ...] = ()
    whole: bool = True  # False: files of unknown students are missing, or there are no files

    @property
    def repaired(self) -> Mapping[RepairKind, tuple[Repair, ...]]:
        """Group the repairs by kind, since `was` and `name` may look the same (NFD)."""
        by_kind: dict[RepairKind, list[Repair]] = {}
        for repair in self.repairs:
            by_kind.setdefault(repair.kind, []).append(repair)
        return {kind: tuple(own) for kind, own in by_kind.items()}


class CollectResult(Struct, frozen=True, kw_only=True):
    """The collection in its new state (or as it would be), and what changed."""

    collection: Collection
    downloads: tuple[DownloadResult, ...]
    troubles: tuple[Message, ...] = ()  # inputs that could not be read
    warnings: tuple[Message, ...] = ()  # about rosters and sheets
    new: tuple[str, ...] = ()  # students
    updated: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    by_hand: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By student: the files that a person changed, added or removed. They are left as they are."""
    replaced: Mapping[str, str] = field(default_factory=dict)
    """Replaced folders, and where they were moved to."""


def outcome(
    collection: Collection, gathered: Gathered, old: Collection, placement: Placement
) -> CollectResult:
    """Compare with the previous collection."""
    before = {collected.student: collected for collected in old.students}
    students = {collected.student: collected for collected in collection.students}
    same = {
        student
        for student, collected in students.items()
        if student in before
        and _counted(collected) == _counted(before[student])
        and {*placement.folders}.isdisjoint(path.split("/")[0] for path, _ in _counted(collected))
    }
    return CollectResult(
        collection=collection,
        downloads=tuple(map(_download, gathered.downloads)),
        troubles=tuple(gathered.troubles),
        warnings=tuple(dict.fromkeys((*gathered.warnings, *placement.warnings))),
        new=tuple(sorted(set(students) - set(before))),
        updated=tuple(sorted(set(students) & set(before) - same)),
        unchanged=tuple(sorted(same)),
        by_hand=_by_hand(collection),
        replaced=placement.replaced,
    )


def _download(opened: OpenedDownload) -> DownloadResult:
    return DownloadResult(
        name=opened.name,
        lms=opened.lms,
        encoding=opened.encoding,
        files=len(opened.pieces),
        refused=len(opened.refused),
        unexplained=len(opened.unexplained),
        repairs=opened.repairs,
        whole=opened.whole,
    )


def _by_hand(collection: Collection) -> Mapping[str, tuple[str, ...]]:
    return {
        student.student: note.names
        for student in collection.students
        for note in student.notes
        if note.kind is NoteKind.BY_HAND
    }


def _counted(student: Collected) -> set[tuple[str, str]]:
    return {(file.path, file.sha256) for file in student.files if file.role is not Role.EARLIER}


class _SheetClaims(Struct, frozen=True, kw_only=True):
    """What the LMS's tables say about students without files: missing, or claimed to exist."""

    missing: AbstractSet[str]
    claimed: AbstractSet[str]


def with_certainty(
    collection: Collection, gathered: Gathered, resolved: Resolved, before: Collection
) -> Collection:
    """Add which downloads were complete, and what the LMS says about students without files."""
    whole = {download.name for download in gathered.downloads if download.whole}
    broken = {download.name for download in gathered.downloads if not download.whole} | {
        *gathered.unopened
    }
    left = set() if _holds_everybody(gathered, resolved, before) else {*before.incomplete} - whole
    listed = replace(
        collection,
        complete=tuple(sorted({*before.complete, *whole} - broken)),
        incomplete=tuple(sorted(left | broken)),
    )
    claims = _claims_of_sheets(listed, resolved, before)
    return replace(
        listed,
        surely_missing=tuple(sorted(claims.missing)),
        claimed=tuple(sorted(claims.claimed)),
    )


def _holds_everybody(gathered: Gathered, resolved: Resolved, before: Collection) -> bool:
    """Return whether complete downloads, one of them new, cover every student collected so far."""
    whole = {number for number, download in enumerate(gathered.downloads) if download.whole}
    if all(gathered.downloads[number].name in before.complete for number in whole):
        return False
    came = {student: {file.snapshot for file in own} for student, own in resolved.students.items()}
    known = {student.student for student in before.students}
    return all(
        snapshots & whole
        for student, snapshots in came.items()
        if student in known or min(snapshots, default=0) < 0
    )


def _claims_of_sheets(
    collection: Collection, resolved: Resolved, before: Collection
) -> _SheetClaims:
    """Read the current tables; earlier claims count until something new is unresolved."""
    absent = {*collection.not_submitted}
    people = resolved.joined.people
    word = {student: people[student].submitted for student in absent if student in people}
    missing = {student for student, handed_in in word.items() if handed_in is False}
    claimed = {student for student, handed_in in word.items() if handed_in}
    labels = {group.label for group in before.unassigned}
    if labels >= {group.label for group in collection.unassigned} and {*before.incomplete} >= {
        *collection.incomplete
    }:
        missing |= {*before.surely_missing} & absent - claimed
    claimed |= {*before.claimed} & absent - missing
    return _SheetClaims(missing=missing, claimed=claimed)
