"""A sheet and its evidence as their student may see them."""

from msgspec.structs import replace

from grader.export.visibility import for_tas_only
from grader.model.course import Assignment, Visibility
from grader.model.evidence import Evidence
from grader.model.scoresheet import ScoreSheet
from grader.privacy import Redactor, change_texts, without_staff


def student_view(
    sheet: ScoreSheet,
    evidence: Evidence,
    assignment: Assignment,
    redactor: Redactor,
) -> tuple[ScoreSheet, Evidence]:
    """Remove what is for TAs only, and mask other people's data and every home folder."""
    hidden = {
        criterion.id for criterion in assignment.rubric if criterion.visibility is Visibility.TA
    }
    findings = tuple(
        finding for finding in sheet.findings if not for_tas_only(finding, assignment.rubric)
    )
    awards = tuple(award for award in sheet.awards if award.criterion not in hidden)
    shown = without_staff(replace(sheet, awards=awards, findings=findings))

    def redact(text: str) -> str:
        return redactor.redact(text, sheet.student)

    return (
        replace(change_texts(shown, redact), student=sheet.student),
        replace(change_texts(evidence, redact), student=sheet.student),
    )
