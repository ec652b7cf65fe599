"""REP008, REP011 and REP012: what the report says about size and time, and about which libraries.

Sentences are pointed at. That none was found proves nothing, so that a person reads the report.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from grader.model.finding import Finding, Param, Verdict
from grader.model.report import Growth, RelationStanding
from grader.report.answering import Seen, absent, answer, gated, quoted, some
from grader.report.claims import Outcome, compare, exercises_measured
from grader.report.relations import COUNTED

STATES = frozenset(Growth) - {Growth.INCREASES}
"""What says how the time depends on the size; that it increases says too little."""
NAMES: Mapping[str, str] = MappingProxyType(
    {"python": "Python", "numpy": "NumPy", "cupy": "CuPy", "torch": "PyTorch", "c": "C"}
)
FOR_A_PERSON = frozenset({Outcome.CONTRADICTS, Outcome.DIFFERS, Outcome.EXPONENTIAL})
NAMING_BOTH = FOR_A_PERSON | {Outcome.AGREES}


@gated("REP008", wanted=lambda spec: spec.relation)
def states_relation(seen: Seen) -> Iterable[Finding]:
    """REP008: a sentence says how the time depends on the size."""
    told = [each for each in seen.outline.relations if each.standing in COUNTED]
    growing = [each for each in told if each.growth in STATES]
    stated = [each.quote for each in growing if each.standing is not RelationStanding.THEORY]
    if stated:
        return (answer("REP008", Verdict.PASSED, places=quoted(seen, stated)),)
    weak = quoted(seen, (each.quote for each in told))
    if growing:
        return (answer("REP008", Verdict.UNDECIDED, "theory", places=weak),)
    if weak:
        return (answer("REP008", Verdict.UNDECIDED, "weak", places=weak),)
    if seen.outline.restated and seen.whole:
        places = quoted(seen, seen.outline.restated)
        return (answer("REP008", Verdict.UNDECIDED, "restated", places=places),)
    return (absent(seen, "REP008", "plain"),)


@gated("REP011", wanted=lambda spec: bool(spec.backends))
def speaks_of_backends(seen: Seen) -> Iterable[Finding]:
    """REP011: every library that the assignment compares is spoken of."""
    wanted = seen.spec.backends
    found = seen.outline.backends or {}
    missing = [NAMES.get(one, one) for one in wanted if one not in found]
    quotes = quoted(seen, (found[one] for one in wanted if one in found))
    if not missing:
        return (answer("REP011", Verdict.PASSED, places=quotes),)
    params: dict[str, Param] = {"missing": some(missing)}
    return (absent(seen, "REP011", "plain", params),)


@gated("REP012")
def agrees_with_measurement(seen: Seen) -> Iterable[Finding]:
    """REP012: the growth that the report states lies beside the one measured here."""
    relations = seen.outline.relations
    if not relations:
        return (answer("REP012", Verdict.PASSED),)  # nothing is claimed that could differ
    measured = exercises_measured(seen.evidence, seen.assignment)
    if not measured:
        timed = any(each.timing and each.timing.curve.points for each in seen.evidence.exercises)
        reason = "unsettled" if timed else "not_timed"
        return (answer("REP012", Verdict.SKIPPED, params={reason: "report"}),)
    compared = compare(measured, relations)
    params: dict[str, Param] = {}
    if compared.outcome in NAMING_BOTH:
        params = {"stated": some(compared.stated), "measured": some(compared.measured)}
    elif compared.outcome is Outcome.NOT_MEASURED:
        params = {"stated": some(compared.stated)}
    verdict = Verdict.UNDECIDED if compared.outcome in FOR_A_PERSON else Verdict.PASSED
    places = quoted(seen, (relation.quote for relation in compared.relations))
    return (answer("REP012", verdict, compared.outcome.value, params, places),)
