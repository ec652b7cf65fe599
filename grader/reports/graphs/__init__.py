"""Whether a picture is a graph: by what it says of itself, by its axes, by its texts.

In:   a `Picture` of a document: a chart with its kind, or RGB pixels (rows from the top, three
      bytes a point, at most 2,000 points a side), or neither; with its readable texts, if any.
Out:  a `GraphJudgement`: yes, no or unsure, a score, and what was seen.

Nothing is decoded here and nothing is trained. Captions, places on pages and signs that are no
figures are not known here; see `figures`. The way of pixels: `backgrounds` (marks on their paper),
`scenes` (strokes, words, rows of labels), `axes` (labels and strokes together), `decades`
(logarithmic axes), `interiors` (what is inside); `components` are connected marks.
"""

import math
import re
import unicodedata
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.model.document import Picture, PictureKind, Pixels
from grader.model.report import Answer
from grader.patterns import lazy_regex
from grader.reports.graphs import interiors
from grader.reports.graphs.axes import NOTHING, Axes, are_bare, best_axes
from grader.reports.graphs.backgrounds import papers
from grader.reports.graphs.decades import decades
from grader.reports.graphs.scenes import scene

SURE_SCORE, UNSURE_SCORE = 1.8, 1.0  # scores from which a picture is a graph, or may be one
ALMOST = 0.85  # score of axes that are not denied
ROUGH = 0.25  # share of points like their neighbours; a photo has fewer
LEAST_SIDE = 40  # pixels: nothing smaller shows two axes
SMALL = 180  # pixels: on less nobody tells a plot from something else by its axes
BARE = frozenset({"labels", "clean", "drawn"})  # without lines or ticks, as some styles draw axes
CURVE = 0.2  # for a line that goes far and rises between the labels of two axes
CHART = 3.0  # score of a chart that says that it plots numbers over numbers
VAGUE = ("pie", "doughnut", "ofpie", "radar", "other")  # charts without two straight axes
SCALE = 0.45  # for a row of evenly spaced numbers among the texts; two axes have two
HEARSAY = 0.5  # the most that texts add to what is seen
NAMED = 0.2  # for a text that names time, size, loss …
SHORTEST = 3  # numbers that make a scale
NUMBER = lazy_regex(r"[-−]?\d+(?:\.\d+)?(?:[eE][-+−]?\d+)?$")
QUANTITY = lazy_regex(
    r"時間|秒|サイズ|大きさ|次数|要素数|個数|誤差|回数|速度|性能"
    r"|(?<![a-z])(?:time|sec|ms|size|elapsed|runtime|loss|accuracy|error|gflops|epochs?|seconds?)(?![a-z])",
    re.IGNORECASE,
)


class GraphJudgement(Struct, frozen=True, kw_only=True):
    """Whether a picture is a graph, and why."""

    answer: Answer
    score: float  # from UNSURE_SCORE the answer is unsure, from SURE_SCORE it is yes
    why: tuple[str, ...] = ()  # what was seen: "labels", "axis-x", "ticks-y", "chart", …


def judge(picture: Picture) -> GraphJudgement:
    """Return whether a picture is a graph; one that nobody could draw is never denied."""
    if picture.chart is not None:
        return _charted(picture.chart.kind)
    axes = _seen(picture.pixels) if picture.pixels else NOTHING
    spoken, words = _spoken(picture.texts)
    score = round(axes.score + min(spoken, HEARSAY), 3)
    if picture.pixels is None and picture.kind is not PictureKind.CHART:
        score = max(UNSURE_SCORE, 2 * spoken)
        return GraphJudgement(answer=_answer(score), score=score, why=("not-drawn", *words))
    return GraphJudgement(answer=_answer(score), score=score, why=(*axes.why, *words))


def _answer(score: float) -> Answer:
    if score >= SURE_SCORE:
        return Answer.YES
    return Answer.UNSURE if score >= UNSURE_SCORE else Answer.NO


def _charted(kind: str) -> GraphJudgement:
    name = kind.lower().replace("chart", "").removesuffix("3d")
    if not name or name in VAGUE:
        return GraphJudgement(
            answer=Answer.UNSURE, score=UNSURE_SCORE, why=("chart", *([name] if name else []))
        )
    return GraphJudgement(answer=Answer.YES, score=CHART, why=("chart", name))


def _spoken(texts: tuple[str, ...]) -> tuple[float, tuple[str, ...]]:
    rows = min(2, scales(texts))
    named = names_a_quantity(texts)
    words = (*(("numbers",) if rows else ()), *(("quantity",) if named else ()))
    return SCALE * rows + NAMED * named, words


def _seen(pixels: Pixels) -> Axes:
    if min(pixels.width, pixels.height) < LEAST_SIDE:
        return NOTHING
    scenes = [scene(paper) for paper in papers(pixels) if paper.flat > ROUGH]
    if not scenes:
        return Axes(0.0, ("rough",), (0, 0, 0, 0))
    axes = best_axes(scenes)
    if set(axes.why) >= BARE and interiors.DOUBTS.isdisjoint(axes.why) and axes.score < SURE_SCORE:
        curved = any(interiors.curve(each) for each in scenes)
        axes = replace(axes, score=axes.score + CURVE * curved)
    if axes.score < SURE_SCORE:
        found = [axes, *(decades(each, axes) for each in scenes)]
        axes = max(found, key=lambda axes: axes.score)
    if axes.score >= ALMOST:
        return replace(axes, score=max(axes.score, UNSURE_SCORE))
    if max(pixels.width, pixels.height) < SMALL and any(each.paper.ink.any() for each in scenes):
        return Axes(UNSURE_SCORE, (*axes.why, "small"), axes.box)
    for name, is_seen in (("curve", interiors.curve), ("grid", are_bare)):
        if any(is_seen(each) for each in scenes):
            return Axes(UNSURE_SCORE, (*axes.why, name), axes.box)
    return axes


def scales(texts: Sequence[str]) -> int:
    """Counts rows of at least three numbers at even steps or ratios, as two axes carry them."""
    numbers = _numbers(texts)
    rows, start = 0, 0
    while start <= len(numbers) - SHORTEST:
        length = max(_even(numbers[start:]), _even(_logarithms(numbers[start:])))
        if length > SHORTEST or (length == SHORTEST and _even(numbers[start:]) == SHORTEST):
            rows += 1
            start += length
        else:
            start += 1
    return rows


def names_a_quantity(texts: Sequence[str]) -> bool:
    """Says whether a text names what an axis measures."""
    return any(QUANTITY.search(unicodedata.normalize("NFKC", text)) for text in texts)


def _numbers(texts: Sequence[str]) -> list[float]:
    """Reads the numbers; a word between them ends a row, which NaN stands for."""
    numbers: list[float] = []
    for text in texts:
        for word in unicodedata.normalize("NFKC", text).split():
            plain = word.replace("−", "-").replace("–", "-").replace(",", "")
            numbers.append(float(plain) if NUMBER.match(plain) and len(plain) < 20 else math.nan)  # noqa: PLR2004
    return numbers[:400]


def _logarithms(numbers: Sequence[float]) -> list[float]:
    return [math.log(n) if n > 0 else math.nan for n in numbers[:40]]


def _even(numbers: Sequence[float]) -> int:
    """Counts how many numbers from the first on follow one another at the same step."""
    if len(numbers) < SHORTEST or math.isnan(step := numbers[1] - numbers[0]) or step == 0:
        return 0
    count = 2
    while count < len(numbers) and abs(numbers[count] - numbers[count - 1] - step) <= 0.01 * abs(
        step
    ):
        count += 1
    return count if count >= SHORTEST else 0
