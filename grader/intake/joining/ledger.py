"""What is decided so far, while pieces are handed out.

Whom nobody gives an id: the names of their files may, else the LMS's name is theirs.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.joined import Pending
from grader.intake.joining.known import KnownPeople, as_identity, know
from grader.intake.joining.labels import free_label, is_blind, label_of, safe
from grader.intake.joining.proposing import ids_in_files, propose
from grader.intake.joining.sheets import SheetRow
from grader.intake.joining.verdicts import Identification, callers, decide
from grader.model.collection import Identity, Person, Piece
from grader.people import id_key


class WithoutId(Struct, frozen=True, kw_only=True):
    """Somebody whom the LMS names and nobody gives an id."""

    who: Identity
    pieces: tuple[Piece, ...]
    rows: tuple[SheetRow, ...] = ()  # of the sheet, that speak of them


class FileAssignment(Struct, kw_only=True):
    """Whose is what, growing."""

    known: KnownPeople
    index: Mapping[tuple[str, str], Sequence[SheetRow]]  # the sheet's rows by number
    students: dict[str, list[Piece]] = field(default_factory=lambda: defaultdict(list))
    from_files: set[str] = field(default_factory=set)
    unassigned: list[Pending] = field(default_factory=list)
    without_id: list[WithoutId] = field(default_factory=list)
    named: dict[int, str] = field(default_factory=dict)  # student by id() of a row without one

    def give(self, student: str, pieces: Sequence[Piece]) -> None:
        """Gives pieces to a student, behind those already there."""
        self.students[student] += pieces

    def ask(self, who: Identity, pieces: Sequence[Piece], verdict: Identification) -> None:
        """Leaves pieces to a person, with proposals."""
        wanted = label_of(who) if who != Identity() else safe(pieces[0].file.partition("/")[0])
        self.unassigned.append(
            Pending(
                label=free_label(wanted, {one.label for one in self.unassigned}),
                who=who,
                pieces=tuple(pieces),
                proposals=propose(who, pieces, self.known, verdict.proposals),
                reason=verdict.reason,
            )
        )


def with_ids(
    roster: Sequence[Person], told: Sequence[Person | Identity], pattern: str
) -> tuple[Person, ...]:
    """Fills the ids that a roster leaves out from everybody whom the LMS gives one."""
    numbered = [_person(one) for one in told if one.student]
    known = know(numbered, frozenset(), pattern)
    same = callers((as_identity(one) for one in roster if not one.student), pattern)
    taken = {id_key(one.student) for one in roster}
    found = []
    for one in roster:
        student = "" if one.student else decide(as_identity(one), known, same).student
        free = student and id_key(student) not in taken
        found.append(replace(one, student=student) if free else one)
    return tuple(found)


def assign_by_files(ledger: FileAssignment) -> None:
    """Takes the one id that stands in somebody's files and in nobody else's; else the name."""
    said = [{id_key(one) for _, one in _ids(each, ledger)} for each in ledger.without_id]
    taken = {id_key(one) for one in ledger.students} | ledger.known.ids.keys()
    for at, each in enumerate(ledger.without_id):
        others = set().union(*said[:at], *said[at + 1 :])
        if len(said[at]) == 1 and not is_blind(each.who) and said[at].isdisjoint(others | taken):
            student = next(one for _, one in _ids(each, ledger))
            ledger.from_files.add(student)
        else:
            student = free_label(label_of(each.who), ledger.students)
        ledger.give(student, each.pieces)
        ledger.named |= {id(row): student for row in each.rows}


def assign_nameless(pieces: Sequence[Piece], ledger: FileAssignment) -> None:
    """Takes files of which the LMS says nothing: whose they are, only their names can say."""
    parts: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        parts[piece.file.partition("/")[0]].append(piece)
    known = ledger.known
    for own in parts.values():
        said = {one for _, one in ids_in_files(own, known.pattern)}
        student = next(iter(said)) if len(said) == 1 else ""
        if student and known.people:
            student = known.student_of(student)
        if student:
            ledger.from_files.add(student)
            ledger.give(student, own)
        else:
            ledger.ask(Identity(), own, Identification(reason="unknown"))


def _ids(each: WithoutId, ledger: FileAssignment) -> Iterable[tuple[str, str]]:
    return ids_in_files(each.pieces, ledger.known.pattern)


def _person(told: Person | Identity) -> Person:
    if isinstance(told, Person):
        return told
    return Person(student=told.student, name=told.name, mail=told.mail, user=told.user)
