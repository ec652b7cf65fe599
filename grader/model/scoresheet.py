"""Points: what each criterion received, who decided, and why."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from grader.model.course import Lateness
from grader.model.finding import Finding

GRADER = "grader"
"""Decider of an award that no person decided."""


class ChosenItem(Struct, frozen=True, kw_only=True):
    """A rubric item as it was when a person chose it."""

    name: str
    points: float
    text: str


class Itemized(Struct, frozen=True, kw_only=True):
    """How the points of a decision came about: rubric items, and a person's adjustment."""

    items: tuple[ChosenItem, ...]
    adjustment: float = 0.0  # the person's points minus those of the items
    note: str = ""  # additional text of the person


class Decision(Struct, frozen=True, kw_only=True):
    """A person's decision about one criterion of one student."""

    student: str
    criterion: str
    points: float | None  # None: the earlier decision is retracted (stored as -1), so checks count
    by: str
    reason: str
    at: datetime  # with a zone
    evidence: str = ""  # key of the evidence that the person saw; "" = unknown
    itemized: Itemized | None = None  # the same as the reason, but not in words


class Award(Struct, frozen=True, kw_only=True):
    """Points for one criterion; None while undecided."""

    criterion: str
    title: Mapping[str, str]
    points: float | None
    max: float
    decided_by: str  # GRADER, a person's name, or "" while open
    reason: str  # a case of the award's wording ("failed", "waiting", …) or a person's words
    checks: tuple[str, ...] = ()  # the codes that led to it; while waiting, what is missing


class ScoreSheet(Struct, frozen=True, kw_only=True):
    """One student, one assignment."""

    assignment: str
    student: str
    awards: tuple[Award, ...]
    findings: tuple[Finding, ...]
    lateness: Lateness | None = None  # None: time of submission unknown

    @property
    def earned(self) -> float | None:
        """The points decided so far, without deductions for lateness; None without any."""
        decided = [award.points for award in self.awards if award.points is not None]
        return sum(decided) if decided else None

    @property
    def total(self) -> float | None:
        """The points decided so far, minus the deduction for lateness; None without any."""
        percent = 100.0 if self.lateness is None else self.lateness.kept_percent
        return None if self.earned is None else self.earned * percent / 100

    @property
    def max(self) -> float:
        """The maximum of points."""
        return sum(award.max for award in self.awards)

    @property
    def complete(self) -> bool:
        """Whether every criterion is decided."""
        return all(award.points is not None for award in self.awards)


WRITTEN = 6e-5  # points whose difference is smaller are written the same, with four digits


def points_of(sheet: ScoreSheet | None) -> Mapping[str, float]:
    """Return the decided points by criterion."""
    awards = sheet.awards if sheet else ()
    return {award.criterion: award.points for award in awards if award.points is not None}


def same(first: float | None, second: float | None) -> bool:
    """Return whether two numbers of points are written the same; None is undecided, not 0."""
    if first is None or second is None:
        return first is second
    return abs(first - second) < WRITTEN


def one_line(comment: str) -> str:
    """Convert a comment to the reason of a decision, which is one line."""
    return " ".join(comment.split())
