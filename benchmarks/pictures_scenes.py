"""Labelled pictures for benchmarks/report_pictures.py: scenes, handwriting, maps; and wear."""

import io
from collections.abc import Iterator
from typing import Any


def _clouds(rng: Any, wide: int, high: int, octaves: int) -> Any:
    import numpy as np
    from PIL import Image

    total = np.zeros((high, wide))
    for octave in range(octaves):
        cells = 2 ** (octave + 1)
        small = Image.fromarray((rng.random((cells, cells)) * 255).astype("uint8"))
        total += np.asarray(small.resize((wide, high), Image.Resampling.BICUBIC), float) / 2**octave
    return total / total.max()


def photo(which: str, rng: Any) -> Any:
    """A scene with lit and dark areas, some objects, grain."""
    import numpy as np
    from PIL import Image, ImageDraw

    wide, high = int(rng.integers(300, 760)), int(rng.integers(240, 560))
    planes = [_clouds(rng, wide, high, 5 if which == "tuning" else 7) for _ in range(3)]
    scene = np.stack(planes, axis=2) * rng.uniform(0.5, 1, 3) * 255
    image = Image.fromarray(scene.astype("uint8"))
    drawing = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(0, 20))):
        x, y, r = rng.uniform(0, wide), rng.uniform(0, high), rng.uniform(5, 90)
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        shape = drawing.ellipse if rng.random() < 0.5 else drawing.rectangle
        shape((x, y, x + r, y + r * rng.uniform(0.3, 2)), fill=colour)
    grain = np.asarray(image, float) + rng.normal(0, rng.uniform(2, 14), (high, wide, 1))
    return Image.fromarray(grain.clip(0, 255).astype("uint8"))


def tiles(which: str, rng: Any) -> Any:
    """Pictures side by side, as before and after a filter."""
    from PIL import Image, ImageDraw

    count = int(rng.integers(2, 5))
    image = Image.new("RGB", (count * 170 + 10, 210), "white")
    drawing = ImageDraw.Draw(image)
    for i in range(count):
        image.paste(photo(which, rng).resize((160, 160)), (10 + i * 170, 10))
        drawing.text((60 + i * 170, 185), ["input", "sobel", "blur", "edge"][i], fill="black")
    return image


def handwriting(which: str, rng: Any) -> Any:
    """Lines of strokes on paper, ruled at times."""
    from PIL import Image, ImageDraw

    paper = (250, 248, 240) if which == "tuning" else (255, 255, 255)
    wide, high = 640, int(rng.integers(240, 640))
    image = Image.new("RGB", (wide, high), paper)
    drawing = ImageDraw.Draw(image)
    pitch = int(rng.integers(34, 60))
    if rng.random() < 0.4:
        for y in range(pitch, high, pitch):
            drawing.line((0, y, wide, y), fill=(190, 210, 230))
    for y in range(pitch, high - 10, pitch):
        x = float(rng.uniform(20, 50))
        while x < wide - 60:
            steps = rng.normal(0, pitch / 6, (int(rng.integers(2, 6)), 2)).cumsum(axis=0)
            dots = [(x + float(a) + 5, y - pitch / 4 + float(b)) for a, b in steps]
            drawing.line(dots, fill=(20, 20, 60), width=int(rng.integers(1, 4)))
            x += float(rng.uniform(8, pitch * 0.8))
    return image


def area(which: str, rng: Any) -> Any:
    """A map: patches of land, roads, names."""
    from PIL import Image, ImageDraw

    wide, high = 600, 450
    land = (
        [(245, 243, 233), (208, 231, 176)]
        if which == "tuning"
        else [(232, 232, 232), (255, 235, 175)]
    )
    image = Image.new("RGB", (wide, high), land[0])
    drawing = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(4, 14))):
        middle = rng.uniform(0, 600, 2)
        dots = [tuple(middle + rng.uniform(-90, 90, 2)) for _ in range(6)]
        drawing.polygon(dots, fill=land[1] if rng.random() < 0.6 else (170, 211, 223))
    for _ in range(int(rng.integers(4, 16))):
        dots = [tuple(v) for v in rng.uniform(0, 600, (3, 2))]
        drawing.line(dots, fill="white", width=int(rng.integers(3, 10)))
    for _ in range(int(rng.integers(4, 20))):
        drawing.text(tuple(rng.uniform(0, 420, 2)), "Station 3", fill=(60, 60, 60))
    return image


def empty(_which: str, rng: Any) -> Any:
    """Nothing but a colour, a rule or a frame."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (500, int(rng.integers(60, 400))), "white")
    if rng.random() < 0.7:
        ImageDraw.Draw(image).rectangle((20, 20, 480, image.height - 20), outline="black", width=2)
    return image


def scenes(which: str, count: int, rng: Any) -> Iterator[tuple[str, bytes]]:
    """Yields scenes of every kind in turn."""
    makers = [photo, handwriting, tiles, area, photo, empty]
    for i in range(count):
        maker = makers[i % len(makers)]
        out = io.BytesIO()
        maker(which, rng).save(out, format="PNG")
        yield maker.__name__, out.getvalue()


def worn(which: str, data: bytes, rng: Any) -> Any:
    """Does to a picture what documents do: scaling, JPEG, margins; 760 pixels at most."""
    from PIL import Image, ImageOps

    image = Image.open(io.BytesIO(data)).convert("RGB")
    shares = [1, 1, 0.7] if which == "tuning" else [1, 1, 1.4, 0.6, 0.8]
    share = min(float(rng.choice(shares)), 760 / max(image.size))
    if share != 1:
        size = (max(1, round(image.width * share)), max(1, round(image.height * share)))
        image = image.resize(size, Image.Resampling.LANCZOS)
    if rng.random() < 0.3:
        out = io.BytesIO()
        image.save(out, format="JPEG", quality=int(rng.integers(45, 90)))
        image = Image.open(out).convert("RGB")
    if rng.random() < 0.15:
        image = ImageOps.expand(image, int(rng.integers(2, 30)), "white")
    if max(image.size) > 760:
        image.thumbnail((760, 760), Image.Resampling.LANCZOS)
    return image
