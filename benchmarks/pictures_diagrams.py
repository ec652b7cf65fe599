"""Labelled pictures for benchmarks/report_pictures.py: drawings, formulas, maps and logos; no plots."""

from collections.abc import Callable
from typing import Any

from pictures_chromium import Piece


def _box(place: tuple[float, float, float, float], text: str, fill: str = "#fff") -> str:
    x, y, wide, high = place
    shape = f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{fill}" stroke="#000"/>'
    words = f'x="{x + wide / 2}" y="{y + high / 2 + 5}" text-anchor="middle" font-size="14"'
    return f"{shape}<text {words}>{text}</text>"


def _svg(parts: list[str], wide: int, high: int) -> str:
    return f'<svg width="{wide}" height="{high}" style="background:#fff">{"".join(parts)}</svg>'


def flow(which: str, rng: Any) -> Piece:
    """Boxes under one another, joined by arrows."""
    names = {
        "tuning": ["開始", "入力", "計算", "出力", "終了"],
        "held": ["Start", "Read", "Conv", "ReLU", "End"],
    }
    words = names.get(which, ["host", "copy", "kernel", "sync", "完了"])
    parts = []
    across = rng.random() < 0.4
    for i, word in enumerate(words):
        x, y = (30 + i * 130, 60) if across else (150, 20 + i * 80)
        parts.append(_box((x, y, 100, 45), word, str(rng.choice(["#fff", "#dae8fc", "#d5e8d4"]))))
        if i:
            ends = (x - 30, y + 22, x, y + 22) if across else (x + 50, y - 35, x + 50, y)
            parts.append('<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="#000"/>'.format(*ends))
    return (
        "flow chart",
        _svg(parts, *((690, 170) if across else (400, 420))),
        *((690, 170) if across else (400, 420)),
    )


def matrices(which: str, rng: Any) -> Piece:
    """A product of matrices drawn as squares with numbers, or printed between brackets."""
    side, cell = int(rng.integers(2, 7)), int(rng.integers(28, 50))
    parts, filled = [], rng.random() < 0.7
    for block in range(int(rng.integers(1, 4))):
        left = 30 + block * (side * cell + 50)
        for i in range(side):
            for j in range(side):
                x, y = left + j * cell, 30 + i * cell
                text = str(int(rng.integers(0, 100))) if filled else ""
                fill = "#ffe599" if which != "tuning" and i == block else "#fff"
                parts.append(_box((x, y, cell, cell), text, fill))
        parts.append(
            f'<text x="{left - 15}" y="{30 + side * cell / 2}" font-size="20">{"AB="[block % 3]}</text>'
        )
    return "matrices", _svg(parts, min(990, 60 + 3 * (side * cell + 50)), side * cell + 60), \
        min(990, 60 + 3 * (side * cell + 50)), side * cell + 60  # fmt: skip


def formula(which: str, rng: Any) -> Piece:
    """A formula with sums and indices."""
    lines = {
        "tuning": ["C<sub>ij</sub> = Σ<sub>k=1</sub><sup>n</sup> a<sub>ik</sub> b<sub>kj</sub>"],
        "held": ["T(n) = αn<sup>3</sup> + O(n<sup>2</sup>)", "log T = 3 log n + log α"],
    }.get(which, ["y[i, j] = Σ Σ x[i+m, j+n] · k[m, n]", "∂L/∂w = (1/N) Σ (y − t) x"])
    size = int(rng.choice([18, 26, 36]))
    text = "<br>".join(lines * int(rng.integers(1, 4)))
    high = min(740, int(size * 1.9 * (text.count("<br>") + 1)) + 30)
    return "formula", f'<div style="font:{size}px/1.8 serif;padding:14px">{text}</div>', 620, high


def numbers(_which: str, rng: Any) -> Piece:
    """A matrix printed between tall brackets."""
    side = int(rng.integers(3, 10))
    rows = "".join(
        "<tr>"
        + "".join(f'<td style="padding:4px 14px">{int(v)}</td>' for v in rng.integers(0, 20, side))
        + "</tr>"
        for _ in range(side)
    )
    style = "border-left:2px solid #000;border-right:2px solid #000;border-radius:8px;font:16px serif;margin:15px"
    return "matrix", f'<table style="{style}">{rows}</table>', side * 52 + 60, side * 32 + 30


def page(which: str, rng: Any) -> Piece:
    """A page of text, as a picture."""
    words = {
        "tuning": "行列の積を計算するプログラムを作成し、",
        "held": "The execution time was measured for n = 100. ",
    }
    text = words.get(which, "大きさを変えながら時間を測ったところ、") * int(rng.integers(5, 40))
    size = int(rng.choice([12, 14, 18]))
    return (
        "page of text",
        f'<p style="font:{size}px/1.7 serif;margin:20px">{text}</p>',
        640,
        int(rng.integers(200, 700)),
    )


def logo(_which: str, rng: Any) -> Piece:
    """A round or square sign with a word beside it."""
    colour = str(rng.choice(["#003366", "#8b0000", "#006400", "#e60012"]))
    shape = f'<circle cx="60" cy="60" r="50" fill="{colour}"/><polygon points="60,20 90,90 30,90" fill="#fff"/>'
    if rng.random() < 0.5:
        shape = f'<rect x="10" y="10" width="100" height="100" fill="{colour}"/>' + shape[30:]
    word = (
        f'<text x="130" y="75" font-size="40" fill="{colour}" font-weight="bold">大学 UNIV</text>'
    )
    return "logo", _svg([shape, word], 420, 120), 420, 120


def network(which: str, rng: Any) -> Piece:
    """Circles in columns, every one joined with the next: a neural network."""
    counts = [int(n) for n in rng.integers(2, 7, int(rng.integers(3, 5)))]
    parts, before = [], []
    for i, count in enumerate(counts):
        now = [(80 + i * 150, 40 + j * 60 + (7 - count) * 30) for j in range(count)]
        parts += [
            f'<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" stroke="#777"/>'
            for a, b in before
            for c, d in now
        ]
        before = now
    for i, count in enumerate(counts):
        for j in range(count):
            fill = "#fff" if which == "tuning" else "#cfe2f3"
            x, y = 80 + i * 150, 40 + j * 60 + (7 - count) * 30
            parts.append(f'<circle cx="{x}" cy="{y}" r="20" fill="{fill}" stroke="#000"/>')
            parts.append(
                f'<text x="{x}" y="{y + 5}" text-anchor="middle">{"xhy"[min(i, 2)]}{j}</text>'
            )
    return "network", _svg(parts, 80 + 150 * len(counts), 460), 80 + 150 * len(counts), 460


def memory(_which: str, rng: Any) -> Piece:
    """Blocks of memory or threads under a ruler of addresses."""
    parts, cells = [], int(rng.integers(5, 12))
    for row in range(int(rng.integers(1, 5))):
        for i in range(cells):
            fill = str(rng.choice(["#fff", "#fce5cd", "#d9ead3"]))
            parts.append(_box((120 + i * 48, 50 + row * 70, 48, 40), f"{i}", fill))
        parts.append(f'<text x="20" y="{75 + row * 70}" font-size="14">block {row}</text>')
    return "memory", _svg(parts, 160 + cells * 48, 340), 160 + cells * 48, 340


DIAGRAMS: list[Callable[[str, Any], Piece]] = [
    flow, matrices, formula, numbers, page, logo, network, memory, matrices,
]  # fmt: skip
