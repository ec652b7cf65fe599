"""Names at the ends of curves, where they cover neither a curve nor each other."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grader.export.bilingual import Text
from grader.export.drawing import Label, Place

LETTER = 7.2  # units that a narrow letter takes at most, at the size of the style
WIDE = 13.2
ABOVE, BELOW = 10.5, 4.0  # of a line of text, from its base line
STEP = 3.0  # units between the places of a curve that are looked at
GAP = 9.0  # from the end of a curve


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A curve as it is drawn, and its name."""

    kind: str
    name: Text
    places: Sequence[Place]


@dataclass(frozen=True, slots=True)
class Box:
    """What a text covers."""

    left: float
    top: float
    right: float
    bottom: float

    def covers(self, place: Place) -> bool:
        """Says whether a place is behind the text."""
        return self.left <= place[0] <= self.right and self.top <= place[1] <= self.bottom

    def meets(self, other: "Box") -> bool:
        """Says whether two texts overlap."""
        apart = self.right < other.left or other.right < self.left
        return not (apart or self.bottom < other.top or other.bottom < self.top)


def name_curves(curves: Sequence[Named], room: Box) -> tuple[list[Label], list[Named]]:
    """Puts names beside curves; gives back those that found no place within the room."""
    labels: list[Label] = []
    taken: list[Box] = []
    left_over: list[Named] = []
    ink = [place for one in curves for place in _along(one.places)]
    for curve in curves:
        for label in _candidates(curve):
            box = _box(label)
            inside = room.left <= box.left and box.right <= room.right
            inside = inside and room.top <= box.top and box.bottom <= room.bottom
            if inside and not any(map(box.meets, taken)) and not any(map(box.covers, ink)):
                labels.append(label)
                taken.append(box)
                break
        else:
            left_over.append(curve)
    return labels, left_over


def text_width(text: Text) -> float:
    """Says how much room a text takes at most, in either language."""
    return max(sum(map(_letter, one)) for one in (text.ja, text.en))


def _letter(character: str) -> float:
    return WIDE if unicodedata.east_asian_width(character) in "FWA" else LETTER


def _candidates(curve: Named) -> Iterator[Label]:
    """Tries the right end first, then above and below it, then the places beside the ends."""
    places = curve.places
    for x, y in dict.fromkeys((places[-1], *places[-2:], places[0])):
        for dx, dy, anchor in (
            *((GAP, 4.5, "start"), (GAP, -4.0, "start"), (GAP, 13.0, "start")),
            *((0.0, -GAP, "end"), (0.0, GAP + ABOVE, "start"), (-GAP, -2.0, "end")),
            *((0.0, GAP + ABOVE, "end"), (0.0, -GAP, "middle"), (0.0, GAP + ABOVE, "middle")),
        ):
            yield Label(
                x=x + dx, y=y + dy, text=curve.name, look=f"name {curve.kind}", anchor=anchor
            )


def _box(label: Label) -> Box:
    width = text_width(label.text)
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor]
    left = label.x - share * width
    return Box(left, label.y - ABOVE, left + width, label.y + BELOW)


def _along(places: Sequence[Place]) -> Iterator[Place]:
    yield from places
    for (x, y), (next_x, next_y) in pairwise(places):
        count = int(max(abs(next_x - x), abs(next_y - y)) / STEP)
        for step in range(1, count):
            share = step / count
            yield x + share * (next_x - x), y + share * (next_y - y)
