"""Assign every piece to a student, or leave it unassigned.

A submitter without an id gets the id in the names of their files, else the LMS's name as id.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from difflib import SequenceMatcher

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.joining.identification import (
    Callers,
    Identification,
    callers,
    claims,
    decide,
    unless_contradicted,
    unless_unlisted,
)
from grader.intake.joining.known import KnownPeople, as_identity, know, with_keys
from grader.intake.joining.labels import free_label, is_blind, label_of, safe
from grader.intake.joining.sheets import SheetRow, by_number, identify_rows, members, rows_of
from grader.model.collection import Identity, Note, NoteKind, Person, Piece
from grader.people import find_id, find_ids, id_key, name_key, variant_key

MAX_PROPOSALS = 5  # maximum number of proposals
_MIN_NAME, _MIN_LATIN_NAME = 2, 5  # characters of a name searched for in file names
_MIN_SIMILARITY = 0.6  # ratio of SequenceMatcher: one character of a four-letter name differs


class Pending(Struct, frozen=True, kw_only=True):
    """Pieces of one LMS identity whose student is uncertain."""

    label: str  # printable and unique
    who: Identity
    pieces: tuple[Piece, ...]
    proposals: tuple[str, ...] = ()  # students, most likely first
    reason: str = "unknown"  # "same-name", "variant", "conflict", "group"


class Joined(Struct, frozen=True, kw_only=True):
    """The assignments. A proposed student stays in `not_submitted`, since nothing is certain."""

    students: Mapping[str, tuple[Piece, ...]]  # by student; pieces in the download's order
    people: Mapping[str, Person]  # by student, from roster and sheets; the roster's values win
    notes: Mapping[str, tuple[Note, ...]] = field(default_factory=dict)
    unassigned: tuple[Pending, ...] = ()
    not_submitted: tuple[str, ...] = ()  # from the roster, else the sheets, in their order
    blind: bool = False  # blind marking: the LMS withholds names, so participants are the students


class WithoutId(Struct, frozen=True, kw_only=True):
    """A submitter with a name in the LMS but no id."""

    who: Identity
    pieces: tuple[Piece, ...]
    rows: tuple[SheetRow, ...] = ()  # of the sheet


class FileAssignment(Struct, kw_only=True):
    """Files assigned to students so far, and those still unassigned."""

    known: KnownPeople
    index: Mapping[tuple[str, str], Sequence[SheetRow]]  # rows of the sheet by number
    students: dict[str, list[Piece]] = field(default_factory=lambda: defaultdict(list))
    from_files: set[str] = field(default_factory=set)
    unassigned: list[Pending] = field(default_factory=list)
    without_id: list[WithoutId] = field(default_factory=list)
    named: dict[int, str] = field(default_factory=dict)  # label of a row without an id, by its id()

    def give(self, student: str, pieces: Sequence[Piece]) -> None:
        """Append pieces to a student's."""
        self.students[student] += pieces

    def ask(self, who: Identity, pieces: Sequence[Piece], identification: Identification) -> None:
        """Leave pieces unassigned, with proposals for a person."""
        wanted = label_of(who) if who != Identity() else safe(pieces[0].file.partition("/")[0])
        self.unassigned.append(
            Pending(
                label=free_label(wanted, {pending.label for pending in self.unassigned}),
                who=who,
                pieces=tuple(pieces),
                proposals=propose(who, pieces, self.known, identification.proposals),
                reason=identification.reason,
            )
        )


def with_ids(
    roster: Sequence[Person], named_by_lms: Sequence[Person | Identity], pattern: str
) -> tuple[Person, ...]:
    """Fill ids missing from a roster with those that the LMS gives."""
    numbered = [_person(caller) for caller in named_by_lms if caller.student]
    known = know(numbered, frozenset(), pattern)
    same = callers((as_identity(person) for person in roster if not person.student), pattern)
    taken = {id_key(person.student) for person in roster}
    completed = []
    for person in roster:
        student = "" if person.student else decide(as_identity(person), known, same).student
        free = student and id_key(student) not in taken
        completed.append(replace(person, student=student) if free else person)
    return tuple(completed)


def assign_by_files(assignment: FileAssignment) -> None:
    """Use the one id that is in a submitter's files and in no one else's; else the LMS's name."""
    ids_said = [
        {id_key(student_id) for _, student_id in _ids(caller, assignment)}
        for caller in assignment.without_id
    ]
    taken = {id_key(student) for student in assignment.students} | assignment.known.ids.keys()
    for at, caller in enumerate(assignment.without_id):
        others = set().union(*ids_said[:at], *ids_said[at + 1 :])
        if (
            len(ids_said[at]) == 1
            and not is_blind(caller.who)
            and ids_said[at].isdisjoint(others | taken)
        ):
            student = next(student_id for _, student_id in _ids(caller, assignment))
            assignment.from_files.add(student)
        else:
            student = free_label(label_of(caller.who), assignment.students)
        assignment.give(student, caller.pieces)
        assignment.named |= {id(row): student for row in caller.rows}


def assign_nameless(pieces: Sequence[Piece], assignment: FileAssignment) -> None:
    """Assign files without any identity by their names alone."""
    parts: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        parts[piece.file.partition("/")[0]].append(piece)
    known = assignment.known
    for pieces_of_part in parts.values():
        ids = {student_id for _, student_id in ids_in_files(pieces_of_part, known.pattern)}
        student = next(iter(ids)) if len(ids) == 1 else ""
        if student and known.people:
            student = known.student_of(student)
        if student:
            assignment.from_files.add(student)
            assignment.give(student, pieces_of_part)
        else:
            assignment.ask(Identity(), pieces_of_part, Identification(reason="unknown"))


def _ids(caller: WithoutId, assignment: FileAssignment) -> Iterable[tuple[str, str]]:
    return ids_in_files(caller.pieces, assignment.known.pattern)


def _person(person_or_identity: Person | Identity) -> Person:
    if isinstance(person_or_identity, Person):
        return person_or_identity
    return Person(
        student=person_or_identity.student,
        name=person_or_identity.name,
        mail=person_or_identity.mail,
        user=person_or_identity.user,
    )


def join(
    pieces: Sequence[Piece], roster: Sequence[Person], sheets: Sequence[Person], pattern: str
) -> Joined:
    """Assign every piece to a student, or leave it unassigned. `pattern` is the form of an id.

    A student proposed for unassigned files stays in `not_submitted`: a person sees both lists.
    Under blind marking, participants are the students and the roster is ignored.
    """
    groups = _by_identity(pieces)
    blind = _all_blind(groups, sheets)
    if blind:
        roster, sheets = (), [person for person in sheets if person.participant]
    lines = callers((as_identity(person) for person in sheets if not person.student), pattern)
    submitters = callers((who for who in groups if not is_team(who)), pattern)
    same = {
        form: max(submitters.get(form, 0), lines.get(form, 0)) for form in {*submitters, *lines}
    }
    listed = with_keys(with_ids(roster, [*sheets, *groups], pattern))
    rows, known = identify_rows(sheets, listed, lines, pattern)  # independent of who submitted
    assignment = FileAssignment(known=known, index=by_number(rows))
    for who, own in groups.items():
        if who == Identity():
            assign_nameless(own, assignment)
        elif is_team(who):
            _assign_team(who, own, rows, assignment)
        else:
            _assign(who, own, same, assignment)
    assign_by_files(assignment)
    people = {**known.people, **({} if roster else _labelled(rows, assignment))}
    wanted = [person.student for person in listed] or list(dict.fromkeys(people))
    return Joined(
        students={student: tuple(own) for student, own in assignment.students.items()},
        people=people,
        notes=notes_on(assignment.students, assignment.from_files, known),
        unassigned=tuple(assignment.unassigned),
        not_submitted=tuple(student for student in wanted if student not in assignment.students),
        blind=blind,
    )


def proposals_for(
    groups: Mapping[str, Sequence[Piece]],
    roster: Sequence[Person],
    sheets: Sequence[Person],
    pattern: str,
) -> Mapping[str, tuple[str, ...]]:
    """Propose students for files of no layout, by ids and names in the file names."""
    listed = with_keys(with_ids(roster, sheets, pattern))
    _, known = identify_rows(sheets, listed, {}, pattern)
    return {label: propose(Identity(), own, known) for label, own in groups.items()}


def is_team(who: Identity) -> bool:
    """Return whether the identity is a group: the LMS names it but none of its members."""
    return bool(who.group) and not (who.name or who.student or who.user or who.mail)


def _by_identity(pieces: Sequence[Piece]) -> Mapping[Identity, tuple[Piece, ...]]:
    groups: dict[Identity, list[Piece]] = defaultdict(list)
    for piece in pieces:
        groups[piece.who].append(piece)
    return {who: tuple(own) for who, own in groups.items()}


def _all_blind(groups: Mapping[Identity, object], sheets: Sequence[Person]) -> bool:
    """Return whether marking is blind: no submitter has a name, and no sheet reveals one."""
    who = {caller for caller in groups if caller != Identity()}
    of_sheets = (as_identity(person) for person in sheets if person.participant)
    return bool(who) and all(map(is_blind, who)) and all(map(is_blind, of_sheets))


def _assign(
    who: Identity, own: tuple[Piece, ...], same: Callers, assignment: FileAssignment
) -> None:
    rows = rows_of(who, assignment.index)
    decided = decide(who, assignment.known, same, [row.identification for row in rows])
    identification = unless_unlisted(
        unless_contradicted(decided, who, assignment.known), assignment.known
    )
    nobody_knows = not assignment.known.listed and (rows or not assignment.known.people)
    if identification.student:
        assignment.give(identification.student, own)
    elif identification.reason == "unknown" and nobody_knows:
        assignment.without_id.append(WithoutId(who=who, pieces=own, rows=tuple(rows)))
    else:
        assignment.ask(who, own, identification)


def _assign_team(
    who: Identity, own: tuple[Piece, ...], rows: Sequence[SheetRow], assignment: FileAssignment
) -> None:
    """Give a group's files to each member that the sheet names; leave uncertain ones unassigned."""
    team = members(who.group, rows)
    for row in team:
        if row.student:
            assignment.give(row.student, own)
        elif not assignment.known.listed and row.identification.reason == "unknown":
            member = WithoutId(who=as_identity(row.person), pieces=own, rows=(row,))
            assignment.without_id.append(member)
        else:
            assignment.ask(as_identity(row.person), own, row.identification)
    if not team:
        people = assignment.known.people
        likely = [student for student in people if who.group in (people[student].group, student)]
        assignment.ask(who, own, Identification(reason="group", proposals=tuple(likely)))


def _labelled(rows: Sequence[SheetRow], assignment: FileAssignment) -> Mapping[str, Person]:
    """Label the sheet's people that have no id: as their files are, else by the LMS's name."""
    people: dict[str, Person] = {}
    for row in rows:
        if not row.student:
            label = assignment.named.get(id(row)) or label_of(as_identity(row.person))
            people.setdefault(label, replace(row.person, student=label))
    return people


def notes_on(
    students: Mapping[str, Sequence[Piece]], from_files: AbstractSet[str], known: KnownPeople
) -> Mapping[str, tuple[Note, ...]]:
    """Note students missing from the roster, ids from file names, and others' ids in them."""
    ids = known.ids.keys() | {id_key(student) for student in students}
    by_student = {
        student: tuple(_notes(student, pieces, known, ids, from_file=student in from_files))
        for student, pieces in students.items()
    }
    return {student: notes for student, notes in by_student.items() if notes}


def _notes(
    student: str,
    pieces: Sequence[Piece],
    known: KnownPeople,
    ids: AbstractSet[str],
    *,
    from_file: bool,
) -> list[Note]:
    """Return the notes on one student; `ids` are all students', folded."""
    notes = []
    if known.listed and student not in known.listed:
        notes.append(Note(kind=NoteKind.UNKNOWN, detail=student))
    ids_said = list(ids_in_files(pieces, known.pattern))
    if from_file:
        names = dict.fromkeys(file for file, _ in ids_said)
        notes.append(Note(kind=NoteKind.FROM_FILE_NAME, names=tuple(names), detail=student))
    others = [
        (file, student_id)
        for file, student_id in ids_said
        if id_key(student_id) not in id_key(student)
    ]
    for other in dict.fromkeys(student_id for _, student_id in others if id_key(student_id) in ids):
        names = dict.fromkeys(file for file, student_id in others if student_id == other)
        notes.append(Note(kind=NoteKind.OTHER_ID, names=tuple(names), detail=other))
    notes += [
        Note(kind=NoteKind.OTHER_ID, names=(label_of(who),), detail=other)
        for who in dict.fromkeys(piece.who for piece in pieces)
        for other in claims(who, known.pattern)
        if id_key(other) not in id_key(student)
    ]
    return list(dict.fromkeys(notes))


def ids_in_files(pieces: Iterable[Piece], pattern: str) -> Iterator[tuple[str, str]]:
    """Yield (file, id) for every id in the name of a file or its folders."""
    for piece in pieces:
        for part in piece.file.split("/"):
            if student_id := find_id(part, pattern):
                yield piece.file, student_id


def propose(
    who: Identity, pieces: Sequence[Piece], known: KnownPeople, first: Sequence[str] = ()
) -> tuple[str, ...]:
    """Propose students, most likely first: ids in file names, `first`, then names.

    With `first`, similar names are not proposed.
    """
    ids = (student_id for piece in pieces for student_id in find_ids(piece.file, known.pattern))
    likely = [student for student in dict.fromkeys(map(known.student_of, ids)) if student]
    sure = [student for student in likely if student in first]
    near = [] if first else _near(who.name, known)
    proposed = dict.fromkeys([*sure, *first, *likely, *_named_in_files(pieces, known), *near])
    return tuple(proposed) if len(first) > MAX_PROPOSALS else tuple(proposed)[:MAX_PROPOSALS]


def _named_in_files(pieces: Iterable[Piece], known: KnownPeople) -> list[str]:
    """Find people whose full name occurs in file or folder names, exact before variant spelling."""
    parts = {part for piece in pieces for part in piece.file.split("/")}
    students: list[str] = []
    for fold, index in ((name_key, known.forms), (variant_key, known.variants)):
        texts = {text for part in parts for text in _within(fold(part), set(map(len, index)))}
        students += sorted({student for text in texts for student in index.get(text, ())})
    return students


def _within(text: str, lengths: Iterable[int]) -> Iterator[str]:
    """Yield substrings of these lengths that are long enough to be a name."""
    for length in lengths:
        for start in range(len(text) - length + 1):
            part = text[start : start + length]
            if length >= (_MIN_LATIN_NAME if part.isascii() else _MIN_NAME):
                yield part


def _near(name: str, known: KnownPeople) -> list[str]:
    """Find people with a similar name, most similar first."""
    key = variant_key(name)
    if not key:
        return []
    matcher = SequenceMatcher(None, b=key)
    scores = {
        student: max(_likeness(matcher, form) for form in (person.name, person.other_name))
        for student, person in known.people.items()
    }
    near = [student for student, score in scores.items() if score >= _MIN_SIMILARITY]
    return sorted(near, key=lambda student: -scores[student])


def _likeness(matcher: SequenceMatcher[str], name: str) -> float:
    """Return the similarity of names; 0 if cheap upper bounds are below _NEAR."""
    matcher.set_seq1(variant_key(name))
    if (
        not name
        or matcher.real_quick_ratio() < _MIN_SIMILARITY
        or matcher.quick_ratio() < _MIN_SIMILARITY
    ):
        return 0.0
    return matcher.ratio()
