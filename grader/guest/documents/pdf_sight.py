"""What a reader sees of a page: the page as drawn, what of its text is hidden, what is bold."""

import time
from statistics import median
from typing import Any

from .opened import Drawn
from .pdf_drawn import DrawnPage
from .pdf_geometry import Box, area, common, holds
from .pdf_letters import CJK, Run

WHITE = (255, 255, 255, 255)
FLAGS = 0x01 | 0x10 | 0x200  # with notes, red first, few pictures kept
LONGEST = 760  # pixels of a picture's longer side
LARGEST_SCALE = 4.0  # pixels per point
PAGE_PIXELS = 1_000
THUMBNAIL = 200  # pixels of a thumbnail's width
SLOW = 0.8  # seconds of the processor: a page that takes longer is drawn only once

TINY = 2.0  # points
FLAT = 10  # of 255: what differs by less looks alike
PAPER = 238  # of 255: as light as that is paper
DARKEST = 5  # per cent of what is drawn; where it is darker than paper, letters have an edge
CONTRAST, OVERLAP = 60, 0.3  # of 255; of a run
MOST_UNSEEN, TALL = 200, 60.0  # runs of a page; points of a picture
MOST_COVERS = 50
COVER = 0.25  # of the page: a picture that large may be a scan laid over its own text

STROKE_SCALE = 2.5  # pixels per point, to measure strokes
HEAVIER = 1.24  # times the strokes of the body's font
MOST_RUNS, FEWEST = 400, 3  # of a page that are measured
SMALLEST = 5.0  # points: the strokes of smaller letters are too thin to measure
LARGEST = 1_200.0  # points: a page that is larger is not drawn for this


class Sight:
    """A page as drawn, and who looks at it."""

    def __init__(
        self, page: Any, size: tuple[float, float], drawn: DrawnPage, runs: list[Run]
    ) -> None:
        """Draws a page of pypdfium2's, however large it says it is, at about a pixel per point."""
        import numpy as np

        self.page, self.size, self.drawn, self.runs = page, size, drawn, runs
        self.scale = min(1.0, PAGE_PIXELS / max(size))
        started = time.process_time()
        self.image = self._render(self.scale)
        self.slow = time.process_time() - started > SLOW
        pixels = np.asarray(self.image)
        self.grey = np.minimum(np.minimum(pixels[..., 0], pixels[..., 1]), pixels[..., 2])
        # Pictures through which nothing shines hide what was drawn before them.
        solid = [one for one in drawn.rasters if one.solid]
        large = [one for one in solid if area(one.box) > COVER * size[0] * size[1]]
        self.covers = [(one.order, one.box) for one in large[-MOST_COVERS:]]
        unseen = [run for run in runs if run.ink.unseen]
        letters = sum(len(run.letters) for run in unseen)
        # Most letters without ink: a scan or a drawing with its letters laid under it.
        self.layered = 2 * letters > sum(len(run.letters) for run in runs)
        self.beside = [run.box for run in runs if not run.ink.unseen]
        self.beside += [one.box for one in drawn.rasters if one.box[3] - one.box[1] > TALL]
        self.asks_beside = 0 < len(unseen) <= MOST_UNSEEN

    def _render(self, scale: float, box: Box | None = None) -> Any:
        """Draws the page or a part of it, as an image of Pillow's."""
        import pypdfium2.raw as pdfium
        from pypdfium2 import PdfBitmap

        left, top, right, bottom = box or (0.0, 0.0, *self.size)
        wide, high = (max(round(side * scale), 1) for side in (right - left, bottom - top))
        bitmap = PdfBitmap.new_native(wide, high, pdfium.FPDFBitmap_BGR, rev_byteorder=True)
        bitmap.fill_rect(WHITE, 0, 0, wide, high)
        # The whole page, of which the bitmap shows a part; page.render() would round up.
        place = -round(left * scale), -round(top * scale)
        whole = (max(round(side * scale), 1) for side in self.size)
        pdfium.FPDF_RenderPageBitmap(bitmap, self.page, *place, *whole, 0, FLAGS)
        return bitmap.to_pil()

    def thumbnail(self) -> Drawn:
        """Gives the page with THUMBNAIL pixels in width."""
        from PIL import Image

        width, height = self.image.size
        part = min(THUMBNAIL / width, 2 * THUMBNAIL / height, 1.0)
        size = max(round(width * part), 1), max(round(height * part), 1)
        small = self.image.resize(size, Image.Resampling.BOX, reducing_gap=2.0)
        return Drawn(*size, small.tobytes())

    def picture(self, box: Box, pixels: tuple[int, int] | None, turns: int) -> Drawn:
        """Draws a part of the page, set upright; a raster is not blown up."""
        from PIL import Image

        if self.slow:
            left, top, right, bottom = (round(side * self.scale) for side in box)
            image = self.image.crop((left, top, max(right, left + 1), max(bottom, top + 1)))
        else:
            width, height = box[2] - box[0], box[3] - box[1]
            scale = min(LONGEST / max(width, height, 1.0), LARGEST_SCALE)
            if pixels is not None and pixels[0] > 0:
                own = max(pixels[0] / max(width, 1.0), pixels[1] / max(height, 1.0))
                scale = min(scale, max(own, 1.0))
            image = self._render(scale, box)
        if turns:
            turned = (
                Image.Transpose.ROTATE_90,
                Image.Transpose.ROTATE_180,
                Image.Transpose.ROTATE_270,
            )
            image = image.transpose(turned[turns - 1])
        return Drawn(image.width, image.height, image.tobytes())

    def hidden(self, run: Run) -> str:
        """Says why a run cannot be seen, in the words of model.document.Hidden; "" = it can."""
        ink, box = run.ink, run.box
        if ink.unseen:
            return "" if self._stands_out(box) else "invisible"
        outside = box[2] <= 0 or box[3] <= 0 or box[0] >= self.size[0] or box[1] >= self.size[1]
        if outside or ink.size < TINY:
            return "outside" if outside else "tiny"
        order = self.drawn.texts.get(ink.order, (0, 0))[0]
        if any(0 < order < later and holds(cover, box) for later, cover in self.covers):
            return "invisible"
        patch = self._patch(box)
        if patch is None or not (ink.pale or ink.drawable):
            return ""
        if not ink.pale:
            return "invisible" if int(patch.max()) - int(patch.min()) <= FLAT else ""
        import numpy as np

        return "pale" if float(np.percentile(patch, DARKEST)) >= PAPER else ""

    def _stands_out(self, box: Box) -> bool:
        """Says whether letters without ink are drawn in another way: shaded, outlined."""
        if self.layered or not self.asks_beside or not self.beside:
            return False
        if any(area(common(box, other)) > OVERLAP * area(box) for other in self.beside):
            return False
        patch = self._patch(box)
        return patch is not None and int(patch.max()) - int(patch.min()) > CONTRAST

    def _patch(self, box: Box) -> Any:
        left, top = (max(int(side * self.scale), 0) for side in box[:2])
        right, bottom = (int(side * self.scale) + 1 for side in box[2:])
        patch = self.grey[top : max(bottom, 0), left : max(right, 0)]
        return patch if patch.size else None

    def bold_runs(self) -> set[int]:
        """Names, by id, the bold runs among those in fonts without a name.

        Chromium writes many fonts as drawings without name or weight. The width of a stroke is
        twice its ink by the length of its edge, the same for every letter of a font.
        """
        import numpy as np

        nameless = [
            run
            for run in self.runs
            if not (run.ink.turns or run.ink.unseen or run.ink.font) and run.size >= SMALLEST
        ][:MOST_RUNS]
        if self.slow or len(nameless) < FEWEST or max(self.size) > LARGEST:
            return set()
        ink = 255 - np.asarray(self._render(STROKE_SCALE))[:, :, 1]
        strokes = [_stroke(run, ink) for run in nameless]
        pairs = list(zip(nameless, strokes, strict=True))
        japanese = [
            pair for pair in pairs if any(ord(one.text[0]) >= CJK for one in pair[0].letters)
        ]
        usual = median([stroke for run, stroke in japanese or pairs for _ in run.letters])
        return {id(run) for run, stroke in pairs if stroke > HEAVIER * usual}


def _stroke(run: Run, ink: Any) -> float:
    """Gives the width of a run's strokes in sizes of its letters."""
    import numpy as np

    left, top, right, bottom = (max(round(side * STROKE_SCALE), 0) for side in run.box)
    patch = ink[top:bottom, left:right].astype(np.int32)
    if patch.size == 0:
        return 0.0
    patch = np.abs(patch - np.median(patch))  # light letters on dark ground are letters, too
    along, across = np.abs(np.diff(patch, axis=0)), np.abs(np.diff(patch, axis=1))
    edge = float(along.sum() + across.sum())
    return 2 * float(patch.sum()) / edge / STROKE_SCALE / max(run.size, 1.0) if edge else 0.0
