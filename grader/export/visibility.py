"""Decide which parts of a score sheet are for TAs only."""

from collections.abc import Sequence

from grader.model.course import Criterion, Visibility
from grader.model.finding import Finding


def for_tas_only(finding: Finding, rubric: Sequence[Criterion]) -> bool:
    """Return whether criteria ask for it or show it, and none of these is for students."""
    askers = [criterion for criterion in rubric if is_about(criterion, finding)]
    return bool(askers) and all(criterion.visibility is Visibility.TA for criterion in askers)


def is_about(criterion: Criterion, finding: Finding) -> bool:
    """Return whether a criterion asks for a finding's check, or shows it."""
    about = not criterion.exercises or finding.subject in ("", *criterion.exercises)
    return about and finding.check.startswith((*criterion.checks, *criterion.evidence))
