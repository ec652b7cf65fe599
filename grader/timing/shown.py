"""Show the times of an exercise and of a class, on pages and in a sheet's JSON."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from grader.export.drawing import TitledPlot
from grader.model.course import Assignment
from grader.model.evidence import EntryHow, ExerciseEvidence
from grader.protocols import About, Classmate, Fragment
from grader.timing.class_page import Timed, view_times
from grader.timing.curves import draw_curves
from grader.timing.document import TimingDocument, timing_document
from grader.timing.said import paragraph, say_conditions, say_own, say_timing
from grader.timing.series import series_about
from grader.wording.bilingual import Bilingual, BilingualText


class TimingView(Struct, frozen=True, kw_only=True):
    """The times of one exercise."""

    exercise: str
    picture: TitledPlot | None
    fitted: bool  # whether the drawing contains a fit
    result: BilingualText
    own: Sequence[BilingualText]
    conditions: BilingualText


class TimesShown:
    """Shows our measurements, and what the student's program plotted of its own."""

    @property
    def sheet_keys(self) -> Mapping[str, Any]:
        """Return nothing: times belong to exercises."""
        return {}

    @property
    def exercise_keys(self) -> Mapping[str, Any]:
        """Return the measurement."""
        return {"timing": Annotated[TimingDocument | None, Meta(description="null: not measured")]}

    def show(self, about: About, words: Bilingual) -> Fragment | None:
        """Draw the curves of an exercise, and return how they grow."""
        view = view_timing(about, words)
        heading = words.say("timing.heading")
        if view is None:
            return None
        return Fragment(title=heading, template="timing/exercise.html", part=view)

    def show_class(
        self, classmates: Sequence[Classmate], assignment: Assignment, words: Bilingual
    ) -> Sequence[Fragment]:
        """Draw everyone's curves of each exercise that was timed."""
        views = [
            view_times(
                exercise,
                [
                    Timed(student=each.student, href=each.href, timing=each.timings[exercise.id])
                    for each in classmates
                    if exercise.id in each.timings
                ],
                words,
            )
            for exercise in assignment.exercises
        ]
        return [
            Fragment(title=view.heading, template="timing/class.html", part=view)
            for view in views
            if view is not None
        ]

    def write(self, about: About) -> Mapping[str, object]:
        """Return the measurement as data."""
        if about.exercise is None:
            return {}
        series = series_about(about.evidence, about.exercise.exercise, about.assignment)
        return {"timing": timing_document(about.exercise.timing, series)}


SHOWN = TimesShown()


def view_timing(about: About, words: Bilingual) -> TimingView | None:
    """Return a view of our measurements and the student's own plots; None without either."""
    exercise = about.exercise
    if exercise is None:
        return None
    timing, program = exercise.timing, about.evidence.program
    series = series_about(about.evidence, exercise.exercise, about.assignment)
    if timing is None and not series:
        return None
    measured = timing is not None and bool(timing.curve.points)
    own = say_own(None if _extracted(exercise) else timing, series, words)
    if measured and not series and program is not None and program.output.strip():
        own = [words.say("timing.own_none")]
    return TimingView(
        exercise=exercise.exercise,
        picture=draw_curves(exercise.exercise, timing, series, words),
        fitted=timing is not None and timing.settled.known,
        result=paragraph(say_timing(timing, words)) if timing else BilingualText("", ""),
        own=own,
        conditions=say_conditions(timing, words) if timing and measured else BilingualText("", ""),
    )


def _extracted(exercise: ExerciseEvidence) -> bool:
    """Return whether loops of a script were timed: they are slower than in a function."""
    return exercise.entry is not None and exercise.entry.how is EntryHow.EXTRACTED
