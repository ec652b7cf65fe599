# ruff: noqa: SLF001  # python-docx offers its XML behind an underscore only
"""Writes a made report with python-docx, in the many ways in which people use Word."""

import random
from pathlib import Path
from typing import Any

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
from report_word_parts import (
    add_caption_number,
    add_chart,
    add_contents,
    add_emf,
    add_field,
    add_svg,
    add_text_box,
    add_vml,
    east_asian,
    numbering,
    outline_level,
    set_columns,
)

Place = Any  # a document or a cell: python-docx has no type for both
GREY = "808080"


def write_docx(report: Report, layout: Layout, path: Path) -> Path:
    """Writes the report as .docx.

    Options: headings ("style", "bold", "large", "gothic", "typed", "numPr", "outline", "custom"),
    marks (see report_blocks.marks), font, size, columns, header, captions ("typed", "seq"),
    figures ("inline", "box", "cell", "vml"), template ("table" = everything in one cell).
    """
    import docx

    document = docx.Document()
    _clean(document, layout)
    if layout.has("header"):
        _header(document, report)
    _front(document, report, layout)
    writer = WordWriter(document, report, layout, path.parent)
    for block in report.blocks:
        writer.add(block)
    if layout.number("columns") > 1:
        set_columns(document, int(layout.number("columns")))
    document.core_properties.author = report.student
    document.core_properties.comments = ""
    document.save(str(path))
    return path


def _clean(document: Any, layout: Layout) -> None:
    from docx.shared import Pt

    style = document.styles["Normal"]
    style.font.size = Pt(layout.number("size", 10.5))
    style.font.name = layout.text("latin", "Century")
    east_asian(style.element.get_or_add_rPr(), layout.text("font", "游明朝"))
    style.paragraph_format.space_after = Pt(layout.number("after", 0))
    section = document.sections[0]
    section.page_width, section.page_height = Pt(595.3), Pt(841.9)


def _header(document: Any, report: Report) -> None:
    section = document.sections[0]
    section.header.paragraphs[0].text = f"{report.title}　{report.student}"
    foot = section.footer.paragraphs[0]
    foot.alignment = 1
    add_field(foot, "PAGE", "1")


def _front(document: Any, report: Report, layout: Layout) -> None:
    from docx.shared import Pt

    title = document.add_paragraph()
    title.alignment = 1
    run = title.add_run(report.title)
    run.font.size = Pt(18)
    run.bold = not layout.has("pale-title")
    who = (f"学籍番号 {report.student}", "氏名 深層 花子(架空)")
    if report.english:
        who = (f"Student ID {report.student}", "Name A. Student (fictional)")
    for text in (*who, report.date):
        paragraph = document.add_paragraph(text)
        paragraph.alignment = 1 if report.cover else 2
    if report.cover:
        document.add_page_break()
    if report.contents:
        add_contents(document, report, layout)
        document.add_page_break()


class WordWriter:
    """Adds one block after another."""

    def __init__(self, document: Any, report: Report, layout: Layout, folder: Path) -> None:
        self.document, self.report, self.layout, self.folder = document, report, layout, folder
        headings = [block for block in report.blocks if isinstance(block, Heading)]
        self.marks = iter(marks(headings, layout.text("marks", "dot")))
        self.place: Place = document
        if layout.text("template") == "table":
            self.place = document.add_table(rows=1, cols=1, style="Table Grid").rows[0].cells[0]

    def add(self, block: Any) -> None:
        """Adds a block in the place it belongs to."""
        add = {
            Heading: self.heading, Prose: self.prose, Figure: self.figure, Table: self.table,
            Code: self.code, Items: self.items, Unseen: self.unseen, Break: self.page,
        }[type(block)]  # fmt: skip
        add(block)

    def heading(self, block: Heading) -> None:
        """Writes a heading the way the layout does it."""
        from docx.shared import Pt

        way, mark = self.layout.text("headings", "bold"), next(self.marks)
        by_itself = way == "numPr" or (way == "style" and self.layout.has("auto-number"))
        text = block.text if by_itself else mark.format(block.text)
        if way in {"style", "custom"}:
            name = f"Heading {block.level}" if way == "style" else self._custom(block.level)
            paragraph = self.place.add_paragraph(text, style=name)
            run = paragraph.runs[0]
            run.font.color.rgb = None
        else:
            paragraph = self.place.add_paragraph()
            run = paragraph.add_run(text)
        if by_itself:
            numbering(self.document, paragraph, block.level)
        if way == "outline":
            outline_level(paragraph, block.level - 1)
        if way in {"bold", "large", "numPr", "outline"}:
            run.bold = True
        if way == "large":
            run.font.size = Pt(16 - 2 * block.level)
        if way in {"gothic", "style", "custom"}:
            run.font.name = "Arial"
            east_asian(run._element.get_or_add_rPr(), "游ゴシック")
        if way == "underlined":
            run.underline = True

    def _custom(self, level: int) -> str:
        name = f"{self.layout.text('style-name', '報告書見出し')}{level}"
        if name not in [style.name for style in self.document.styles]:
            style = self.document.styles.add_style(name, 1)
            style.font.bold = True
        return name

    def prose(self, block: Prose) -> None:
        """Writes a paragraph, indented as Japanese ones are."""
        joint = " " if self.report.english else ""
        text = joint.join(sentence.text for sentence in block.sentences)
        if self.layout.has("commas"):
            text = text.replace("、", "，").replace("。", "．")
        paragraph = self.place.add_paragraph()
        paragraph.add_run(text if self.report.english or block.style else "　" + text)

    def figure(self, block: Figure) -> None:
        """Writes a figure and its caption."""
        if block.above:
            self._captions(block)
        way = self.layout.text("figures", "inline")
        if way == "box":
            add_text_box(self.place, self._picture_files(block), block.captions)
            return
        if way == "cell":
            cell = self.document.add_table(rows=1, cols=1).rows[0].cells[0]
            self._pictures(cell.paragraphs[0], block)
            for caption in block.captions:
                cell.add_paragraph(caption).alignment = 1
            return
        paragraph = self.place.add_paragraph()
        paragraph.alignment = 1
        if way == "vml":
            add_vml(paragraph, self._picture_files(block)[0])
        else:
            self._pictures(paragraph, block)
        if not block.above:
            self._captions(block)

    def _picture_files(self, block: Figure) -> list[Path]:
        from report_drawings import draw

        files = []
        for drawing in block.drawings:
            ending = {"svg": ".svg", "vector": ".png"}.get(drawing.kind, ".png")
            path = self.folder / f"{drawing.name}-{drawing.seed}{ending}"
            files.append(draw(drawing.name, path, drawing.seed))
            if ending == ".svg":  # Word keeps a bitmap beside it
                draw(drawing.name, path.with_suffix(".png"), drawing.seed)
        return files

    def _pictures(self, paragraph: Any, block: Figure) -> None:
        from docx.shared import Mm

        width = Mm((150 if self.layout.number("columns") < 2 else 75) / len(block.drawings) - 10)
        for drawing, file in zip(block.drawings, self._picture_files(block), strict=True):
            if drawing.kind == "chart":
                add_chart(paragraph, random.Random(drawing.seed))
            elif drawing.kind == "svg":
                add_svg(paragraph, file, width)
            elif drawing.kind == "emf":
                from report_office import emf

                add_emf(paragraph, emf(file), width)
            else:
                paragraph.add_run().add_picture(str(file), min(width, Mm(115)))

    def _captions(self, block: Figure) -> None:
        if not block.captions:
            return
        together = len(block.captions) > 1 and self.layout.has("captions-together")
        for text in ["　　　　".join(block.captions)] if together else block.captions:
            paragraph = self.place.add_paragraph()
            paragraph.alignment = 1
            if self.layout.text("captions") == "seq":
                paragraph.style = self.document.styles["Caption"]
                add_caption_number(paragraph, block.word, text)
            else:
                paragraph.add_run(text)

    def table(self, block: Table) -> None:
        """Writes a table under its caption."""
        if block.caption:
            self.place.add_paragraph(block.caption).alignment = 1
        table = self.document.add_table(len(block.rows), len(block.rows[0]), "Table Grid")
        for cells, row in zip(table.rows, block.rows, strict=True):
            for cell, text in zip(cells.cells, row, strict=True):
                cell.text = text
        self.place.add_paragraph()

    def code(self, block: Code) -> None:
        """Writes a listing in a fixed-width font."""
        from docx.shared import Pt

        for number, text in enumerate(block.text.splitlines(), 1):
            shown = f"{number:2d}  {text}" if block.numbered else text
            run = self.place.add_paragraph().add_run(shown)
            run.font.name, run.font.size = "Courier New", Pt(9)

    def items(self, block: Items) -> None:
        """Writes a list, numbered by hand or marked by Word."""
        for number, text in enumerate(block.items, 1):
            if block.numbered:
                self.place.add_paragraph(f"{number}. {text}")
            else:
                self.place.add_paragraph(text, style="List Bullet")

    def unseen(self, block: Unseen) -> None:
        """Writes what only a machine reads."""
        from docx.shared import Pt, RGBColor

        run = self.place.add_paragraph().add_run(block.text)
        if block.how == "pale":
            run.font.color.rgb = RGBColor(255, 255, 255)
        elif block.how == "tiny":
            run.font.size = Pt(1)
        else:
            run.font.hidden = True

    def page(self, _block: Break) -> None:
        """Begins a new page."""
        self.document.add_page_break()
