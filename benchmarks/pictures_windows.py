"""Labelled pictures for benchmarks/report_pictures.py: whole windows full of rows and columns, no plots."""

import html
from collections.abc import Callable
from typing import Any

import pictures_text
from pictures_chromium import Piece

SKINS = {
    "tuning": [("#1e1e1e", "#252526", "#d4d4d4"), ("#ffffff", "#f3f3f3", "#222222")],
    "held": [("#282a36", "#21222c", "#f8f8f2"), ("#fafafa", "#eaeaeb", "#383a42")],
    "again": [("#002b36", "#073642", "#93a1a1"), ("#fffdf6", "#eee8d5", "#444444")],
    "last": [("#2e3440", "#3b4252", "#d8dee9"), ("#ffffff", "#f5f5f5", "#000000")],
}


def _lines(text: str, first: int) -> str:
    return "".join(
        f'<div><span style="display:inline-block;width:38px;text-align:right;color:#858585;'
        f'margin-right:22px">{first + i}</span>{html.escape(line).replace(" ", "&nbsp;")}</div>'
        for i, line in enumerate(text.splitlines())
    )


def editor(which: str, rng: Any) -> Piece:
    """An editor with files at the left, numbered lines, a shell below, a bar at the foot."""
    paper, side, ink = SKINS[which][int(rng.integers(2))]
    mono = f"font:{int(rng.choice([11, 12, 13]))}px/1.45 'DejaVu Sans Mono'"
    files = "".join(
        f'<div style="padding:3px 12px">▸ kadai{i}.py</div>'
        for i in range(int(rng.integers(4, 16)))
    )
    text = pictures_text.program(which, rng)
    shell = html.escape(pictures_text.printed(which, rng))
    body = (
        f'<div style="display:flex;height:340px"><div style="width:160px;background:{side};font-size:12px">{files}</div>'
        f'<div style="{mono};padding:6px;overflow:hidden">{_lines(text, int(rng.integers(1, 90)))}</div></div>'
        f'<pre style="{mono};margin:0;padding:8px;border-top:1px solid #555;height:190px;overflow:hidden">{shell}</pre>'
        f'<div style="background:#007acc;color:#fff;font-size:11px;padding:3px">main　Ln {len(text)}, Col 8　UTF-8</div>'
    )
    return (
        "editor window",
        f'<div style="background:{paper};color:{ink}">{body}</div>',
        int(rng.integers(620, 980)),
        590,
    )


def spreadsheet(which: str, rng: Any) -> Piece:
    """A spreadsheet with its bars: letters on top, numbers at the left, a few cells filled."""
    rows, columns = int(rng.integers(10, 24)), int(rng.integers(5, 11))
    filled, wide = int(rng.integers(2, 5)), int(rng.choice([62, 80, 96]))
    line = {"tuning": "#d4d4d4", "held": "#e1e1e1"}.get(which, "#c8c8c8")
    cell = f"border:1px solid {line};width:{wide}px;height:20px;padding:0 4px;font-size:13px"
    head = f"{cell};background:#e6e6e6;text-align:center"
    top = "".join(f'<td style="{head}">{c}</td>' for c in " ABCDEFGHIJK"[: columns + 1])
    lines = [f"<tr>{top}</tr>"]
    for i in range(rows):
        values = [
            100 * i if j == 0 else round(rng.random() * 10 ** int(rng.integers(0, 4)), 4)
            for j in range(filled)
        ]
        shown = [
            *(map(str, values) if 0 < i < rows - 4 else [""] * filled),
            *[""] * (columns - filled),
        ]
        cells = "".join(f'<td style="{cell};text-align:right">{v}</td>' for v in shown)
        lines.append(f'<tr><td style="{head}">{i + 1}</td>{cells}</tr>')
    bar = (
        '<div style="background:#217346;color:#fff;padding:6px;font-size:13px">Book1 - Excel</div>'
    )
    bar += '<div style="background:#f3f2f1;padding:8px;font-size:12px">ファイル　ホーム　挿入　数式　データ　校閲</div>'
    table = f'<table style="border-collapse:collapse">{"".join(lines)}</table>'
    bars = bar if rng.random() < 0.6 else ""
    return (
        "spreadsheet",
        f"<div>{bars}{table}</div>",
        min(980, 45 + columns * (wide + 9)),
        min(740, 70 + rows * 22),
    )


def monitor(which: str, rng: Any) -> Piece:
    """Meters of a machine: names, bars, per cent; a list of processes."""
    paper, _, ink = SKINS[which][0]
    bars = "".join(
        f"<div>{i:2d} [{'|' * int(rng.integers(1, 34)):<34}{rng.random() * 100:5.1f}%]</div>".replace(
            " ", "&nbsp;"
        )
        for i in range(int(rng.integers(4, 12)))
    )
    rows = "".join(
        f"<div>{int(rng.integers(100, 9999)):5d} user 20 0 {i * 137 % 9999:6d}M {rng.random() * 99:4.1f} python3</div>"
        for i in range(int(rng.integers(4, 16)))
    ).replace("  ", "&nbsp;&nbsp;")
    style = f"background:{paper};color:{ink};font:13px/1.4 'DejaVu Sans Mono';padding:10px;min-height:480px"
    return "monitor", f'<div style="{style}">{bars}<br>{rows}</div>', 640, 500


def calendar(which: str, rng: Any) -> Piece:
    """A month, or hours and days with blocks: labels above and at the left."""
    colours = {"tuning": "#c6dafc", "held": "#b7e1cd"}.get(which, "#fad2cf")
    hours, days = int(rng.integers(6, 12)), ["月", "火", "水", "木", "金"]
    cell = "border:1px solid #ddd;width:90px;height:34px;font-size:12px;text-align:center"
    lines = ["<tr><td></td>" + "".join(f'<td style="{cell}">{d}</td>' for d in days) + "</tr>"]
    for hour in range(hours):
        marks = "".join(
            f'<td style="{cell};background:{colours if rng.random() < 0.3 else "#fff"}"></td>'
            for _ in days
        )
        lines.append(f'<tr><td style="font-size:12px;padding:0 8px">{hour + 8}:00</td>{marks}</tr>')
    table = f'<table style="border-collapse:collapse;margin:10px">{"".join(lines)}</table>'
    return "timetable", table, 560, 60 + hours * 38


def convolved(which: str, rng: Any) -> Piece:
    """A grid of numbers, a kernel, and a result: how a convolution is explained."""
    colours = {"tuning": ("#9fc5e8", "#b6d7a8"), "held": ("#ffd966", "#ea9999")}.get(
        which, ("#d5a6bd", "#76a5af")
    )
    parts, cell = [], int(rng.integers(26, 40))
    for block, side in enumerate((int(rng.integers(5, 8)), 3, int(rng.integers(3, 6)))):
        left = 20 + block * 8 * cell
        for i in range(side * side):
            x, y = left + i % side * cell, 40 + i // side * cell
            fill = colours[block % 2] if rng.random() < 0.3 else "#fff"
            parts.append(
                f'<rect x="{x}" y="{y}" width="{cell}" height="{cell}" fill="{fill}" stroke="#333"/>'
                f'<text x="{x + cell / 2}" y="{y + cell / 2 + 5}" text-anchor="middle" font-size="14">'
                f"{int(rng.integers(0, 10))}</text>"
            )
        parts.append(
            f'<text x="{left}" y="28" font-size="15">{["入力", "カーネル", "出力"][block]}</text>'
        )
    wide, high = min(990, 20 + 23 * cell), 60 + 8 * cell
    return "convolution", f'<svg width="{wide}" height="{high}">{"".join(parts)}</svg>', wide, high


WINDOWS: list[Callable[[str, Any], Piece]] = [
    editor,
    spreadsheet,
    monitor,
    calendar,
    convolved,
    spreadsheet,
    editor,
]
