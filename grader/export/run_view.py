"""What was run for an exercise, and how it ended."""

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from grader.export.status import case_verdict
from grader.model.calling import Convention
from grader.model.evidence import Comparison, ExerciseEvidence
from grader.model.finding import Verdict
from grader.model.run import LoadMode, RunStatus
from grader.protocols import Fragment
from grader.wording.bilingual import Bilingual, BilingualText


class CaseView(Struct, frozen=True, kw_only=True):
    """One case and its verdict."""

    size: int
    kind: BilingualText
    verdict: Verdict
    verdict_name: BilingualText
    secret: bool = False  # not listed


class RunView(Struct, frozen=True, kw_only=True):
    """One exercise: its function, how it was called, and its cases."""

    evidence: ExerciseEvidence
    how: BilingualText
    load: BilingualText
    cases: Sequence[CaseView]
    facts: Sequence[Fragment] = ()  # fragments of plugins without a title
    sections: Sequence[Fragment] = ()  # fragments with a title

    @property
    def rows(self) -> list[list[CaseView]]:
        """The cases, grouping consecutive ones with the same result."""
        alike = groupby(self.cases, lambda case: (case.kind, case.secret, case.verdict))
        return [list(cases) for _, cases in alike]

    @property
    def batches(self) -> bool:
        """Whether a case's size is a batch's rather than a matrix's."""
        entry = self.evidence.entry
        return entry is not None and entry.target.convention is Convention.OWN


def view_run(
    exercise: ExerciseEvidence, words: Bilingual, fragments: Sequence[Fragment] = ()
) -> RunView:
    """Describe how the function was found and called."""
    return RunView(
        evidence=exercise,
        how=words.say(f"run.{_finding_entry(exercise)}"),
        load=words.say(f"run.{_loading(exercise)}"),
        cases=[_case(comparison, words) for comparison in exercise.comparisons],
        facts=[fragment for fragment in fragments if not fragment.title],
        sections=[fragment for fragment in fragments if fragment.title],
    )


def _finding_entry(exercise: ExerciseEvidence) -> str:
    if exercise.entry is not None:
        return exercise.entry.how
    searched = exercise.load is not None or exercise.unwritten
    return "none" if searched else "unsearched"


def _loading(exercise: ExerciseEvidence) -> str:
    if exercise.load is None:
        return "not_loaded"
    if exercise.load.status is not RunStatus.OK:
        return "not_started"
    return "whole" if exercise.load_mode is LoadMode.WHOLE else "definitions"


def _case(comparison: Comparison, words: Bilingual) -> CaseView:
    verdict = case_verdict(comparison)
    return CaseView(
        size=comparison.case.size,
        kind=words.say(f"run.{comparison.case.kind}"),
        verdict=verdict,
        verdict_name=words.verdict(verdict),
        secret=comparison.case.secret,
    )
