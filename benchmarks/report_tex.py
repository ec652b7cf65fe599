"""Writes a made report with LaTeX: uplatex and dvipdfmx, or lualatex."""

import shutil
import subprocess
from pathlib import Path

from report_blocks import (
    Break,
    Code,
    Figure,
    Heading,
    Items,
    Layout,
    Prose,
    Report,
    Table,
    Unseen,
)

SPECIAL = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
SPECIAL |= {sign: "\\" + sign for sign in "&%$#_{}"}


def write_tex(report: Report, layout: Layout, path: Path) -> Path:
    """Writes the report as PDF.

    Options: engine ("uplatex", "lualatex"), class, class-options, unnumbered, tikz (plots drawn by
    TeX), twocolumn, packages.
    """
    folder = path.with_suffix(".tex.d")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    source = folder / "report.tex"
    source.write_text(_document(report, layout, folder), encoding="utf-8")
    engine = layout.text("engine", "uplatex")
    for _ in range(2 if report.contents or layout.has("twice") else 1):
        _run(folder, engine, "-interaction=nonstopmode", "-halt-on-error", "report.tex")
    if engine != "lualatex":
        _run(folder, "dvipdfmx", "-z9", "report.dvi")
    shutil.move(folder / "report.pdf", path)
    shutil.rmtree(folder)
    return path


def _run(folder: Path, *words: str) -> None:
    done = subprocess.run(words, cwd=folder, capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{words}: {done.stdout.decode(errors='replace')[-1500:]}")


def _escape(text: str) -> str:
    return "".join(SPECIAL.get(sign, sign) for sign in text)


def _document(report: Report, layout: Layout, folder: Path) -> str:
    engine = layout.text("engine", "uplatex")
    kind = layout.text("class", "jsarticle" if engine == "uplatex" else "ltjsarticle")
    options = [layout.text("class-options", "uplatex,dvipdfmx" if engine == "uplatex" else "")]
    options += ["twocolumn"] if layout.has("twocolumn") else []
    packages = ["graphicx", *(["pgfplots"] if layout.has("tikz") else [])]
    packages += [name for name in layout.text("packages").split(",") if name]
    body = "\n".join(_block(block, report, layout, folder) for block in report.blocks)
    name = "A. Student" if report.english else "深層 花子(架空)"
    front = r"\maketitle" + (r"\tableofcontents\newpage" if report.contents else "")
    if report.cover:
        front = rf"\begin{{titlepage}}\let\newpage\relax{front}\end{{titlepage}}"
    return "\n".join((
        rf"\documentclass[{','.join(filter(None, options))}]{{{kind}}}",
        *(rf"\usepackage{{{package}}}" for package in packages),
        r"\usepackage{xcolor}",
        r"\pgfplotsset{compat=1.17}" if layout.has("tikz") else "",
        layout.text("preamble"),
        rf"\title{{{_escape(report.title)}}}",
        rf"\author{{{report.student}\quad {name}}}", rf"\date{{{report.date}}}",
        r"\begin{document}", front, body, r"\end{document}",
    ))  # fmt: skip


def _block(block: object, report: Report, layout: Layout, folder: Path) -> str:
    star = "*" if layout.has("unnumbered") else ""
    match block:
        case Heading(text, level):
            top = {"chapter": -1}.get(layout.text("top"), 0)
            command = ("chapter", "section", "subsection", "subsubsection")[level + top]
            made = rf"\{command}{star}{{{_escape(text)}}}"
        case Prose():
            joint = " " if report.english else ""
            text = _escape(joint.join(sentence.text for sentence in block.sentences))
            if layout.has("commas"):
                text = text.replace("、", "，").replace("。", "．")
            made = text.replace("n^3", "$n^3$").replace(r"n\textasciicircum{}3", "$n^3$") + "\n"
        case Figure():
            made = _figure(block, layout, folder)
        case Table():
            rows = r" \\ ".join(" & ".join(map(_escape, row)) for row in block.rows)
            caption = block.caption.lstrip("表0123456789 ")
            columns = "r" * len(block.rows[0])
            made = (
                rf"\begin{{table}}[ht]\centering\caption{{{caption}}}"
                rf"\begin{{tabular}}{{{columns}}}\hline {rows} \\ \hline\end{{tabular}}"
                r"\end{table}"
            )
        case Code():
            made = "\\begin{verbatim}\n" + block.text + "\n\\end{verbatim}"
        case Items():
            kind = "enumerate" if block.numbered else "itemize"
            items = "".join(rf"\item {_escape(item)} " for item in block.items)
            made = rf"\begin{{{kind}}}{items}\end{{{kind}}}"
        case Unseen(text, how):
            tint = {"pale": r"\textcolor{white}", "tiny": r"\fontsize{1}{1}\selectfont "}
            made = rf"{{{tint.get(how, tint['pale'])}{{{_escape(text)}}}}}"
        case Break():
            made = r"\newpage"
        case _:
            raise TypeError(block)
    return made


def _figure(block: Figure, layout: Layout, folder: Path) -> str:
    width = 0.95 / len(block.drawings) if len(block.drawings) > 1 else layout.number("width", 0.7)
    shown = []
    for index, drawing in enumerate(block.drawings):
        inside = (
            _tikz(drawing.seed)
            if drawing.kind == "vector" and layout.has("tikz")
            else (_included(drawing.name, drawing.kind, drawing.seed, folder))
        )
        title = rf"\caption{{{_escape(block.titles[index])}}}" if index < len(block.titles) else ""
        inside = title + inside if block.above else inside + title
        shown.append(
            rf"\begin{{minipage}}{{{width}\linewidth}}\centering {inside}\end{{minipage}}"
            if len(block.drawings) > 1
            else inside
        )
    place = "t" if layout.has("twocolumn") else "ht"
    return rf"\begin{{figure}}[{place}]\centering {' '.join(shown)}\end{{figure}}"


def _included(name: str, kind: str, seed: int, folder: Path) -> str:
    from report_drawings import draw

    file = draw(name, folder / f"{name}-{seed}.{'pdf' if kind == 'vector' else 'png'}", seed)
    return rf"\includegraphics[width=0.8\linewidth]{{{file.name}}}"


def _tikz(seed: int) -> str:
    import random

    from report_drawings import curve

    sizes, times = curve(random.Random(seed))
    pairs = " ".join(f"({n},{t:.5f})" for n, t in zip(sizes, times, strict=True))
    return (
        r"\begin{tikzpicture}\begin{axis}[width=0.8\linewidth,xlabel={$n$},ylabel={time [s]}]"
        rf"\addplot coordinates {{{pairs}}};\end{{axis}}\end{{tikzpicture}}"
    )
