"""Who handed in what, decided: what placing puts on disk."""

from dataclasses import dataclass, field
from pathlib import Path

from grader.intake.collecting.versions import Versions
from grader.model.collection import Identity, Note, Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One student's files, with which of them count."""

    student: str
    who: Identity
    versions: Versions
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Files whose student a person has to name."""

    label: str
    who: Identity
    pieces: tuple[Piece, ...]
    proposals: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """Everybody, and where bytes can be read."""

    students: tuple[Settled, ...]  # sorted
    waiting: tuple[Waiting, ...] = ()  # sorted
    sources: dict[str, Path] = field(default_factory=dict)  # by digest
