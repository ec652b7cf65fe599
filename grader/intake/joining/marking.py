"""What a person should know about who is who (INT003)."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from grader.intake.joining.claiming import claims
from grader.intake.joining.known import Known
from grader.intake.joining.labels import label_of
from grader.intake.joining.proposing import ids_in_files
from grader.model.collection import Note, NoteKind, Piece
from grader.people import id_key


def notes_on(
    students: Mapping[str, Sequence[Piece]], from_files: AbstractSet[str], known: Known
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
    known: Known,
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
