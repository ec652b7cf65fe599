"""The files for people, made while and after a class is graded."""

from collections.abc import Sequence
from pathlib import Path

from grader.batch import ClassResult, Graded, Publish, Publisher
from grader.export import ClassRow, file_stems, write_class, write_sheet
from grader.model.course import Assignment
from grader.wording import Language


def sheet_publisher(out: Path, assignment: Assignment, lang: Language) -> Publisher:
    """Gives what writes each student's sheet under `out`."""

    def publisher(students: Sequence[str]) -> Publish:
        stems = file_stems(students)

        def publish(graded: Graded) -> None:
            row = ClassRow(sheet=graded.sheet, stem=stems[graded.sheet.student])
            write_sheet(out, row, graded.evidence, assignment, lang)

        return publish

    return publisher


def write_class_files(
    out: Path, result: ClassResult, assignment: Assignment, lang: Language
) -> None:
    """Writes the files about the whole class: everyone in the folder who has a sheet."""
    stems = file_stems([*(one.sheet.student for one in result.graded), *result.absent])
    sheets = [one.sheet for one in result.graded]
    rows = [ClassRow(sheet=sheet, stem=stems[sheet.student]) for sheet in sheets]
    write_class(out, rows, assignment, lang)
