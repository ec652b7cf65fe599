"""Match pictures with captions, and find where the text mentions them."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from grader.model.document import Box, Line, Picture, PictureKind, Place
from grader.model.report import Answer, Caption, Figure
from grader.patterns import lazy_regex
from grader.reports.captions import Mention
from grader.reports.graphs import UNSURE_SCORE, GraphJudgement, JudgedPicture

NEAR_LINES = 25  # maximum distance of a picture from "上図"
MOST_LABELS = 12
MOST_OF_A_LABEL = 60

_TICK = lazy_regex(r"[\s\d.,+\-−–×x*^eE%()（）/]+")
_LETTER = lazy_regex(r"[^\W\d_]")
_GRAPHS_TITLE = lazy_regex(
    r"時間|グラフ|関係|推移|対数|サイズと|\btime\b|runtime|graph|plot\b|log-?log|\bvs\b",
    re.IGNORECASE,
)
_OTHERS_TITLE = lazy_regex(
    r"プログラム|コード|画面|スクリーン|出力|ソース|表示|表$|一覧|写真|流れ|フロー|構成|環境|端末|ターミナル"
    r"|program|code|screen|output|terminal|table|photo|flow|diagram|listing",
    re.IGNORECASE,
)


def find_figures(
    pictures: Sequence[JudgedPicture],
    crops: Sequence[bytes],
    captions: Sequence[Caption],
    mentions: Sequence[Mention],
    lines: Sequence[Line],
) -> tuple[Figure, ...]:
    """Describe the pictures of a report, in order. Decorations get no caption."""
    real = [each for each in pictures if not each.decoration]
    drawn = [each.picture for each in real]
    captioned = assign(drawn, captions, lines, [each.judgement.answer for each in real])
    spoken = _spoken_of(drawn, captioned, mentions)
    figures: list[Figure] = []
    place = -1  # index among pictures that are not decorations
    for each, crop in zip(pictures, crops, strict=True):
        place += not each.decoration
        caption = None if each.decoration else captioned.get(place)
        judgement = _titled(each.judgement, caption)
        table = _is_table(each.picture, caption, each.judgement)
        figures.append(
            Figure(
                kind=each.picture.kind,
                page=each.picture.page,
                box=each.picture.box,
                is_graph=judgement.answer,
                score=judgement.score,
                why=(*judgement.why, "table") if table else judgement.why,
                caption=caption,
                referenced=not each.decoration and place in spoken,
                axis_labels=_labels(each.picture),
                chart=each.picture.chart,
                decoration=table or each.decoration,
                crop=crop,
            )
        )
    return tuple(figures)


def used_captions(captions: Sequence[Caption], figures: Sequence[Figure]) -> tuple[Caption, ...]:
    """Drop captions with neither number nor picture: they title something else."""
    used = {figure.caption for figure in figures}
    return tuple(caption for caption in captions if caption.number or caption in used)


def _titled(looks: GraphJudgement, caption: Caption | None) -> GraphJudgement:
    """Make a "no" unsure if the caption is a graph's: its axes may have been missed."""
    if looks.answer is not Answer.NO or caption is None or caption.table:
        return looks
    if not _GRAPHS_TITLE.search(caption.title) or _OTHERS_TITLE.search(caption.title):
        return looks
    return replace(looks, answer=Answer.UNSURE, score=UNSURE_SCORE, why=(*looks.why, "caption"))


def _is_table(picture: Picture, caption: Caption | None, looks: GraphJudgement) -> bool:
    """Return whether strokes are the rules of a table rather than a picture."""
    titled = caption is not None and caption.table
    return titled and picture.kind is PictureKind.VECTOR and looks.answer is not Answer.YES


def _labels(picture: Picture) -> tuple[str, ...]:
    """Return the words in a picture that are not ticks."""
    texts = picture.chart.axes if picture.chart else picture.texts
    words = (" ".join(text[:MOST_OF_A_LABEL].split()) for text in texts[:500])
    labels = (word for word in words if _LETTER.search(word) and not _TICK.fullmatch(word))
    return tuple(dict.fromkeys(labels))[:MOST_LABELS]


def _spoken_of(
    pictures: Sequence[Picture], captioned: Mapping[int, Caption], mentions: Sequence[Mention]
) -> frozenset[int]:
    """Return the pictures mentioned in the text: by number, or as the nearest to "上図"."""
    numbers = {mention.reference.number for mention in mentions if mention.reference.number}
    spoken = {place for place, caption in captioned.items() if _named(caption, numbers)}
    for line in dict.fromkeys(each.line for each in mentions if not each.reference.number):
        distances = [(abs(picture.line - line), place) for place, picture in enumerate(pictures)]
        nearest, place = min(distances, default=(NEAR_LINES + 1, 0))
        if nearest <= NEAR_LINES:
            spoken.add(place)
    return frozenset(spoken)


def _named(caption: Caption, numbers: set[str]) -> bool:
    return not caption.table and caption.number in numbers


FAR_PT = 130.0
REACH_LINES = 3
LINE_PT = 30.0  # points per line in a Word file, so that distances are comparable
SIDE_PT = 60.0  # maximum distance of a caption beside its picture
WRONG_SIDE = 2.5  # factor for the distance of a caption on the unusual side

_NO_TEXT = frozenset({Place.HEADER, Place.FOOTER, Place.PICTURE})

Assigned = Mapping[int, Caption]


class _FigureLayout(Struct, frozen=True, kw_only=True):
    """Where captions usually are in this report."""

    lines: Sequence[Line]
    filled: Sequence[int]  # number of non-empty lines before each line
    below: bool | None  # captions are below pictures; None = on neither side more often


def assign(
    pictures: Sequence[Picture],
    captions: Sequence[Caption],
    lines: Sequence[Line],
    graphs: Sequence[Answer] = (),
) -> Assigned:
    """Map indices in `pictures` to captions.

    `graphs` tells for each picture whether it is a graph: a graph never gets a table's title, while
    the rules of a table get one first. Then captions of figures are assigned. The remaining titles
    of tables go to pictures without one. Pictures side by side may share a caption.
    """
    figures = [caption for caption in captions if not caption.table]
    tables = [caption for caption in captions if caption.table]
    looks = graphs or [Answer.UNSURE] * len(pictures)
    ruled = [
        place
        for place, picture in enumerate(pictures)
        if picture.kind is PictureKind.VECTOR and looks[place] is Answer.NO
    ]
    filled = _filled(lines)
    anywhere = _FigureLayout(lines=lines, filled=filled, below=None)
    assigned: dict[int, Caption] = {}
    _pair(pictures, tables, anywhere, assigned, ruled)
    drawn = [picture for place, picture in enumerate(pictures) if place not in assigned]
    side = replace(anywhere, below=_stand_below(drawn, figures))
    _pair(pictures, figures, side, assigned)
    _share(pictures, lines, assigned)
    _pair_over_pages(pictures, figures, lines, assigned)
    others = [place for place, look in enumerate(looks) if look is not Answer.YES]
    left = [caption for caption in tables if caption not in assigned.values()]
    _pair(pictures, left, anywhere, assigned, others)
    return assigned


def _pair_over_pages(
    pictures: Sequence[Picture],
    captions: Sequence[Caption],
    lines: Sequence[Line],
    assigned: dict[int, Caption],
) -> None:
    """Assign a caption that begins a page to the picture that ends the page before, or vice versa.

    Consecutive columns of a page are treated in the same way.
    """
    boxes: dict[int, list[Box]] = defaultdict(list)  # boxes of text and pictures by page
    for line in lines:
        text = line.text.strip(" -–—")
        if line.box and line.place not in _NO_TEXT and text and not text.isdigit():
            boxes[line.page].append(line.box)
    for picture in pictures:
        if picture.box:
            boxes[picture.page].append(picture.box)
    for caption in captions:
        title = lines[caption.line].box
        if title is None or caption in assigned.values():
            continue
        near = (
            place
            for place, picture in enumerate(pictures)
            if place not in assigned
            and picture.box
            and _meet((picture.page, picture.box), (caption.page, title), boxes)
        )
        if (place := next(near, None)) is not None:
            assigned[place] = caption


def _meet(end: tuple[int, Box], start: tuple[int, Box], boxes: Mapping[int, Sequence[Box]]) -> bool:
    """Return whether one box ends a page or column, and the other begins the next."""
    (page, above), (next_page, below) = sorted((end, start))
    ending, beginning = boxes[page], boxes[next_page]
    if page == next_page:
        if above[2] > below[0] or below[3] > above[1]:
            return False
        ending = [box for box in ending if _below(above, box) and not _below(below, box)]
        beginning = [box for box in beginning if _below(below, box) and not _below(above, box)]
    elif next_page - page != 1:
        return False
    ends = all(box[1] <= above[3] for box in ending)
    return ends and all(box[3] >= below[1] for box in beginning)


def _below(first: Box, second: Box) -> bool:
    """Return whether one of two boxes is below the other, in one column."""
    return first[0] < second[2] and second[0] < first[2]


def _filled(lines: Sequence[Line]) -> list[int]:
    """Return the number of non-empty lines before each line."""
    counts = [0]
    for line in lines:
        counts.append(counts[-1] + bool(line.text.strip()))
    return counts


def _stand_below(pictures: Sequence[Picture], captions: Sequence[Caption]) -> bool:
    """Return whether this report has its captions below its pictures, as most do."""
    spots = [(picture.line - 0.5, 0) for picture in pictures]
    spots += [(float(caption.line), 1) for caption in captions]
    order = [kind for _, kind in sorted(spots)]
    pairs = list(pairwise(order))
    return pairs.count((0, 1)) >= pairs.count((1, 0))


def _pair(
    pictures: Sequence[Picture],
    captions: Sequence[Caption],
    layout: _FigureLayout,
    assigned: dict[int, Caption],
    among: Sequence[int] | None = None,
) -> None:
    """Assign a caption to each picture, or to those `among` them, nearest pairs first."""
    by_page: dict[int, list[int]] = defaultdict(list)
    for place, picture in enumerate(pictures):
        if place not in assigned and (among is None or place in among):
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
        if place not in assigned and rank not in taken:
            assigned[place] = captions[rank]
            taken.add(rank)


def _distance(picture: Picture, caption: Caption, layout: _FigureLayout) -> float:
    """Return the distance of a caption from a picture, in points; larger on the unusual side."""
    box, around, below = layout.lines[caption.line].box, picture.box, layout.below
    if box is None or around is None:
        return _lines_between(picture, caption, layout)
    aside = max(box[0] - around[2], around[0] - box[2], 0.0)
    if aside >= SIDE_PT:
        return FAR_PT + 1
    level = min(box[3], around[3]) - max(box[1], around[1])
    if aside and level > 0:
        return aside + LINE_PT
    middle = (box[1] + box[3]) / 2
    under = middle > (around[1] + around[3]) / 2
    gap = max(box[1] - around[3] if under else around[1] - box[3], 0.0)
    if aside:  # a short one at the margin, under a picture in the middle
        gap += aside + LINE_PT
    return gap if below is None or under == below else (gap + 6) * WRONG_SIDE


def _lines_between(picture: Picture, caption: Caption, layout: _FigureLayout) -> float:
    filled, below = layout.filled, layout.below
    at = min(picture.line, len(filled) - 1)
    under = caption.line >= at
    between = filled[caption.line] - filled[at] if under else filled[at] - filled[caption.line + 1]
    if between > REACH_LINES:
        return FAR_PT + 1
    gap = between * LINE_PT
    return gap if below is None or under == below else gap + 15


def _share(
    pictures: Sequence[Picture], lines: Sequence[Line], assigned: dict[int, Caption]
) -> None:
    """Give a picture the caption of one beside it: panels of one figure."""
    for place, picture in enumerate(pictures):
        if place in assigned:
            continue
        for other in (place - 1, place + 1):
            caption = assigned.get(other)
            if caption is not None and _together(picture, pictures[other], caption, lines):
                assigned[place] = caption
                break


def _together(picture: Picture, other: Picture, caption: Caption, lines: Sequence[Line]) -> bool:
    if picture.page != other.page:
        return False
    mine, others, title = picture.box, other.box, lines[caption.line].box
    if mine is None or others is None or title is None:
        return picture.line == other.line
    level = min(mine[3], others[3]) - max(mine[1], others[1])
    beside = level > 0.5 * min(mine[3] - mine[1], others[3] - others[1])
    return beside and title[0] < max(mine[2], others[2]) and title[2] > min(mine[0], others[0])
