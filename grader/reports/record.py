"""The record of this plugin: a ReportEvidence (model/report.py), opened and put back."""

from msgspec.structs import replace

from grader.model.course import REPORTS
from grader.model.evidence import Evidence, Record
from grader.model.report import ReportEvidence
from grader.records import opened_record, packed_record

_opened: list[tuple[Record, ReportEvidence]] = []
"""The last one: every check of a submission asks for the same."""


def report_of(evidence: Evidence) -> ReportEvidence | None:
    """Open the report's observation; None if the assignment requires no report."""
    record = evidence.records.get(REPORTS)
    if record is None:
        return None
    if record.trouble:
        return ReportEvidence(file="", trouble=record.trouble)
    for known, opened in _opened:
        if known is record:
            return opened
    report = opened_record(evidence.records, REPORTS, ReportEvidence)
    if report is not None:
        _opened[:] = [(record, report)]
    return report


def with_report(evidence: Evidence, report: ReportEvidence | None) -> Evidence:
    """Replace the report's observation by another one; None changes nothing."""
    if report is None:
        return evidence
    return replace(evidence, records={**evidence.records, REPORTS: packed_record(REPORTS, report)})
