"""Word the measured times of an exercise."""

from collections.abc import Iterator, Sequence

from grader.backends import BASELINES
from grader.kinds import kinds
from grader.model.program import Series
from grader.model.run import RunStatus
from grader.model.times import ratios, shortest, time_text, times_text
from grader.model.timing import UNKNOWN, Clock, Point, Timing
from grader.timing.curves import baseline_curves
from grader.timing.series import median_ratio, reported_fit, shown_by, usable
from grader.wording.bilingual import Bilingual, BilingualText

ENDED = (
    "wrong",
    *(status.value for status in RunStatus if status is not RunStatus.OK),
)  # `Timing.ended`
PREEMPTED = 0.1  # any request is preempted this often
STOLEN = 0.01  # smaller shares are not mentioned
UNTOLD = {baseline.look for baseline in BASELINES.values() if not baseline.quoted}
TELLING = 0.5  # share of the shortest time; larger overheads are visible in the curve
FAST, SLOW = 1 / 1.1, 1.1  # ratios to our time that count as equal


def say_timing(timing: Timing, words: Bilingual) -> list[BilingualText]:
    """Word how the time grows (or why this is unknown), how long it is, and what interfered."""
    if timing.trouble:
        return [words.say("timing.trouble")]
    points = shortest(timing.curve.points)
    sentences = list(_ended(timing, words)) if timing.ended else []
    if not points:
        return sentences or [words.say("timing.nothing")]
    sentences.append(_grows(timing, words))
    sentences += _ratios(timing, words)
    for kind in kinds():
        sentences += kind.say_times(timing, words)
    sentences += _waited(timing.curve.points, words)
    if timing.noisy:
        sentences.append(words.say("timing.noisy", sizes=_listed(timing.noisy)))
    if timing.waited:
        sentences.append(words.say("timing.slept", sizes=_listed(timing.waited)))
    if timing.left_out:
        sentences.append(words.say("timing.left_out", sizes=_listed(timing.left_out)))
    return sentences


def say_own(
    timing: Timing | None, series: Sequence[Series], words: Bilingual
) -> list[BilingualText]:
    """Word how the student's own times grow, and how they compare with ours.

    Series with the same description share one sentence.
    """
    paragraphs = (list(_own(reported, timing or Timing(), words)) for reported in series)
    return list(dict.fromkeys(paragraph(sentences) for sentences in paragraphs if sentences))


def say_conditions(timing: Timing, words: Bilingual) -> BilingualText:
    """Word the machine and clock of a measurement, and what else was running."""
    conditions = timing.conditions
    sentences = [words.say("timing.load", load=f"{conditions.load:.2f}")]
    if timing.clock is not Clock.NOT_NOTED:
        sentences.insert(0, words.say(f"timing.clock_{timing.clock}"))
    if conditions.processor:
        sentences.insert(0, words.name(conditions.processor))
    low, high = conditions.frequency_mhz
    if high > 0:
        ends = dict.fromkeys(f"{frequency / 1000:.1f}" for frequency in (low, high))
        sentences.append(words.name(f"{'–'.join(ends)} GHz"))
    if conditions.preempted >= PREEMPTED:
        percent = f"{100 * conditions.preempted:.0f}"
        sentences.append(words.say("timing.preempted", percent=percent))
    if conditions.stolen >= STOLEN:
        sentences.append(words.say("timing.stolen", percent=f"{100 * conditions.stolen:.0f}"))
    sentences.insert(0, words.say("timing.measured_on"))
    return BilingualText(
        " · ".join(sentence.ja for sentence in sentences),
        " · ".join(sentence.en for sentence in sentences),
    )


def paragraph(sentences: Sequence[BilingualText]) -> BilingualText:
    """Join sentences as each language does."""
    return BilingualText(
        "".join(sentence.ja for sentence in sentences),
        " ".join(sentence.en for sentence in sentences),
    )


def why_unknown(unknown: str, words: Bilingual) -> BilingualText:
    """Word why an exponent is unknown."""
    if unknown in UNKNOWN:
        return words.say(f"timing.unknown_{unknown.replace('-', '_')}")
    return words.say("timing.unknown_other", reason=unknown)


def _ended(timing: Timing, words: Bilingual) -> Iterator[BilingualText]:
    if timing.ended in ENDED:
        yield words.say(f"timing.ended_{timing.ended.replace('-', '_')}")
    else:
        yield words.say("timing.ended_other", reason=timing.ended)
    if timing.ended_size:
        yield words.say("timing.ended_at", size=timing.ended_size)


def _grows(timing: Timing, words: Bilingual) -> BilingualText:
    fit, points = timing.settled, shortest(timing.curve.points)
    if fit.until:
        key = "timing.knee_faster" if fit.faster else "timing.knee_slower"
        return words.say(key, until=fit.until, exponent=f"{fit.exponent:g}")
    if not fit.known:
        return why_unknown(fit.unknown, words)
    apart = fit.overhead > TELLING * points[0][1]
    return words.say(
        "timing.grows_beyond" if apart else "timing.grows",
        overhead=time_text(max(fit.overhead, 0.0), digits=2),
        first=max(fit.first, points[0][0]),
        last=points[-1][0],
        exponent=f"{fit.exponent:.2f}",
        low=f"{fit.low:.2f}",
        high=f"{fit.high:.2f}",
    )


def _ratios(timing: Timing, words: Bilingual) -> Iterator[BilingualText]:
    """Compare with each baseline at the largest size that both cover."""
    mine = shortest(timing.curve.points)
    for baseline in baseline_curves(timing, words):
        if baseline.kind in UNTOLD:
            continue
        size_ratios = ratios(mine, baseline.times)
        if size_ratios:
            size, ratio = size_ratios[-1]
            yield BilingualText(
                *(
                    baseline.text("timing.ratio", name=name, ratio=times_text(ratio), size=size)
                    for baseline, name in (
                        (words.ja, baseline.name.ja),
                        (words.en, baseline.name.en),
                    )
                )
            )


def _waited(points: Sequence[Point], words: Bilingual) -> Iterator[BilingualText]:
    """Word how much of the longest time was spent waiting for the device."""
    timed = [point for point in points if point.seconds and point.device_seconds]
    if timed:
        last = max(timed, key=lambda point: point.size)
        yield words.say(
            "timing.waited",
            size=last.size,
            all=time_text(last.best),
            device=time_text(max(0.0, min(last.device_seconds))),
        )


def _own(series: Series, timing: Timing, words: Bilingual) -> Iterator[BilingualText]:
    sizes, name, fit = usable(series).sizes, series.name, reported_fit(usable(series))
    if fit.known:
        yield words.say(
            "timing.own_named_grows" if name else "timing.own_grows",
            name=name,
            first=max(sizes[0], fit.first),
            last=sizes[-1],
            exponent=f"{fit.exponent:.2f}",
        )
    elif name:
        yield words.say("timing.own_named", name=name, sizes=_listed(sizes))
    yield from _level(usable(series), timing, words)


def _level(series: Series, timing: Timing, words: Bilingual) -> Iterator[BilingualText]:
    """Compare the student's times with ours: the middle one, and the range."""
    size_ratios = ratios(shown_by(series), shortest(timing.curve.points))
    both = [(size, ratio) for size, ratio in size_ratios if size in series.sizes]
    middle = median_ratio(series, timing.curve)
    if not both or middle is None:
        return
    low, high = min(ratio for _, ratio in both), max(ratio for _, ratio in both)
    sizes = "–".join(dict.fromkeys((str(both[0][0]), str(both[-1][0]))))
    if low >= FAST and high <= SLOW:
        yield words.say("timing.level_same", sizes=sizes)
        return
    yield words.say(
        "timing.level" if len(both) > 1 else "timing.level_at_one",
        sizes=sizes,
        ratio=times_text(middle),
        low=times_text(low),
        high=times_text(high),
    )


def _listed(sizes: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(str, sizes))
