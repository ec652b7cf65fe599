"""Everything that was found in a picture, before it is weighed."""

from msgspec import Struct

from grader.report import strokes, ticks
from grader.report.backgrounds import Paper
from grader.report.strokes import Stroke
from grader.report.ticks import Labels, Tokens

INK = 45  # grey levels between a glyph and its paper
Box = tuple[float, float, float, float]  # left, top, right, bottom in pixels


class Scene(Struct, frozen=True):
    """All that was found in a picture."""

    paper: Paper
    tokens: Tokens
    across: list[Stroke]
    down: list[Stroke]
    columns: list[Labels]
    rows: list[Labels]


def scene(paper: Paper) -> Scene:
    """Finds strokes, words and rows of labels on one kind of paper."""
    least = max(30, int(0.12 * min(paper.grey.shape)))
    across, down = strokes.horizontal(paper.grey, least), strokes.vertical(paper.grey, least)
    marks = strokes.without(paper.ink, across, down, paper.scale) > INK
    tokens = ticks.find_tokens(marks)
    return Scene(paper, tokens, across, down, ticks.columns(tokens), ticks.rows(tokens))
