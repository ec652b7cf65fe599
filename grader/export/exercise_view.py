"""What the page shows of each of several exercises: one line of a table, and the details."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.export.bilingual import Bilingual, BilingualText
from grader.export.cards import Card, notes_in, with_verdict
from grader.export.run_view import RunView, view_run
from grader.export.standing import standing
from grader.export.timing_view import TimingView, view_timing
from grader.model.course import Assignment, Exercise
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.finding import Finding, Verdict

ON_CPU_INSTEAD = 1  # ExerciseEvidence.rank


class ExerciseView(Struct, frozen=True, kw_only=True):
    """One exercise: where it stands, what to do about it, and everything that was checked."""

    id: str
    name: str
    stands: Finding
    verdict_name: BilingualText
    on_cpu: bool
    remarks: Sequence[BilingualText]  # the titles of what is to be mended or looked at
    message: BilingualText  # why nothing was run, when that is all there is to say
    mend: Sequence[Card]
    wait: Sequence[Card]
    notes: Sequence[Card]
    checked: Sequence[Card]  # the others, each in one line
    run: RunView
    timing: TimingView | None = None


def view_exercises(
    cards: Sequence[Card], evidence: Evidence, assignment: Assignment, words: Bilingual
) -> list[ExerciseView]:
    """Views every exercise that was judged, in the order of the assignment."""
    observed = {exercise.exercise: exercise for exercise in evidence.exercises}
    findings = [card.finding for card in cards]
    return [
        replace(
            _view(exercise, stands, cards, observed[exercise.id], words),
            timing=view_timing(observed[exercise.id], evidence, assignment, words),
        )
        for exercise in assignment.exercises
        if exercise.id in observed and (stands := standing(findings, exercise.id)) is not None
    ]


def _view(
    exercise: Exercise,
    stands: Finding,
    cards: Sequence[Card],
    observed: ExerciseEvidence,
    words: Bilingual,
) -> ExerciseView:
    own = [card for card in cards if card.finding.subject == exercise.id]
    mend = with_verdict(own, Verdict.FAILED)
    wait = with_verdict(own, Verdict.BROKEN, Verdict.UNDECIDED)
    notes = notes_in(own)
    shown = {id(card) for card in (*mend, *wait, *notes)}
    quiet = stands.verdict in (Verdict.WAITING, Verdict.SKIPPED)
    return ExerciseView(
        id=exercise.id,
        name=exercise.shown,
        stands=stands,
        verdict_name=words.verdict_of(stands),
        on_cpu=observed.rank == ON_CPU_INSTEAD,
        remarks=[card.said.title for card in (*mend, *wait)],
        message=words.finding(stands).message if quiet else BilingualText("", ""),
        mend=mend,
        wait=wait,
        notes=notes,
        checked=[card for card in own if id(card) not in shown],
        run=view_run(observed, words),
    )
