"""The pictures of a report: which are figures at all, and whether each of those is a graph."""

from collections.abc import Sequence

from msgspec import Struct

from grader.model.document import Picture, Pixels, Place
from grader.model.report import Answer
from grader.reports.graphs import UNSURE_SCORE, GraphJudgement, judge
from grader.reports.page_png import crop_png

MOST_JUDGED = 80  # pictures that are looked at; the rest are for a person
LITTLE = 0.008  # of an A4 page: smaller pictures are signs
OFTEN = 3  # pages: a picture on so many is part of the template
PAGE = 595.0 * 842.0  # square points

_DECORATION = GraphJudgement(answer=Answer.NO, score=0.0, why=("decoration",))
_NOT_LOOKED_AT = GraphJudgement(answer=Answer.UNSURE, score=UNSURE_SCORE, why=("not-looked-at",))


class JudgedPicture(Struct, frozen=True, kw_only=True):
    """A picture of the document, whether it is a graph, and how it is shown."""

    picture: Picture
    judgement: GraphJudgement
    decoration: bool
    crop: bytes  # PNG, at most 360 pixels wide; b"" where nothing was drawn


def judge_pictures(pictures: Sequence[Picture]) -> tuple[JudgedPicture, ...]:
    """Judges pictures in order; the same points are looked at once, and not without end."""
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
        judged.append(
            JudgedPicture(
                picture=picture,
                judgement=judgement,
                decoration=decoration,
                crop=crop_png(picture.pixels),
            )
        )
    return tuple(judged)


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
