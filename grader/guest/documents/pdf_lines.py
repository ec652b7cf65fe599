"""Lines as they leave the fence, made of rows of a page."""

from collections import Counter
from typing import Any

from .opened import line
from .pdf_rows import Row
from .pdf_runs import Run
from .pdf_space import Box
from .pdf_titles import LEVELS

CENTRED, INDENT = 5.0, 10.0  # points
INDENTED = 1.6  # heights of a row: more than the first line of a paragraph is indented
FREE = 0.6  # of the page's width: a row with nothing wider around it is measured by the page
FLUSH = 2  # other rows that begin where a row begins: it is no centred one
LONG = 12  # letters of a row that tells how wide the text is
MOST_ROWS = 400


class Lines:
    """Makes the lines of one page, each heading's level told once."""

    def __init__(
        self, number: int, width: float, tags: dict[int, tuple[str, int]], heavy: list[Run]
    ) -> None:
        """Takes the page's number, its width in points, its tags, and its bold runs."""
        self.number, self.width, self.tags = number, width, tags
        self.heavy = {id(run) for run in heavy}
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
            bold=self._bold(row),
            font=Counter(letter.ink.font for letter in letters).most_common(1)[0][0],
            centred=place == "body" and self._centred(row.box, widths),
            place=place,
            hidden=hidden,
        )
        if place == "body" and not hidden:
            made.update(self._tagged(row))
        return made

    def _bold(self, row: Row) -> bool:
        bold = [
            letter.ink.bold or id(run) in self.heavy
            for run in row.runs
            for letter in run.letters
            if letter.text.strip()
        ]
        return 2 * sum(bold) > len(bold)

    def _centred(self, box: Box, rows: list[Box]) -> bool:
        """Says whether a row stands in the middle of a longer row near it, or of the page."""
        wide, indent = box[2] - box[0], max(INDENT, INDENTED * (box[3] - box[1]))
        around = [one for one in rows if one[0] < box[2] and box[0] < one[2]]
        longer = [one for one in around if one[2] - one[0] > wide + indent]
        if not longer and wide < FREE * self.width:
            longer = [(0.0, 0.0, self.width, 0.0)]
        flush = sum(abs(one[0] - box[0]) < 1 and abs(one[2] - box[2]) > 1 for one in around)
        return flush < FLUSH and any(
            box[0] - one[0] >= indent
            and one[2] - box[2] >= indent
            and abs(box[0] + box[2] - one[0] - one[2]) <= 2 * CENTRED
            for one in longer
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
