"""Draws small plots, and what is none, for the tests of pictures."""

import io
import random
from typing import Any

from msgspec import Struct

from grader.model.document import Picture, PictureKind, Pixels


class Plot(Struct, frozen=True, kw_only=True, dict=True):
    """How a plot is drawn."""

    size: tuple[int, int] = (520, 380)
    paper: str = "white"
    ink: str = "black"
    data: str = "#1f77b4"
    columns: tuple[str, ...] = ("100", "200", "300", "400", "500")
    rows: tuple[str, ...] = ("0.0", "0.5", "1.0", "1.5", "2.0", "2.5")
    grid: str = ""
    ticks: int = 5  # pixels; negative: inwards
    frame: bool = True
    kind: str = "line"
    letters: int = 14


def picture(image: Any) -> Picture:
    """Makes what a reader hands over of a drawing."""
    pixels = Pixels(width=image.width, height=image.height, data=image.convert("RGB").tobytes())
    return Picture(kind=PictureKind.RASTER, line=0, pixels=pixels)


def blank(size: tuple[int, int], paper: str = "white") -> tuple[Any, Any]:
    """Takes a sheet and a pen."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", size, paper)
    return image, ImageDraw.Draw(image)


def pen_on(image: Any) -> Any:
    """Takes a pen for a sheet that is drawn on already."""
    from PIL import ImageDraw

    return ImageDraw.Draw(image)


def letters(size: int) -> Any:
    """Takes the font that comes with Pillow."""
    from PIL import ImageFont

    return ImageFont.load_default(size)


def plot(look: Plot) -> Any:
    """Draws a plot with labelled axes."""
    image, pen = blank(look.size, look.paper)
    left, top, right, bottom = 70, 25, look.size[0] - 25, look.size[1] - 55
    font = letters(look.letters)
    xs = [left + (right - left) * (i + 0.5) / len(look.columns) for i in range(len(look.columns))]
    ys = [bottom - (bottom - top) * i / (len(look.rows) - 1) for i in range(len(look.rows))]
    for y, text in zip(ys, look.rows, strict=True):
        if look.grid:
            pen.line((left, y, right, y), fill=look.grid)
        if look.ticks:
            pen.line((left - look.ticks, y, left, y), fill=look.ink)
        pen.text((left - 10, y), text, fill=look.ink, font=font, anchor="rm")
    for x, text in zip(xs, look.columns, strict=True):
        if look.ticks:
            pen.line((x, bottom, x, bottom + look.ticks), fill=look.ink)
        pen.text((x, bottom + 9), text, fill=look.ink, font=font, anchor="mt")
    if look.frame:
        pen.rectangle((left, top, right, bottom), outline=look.ink)
    else:
        pen.line((left, bottom, right, bottom), fill=look.grid or look.ink)
    _data(pen, look, xs, (top, bottom))
    pen.text(((left + right) / 2, look.size[1] - 10), "n", fill=look.ink, font=font, anchor="ms")
    return image


def _data(pen: Any, look: Plot, xs: list[float], ends: tuple[float, float]) -> None:
    top, bottom = ends
    ys = [bottom - (bottom - top) * 0.9 * ((i + 1) / len(xs)) ** 2 for i in range(len(xs))]
    half = 16
    if look.kind == "one bar":  # pure Python beside libraries
        ys = [bottom - (bottom - top) * (0.03 if i else 0.95) for i in range(len(xs))]
        half = 50
    dots = list(zip(xs, ys, strict=True))
    if look.kind == "line":
        pen.line(dots, fill=look.data, width=2)
    for x, y in dots:
        if look.kind in {"bars", "one bar"}:
            pen.rectangle((x - half, y, x + half, bottom - 1), fill=look.data)
        else:
            pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill=look.data)


def beside(first: Any, second: Any) -> Any:
    """Puts two pictures side by side."""
    image, _ = blank((first.width + second.width, max(first.height, second.height)))
    image.paste(first, (0, 0))
    image.paste(second, (first.width, 0))
    return image


def in_window(inner: Any, paper: str = "#dddddd") -> Any:
    """Puts a picture in a window with a title and a bar of tools."""
    image, pen = blank((inner.width + 60, inner.height + 150), paper)
    pen.text((20, 12), "Figure 1", fill="black", font=letters(14))
    for i in range(6):
        pen.rectangle((20 + i * 34, 40, 44 + i * 34, 62), outline="#555555")
    image.paste(inner, (30, 80))
    pen.text((20, inner.height + 110), "x=123.4 y=0.567", fill="black", font=letters(13))
    return image


CODE = (
    "import time\n\ndef matmul(a, b):\n    n = len(a)\n    for i in range(n):\n"
    "        for j in range(n):\n"
    "            for k in range(n):\n                c[i][j] += a[i][k] * b[k][j]\n    return c\n\n"
    "for n in [100, 200, 300, 400]:\n    start = time.perf_counter()\n    matmul(a, b)\n"
    "    print(n, time.perf_counter() - start)"
)


def code(paper: str, ink: str, *, numbered: bool) -> Any:
    """Draws a program as an editor shows it."""
    image, pen = blank((560, 330), paper)
    for i, line in enumerate(CODE.splitlines()):
        y = 12 + i * 21
        if numbered:
            pen.text((38, y), str(i + 1), fill="#888888", font=letters(14), anchor="ra")
        indent = len(line) - len(line.lstrip())
        pen.text((60 + indent * 8, y), line.strip(), fill=ink, font=letters(14))
    return image


def table(rows: int, columns: int, rules: str, paper: str = "white", ink: str = "black") -> Any:
    """Draws a table of sizes and times; `rules` is "all", "across" or ""."""
    wide, high = 96, 30
    image, pen = blank((columns * wide + 40, rows * high + 40), paper)
    draw = random.Random(rows * columns)
    for row in range(rows + 1):
        if rules:
            pen.line((20, 20 + row * high, 20 + columns * wide, 20 + row * high), fill=ink)
    for column in range(columns + 1):
        if rules == "all":
            pen.line((20 + column * wide, 20, 20 + column * wide, 20 + rows * high), fill=ink)
    for row in range(rows):
        for column in range(columns):
            text = f"{draw.random() * 9:.4f}" if column else str((row + 1) * 100)
            at = (20 + (column + 1) * wide - 8, 20 + row * high + high / 2)
            pen.text(at, text, fill=ink, font=letters(14), anchor="rm")
    return image


def prose() -> Any:
    """Draws a page of text."""
    image, pen = blank((560, 420))
    for i in range(17):
        words = "The time was measured for several sizes and drawn over the size of it."
        pen.text((24, 16 + i * 23), words[i:] + words[:i], fill="black", font=letters(15))
    return image


def flow() -> Any:
    """Draws boxes joined by lines."""
    image, pen = blank((420, 420))
    for i, word in enumerate(("start", "read", "multiply", "print", "end")):
        y = 16 + i * 80
        pen.rectangle((140, y, 280, y + 44), outline="black", width=2)
        pen.text((210, y + 22), word, fill="black", font=letters(16), anchor="mm")
        if i:
            pen.line((210, y - 36, 210, y), fill="black", width=2)
    return image


def scene() -> Any:
    """Draws something like a photo: soft light, shapes, grain."""
    import numpy as np
    from PIL import Image

    rng = np.random.default_rng(3)
    soft = Image.fromarray((rng.random((6, 8, 3)) * 255).astype("uint8")).resize((480, 360))
    grain = np.asarray(soft, float) + rng.normal(0, 8, (360, 480, 1))
    return Image.fromarray(grain.clip(0, 255).astype("uint8"))


def strokes() -> Any:
    """Draws lines of scribbles, as a hand writes."""
    image, pen = blank((520, 380))
    draw = random.Random(5)
    for y in range(40, 360, 44):
        x = 30.0
        while x < 470:
            dots = [(x + draw.uniform(-4, 14), y + draw.uniform(-14, 12)) for _ in range(4)]
            pen.line(dots, fill="#202050", width=2)
            x += draw.uniform(14, 34)
    return image


def worn(image: Any, quality: int) -> Any:
    """Saves a picture as JPEG and opens it again."""
    from PIL import Image

    out = io.BytesIO()
    image.save(out, format="JPEG", quality=quality)
    return Image.open(out).convert("RGB")
