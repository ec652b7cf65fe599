"""How the report says that the time grows, beside how it grew when it was measured here."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct

from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.report import Growth, Relation, RelationStanding
from grader.model.timing import COST, Fit

MARGIN = 0.5  # between two computers, and between the range of sizes here and there
EXACT = 0.05
APART = 0.75  # of two exponents that nobody means by one claim
OPEN = frozenset({RelationStanding.VAGUE, RelationStanding.DENIED})

Powers = tuple[float, float]
_POWERS: Mapping[Growth, Powers] = MappingProxyType(
    {
        Growth.LINEAR: (1.0, 1.0),
        Growth.LINEARITHMIC: (1.0, 1.5),  # as a power, where sizes are what is measured
        Growth.LOGARITHMIC: (0.0, 0.5),
        Growth.CONSTANT: (0.0, 0.0),
    }
)
_FORMULAS: Mapping[Growth, str] = MappingProxyType(
    {
        Growth.EXPONENTIAL: "exp(n)",
        Growth.LINEARITHMIC: "n log n",
        Growth.LOGARITHMIC: "log n",
        Growth.CONSTANT: "n^0",
    }
)


class ClaimOutcome(StrEnum):
    """What can be said of the claims of a report: the cases of REP012."""

    CONTRADICTS = "contradicts"  # two of its claims cannot both be
    DIFFERS = "differs"
    EXPONENTIAL = "exponential"
    AGREES = "beside"
    UNCLEAR = "unclear"  # claimed, and not understood so far that it could be compared
    NOT_MEASURED = "unmeasured"  # claimed of what was not measured here
    ASIDE = "aside"  # theory, others' words, something else than this time
    NOTHING = ""


class MeasuredGrowth(Struct, frozen=True, kw_only=True):
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


class ClaimComparison(Struct, frozen=True, kw_only=True):
    """What came out, the sentences that it came from, and what was measured of the same."""

    outcome: ClaimOutcome
    relations: tuple[Relation, ...] = ()
    against: tuple[MeasuredGrowth, ...] = ()

    @property
    def stated(self) -> tuple[str, ...]:
        """What the sentences say, each once."""
        return tuple(dict.fromkeys(written(relation) for relation in self.relations))

    @property
    def measured(self) -> tuple[str, ...]:
        """What came out here."""
        return tuple(exercise.printed for exercise in self.against)


def compare(measured: tuple[MeasuredGrowth, ...], relations: Iterable[Relation]) -> ClaimComparison:
    """Compares what is said of each backend with the exercises of that backend."""
    growing = [each for each in relations if each.growth is not Growth.INCREASES]
    own = [each for each in growing if each.standing is RelationStanding.OWN]
    outcomes: list[ClaimComparison] = []
    unclear = [each for each in growing if each.standing in OPEN]
    for backend, claims in _by_backend(own, measured).items():
        against = tuple(each for each in measured if backend in ("", each.backend))
        plain = [claim for claim in claims if _is_comparable(claim, against)]
        unclear += [claim for claim in claims if claim not in plain and against]
        if not against:
            outcomes.append(
                ClaimComparison(outcome=ClaimOutcome.NOT_MEASURED, relations=tuple(claims))
            )
        elif plain:
            outcomes.append(_compared(plain, against))
    aside = [
        each
        for each in growing
        if each.standing in {RelationStanding.THEORY, RelationStanding.ASIDE}
    ]
    outcomes += [
        ClaimComparison(outcome=outcome, relations=tuple(claims))
        for outcome, claims in ((ClaimOutcome.UNCLEAR, unclear), (ClaimOutcome.ASIDE, aside))
        if claims
    ]
    outcomes.append(ClaimComparison(outcome=ClaimOutcome.NOTHING))
    order = [*ClaimOutcome]
    return min(outcomes, key=lambda each: order.index(each.outcome))


def exercises_measured(evidence: Evidence, assignment: Assignment) -> tuple[MeasuredGrowth, ...]:
    """Lists the exercises whose growth the sweep settled."""
    exercises = {exercise.id: exercise for exercise in assignment.exercises}
    return tuple(
        MeasuredGrowth(
            name=exercise.entry,
            backend=exercise.backend.value,
            work=COST.get(exercise.operation),
            fit=each.timing.settled,
        )
        for each in evidence.exercises
        if each.timing is not None and each.timing.settled.known
        if (exercise := exercises.get(each.exercise)) is not None
    )


def written(relation: Relation) -> str:
    """Writes a growth as a formula that both languages read."""
    if relation.growth in _FORMULAS:
        return _FORMULAS[relation.growth]
    powers = _powers(relation)
    return f"n^{powers[0]:g}" if powers else "n^p"


def _powers(relation: Relation) -> Powers | None:
    """The powers of the size that a sentence can mean; None = none, or not known which."""
    if relation.exponent is not None and relation.growth in {Growth.POWER, Growth.LINEAR}:
        return relation.exponent, relation.exponent
    return _POWERS.get(relation.growth)


def _by_backend(
    own: Iterable[Relation], measured: tuple[MeasuredGrowth, ...]
) -> dict[str, list[Relation]]:
    """Groups claims by what they speak of; "" is about anything that was measured.

    Where one backend was measured, what names none is about that one.
    """
    backends = {each.backend for each in measured}
    groups: dict[str, list[Relation]] = {}
    for claim in own:
        alone = next(iter(backends)) if len(backends) == 1 else ""
        groups.setdefault(claim.backend or alone, []).append(claim)
    return groups


def _is_comparable(claim: Relation, against: tuple[MeasuredGrowth, ...]) -> bool:
    """Says whether a claim can be held beside a power.

    Calls of a library may well cost the same at every size of a report, and nothing says which.
    """
    if claim.growth is Growth.CONSTANT:
        return all(each.backend == "python" for each in against)
    return claim.growth is Growth.EXPONENTIAL or _powers(claim) is not None


def _compared(claims: list[Relation], against: tuple[MeasuredGrowth, ...]) -> ClaimComparison:
    fitting = [claim for claim in claims if _fits(claim, against)]
    one_curve = len({each.name for each in against}) == 1
    outcome, shown = ClaimOutcome.AGREES, fitting
    if one_curve and (clashing := _clashing(claims, against)):
        outcome, shown = ClaimOutcome.CONTRADICTS, clashing
    elif not fitting:
        shown = [claim for claim in claims if claim.growth is not Growth.EXPONENTIAL] or claims
        only = shown[0].growth is Growth.EXPONENTIAL
        outcome = ClaimOutcome.EXPONENTIAL if only else ClaimOutcome.DIFFERS
    return ClaimComparison(outcome=outcome, relations=tuple(shown), against=against)


def _clashing(claims: list[Relation], against: tuple[MeasuredGrowth, ...]) -> list[Relation]:
    """Picks what differs from the measurement beside a claim that agrees, and such claims.

    Two that both agree do not clash: n^3 may be the work, and 2.2 what a library took.
    """
    fitting = [claim for claim in claims if _fits(claim, against)]
    apart = [claim for claim in claims if claim not in fitting]
    apart = [claim for claim in apart if any(_far(claim, other) for other in fitting)]
    clashing = [claim for claim in fitting if any(_far(claim, other) for other in apart)]
    return [claim for claim in claims if claim in (*apart, *clashing)]


def _far(claim: Relation, other: Relation) -> bool:
    mine, others = _powers(claim), _powers(other)
    if mine is None or others is None:
        return claim.growth is not other.growth
    return mine[0] - others[1] >= APART or others[0] - mine[1] >= APART


def _fits(claim: Relation, against: Iterable[MeasuredGrowth]) -> bool:
    """Says whether an exponent is near a measured one, or is that of the operation's work."""
    powers = _powers(claim)
    return powers is not None and any(
        (each.fit.low - MARGIN <= powers[1] and powers[0] <= each.fit.high + MARGIN)
        or (each.work is not None and abs(powers[0] - each.work) <= EXACT)
        for each in against
    )
