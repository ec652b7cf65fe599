"""The interface of plugins whose exercises call something other than functions of arrays.

An exercise names such a thing by a word under `calls`; the plugin with the word has an object that
says how it is looked for and called, what the call shows, and in which words that is told.
"""

from collections.abc import Collection, Sequence
from typing import Protocol

from grader.correctness.children import Children
from grader.correctness.discovery import Discovery, Probing
from grader.correctness.questions import CaseQuestion
from grader.model.calling import Call
from grader.model.course import Exercise
from grader.model.evidence import Comparison, Entry, ExerciseEvidence
from grader.model.finding import Finding
from grader.model.static import SourceFacts
from grader.plugins import installed, load


class OwnCalls(Protocol):
    """What one word under `calls` means; `find` and `look_again` run programs."""

    @property
    def constants(self) -> tuple[str, ...]:
        """What of a reference's constants a student's kit may hold: what the entry is given."""

    def find(
        self,
        facts: SourceFacts,
        exercise: Exercise,
        probing: Probing,
        passed_over: Collection[str] = (),
    ) -> Discovery:
        """Looks for what is to be graded; its Target has the convention OWN."""

    def look_again(
        self,
        comparisons: Sequence[Comparison],
        questions: Sequence[CaseQuestion],
        entry: Entry,
        children: Children,
    ) -> object | None:
        """Says what was seen besides results, as the plugin's record; None: nothing."""

    def heard(self, question: CaseQuestion, call: Call) -> Call:
        """Decodes what a call reported. If that is malformed, the call's run becomes PROTOCOL."""

    def answered(self, finding: Finding, evidence: ExerciseEvidence, exercise: Exercise) -> Finding:
        """Gives what a check of the engine found the words of such exercises. Pure."""


def own_calls(exercise: Exercise) -> OwnCalls | None:
    """Finds the plugin's object for an exercise; None for arrays and absent plugins."""
    plugin = installed().get(exercise.kind)
    name = plugin.calls.get(exercise.calls, "") if plugin is not None else ""
    found: OwnCalls | None = load(name) if name else None
    return found
