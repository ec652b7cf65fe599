"""Programs through the whole room: what must be flagged, and what must not."""

import pytest

from grader.model.evidence import Outcome
from grader.model.finding import Verdict
from tests.correctness.course import failed, judge, watch
from tests.correctness.programs import FEW_DIGITS, MISTAKES, RIGHT


@pytest.mark.parametrize("source", RIGHT.values(), ids=RIGHT.keys())
def test_right_programs_are_not_flagged(source: str) -> None:
    """However a right product is written, every check passes."""
    evidence = watch(source)
    findings = judge(evidence)
    assert {one.outcome for one in evidence.comparisons} == {Outcome.EQUAL}
    assert {one.verdict for one in findings.values()} == {Verdict.PASSED}


@pytest.mark.parametrize("name", MISTAKES)
def test_known_mistakes_are_named(name: str) -> None:
    """Each known mistake fails with its own name."""
    findings = judge(watch(MISTAKES[name]))
    assert findings["COR002"].verdict is Verdict.FAILED
    assert findings["COR002"].params["lookalike"] == name
    blamed = "COR005" if name in {"state-left", "stale-result"} else "COR001"
    assert findings[blamed].verdict is Verdict.FAILED


@pytest.mark.parametrize("name", FEW_DIGITS)
def test_few_digits_are_no_wrong_formula(name: str) -> None:
    """A right formula with too few digits fails for that alone, and is named where it can be."""
    evidence = watch(FEW_DIGITS[name])
    assert failed(evidence) == {"COR007"}
    if name.startswith("rounded"):
        assert judge(evidence)["COR007"].params["lookalike"] == name
