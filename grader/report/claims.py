"""How the report says that the time grows, beside how it grew when it was measured here."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.report import Growth, Relation
from grader.model.timing import COST, Fit

MARGIN = 0.5  # between two computers, and between the range of sizes here and there
EXACT = 0.05

# What the exponent of such a sentence is about is for a person to see: logarithmic axes, another
# measure of size, several growths side by side, what only seems so.
DOUBTFUL = re.compile(
    r"両対数|対数(?:軸|グラフ|目盛|プロット)|log.{0,3}log|logarithmic|要素|画素|じょう|element|pixel"
    r"|見える|見えた|実際|ではなく|ではない|でなく|より(?:も)?(?:急|速|早|大き|ゆる|緩)|以上に"
    r"|looks? like|seems?|faster than|steeper|slower than|rather than|倍.*倍.*倍|倍.*倍.*乗|乗.*乗",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One exercise whose exponent could be told."""

    name: str
    backend: str
    work: float | None  # the power of n that the operation costs; None = not known
    fit: Fit

    @property
    def printed(self) -> str:
        """The exponent and its interval, for both languages."""
        fit = self.fit
        return f"{self.name}: n^{fit.exponent:.2f} ({fit.low:.2f}–{fit.high:.2f})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """Sentences about one backend, or about none by name, and what was measured of it."""

    relations: tuple[Relation, ...]
    against: tuple[Measured, ...]

    @property
    def stated(self) -> tuple[str, ...]:
        """What the sentences say, each once."""
        return tuple(dict.fromkeys(written(one) for one in self.relations))

    @property
    def measured(self) -> tuple[str, ...]:
        """What came out here."""
        return tuple(one.printed for one in self.against)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """All that the report claims about growth, laid beside the measurement."""

    agreeing: Claims | None = None
    differing: Claims | None = None
    exponential: Claims | None = None
    nothing_measured: bool = False  # or nothing of which the growth could be told
    timed: bool = False


def claims_of(
    evidence: Evidence, assignment: Assignment, relations: Iterable[Relation]
) -> Compared:
    """Compares what is said of each backend with the exercises of that backend."""
    measured = _measured(evidence, assignment)
    if not measured:
        timed = any(one.timing and one.timing.curve.points for one in evidence.exercises)
        return Compared(nothing_measured=True, timed=timed)
    groups = _by_backend(relations, measured)
    fitting = [_fitting(one) for one in groups]
    agreeing = [one for one in fitting if one is not None]
    apart = [_clear(one) for one, fits in zip(groups, fitting, strict=True) if fits is None]
    others = [one for one in apart if one.relations]
    powers = [one for one in others if any(exponent_of(each) is not None for each in one.relations)]
    exponential = [
        one for one in others if {each.growth for each in one.relations} == {Growth.EXPONENTIAL}
    ]
    return Compared(
        agreeing=_first(agreeing), differing=_first(powers), exponential=_first(exponential)
    )


def exponent_of(relation: Relation) -> float | None:
    """The power of the size that a sentence names."""
    if relation.growth is Growth.LINEAR and relation.exponent is None:
        return 1.0
    return relation.exponent if relation.growth in (Growth.POWER, Growth.LINEAR) else None


def written(relation: Relation) -> str:
    """Writes a growth as a formula that both languages read."""
    exponent = exponent_of(relation)
    if exponent is not None:
        return f"n^{exponent:g}"
    return "exp(n)" if relation.growth is Growth.EXPONENTIAL else relation.growth.value


def _first(groups: Sequence[Claims]) -> Claims | None:
    return groups[0] if groups else None


def _measured(evidence: Evidence, assignment: Assignment) -> tuple[Measured, ...]:
    exercises = {one.id: one for one in assignment.exercises}
    return tuple(
        Measured(
            name=exercise.entry,
            backend=exercise.backend.value,
            work=COST.get(exercise.operation),
            fit=one.timing.curve.fit,
        )
        for one in evidence.exercises
        if one.timing is not None and one.timing.curve.fit.known
        if (exercise := exercises.get(one.exercise)) is not None
    )


def _by_backend(relations: Iterable[Relation], measured: Sequence[Measured]) -> list[Claims]:
    """Groups what names a growth by what it speaks of; "" is about anything that was measured."""
    told = [
        one for one in relations if exponent_of(one) is not None or one.growth is Growth.EXPONENTIAL
    ]
    groups = []
    for backend in dict.fromkeys(one.backend for one in told):
        against = tuple(one for one in measured if backend in ("", one.backend))
        own = tuple(one for one in told if one.backend == backend)
        if against:
            groups.append(Claims(relations=own, against=against))
    return groups


def _clear(group: Claims) -> Claims:
    """Keeps the sentences that say one thing plainly: only these can be laid against anything."""
    plain = (one for one in group.relations if not DOUBTFUL.search(one.quote.text))
    return replace(group, relations=tuple(plain))


def _fitting(group: Claims) -> Claims | None:
    """Keeps the sentences that agree with the measurement; None when none does."""
    own = tuple(one for one in group.relations if _fits(one, group.against))
    return replace(group, relations=own) if own else None


def _fits(relation: Relation, measured: Iterable[Measured]) -> bool:
    """Says whether an exponent is near a measured one, or is that of the operation's work."""
    exponent = exponent_of(relation)
    return exponent is not None and any(
        one.fit.low - MARGIN <= exponent <= one.fit.high + MARGIN
        or (one.work is not None and abs(exponent - one.work) <= EXACT)
        for one in measured
    )
