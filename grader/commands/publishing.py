"""The files for people, made while a class is graded and after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.batch import ClassResult, Graded, Shrunk
from grader.export import (
    ClassRow,
    cell,
    clear_away_drafts,
    file_stems,
    keep_grades,
    write_class,
    write_sheet,
)
from grader.model.course import Assignment
from grader.wording import Language


@dataclass(slots=True, kw_only=True)
class ResultFiles:
    """Writes every file under `out` but the store; a `grader.batch.Publisher`."""

    out: Path
    assignment: Assignment
    lang: Language
    stems: Mapping[str, str] = field(default_factory=dict)  # file names, by student

    def begin(self, students: Sequence[str]) -> None:
        """Names everyone's files, and clears away what a killed grader left half-written."""
        self.stems = file_stems(students)
        clear_away_drafts(self.out)

    def publish_sheet(self, graded: Graded) -> None:
        """Writes one student's sheet."""
        write_sheet(self.out, self._row(graded), graded.evidence, self.assignment, self.lang)

    def publish_class(self, result: ClassResult) -> Shrunk | None:
        """Writes the gradebook and the summary: everyone in the folder who has a sheet.

        A gradebook that would lose rows, or points that people gave, is kept beside the new one.
        """
        students = [graded.sheet.student for graded in result.graded]
        before = keep_grades(self.out, students, always=bool(result.undone))
        rows = [self._row(graded) for graded in result.graded]
        write_class(self.out, rows, self.assignment, self.lang)
        if before is None:
            return None
        kept, gone = before
        absent = set(map(cell, result.absent))
        unexplained = tuple(student for student in gone if student not in absent)
        return Shrunk(kept=kept, gone=gone, unexplained=unexplained)

    def _row(self, graded: Graded) -> ClassRow:
        return ClassRow(
            sheet=graded.sheet,
            stem=self.stems[graded.sheet.student],
            timings={
                exercise.exercise: exercise.timing
                for exercise in graded.evidence.exercises
                if exercise.timing is not None
            },
        )
