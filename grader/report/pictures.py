"""Says whether a picture is a graph, by looking for axes; no picture is decoded here."""

from dataclasses import dataclass

from grader.model.document import Picture, Pixels
from grader.model.report import Answer
from grader.report import strokes, ticks, tokens
from grader.report.axes import Axes, Scene, best_axes
from grader.report.backgrounds import Paper, papers

SURE, MAYBE = 1.8, 1.0  # scores from which a picture is a graph, or may be one
INK = 45  # grey levels between a glyph and its paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """What a picture looks like."""

    is_graph: Answer
    score: float
    why: tuple[str, ...] = ()  # what was seen: "labels", "axis-x", "ticks-y", "chart", …


def judge_picture(picture: Picture) -> Looks:
    """Says whether a picture is a graph, from its pixels, its texts and what it says of itself."""
    axes = _seen(picture.pixels) if picture.pixels else Axes(0.0, (), (0, 0, 0, 0))
    score = axes.score
    return Looks(is_graph=answer(score), score=score, why=axes.why)


def answer(score: float) -> Answer:
    """Turns a score into one of three answers."""
    if score >= SURE:
        return Answer.YES
    return Answer.UNSURE if score >= MAYBE else Answer.NO


def _seen(pixels: Pixels) -> Axes:
    return max((best_axes(scene(paper)) for paper in papers(pixels)), key=lambda axes: axes.score)


def scene(paper: Paper) -> Scene:
    """Finds strokes, words and rows of labels on one kind of paper."""
    least = max(30, int(0.12 * min(paper.grey.shape)))
    across, down = strokes.horizontal(paper.grey, least), strokes.vertical(paper.grey, least)
    marks = strokes.without(paper.ink, across, down) > INK
    found = tokens.find_tokens(marks)
    return Scene(paper, found, across, down, ticks.columns(found), ticks.rows(found))
