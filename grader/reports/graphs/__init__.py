"""The pictures of a report: which are figures, and which figures are graphs.

In:   `Picture`s of a document: a chart with its kind, or RGB pixels (rows from the top, three
      bytes a point, at most 2,000 points a side), or neither; with readable texts, if any.
Out:  a `GraphJudgement` of each: yes, no or unsure, a score, and what was seen.

Nothing is decoded or trained here. Captions are unknown here; see `figures`. This module judges by
a picture's own data and texts. Pixels are then judged by `marks` (strokes and words on paper),
`labels` (words in rows), `axes` (labels with strokes), `interiors` (what is inside), `decades`
(logarithmic axes).
"""

import math
import re
import unicodedata
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.model.document import Picture, PictureKind, Pixels, Place
from grader.model.report import Answer
from grader.patterns import lazy_regex
from grader.reports.graphs import interiors
from grader.reports.graphs.axes import NOTHING, Axes, are_bare, best_axes
from grader.reports.graphs.decades import best_decades
from grader.reports.graphs.labels import scene
from grader.reports.graphs.marks import find_marks, papers

MOST_JUDGED = 80  # pictures judged; a person looks at the rest
LITTLE = 0.008  # share of an A4 page; smaller pictures are signs
OFTEN = 3  # pages; a picture on more of them is part of the template
PAGE = 595.0 * 842.0  # square points

SURE_SCORE, UNSURE_SCORE = 1.8, 1.0  # scores from which a picture is a graph, or may be one
ALMOST = 0.85  # score of axes without contrary evidence
LEAST_SIDE = 40  # pixels; smaller pictures cannot show two axes
SMALL = 180  # pixels; in smaller pictures, axes cannot be recognised
BARE = frozenset({"labels", "clean", "drawn"})  # without lines or ticks, as some styles draw axes
CURVE = 0.2  # score of a line that goes far and rises between the labels of two axes
CHART = 3.0  # score of a chart that states that it plots numbers over numbers
VAGUE = ("pie", "doughnut", "ofpie", "radar", "other")  # charts without two straight axes
HEARSAY = 0.5  # maximum that texts add to the score

SCALE = 0.45  # score of a row of evenly spaced numbers among the texts; two axes have two
NAMED = 0.2  # score of a text that names time, size, loss …
FEWEST = 3  # numbers that form a scale
NUMBER = lazy_regex(r"[-−]?\d+(?:\.\d+)?(?:[eE][-+−]?\d+)?$")
QUANTITY = lazy_regex(
    r"時間|秒|サイズ|大きさ|次数|要素数|個数|誤差|回数|速度|性能"
    r"|(?<![a-z])(?:time|sec|ms|size|elapsed|runtime|loss|accuracy|error|gflops|epochs?|seconds?)(?![a-z])",
    re.IGNORECASE,
)


class GraphJudgement(Struct, frozen=True, kw_only=True):
    """Whether a picture is a graph, and why."""

    answer: Answer
    score: float  # from UNSURE_SCORE on the answer is unsure, from SURE_SCORE on it is yes
    why: tuple[str, ...] = ()  # the evidence: "labels", "axis-x", "ticks-y", "chart", …


class JudgedPicture(Struct, frozen=True, kw_only=True):
    """A picture of the document, with whether it is a graph."""

    picture: Picture
    judgement: GraphJudgement
    decoration: bool


_DECORATION = GraphJudgement(answer=Answer.NO, score=0.0, why=("decoration",))
_NOT_LOOKED_AT = GraphJudgement(answer=Answer.UNSURE, score=UNSURE_SCORE, why=("not-looked-at",))


def judge_pictures(pictures: Sequence[Picture]) -> tuple[JudgedPicture, ...]:
    """Judge pictures in order; identical ones are judged once, and only a limited number."""
    judged: list[JudgedPicture] = []
    known: dict[Pixels, GraphJudgement] = {}
    for picture in pictures:
        decoration = is_decoration(picture)
        if decoration:
            judgement = _DECORATION
        elif picture.pixels is None:
            judgement = judge(picture)
        elif picture.pixels in known:
            judgement = known[picture.pixels]
        elif len(known) >= MOST_JUDGED:
            judgement = _NOT_LOOKED_AT
        else:
            judgement = known[picture.pixels] = judge(picture)
        judged.append(JudgedPicture(picture=picture, judgement=judgement, decoration=decoration))
    return tuple(judged)


def is_decoration(picture: Picture) -> bool:
    """Return whether a picture is a sign, a rule, or part of a template rather than a figure."""
    if picture.chart is not None:
        return False
    if picture.pages >= OFTEN or picture.place in {Place.HEADER, Place.FOOTER}:
        return True
    if picture.box is not None:
        left, top, right, bottom = picture.box
        wide, high = right - left, bottom - top
    elif picture.pixels is not None:
        wide, high = float(picture.pixels.width), float(picture.pixels.height)
    else:
        return False
    return wide * high < LITTLE * PAGE or max(wide, high) > 12 * max(1.0, min(wide, high))


def judge(picture: Picture) -> GraphJudgement:
    """Return whether a picture is a graph; "no" is never said of one that could not be drawn."""
    if picture.chart is not None:
        name = picture.chart.kind.lower().replace("chart", "").removesuffix("3d")
        if not name or name in VAGUE:
            why = ("chart", *([name] if name else []))
            return GraphJudgement(answer=Answer.UNSURE, score=UNSURE_SCORE, why=why)
        return GraphJudgement(answer=Answer.YES, score=CHART, why=("chart", name))
    spoken, words = weighed_texts(picture.texts)
    axes = _seen(picture.pixels) if picture.pixels else NOTHING
    if picture.pixels is None and picture.kind is not PictureKind.CHART:
        score, why = max(UNSURE_SCORE, 2 * spoken), ("not-drawn", *words)
    else:
        score, why = round(axes.score + min(spoken, HEARSAY), 3), (*axes.why, *words)
    unsure = Answer.UNSURE if score >= UNSURE_SCORE else Answer.NO
    return GraphJudgement(
        answer=Answer.YES if score >= SURE_SCORE else unsure, score=score, why=why
    )


def weighed_texts(texts: Sequence[str]) -> tuple[float, tuple[str, ...]]:
    """Return how strongly texts suggest a graph, and the evidence."""
    rows = min(2, scales(texts))
    named = names_a_quantity(texts)
    words = (*(("numbers",) if rows else ()), *(("quantity",) if named else ()))
    return SCALE * rows + NAMED * named, words


def scales(texts: Sequence[str]) -> int:
    """Count rows of at least three numbers with even steps or ratios, as axes have."""
    numbers = _numbers(texts)
    rows, start = 0, 0
    while start <= len(numbers) - FEWEST:
        length = max(_even(numbers[start:]), _even(_logarithms(numbers[start:])))
        if length > FEWEST or (length == FEWEST and _even(numbers[start:]) == FEWEST):
            rows += 1
            start += length
        else:
            start += 1
    return rows


def names_a_quantity(texts: Sequence[str]) -> bool:
    """Return whether a text names what an axis measures."""
    return any(QUANTITY.search(unicodedata.normalize("NFKC", text)) for text in texts)


def _numbers(texts: Sequence[str]) -> list[float]:
    """Parse the numbers; a word between them ends a row and becomes NaN."""
    numbers: list[float] = []
    for text in texts:
        for word in unicodedata.normalize("NFKC", text).split():
            plain = word.replace("−", "-").replace("–", "-").replace(",", "")
            numbers.append(float(plain) if NUMBER.match(plain) and len(plain) < 20 else math.nan)  # noqa: PLR2004
    return numbers[:400]


def _logarithms(numbers: Sequence[float]) -> list[float]:
    return [math.log(n) if n > 0 else math.nan for n in numbers[:40]]


def _even(numbers: Sequence[float]) -> int:
    """Count the leading numbers with equal steps."""
    if len(numbers) < FEWEST or math.isnan(step := numbers[1] - numbers[0]) or step == 0:
        return 0
    count = 2
    while count < len(numbers) and abs(numbers[count] - numbers[count - 1] - step) <= 0.01 * abs(
        step
    ):
        count += 1
    return count if count >= FEWEST else 0


def _seen(pixels: Pixels) -> Axes:
    if min(pixels.width, pixels.height) < LEAST_SIDE:
        return NOTHING
    marks = [*map(find_marks, papers(pixels))]
    scenes = [*map(scene, marks)]
    if not scenes:
        return Axes(0.0, ("rough",), (0, 0, 0, 0))
    axes = best_axes(scenes)
    if set(axes.why) >= BARE and interiors.DOUBTS.isdisjoint(axes.why) and axes.score < SURE_SCORE:
        curved = any(map(interiors.curve, scenes))
        axes = replace(axes, score=axes.score + CURVE * curved)
    if axes.score < SURE_SCORE:
        axes = best_decades(scenes, axes)
    if axes.score >= ALMOST:
        return replace(axes, score=max(axes.score, UNSURE_SCORE))
    if max(pixels.width, pixels.height) < SMALL and any(each.paper.ink.any() for each in scenes):
        return Axes(UNSURE_SCORE, (*axes.why, "small"), axes.box)
    for name, is_seen in (("curve", interiors.curve), ("grid", are_bare)):
        if any(map(is_seen, scenes)):
            return Axes(UNSURE_SCORE, (*axes.why, name), axes.box)
    return axes
