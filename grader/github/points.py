"""Write points by the rubric for two programs that collect them: Classroom 50 and the reporter.

Both know points, but no state between passed and failed. So an undecided criterion is left out of
the points and of the maximum, and is named on stderr, which is the log of the workflow.

classroom50/result/v1: foundation50/classroom50, wiki/Advanced-Autograding.md, read on 2026-11-29.
The reporter: classroom-resources/autograding-grading-reporter, README.md and src, of 2025-09-02.
"""

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import click

from grader.commands.formats import Checked
from grader.commands.options import UsageError
from grader.model.errors import SandboxUnavailable
from grader.model.scoresheet import Award
from grader.sandbox import IsolationLevel
from grader.scoring import score

SCHEMA = "classroom50/result/v1"
GIVEN = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
}
"""Fields of result.json, and the environment variables from which the runner fills them."""
HUNDREDTHS = 100  # score units per point, if some maximum is not a whole number


def write_classroom50(checked: Checked) -> str:
    """Write result.json; points are whole numbers, else hundredths of points."""
    missing = [name for name in GIVEN.values() if not os.environ.get(name)]
    if missing:
        raise UsageError(
            "--format classroom50 is for the runner of Classroom 50, which sets {names}",
            names=", ".join(missing),
        )
    awards = _decided(checked)
    whole = all(float(award.max).is_integer() for award in awards)
    unit = 1 if whole else HUNDREDTHS
    tests: list[dict[str, Any]] = [
        {
            "test-name": _title(award, checked),
            "passed": _is_full(award),
            "score": round((award.points or 0.0) * unit),
            "max-score": round(award.max * unit),
            "output": checked.words.reason(award),
        }
        for award in awards
    ]
    document = {
        "schema": SCHEMA,
        **{field: os.environ[name] for field, name in GIVEN.items()},
        "review": os.environ.get("REVIEW_URL") or os.environ["COMMIT_URL"],
        "datetime": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def write_autograding(checked: Checked) -> str:
    """Write a GitHub Classroom grader's JSON for the reporter, before base64 encoding."""
    awards = _decided(checked)
    tests: list[dict[str, Any]] = [
        {
            "name": _title(award, checked),
            "status": "pass" if _is_full(award) else "fail",
            "score": award.points,
            "message": checked.words.reason(award),
            "test_code": "",
            "filename": "",
            "line_no": 0,
            "execution_time": 0,
        }
        for award in awards
    ]
    status = "pass" if all(map(_is_full, awards)) else "fail"
    most = sum(award.max for award in awards)
    document = {"version": 1, "status": status, "max_score": most, "tests": tests}
    return json.dumps(document, ensure_ascii=False) + "\n"


def _decided(checked: Checked) -> Sequence[Award]:
    """Return the awards that have points; name the others. Raises UsageError without points."""
    if checked.evidence.machine.get("rung") == IsolationLevel.D:
        raise SandboxUnavailable(
            "this computer cannot confine programs (isolation level D), so a program could write "
            "its own points; no points are given here"
        )
    sheet = score(checked.findings, checked.assignment, checked.evidence.student)
    if not sheet.max:
        raise UsageError(
            "the kit holds no points; make it with --points: grader pack {assignment} --points",
            assignment=checked.assignment.id,
        )
    open_awards = [award for award in sheet.awards if award.points is None]
    if open_awards:
        titles = tuple(_title(award, checked) for award in open_awards)
        points = f"{sum(award.max for award in open_awards):g}"
        said = checked.words.text("github.not_scored", criteria=titles, points=points)
        click.echo(said, err=True)
    return [award for award in sheet.awards if award.points is not None]


def _title(award: Award, checked: Checked) -> str:
    return checked.words.of(award.title) or award.criterion


def _is_full(award: Award) -> bool:
    return award.points is not None and award.points >= award.max
