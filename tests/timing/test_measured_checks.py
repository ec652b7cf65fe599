"""From measured times to findings: what is told, and what must not be."""

import pytest
from msgspec.structs import replace

from grader.model.course import Exercise
from grader.model.finding import Verdict
from grader.model.timing import Conditions, Fit, Timing
from grader.wording import load_wording
from tests.timing.measured import (
    CODES,
    CONVOLUTION,
    CUBIC,
    LIMITED,
    MATMUL,
    NUMPY,
    ON_GPU,
    SINGLE,
    brief,
    curve,
    judge,
    steep,
    timing,
    unsteady,
)


def test_every_code_is_answered_once() -> None:
    """An ordinary sweep passes all four."""
    found = judge(timing())
    assert tuple(found) == CODES
    assert {one.verdict for one in found.values()} == {Verdict.PASSED}


def test_growth_is_told_in_a_sentence() -> None:
    """As the course asks for it: from where to where, the power, its range, and the ratio."""
    found = judge(timing(1.2, baselines={"numpy": curve(0.005)}))["TIM001"]
    assert brief(found) == ("passed", "compared")
    said = load_wording("ja").finding(found).message
    told = "32〜256 で時間は n^2.97 (2.82〜3.12) に比例。NumPy の 240 倍 (n = 256)。"
    assert said == told
    english = load_wording("en").finding(found).message
    assert "n^2.97 (2.82 to 3.12). It is 240 times that of NumPy (n = 256)" in english


def test_growth_is_told_from_where_it_holds() -> None:
    """Smaller sizes that grow in another way are not claimed."""
    found = judge(timing(fit=replace(CUBIC, first=64)))["TIM001"]
    assert (found.case, found.params["first"], found.params["last"]) == ("alone", 64, 256)


@pytest.mark.parametrize(
    ("exercise", "measured"),
    [
        (MATMUL, timing(fit=steep(3.5))),
        (MATMUL, timing(fit=steep(3.8))),
        (CONVOLUTION, timing(fit=steep(2.4))),
        (MATMUL, timing(fit=steep(3.6), baselines={"python": curve(1.0)})),
        (MATMUL, timing(fit=steep(3.6), baselines={"python": curve(1.0, fit=Fit(unknown="flat"))})),
    ],
)
def test_work_that_is_repeated_is_told(exercise: Exercise, measured: Timing) -> None:
    """Surely steeper than the work, and than our loops on that machine."""
    found = judge(measured, exercise)["TIM001"]
    assert brief(found) == ("failed", "steeper")
    assert found.params["cost"] == ("2" if exercise is CONVOLUTION else "3")


@pytest.mark.parametrize(
    ("exercise", "measured"),
    [
        (MATMUL, timing(fit=steep(3.3))),  # caches and the collector
        (MATMUL, timing(fit=Fit(exponent=3.9, low=3.2, high=4.4))),  # it may be 3
        (CONVOLUTION, timing(fit=steep(2.3))),
        (NUMPY, timing(fit=steep(3.9))),  # a library's business
        (ON_GPU, timing(fit=steep(3.9))),
        (replace(MATMUL, operation="inverse"), timing(fit=steep(4.5))),
        (MATMUL, timing(fit=steep(3.5), baselines={"python": curve(1.0, fit=steep(3.2, 3.3))})),
        (MATMUL, replace(timing(fit=steep(3.9)), noisy=(256,))),
        (MATMUL, timing(fit=Fit(exponent=4.0, low=3.9, high=4.1, unknown="knee"))),
        (MATMUL, timing(fit=Fit(exponent=1.0, low=0.8, high=1.2))),
    ],
)
def test_growth_that_may_be_right_is_not_told_off(exercise: Exercise, measured: Timing) -> None:
    """A false accusation is the worst mistake."""
    assert judge(measured, exercise)["TIM001"].verdict is not Verdict.FAILED


@pytest.mark.parametrize(
    ("unknown", "case"),
    [
        *(
            (one, one)
            for one in (
                *("few-sizes", "flat", "narrow", "overhead", "knee", "wide", "contradictory"),
                *("between", "unsteady"),
            )
        ),
        ("tides", "other"),
    ],
)
def test_why_growth_is_not_known_is_told(unknown: str, case: str) -> None:
    """In words, and nobody fails."""
    assert brief(judge(timing(fit=Fit(unknown=unknown)))["TIM001"]) == ("passed", case)


@pytest.mark.parametrize("unknown", ["narrow", "overhead", "knee", "wide", "between"])
def test_times_that_move_say_nothing_of_the_program(unknown: str) -> None:
    """No cache is named where the computer was busy; what was not measured, or flat, still is."""
    moving = replace(timing(fit=Fit(unknown=unknown)), noisy=(256,))
    assert judge(moving)["TIM001"].case == "unsteady"
    for still in ("few-sizes", "flat"):
        measured = replace(moving, curve=curve(1.0, fit=Fit(unknown=still)))
        assert judge(measured)["TIM001"].case == still


@pytest.mark.parametrize(("preempted", "case"), [(0.5, "knee-faster"), (0.7, "wide")])
def test_a_bend_is_not_told_where_others_had_the_caches(preempted: float, case: str) -> None:
    """Beside one other program it is; where the CPU was others' most of the time, nobody knows."""
    bent = timing(fit=Fit(unknown="knee", exponent=2.0, until=128, faster=True))
    assert judge(replace(bent, conditions=Conditions(preempted=preempted)))["TIM001"].case == case


def test_who_is_slower_than_stated_is_told() -> None:
    """At the two largest sizes that can be compared."""
    found = judge(timing(1.2, baselines={"numpy": curve(0.05)}), LIMITED)["TIM003"]
    assert brief(found) == ("failed", "plain")
    assert found.params == {
        "size": 256, "seconds": "1200", "baseline": "NumPy", "ours": "50", "ratio": "24",
        "most": "20",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("exercise", "measured", "expected"),
    [
        (LIMITED, timing(0.9, baselines={"numpy": curve(0.05)}), ("passed", "")),
        (LIMITED, timing(1.2, baselines={"numpy": curve(0.05, power=2.0)}), ("passed", "")),
        (MATMUL, timing(9.0, baselines={"numpy": curve(0.05)}), ("passed", "")),  # no limit
        (LIMITED, timing(9.0), ("skipped", "few")),
        (LIMITED, timing(9.0, baselines={"python": curve(0.01)}), ("skipped", "few")),
        (LIMITED, timing(9.0, baselines={"numpy": unsteady(curve(0.05))}), ("skipped", "few")),
        (
            LIMITED,
            timing(9.0, baselines={"numpy": curve(0.05, sizes=(256, 512))}),
            ("skipped", "few"),
        ),
        (
            LIMITED,
            replace(timing(9.0, baselines={"numpy": curve(0.05)}), noisy=(256,)),
            ("skipped", ""),
        ),
    ],
)
def test_who_may_be_fast_enough_is_not_told_off(
    exercise: Exercise, measured: Timing, expected: tuple[str, str]
) -> None:
    """One size is no proof, and nothing is compared with what is not sure."""
    assert brief(judge(measured, exercise)["TIM003"]) == expected


@pytest.mark.parametrize(
    ("noisy", "expected"),
    [
        ((), ("passed", "")),
        ((64,), ("passed", "some")),
        ((256,), ("undecided", "plain")),
        ((32, 64), ("undecided", "plain")),
    ],
)
def test_too_much_noise_is_for_a_person(noisy: tuple[int, ...], expected: tuple[str, str]) -> None:
    """When the largest size, or more than a third, did not come out again; nobody fails."""
    conditions = Conditions(load=1.46, stolen=0.123)
    found = judge(replace(timing(), noisy=noisy, conditions=conditions))
    assert brief(found["TIM004"]) == expected
    if noisy:
        assert found["TIM004"].params == {
            "sizes": tuple(map(str, noisy)), "load": "1.5", "stolen": "12"
        }  # fmt: skip
    skipped = {code for code, one in found.items() if one.verdict is Verdict.SKIPPED}
    assert skipped == ({"TIM003", "TIM005"} if "undecided" in expected else set())
    assert (found["TIM001"].case == "unsteady") == ("undecided" in expected)


@pytest.mark.parametrize(
    ("exercise", "measured", "case"),
    [
        (MATMUL, timing(0.1, baselines={"python-fast": curve(0.3)}), "other-library"),
        (MATMUL, timing(0.01, baselines={"python": curve(1.2)}), "other-library"),
        (MATMUL, timing(0.0, baselines={"python-fast": curve(0.3)}), "other-library"),
        (NUMPY, timing(0.005, baselines={"numpy": curve(0.1)}), "beyond-machine"),
        (
            replace(SINGLE, dtype="float32"),
            timing(0.005, baselines={"numpy": curve(0.1), "torch": curve(0.2)}),
            "beyond-machine",
        ),
        (SINGLE, timing(0.001, baselines={"numpy": curve(0.1)}), "beyond-machine"),
        (ON_GPU, timing(0.0001, baselines={"torch": curve(0.1)}), "beyond-machine"),
    ],
)
def test_what_cannot_be_that_fast_is_for_a_person(
    exercise: Exercise, measured: Timing, case: str
) -> None:
    """It is never a failure by itself."""
    assert brief(judge(measured, exercise)["TIM005"]) == ("undecided", case)


@pytest.mark.parametrize(
    ("exercise", "measured"),
    [
        # zip and sum, ours nearly; a day when everything went well
        (MATMUL, timing(0.2, baselines={"python-fast": curve(0.3), "python": curve(1.2)})),
        # math.sumprod beside plain loops
        (MATMUL, timing(0.06, baselines={"python": curve(1.2)})),
        # Strassen three deep
        (MATMUL, timing(0.19, baselines={"python-fast": curve(0.3)})),
        # nothing to compare with, or nothing that is sure
        (MATMUL, timing(0.001)),
        (MATMUL, timing(0.001, baselines={"numpy": curve(0.1)})),
        (MATMUL, timing(0.001, baselines={"python-fast": unsteady(curve(0.3))})),
        # small sizes only
        (MATMUL, timing(0.000_01, baselines={"python-fast": curve(0.000_9)})),
        # ours takes a millisecond at one size only
        (MATMUL, timing(0.000_1, baselines={"python-fast": curve(0.003)})),
        # one size that came out short
        (
            MATMUL,
            Timing(curve=curve(0.1, power=2.0), baselines={"python-fast": curve(0.3)}),
        ),
        # blocks that stay in the cache
        (NUMPY, timing(0.02, baselines={"numpy": curve(0.1)})),
        # single precision where it is allowed: on a CPU, on a GPU for games
        (SINGLE, timing(0.005, baselines={"numpy": curve(0.1)})),
        (ON_GPU, timing(0.001, baselines={"torch": curve(0.1)})),
        # another library of ours is as fast
        (NUMPY, timing(0.005, baselines={"numpy": curve(0.1), "torch": curve(0.006)})),
        # slower than everything
        (NUMPY, timing(9.0, baselines={"numpy": curve(0.1)})),
    ],
)
def test_what_can_be_that_fast_is_not_told(exercise: Exercise, measured: Timing) -> None:
    """Faster than expected is no crime."""
    assert brief(judge(measured, exercise)["TIM005"]) == ("passed", "")


def test_noise_on_the_way_accuses_nobody() -> None:
    """What an empty call takes was measured in the noise, too."""
    measured = timing(0.0, baselines={"python-fast": curve(0.3)})
    assert brief(judge(replace(measured, noisy=(256,)))["TIM005"]) == ("skipped", "")
