"""Who is who, decided: whose pieces are whose, and what a person has to decide."""

from collections.abc import Mapping

from msgspec import Struct, field

from grader.model.collection import Identity, Note, Person, Piece


class Pending(Struct, frozen=True, kw_only=True):
    """Pieces of one identity of the LMS whose student is not known for sure."""

    label: str  # prints, and differs from every other label
    who: Identity
    pieces: tuple[Piece, ...]
    proposals: tuple[str, ...] = ()  # students, the likeliest first
    reason: str = "unknown"  # "same-name", "variant", "conflict", "group"


class Joined(Struct, frozen=True, kw_only=True):
    """Everybody's pieces. A student in a proposal stays in `not_submitted`: nothing is certain."""

    students: Mapping[str, tuple[Piece, ...]]  # by student; pieces in the download's order
    people: Mapping[str, Person]  # what roster and sheets say, by student; the roster's first
    notes: Mapping[str, tuple[Note, ...]] = field(default_factory=dict)
    unassigned: tuple[Pending, ...] = ()
    not_submitted: tuple[str, ...] = ()  # of the roster, else of the sheets, in their order
    blind: bool = False  # the LMS keeps everybody's name: participants are the students
