"""The self-test runs for real on the CPU, and its judgement accepts and refuses as it should."""

import importlib.util
from typing import Any

import pytest

from grader.machine.self_test import judged, run_self_test


def answer(ratio: float, dtype: str = "float32") -> dict[str, Any]:
    """The answer of a machine with one product whose error is so many units."""
    check = {"operation": "gemm", "dtype": dtype, "size": "65x33x17", "whole": True}
    kernel = {"operation": "gemm", "dtype": dtype, "kernel": "ampere_sgemm_128x64_tn"}
    return {
        "torch": {
            "checks": [{**check, "ratio": ratio}],
            "kernels": [{**kernel, "parent": "aten::mm"}],
        }
    }


@pytest.mark.repetition("grader machine --selftest asks the same")
@pytest.mark.parametrize("library", ["torch"])
def test_the_cpu_gives_the_known_answers(library: str) -> None:
    """Products and convolutions of all sizes, in both element types."""
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    seen = run_self_test("cpu", [library])
    assert seen.errors == {}
    assert seen.holds
    assert {(one.operation, one.dtype) for one in seen.answers} == {
        (operation, dtype)
        for operation in ("gemm", "convolution")
        for dtype in ("float32", "float64")
    }
    assert all(one.ratio < 16 and one.sizes == 5 for one in seen.answers)


def test_cupy_has_no_cpu() -> None:
    """Asking for it is an answer, not a crash."""
    seen = run_self_test("cpu", ["cupy"])
    assert "CuPy has no CPU" in seen.errors["cupy"]
    assert not seen.holds


@pytest.mark.parametrize(
    ("ratio", "dtype", "holds"),
    [
        (0.0, "float32", True),
        (49.8, "float32", True),  # a naive sum of 16384 terms
        (330.0, "float32", False),  # the mildest TF32 that was measured
        (1e300, "float32", False),
        (float("nan"), "float32", False),
        (1000.0, "float64", True),
        (1e6, "float64", False),
    ],
)
def test_bounds(ratio: float, dtype: str, *, holds: bool) -> None:
    """Honest rounding is within the bound, reduced precision and rubbish beyond."""
    seen = judged("gpu", answer(ratio, dtype))
    assert seen.holds is holds
    (own,) = [one for one in seen.answers if one.sizes]
    assert own.wrong == (() if holds else ("65x33x17",))
    assert own.served == ("cuBLAS",)
    assert own.kernels == ("ampere_sgemm_128x64_tn",)


def test_nothing_to_try_holds_nothing() -> None:
    """A machine without libraries has not passed."""
    assert not run_self_test("gpu", []).holds


def test_a_hanging_driver_is_a_sentence() -> None:
    """The process is ended, and the reason says so."""
    seen = run_self_test("cpu", ["torch"], seconds=0.01)
    assert seen.errors == {"torch": "no answer within 0.01 s"}
