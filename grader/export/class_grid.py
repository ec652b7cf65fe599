"""The class by exercises: a mark for each student and exercise, and who waits for what."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from grader.backends import BACKENDS
from grader.export.status import standing
from grader.model.course import Assignment, Exercise
from grader.model.finding import Verdict
from grader.model.scoresheet import ScoreSheet
from grader.wording.bilingual import Bilingual, BilingualText


class ExerciseMark(Struct, frozen=True, kw_only=True):
    """The state of one student's exercise; without a verdict, nothing was judged."""

    verdict: Verdict | None
    text: BilingualText
    name: BilingualText  # of the exercise


def marks(sheet: ScoreSheet, assignment: Assignment, words: Bilingual) -> list[ExerciseMark]:
    """Return a mark for every exercise of an assignment that has several; else none."""
    if len(assignment.exercises) < 2:  # noqa: PLR2004  several
        return []
    marks_of_student = []
    for exercise in assignment.exercises:
        stands = standing(sheet.findings, exercise.id)
        named = BilingualText("–", "–") if stands is None else words.verdict_of(stands)
        text = BilingualText(f"{exercise.shown}: {named.ja}", f"{exercise.shown}: {named.en}")
        verdict = None if stands is None else stands.verdict
        marks_of_student.append(
            ExerciseMark(verdict=verdict, text=text, name=words.name(exercise.shown))
        )
    return marks_of_student


class WaitingStudents(Struct, frozen=True, kw_only=True):
    """Missing devices and libraries, devices first, and the number of students who wait."""

    needs: tuple[str, ...]
    students: int
    on_cpu: tuple[str, ...]  # libraries of exercises that the CPU could also grade

    @property
    def option(self) -> str:
        """The option of `grader grade` that helps."""
        return " --device gpu" if "gpu" in self.needs else ""


def waiting_of(
    sheets: Iterable[ScoreSheet], exercises: Sequence[Exercise]
) -> WaitingStudents | None:
    """Summarise everything that is missing; None if nothing is."""
    needs_by_student = needs_of(tuple(sheets))
    if not needs_by_student:
        return None
    used = {exercise.backend for exercise in exercises}
    movable = [each for each in BACKENDS.values() if each.movable and not each.needs_gpu]
    on_cpu = tuple(each.printed for each in movable if each.name in used)
    return WaitingStudents(
        needs=tuple(
            sorted({n for needs in needs_by_student for n in needs}, key=lambda n: (n != "gpu", n))
        ),
        students=len({student for students in needs_by_student.values() for student in students}),
        on_cpu=on_cpu if ("gpu",) in needs_by_student else (),
    )


def needs_of(sheets: Sequence[ScoreSheet]) -> dict[tuple[str, ...], list[str]]:
    """Map each device or library that is missing to the students who wait for it."""
    waiting: dict[tuple[str, ...], list[str]] = {}
    for sheet in sheets:
        for needs in dict.fromkeys(
            finding.params.get("needs")
            for finding in sheet.findings
            if finding.verdict is Verdict.WAITING and isinstance(finding.params.get("needs"), tuple)
        ):
            if isinstance(needs, tuple):
                waiting.setdefault(needs, []).append(sheet.student)
    return waiting
