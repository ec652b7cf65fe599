"""Labelled pictures for benchmarks/report_pictures.py: charts as office programs and web pages draw them."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from pictures_chromium import Piece


class Look(Struct, frozen=True, dict=True):
    """How a program draws its charts."""

    paper: str = "#ffffff"
    ink: str = "#595959"
    grid: str = "#d9d9d9"
    both: bool = False  # vertical grid lines too
    axis: str = "#bfbfbf"  # "" = no axis lines
    ticks: int = 0  # length of the tick strokes; negative = inwards
    frame: bool = False  # a box around the plot
    font: str = "Noto Sans CJK JP"
    size: int = 12
    panel: str = ""  # colour inside the axes
    colours: tuple[str, ...] = ("#4472c4", "#ed7d31", "#a5a5a5", "#ffc000")


EXCEL = Look()
LOOKS = {
    "tuning": {
        "excel": EXCEL,
        "excel old": Look(ink="#000000", grid="#000000", axis="#000000", ticks=4, panel="#c0c0c0"),
        "chart.js": Look(ink="#666666", grid="#e5e5e5", both=True, axis="#e5e5e5", ticks=6),
        "dark web": Look(paper="#1e1e1e", ink="#cccccc", grid="#444444", axis="#888888"),
    },
    "held": {
        "sheets": Look(ink="#757575", grid="#cccccc", axis="#333333", size=13, colours=("#4285f4", "#db4437")),
        "pgfplots": Look(ink="#000000", grid="", axis="#000000", ticks=-5, frame=True, font="serif", size=14),
        "plotly": Look(ink="#2a3f5f", grid="#ffffff", both=True, axis="", panel="#e5ecf6", colours=("#636efa", "#ef553b")),
        "excel scatter": replace(EXCEL, both=True, size=14),
        "grafana": Look(paper="#111217", ink="#ccccdc", grid="#2a2c33", both=True, axis="", colours=("#73bf69",)),
        "calc": Look(ink="#000000", grid="#b3b3b3", axis="#b3b3b3", ticks=4, frame=True, colours=("#004586", "#ff420e")),
    },
    "again": {
        "numbers": Look(ink="#000000", grid="#b8b8b8", axis="#000000", size=11, colours=("#00a2ff", "#61d836")),
        "matlab": Look(ink="#262626", grid="", axis="#262626", ticks=-6, frame=True, size=13, colours=("#0072bd", "#d95319")),
        "vega": Look(ink="#000000", grid="#dddddd", both=True, axis="#888888", ticks=5, size=10, colours=("#4c78a8", "#f58518")),
        "excel bare": Look(grid="", axis="#d9d9d9", size=13),
        "excel dark": Look(paper="#262626", ink="#bfbfbf", grid="#404040", axis="#595959", size=13),
        "highcharts": Look(ink="#333333", grid="#e6e6e6", axis="#333333", size=11, colours=("#2caffe", "#544fc5")),
    },
    "last": {
        "google": Look(ink="#444444", grid="#cccccc", axis="#333333", size=14, colours=("#3366cc", "#dc3912")),
        "echarts": Look(ink="#6e7079", grid="#e0e6f1", axis="#6e7079", ticks=5, colours=("#5470c6", "#91cc75")),
        "excel grid": replace(EXCEL, both=True, frame=True, size=11),
        "excel green": Look(ink="#404040", grid="#d9d9d9", axis="#808080", size=12, colours=("#70ad47", "#9e480e")),
        "origin": Look(ink="#000000", grid="", axis="#000000", ticks=6, frame=True, size=17, colours=("#000000", "#ff0000")),
        "night": Look(paper="#202124", ink="#9aa0a6", grid="#3c4043", both=True, axis="#5f6368", colours=("#8ab4f8", "#f28b82")),
    },
}  # fmt: skip


class Frame(Struct, frozen=True, dict=True):
    """Where the plot stands in its picture, and what its axes say."""

    left: float
    top: float
    right: float
    bottom: float
    steps: int  # of the vertical axis
    unit: float
    names: tuple[str, ...]


def _axes(look: Look, frame: Frame) -> str:
    style = f'font-family="{look.font}" font-size="{look.size}" fill="{look.ink}"'
    parts = []
    if look.panel:
        size = f'width="{frame.right - frame.left}" height="{frame.bottom - frame.top}"'
        parts.append(f'<rect x="{frame.left}" y="{frame.top}" {size} fill="{look.panel}"/>')
    for i in range(frame.steps + 1):
        y = frame.bottom - (frame.bottom - frame.top) * i / frame.steps
        parts.append(_stroke(frame.left, y, frame.right, y, look.grid))
        parts.append(
            _stroke(frame.left - look.ticks, y, frame.left, y, look.axis if look.ticks else "")
        )
        text = f"{round(i * frame.unit, 4):g}"
        parts.append(
            f'<text x="{frame.left - 8}" y="{y + look.size * 0.35}" text-anchor="end" {style}>{text}</text>'
        )
    for i, name in enumerate(frame.names):
        x = frame.left + (frame.right - frame.left) * (i + 0.5) / len(frame.names)
        parts.append(_stroke(x, frame.top, x, frame.bottom, look.grid if look.both else ""))
        parts.append(
            _stroke(x, frame.bottom, x, frame.bottom + look.ticks, look.axis if look.ticks else "")
        )
        parts.append(
            f'<text x="{x}" y="{frame.bottom + look.size + 7}" text-anchor="middle" {style}>{name}</text>'
        )
    parts.append(_stroke(frame.left, frame.bottom, frame.right, frame.bottom, look.axis))
    if look.frame:
        parts.append(_stroke(frame.left, frame.top, frame.left, frame.bottom, look.axis))
        parts.append(_stroke(frame.right, frame.top, frame.right, frame.bottom, look.axis))
        parts.append(_stroke(frame.left, frame.top, frame.right, frame.top, look.axis))
    return "".join(parts)


def _stroke(x: float, y: float, to_x: float, to_y: float, colour: str) -> str:
    if not colour:
        return ""
    return f'<line x1="{x:.0f}.5" y1="{y:.0f}.5" x2="{to_x:.0f}.5" y2="{to_y:.0f}.5" stroke="{colour}"/>'


def _data(look: Look, frame: Frame, rng: Any) -> str:
    kind = str(rng.choice(["line", "line", "bars", "points", "area"]))
    count, parts = len(frame.names), []
    rows = min(len(look.colours), int(rng.integers(1, 4)))
    for row in range(rows):
        colour, power = look.colours[row], rng.uniform(0.5, 3)
        shares = [((i + 1) / count) ** power * rng.uniform(0.75, 0.98) for i in range(count)]
        slot = (frame.right - frame.left) / count
        xs = [frame.left + slot * (i + 0.5) for i in range(count)]
        ys = [frame.bottom - (frame.bottom - frame.top) * share for share in shares]
        dots = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
        if kind == "bars":
            wide = slot * 0.6 / rows
            parts += [
                f'<rect x="{x - slot * 0.3 + wide * row:.1f}" y="{y:.1f}" width="{wide:.1f}" '
                f'height="{frame.bottom - y:.1f}" fill="{colour}"/>'
                for x, y in zip(xs, ys, strict=True)
            ]
        elif kind == "points":
            parts += [
                f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}"/>'
                for x, y in zip(xs, ys, strict=True)
            ]
        elif kind == "area":
            ends = f"{xs[-1]},{frame.bottom} {xs[0]},{frame.bottom}"
            parts.append(f'<polygon points="{dots} {ends}" fill="{colour}" fill-opacity="0.5"/>')
        else:
            parts.append(
                f'<polyline points="{dots}" fill="none" stroke="{colour}" stroke-width="2"/>'
            )
    return "".join(parts)


def _names(rng: Any) -> tuple[str, ...]:
    count = int(rng.integers(4, 11))
    if rng.random() < 0.2:
        return ("Python", "NumPy", "CuPy", "PyTorch")
    step = int(rng.choice([1, 10, 50, 100, 128, 200]))
    return tuple(str(step * (i + 1)) for i in range(count))


def chart(look: Look, rng: Any, wide: int, high: int) -> str:
    """Draws one chart as SVG."""
    title = str(rng.choice(["", "行列積の実行時間", "Execution time", "グラフ タイトル"]))
    legend = bool(rng.random() < 0.4)
    names = _names(rng)
    frame = Frame(
        60, 50 if title else 20, wide - 20, high - (75 if legend else 50),
        int(rng.integers(4, 9)), float(rng.choice([0.05, 0.1, 0.5, 1, 2, 20, 500])), names,
    )  # fmt: skip
    style = f'font-family="{look.font}" fill="{look.ink}" text-anchor="middle"'
    head = f'<text x="{wide / 2}" y="30" font-size="{look.size + 6}" {style}>{title}</text>'
    foot = f'<text x="{wide / 2}" y="{high - 32 if legend else high - 8}" font-size="{look.size}" {style}>'
    foot += str(rng.choice(["n", "行列サイズ", ""])) + "</text>"
    if legend:
        foot += f'<rect x="{wide / 2 - 50}" y="{high - 20}" width="10" height="10" fill="{look.colours[0]}"/>'
        foot += (
            f'<text x="{wide / 2}" y="{high - 11}" font-size="{look.size}" {style}>python</text>'
        )
    body = _axes(look, frame) + _data(look, frame, rng)
    paper = f'<rect width="{wide}" height="{high}" fill="{look.paper}"/>'
    return f'<svg width="{wide}" height="{high}">{paper}{head}{body}{foot}</svg>'


def charts(which: str, count: int, rng: Any) -> list[Piece]:
    """Draws charts of every look in turn."""
    looks = list(LOOKS[which].items())
    pieces: list[Piece] = []
    for i in range(count):
        name, look = looks[i % len(looks)]
        wide, high = int(rng.integers(360, 900)), int(rng.integers(240, 520))
        pieces.append((f"chart {name}", chart(look, rng, wide, high), wide, high))
    return pieces
