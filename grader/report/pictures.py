"""Says whether a picture is a graph: by what it says of itself, by its axes, by its texts."""

from dataclasses import dataclass

from grader.model.document import Picture, PictureKind, Pixels, Place
from grader.model.report import Answer
from grader.report import frames, interiors, picture_texts
from grader.report.axes import NOTHING, Axes, best_axes
from grader.report.backgrounds import papers
from grader.report.scenes import scene

SURE, MAYBE = 1.8, 1.0  # scores from which a picture is a graph, or may be one
ROUGH = 0.25  # share of points like their neighbours; a photo has fewer
LEAST_SIDE = 40  # pixels: nothing smaller shows two axes
SMALL = 180  # pixels: on less nobody tells a plot from something else by its axes
CHART = 3.0  # score of a chart that says that it plots numbers over numbers
VAGUE = ("pie", "doughnut", "ofpie", "radar", "other")  # charts without two straight axes
SCALE = 0.45  # for a row of evenly spaced numbers among the texts; two axes have two
HEARSAY = 0.5  # the most that texts add to what is seen
QUANTITY = 0.2  # for a text that names time, size, loss …
LITTLE = 0.008  # of an A4 page: smaller pictures are signs
OFTEN = 3  # pages: a picture on so many is part of the template
PAGE = 595.0 * 842.0  # square points


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """What a picture looks like."""

    is_graph: Answer
    score: float
    why: tuple[str, ...] = ()  # what was seen: "labels", "axis-x", "ticks-y", "chart", …


def judge_picture(picture: Picture) -> Looks:
    """Says whether a picture is a graph; one that nobody could draw is never denied."""
    if picture.chart is not None:
        return _charted(picture.chart.kind)
    axes = _seen(picture.pixels) if picture.pixels else NOTHING
    spoken, words = _spoken(picture.texts)
    score = round(axes.score + min(spoken, HEARSAY), 3)
    if picture.pixels is None and picture.kind is not PictureKind.CHART:
        score = max(MAYBE, 2 * spoken)
        return Looks(is_graph=answer(score), score=score, why=("not-drawn", *words))
    return Looks(is_graph=answer(score), score=score, why=(*axes.why, *words))


def answer(score: float) -> Answer:
    """Turns a score into one of three answers."""
    if score >= SURE:
        return Answer.YES
    return Answer.UNSURE if score >= MAYBE else Answer.NO


def is_decoration(picture: Picture) -> bool:
    """Says whether a picture is a sign, a rule, or part of a template rather than a figure."""
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


def _charted(kind: str) -> Looks:
    name = kind.lower().replace("chart", "").removesuffix("3d")
    if not name or name in VAGUE:
        return Looks(is_graph=Answer.UNSURE, score=MAYBE, why=("chart", *([name] if name else [])))
    return Looks(is_graph=Answer.YES, score=CHART, why=("chart", name))


def _spoken(texts: tuple[str, ...]) -> tuple[float, tuple[str, ...]]:
    scales = min(2, picture_texts.scales(texts))
    named = picture_texts.names_a_quantity(texts)
    words = (*(("numbers",) if scales else ()), *(("quantity",) if named else ()))
    return SCALE * scales + QUANTITY * named, words


def _seen(pixels: Pixels) -> Axes:
    if min(pixels.width, pixels.height) < LEAST_SIDE:
        return NOTHING
    scenes = [scene(paper) for paper in papers(pixels) if paper.flat > ROUGH]
    if not scenes:
        return Axes(0.0, ("rough",), (0, 0, 0, 0))
    axes = best_axes(scenes)
    if axes.score >= MAYBE:
        return axes
    if max(pixels.width, pixels.height) < SMALL and any(each.paper.ink.any() for each in scenes):
        return Axes(MAYBE, (*axes.why, "small"), axes.box)
    for name, is_seen in (("curve", interiors.curve), ("grid", frames.is_empty_grid)):
        if any(is_seen(each) for each in scenes):
            return Axes(MAYBE, (*axes.why, name), axes.box)
    return axes
