"""Decides which files of each student count, and what there is to say about them. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.intake.collecting.filed import SnapshotFile, best_who
from grader.intake.collecting.gathering import REFUSED, OpenedDownload
from grader.intake.collecting.placing import ClassFiles, StudentFiles, UnassignedFiles, content_of
from grader.intake.collecting.remembering import COUNTED, EARLIER, Memory
from grader.intake.collecting.resolving import Resolved
from grader.intake.collecting.strays import UNEXPLAINED
from grader.intake.collecting.versions import Versions, best_time, came_later, which_count
from grader.model.collection import Collected, Identity, Note, NoteKind, Piece, Repair

_ABOUT_WHO = {NoteKind.UNKNOWN, NoteKind.FROM_FILE_NAME, NoteKind.OTHER_ID}


class _Choosing(Struct, frozen=True, kw_only=True):
    """What settling needs to know."""

    resolved: Resolved
    memory: Memory
    downloads: Sequence[OpenedDownload]
    source: str  # the program's name that was asked for
    lms: str

    def settle(self) -> ClassFiles:
        """Settles everybody."""
        students = self.resolved.students
        lost = self._refused()
        repaired = _repaired(self.downloads)
        settled = [
            self._student(student, students.get(student, []), lost.get(student, ()), repaired)
            for student in sorted({*students, *self._without_files()})
        ]
        waiting = [self._waiting(label) for label in sorted(self.resolved.waiting)]
        sources = dict(self.memory.sources)
        everything = (*students.values(), *self.resolved.waiting.values())
        sources |= {
            one.piece.member.sha256: one.piece.member.path
            for own in everything
            for one in own
            if one.snapshot >= 0 and not _is_lost(one)
        }
        return ClassFiles(students=tuple(settled), waiting=tuple(waiting), sources=sources)

    def _student(
        self,
        student: str,
        filed: Sequence[SnapshotFile],
        refused: Sequence[str],
        repaired: Mapping[str, Repair],
    ) -> StudentFiles:
        real = [one for one in filed if not _is_lost(one)]
        versions = self._versions(real, student)
        if not real:
            versions = replace(versions, received=best_time(one.sheet_time for one in filed))
        before = self.memory.students.get(student)
        there = {piece.file for piece in (*versions.counted, *versions.earlier)}
        names = {piece.file for piece in versions.counted if _is_repaired(piece, repaired)}
        names |= set(_noted(before, NoteKind.REPAIRED)) & {one.file for one in versions.counted}
        missing = {*refused, *(set(_noted(before, NoteKind.REFUSED)) - there)}
        notes = [*self._about_who(student, before)]
        if names:
            notes.append(Note(kind=NoteKind.REPAIRED, names=tuple(sorted(names))))
        if missing:
            notes.append(Note(kind=NoteKind.REFUSED, names=tuple(sorted(missing))))
        callers = [one.piece.who for one in filed]
        # Whom a person moved away takes along who the LMS says it was.
        same = before is not None and (before.who in callers or not callers)
        who = best_who(callers, before.who if before and same else Identity())
        return StudentFiles(student=student, who=who, versions=versions, notes=tuple(notes))

    def _versions(self, files: Sequence[SnapshotFile], student: str) -> Versions:
        """Tells which files count: what the same caller handed in before gives way to what is new.

        Unless that came in later, as the LMS says, or all of it is there again.
        """
        new = [one for one in files if one.snapshot > COUNTED]
        callers = {one.piece.who for one in new}
        before = [one for one in files if one.snapshot == COUNTED]
        old = [one for one in before if any(_may_be_one(one.piece.who, who) for who in callers)]
        again = {one.content for one in old} <= {one.content for one in new}
        stays = again or came_later(old, new)
        away = [one for one in files if one.snapshot == EARLIER] + ([] if stays else old)
        versions = which_count(
            [one for one in files if one not in away], student, self.source, self.lms
        )
        there = {content_of(piece) for piece in (*versions.counted, *versions.earlier)}
        earlier = {one.content: one.piece for one in away if one.content not in there}
        return replace(versions, earlier=(*versions.earlier, *earlier.values()))

    def _about_who(self, student: str, before: Collected | None) -> Iterable[Note]:
        """Says how sure it is whose the files are; a person may still mistype an id."""
        joined = self.resolved.joined
        if student in self.resolved.assigned.values():
            mistyped = joined.people and student not in joined.people
            return [Note(kind=NoteKind.UNKNOWN)] if mistyped else []
        if student in joined.students:
            return joined.notes.get(student, ())
        return [note for note in (before.notes if before else ()) if note.kind in _ABOUT_WHO]

    def _waiting(self, label: str) -> UnassignedFiles:
        filed = self.resolved.waiting[label]
        pending = self.resolved.pending.get(label)
        before = self.memory.unassigned.get(label)
        pieces = {content_of(one.piece): one.piece for one in filed if not _is_lost(one)}
        reason = pending.reason if pending else before.reason if before else UNEXPLAINED
        proposals = pending.proposals if pending else before.proposals if before else ()
        return UnassignedFiles(
            label=label,
            who=filed[0].piece.who,
            pieces=tuple(pieces[content] for content in sorted(pieces)),
            proposals=proposals,
            reason=reason,
        )

    def _without_files(self) -> Iterable[str]:
        """Names those of whom nothing could be unpacked until now, and who are nobody else now."""
        callers = {one.piece.who for own in self.resolved.students.values() for one in own} - {
            Identity()
        }
        for one in self.memory.students.values():
            if _noted(one, NoteKind.REFUSED) and (one.files or one.who not in callers):
                yield one.student

    def _refused(self) -> Mapping[str, Sequence[str]]:
        """Finds the names of what was refused, by student."""
        lost: dict[str, list[str]] = defaultdict(list)
        for student, filed in self.resolved.students.items():
            for one in filed:
                if _is_lost(one):
                    lost[student].append(one.piece.file)
        return lost


def _may_be_one(who: Identity, other: Identity) -> bool:
    """Says whether two callers of one student may be one: not two accounts, or two assignments."""
    if Identity() in (who, other):
        return who == other
    numbers = (
        (who.participant, other.participant),
        (who.user, other.user),
        (who.mail, other.mail),
    )
    return all(not (one and another) or one == another for one, another in numbers)


def _is_lost(one: SnapshotFile) -> bool:
    """Says whether it stands for an entry that was refused."""
    return one.piece.member.sha256.startswith(REFUSED)


def _noted(before: Collected | None, kind: NoteKind) -> tuple[str, ...]:
    notes = before.notes if before else ()
    return tuple(name for note in notes if note.kind is kind for name in note.names)


def _repaired(downloads: Sequence[OpenedDownload]) -> Mapping[str, Repair]:
    return {repair.name: repair for one in downloads for repair in one.repairs}


def _is_repaired(piece: Piece, repaired: Mapping[str, Repair]) -> bool:
    """Says whether the student's own part of the name was repaired, not what the LMS put before."""
    repair = repaired.get(piece.member.name)
    return repair is not None and not repair.was.replace("\\", "/").endswith(piece.file)
