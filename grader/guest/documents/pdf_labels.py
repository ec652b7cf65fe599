"""The labels around a drawing: numbers and names of its axes belong to it, its caption does not."""

import re
from typing import Any

from .pdf_runs import Run
from .pdf_space import Box, area, union

NEAR = 14.0  # points between a drawing and a label of it
ROUNDS = 3  # numbers first, then the names of the axes, then a title
AFTER = 40  # objects: names of axes are drawn soon after the last line
LONGEST_NAME, LONGEST_NUMBER = 40, 10  # letters
MARGIN = 3.0  # points around what is drawn
CAPTION = re.compile(
    r"\s*[(（〔【\[]?\s*(図表?|表|写真|グラフ|[Ff]ig(ure|\.)?|FIG(URE|\.)?|[Tt]able|TABLE)"
    r"\s*[-‐.:：]?\s*[0-9０-９一二三四五六七八九①-⑳A-Z]"
)
SENTENCE = re.compile(r"[。．、，]\s*$|[ぁ-ん]{5}")
NUMBER = re.compile(r"[\s0-9０-９.,+\-−–×x^%eE(){}μ]+$")
HEADING = re.compile(r"\s*([0-9０-９]+[.．]|第[0-9０-９一二三四五六七八九十]+[章節]|[■●◆§]|【)")


def with_labels(
    found: Any, runs: list[Run], texts: dict[int, tuple[int, int]], size: tuple[float, float]
) -> Box:
    """Widens a picture's box to the labels around its drawing; a raster keeps its box."""
    box: Box = found.box
    if found.form:
        return _within(_wider(box, MARGIN), size)
    if found.table or not found.strokes:
        return _within((box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1), size)
    near = [run for run in runs if _touches(_wider(box, 4 * NEAR), run.box)]
    for _ in range(ROUNDS):
        labels = [
            run.box
            for run in near
            if _touches(_wider(box, NEAR), run.box) and _is_label(run, box, found, texts)
        ]
        if not labels or (wider := union([box, *labels])) == box:
            break
        if area(wider) > 3 * area(found.box) + 20_000:  # points²
            break
        box = wider
    return _within(_wider(box, MARGIN), size)


_NO = (-1, -1)


def _is_label(run: Run, box: Box, found: Any, texts: dict[int, tuple[int, int]]) -> bool:
    text = run.text
    if CAPTION.match(text) or len(text) > LONGEST_NAME:
        return False
    if run.ink.turns or not run.upright:
        return True
    if len(text) <= LONGEST_NUMBER and NUMBER.match(text):
        return True
    if SENTENCE.search(text) or HEADING.match(text) or not _beside_middle(run.box, box):
        return False
    order = texts.get(run.ink.order, _NO)[0]
    return bool(found.order[0] <= order <= found.order[1] + AFTER)


def _beside_middle(inner: Box, box: Box) -> bool:
    """Says whether a text stands within the width or the height of a drawing."""
    across = inner[0] >= box[0] - NEAR and inner[2] <= box[2] + NEAR
    along = inner[1] >= box[1] - NEAR and inner[3] <= box[3] + NEAR
    return across or along


def _touches(box: Box, other: Box) -> bool:
    return (
        box[0] <= other[2] and other[0] <= box[2] and box[1] <= other[3] and other[1] <= box[3]
    )  # fmt: skip


def _wider(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _within(box: Box, size: tuple[float, float]) -> Box:
    return max(box[0], 0.0), max(box[1], 0.0), min(box[2], size[0]), min(box[3], size[1])
