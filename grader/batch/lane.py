"""In which order the pieces of a class are worked off, so that no CPU waits for the one GPU.

A submission has up to two pieces: its exercises on the CPU, then those on the GPU. One worker at a
time is in the GPU's lane; the others go on with the CPU pieces of the next submissions.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Self

from grader.batch.keeping import Kept
from grader.grading import Setup
from grader.model.course import DeviceKind, Exercise
from grader.model.evidence import ExerciseEvidence
from grader.model.program import ProgramRun
from grader.model.report import ReportEvidence
from grader.model.submission import Submission

AHEAD = 2  # submissions per worker that may wait for the GPU half observed, and be lost to a kill


@dataclass(slots=True, kw_only=True)
class Piece:
    """Some exercises of one submission, and what was found out about it so far."""

    submission: Submission
    exercises: tuple[Exercise, ...]  # to observe now
    later: tuple[Exercise, ...]  # to observe in the GPU's lane
    found: dict[str, ExerciseEvidence]
    program: ProgramRun | None = None  # of before, while no exercise is to be observed
    report: ReportEvidence | None = None  # of before, or read meanwhile
    begun: bool = False


@dataclass(slots=True)
class Lane:
    """Hands out pieces to the workers."""

    _fresh: deque[Piece]
    _most: int  # pieces that may wait for the GPU
    _halves: deque[Piece] = field(default_factory=deque)
    _lane: Lock = field(default_factory=Lock)

    @classmethod
    def of(
        cls,
        submissions: Iterable[Submission],
        setup: Setup,
        kept: Mapping[str, Kept],
        jobs: int,
    ) -> Self:
        """Cuts the submissions into pieces."""
        pieces = (_cut(one, setup, kept.get(one.student, Kept())) for one in submissions)
        return cls(deque(pieces), AHEAD * jobs)

    @contextmanager
    def next_piece(self) -> Iterator[Piece | None]:
        """Gives a piece while it is worked off; None when the other workers can do the rest."""
        while True:
            waiting = len(self._halves)
            if waiting and self._lane.acquire(blocking=waiting >= self._most):
                try:
                    piece = _first(self._halves)
                    if piece is not None:
                        yield piece
                        return
                finally:
                    self._lane.release()
            else:
                yield _first(self._fresh)
                return

    def go_on(self, piece: Piece) -> None:
        """Takes back what was worked off; what is left of it waits for the lane."""
        if piece.later:
            self._halves.append(
                Piece(
                    submission=piece.submission,
                    exercises=piece.later,
                    later=(),
                    found=piece.found,
                    report=piece.report,
                    begun=True,
                )
            )


def _first(pieces: deque[Piece]) -> Piece | None:
    try:
        return pieces.popleft()
    except IndexError:
        return None


def _cut(submission: Submission, setup: Setup, kept: Kept) -> Piece:
    """Lets the exercises on the CPU come first; what was found before is not in it."""
    found = dict(kept.exercises)
    todo = [one for one in setup.assignment.exercises if one.id not in found]
    here = setup.capabilities
    gpu = [
        one
        for one in todo
        if here.gpu is not None and here.device(one) is DeviceKind.GPU and not here.missing(one)
    ]
    return Piece(
        submission=submission,
        exercises=tuple(one for one in todo if one not in gpu),
        later=tuple(gpu),
        found=found,
        program=None if todo else kept.program,
        report=kept.report,
    )
