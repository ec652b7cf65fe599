"""Draws the pictures of made reports: graphs, and what is often taken for one."""

import math
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

FONT = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
CODE = """def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c

for n in [16, 32, 64, 128]:
    start = time.perf_counter()
    matmul(make(n), make(n))
    print(n, time.perf_counter() - start)
"""
STYLES = ("default", "ggplot", "seaborn-v0_8-whitegrid", "bmh", "grayscale", "fivethirtyeight")
LABELS = (
    ("行列のサイズ n", "実行時間 [s]"),
    ("n", "time [s]"),
    ("Size n", "Seconds"),
    ("サイズ", "秒"),
)


def curve(
    rng: random.Random, power: float = 3.0, faster: float = 1.0
) -> tuple[list[int], list[float]]:
    """Makes times that grow as a power of the size, with a little noise."""
    sizes = [2 ** (k // 2) * (3 if k % 2 else 2) for k in range(7, 7 + rng.randint(5, 8))]
    unit = rng.uniform(3e-8, 9e-8) * 400 ** (3.0 - power) / faster
    return sizes, [unit * n**power * rng.uniform(0.93, 1.1) for n in sizes]


def plain_axes(seed: int) -> tuple[Any, Any, random.Random]:
    """Opens a figure in one of several styles."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    rng = random.Random(seed)
    plt.rcdefaults()
    plt.style.use(STYLES[seed % len(STYLES)] if seed >= 0 else "default")
    plt.rcParams["font.family"] = ["Noto Sans CJK JP", "DejaVu Sans"]
    plt.rcParams["pdf.fonttype"] = 3
    figure, axes = plt.subplots(figsize=(rng.uniform(4.2, 6.0), rng.uniform(3.0, 4.0)))
    x, y = LABELS[rng.randrange(len(LABELS))]
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if rng.random() < 0.4:
        axes.set_title("行列積の実行時間")
    axes.grid(rng.random() < 0.5)
    return figure, axes, rng


def save(figure: Any, path: Path) -> None:
    """Writes a figure small: few colours in a PNG."""
    from matplotlib import pyplot as plt
    from PIL import Image

    figure.savefig(path, dpi=90, bbox_inches="tight")
    plt.close(figure)
    if path.suffix == ".png":
        Image.open(path).convert("RGB").quantize(64).save(path, optimize=True)


def line(path: Path, seed: int) -> None:
    """Draws one curve."""
    figure, axes, rng = plain_axes(seed)
    axes.plot(*curve(rng), marker=rng.choice(["o", "s", "^", None]))
    save(figure, path)


def loglog(path: Path, seed: int) -> None:
    """Draws a curve and its slope on logarithmic axes."""
    figure, axes, rng = plain_axes(seed)
    sizes, times = curve(rng)
    axes.loglog(sizes, times, "o-", label="measured")
    axes.loglog(sizes, [times[0] * (n / sizes[0]) ** 3 for n in sizes], "--", label="$n^3$")
    axes.legend()
    save(figure, path)


def bars(path: Path, seed: int) -> None:
    """Draws bars with their values."""
    figure, axes, rng = plain_axes(seed)
    names = ["Python", "NumPy", "CuPy", "PyTorch"]
    values = [rng.uniform(0.5, 2.0) * 10**-k for k in (0, 1, 1.3, 1.4)]
    axes.bar(names, values, color=f"C{rng.randrange(6)}")
    axes.set_xlabel("")
    save(figure, path)


def points(path: Path, seed: int) -> None:
    """Draws points only."""
    figure, axes, rng = plain_axes(seed)
    sizes = [rng.uniform(10, 300) for _ in range(25)]
    axes.scatter(sizes, [6e-8 * n**3 * rng.uniform(0.8, 1.3) for n in sizes], s=16)
    save(figure, path)


def many(path: Path, seed: int) -> None:
    """Draws four curves with a legend."""
    figure, axes, rng = plain_axes(seed)
    lines = (("Python", 3, 1), ("NumPy", 2.6, 60), ("CuPy", 1.8, 200), ("PyTorch", 1.9, 150))
    for name, power, faster in lines:
        axes.plot(*curve(rng, power, faster), marker=".", label=name)
    axes.set_yscale("log")
    axes.legend()
    save(figure, path)


def fitted(path: Path, seed: int) -> None:
    """Draws points and a curve through them."""
    figure, axes, rng = plain_axes(seed)
    sizes, times = curve(rng)
    axes.plot(sizes, times, "x", label="計測値")
    dense = [sizes[0] + k * (sizes[-1] - sizes[0]) / 60 for k in range(61)]
    axes.plot(dense, [6e-8 * n**3 for n in dense], label="3次関数")
    axes.legend()
    save(figure, path)


def panels(path: Path, seed: int) -> None:
    """Draws two graphs side by side in one picture."""
    from matplotlib import pyplot as plt

    figure, _, rng = plain_axes(seed)
    plt.close(figure)
    figure, pair = plt.subplots(1, 2, figsize=(7.2, 3.0))
    for axes, scale in zip(pair, ("linear", "log"), strict=True):
        axes.plot(*curve(rng), "o-")
        axes.set_xscale(scale)
        axes.set_yscale(scale)
        axes.set_xlabel("n")
        axes.set_ylabel("time [s]")
    save(figure, path)


def gnuplot(path: Path, seed: int) -> None:
    """Draws a curve with gnuplot."""
    sizes, times = curve(random.Random(seed))
    terminal = {
        ".png": "pngcairo size 560,400 font 'Noto Sans CJK JP,10'",
        ".pdf": "pdfcairo size 12cm,8cm font 'Noto Sans CJK JP,10'",
        ".svg": "svg size 560,400",
    }[path.suffix]
    data = "\n".join(f"{n} {t:.6f}" for n, t in zip(sizes, times, strict=True))
    script = (
        f"set terminal {terminal}\nset output '{path}'\nset key left top\n"
        f"set xlabel 'n'\nset ylabel '時間 [秒]'\n$d << E\n{data}\nE\n"
        "plot $d with linespoints title 'matmul'\n"
    )
    subprocess.run(["gnuplot"], input=script, text=True, check=True, capture_output=True)


def _canvas(width: int, height: int, colour: str) -> tuple[Any, Any, Any]:
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (width, height), colour)
    return image, ImageDraw.Draw(image), ImageFont.truetype(FONT, 14)


def _small(image: Any, path: Path, colours: int = 32) -> None:
    image.quantize(colours).save(path, optimize=True)


def code(path: Path, seed: int) -> None:
    """Draws an editor with a program in it."""
    dark = seed % 2 == 0
    image, pen, font = _canvas(560, 330, "#1e1e1e" if dark else "white")
    ink = ["#d4d4d4", "#569cd6", "#ce9178"] if dark else ["#222222", "#0000cc", "#a31515"]
    for row, text in enumerate(CODE.splitlines()):
        pen.text((10, 12 + 22 * row), f"{row + 1:2d}", fill="#808080", font=font)
        pen.text((44, 12 + 22 * row), text, fill=ink[(row + seed) % 3], font=font)
    _small(image, path)


def terminal(path: Path, seed: int) -> None:
    """Draws a terminal with printed times."""
    rng = random.Random(seed)
    image, pen, font = _canvas(520, 260, "#300a24" if seed % 2 else "black")
    rows = ["$ python3 kadai1.py"]
    rows += [
        f"n = {n:4d}   time = {6e-8 * n**3 * rng.uniform(0.9, 1.1):.6f} s"
        for n in (16, 32, 48, 64, 96, 128, 192)
    ]
    for row, text in enumerate([*rows, "$ _"]):
        pen.text((10, 10 + 24 * row), text, fill="#eeeeee", font=font)
    _small(image, path)


def table(path: Path, seed: int) -> None:
    """Draws the cells of a spreadsheet."""
    rng = random.Random(seed)
    image, pen, font = _canvas(420, 230, "white")
    for row in range(8):
        cells = (
            ("n", "1回目 [s]", "2回目 [s]")
            if row == 0
            else (str(16 * row), *(f"{1e-4 * row**3 * rng.uniform(0.9, 1.1):.4f}" for _ in "12"))
        )
        for column, cell in enumerate(cells):
            left, top = 6 + 136 * column, 6 + 27 * row
            pen.rectangle((left, top, left + 136, top + 27), outline="#9a9a9a")
            pen.text((left + 8, top + 3), cell, fill="black", font=font)
    _small(image, path)


def photo(path: Path, seed: int) -> None:
    """Draws something like a photograph: soft colours and noise."""
    from PIL import Image, ImageFilter

    rng = random.Random(seed)
    small = Image.new("RGB", (24, 18))
    small.putdata([tuple(rng.randrange(30, 230) for _ in range(3)) for _ in range(24 * 18)])
    image = small.resize((360, 270), Image.Resampling.BICUBIC)
    _small(image.filter(ImageFilter.GaussianBlur(4)), path, 12)


def flow(path: Path, seed: int) -> None:
    """Draws boxes and arrows."""
    image, pen, font = _canvas(300, 330, "white")
    for row, text in enumerate(("行列を作る", "時刻を読む", "積を求める", "時間を出力する")):
        top = 10 + 80 * row
        pen.rectangle((60, top, 240, top + 46), outline="black", width=2)
        pen.text((80, top + 12), text, fill="black" if seed % 2 else "#003366", font=font)
        if row:
            pen.line((150, top - 34, 150, top), fill="black", width=2)
            pen.polygon([(145, top - 8), (155, top - 8), (150, top)], fill="black")
    _small(image, path)


def logo(path: Path, seed: int) -> None:
    """Draws a small emblem."""
    image, pen, _ = _canvas(90, 90, "white")
    for ring in range(4):
        gap = 6 + ring * 9
        pen.ellipse(
            (gap, gap, 90 - gap, 90 - gap), outline=("#8a1538", "#1b4f91")[seed % 2], width=3
        )
    _small(image, path)


def sketch(path: Path, seed: int) -> None:
    """Draws by hand how rows meet columns."""
    rng = random.Random(seed)
    image, pen, _ = _canvas(360, 200, "white")
    for left in (20, 140, 260):
        corners = [(left, 40), (left + 80, 42), (left + 78, 150), (left + 2, 148), (left, 40)]
        walk = [
            (x + 3 * math.sin(t), y + rng.uniform(-2, 2))
            for (x, y), t in zip(corners, range(5), strict=True)
        ]
        pen.line(walk, fill="#224488", width=3)
        for stroke in range(3):
            y = 60 + 28 * stroke + rng.uniform(-3, 3)
            pen.line((left + 10, y, left + 66, y + rng.uniform(-4, 4)), fill="#224488", width=2)
    _small(image, path)


DRAWINGS: dict[str, Callable[[Path, int], None]] = {
    "line": line, "loglog": loglog, "bars": bars, "points": points, "many": many,
    "fitted": fitted, "panels": panels, "gnuplot": gnuplot, "code": code, "terminal": terminal,
    "table": table, "photo": photo, "flow": flow, "logo": logo, "sketch": sketch,
}  # fmt: skip


def draw(name: str, path: Path, seed: int) -> Path:
    """Draws the picture of that name; what the file ends in says the format."""
    DRAWINGS[name](path, seed)
    return path
