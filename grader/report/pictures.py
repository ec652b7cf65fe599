"""Says whether a picture is a graph, by looking for axes; no picture is decoded here."""

from dataclasses import dataclass

from grader.model.document import Picture, Pixels
from grader.model.report import Answer
from grader.report.axes import NOTHING, Axes, best_axes
from grader.report.backgrounds import papers
from grader.report.scenes import scene

SURE, MAYBE = 1.8, 1.0  # scores from which a picture is a graph, or may be one
ROUGH = 0.25  # share of points like their neighbours; a photo has fewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """What a picture looks like."""

    is_graph: Answer
    score: float
    why: tuple[str, ...] = ()  # what was seen: "labels", "axis-x", "ticks-y", "chart", …


def judge_picture(picture: Picture) -> Looks:
    """Says whether a picture is a graph, from its pixels, its texts and what it says of itself."""
    axes = _seen(picture.pixels) if picture.pixels else NOTHING
    score = axes.score
    return Looks(is_graph=answer(score), score=score, why=axes.why)


def answer(score: float) -> Answer:
    """Turns a score into one of three answers."""
    if score >= SURE:
        return Answer.YES
    return Answer.UNSURE if score >= MAYBE else Answer.NO


def _seen(pixels: Pixels) -> Axes:
    found = [best_axes(scene(paper)) for paper in papers(pixels) if paper.flat > ROUGH]
    return max(found, key=lambda axes: axes.score, default=Axes(0.0, ("photo",), (0, 0, 0, 0)))
