"""Says what each file of a submission is for, by the rules with which it is graded. Pure."""

from collections.abc import Iterable, Mapping

from grader.intake.choosing import choose_source, could_be_source
from grader.intake.reports import choose_report
from grader.model.collection import Role


def roles(names: Iterable[str], student: str, source: str) -> Mapping[str, Role]:
    """Gives each name its role: the program with what it may import, the report, the rest."""
    listed = sorted(set(names))
    sources = set(choose_source(listed, source, student))
    reports = set(choose_report(listed, source, student))
    return {name: _role(name, sources, reports) for name in listed}


def _role(name: str, sources: set[str], reports: set[str]) -> Role:
    if name in sources or could_be_source(name):
        return Role.SOURCE
    return Role.REPORT if name in reports else Role.EXTRA
