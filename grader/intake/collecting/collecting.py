"""Collects downloads of an LMS into submissions/ASSIGNMENT/: the story of `grader collect`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from grader.intake.collecting.dating import dated
from grader.intake.collecting.disk import Disk, staging_beside
from grader.intake.collecting.gathering import Gathered, gather, read_people_of
from grader.intake.collecting.outcome import CollectResult, outcome, with_certainty
from grader.intake.collecting.placing import Placement, place, plan_placement
from grader.intake.collecting.remembering import Memory, remember
from grader.intake.collecting.resolving import IdentitySources, Resolved, resolve
from grader.intake.collecting.settling import _Choosing
from grader.intake.collecting.strays import unmatched_files, without_heaps
from grader.intake.manifest import read_manifest, write_manifest
from grader.model.collection import Collection, Person, RefusedEntry
from grader.model.course import Assignment, Course
from grader.model.errors import IntakeError, Message


def collect(  # noqa: PLR0913  the command's options, each by its name
    inputs: Sequence[Path],
    course: Course,
    assignment: Assignment,
    *,
    target: Path,
    lms: str = "auto",
    roster: Path | None = None,
    dry_run: bool = False,
    assign: Mapping[str, str] | None = None,
) -> CollectResult:
    """Collects downloads into `target`; with `dry_run` only says what would be done.

    `assign` names the student of a label; "" takes back what was said before. Raises IntakeError
    when nothing can be read, for a label or student that cannot be, and when the target cannot be
    written into; then nothing is changed there.
    """
    real = _target(target, inputs)
    people, warnings = _roster(roster, course)
    try:
        with staging_beside(real, dry_run=dry_run) as staging:
            gathered = gather(inputs, course, lms, staging)
            gathered.warnings[:0] = warnings
            known = _known(gathered, people, course, assign or {})
            disk = Disk(root=real)
            memory = remember(_collected(real, assignment), disk)
            without_heaps(gathered, [*known.roster, *known.sheets, *memory.people()])
            collecting = _Collecting(
                gathered=gathered, memory=memory, known=known, disk=disk, assignment=assignment
            )
            result = collecting.plan()
            if not dry_run:
                collecting.write(result.collection, staging)
    except OSError as error:
        reason = error.strerror or str(error)
        raise IntakeError(
            "{path}: cannot be read or written: {reason}", path=target, reason=reason
        ) from error
    return result


class _Collecting(Struct, kw_only=True):
    """One collecting: everything that was given, and what was there."""

    gathered: Gathered
    memory: Memory
    known: IdentitySources
    disk: Disk
    assignment: Assignment
    placement: Placement | None = None
    sources: dict[str, Path] = field(default_factory=dict)

    def plan(self) -> CollectResult:
        """Decides everything; writes nothing."""
        given = dated(self.gathered, self.memory, self.known)
        resolved = resolve(
            given, unmatched_files(self.gathered, self.memory), self.memory, self.known
        )
        self.gathered.warnings += resolved.warnings
        settling = _Choosing(
            resolved=resolved,
            memory=self.memory,
            downloads=self.gathered.downloads,
            source=self.assignment.source,
            lms=self._lms(),
        )
        settlement = settling.settle()
        old = self.memory.collection
        self.placement = plan_placement(settlement, old, self.disk, self.assignment.source)
        self.gathered.warnings += self.placement.warnings
        self.sources = settlement.sources
        listed = self._collection(self.placement, resolved)
        collection = with_certainty(listed, self.gathered, resolved, self.memory)
        return outcome(collection, self.gathered, old, self.placement)

    def write(self, collection: Collection, staging: Path) -> None:
        """Does what was planned."""
        if self.placement is None:
            return
        self.disk.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        place(self.placement, self.sources, self.disk, staging)
        write_manifest(self.disk.root, collection, self.assignment)

    def _collection(self, placement: Placement, resolved: Resolved) -> Collection:
        names = dict(self.memory.names)
        listed = [*self.known.sheets, *self.known.roster]
        names |= {one.student: one.name for one in listed if one.student and one.name}
        there = {one.student for one in placement.students}
        before = self.memory.collection.not_submitted if self.memory.collection else ()
        class_ = {one.student for one in self.known.roster or self.known.sheets} - {""}
        elsewhere = class_ & resolved.joined.students.keys()  # a person gave their files away
        absent = {*resolved.joined.not_submitted, *elsewhere, *(() if listed else before)}
        return Collection(
            assignment=self.assignment.id,
            lms=self._lms(),
            students=placement.students,
            not_submitted=tuple(sorted(absent - there)),
            unassigned=placement.unassigned,
            refused=tuple(sorted(self._refused(resolved), key=astuple)),
            names=names,
            assigned=resolved.assigned,
            assigned_files=resolved.assigned_files,
        )

    def _lms(self) -> str:
        """Names the LMS; of several all of them."""
        before = self.memory.collection.lms.split("+") if self.memory.collection else []
        found = {*before, *(one.lms for one in self.gathered.downloads)} - {""}
        return "+".join(sorted(found))

    def _refused(self, resolved: Resolved) -> Iterator[RefusedEntry]:
        """Lists what was refused, now and before, and whose it would have been."""
        again = {one.name for one in self.gathered.downloads}
        before = self.memory.collection.refused if self.memory.collection else ()
        yield from (one for one in before if one.download not in again)
        owners = {one.piece: student for student, own in resolved.students.items() for one in own}
        kept = {piece.member.name: student for piece, student in owners.items()}  # as they came
        for opened in self.gathered.downloads:
            whose = {entry: owners.get(piece, "") for piece, entry in opened.lost}
            for entry in opened.refused:
                student = entry.student or whose.get(entry, "") or kept.get(entry.entry, "")
                yield replace(entry, student=student, download=entry.download or opened.name)


def _known(
    gathered: Gathered, roster: Sequence[Person], course: Course, assign: Mapping[str, str]
) -> IdentitySources:
    """Puts together what is known of people: the roster, every sheet, and a person's word."""
    sheets = [*gathered.sheets, *(one for each in gathered.downloads for one in each.sheets)]
    return IdentitySources(roster=roster, sheets=sheets, pattern=course.student_id, assign=assign)


def _collected(target: Path, assignment: Assignment) -> Collection | None:
    """Reads what is there. Raises IntakeError when it is another assignment's."""
    old = read_manifest(target)
    if old is not None and old.assignment != assignment.id:
        raise IntakeError(
            "{path}: contains submissions collected for {other}, not {wanted}",
            path=target,
            other=old.assignment,
            wanted=assignment.id,
        )
    return old


def _roster(given: Path | None, course: Course) -> tuple[Sequence[Person], Sequence[Message]]:
    """Reads the roster that was given, else the course's, where it is there."""
    path = given or (course.root / course.roster if course.roster else None)
    if path is None or (given is None and not path.exists()):
        return (), ()
    people = read_people_of(path, course)
    return people.people, people.warnings


def _target(target: Path, inputs: Sequence[Path]) -> Path:
    """Follows the user's own links. Raises IntakeError when an input and the target overlap."""
    try:
        real = target.resolve()
        given = [(one, one.resolve()) for one in inputs]
    except (OSError, RuntimeError, ValueError) as error:
        raise IntakeError("{path}: there is no such file or folder", path=target) from error
    if real.exists() and not real.is_dir():
        raise IntakeError(
            ("{path}: is not a folder; move it elsewhere and run grader collect again"), path=target
        )
    for path, found in given:
        if real.is_relative_to(found) or found.is_relative_to(real):
            raise IntakeError(
                "{path}: is the folder that submissions are collected into; specify the download "
                "from the LMS",
                path=path,
            )
    return real
