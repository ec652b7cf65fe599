"""What a page shows of the times of one exercise: a drawing, and what it says."""

from collections.abc import Sequence

from msgspec import Struct

from grader.export.bilingual import Bilingual, BilingualText
from grader.export.curves import draw_curves
from grader.export.drawing import TitledPlot
from grader.export.growth import series_about
from grader.export.timing_said import paragraph, say_conditions, say_own, say_timing
from grader.model.course import Assignment
from grader.model.evidence import EntryHow, Evidence, ExerciseEvidence


class TimingView(Struct, frozen=True, kw_only=True):
    """The times of one exercise."""

    exercise: str
    picture: TitledPlot | None
    fitted: bool  # whether the drawing has a fit in it
    said: BilingualText
    own: Sequence[BilingualText]
    conditions: BilingualText


def view_timing(
    exercise: ExerciseEvidence, evidence: Evidence, assignment: Assignment, words: Bilingual
) -> TimingView | None:
    """Views what we and the student's program measured; None when neither did."""
    timing, series = exercise.timing, series_about(evidence, exercise.exercise, assignment)
    if timing is None and not series:
        return None
    measured = timing is not None and bool(timing.curve.points)
    return TimingView(
        exercise=exercise.exercise,
        picture=draw_curves(exercise.exercise, timing, series, words),
        fitted=timing is not None and timing.settled.known,
        said=paragraph(say_timing(timing, words)) if timing else BilingualText("", ""),
        own=say_own(None if _lifted(exercise) else timing, series, words),
        conditions=say_conditions(timing, words) if timing and measured else BilingualText("", ""),
    )


def _lifted(exercise: ExerciseEvidence) -> bool:
    """Loops of a script are slower than the same in a function: their levels are not compared."""
    return exercise.entry is not None and exercise.entry.how is EntryHow.EXTRACTED
