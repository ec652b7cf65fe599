"""What is decided so far, while pieces are handed out."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grader.intake.joined import Pending
from grader.intake.joining.known import Known
from grader.intake.joining.labels import free_label, label_of, safe
from grader.intake.joining.proposing import propose
from grader.intake.joining.sheets import Row
from grader.intake.joining.verdicts import Verdict
from grader.model.collection import Identity, Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class Unnumbered:
    """Somebody whom the LMS names and nobody gives an id."""

    who: Identity
    pieces: tuple[Piece, ...]
    rows: tuple[Row, ...] = ()  # of the sheet, that speak of them


@dataclass(slots=True, kw_only=True)
class Ledger:
    """Whose is what, growing."""

    known: Known
    index: Mapping[tuple[str, str], Sequence[Row]]  # the sheet's rows by number
    students: dict[str, list[Piece]] = field(default_factory=lambda: defaultdict(list))
    from_files: set[str] = field(default_factory=set)
    unassigned: list[Pending] = field(default_factory=list)
    unnumbered: list[Unnumbered] = field(default_factory=list)
    named: dict[int, str] = field(default_factory=dict)  # student by id() of a row without one

    def give(self, student: str, pieces: Sequence[Piece]) -> None:
        """Gives pieces to a student, behind those already there."""
        self.students[student] += pieces

    def ask(self, who: Identity, pieces: Sequence[Piece], verdict: Verdict) -> None:
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
