"""Writes a made report as a web page and has Chromium print it, as from a notebook."""

import shutil
import subprocess
from html import escape
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
    marks,
)

THEMES = {
    "own": "body,pre{font:10.5pt/1.7 own}pre{font-size:9pt}h1{font-size:17pt}"
           "h2{font-size:13pt;border-bottom:1px solid #ccc}h1,h2,h3{font-weight:400}",
    "markdown": "body{font:15px/1.6 'Noto Sans CJK JP',sans-serif}"
                "h1,h2{border-bottom:1px solid #ddd}",
    "notebook": "body{font:14px/1.5 'Noto Sans CJK JP',sans-serif}pre{border:1px solid #cfcfcf;"
                "background:#f7f7f7;padding:6px}h1{font-size:26px}h2{font-size:20px}",
    "mincho": "body{font:10.5pt/1.7 'Noto Serif CJK JP',serif}h1{font-size:16pt;text-align:center}"
              "h2{font-size:12pt}",
    "flat": "body{font:11pt/1.6 'Noto Sans CJK JP',sans-serif}"
            "p.head{font-size:11pt;margin:12px 0 0}p.head.bold{font-weight:bold}",
    "columns": "main{column-count:2}body{font:9.5pt/1.5 'Noto Serif CJK JP',serif}"
               "h2{font-size:11pt}",
    "docs": "body{font:11pt/1.5 Arial,'Noto Sans CJK JP',sans-serif}h1{font-size:20pt;"
            "font-weight:400}h2{font-size:16pt;font-weight:400}",
}  # fmt: skip


def write_printed(report: Report, layout: Layout, path: Path) -> Path:
    """Writes the report as PDF by Chromium.

    Options: theme, marks, tags (True: h2 elements; False: paragraphs), bold, size (points), paper.
    """
    folder = path.with_suffix(".html.d")
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "report.html"
    text = html(report, layout, folder)
    if layout.text("font-file"):
        text = text.replace(
            "<style>", "<style>" + _own_font(text, layout.text("font-file"), folder)
        )
    page.write_text(text, encoding="utf-8")
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
         f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={path}", page.as_uri()],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    shutil.rmtree(folder)
    return path


def _own_font(text: str, file: str, folder: Path) -> str:
    """Cuts a font down to what the page shows: Chromium embeds tables for all of its characters."""
    from fontTools import subset

    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True)
    with subset.load_font(file, options) as font:
        cutter = subset.Subsetter(options)
        cutter.populate(text=text)
        cutter.subset(font)
        subset.save_font(font, folder / "own.ttf", options)
    return "@font-face{font-family:own;src:url(own.ttf)}"


def html(report: Report, layout: Layout, folder: Path) -> str:
    """Writes the page; pictures go into the folder, unless `layout` has "no-pictures"."""
    headings = [block for block in report.blocks if isinstance(block, Heading)]
    texts = iter(marks(headings, layout.text("marks", "dot")))
    body = "\n".join(_block(block, report, layout, folder, texts) for block in report.blocks)
    theme = THEMES[layout.text("theme", "markdown")]
    if layout.number("size"):
        theme += f"body,p,td{{font-size:{layout.number('size')}pt!important}}"
    who = f"Student ID {report.student}" if report.english else f"学籍番号 {report.student}"
    contents = ""
    if report.contents:
        rows = zip(headings, marks(headings, layout.text("marks", "dot")), strict=True)
        contents = "<ul>" + "".join(f"<li>{mark.format(h.text)}</li>" for h, mark in rows) + "</ul>"
    broken = "style='break-after:page'" if report.cover else ""
    paper = layout.text("paper", "A4")
    return (
        f"<!DOCTYPE html><html lang={'en' if report.english else 'ja'}><meta charset=utf-8>"
        f"<style>@page{{size:{paper};margin:20mm}}img,svg{{max-width:100%}}"
        ".fig{text-align:center}"
        f"td{{border:1px solid #999;padding:2px 8px}}"
        f"table{{border-collapse:collapse}}{theme}</style>"
        f"<title>{escape(report.title)}</title><div {broken}><h1>{escape(report.title)}</h1>"
        f"<p>{who}<br>{report.date}</p></div>{contents}<main>{body}</main></html>"
    )


def _block(block: object, report: Report, layout: Layout, folder: Path, texts: object) -> str:
    match block:
        case Heading(text, level):
            shown = escape(next(texts).format(text))  # type: ignore[call-overload]  # an iterator
            if layout.options.get("tags", True):
                return f"<h{level + 1}>{shown}</h{level + 1}>"
            made = f"<p class='head {'bold' if layout.has('bold') else ''}'>{shown}</p>"
        case Prose():
            joint = " " if report.english else ""
            made = f"<p>{escape(joint.join(s.text for s in block.sentences))}</p>"
        case Figure():
            made = _figure(block, layout, folder)
        case Table():
            rows = "".join(
                "<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>"
                for row in block.rows
            )
            made = f"<div class=fig>{escape(block.caption)}<table align=center>{rows}</table></div>"
        case Code():
            made = f"<pre>{escape(block.text)}</pre>"
        case Items():
            kind = "ol" if block.numbered else "ul"
            made = f"<{kind}>{''.join(f'<li>{escape(i)}</li>' for i in block.items)}</{kind}>"
        case Unseen(text, how):
            style = "font-size:1px!important" if how == "tiny" else "color:#fff"
            made = f"<p style='{style}'>{escape(text)}</p>"
        case Break():
            made = "<div style='break-after:page'></div>"
        case _:
            raise TypeError(block)
    return made


def _figure(block: Figure, layout: Layout, folder: Path) -> str:
    from report_drawings import draw

    pictures = ""
    for drawing in () if layout.has("no-pictures") else block.drawings:
        ending = "svg" if drawing.kind in {"vector", "svg"} else "png"
        file = draw(drawing.name, folder / f"{drawing.name}-{drawing.seed}.{ending}", drawing.seed)
        width = f"{96 // len(block.drawings)}%" if len(block.drawings) > 1 else "70%"
        if ending == "svg":
            pictures += f"<div>{file.read_text(encoding='utf-8').split('?>', 1)[-1]}</div>"
        else:
            pictures += f"<img src='{file.name}' style='width:{width}'>"
    captions = "".join(f"<div>{escape(caption)}</div>" for caption in block.captions)
    inside = captions + pictures if block.above else pictures + captions
    return f"<div class=fig>{inside}</div>"
