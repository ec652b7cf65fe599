"""Looks for the function to grade."""

from collections.abc import Collection

from grader.correctness.children import Children
from grader.correctness.discovery import (
    CALLS,
    SECONDS,
    WITH_LIBRARIES,
    Discovery,
    Probing,
    discover,
)
from grader.correctness.own_calls import own_calls
from grader.correctness.questions import probe
from grader.model.course import Backend, DeviceKind, Exercise
from grader.model.reference import Reference
from grader.model.static import SourceFacts


class Search:
    """Looks for the function to grade, with one probe and so many calls."""

    def __init__(
        self,
        facts: SourceFacts,
        exercise: Exercise,
        reference: Reference,
        children: Children,
        seed: bytes,
    ) -> None:
        """Asks nothing yet."""
        self.facts, self.exercise, self.reference = facts, exercise, reference
        self.children = children
        self.seed = seed
        self.question = probe(exercise, reference, seed)
        self._probing = Probing(
            children=children,
            question=self.question,
            reference=reference,
            entry=exercise.entry,
            forms=exercise.gives,
            seconds=_probe_seconds(exercise),
            left=CALLS * len(exercise.gives),
        )

    def find(self, passed_over: Collection[str] = ()) -> Discovery:
        """Finds the likeliest but for those passed over, and has a child ready for it."""
        own, facts = own_calls(self.exercise), self.facts
        if own is None:
            discovery = discover(
                facts.definitions, self.exercise, self._probing, passed_over, facts.names
            )
        else:
            discovery = own.find(facts, self.exercise, self._probing, passed_over)
        if discovery.entry is not None:
            self.children.keep_for(discovery.entry.target)
        return discovery


def _probe_seconds(exercise: Exercise) -> float:
    """On a GPU the first call loads libraries and compiles, so that it may take its full time."""
    if exercise.device is DeviceKind.GPU:
        return exercise.limits.call_seconds
    seconds = SECONDS if exercise.backend is Backend.PYTHON else WITH_LIBRARIES
    return min(seconds, exercise.limits.call_seconds)
