"""Wrong results whose cause can be told from the numbers: a time, and half precision."""

import pytest
from msgspec.structs import replace

from grader.model.course import Exercise, Precision
from grader.model.finding import Verdict
from tests.exercises.arrays.course import judge, watch
from tests.exercises.arrays.test_check_secrets import LARGE

SUMS = "[[sum(x * y for x, y in zip(r, s)) for s in zip(*b)] for r in a]"


@pytest.mark.parametrize(
    ("returned", "case"),
    [
        ("0.009", "scalar-time"),
        ("1e-05", "scalar-time"),
        ("0.011", "scalar"),  # longer than the call took
        ("float(c[0][0])", "scalar"),
        ("0.0", "scalar"),
        ("-0.001", "scalar"),
        ("0", "scalar"),
        ("float('nan')", "scalar"),
    ],
)
def test_a_time_that_is_returned_is_called_one(returned: str, case: str) -> None:
    """It is a float, and no longer than the call took on our clock; here ten milliseconds."""
    source = f"def matmul(a, b):\n    c = {SUMS}\n    took(0.01)\n    return {returned}\n"
    finding = judge(watch(source))["RUN008"]
    assert (finding.verdict, finding.case) == (Verdict.FAILED, case)


SINGLE = replace(LARGE, precision=Precision.SINGLE)
HALVES = {
    "both": "a.astype(np.float16) @ b.astype(np.float16)",
    "and back": "(a.astype(np.float16) @ b.astype(np.float16)).astype(float)",
    "factors": "a.astype(np.float16).astype(float) @ b.astype(np.float16).astype(float)",
    "terms": "sum(np.float16(a[:, k:k+1] * b[k:k+1]).astype(float) for k in range(len(a)))",
    "result": "np.float16(a @ b).astype(float)",
}


@pytest.mark.parametrize("asked", [LARGE, SINGLE], ids=["double", "single"])
@pytest.mark.parametrize("name", HALVES)
def test_half_precision_is_named(name: str, asked: Exercise) -> None:
    """By the type or by its model, and else by how many digits are right."""
    source = f"import numpy as np\ndef matmul(a, b):\n    return {HALVES[name]}\n"
    finding = judge(watch(source, asked=asked), asked)["COR007"]
    assert finding.verdict is Verdict.FAILED
    named = "float16" in str(finding.params.get("name"))
    assert finding.case == "half" or named


@pytest.mark.parametrize("body", ["np.float32(a) @ np.float32(b)", "np.round(a @ b, 6)"])
def test_other_lost_digits_are_not_called_half(body: str) -> None:
    """Seven digits are no three."""
    source = f"import numpy as np\ndef matmul(a, b):\n    return {body}\n"
    finding = judge(watch(source, asked=LARGE), LARGE)["COR007"]
    assert finding.verdict is Verdict.FAILED
    assert finding.case != "half"
    assert "float16" not in str(finding.params.get("name"))
