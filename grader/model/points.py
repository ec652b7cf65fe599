"""Points of a score sheet and what is said about them, and when two of a kind are the same."""

from collections.abc import Mapping

from grader.model.scoresheet import ScoreSheet

WRITTEN = 6e-5  # points that differ by less are written the same, with four digits


def points_of(sheet: ScoreSheet | None) -> Mapping[str, float]:
    """Lists the points that are decided, by criterion."""
    awards = sheet.awards if sheet else ()
    return {one.criterion: one.points for one in awards if one.points is not None}


def same(one: float | None, other: float | None) -> bool:
    """Says whether two numbers of points are written the same; None is none yet, not 0."""
    if one is None or other is None:
        return one is other
    return abs(one - other) < WRITTEN


def one_line(comment: str) -> str:
    """Writes a comment as the reason of a decision, which is one line."""
    return " ".join(comment.split())
