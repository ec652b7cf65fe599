"""Labelled pictures for benchmarks/report_pictures.py: screens, tables and drawings that are no plots.

Also windows and notebooks that hold a plot, which are graphs.
"""

import html
from collections.abc import Callable
from typing import Any

import pictures_charts
import pictures_diagrams
import pictures_text
from pictures_chromium import Piece

THEMES = {
    "tuning": [("default", "#ffffff", "#000000"), ("monokai", "#272822", "#f8f8f2")],
    "held": [("vs", "#f5f5f5", "#111111"), ("dracula", "#1e1e1e", "#d4d4d4"), ("solarized-light", "#fdf6e3", "#657b83")],
    "again": [("github-dark", "#0d1117", "#c9d1d9"), ("xcode", "#ffffff", "#222222"), ("gruvbox-light", "#fbf1c7", "#3c3836")],
    "last": [("friendly", "#f0f0f0", "#000000"), ("native", "#202020", "#d0d0d0"), ("tango", "#f8f8f8", "#000000")],
}  # fmt: skip


def _mono(
    text: str, colours: tuple[str, str], size: int, *, height: float = 1.35, least: int = 0
) -> str:
    paper, ink = colours
    style = f"margin:0;padding:10px;background:{paper};color:{ink};font:{size}px/{height} 'DejaVu Sans Mono'"
    return f'<pre style="{style};min-height:{least}px">{text}</pre>'


def _coloured(text: str, theme: str) -> str:
    from pygments import highlight
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    lexer = get_lexer_by_name("c" if "#include" in text else "python")
    return highlight(text, lexer, HtmlFormatter(style=theme, noclasses=True, nowrap=True))


def code(which: str, rng: Any) -> Piece:
    """A program in an editor, with or without line numbers."""
    theme, paper, ink = THEMES[which][int(rng.integers(len(THEMES[which])))]
    text = pictures_text.program(which, rng)
    shown = _coloured(text, theme)
    size = int(rng.choice([10, 12, 14, 16]))
    rows = text.count("\n") + 1
    if rng.random() < 0.6:
        numbers = "\n".join(f"{i + 1:3d}" for i in range(rows))
        left = f'<div style="color:#888">{numbers}</div>'
        shown = f'<div style="display:flex">{left}<div style="margin-left:2em">{shown}</div></div>'
    high = min(750, int(rows * size * 1.35) + 30)
    return "code", _mono(shown, (paper, ink), size, least=high), int(rng.integers(400, 900)), high


def terminal(which: str, rng: Any) -> Piece:
    """A shell with what was printed there."""
    text = pictures_text.printed(which, rng)
    paper, ink = [("#000000", "#cccccc"), ("#ffffff", "#000000"), ("#300a24", "#eeeeec")][
        int(rng.integers(3))
    ]
    size = int(rng.choice([9, 11, 13, 15]))
    high = min(750, int((text.count("\n") + 1) * size * 1.3) + 24)
    return (
        "terminal",
        _mono(html.escape(text), (paper, ink), size, height=1.3, least=high),
        int(rng.integers(400, 900)),
        high,
    )


TABLES = {
    "tuning": ["border:1px solid #000", "border-bottom:1px solid #ddd"],
    "held": ["", "border:1px solid #ccc", "border-left:1px solid #000"],
    "again": [
        "border:1px solid #8ea9db",
        "border-top:1px solid #e0e0e0;border-bottom:1px solid #e0e0e0",
    ],
    "last": ["border:1px dotted #666", "border-bottom:2px solid #333"],
}


def table(which: str, rng: Any) -> Piece:
    """A table of numbers: bordered, striped, bare, or a spreadsheet."""
    look = TABLES[which][int(rng.integers(len(TABLES[which])))]
    rows = pictures_text.cells(rng, header=bool(rng.random() < 0.7))
    align, pad = rng.choice(["right", "center", "left"]), int(rng.choice([2, 5, 9]))
    stripe = rng.random() < 0.3
    if rng.random() < 0.35:
        names = ["", *"ABCDEFGH"[: len(rows[0])]]
        rows = [names, *[[str(i + 1), *row] for i, row in enumerate(rows)]]
    lines = []
    for i, row in enumerate(rows):
        paint = ";background:#eee" if stripe and i % 2 else ""
        cell = f'<td style="{look};padding:{pad}px {pad * 3}px;text-align:{align}{paint}">'
        lines.append("<tr>" + "".join(f"{cell}{value}</td>" for value in row) + "</tr>")
    size = int(rng.choice([11, 13, 15]))
    style = f"border-collapse:collapse;font-size:{size}px;margin:8px"
    high = min(750, int(len(rows) * (size * 1.48 + 2 * pad + 1)) + 20)
    wide = min(990, len(rows[0]) * (size * 5 + pad * 6) + 30)
    return "table", f'<table style="{style}">{"".join(lines)}</table>', int(wide), high


def window(which: str, rng: Any) -> Piece:
    """A dialogue with fields and buttons, or a file manager."""
    dark = rng.random() < 0.4
    paper, ink, line = ("#2b2b2b", "#ddd", "#555") if dark else ("#f0f0f0", "#222", "#bbb")
    rows = []
    for i in range(int(rng.integers(4, 14))):
        field = f'<span style="border:1px solid {line};padding:2px 60px;margin-left:20px">{i * 10}</span>'
        name = ["名前", "サイズ", "Device", "Optimizer", "設定"][i % 5]
        rows.append(
            f'<div style="padding:5px">☐ {name} {i + 1} {field if rng.random() < 0.5 else ""}</div>'
        )
    side = "".join(
        f'<div style="padding:4px">📁 file{i}.py</div>' for i in range(int(rng.integers(3, 15)))
    )
    bar = f'<div style="background:{"#3c3c3c" if dark else "#fff"};padding:6px">○ ○ ○ {which}.exe — 編集 表示</div>'
    body = f'<div style="display:flex"><div style="width:170px;border-right:1px solid {line}">{side}</div>'
    body += f'<div style="padding:10px">{"".join(rows)}</div></div>'
    style = f"background:{paper};color:{ink};height:100%;font-size:13px"
    return (
        "window",
        f'<div style="{style}">{bar}{body}</div>',
        int(rng.integers(450, 900)),
        int(rng.integers(300, 560)),
    )


def notebook(which: str, rng: Any) -> Piece:
    """A cell of a notebook with its output, without a plot."""
    theme, paper, ink = THEMES[which][0]
    shown = _coloured(pictures_text.program(which, rng), theme)
    number = f'<span style="color:#303f9f">In [{int(rng.integers(1, 30))}]:</span>'
    cell = f'<div style="display:flex;border:1px solid #cfcfcf">{number}{_mono(shown, (paper, ink), 12)}</div>'
    out = _mono(html.escape(pictures_text.printed(which, rng)), ("#fff", "#000"), 12)
    style = "padding:12px;font-size:12px"
    return (
        "notebook",
        f'<div style="{style}">{cell}{out}</div>',
        int(rng.integers(500, 950)),
        int(rng.integers(250, 740)),
    )


def plot_in_window(which: str, rng: Any) -> Piece:
    """A window that shows a plot."""
    looks = list(pictures_charts.LOOKS[which].values())
    wide, high = int(rng.integers(450, 800)), int(rng.integers(300, 500))
    chart = pictures_charts.chart(looks[int(rng.integers(len(looks)))], rng, wide, high)
    bar = '<div style="background:#ddd;padding:6px;font-size:13px">● ● ●　Figure 1</div>'
    tools = '<div style="background:#eee;padding:5px">⌂ ← → ✥ 🔍 💾 x=12.3 y=4.56</div>'
    return (
        "plot in a window",
        f'<div style="background:#eee">{bar}{chart}{tools}</div>',
        wide,
        high + 70,
    )


def plot_in_notebook(which: str, rng: Any) -> Piece:
    """A notebook or an editor with a plot under a program."""
    theme, paper, ink = THEMES[which][int(rng.integers(len(THEMES[which])))]
    looks = list(pictures_charts.LOOKS[which].values())
    wide, high = int(rng.integers(380, 520)), int(rng.integers(260, 330))
    chart = pictures_charts.chart(looks[int(rng.integers(len(looks)))], rng, wide, high)
    text = "\n".join(pictures_text.program(which, rng).splitlines()[: int(rng.integers(4, 16))])
    cell = f'<div style="border:1px solid #cfcfcf">{_mono(_coloured(text, theme), (paper, ink), 12)}</div>'
    body = f'<div style="padding:10px 10px 10px 60px">{cell}<br>{chart}</div>'
    rows = text.count("\n") + 1
    return (
        "plot in a notebook",
        body,
        int(rng.integers(620, 900)),
        min(750, int(rows * 16.2) + high + 70),
    )


PLAIN: list[Callable[[str, Any], Piece]] = [
    code, terminal, table, window, notebook, table, code, terminal, *pictures_diagrams.DIAGRAMS,
]  # fmt: skip
HOLDING: list[Callable[[str, Any], Piece]] = [plot_in_window, plot_in_notebook]


def screens(
    which: str, count: int, rng: Any, makers: list[Callable[[str, Any], Piece]]
) -> list[Piece]:
    """Draws pieces of every kind in turn."""
    return [makers[i % len(makers)](which, rng) for i in range(count)]
