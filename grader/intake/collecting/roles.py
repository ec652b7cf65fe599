"""Says what each file of a submission is for, by the rules with which it is graded. Pure."""

from collections.abc import Iterable, Mapping

from grader.intake.choosing import could_be_source
from grader.intake.listing import is_helper
from grader.intake.names import is_clutter
from grader.intake.reports import choose_report
from grader.model.collection import Role


def roles(names: Iterable[str], student: str, source: str) -> Mapping[str, Role]:
    """Gives each name its role: the program with what it may import, the report, the rest."""
    listed = sorted(set(names))
    graded = [name for name in listed if not _is_clutter(name)]
    reports = set(choose_report(graded, source, student))
    return {name: _role(name, source, reports) for name in listed}


def _role(name: str, source: str, reports: set[str]) -> Role:
    program = could_be_source(name, source) or is_helper(name, source)
    if program and not _is_clutter(name):
        return Role.SOURCE
    return Role.REPORT if name in reports else Role.EXTRA


def _is_clutter(name: str) -> bool:
    """Says whether a tool left it, as grading sees it: .ipynb_checkpoints/…."""
    return any(is_clutter(part) for part in name.split("/"))
