"""Lines as they leave the fence, made of rows of a page."""

from collections import Counter
from typing import Any

from .opened import line
from .pdf_rows import Row
from .pdf_space import Box
from .pdf_titles import LEVELS

CENTRED, INDENT = 5.0, 10.0  # points
LONG = 12  # letters of a row that tells how wide the text is
MOST_ROWS = 400


class Lines:
    """Makes the lines of one page, each heading's level told once."""

    def __init__(self, number: int, width: float, tags: dict[int, tuple[str, int]]) -> None:
        """Takes the page's number, its width in points, and the tags of its marked contents."""
        self.number, self.width, self.tags = number, width, tags
        self.told: set[int] = set()

    def make(self, rows: list[Row], place: str, hidden: str) -> list[dict[str, Any]]:
        """Makes a line of each row."""
        widths = [row.box for row in rows[:MOST_ROWS] if len(row.letters) >= LONG]
        return [self._line(row, place, hidden, widths) for row in rows]

    def _line(self, row: Row, place: str, hidden: str, widths: list[Box]) -> dict[str, Any]:
        letters = [letter for letter in row.letters if letter.text.strip()]
        sizes = Counter(round(letter.ink.size, 1) for letter in letters)
        made = line(
            row.text.strip(),
            page=self.number,
            box=[round(side, 2) for side in row.box],
            size_pt=sizes.most_common(1)[0][0],
            bold=sum(letter.ink.bold for letter in letters) * 2 > len(letters),
            font=Counter(letter.ink.font for letter in letters).most_common(1)[0][0],
            centred=place == "body" and self._centred(row.box, widths),
            place=place,
            hidden=hidden,
        )
        if place == "body" and not hidden:
            made.update(self._tagged(row))
        return made

    def _centred(self, box: Box, widths: list[Box]) -> bool:
        around = [
            wide
            for wide in widths
            if wide[2] - wide[0] > box[2] - box[0] and wide[0] < box[2] and box[0] < wide[2]
        ]
        left = min((wide[0] for wide in around), default=0.0)
        right = max((wide[2] for wide in around), default=self.width)
        if box[0] - left < INDENT or right - box[2] < INDENT:
            return False
        middle = (box[0] + box[2]) / 2
        return any(
            abs(middle - other) <= CENTRED for other in ((left + right) / 2, self.width / 2)
        )

    def _tagged(self, row: Row) -> dict[str, Any]:
        if not self.tags:
            return {}
        marks = Counter(self.tags.get(letter.ink.mark) for letter in row.letters)
        tag = marks.most_common(1)[0][0]
        if tag is None or tag[1] in self.told:
            return {}
        self.told.add(tag[1])
        return {"level": LEVELS[tag[0]], "level_from": "tag", "style": tag[0]}
