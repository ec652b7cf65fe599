"""Interface of plugins whose exercises call something other than functions of arrays.

An exercise refers to it by a word under `calls`. The plugin's object for that word defines how the
target is found and called, what the call reports, and how findings are worded.
"""

from collections.abc import Collection, Sequence
from typing import Protocol

from grader.cases.children import Children
from grader.cases.probing import Discovery, Probing
from grader.cases.questions import CaseQuestion
from grader.model.calling import Call
from grader.model.course import Exercise
from grader.model.evidence import Comparison, Entry, ExerciseEvidence
from grader.model.finding import Finding
from grader.model.static import SourceFacts
from grader.plugins import installed, load


class OwnCalls(Protocol):
    """The meaning of one word under `calls`; `find` and `look_again` run programs."""

    @property
    def constants(self) -> tuple[str, ...]:
        """Constants of the reference that a kit may contain: the arguments of the entry."""

    def find(
        self,
        facts: SourceFacts,
        exercise: Exercise,
        probing: Probing,
        passed_over: Collection[str] = (),
    ) -> Discovery:
        """Find what is to be graded; its Target has the convention OWN."""

    def look_again(
        self,
        comparisons: Sequence[Comparison],
        questions: Sequence[CaseQuestion],
        entry: Entry,
        children: Children,
    ) -> object | None:
        """Return the plugin's record of anything observed besides results, or None."""

    def heard(self, question: CaseQuestion, call: Call) -> Call:
        """Decode what a call reported. If that is malformed, the call's run becomes PROTOCOL."""

    def answered(self, finding: Finding, evidence: ExerciseEvidence, exercise: Exercise) -> Finding:
        """Word an engine check's finding for such exercises. Pure."""


def own_calls(exercise: Exercise) -> OwnCalls | None:
    """Return the plugin's object for an exercise; None for arrays and absent plugins."""
    plugin = installed().get(exercise.kind)
    name = plugin.calls.get(exercise.calls, "") if plugin is not None else ""
    found: OwnCalls | None = load(name) if name else None
    return found
