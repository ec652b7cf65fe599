"""REP008, REP011 and REP012: what the report says about size and time, and about which libraries.

Sentences are pointed at. That none was found proves nothing, so that a person reads the report.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from grader.model.finding import Finding, Param, Verdict
from grader.model.report import Growth
from grader.report.answering import Seen, absent, answer, quoted, some
from grader.report.claims import Claims, claims_of

STATES = frozenset(Growth) - {Growth.INCREASES}
"""What says how the time depends on the size; that it increases says too little."""
NAMES: Mapping[str, str] = MappingProxyType(
    {"python": "Python", "numpy": "NumPy", "cupy": "CuPy", "torch": "PyTorch", "c": "C"}
)


def states_relation(seen: Seen) -> Iterable[Finding]:
    """REP008: a sentence says how the time depends on the size."""
    stated = [one.quote for one in seen.outline.relations if one.growth in STATES]
    if stated:
        return (answer("REP008", Verdict.PASSED, places=quoted(seen, stated)),)
    weak = quoted(seen, (one.quote for one in seen.outline.relations))
    if weak:
        return (answer("REP008", Verdict.UNDECIDED, "weak", places=weak),)
    if seen.outline.restated and seen.whole:
        places = quoted(seen, seen.outline.restated)
        return (answer("REP008", Verdict.UNDECIDED, "restated", places=places),)
    return (absent(seen, "REP008", "plain"),)


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


def agrees_with_measurement(seen: Seen) -> Iterable[Finding]:
    """REP012: the growth that the report states lies beside the one measured here."""
    relations = seen.outline.relations
    if not relations:
        return (answer("REP012", Verdict.PASSED),)  # nothing is claimed that could differ
    claims = claims_of(seen.evidence, seen.assignment, relations)
    if claims.nothing_measured:
        reason = "unsteady" if claims.timed else "not_timed"
        return (answer("REP012", Verdict.SKIPPED, params={reason: "report"}),)
    for case, clashing in (("differs", claims.differing), ("exponential", claims.exponential)):
        if clashing:
            params = _numbers(clashing)
            places = quoted(seen, (one.quote for one in clashing.relations))
            return (answer("REP012", Verdict.UNDECIDED, case, params, places),)
    if claims.agreeing:
        places = quoted(seen, (one.quote for one in claims.agreeing.relations))
        params = _numbers(claims.agreeing)
        return (answer("REP012", Verdict.PASSED, "beside", params, places),)
    return (answer("REP012", Verdict.PASSED),)


def _numbers(claims: Claims) -> dict[str, Param]:
    return {"stated": some(claims.stated), "measured": some(claims.measured)}
