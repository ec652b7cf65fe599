"""Whether a picture is a graph: by what it says of itself, by its axes, by its texts.

In:   a `Picture` of a document: a chart with its kind, or RGB pixels (rows from the top, three
      bytes a point, at most 2,000 points a side), or neither; with its readable texts, if any.
Out:  a `GraphJudgement`: yes, no or unsure, a score, and what was seen.

Nothing is decoded here and nothing is trained. Captions, places on pages and signs that are no
figures are not known here; see `pictures` and `figures`. The way of pixels: `scenes` (marks on
their paper, and with `marks` and `labels` what is found there), `axes` (labels and strokes
together), `interiors` (what is inside), `decades` (logarithmic axes); then `texts`.
"""

from msgspec import Struct
from msgspec.structs import replace

from grader.model.document import Picture, PictureKind, Pixels
from grader.model.report import Answer
from grader.reports.graphs import interiors
from grader.reports.graphs.axes import NOTHING, Axes, are_bare, best_axes
from grader.reports.graphs.decades import best_decades
from grader.reports.graphs.scenes import papers, scene
from grader.reports.graphs.texts import weighed_texts

SURE_SCORE, UNSURE_SCORE = 1.8, 1.0  # scores from which a picture is a graph, or may be one
ALMOST = 0.85  # score of axes that are not denied
LEAST_SIDE = 40  # pixels: nothing smaller shows two axes
SMALL = 180  # pixels: on less nobody tells a plot from something else by its axes
BARE = frozenset({"labels", "clean", "drawn"})  # without lines or ticks, as some styles draw axes
CURVE = 0.2  # for a line that goes far and rises between the labels of two axes
CHART = 3.0  # score of a chart that says that it plots numbers over numbers
VAGUE = ("pie", "doughnut", "ofpie", "radar", "other")  # charts without two straight axes
HEARSAY = 0.5  # the most that texts add to what is seen


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
    spoken, words = weighed_texts(picture.texts)
    if picture.pixels is None and picture.kind is not PictureKind.CHART:
        score, why = max(UNSURE_SCORE, 2 * spoken), ("not-drawn", *words)
    else:
        score, why = round(axes.score + min(spoken, HEARSAY), 3), (*axes.why, *words)
    unsure = Answer.UNSURE if score >= UNSURE_SCORE else Answer.NO
    return GraphJudgement(
        answer=Answer.YES if score >= SURE_SCORE else unsure, score=score, why=why
    )


def _charted(kind: str) -> GraphJudgement:
    name = kind.lower().replace("chart", "").removesuffix("3d")
    if not name or name in VAGUE:
        return GraphJudgement(
            answer=Answer.UNSURE, score=UNSURE_SCORE, why=("chart", *([name] if name else []))
        )
    return GraphJudgement(answer=Answer.YES, score=CHART, why=("chart", name))


def _seen(pixels: Pixels) -> Axes:
    if min(pixels.width, pixels.height) < LEAST_SIDE:
        return NOTHING
    scenes = list(map(scene, papers(pixels)))
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
