"""Grade one submission inside Gradescope's container, as `run_autograder` requests.

    python -m grader.lms.autograder kadai1 --folder /autograder --lang ja

The container has the reference beside the student's files, and both belong to root. So programs run
only in a sandbox that has just withstood an attack: without one there is no results.json, and
Gradescope tells the student to ask the course. Undecided criteria have no score of their own.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from grader.commands.devices import capabilities_for
from grader.commands.options import lang_option, open_wording
from grader.course import load_assignment, load_course, silenced_references
from grader.export.visibility import is_about
from grader.files import write_file
from grader.grading import collect, grade
from grader.intake import read_submission, unread_submission
from grader.lms.gradescope import SHOWN, criterion_test, finding_lines
from grader.model.collection import Received, TimeSource
from grader.model.course import Assignment, Visibility
from grader.model.errors import GraderError
from grader.model.finding import Finding, Verdict
from grader.model.scoresheet import ScoreSheet
from grader.model.submission import Submission
from grader.observing import (
    SelfChecks,
    machine_facts,
    open_tools,
    prepare_setup,
    worth_another_try,
)
from grader.people import find_id
from grader.sandbox import choose_level
from grader.wording import Wording, say

VISIBILITIES = ("visible", "after_due_date", "after_published")
ANONYMOUS = "submission"  # id of an unknown student
TRIES = 2  # attempts when our own fault spoils a run
TOLD = (Verdict.FAILED, Verdict.UNDECIDED, Verdict.WAITING, Verdict.BROKEN)


@click.command()
@click.argument("assignment")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("/autograder"))
@click.option("--visibility", type=click.Choice(VISIBILITIES), default="after_due_date")
@lang_option
def run(*, assignment: str, folder: Path, visibility: str, lang: str | None) -> None:
    """Grade FOLDER/submission for ASSIGNMENT, and write FOLDER/results/results.json."""
    words = open_wording(lang)
    try:
        document = graded(assignment, folder, visibility, words)
    except GraderError as error:
        for message in error.messages:
            click.echo(f"grader: {say(message, words.lang)}")
        click.echo(words.text("gradescope.no_results"))
        sys.exit(error.exit_code)
    text = json.dumps(document, ensure_ascii=False, indent=1)
    write_file(folder / "results" / "results.json", text.encode("utf-8", "replace"))


def graded(name: str, folder: Path, visibility: str, words: Wording) -> dict[str, Any]:
    """Observe, judge and score the submission; return results.json. Raises GraderError."""
    level = choose_level().level  # raises SandboxUnavailable if isolation would stop only accidents
    course = load_course(folder / "source" / "course")
    assignment = load_assignment(course, name)
    metadata = _metadata(folder)
    student = _student(metadata, course.student_id)
    unread = unread_submission(student, [folder / "submission"])
    submission = read_submission(replace(unread, received=_received(metadata)), assignment)
    here = capabilities_for([assignment], "auto")
    with silenced_references(), open_tools(level, here, assignment.exercises) as opened:
        setup = prepare_setup(course, assignment, machine_facts(level), os.environ, here)
        tools = replace(opened, self_check=SelfChecks())
        for _ in range(TRIES):
            evidence = collect(submission, setup, tools)
            if not worth_another_try(evidence):
                break
    click.echo(words.text("gradescope.level", level=level))
    return results(grade(evidence, assignment), submission, assignment, visibility, words)


def results(
    sheet: ScoreSheet,
    submission: Submission,
    assignment: Assignment,
    visibility: str,
    words: Wording,
) -> dict[str, Any]:
    """Format a score sheet as results.json.

    Criteria for TAs only stay hidden; `visibility` says when all others are shown.
    """
    criteria = {criterion.id: criterion for criterion in assignment.rubric}
    tests = []
    for number, award in enumerate(sheet.awards, start=1):
        criterion = criteria[award.criterion]
        shown = SHOWN[Visibility.TA] if criterion.visibility is Visibility.TA else visibility
        own = [finding for finding in sheet.findings if is_about(criterion, finding)]
        output = [words.reason(award), *_sentences(own, words)]
        tests.append(criterion_test(award, number, shown, "\n".join(output), words))
    return {
        "score": round(sheet.total or 0.0, 4),
        "output": "\n".join(_summary(sheet, submission, words)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def _summary(sheet: ScoreSheet, submission: Submission, words: Wording) -> Iterator[str]:
    """Yield the files graded, the criteria without a score, and the deduction for lateness."""
    main = submission.main.name if submission.main is not None else ""
    report = submission.report.name if submission.report is not None else ""
    files = tuple(name for name in (main, report) if name)
    yield words.text("gradescope.files" if files else "gradescope.no_files", files=files)
    open_awards = [award for award in sheet.awards if award.points is None]
    if open_awards:
        titles = tuple(words.of(award.title) or award.criterion for award in open_awards)
        most = f"{sum(award.max for award in open_awards):g}"
        yield words.text("gradescope.not_scored", criteria=titles, points=most)
    if sheet.lateness is not None and sheet.total != sheet.earned:
        yield words.text("gradescope.late", percent=f"{sheet.lateness.kept_percent:g}")


def _sentences(findings: Sequence[Finding], words: Wording) -> Iterator[str]:
    for verdict in TOLD:
        for finding in findings:
            if finding.verdict is verdict:
                yield ""
                yield words.title(finding.check)
                yield from finding_lines(finding, words)


def _metadata(folder: Path) -> Mapping[str, Any]:
    """Read Gradescope's own file about the submission; missing data is unknown."""
    try:
        document = json.loads((folder / "submission_metadata.json").read_bytes())
    except (OSError, ValueError):
        return {}
    return document if isinstance(document, dict) else {}


def _student(metadata: Mapping[str, Any], pattern: str) -> str:
    """Return the student's id if the address of the only submitter contains one.

    A report's cover is compared with it. Gradescope's own numbers are no student ids.
    """
    users = metadata.get("users")
    if isinstance(users, list) and len(users) == 1 and isinstance(users[0], dict):
        return find_id(str(users[0].get("email")), pattern) or ANONYMOUS
    return ANONYMOUS


def _received(metadata: Mapping[str, Any]) -> Received | None:
    try:
        at = datetime.fromisoformat(str(metadata.get("created_at")))
    except ValueError:
        return None
    return Received(at=at, source=TimeSource.METADATA) if at.tzinfo is not None else None


if __name__ == "__main__":
    run()
