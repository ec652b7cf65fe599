"""`grader inspect`: print what the report checker sees in one report, and its findings."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.exits import ExitCode
from grader.commands.options import (
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
)

if TYPE_CHECKING:
    from grader.model.course import Assignment
    from grader.model.evidence import Evidence


@click.command(
    epilog="""\b
    Example:
      grader inspect report.docx
      grader inspect report.pdf --assignment kadai1
      grader inspect report.pdf --json"""
)
@click.argument("report", type=click.Path(path_type=Path))
@click.option(
    "-a",
    "--assignment",
    metavar="ASSIGNMENT",
    help="Also look for the chapters that this assignment requires.",
)
@course_option
@lang_option
@json_option
def inspect(
    *,
    report: Path,
    assignment: str | None,
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
) -> ExitCode:
    """Show how a REPORT (Word or PDF) was read, and why.

    Shows chapters, figures with captions, and sentences about the figures, but no points. Without
    --assignment, no chapter is required by name.
    """
    from grader.commands.findings import show_findings
    from grader.judging import judge_whole
    from grader.model.check import REPORT
    from grader.reports.record import report_of
    from grader.reports.terminal import outline_lines

    loaded = _assignment_or_any(assignment, course_folder)
    words = open_wording(lang)
    evidence = _read(report, loaded)
    findings = tuple(judge_whole(evidence, loaded, REPORT))
    if as_json:
        from grader.export.sheet import SCHEMA, finding_document
        from grader.reports.document import report_document

        document = {
            "schema": SCHEMA,
            "report": report_document(report_of(evidence)),
            "findings": [finding_document(finding, words) for finding in findings],
        }
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    elif (seen := report_of(evidence)) is not None:
        for line in outline_lines(seen, loaded, words):
            click.echo(line)
        show_findings(findings, words)
    return ExitCode.of(findings)


def _assignment_or_any(assignment: str | None, course_folder: Path | None) -> "Assignment":
    """Load the assignment, or else the requirements for every report."""
    from grader.course import any_report, load_assignment

    if assignment is None:
        return any_report()
    return load_assignment(open_course(course_folder), assignment)


def _read(path: Path, assignment: "Assignment") -> "Evidence":
    """Read the report in the sandbox. Raises IntakeError if there is no such file.

    Raises SandboxUnavailable with the names of missing libraries: an unread report gets no
    findings.
    """
    from grader.intake import submission_of_report
    from grader.reports.inspector import evidence_of_report, open_documents
    from grader.reports.reading import require_document_libraries
    from grader.sandbox import choose_level
    from grader.store import levels_folder

    submission = submission_of_report(path, assignment)
    probe = choose_level(own_code=True, memory=levels_folder(os.environ))
    require_document_libraries()
    with open_documents(probe, path.name) as reader:
        return evidence_of_report(submission, assignment, reader)
