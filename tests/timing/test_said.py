"""What was measured, in sentences of both languages."""

from typing import Any

import pytest
from msgspec.structs import replace

from grader.model.program import Series
from grader.model.timing import UNKNOWN, Clock, Conditions, Fit, Point, Timing
from grader.timing.said import (
    ENDED,
    paragraph,
    say_conditions,
    say_own,
    say_timing,
)
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.timing.sweeps import SIZES, curve, own, timed

WORDS = Bilingual(load_wording("ja"), load_wording("en"))


def said(timing: Timing) -> tuple[str, str]:
    """All that is said of a measurement, with plain spaces."""
    text = paragraph(say_timing(timing, WORDS))
    return text.ja.replace("\u00a0", " "), text.en.replace("\u00a0", " ")


def compared(*series: Series, timing: Timing | None = None) -> str:
    """What is said of the student's own times."""
    return paragraph(say_own(timing, series, WORDS)).en.replace("\u00a0", " ")


def test_growth_and_ratios_are_said() -> None:
    """The exponent with its interval and sizes; each ratio at the largest common size."""
    ja, en = said(timed())
    assert ja == (
        "16〜512 で時間は n^2.97 (2.82〜3.12) に比例。採点用の Python の 1.4 倍 (n = 256)。"
        "NumPy の 53000 倍 (n = 512)。"
    )
    assert en == (
        "From 16 to 512, the time is proportional to n^2.97 (2.82 to 3.12). "
        "1.4 times the time of Python (grader) (n = 256). 53000 times the time of NumPy (n = 512)."
    )


def test_growth_is_said_of_the_sizes_it_holds_for() -> None:
    """Not of smaller ones that were left out of the fit."""
    fit = replace(timed().curve.fit, first=64)
    assert said(timed(fit=fit))[0].startswith("64〜512 で")


def test_time_that_every_size_takes_is_told_apart() -> None:
    """Where it shows in the curve."""
    fit = replace(timed().curve.fit, overhead=1.96e-4)
    assert said(timed(fit=fit))[0].startswith(
        "16〜512 で、どのサイズでもかかる約 200 µs を除いた時間は n^2.97 (2.82〜3.12) に比例。"
    )


def test_baselines_without_a_common_size_are_not_compared_with() -> None:
    """Nothing is read beyond what was measured."""
    timing = replace(timed(), baselines={"numpy": curve(1e-9, sizes=(2048, 4096))})
    assert "NumPy" not in said(timing)[0]


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("unknown", UNKNOWN)
def test_every_reason_not_to_know_is_worded(unknown: str, lang: Any) -> None:
    """In words, not as a code."""
    key = f"unknown_{unknown.replace('-', '_')}"
    sentence = load_wording(lang).data["ui"]["timing"][key]
    assert sentence in said(timed(fit=Fit(unknown=unknown)))[lang == "en"]


def test_reasons_that_come_later_are_named() -> None:
    """Rather than said wrongly."""
    assert "(new-reason)" in said(timed(fit=Fit(unknown="new-reason")))[1]
    assert "(bored)" in said(replace(timed(), ended="bored"))[1]


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("ended", ENDED)
def test_every_early_end_is_worded(ended: str, lang: Any) -> None:
    """What was measured until then is said as well."""
    sentence = load_wording(lang).data["ui"]["timing"][f"ended_{ended.replace('-', '_')}"]
    text = said(replace(timed(), ended=ended, ended_size=512))[lang == "en"]
    assert text.startswith(sentence)
    assert "n = 512" in text
    assert "n^2.97" in text


def test_where_nothing_was_measured_it_is_said_why() -> None:
    """In one sentence."""
    assert said(Timing()) == ("測れた時間がありません。", "No time could be measured.")
    assert said(Timing(ended="wrong"))[1].startswith(
        "The measurement stopped early because a result"
    )
    assert said(replace(timed(), trouble="Traceback …"))[1].startswith(
        "The time could not be measured because of an error in the grader"
    )


def test_noisy_and_missing_sizes_are_named() -> None:
    """All of them."""
    text = said(replace(timed(), noisy=(64, 128), waited=(256,), left_out=(1024,)))[0]
    assert "n = 64、128 は、測り直すと" in text
    assert "n = 256 では、関数が計算せずに待っている時間" in text
    assert "n = 1024 は、時間が足りない" in text


def test_waiting_for_the_device_is_told_apart() -> None:
    """At the largest size."""
    points = (
        Point(size=64, seconds=(1e-3,), device_seconds=(5e-4,)),
        Point(size=128, seconds=(8e-3, 9e-3), device_seconds=(7e-3, 7.5e-3)),
    )
    timing = Timing(curve=replace(curve(1.0), points=points))
    assert "At n = 128, 7 ms of the 8 ms were spent waiting for the GPU." in said(timing)[1]


def conditions(seen: Conditions, clock: Clock = Clock.NOT_NOTED) -> str:
    """What is said of the surroundings of a measurement."""
    return say_conditions(Timing(conditions=seen, clock=clock), WORDS).en


def test_conditions_name_the_processor_and_what_else_went_on() -> None:
    """Stolen time only where there was some."""
    text = say_conditions(timed(), WORDS)
    assert text.ja == "測定 · Xeon · ほかの負荷 0.04 · 2.4–3.1 GHz"
    assert conditions(Conditions(frequency_mhz=(2445.4, 2445.4))).endswith(" · 2.4 GHz")
    assert "50 % of the time (not included" in conditions(Conditions(preempted=0.5))
    assert conditions(Conditions(stolen=0.123)) == (
        "Measured on · other load 0.00 · 12 % of the time lost outside the virtual machine"
    )


@pytest.mark.parametrize(
    ("clock", "ja", "en"),
    [
        (Clock.CPU, "プログラムの CPU 時間", "CPU time of the program"),
        (Clock.WALL, "経過時間", "by the wall clock"),
        (
            Clock.DEVICE,
            "GPU の計算が終わるまでの経過時間",
            "by the wall clock, until the GPU had finished",
        ),
    ],
)
def test_conditions_name_the_clock(clock: Clock, ja: str, en: str) -> None:
    """Nobody has to guess whether a GPU's time is that of enqueueing the work."""
    text = say_conditions(replace(timed(), clock=clock), WORDS)
    assert text.ja.split(" · ")[2] == ja
    assert text.en.split(" · ")[2] == en


def test_own_times_are_compared_in_slope_and_level() -> None:
    """The level is that of the middle one of the common sizes."""
    assert compared(own(), timing=timed()) == (
        "In the measurement of the submission, the time is roughly proportional to n^2.90 "
        "from 100 to 400. "
        "At n = 50–400 it is 0.94 times the time measured here (0.85 to 0.99 times)."
    )
    assert "about the same" in compared(own(1e-7, 2.97), timing=timed())


def test_times_that_were_printed_and_plotted_are_told_once() -> None:
    """Two series of the same times make one sentence; those of another name have their own."""
    once = compared(own(), timing=timed())
    assert compared(own(), own(), timing=timed()) == once
    assert compared(own(), own(name="loop"), timing=timed()).count("to n^2.90") == 2


def test_few_own_times_have_no_slope() -> None:
    """But a level, where the sizes meet."""
    two = replace(own(name="loop"), sizes=(50, 128), seconds=(0.1, 1.0))
    assert compared(two) == "Measurement “loop” in the submission: n = 50, 128."
    late = replace(own(), sizes=(512, 4096), seconds=(23.0, 90.0))
    assert compared(late, timing=timed(sizes=SIZES[:6])) == (
        "At n = 512 it is 2.1 times the time measured here."
    )
    assert compared(replace(own(), sizes=(9000,), seconds=(1.0,)), timing=timed()) == ""


def test_names_from_the_program_stay_text() -> None:
    """They are shown, and fill no placeholder."""
    assert "“{last} <b>”" in compared(own(name="{last} <b>"))
