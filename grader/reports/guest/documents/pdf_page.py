"""Read one page: its lines in reading order, its pictures, and what covers it."""

import ctypes
import re
from collections import Counter
from itertools import groupby
from typing import Any, NamedTuple

from .opened import line, page, picture
from .pdf_drawn import DrawnPage
from .pdf_geometry import TURNS, Box, holds, moved, share, space_of, union
from .pdf_letters import (
    ASKEW,
    REACH,
    SMALL,
    LetterReader,
    PdfLetter,
    Run,
    make_runs,
    part_of,
    spell,
)
from .pdf_notes import Note, NotedPage, value_instead
from .pdf_pictures import OWN, DrawnFigure, covered, figure_of, find_figures
from .pdf_sight import SeenRun, Sight

LEVEL = 0.35  # in sizes: most distance between base lines of one row
CLOSE = (-0.3, 0.4)  # in sizes: the gap before a raised or lowered letter
SHELF, REACHED = 12.0, 24.0  # points: height of a shelf; most distance of base lines in one row
MOST_AT_ONE_HEIGHT = 200  # rows on one shelf; runs of one row
HALF = 0.5

GUTTER_ROWS, FEW_ROWS = 12, 3  # rows that show two columns, together and on either side
FULL = 0.55  # of a column's width: least width of a row of running text
MIDDLE = (0.3, 0.7)  # of the width of the text: where a gutter may be
STEP = 6  # points between places that are tried

CAPTION = re.compile(
    r"\s*(図|表|写真|[Ff]ig(ure|\.)?|[Tt]able)\s*[-.]?\s*[0-9０-９]++"
    r"(?!\s*+(?:より|から|[をにのはでがと]))"  # a sentence
)


class RunRow(NamedTuple):
    """Runs on one base line."""

    runs: list[Run]
    box: Box

    @property
    def letters(self) -> list[PdfLetter]:
        """All letters from left to right."""
        return [letter for run in self.runs for letter in run.letters]

    @property
    def text(self) -> str:
        """The text, with spaces where gaps are, unless it runs from top to bottom."""
        return spell(self.letters) if self.runs[0].upright else "".join(r.text for r in self.runs)


def usual_turns(runs: list[Run]) -> int:
    """Return the direction of most text; a label along an axis does not count."""
    counts = Counter[int]()
    for run in runs:
        counts[run.ink.turns] += len(run.letters)
    turns, most = counts.most_common(1)[0] if counts else (0, 0)
    return turns if turns < ASKEW and most > 2 * counts[0] else 0


def arrange(runs: list[Run]) -> list[RunRow]:
    """Put runs into rows, and the rows into the order of reading."""
    turns = usual_turns(runs)
    # Lines of a page on its side are arranged as if the page stood upright.
    stood = {id(run.letters): run for run in runs if run.upright and run.ink.turns == turns}
    straight = [run._replace(box=moved(TURNS[turns], run.box)) for run in stood.values()]
    rows = _rows(straight)
    gutter = _gutter(straight, rows)
    if gutter is not None:
        rows = _in_columns(straight, gutter)
    rows = [_row([stood[id(run.letters)] for run in row.runs]) for row in rows]
    others = [run for run in runs if id(run.letters) not in stood]
    if sum(len(run.letters) for run in others) > sum(len(run.letters) for run in stood.values()):
        others.sort(key=lambda run: (-round(run.box[2] / STEP), run.box[1]))
    for run in others:
        above = (at for at, row in enumerate(rows) if row.box[1] <= run.box[1])
        rows.insert(max(above, default=-1) + 1, _row([run]))
    return rows


def _rows(runs: list[Run]) -> list[RunRow]:
    """Put runs of one column into rows, from top to bottom."""
    rows: list[list[Run]] = []
    shelves: dict[int, list[list[Run]]] = {}  # rows by the height of their base line
    for run in sorted(runs, key=lambda run: -run.size * len(run.letters)):
        near = range(int((run.base - REACHED) / SHELF), int((run.base + REACHED) / SHELF) + 1)
        candidates = (row for at in near for row in shelves.get(at, ())[:MOST_AT_ONE_HEIGHT])
        home = next((row for row in candidates if _belongs(row, run)), None)
        if home is None:
            rows.append([run])
            shelves.setdefault(int(run.base / SHELF), []).append(rows[-1])
        elif len(home) < MOST_AT_ONE_HEIGHT:
            home.append(run)
    return sorted(map(_row, rows), key=lambda row: (row.runs[0].base, row.box[0]))


def _row(runs: list[Run]) -> RunRow:
    return RunRow(
        sorted(runs, key=lambda run: run.letters[0].start), union(run.box for run in runs)
    )


def _belongs(row: list[Run], run: Run) -> bool:
    """Return whether a run is on a row's base line, or raised or lowered next to its runs."""
    size = max(row[0].size, run.size)
    apart = abs(row[0].base - run.base)
    if apart <= LEVEL * min(row[0].size, run.size):
        return not any(_overlap(other.box, run.box) for other in row)
    beside = (max(run.box[0] - other.box[2], other.box[0] - run.box[2]) / size for other in row)
    smaller = run.size < SMALL * row[0].size
    return apart <= REACH * size and smaller and any(CLOSE[0] <= gap <= CLOSE[1] for gap in beside)


def _overlap(first: Box, second: Box) -> bool:
    shared = min(first[2], second[2]) - max(first[0], second[0])
    return shared > HALF * min(first[2] - first[0], second[2] - second[0])


def _gutter(runs: list[Run], rows: list[RunRow]) -> float | None:
    """Find the white strip between two columns of running text, if there is one."""
    if len(runs) < GUTTER_ROWS:
        return None
    left, right = min(run.box[0] for run in runs), max(run.box[2] for run in runs)
    first, last = (int(left + part * (right - left)) for part in MIDDLE)
    gaps = Counter(
        int((before.box[2] + after.box[0]) / 2) // STEP * STEP + STEP // 2
        for row in rows
        for before, after in zip(row.runs, row.runs[1:], strict=False)
        if first < (before.box[2] + after.box[0]) / 2 < last
    )
    # Columns need not share base lines: the fewest runs cross the strip between them.
    crossing = {place: len(_across(runs, place)) for place in range(first, last, STEP)}
    fewest = min(crossing.values(), default=0)
    strip = [place for place, many in crossing.items() if many == fewest]
    near = [*(place for place, _ in gaps.most_common(3)), *strip[len(strip) // 2 :][:1]]
    for gutter in (place + step for place in near for step in (0, -6, 6, -12, 12)):
        lefts = [run for run in runs if run.box[2] <= gutter]
        rights = [run for run in runs if run.box[0] >= gutter]
        few = len(_across(runs, gutter)) * 3 <= len(lefts) + len(rights)
        full = _full_rows(lefts, gutter - left), _full_rows(rights, right - gutter)
        if few and min(full) >= FEW_ROWS and sum(full) >= GUTTER_ROWS:
            return float(gutter)
    return None


def _across(runs: list[Run], gutter: float) -> list[Run]:
    return [run for run in runs if run.box[0] < gutter - 1 and run.box[2] > gutter + 1]


def _full_rows(runs: list[Run], width: float) -> int:
    """Count the rows of running text on one side; 0 where most others are short."""
    full = sum(run.box[2] - run.box[0] > FULL * width for run in runs)
    return full if full * 3 >= len(runs) else 0


def _in_columns(runs: list[Run], gutter: float) -> list[RunRow]:
    """Read the left column, then the right one, between rows that cross the gutter."""
    across = sorted(_across(runs, gutter), key=lambda run: run.base)
    crossing = {id(run) for run in across}
    beside = [run for run in runs if id(run) not in crossing]
    rows: list[RunRow] = []
    for run in [*across, None]:
        end = run.box[1] if run else float("inf")
        band = [other for other in beside if (other.box[1] + other.box[3]) / 2 < end]
        beside = [other for other in beside if (other.box[1] + other.box[3]) / 2 >= end]
        rows += _rows([other for other in band if other.box[2] <= gutter + 1])
        rows += _rows([other for other in band if other.box[2] > gutter + 1])
        rows += [_row([run])] if run else []
    return rows


def apart(rows: list[RunRow]) -> list[RunRow]:
    """Split rows at captions: one may stand next to another caption or column."""
    made: list[RunRow] = []
    for row in rows:
        starts = [at for at, run in enumerate(row.runs) if not at or CAPTION.match(run.text)]
        ends = [*starts[1:], len(row.runs)]
        made += [_row(row.runs[start:end]) for start, end in zip(starts, ends, strict=True)]
    return made


SAME_HEIGHT = 3.0  # points
MOST_LINES = 4_000  # of one page
CENTRED, INDENT = 5.0, 10.0  # points
INDENTED = 1.6  # heights of a row: least indent of a centred row
FREE = 0.6  # of the page's width: a narrower row without longer ones is compared with the page
FLUSH = 2  # so many other rows with the same left edge: a row is not centred
LONG = 12  # letters of a row that shows the width of the text
MOST_ROWS = 400
MOST_PIXELS = 120_000_000  # of a raster as stored
TOO_MUCH = {"trouble": "too-large"}
MOST_ELEMENTS, DEEPEST_ELEMENT = 20_000, 40  # of the structure tree
LONGEST = 64  # bytes of a tag's name
LEVELS = {"Title": 1, "H": 1, **{f"H{level}": level for level in range(1, 7)}}

HARDLY_ANY = 30  # visible letters on a page: with fewer, letters may be drawn as shapes
LAST = 1e9  # points: sorts behind all other pieces before the same row

# Index of the next row, 1 if it is that row itself, its top, its lines, and its picture.
Piece = tuple[int, int, float, list[dict[str, Any]], dict[str, Any] | None]


class NoteText(NamedTuple):
    """Text taken from a note's value."""

    note: Note
    size: float  # points; 0 = not known
    hidden: str
    orders: set[int]  # addresses of the text objects that show it


class PageRead(NamedTuple):
    """The content of one page, except for what other pages reveal about it."""

    lines: list[dict[str, Any]]
    pictures: list[dict[str, Any]]
    page: dict[str, Any]


class PageReader:
    """Reads one page of pypdfium2's."""

    def __init__(self, noted: NotedPage, number: int) -> None:
        """Read everything on the page; `number` counts from 1."""
        self.number, loaded = number, noted.page
        space = space_of(loaded)
        self.size = space.size
        reader = LetterReader(loaded.get_textpage(), space)
        letters = reader.read()
        self.drawn = DrawnPage(loaded, space, reader.things, flattened=noted.flattened)
        self.drawn.notes = [note.box for note in noted.notes if note.drawing]
        if not noted.flattened:
            self.drawn.beside += [note.box for note in noted.notes]
        if noted.more:
            self.drawn.beside.append(self.drawn.frame)
        self.values: list[NoteText] = []
        runs = make_runs(self._printed(letters, noted))
        self.sight = Sight(loaded, self.size, self.drawn)
        self.parts = self._with_values(self.sight.tell_hidden(runs, reader))
        self.runs = [part.run for part in self.parts]
        shown = [part.run for part in self.parts if part.hidden != "invisible"]
        self.figures = find_figures(self.drawn, shown, self.size)
        self.tags = read_tags(loaded)
        self.tagged: set[int] = set()  # headings already assigned to a line

    def _printed(self, letters: list[PdfLetter], noted: NotedPage) -> list[PdfLetter]:
        """Drop letters of buttons and stamps; record notes whose value replaces their letters."""
        typed = [note for note in noted.notes if note.text]
        inside: dict[int, list[PdfLetter]] = {
            at: [] for at, note in enumerate(typed) if not note.hidden
        }
        printed = []
        for letter in letters:
            if letter.ink.order not in self.drawn.on_top:
                printed.append(letter)
            elif home := [at for at in inside if holds(typed[at].box, letter.box)]:
                inside[home[0]].append(letter)
                printed.append(letter)
        for at, note in enumerate(typed):
            own = inside.get(at, [])
            if note.hidden or not noted.flattened or value_instead(note, own):
                size = own[0].ink.size if own else 0.0
                orders = {letter.ink.order for letter in own}
                self.values.append(NoteText(note, size, note.hidden, orders))
            elif not own and not self._is_drawn_in(note.box):
                self.values.append(NoteText(note, 0.0, "invisible", set()))
        return printed

    def _with_values(self, parts: list[SeenRun]) -> list[SeenRun]:
        """Remove the letters of notes that are read from their value, unless mostly hidden."""
        counts: Counter[tuple[int, bool]] = Counter(
            (letter.ink.order, not part.hidden) for part in parts for letter in part.run.letters
        )
        told = []
        for value in self.values:
            seen, unseen = (
                sum(counts[order, how] for order in value.orders) for how in (True, False)
            )
            if seen >= unseen:
                told.append(value)
        self.values, gone = told, set().union(*(value.orders for value in told))
        if not gone:
            return parts
        left = [[letter for letter in p.run.letters if letter.ink.order not in gone] for p in parts]
        return [
            SeenRun(part_of(part.run, letters), part.hidden)
            for part, letters in zip(parts, left, strict=True)
            if any(letter.text.strip() for letter in letters)
        ]

    def _is_drawn_in(self, box: Box) -> bool:
        """Return whether more than a frame is drawn there, such as text as curves."""
        curves = [path.box for path in self.drawn.paths if not path.straight]
        return any(holds(box, other) for other in [*curves, *(r.box for r in self.drawn.rasters)])

    def read(self, *, thumbnail: bool, pixels: int) -> PageRead:
        """Return the page's content; draw at most `pixels` pictures."""
        placed = []
        for run, how in self.parts:
            home = figure_of(run, self.figures)
            label = home is not None and not home.table and how != "invisible"
            # Labels of a picture may be small and pale without being hidden.
            placed.append((run, "" if label else how, home))
        free = [run for run, how, home in placed if not how and home is None]
        rows = apart(arrange(free))
        pieces: list[Piece] = [
            (at, 1, 0.0, [made], None) for at, made in enumerate(self._lines(rows, "body"))
        ]
        pictures = []
        for at, figure in enumerate(self.figures):
            own = [run for run, how, home in placed if home is figure and not how]
            lines = self._lines(arrange(own), "table" if figure.table else "picture")
            pictures.append(self._picture(figure, lines, draw=at < pixels))
            pieces.append((_before(rows, figure.box), 0, figure.box[1], lines, pictures[-1]))
        pieces += [
            (_before(rows, box := value.note.box), 0, box[1], self._typed(value), None)
            for value in self.values
        ]
        forms = {figure.form for figure in self.figures} - {0}
        unseen: dict[tuple[str, str], list[Run]] = {}
        for run, how, home in placed:
            if how:
                drawing = home is not None and home.kind == "vector" and not home.table
                drawing = drawing or self.drawn.texts.get(run.ink.order, (0, 0))[1] in forms
                place = "picture" if drawing and not run.ink.unseen else "body"
                unseen.setdefault((how, place), []).append(run)
        for (how, place), hidden in sorted(unseen.items()):
            pieces += [
                (_before(rows, row.box), 0, LAST, self._lines([row], place, how), None)
                for row in arrange(hidden)
            ]
        lines = []
        for *_, added, drawn in sorted(pieces, key=lambda piece: piece[:3]):
            if drawn is not None:
                drawn["line"] = min(len(lines), MOST_LINES)
            lines += added
        counts: Counter[str] = Counter()
        typed = sum(
            len("".join(value.note.text.split())) for value in self.values if not value.hidden
        )
        counts[""] += typed
        for run, how, _ in placed:
            inked = [letter for letter in run.letters if letter.text.strip()]
            counts[how] += len(inked)
            typed += not how and sum(letter.ink.order in self.drawn.on_top for letter in inked)
        facts = page(
            self.number,
            round(self.size[0], 2),
            round(self.size[1], 2),
            visible=counts[""],
            invisible=counts["invisible"],
            typed=typed,
            shapes=self.drawn.count_letters() if counts[""] < HARDLY_ANY else 0,
            strokes=len(self.drawn.paths),
            covered=round(covered(self.drawn, self.size), 4),
            thumbnail=self.sight.thumbnail() if thumbnail else None,
        )
        return PageRead(lines[:MOST_LINES], pictures, facts)

    def _picture(
        self, figure: DrawnFigure, lines: list[dict[str, Any]], *, draw: bool
    ) -> dict[str, Any]:
        made = picture(
            figure.kind,
            0,
            page=self.number,
            box=[round(side, 2) for side in figure.box],
            texts=[text for line in lines for text in line["text"].split("\t") if text],
            place="table" if figure.table else "body",
        )
        width, height = figure.pixels or (0, 0)
        if not draw or width * height > MOST_PIXELS:  # pdfium leaves such a raster blank
            return made | TOO_MUCH
        turns = usual_turns(self.runs)
        return made | {"pixels": self.sight.picture(figure.box, figure.pixels, turns)}

    def _typed(self, value: NoteText) -> list[dict[str, Any]]:
        """Split a note's value into lines."""
        texts = [text.strip() for text in value.note.text.splitlines() if text.strip()]
        left, top, right, bottom = box = value.note.box
        label = any(share(box, f.box) > OWN for f in self.figures if not (f.table or f.background))
        step = (bottom - top) / len(texts)
        return [
            line(
                text,
                page=self.number,
                box=[
                    round(side, 2) for side in (left, top + at * step, right, top + (at + 1) * step)
                ],
                size_pt=round(value.size, 1),
                place="picture" if label and not value.hidden else "body",
                hidden=value.hidden,
            )
            for at, text in enumerate(texts)
        ]

    def _lines(self, rows: list[RunRow], place: str, hidden: str = "") -> list[dict[str, Any]]:
        widths = [row.box for row in rows[:MOST_ROWS] if len(row.letters) >= LONG]
        return [self._line(row, place, hidden, widths) for row in rows]

    def _line(self, row: RunRow, place: str, hidden: str, widths: list[Box]) -> dict[str, Any]:
        letters = [letter for letter in row.letters if letter.text.strip()]
        sizes, fonts, bold = Counter[float](), Counter[str](), 0
        for ink, group in groupby(letters, key=lambda letter: letter.ink):
            count = len(list(group))
            sizes[round(ink.size, 1)] += count
            fonts[ink.font] += count
            bold += count * ink.bold
        made = line(
            row.text.strip(),
            page=self.number,
            box=[round(side, 2) for side in row.box],
            size_pt=sizes.most_common(1)[0][0],
            bold=2 * bold > len(letters),
            font=fonts.most_common(1)[0][0],
            centred=place == "body" and self._centred(row.box, widths),
            place=place,
            hidden=hidden,
        )
        if self.tags and place == "body" and not hidden:
            marks = Counter(self.tags.get(letter.ink.mark) for letter in row.letters)
            tag = marks.most_common(1)[0][0]
            if tag is not None and tag[1] not in self.tagged:
                self.tagged.add(tag[1])
                made.update(level=LEVELS[tag[0]], level_from="tag", style=tag[0])
        return made

    def _centred(self, box: Box, rows: list[Box]) -> bool:
        """Return whether a row is in the middle of a longer row near it, or of the page."""
        wide, indent = box[2] - box[0], max(INDENT, INDENTED * (box[3] - box[1]))
        around = [row for row in rows if row[0] < box[2] and box[0] < row[2]]
        longer = [row for row in around if row[2] - row[0] > wide + indent]
        if not longer and wide < FREE * self.size[0]:
            longer = [(0.0, 0.0, self.size[0], 0.0)]
        flush = sum(abs(row[0] - box[0]) < 1 and abs(row[2] - box[2]) > 1 for row in around)
        return flush < FLUSH and any(
            box[0] - row[0] >= indent
            and row[2] - box[2] >= indent
            and abs(box[0] + box[2] - row[0] - row[2]) <= 2 * CENTRED
            for row in longer
        )


def _before(rows: list[RunRow], box: Box) -> int:
    """Return the row before which a box stands: the first one below it in its own column."""
    own = [at for at, row in enumerate(rows) if row.box[0] < box[2] and box[0] < row.box[2]]
    own = own or list(range(len(rows)))
    below = [at for at in own if rows[at].box[1] >= box[1] - SAME_HEIGHT]
    return below[0] if below else (own[-1] + 1 if own else 0)


def read_tags(page: Any) -> dict[int, tuple[str, int]]:
    """Map marked contents of a page that are headings to their tag and heading number."""
    import pypdfium2.raw as pdfium

    tree = pdfium.FPDF_StructTree_GetForPage(page)
    if not tree:
        return {}
    tags: dict[int, tuple[str, int]] = {}
    count = min(pdfium.FPDF_StructTree_CountChildren(tree), MOST_ELEMENTS)
    left = [(pdfium.FPDF_StructTree_GetChildAtIndex(tree, at), "", 0, 0) for at in range(count)]
    visited = 0
    room = ctypes.create_string_buffer(LONGEST)
    while left and visited < MOST_ELEMENTS:
        element, tag, heading, depth = left.pop()
        visited += 1
        if not element or depth > DEEPEST_ELEMENT:
            continue
        if not tag:
            size = min(pdfium.FPDF_StructElement_GetType(element, room, LONGEST), LONGEST)
            name = room.raw[: max(size - 2, 0)].decode("utf-16-le", "replace")
            tag, heading = (name, visited) if name in LEVELS else ("", 0)
        count = min(pdfium.FPDF_StructElement_CountChildren(element), MOST_ELEMENTS)
        for at in range(count):
            child = pdfium.FPDF_StructElement_GetChildAtIndex(element, at)
            mark = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, at) if tag else -1
            if child:
                left.append((child, tag, heading, depth + 1))
            elif mark >= 0:
                tags[mark] = tag, heading
    pdfium.FPDF_StructTree_Close(tree)
    return tags
