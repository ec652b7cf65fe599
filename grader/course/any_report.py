"""The assignment that stands behind a report when nobody says which one it is."""

from datetime import UTC, datetime
from pathlib import Path

from grader.model.course import Assignment, ReportSpec


def any_report() -> Assignment:
    """Asks for what every report has to have: a form that can be read, chapters, a graph."""
    return Assignment(
        id="",
        title={"ja": "レポート", "en": "Report"},
        due=datetime.max.replace(tzinfo=UTC),
        source="",
        exercises=(),
        rubric=(),
        folder=Path(),
        report=ReportSpec(),
    )
