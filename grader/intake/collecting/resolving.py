"""Says whose everything is: what was given now, and what was collected before. Pure.

A person's word comes first, then what ids, sheets and the roster prove, then what was known until
now; then an id in the file names or the LMS's own name. Nothing that was known is taken back
without proof, and nothing is guessed.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grader.intake.collecting.filed import Filed
from grader.intake.collecting.remembering import Memory
from grader.intake.joined import Joined, Pending
from grader.intake.joining import join
from grader.intake.names import find_id
from grader.model.collection import Identity, Person, Piece
from grader.model.errors import IntakeError

UNEXPLAINED = "unexplained"  # the reason of files that fit no layout


@dataclass(slots=True, kw_only=True)
class Resolved:
    """Whose everything is."""

    joined: Joined
    students: dict[str, list[Filed]] = field(default_factory=lambda: defaultdict(list))
    waiting: dict[str, list[Filed]] = field(default_factory=lambda: defaultdict(list))  # by label
    pending: dict[str, Pending] = field(default_factory=dict)  # by label
    assigned: dict[str, str] = field(default_factory=dict)  # label -> student, by a person


@dataclass(slots=True, kw_only=True)
class Known:
    """What is known of people apart from what they handed in."""

    roster: Sequence[Person]
    sheets: Sequence[Person]
    pattern: str  # how a student id looks
    assign: Mapping[str, str] = field(default_factory=dict)  # label -> student


def resolve(
    given: Sequence[Filed], strays: Mapping[str, Sequence[Filed]], memory: Memory, known: Known
) -> Resolved:
    """Sorts all files by whose they are; `strays`, by label, are nobody's by any layout.

    Raises IntakeError for a label that nobody has.
    """
    lost = {one.label for one in memory.unassigned.values() if one.reason == UNEXPLAINED}
    before = [(one, student) for student, own in memory.filed.items() for one in own]
    waiting = [(one, key) for key, own in memory.waiting.items() if key not in lost for one in own]
    everything = [*given, *(one for one, _ in before), *(one for one, _ in waiting)]
    sheets = [*known.sheets, *memory.people()]
    joined = join([one.piece for one in everything], known.roster, sheets, known.pattern)
    resolving = _Resolving(
        resolved=Resolved(joined=joined, assigned=dict(memory.assigned)),
        memory=memory,
        ids={one.student for one in (*known.roster, *sheets)} - {""},
        proved=_by_piece(joined.students),
        pending={piece: one for one in joined.unassigned for piece in one.pieces},
    )
    for one, student in before:
        resolving.keep(one, student)
    for one, label in waiting:
        resolving.sort(one, label)
    for one in given:
        resolving.sort(one, "")
    for label, own in (*((label, memory.waiting[label]) for label in lost), *strays.items()):
        student = memory.assigned.get(label, "")
        found = resolving.resolved.students if student else resolving.resolved.waiting
        found[student or label] += own
    _assign(resolving.resolved, known.assign, known.pattern)
    return resolving.resolved


@dataclass(slots=True, kw_only=True)
class _Resolving:
    """What is known while files are sorted."""

    resolved: Resolved
    memory: Memory
    ids: set[str]  # of roster and sheets
    proved: Mapping[Piece, Sequence[str]]
    pending: Mapping[Piece, Pending]

    def keep(self, one: Filed, student: str) -> None:
        """Leaves a file with its student, unless it is proved to be somebody else's."""
        by_person = student in self.memory.assigned.values()
        sure = [] if by_person else self._sure(one.piece)
        for owner in [student] if student in sure or not sure else sure:
            self.resolved.students[owner].append(one)

    def sort(self, one: Filed, label: str) -> None:
        """Gives a file to its students, or to those who wait; `label` is what it waits under."""
        pending = self.pending.get(one.piece)
        who = one.piece.who
        said = self.memory.named_by_person(who, label or (pending.label if pending else ""))
        owners = [said] if said else self._sure(one.piece) or self.memory.students_of(who)
        for owner in owners or self.proved.get(one.piece, ()):
            self.resolved.students[owner].append(one)
        if not owners and one.piece not in self.proved:
            self._wait(one, label, pending)

    def _sure(self, piece: Piece) -> Sequence[str]:
        found = self.proved.get(piece, ())
        return [one for one in found if one in self.ids or one == piece.who.student]

    def _wait(self, one: Filed, label: str, pending: Pending | None) -> None:
        """Keeps the label of a caller who waited before."""
        before = self.memory.unassigned.values()
        who = one.piece.who
        same = (old.label for old in before if old.who == who and who != Identity())
        label = label or next(same, "") or (pending.label if pending else UNEXPLAINED)
        self.resolved.waiting[label].append(one)
        if pending is not None:
            self.resolved.pending.setdefault(label, pending)


def _by_piece(students: Mapping[str, Sequence[Piece]]) -> Mapping[Piece, Sequence[str]]:
    found: dict[Piece, list[str]] = defaultdict(list)
    for student, pieces in students.items():
        for piece in dict.fromkeys(pieces):
            found[piece].append(student)
    return found


def _assign(resolved: Resolved, assign: Mapping[str, str], pattern: str) -> None:
    for label, text in assign.items():
        student = find_id(text, pattern) or unicodedata.normalize("NFKC", text).strip().upper()
        if label in resolved.waiting:
            resolved.students[student] += resolved.waiting.pop(label)
        elif label in resolved.students:
            if label != student:
                resolved.students[student] += resolved.students.pop(label)
        elif resolved.assigned.get(label) != student:
            raise _nobody(label, resolved)
        resolved.assigned[label] = student


def _nobody(label: str, resolved: Resolved) -> IntakeError:
    names = ", ".join(sorted(resolved.waiting)) or "-"
    return IntakeError(f"--assign {label}: nobody waits under this name; these do: {names}")
