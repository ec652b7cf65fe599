"""The piece of evidence that shows why a finding says what it says."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from grader.export.bilingual import CODE_LIMIT, Bilingual, BilingualText, Code
from grader.model.evidence import Comparison, Element, Evidence, ExerciseEvidence, Outcome
from grader.model.finding import Finding, Verdict
from grader.model.run import RunRecord, RunStatus, Traceback

OUTCOMES: Mapping[str, Outcome] = MappingProxyType(
    {
        "COR001": Outcome.WRONG_VALUE,
        "COR002": Outcome.WRONG_VALUE,
        "COR006": Outcome.NOT_FINITE,
        "COR007": Outcome.LOW_PRECISION,
    }
)
STATUSES: Mapping[str, RunStatus] = MappingProxyType(
    {
        "RUN003": RunStatus.RUNTIME_ERROR,
        "RUN004": RunStatus.TIMEOUT,
        "RUN005": RunStatus.MEMORY,
        "RUN006": RunStatus.SIGNAL,
        "RUN007": RunStatus.OUTPUT,
    }
)
GRID = 7  # the largest matrix that is drawn
FRAMES = 8  # of a traceback, the innermost


class WrongElement(Struct, frozen=True, kw_only=True):
    """Where the first wrong element is, and what stands there."""

    caption: BilingualText
    size: int
    drawn: bool
    element: Element


class Proof(Struct, frozen=True, kw_only=True):
    """What to show below a finding; each part may be missing."""

    wrong: WrongElement | None = None
    traceback: Traceback | None = None
    frames: Sequence[BilingualText] = ()
    output: Code = Code("")


def find_proof(finding: Finding, evidence: Evidence, words: Bilingual) -> Proof:
    """Looks the finding's evidence up; a check that passed without a note needs none."""
    exercise = next(
        (observed for observed in evidence.exercises if observed.exercise == finding.subject), None
    )
    quiet = finding.verdict is Verdict.SKIPPED or (
        finding.verdict is Verdict.PASSED and not finding.case
    )
    if exercise is None or quiet:
        return Proof()
    if finding.check in OUTCOMES:
        return _wrong_element(OUTCOMES[finding.check], exercise.comparisons, words)
    if finding.check in STATUSES:
        proof = _ended(STATUSES[finding.check], _runs(exercise), words)
        # A finding that shows the lines itself needs no second list of them.
        return Proof(output=proof.output) if finding.locations else proof
    return Proof()


def _wrong_element(outcome: Outcome, comparisons: Iterable[Comparison], words: Bilingual) -> Proof:
    """The smallest case that went wrong in this way."""
    wrong = [
        comparison
        for comparison in comparisons
        if comparison.outcome is outcome and comparison.first_wrong
    ]
    smallest = min(wrong, key=lambda comparison: comparison.case.size, default=None)
    if smallest is None or smallest.first_wrong is None:
        return Proof()
    element, size = smallest.first_wrong, smallest.case.size
    caption = words.say("sheet.element", size=size, row=element.row + 1, column=element.column + 1)
    inside = max(element.row, element.column) < size <= GRID
    return Proof(wrong=WrongElement(caption=caption, size=size, drawn=inside, element=element))


def _runs(exercise: ExerciseEvidence) -> list[RunRecord]:
    runs = [
        exercise.load,
        *(comparison.run for comparison in exercise.comparisons),
        exercise.whole_load,
    ]
    return [run for run in runs if run is not None]


def _ended(status: RunStatus, runs: Iterable[RunRecord], words: Bilingual) -> Proof:
    run = next((run for run in runs if run.status is status), None)
    if run is None:
        return Proof()
    frames = run.traceback.frames[-FRAMES:] if run.traceback else ()
    return Proof(
        traceback=run.traceback,
        frames=[words.say("sheet.frame", file=f, line=n, name=name) for f, n, name in frames],
        output=Code("" if run.traceback else run.stderr_tail.strip()[-CODE_LIMIT:]),
    )
