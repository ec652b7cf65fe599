"""Draws the pictures of the READMEs, in docs/images/ja and docs/images/en.

first.svg stands at the head; wrong.svg and right.svg are terminals with a student's first check.

The card is what `grader check` says of a student of the demo class. The curves are those of another
one's score sheet, as `make demo` writes it; they were taken from it into curves.json:
`python docs/images/make.py results/kadai1/sheets/24A1201.json` takes new ones, and without a sheet
only the words are new. Text stays text, so that every reader's browser has the letters for it.
"""

import io
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from html import escape, unescape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
CLASS = ROOT / "submissions" / "demo" / "kadai1"
WRONG = CLASS / "24A1206" / "kadai1.py"
TERMINALS = {"wrong": WRONG, "right": CLASS / "24A1201" / "kadai1.py"}
COLUMNS = 104  # of a terminal
TERMINAL_WIDTH = 880  # pixels
CELL = 12.2  # of a terminal as rich draws it, before it is scaled
KEPT = ROOT / "docs" / "images" / "curves.json"
WIDTH, HEIGHT = 900, 380
MONO = "ui-monospace, Consolas, Menlo, monospace"
SANS = "system-ui, 'Hiragino Sans', 'Noto Sans CJK JP', 'Noto Sans JP', 'Yu Gothic', sans-serif"
INK, PALE, RED, LINE = "#1f2328", "#59636e", "#b42318", "#d1d9e0"
LETTER = 6.9  # pixels of a narrow letter, of which a wide one takes two
CURVES = (("", "#0b5cad"), ("python-fast", "#b54708"), ("numpy", "#1a7f37"))
TIMES = {
    1e-6: "1 µs",
    1e-5: "10 µs",
    1e-4: "100 µs",
    1e-3: "1 ms",
    1e-2: "10 ms",
    0.1: "100 ms",
    1: "1 s",
}
LEFT, RIGHT, TOP, BOTTOM = 556, 880, 66, 328  # of the axes
WORDS: Mapping[str, Mapping[str, str]] = {
    "ja": {
        "card": "よくある間違い",
        "where": "{file} の {line} 行目",
        "call": "呼び出し",
        "right": "正しい結果",
        "returned": "返った結果",
        "curves": "サイズ n と実行時間 (両対数)",
        "": "学生",
        "python-fast": "最速の Python",
        "numpy": "NumPy",
        "terminal": "端末での grader check kadai1 kadai1.py",
        "alt": "左は間違いの説明、右は学生、最速の Python、NumPy の実行時間の両対数グラフ",
    },
    "en": {
        "card": "A known mistake",
        "where": "{file}, line {line}",
        "call": "called with",
        "right": "right",
        "returned": "returned",
        "curves": "Time of one call by size n (log-log)",
        "": "student",
        "python-fast": "fastest Python",
        "numpy": "NumPy",
        "terminal": "grader check kadai1 kadai1.py on a terminal",
        "alt": "Left, a mistake explained; right, times of a student, the fastest Python and NumPy",
    },
}


def main() -> None:
    """Draws both pictures."""
    if len(sys.argv) > 1:
        KEPT.write_text(json.dumps(_curves(Path(sys.argv[1]))) + "\n", encoding="utf-8")
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    for language, words in WORDS.items():
        parts = [*_card(_findings(language), words), *_plot(kept, words)]
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
            f' width="{WIDTH}" height="{HEIGHT}" role="img" font-family="{SANS}">'
        )
        background = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#ffffff"/>'
        body = "\n".join([head, f"<title>{words['alt']}</title>", background, *parts, "</svg>", ""])
        target = ROOT / "docs" / "images" / language / "first.svg"
        target.parent.mkdir(exist_ok=True)
        target.write_text(body, encoding="utf-8")
        for name, program in TERMINALS.items():
            picture = terminal(_checked(program, language), words["terminal"])
            target.with_name(f"{name}.svg").write_text(picture, encoding="utf-8")


def _checked(program: Path, language: str) -> str:
    """Types what the README says beside a program, on a terminal with colours."""
    from click.testing import CliRunner

    from grader.__main__ import cli

    command = ["check", "kadai1", program.name]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, program.name).write_bytes(program.read_bytes())
        before = Path.cwd()
        os.chdir(folder)
        try:
            said = CliRunner().invoke(
                cli, ["--lang", language, *command, "--course", str(ROOT)], color=True
            )
        finally:
            os.chdir(before)
    return f"$ {' '.join(['grader', *command])}\n{said.stdout}"


def terminal(text: str, title: str, unique: str = "terminal") -> str:
    """Draws a terminal by rich; a long line goes on in the next, wherever the last column is."""
    from rich.cells import cell_len
    from rich.console import Console
    from rich.terminal_theme import SVG_EXPORT_THEME
    from rich.text import Text

    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    for line in text.rstrip().splitlines():
        coloured, ends, width = Text.from_ansi(line), [], 0
        for place, letter in enumerate(coloured.plain):
            width += cell_len(letter)
            if width > COLUMNS:
                ends.append(place)
                width = cell_len(letter)
        for part in coloured.divide(ends):
            console.print(part, no_wrap=True, overflow="ignore", crop=False)
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{TERMINAL_WIDTH}" role="img"><title>{escape(title)}</title>'
        f"<style>.{{unique_id}}-matrix {{{{ font-family: {MONO}; font-size: {{char_height}}px;"
        " line-height: {line_height}px }} {styles}</style>"
    )
    body = (
        '<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0"'
        ' width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>{chrome}'
        '<g transform="translate({terminal_x}, {terminal_y})"'
        ' clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}'
        '<g class="{unique_id}-matrix">{matrix}</g></g></svg>\n'
    )
    drawn = console.export_svg(
        title="", theme=SVG_EXPORT_THEME, code_format=head + body, unique_id=unique
    )

    def as_wide_as_shown(run: re.Match[str]) -> str:  # rich counts letters here, not columns
        return f'textLength="{cell_len(unescape(run[2])) * CELL:g}"{run[1]}{run[2]}</text>'

    return re.sub(r'textLength="[\d.]+"([^>]*>)([^<]*)</text>', as_wide_as_shown, drawn)


def _curves(sheet: Path) -> Mapping[str, Any]:
    """Read the shortest time of each size from a score sheet, and how the student's grow."""
    timing = json.loads(sheet.read_text(encoding="utf-8"))["exercises"][0]["timing"]
    series = {"": timing["points"], **timing["baselines"]}
    curves = {name: [(p["size"], min(p["seconds"])) for p in series[name]] for name, _ in CURVES}
    return {"exponent": timing["exponent"], "curves": curves}


def _findings(language: str) -> Mapping[str, Any]:
    """Asks what is wrong with the program, by check."""
    command = [sys.executable, "-m", "grader", "--lang", language]
    run = subprocess.run(  # noqa: S603
        [*command, "check", "kadai1", WRONG, "--json"], cwd=ROOT, capture_output=True, check=False
    )
    failed = (one for one in json.loads(run.stdout)["findings"] if one["verdict"] == "failed")
    return {finding["check"]: finding for finding in failed}


def _card(findings: Mapping[str, Any], words: Mapping[str, str]) -> Iterator[str]:
    """Draws the lesson as a score sheet has it: what, where, an example, and what to do."""
    lesson, example = findings["COR002"], findings["COR001"]["params"]
    (place,) = lesson["locations"]
    yield f'<rect x="16" y="16" width="474" height="348" rx="8" fill="none" stroke="{LINE}"/>'
    yield f'<rect x="16" y="24" width="4" height="332" fill="{RED}"/>'
    yield _text(36, 46, f"× {words['card']}", 17, RED, "font-weight='600'")
    yield _text(474, 46, "COR002", 13, PALE, f"text-anchor='end' font-family='{MONO}'")
    y = 74.0
    for line in _wrapped(lesson["message"], 62):
        yield _text(36, y, line, 14, INK)
        y += 21
    yield _text(36, y + 6, words["where"].format(**place), 12, PALE)
    yield f'<rect x="36" y="{y + 14}" width="438" height="44" rx="4" fill="#f6f8fa"/>'
    yield _mono(44, y + 33, f"{place['line']} | {place['text']}", INK)
    yield _mono(44, y + 49, " " * (len(str(place["line"])) + 3) + "^" * 17, RED)
    y += 82
    rows = (("call", "given", INK), ("right", "right", CURVES[2][1]), ("returned", "returned", RED))
    for name, key, colour in rows:
        yield _text(36, y, words[name], 12, PALE)
        yield _mono(112, y, example[key], colour)
        y += 20
    y += 12
    for line in _wrapped(lesson["hint"], 62):
        yield _text(36, y, line, 13.5, INK)
        y += 21


def _plot(kept: Mapping[str, Any], words: Mapping[str, str]) -> Iterator[str]:
    """Draws times over sizes, both axes logarithmic."""
    curves = [kept["curves"][name] for name, _ in CURVES]
    sizes, seconds = zip(*(pair for curve in curves for pair in curve), strict=True)
    x = _axis(min(sizes), max(sizes), LEFT, RIGHT)
    y = _axis(min(seconds), max(seconds), BOTTOM, TOP)
    yield _text(508, 46, words["curves"], 14, INK, "font-weight='600'")
    for time, name in TIMES.items():
        if TOP <= (height := y(time)) <= BOTTOM:
            yield f'<path d="M{LEFT} {height:.1f}H{RIGHT}" stroke="{LINE}"/>'
            yield _text(LEFT - 8, height + 4, name, 12, PALE, "text-anchor='end'")
    for size in (10, 20, 50, 100, 200, 500, 1000):
        if LEFT <= (place := x(size)) <= RIGHT:
            yield f'<path d="M{place:.1f} {TOP}V{BOTTOM}" stroke="{LINE}"/>'
            yield _text(place, BOTTOM + 20, str(size), 12, PALE, "text-anchor='middle'")
    yield _text((LEFT + RIGHT) / 2, BOTTOM + 38, "n", 13, INK, "text-anchor='middle'")
    for (name, colour), curve in zip(CURVES, curves, strict=True):
        places = [(x(size), y(time)) for size, time in curve]
        path = "L".join(f"{left:.1f} {height:.1f}" for left, height in places)
        yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
        for left, height in places:
            yield f'<circle cx="{left:.1f}" cy="{height:.1f}" r="3.5" fill="{colour}"/>'
        grows = f" ∝ n^{kept['exponent']:.2f}" if not name and kept["exponent"] else ""
        yield _label(places[2 if name else -1], words[name] + grows, colour, left=not name)


def _label(place: tuple[float, float], name: str, colour: str, *, left: bool) -> str:
    """Names a curve beside a place on it."""
    across, height = place
    at, anchor = (across - 12, "end") if left else (across + 12, "start")
    style = f"font-weight='600' text-anchor='{anchor}' paint-order='stroke' stroke='#ffffff'"
    return _text(at, height + 4, name, 13, colour, f"{style} stroke-width='4'")


def _axis(low: float, high: float, begin: float, end: float) -> Any:
    """Make a logarithmic axis with a little room at its ends."""
    first, last = math.log(low / 1.5), math.log(high * 1.8)
    return lambda value: begin + (math.log(value) - first) / (last - first) * (end - begin)


def _mono(x: float, y: float, text: str, colour: str) -> str:
    return _text(x, y, text, 12.5, colour, f"font-family=\"{MONO}\" xml:space='preserve'")


def _text(x: float, y: float, text: str, size: float, colour: str, more: str = "") -> str:  # noqa: PLR0913, PLR0917
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}"'
    return f"<text {place} {more}>{escape(text)}</text>".replace(" >", ">")


def _wrapped(text: str, columns: int) -> Iterable[str]:
    """Break a text after a number of narrow letters: at blanks, or between wide ones."""
    lines, word = [""], ""
    for letter in f"{text} ":
        word += letter
        wide = unicodedata.east_asian_width(letter) in "WF"
        if letter != " " and not wide:
            continue
        closes = letter in "。、」）"
        if not closes and _columns(lines[-1] + word.rstrip()) > columns:
            lines.append("")
        lines[-1] += word
        word = ""
    return [line.strip() for line in lines]


def _columns(text: str) -> int:
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)


if __name__ == "__main__":
    main()
