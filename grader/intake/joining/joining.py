"""Gives every piece to a student, or to nobody."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from grader.intake.joined import Joined
from grader.intake.joining.known import KnownPeople, as_identity, with_keys
from grader.intake.joining.labels import is_blind, label_of
from grader.intake.joining.ledger import (
    FileAssignment,
    WithoutId,
    assign_by_files,
    assign_nameless,
    with_ids,
)
from grader.intake.joining.proposing import ids_in_files, propose
from grader.intake.joining.sheets import SheetRow, by_number, members, rows_of, settle
from grader.intake.joining.verdicts import (
    Callers,
    Identification,
    callers,
    claims,
    decide,
    unless_contradicted,
    unless_unlisted,
)
from grader.model.collection import Identity, Note, NoteKind, Person, Piece
from grader.people import id_key


def join(
    pieces: Sequence[Piece], roster: Sequence[Person], sheets: Sequence[Person], pattern: str
) -> Joined:
    """Gives every piece to a student, or to nobody. `pattern` is how a student id looks.

    A student whom somebody unassigned may be stays in `not_submitted`: a person sees both lists.
    Where the LMS keeps everybody's name, participants are the students; the roster says nothing.
    """
    groups = _by_identity(pieces)
    blind = _all_blind(groups, sheets)
    if blind:
        roster, sheets = (), [one for one in sheets if one.participant]
    lines = callers((as_identity(one) for one in sheets if not one.student), pattern)
    handing = callers((who for who in groups if not is_team(who)), pattern)
    same = {one: max(handing.get(one, 0), lines.get(one, 0)) for one in {*handing, *lines}}
    listed = with_keys(with_ids(roster, [*sheets, *groups], pattern))
    rows, known = settle(sheets, listed, lines, pattern)  # who hands in changes no line
    ledger = FileAssignment(known=known, index=by_number(rows))
    for who, own in groups.items():
        if who == Identity():
            assign_nameless(own, ledger)
        elif is_team(who):
            _assign_team(who, own, rows, ledger)
        else:
            _assign(who, own, same, ledger)
    assign_by_files(ledger)
    people = {**known.people, **({} if roster else _labelled(rows, ledger))}
    wanted = [one.student for one in listed] or list(dict.fromkeys(people))
    return Joined(
        students={student: tuple(own) for student, own in ledger.students.items()},
        people=people,
        notes=notes_on(ledger.students, ledger.from_files, known),
        unassigned=tuple(ledger.unassigned),
        not_submitted=tuple(one for one in wanted if one not in ledger.students),
        blind=blind,
    )


def proposals_for(
    groups: Mapping[str, Sequence[Piece]],
    roster: Sequence[Person],
    sheets: Sequence[Person],
    pattern: str,
) -> Mapping[str, tuple[str, ...]]:
    """Proposes whose pieces are that no layout explains: by the ids and names in their names."""
    listed = with_keys(with_ids(roster, sheets, pattern))
    _, known = settle(sheets, listed, {}, pattern)
    return {label: propose(Identity(), own, known) for label, own in groups.items()}


def is_team(who: Identity) -> bool:
    """Says whether a whole group hands in: the LMS names the group and nobody in it."""
    return bool(who.group) and not (who.name or who.student or who.user or who.mail)


def _by_identity(pieces: Sequence[Piece]) -> Mapping[Identity, tuple[Piece, ...]]:
    found: dict[Identity, list[Piece]] = defaultdict(list)
    for piece in pieces:
        found[piece.who].append(piece)
    return {who: tuple(own) for who, own in found.items()}


def _all_blind(groups: Mapping[Identity, object], sheets: Sequence[Person]) -> bool:
    """Says whether nobody who hands in has a name, and no sheet says who a participant is."""
    who = {one for one in groups if one != Identity()}
    told = (as_identity(one) for one in sheets if one.participant)
    return bool(who) and all(map(is_blind, who)) and all(map(is_blind, told))


def _assign(who: Identity, own: tuple[Piece, ...], same: Callers, ledger: FileAssignment) -> None:
    rows = rows_of(who, ledger.index)
    decided = decide(who, ledger.known, same, [row.identification for row in rows])
    verdict = unless_unlisted(unless_contradicted(decided, who, ledger.known), ledger.known)
    nobody_knows = not ledger.known.listed and (rows or not ledger.known.people)
    if verdict.student:
        ledger.give(verdict.student, own)
    elif verdict.reason == "unknown" and nobody_knows:
        ledger.without_id.append(WithoutId(who=who, pieces=own, rows=tuple(rows)))
    else:
        ledger.ask(who, own, verdict)


def _assign_team(
    who: Identity, own: tuple[Piece, ...], rows: Sequence[SheetRow], ledger: FileAssignment
) -> None:
    """Gives a group's files to each member that the sheet names; those in doubt are asked about."""
    team = members(who.group, rows)
    for row in team:
        if row.student:
            ledger.give(row.student, own)
        elif not ledger.known.listed and row.identification.reason == "unknown":
            one = WithoutId(who=as_identity(row.person), pieces=own, rows=(row,))
            ledger.without_id.append(one)
        else:
            ledger.ask(as_identity(row.person), own, row.identification)
    if not team:
        people = ledger.known.people
        likely = [one for one in people if who.group in (people[one].group, one)]
        ledger.ask(who, own, Identification(reason="group", proposals=tuple(likely)))


def _labelled(rows: Sequence[SheetRow], ledger: FileAssignment) -> Mapping[str, Person]:
    """Names the sheet's people that have no id: as their files are named, else by the LMS."""
    found: dict[str, Person] = {}
    for row in rows:
        if not row.student:
            label = ledger.named.get(id(row)) or label_of(as_identity(row.person))
            found.setdefault(label, replace(row.person, student=label))
    return found


def notes_on(
    students: Mapping[str, Sequence[Piece]], from_files: AbstractSet[str], known: KnownPeople
) -> Mapping[str, tuple[Note, ...]]:
    """Notes who is not on the roster, whose id only the files say, whose files name another."""
    ids = known.ids.keys() | {id_key(one) for one in students}
    found = {
        student: tuple(_notes(student, pieces, known, ids, from_file=student in from_files))
        for student, pieces in students.items()
    }
    return {student: notes for student, notes in found.items() if notes}


def _notes(
    student: str,
    pieces: Sequence[Piece],
    known: KnownPeople,
    ids: AbstractSet[str],
    *,
    from_file: bool,
) -> list[Note]:
    """Notes on one student; `ids` are everybody's, folded."""
    found = []
    if known.listed and student not in known.listed:
        found.append(Note(kind=NoteKind.UNKNOWN, detail=student))
    said = list(ids_in_files(pieces, known.pattern))
    if from_file:
        names = dict.fromkeys(file for file, _ in said)
        found.append(Note(kind=NoteKind.FROM_FILE_NAME, names=tuple(names), detail=student))
    others = [(file, one) for file, one in said if id_key(one) not in id_key(student)]
    for other in dict.fromkeys(one for _, one in others if id_key(one) in ids):
        names = dict.fromkeys(file for file, one in others if one == other)
        found.append(Note(kind=NoteKind.OTHER_ID, names=tuple(names), detail=other))
    found += [
        Note(kind=NoteKind.OTHER_ID, names=(label_of(who),), detail=other)
        for who in dict.fromkeys(piece.who for piece in pieces)
        for other in claims(who, known.pattern)
        if id_key(other) not in id_key(student)
    ]
    return list(dict.fromkeys(found))
