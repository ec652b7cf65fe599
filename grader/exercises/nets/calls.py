"""The engine's interface to nets: one object per word under `calls`; see OwnCalls."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from grader.cases.children import Children
from grader.cases.own_calls import OwnCalls
from grader.cases.probing import Discovery, Probing
from grader.cases.questions import CaseQuestion
from grader.exercises.nets import words
from grader.exercises.nets.answers import answer
from grader.exercises.nets.looking import hear, look_at_net
from grader.exercises.nets.record import NetRecord
from grader.exercises.nets.search import find_net
from grader.model.calling import Call
from grader.model.course import Exercise
from grader.model.evidence import Comparison, Entry, ExerciseEvidence
from grader.model.finding import Finding
from grader.model.static import SourceFacts


class NetCalls(Struct, frozen=True, kw_only=True):
    """The meaning of one of the words."""

    word: str
    constants: tuple[str, ...]

    def find(
        self,
        facts: SourceFacts,
        exercise: Exercise,
        probing: Probing,
        passed_over: Collection[str] = (),
    ) -> Discovery:
        """Find the net, or the function that takes one."""
        return find_net(facts, exercise, probing, passed_over)

    def look_again(
        self,
        comparisons: Sequence[Comparison],
        questions: Sequence[CaseQuestion],
        entry: Entry,
        children: Children,
    ) -> NetRecord | None:
        """Ask the net once more for what it shows besides results."""
        return look_at_net(comparisons, questions, entry, children)

    def heard(self, question: CaseQuestion, call: Call) -> Call:
        """Decode the facts that a call reported."""
        return hear(question, call, self.word)

    def answered(self, finding: Finding, evidence: ExerciseEvidence, exercise: Exercise) -> Finding:
        """Word it for nets."""
        return answer(finding, evidence, exercise)


MODEL: OwnCalls = NetCalls(word=words.MODEL, constants=())  # the net itself is to be written
STEP: OwnCalls = NetCalls(word=words.STEP, constants=("LOSS", "NET"))
INFERENCE: OwnCalls = NetCalls(word=words.INFERENCE, constants=("LOSS", "NET"))
