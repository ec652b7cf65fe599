# ruff: noqa: SLF001  # python-docx offers its XML behind an underscore only
"""Parts of Word files that python-docx does not write: charts, text boxes, VML, fields."""

import random
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
WP = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
PIC = "http://schemas.openxmlformats.org/drawingml/2006/picture"
C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
WPS = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
SVG = "http://schemas.microsoft.com/office/drawing/2016/SVG/main"
SVG_USE = "{96DAC541-7B7A-43D3-8B79-37D633B846F1}"
CHART_TYPE = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
ALL = f'xmlns:w="{W}" xmlns:r="{R}" xmlns:a="{A}" xmlns:wp="{WP}" xmlns:pic="{PIC}"'


def parse(text: str) -> Any:
    """Reads XML the way python-docx does, so that its classes fit."""
    from docx.oxml import parse_xml

    return parse_xml(text)


def east_asian(properties: Any, font: str) -> None:
    """Sets the font of Japanese characters, which python-docx leaves alone."""
    fonts = properties.get_or_add_rFonts()
    fonts.set(f"{{{W}}}eastAsia", font)


def outline_level(paragraph: Any, level: int) -> None:
    """Gives a paragraph a place in the outline without a style."""
    properties = paragraph._element.get_or_add_pPr()
    properties.append(parse(f'<w:outlineLvl xmlns:w="{W}" w:val="{level}"/>'))


def numbering(document: Any, paragraph: Any, level: int) -> None:
    """Numbers a paragraph automatically: "1.", "1.1"."""
    part = document.part.numbering_part.element
    if not part.xpath("w:abstractNum[@w:abstractNumId='77']"):
        levels = "".join(
            f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="decimal"/>'
            f'<w:lvlText w:val="{text}"/><w:lvlJc w:val="left"/></w:lvl>'
            for n, text in enumerate(("%1.", "%1.%2", "%1.%2.%3"))
        )
        part.insert(
            0,
            parse(
                f'<w:abstractNum xmlns:w="{W}" w:abstractNumId="77">'
                f'<w:multiLevelType w:val="multilevel"/>{levels}</w:abstractNum>'
            ),
        )
        part.append(
            parse(f'<w:num xmlns:w="{W}" w:numId="77"><w:abstractNumId w:val="77"/></w:num>')
        )
    properties = paragraph._element.get_or_add_pPr()
    properties.append(
        parse(
            f'<w:numPr xmlns:w="{W}"><w:ilvl w:val="{level - 1}"/><w:numId w:val="77"/></w:numPr>'
        )
    )


def set_columns(document: Any, count: int) -> None:
    """Sets the text in columns."""
    section = document.sections[-1]._sectPr
    for old in section.xpath("w:cols"):
        section.remove(old)
    section.append(parse(f'<w:cols xmlns:w="{W}" w:num="{count}" w:space="425"/>'))


def add_field(paragraph: Any, code: str, shown: str) -> None:
    """Adds a simple field with the result Word last showed."""
    paragraph._element.append(
        parse(
            f'<w:fldSimple xmlns:w="{W}" w:instr={quoteattr(code)}>'
            f"<w:r><w:t>{escape(shown)}</w:t></w:r></w:fldSimple>"
        )
    )


def add_caption_number(paragraph: Any, word: str, caption: str) -> None:
    """Writes a caption whose number is a field, as Word's own captions are."""
    number, _, title = caption.removeprefix(word).partition(" ")
    paragraph.add_run(word)
    add_field(paragraph, "SEQ 図 \\* ARABIC", number)
    paragraph.add_run(f" {title}")


def add_contents(document: Any, report: Any, layout: Any) -> None:
    """Writes a table of contents: Word's field, or typed with dots."""
    from report_blocks import Heading, marks

    headings = [block for block in report.blocks if isinstance(block, Heading)]
    document.add_paragraph("Contents" if report.english else "目次").runs[0].bold = True
    for page, (heading, mark) in enumerate(
        zip(headings, marks(headings, layout.text("marks", "dot")), strict=True), 2
    ):
        text = mark.format(heading.text)
        if layout.has("typed-contents"):
            document.add_paragraph(f"{text} {'…' * (24 - len(text))} {page // 2 + 1}")
            continue
        paragraph = document.add_paragraph()
        add_field(paragraph, 'TOC \\o "1-3" \\h', f"{text}\t{page // 2 + 1}")


def add_chart(paragraph: Any, rng: random.Random) -> None:
    """Adds one of Word's own charts, with its numbers inside."""
    from docx.opc.packuri import PackURI
    from docx.opc.part import Part

    sizes = [20 * k for k in range(1, rng.randint(7, 10))]
    times = [6e-8 * n**3 * rng.uniform(0.95, 1.05) for n in sizes]
    package = paragraph.part.package
    index = 1 + sum("/word/charts/" in str(part.partname) for part in package.iter_parts())
    name = PackURI(f"/word/charts/chart{index}.xml")
    part = Part(name, CHART_TYPE, _chart(sizes, times).encode(), package)
    relation = paragraph.part.relate_to(
        part, "http://schemas.openxmlformats.org/officeDocument/2006/relationships/chart"
    )
    inner = f'<c:chart xmlns:c="{C}" r:id="{relation}"/>'
    paragraph.add_run()._element.append(_inline(inner, C, 4572000, 2743200, index))


def _chart(sizes: list[int], times: list[float]) -> str:
    def numbers(values: list[Any]) -> str:
        points = "".join(
            f'<c:pt idx="{k}"><c:v>{value:.6g}</c:v></c:pt>' for k, value in enumerate(values)
        )
        return f'<c:numLit><c:ptCount val="{len(values)}"/>{points}</c:numLit>'

    def title(text: str) -> str:
        return (
            f"<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p>"
            "</c:rich></c:tx></c:title>"
        )

    def axis(number: int, other: int, side: str, text: str) -> str:
        return (
            f'<c:valAx><c:axId val="{number}"/><c:scaling/><c:delete val="0"/>'
            f'<c:axPos val="{side}"/>{title(text)}<c:crossAx val="{other}"/></c:valAx>'
        )

    return (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><c:chartSpace xmlns:c="{C}" '
        f'xmlns:a="{A}"><c:chart>{title("サイズと実行時間")}<c:plotArea><c:scatterChart>'
        '<c:scatterStyle val="lineMarker"/><c:ser><c:idx val="0"/><c:order val="0"/>'
        "<c:tx><c:v>matmul</c:v></c:tx>"
        f"<c:xVal>{numbers(sizes)}</c:xVal><c:yVal>{numbers(times)}</c:yVal></c:ser>"
        '<c:axId val="11"/><c:axId val="12"/></c:scatterChart>'
        f"{axis(11, 12, 'b', 'サイズ n')}{axis(12, 11, 'l', '実行時間 [s]')}"
        "</c:plotArea></c:chart></c:chartSpace>"
    )


def _inline(inner: str, uri: str, width: int, height: int, number: int) -> Any:
    return parse(
        f'<w:drawing {ALL}><wp:inline distT="0" distB="0" distL="0" distR="0">'
        f'<wp:extent cx="{width}" cy="{height}"/><wp:docPr id="{900 + number}" name="図 {number}"/>'
        f'<a:graphic><a:graphicData uri="{uri}">{inner}</a:graphicData></a:graphic>'
        "</wp:inline></w:drawing>"
    )


def add_text_box(place: Any, files: list[Path], captions: tuple[str, ...]) -> None:
    """Adds a text box with pictures and captions, written twice as Word does for old readers."""
    holder = place.add_paragraph()
    content = []
    for file in files:
        inline = holder.add_run()
        inline.add_picture(str(file), width=3600000)
        content.append(inline._element)
        holder._element.remove(inline._element)
    captioned = "".join(
        f'<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:t>{escape(text)}</w:t></w:r></w:p>'
        for text in captions
    )
    body = f"<w:txbxContent><w:p/>{captioned}</w:txbxContent>"
    run = parse(
        f'<w:r {ALL} xmlns:mc="{MC}" xmlns:wps="{WPS}" xmlns:v="urn:schemas-microsoft-com:vml">'
        '<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor distT="0" distB="0" '
        'distL="114300" distR="114300" simplePos="0" relativeHeight="2" behindDoc="0" locked="0" '
        'layoutInCell="1" allowOverlap="0"><wp:simplePos x="0" y="0"/><wp:positionH '
        'relativeFrom="column"><wp:align>center</wp:align></wp:positionH><wp:positionV '
        'relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>'
        '<wp:extent cx="4200000" cy="3400000"/><wp:wrapTopAndBottom/><wp:docPr id="801" '
        f'name="テキスト ボックス 1"/><a:graphic><a:graphicData uri="{WPS}"><wps:wsp>'
        '<wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="4200000" '
        'cy="3400000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr>'
        f"<wps:txbx>{body}</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic>"
        "</wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape "
        f'style="width:330pt;height:268pt"><v:textbox>{body}</v:textbox></v:shape></w:pict>'
        "</mc:Fallback></mc:AlternateContent></w:r>"
    )
    from copy import deepcopy

    for inside in run.iter(f"{{{W}}}txbxContent"):
        inside[0].extend(deepcopy(element) for element in content)
    holder._element.append(run)


def add_vml(paragraph: Any, file: Path) -> None:
    """Adds a picture as Word 2003 did."""
    relation, image = paragraph.part.get_or_add_image(str(file))
    del image
    paragraph._element.append(
        parse(
            f'<w:r {ALL} xmlns:v="urn:schemas-microsoft-com:vml"><w:pict><v:shape id="s1" '
            f'style="width:320pt;height:220pt"><v:imagedata r:id="{relation}"/></v:shape></w:pict>'
            "</w:r>"
        )
    )


def add_svg(paragraph: Any, file: Path, width: int) -> None:
    """Adds an SVG picture with the bitmap that old readers get."""
    blip, relation = _other_picture(paragraph, file, width, "image/svg+xml")
    blip.append(
        parse(
            f'<a:extLst xmlns:a="{A}" xmlns:r="{R}"><a:ext uri="{SVG_USE}"><asvg:svgBlip '
            f'xmlns:asvg="{SVG}" r:embed="{relation}"/></a:ext></a:extLst>'
        )
    )


def add_emf(paragraph: Any, file: Path, width: int) -> None:
    """Adds a metafile."""
    blip, relation = _other_picture(paragraph, file, width, "image/x-emf")
    blip.set(f"{{{R}}}embed", relation)


def _other_picture(paragraph: Any, file: Path, width: int, content: str) -> tuple[Any, str]:
    """Adds a bitmap (blank if there is none), and beside it a picture unknown to python-docx."""
    from docx.opc.packuri import PackURI
    from docx.opc.part import Part
    from PIL import Image

    spare = file.with_suffix(".png")
    if not spare.exists():
        Image.new("RGB", (40, 30), "white").save(spare)
    shape = paragraph.add_run().add_picture(str(spare), width)
    name = PackURI(f"/word/media/{file.name}")
    part = Part(name, content, file.read_bytes(), paragraph.part.package)
    return next(shape._inline.iter(f"{{{A}}}blip")), paragraph.part.relate_to(part, f"{R}/image")
