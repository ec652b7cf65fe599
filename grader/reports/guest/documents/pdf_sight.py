"""Determine what a reader sees of a page: the rendered page, and its hidden text."""

import time
from collections.abc import Sequence
from itertools import accumulate, groupby
from typing import Any, NamedTuple

from .opened import Bitmap
from .pdf_drawn import DrawnPage
from .pdf_geometry import Box, area, common, holds, wider
from .pdf_letters import ASKEW, LetterReader, PdfLetter, Run, part_of

WHITE = (255, 255, 255, 255)
FLAGS = 0x01 | 0x10 | 0x200  # with annotations, red first, a small image cache
LONGEST = 760  # pixels of a picture's longer side
LARGEST_SCALE = 4.0  # pixels per point
PAGE_PIXELS = 1_000
THUMBNAIL = 200  # pixels of a thumbnail's width
SLOW = 0.8  # CPU seconds to draw a page; pictures of a slower page are cropped from that drawing

TINY = 2.0  # points
FEW, SQUEEZED = 4, 0.1  # letters; least advance from one to the next, in sizes
INK = 18  # of 255: text that changes the page by less is not seen
SMALL = ((4.0, 0.25), (8.0, 0.5))  # letter size in pixels; share of INK that suffices below it
SLICE, THICK = 0.25, 6.0  # least share of a letter's height with ink; pixels from which it counts
THIN = 0.6  # of INK: suffices for fewer than FEW letters, whose strokes may be thin
AROUND, SOME = 4, 4  # letters on either side; in visible text, one of SOME has ink
STACKED, MOST_LAYERS = 0.2, 6  # share of a run's area that may be under other text; layers
TIGHT = 0.2  # of a run's height, above and below, that the next line may share
EVEN, ALIKE = 24, 20  # of 255: a ground of one colour; a letter in the colour of its ground
BLUR = 2.0  # points around a drawing that its edge may reach
CONTRAST, OVERLAP = 60, 0.3  # of 255; share of a run's area
MOST_UNSEEN, TALL = 200, 60.0  # runs of a page; points of a picture


Pixels = tuple[int, int, int, int]  # left, top, right, bottom of a drawn page


class SeenRun(NamedTuple):
    """A run, and why it is invisible (see model.document.Hidden); "" = it is visible."""

    run: Run
    hidden: str


def rendered(page: Any, size: tuple[int, int], around: tuple[int, int, int, int]) -> Any:
    """Draw a page on a bitmap of this size, as rows of red, green and blue.

    `around` is where the whole page lies, of which the bitmap may show a part: left, top, width,
    height. page.render() would round up.
    """
    import pypdfium2.raw as pdfium
    from pypdfium2 import PdfBitmap

    bitmap = PdfBitmap.new_native(*size, pdfium.FPDFBitmap_BGR, rev_byteorder=True)
    bitmap.fill_rect(WHITE, 0, 0, *size)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, *around, 0, FLAGS)
    if page.formenv:  # fields of forms
        pdfium.FPDF_FFLDraw(page.formenv, bitmap, page, *around, 0, FLAGS)
    return bitmap.to_numpy()


class Sight:
    """A rendered page, and which of its text is visible."""

    def __init__(self, page: Any, size: tuple[float, float], drawn: DrawnPage) -> None:
        """Draw a page at about a pixel per point, with at most PAGE_PIXELS on its longer side."""
        import numpy as np

        self.page, self.size, self.drawn = page, size, drawn
        self.scale = min(1.0, PAGE_PIXELS / max(size))
        started = time.process_time()
        self.points = self._render(self.scale)
        self.slow = time.process_time() - started > SLOW
        self.beside = np.zeros(self.points.shape[:2], bool)  # where more than text is drawn
        for box in drawn.beside:
            self.beside[self._place(wider(box, BLUR))] = True

    def _render(self, scale: float, box: Box | None = None) -> Any:
        """Draw the page or a part of it, as rows of points of red, green and blue."""
        left, top, right, bottom = box or (0.0, 0.0, *self.size)
        wide, high = (max(round(side * scale), 1) for side in (right - left, bottom - top))
        place = -round(left * scale), -round(top * scale)
        across, down = (max(round(side * scale), 1) for side in self.size)
        return rendered(self.page, (wide, high), (*place, across, down))

    def thumbnail(self) -> Bitmap:
        """Return the page with THUMBNAIL pixels in width."""
        from PIL import Image

        height, width, _ = self.points.shape
        part = min(THUMBNAIL / width, 2 * THUMBNAIL / height, 1.0)
        size = max(round(width * part), 1), max(round(height * part), 1)
        small = Image.fromarray(self.points).resize(size, Image.Resampling.BOX, reducing_gap=2.0)
        return Bitmap(*size, small.tobytes())

    def picture(self, box: Box, pixels: tuple[int, int] | None, turns: int) -> Bitmap:
        """Draw a part of the page, rotated upright; a raster is not enlarged."""
        import numpy as np
        from PIL import Image

        if self.slow:
            left, top, right, bottom = (round(side * self.scale) for side in box)
            around = left, top, max(right, left + 1), max(bottom, top + 1)
            points = np.asarray(Image.fromarray(self.points).crop(around))
        else:
            width, height = box[2] - box[0], box[3] - box[1]
            scale = min(LONGEST / max(width, height, 1.0), LARGEST_SCALE)
            if pixels is not None and pixels[0] > 0:
                own = max(pixels[0] / max(width, 1.0), pixels[1] / max(height, 1.0))
                scale = min(scale, max(own, 1.0))
            points = self._render(scale, box)
        points = np.rot90(points, turns)
        return Bitmap(points.shape[1], points.shape[0], points.tobytes())

    def tell_hidden(self, runs: list[Run], reader: LetterReader) -> list[SeenRun]:
        """Split runs into visible and hidden parts.

        The page is drawn again without its text; a letter is visible where this makes a difference.
        So it does not matter how text is hidden, and the ink of a scan does not count for the text
        below it. Text over other text is removed layer by layer. Text on plain paper needs no
        second drawing: without it, the page is white.
        """
        shaped = self._shaped(runs)
        used = {letter.ink.order for run in runs for letter in run.letters}
        doubled = reader.things.keys() - used
        again = self._drawn_again(reader)
        parts: dict[int, list[SeenRun]] = {}
        layers = self._layers(runs)
        part = self._drawn_upon(runs) if len(layers) == 1 else (0, 0, *self.beside.shape[::-1])
        for layer in layers:
            orders = doubled.union(letter.ink.order for run in layer for letter in run.letters)
            things = [*(reader.things[order] for order in orders), *again]
            ground = self._without(things, part)
            for run in layer:
                unchanged = [SeenRun(run, "")] if id(run) in shaped else None
                parts[id(run)] = unchanged or self._parts(run, ground, reader)
        return [part for run in runs for part in parts[id(run)]]

    def _drawn_again(self, reader: LetterReader) -> list[Any]:
        """Find duplicate texts: pdfium reads the same words at the same place only once.

        A text that is drawn seven times over itself is not hidden.
        """
        if not self.drawn.unread:
            return []
        places = {self.drawn.bounds(thing) for thing in reader.things.values()}
        return [thing for thing in self.drawn.unread if self.drawn.bounds(thing) in places]

    def _layers(self, runs: list[Run]) -> list[list[Run]]:
        """Split runs into layers in which none covers another, except one with the same text."""
        import numpy as np

        shape = self.points.shape[:2]
        places = [self._place(_core(run)) for run in runs]
        covers = np.zeros(shape, np.uint16)
        for place in places:
            covers[place] += 1
        if covers.max() <= 1:
            return [list(runs)]
        layers: list[list[Run]] = [[]]
        taken: list[Any] = [np.zeros(shape, bool)]
        texts: list[set[str]] = [set()]
        for run, place in zip(runs, places, strict=True):
            at = 0
            if covers[place].size and (covers[place] > 1).mean() > STACKED:
                free = (
                    layer
                    for layer, mask in enumerate(taken)
                    if run.text in texts[layer] or mask[place].mean() <= STACKED
                )
                at = next(free, len(layers))
                if at == MOST_LAYERS:
                    at -= 1
                elif at == len(layers):
                    layers.append([])
                    taken.append(np.zeros(shape, bool))
                    texts.append(set())
                taken[at][place] = True
                texts[at].add(run.text)
            layers[at].append(run)
        return layers

    def _drawn_upon(self, runs: list[Run]) -> Pixels:
        """Return the part of the drawn page with all runs that are not on plain paper."""
        places = (self._place(run.box) for run in runs)
        upon = [place for place in places if self.beside[place].any()]
        if not upon:
            return 0, 0, 0, 0
        down, across = zip(*upon, strict=True)
        (high, wide), sides = self.beside.shape, (across, down)
        left, top = (min(place.start for place in side) for side in sides)
        right, bottom = (max(place.stop for place in side) for side in sides)
        return left, top, min(right, wide), min(bottom, high)

    def _without(self, things: list[Any], part: Pixels) -> "_Ground":
        """Draw a part of the page without text objects."""
        import numpy as np
        import pypdfium2.raw as pdfium

        left, top, right, bottom = part
        if right <= left:
            return _Ground(
                self.points, np.broadcast_to(np.uint8(255), self.points.shape), self.beside
            )
        without, beside = np.full_like(self.points, 255), self.beside.copy()
        for thing in things:
            pdfium.FPDFPageObj_SetIsActive(thing, 0)
        box = left / self.scale, top / self.scale, right / self.scale, bottom / self.scale
        without[top:bottom, left:right] = self._render(self.scale, box)
        beside[top:bottom, left:right] = False
        for thing in things:
            pdfium.FPDFPageObj_SetIsActive(thing, 1)
        return _Ground(self.points, without, beside)

    def _parts(self, run: Run, ground: "_Ground", reader: LetterReader) -> list[SeenRun]:
        """Split a run into visible and hidden parts, given the page without its layer."""
        small = run.size < TINY or _is_squeezed(run)
        if small and not run.ink.unseen and not self._is_outside(run):
            return [SeenRun(run, "tiny")]
        inked = self._inked(run, ground, reader)
        if all(inked) or all(visible := _smoothed(run.letters, inked)):
            return [SeenRun(run, "")]
        parts = []
        for is_seen, pairs in groupby(zip(run.letters, visible, strict=True), lambda pair: pair[1]):
            part = part_of(run, [letter for letter, _ in pairs])
            parts.append(SeenRun(part, "" if is_seen else self._reason(part, ground)))
        if not parts[0].hidden:  # the rest of a run that is too long for the page
            parts = [part for part in parts if part.hidden != "outside"]
        return [part for part in parts if any(letter.text.strip() for letter in part.run.letters)]

    def _inked(self, run: Run, ground: "_Ground", reader: LetterReader) -> list[bool]:
        """Return whether each letter has ink, or would have it if its font were available."""
        scale, size = self.scale, run.size * self.scale
        part = next((part for pixels, part in SMALL if size < pixels), 1.0)
        least = INK * (part if len(run.letters) >= FEW else min(part, THIN))
        rows, columns = self._place(run.box)
        patch = ground.ink((rows, columns)) >= least
        upright = run.upright and run.ink.turns % 2 == 0
        if run.ink.turns == ASKEW:
            boxes = (self._place(letter.box) for letter in run.letters)
            inked = [bool((ground.ink(box) >= least).any()) for box in boxes]
        else:
            side, first = (0, columns.start) if upright else (1, rows.start)
            sums = [0, *patch.any(axis=side).cumsum().tolist()]
            last = len(sums) - 1
            ends = (
                (
                    int(letter.box[side] * scale) - first,
                    int(letter.box[side + 2] * scale) + 1 - first,
                )
                for letter in run.letters
            )
            inked = [
                sums[min(max(end, 0), last)] > sums[min(max(start, 0), last)] for start, end in ends
            ]
            if 2 * sum(inked) > len(inked) and size >= THICK:
                # Of letters behind a slit, only a slice has ink; so has a row of equal dashes.
                different = len({letter.text for letter in run.letters}) >= FEW
                if different and patch.any(axis=1 - side).sum() < SLICE * size:
                    return [False] * len(inked)
        if run.ink.unseen or all(inked):
            return inked
        alike: dict[tuple[int, ...], bool] = {}
        for at, letter in enumerate(run.letters):
            if inked[at] or not letter.text.strip():
                continue
            if reader.can_draw(letter):  # large signs of mathematics hang below their base line
                shape = self._place(reader.outline(letter))
                inked[at] = bool((ground.ink(shape) >= least).any())
                continue
            colour = letter.ink.colour
            if colour not in alike:
                alike[colour] = not patch.size or _is_alike(ground.at((rows, columns)), colour)
            inked[at] = not alike[colour]
        return inked

    def _reason(self, run: Run, ground: "_Ground") -> str:
        if run.ink.unseen:
            return "invisible"
        if self._is_outside(run):
            return "outside"
        if any(holds(raster.box, run.box) for raster in self.drawn.rasters):
            return "invisible"  # a scan may have any colour
        patch = ground.at(self._place(run.box))
        even = patch.size and int((patch.max(axis=(0, 1)) - patch.min(axis=(0, 1))).max()) <= EVEN
        return "pale" if even and _is_alike(patch, run.ink.colour) else "invisible"

    def _is_outside(self, run: Run) -> bool:
        left, top, right, bottom = run.box
        return right <= 0 or bottom <= 0 or left >= self.size[0] or top >= self.size[1]

    def _shaped(self, runs: list[Run]) -> set[int]:
        """Return the ids of runs without ink whose letters are drawn as shapes or shadings.

        Runs of a text layer behind a scan or a drawing are not among them.
        """
        unseen = [run for run in runs if run.ink.unseen]
        letters = sum(len(run.letters) for run in unseen)
        beside = [run.box for run in runs if not run.ink.unseen]
        beside += [
            raster.box for raster in self.drawn.rasters if raster.box[3] - raster.box[1] > TALL
        ]
        layered = 2 * letters > sum(len(run.letters) for run in runs)
        if layered or not beside or not 0 < len(unseen) <= MOST_UNSEEN:
            return set()
        grey = self.points.min(axis=2)
        shaped = set()
        for run in unseen:
            patch = grey[self._place(run.box)]
            free = not any(area(common(run.box, box)) > OVERLAP * area(run.box) for box in beside)
            if free and patch.size and int(patch.max()) - int(patch.min()) > CONTRAST:
                shaped.add(id(run))
        return shaped

    def _place(self, box: Box) -> tuple[slice, slice]:
        """Return the rows and columns of the drawn page that a box touches."""
        left, top = (max(int(side * self.scale), 0) for side in box[:2])
        right, bottom = (max(int(side * self.scale) + 1, 0) for side in box[2:])
        return slice(top, bottom), slice(left, right)


class _Ground(NamedTuple):
    """A page without some of its text: as drawn, or white where only text stands."""

    points: Any  # with the text
    without: Any
    beside: Any  # where more than text stands and was not drawn

    def at(self, place: tuple[slice, slice]) -> Any:
        """Return the points of a place."""
        return self.without[place]

    def ink(self, place: tuple[slice, slice]) -> Any:
        """Return how much the text changes each point of a place."""
        import numpy as np

        shown, under = self.points[place], self.at(place)
        ink = np.maximum(shown, under) - np.minimum(shown, under)
        # Blue is hard to tell from black, so it counts half.
        dark = np.maximum(np.maximum(ink[:, :, 0], ink[:, :, 1]), ink[:, :, 2] // 2)
        dark[self.beside[place]] = 0
        return dark


def _core(run: Run) -> Box:
    """Return a run's box without the room that lines above and below may share with it."""
    left, top, right, bottom = run.box
    if run.ink.turns % 2:
        room = TIGHT * (right - left)
        return left + room, top, right - room, bottom
    room = TIGHT * (bottom - top)
    return left, top + room, right, bottom - room


def _is_squeezed(run: Run) -> bool:
    """Return whether letters overlap so much that they are illegible."""
    letters = [letter for letter in run.letters if letter.text.strip()]
    if not run.upright or len(letters) < FEW:
        return False
    extent = max(letter.end for letter in letters) - min(letter.start for letter in letters)
    return extent < SQUEEZED * run.size * len(letters)


def _is_alike(patch: Any, colour: Sequence[int]) -> bool:
    """Return whether a colour of letters is indistinguishable from a patch's background."""
    import numpy as np

    ground = np.median(patch.reshape(-1, 3), axis=0)
    return all(abs(channel - other) <= ALIKE for channel, other in zip(ground, colour, strict=True))


def _smoothed(letters: list[PdfLetter], inked: list[bool]) -> list[bool]:
    """Return which letters are seen: those with enough inked letters of their colour near them.

    A stroke as thin as that of a full stop may be lost in drawing, and a single letter may catch
    ink of its neighbour. A space counts as the letter before it.
    """
    visible: list[bool] = []
    for _, group in groupby(zip(letters, inked, strict=True), lambda pair: pair[0].ink.colour):
        pairs = list(group)
        flags = [has for letter, has in pairs if letter.text.strip()]
        sums = [0, *accumulate(flags)]
        at, last = 0, visible[-1] if visible else any(flags)
        for letter, _ in pairs:
            if letter.text.strip():
                first, end = max(at - AROUND, 0), min(at + AROUND + 1, len(flags))
                last = SOME * (sums[end] - sums[first]) >= end - first
                at += 1
            visible.append(last)
    return visible
