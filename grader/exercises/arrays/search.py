"""Search for the function to grade."""

from collections.abc import Collection

from grader.cases.children import Children
from grader.cases.own_calls import own_calls
from grader.cases.probing import MAX_CALLS, SECONDS, Discovery, Probing
from grader.cases.questions import probe
from grader.exercises.arrays.discovery import Attempts, discover
from grader.model.course import Backend, DeviceKind, Exercise
from grader.model.reference import Reference
from grader.model.static import SourceFacts

WITH_LIBRARIES = 10.0  # seconds of a probe whose call may load libraries


class Search:
    """Search for the function to grade, with one probe and a limited number of calls."""

    def __init__(
        self,
        facts: SourceFacts,
        exercise: Exercise,
        reference: Reference,
        children: Children,
        seed: bytes,
    ) -> None:
        """Prepare the probe; call nothing yet."""
        self.facts, self.exercise, self.reference = facts, exercise, reference
        self.children = children
        self.seed = seed
        self.question = probe(exercise, reference, seed)
        probing = Probing(
            children=children,
            question=self.question,
            reference=reference,
            seconds=_probe_seconds(exercise),
            left=MAX_CALLS * len(exercise.gives),
        )
        self._attempts = Attempts(probing=probing, entry=exercise.entry, forms=exercise.gives)

    def find(self, passed_over: Collection[str] = ()) -> Discovery:
        """Find the likeliest function not passed over, with a child ready for it."""
        own, facts = own_calls(self.exercise), self.facts
        if own is None:
            discovery = discover(
                facts.definitions, self.exercise, self._attempts, passed_over, facts.names
            )
        else:
            discovery = own.find(facts, self.exercise, self._attempts.probing, passed_over)
        if discovery.entry is not None:
            self.children.keep_for(discovery.entry.target)
        return discovery


def _probe_seconds(exercise: Exercise) -> float:
    """Return the time limit of a probe.

    On a GPU it is the full limit, since the first call loads and compiles.
    """
    if exercise.device is DeviceKind.GPU:
        return exercise.limits.call_seconds
    seconds = SECONDS if exercise.backend is Backend.PYTHON else WITH_LIBRARIES
    return min(seconds, exercise.limits.call_seconds)
