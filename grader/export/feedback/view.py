"""A sheet and its evidence as their student may see them."""

from msgspec.structs import replace

from grader.export.visibility import for_tas_only
from grader.model.course import Assignment, Visibility
from grader.model.evidence import Evidence
from grader.model.scoresheet import ScoreSheet
from grader.privacy import Redactor, change_texts, without_staff

HIDDEN_TEXT = "REP014"  # the check whose evidence a page shows even where no card does


def student_view(
    sheet: ScoreSheet,
    evidence: Evidence,
    assignment: Assignment,
    redactor: Redactor,
) -> tuple[ScoreSheet, Evidence]:
    """Leave out what is for TAs only, and mask other people's data and every home folder."""
    hidden = {
        criterion.id for criterion in assignment.rubric if criterion.visibility is Visibility.TA
    }
    findings = tuple(
        finding for finding in sheet.findings if not for_tas_only(finding, assignment.rubric)
    )
    lost = {finding.check for finding in sheet.findings} - {finding.check for finding in findings}
    awards = tuple(award for award in sheet.awards if award.criterion not in hidden)
    shown = without_staff(replace(sheet, awards=awards, findings=findings))
    visible_evidence = _without_hidden_text(evidence) if HIDDEN_TEXT in lost else evidence

    def redact(text: str) -> str:
        return redactor.redact(text, sheet.student)

    return (
        replace(change_texts(shown, redact), student=sheet.student),
        replace(change_texts(visible_evidence, redact), student=sheet.student),
    )


def _without_hidden_text(evidence: Evidence) -> Evidence:
    report = evidence.report
    if report is None or report.outline is None:
        return evidence
    return replace(evidence, report=replace(report, outline=replace(report.outline, hidden=())))
