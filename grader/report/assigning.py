"""Which caption belongs to which picture: by the boxes on a page, by the lines of a Word file."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grader.model.document import Line, Picture
from grader.model.report import Caption

FAR_PT = 130.0
NEAR_LINES = 3
LINE_PT = 30.0  # what a line between costs in a Word file, so that both kinds compare alike
SIDE_PT = 60.0  # how far beside its picture a caption may stand
WRONG_SIDE = 2.5  # how much farther a caption seems on the side where others do not stand

Assigned = Mapping[int, Caption]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    """Where captions stand in this report."""

    lines: Sequence[Line]
    filled: Sequence[int]  # how many lines with text stand before each line
    below: bool | None  # under the pictures; None = on neither side rather than the other


def assign(
    pictures: Sequence[Picture], captions: Sequence[Caption], lines: Sequence[Line]
) -> Assigned:
    """Gives captions to pictures, by the picture's place in `pictures`.

    Captions of figures come first; those of tables are given to pictures that nothing else fits.
    Pictures side by side may share one.
    """
    figures = [caption for caption in captions if not caption.table]
    tables = [caption for caption in captions if caption.table]
    filled, below = _filled(lines), _stand_below(pictures, figures, lines)
    given: dict[int, Caption] = {}
    _pair(pictures, figures, _Layout(lines=lines, filled=filled, below=below), given)
    _share(pictures, lines, given)
    _pair(pictures, tables, _Layout(lines=lines, filled=filled, below=None), given)
    return given


def _filled(lines: Sequence[Line]) -> list[int]:
    """How many lines with text stand before each line."""
    counts = [0]
    for line in lines:
        counts.append(counts[-1] + bool(line.text.strip()))
    return counts


def _stand_below(
    pictures: Sequence[Picture], captions: Sequence[Caption], lines: Sequence[Line]
) -> bool:
    """Says whether this report writes its captions under its pictures, as most do."""
    spots = [(_order(picture), 0) for picture in pictures]
    spots += [(_order_of(caption, lines), 1) for caption in captions]
    order = [kind for _, kind in sorted(spots)]
    pairs = list(pairwise(order))
    return pairs.count((0, 1)) >= pairs.count((1, 0))


def _order(picture: Picture) -> tuple[int, float]:
    if picture.page and picture.box:
        return picture.page, (picture.box[1] + picture.box[3]) / 2
    return picture.page, picture.line - 0.5


def _order_of(caption: Caption, lines: Sequence[Line]) -> tuple[int, float]:
    box = lines[caption.line].box
    return caption.page, box[1] if box and caption.page else float(caption.line)


def _pair(
    pictures: Sequence[Picture],
    captions: Sequence[Caption],
    layout: _Layout,
    given: dict[int, Caption],
) -> None:
    """Pairs each picture with one caption, the nearest pairs first."""
    by_page: dict[int, list[int]] = defaultdict(list)
    for place, picture in enumerate(pictures):
        if place not in given:
            by_page[picture.page].append(place)
    pairs = []
    for rank, caption in enumerate(captions):
        for place in by_page[caption.page]:
            distance = _distance(pictures[place], caption, layout)
            if distance <= FAR_PT:
                left = box[0] if (box := pictures[place].box) else 0.0
                pairs.append((round(distance / 6), left, place, rank))
    taken: set[int] = set()
    for _, _, place, rank in sorted(pairs):
        if place not in given and rank not in taken:
            given[place] = captions[rank]
            taken.add(rank)


def _distance(picture: Picture, caption: Caption, layout: _Layout) -> float:
    """How far a caption is from a picture, in points; more on the unusual side."""
    box, around, below = layout.lines[caption.line].box, picture.box, layout.below
    if box is None or around is None:
        return _lines_between(picture, caption, layout)
    if max(box[0] - around[2], around[0] - box[2]) > 0:
        level = min(box[3], around[3]) - max(box[1], around[1])
        aside = max(box[0] - around[2], around[0] - box[2])
        return aside + LINE_PT if level > 0 and aside < SIDE_PT else FAR_PT + 1
    middle = (box[1] + box[3]) / 2
    under = middle > (around[1] + around[3]) / 2
    gap = max(box[1] - around[3] if under else around[1] - box[3], 0.0)
    return gap if below is None or under == below else (gap + 6) * WRONG_SIDE


def _lines_between(picture: Picture, caption: Caption, layout: _Layout) -> float:
    filled, below = layout.filled, layout.below
    at = min(picture.line, len(filled) - 1)
    under = caption.line >= at
    between = filled[caption.line] - filled[at] if under else filled[at] - filled[caption.line + 1]
    if between > NEAR_LINES:
        return FAR_PT + 1
    gap = between * LINE_PT
    return gap if below is None or under == below else gap + 15


def _share(pictures: Sequence[Picture], lines: Sequence[Line], given: dict[int, Caption]) -> None:
    """Lets pictures beside one with a caption have it too: panels of one figure."""
    for place, picture in enumerate(pictures):
        if place in given:
            continue
        for other in (place - 1, place + 1):
            caption = given.get(other)
            if caption is not None and _together(picture, pictures[other], caption, lines):
                given[place] = caption
                break


def _together(picture: Picture, other: Picture, caption: Caption, lines: Sequence[Line]) -> bool:
    if picture.page != other.page:
        return False
    one, two, box = picture.box, other.box, lines[caption.line].box
    if one is None or two is None or box is None:
        return picture.line == other.line
    level = min(one[3], two[3]) - max(one[1], two[1])
    beside = level > 0.5 * min(one[3] - one[1], two[3] - two[1])
    return beside and box[0] < max(one[2], two[2]) and box[2] > min(one[0], two[0])
