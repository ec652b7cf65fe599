"""Everything that is seen in a report comes together in its outline."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from grader.model.document import (
    Box,
    Chart,
    Document,
    FileKind,
    Hidden,
    Line,
    Page,
    Picture,
    PictureKind,
    Pixels,
    Place,
    ReadTrouble,
)
from grader.model.report import Answer
from grader.reports.outline import outline

TEXTS = (
    "学籍番号：24A1201",
    "1. 目的",
    "本課題では、行列のサイズと実行時間の関係を調べる。",
    "2. 結果",
    "図1に実行時間を示す。図1より、サイズが大きくなると実行時間が急激に増加することが分かる。",
    "図1 行列のサイズと実行時間",
    "3. 考察",
    "Pythonでは実行時間がサイズの3乗に比例した。",
    "（ここに感想を記入）",
)
CHART = Picture(
    kind=PictureKind.CHART,
    line=5,
    chart=Chart(kind="scatter", axes=("サイズ n", "時間 [s]"), points=8),
)
PAGE = Page(number=1, width_pt=595.3, height_pt=841.9, visible=800)


def word(texts: Sequence[str] = TEXTS, pictures: Sequence[Picture] = (CHART,)) -> Document:
    """A Word file of these paragraphs."""
    lines = tuple(
        Line(text=text, size_pt=10.5, bold=text[:2] in {"1.", "2.", "3."}) for text in texts
    )
    return Document(kind=FileKind.DOCX, lines=lines, pictures=tuple(pictures))


def test_report_is_told_as_a_whole() -> None:
    """Chapters, figure, caption, references and sentences of a small report are found."""
    seen = outline(word())
    assert [chapter.text for chapter in seen.chapters] == ["目的", "結果", "考察"]
    (figure,) = seen.figures
    assert figure.caption is not None
    assert (figure.caption.title, figure.referenced) == ("行列のサイズと実行時間", True)
    assert (figure.is_graph, figure.axis_labels) == (Answer.YES, ("サイズ n", "時間 [s]"))
    assert [reference.number for reference in seen.references] == ["1", "1"]
    assert [quote.text[:5] for quote in seen.explanations] == ["図1より、"]
    assert [each.exponents for each in seen.relations] == [(3.0,)]
    assert [quote.text for quote in seen.restated] == [TEXTS[2]]
    assert set(seen.backends or {}) == {"python"}
    assert [quote.text for quote in seen.left_over] == [TEXTS[-1]]
    assert seen.students == ("24A1201",)
    assert (seen.body_size_pt, seen.complete, seen.garbled) == (10.5, True, 0.0)


def test_heading_and_caption_are_no_sentences() -> None:
    """A heading explains nothing, and a caption does not either."""
    texts = ("1. 実行時間はサイズの3乗に比例する", "図1 サイズとともに増加する時間", "本文である。")
    seen = outline(word(texts, ()))
    assert not seen.explanations


def test_text_after_a_caption_in_its_paragraph() -> None:
    """What follows a caption in the same paragraph of Word is read."""
    texts = ("図1：実行時間。図1より、時間は3乗に比例することが分かる。",)
    assert [each.exponents for each in outline(word(texts)).relations] == [(3.0,)]


@pytest.mark.parametrize(
    ("heading", "explanations"),
    [
        ("【考察】図1より、nが2倍になると時間は8倍になった。", 1),
        ("3. 考察：図1より、nが2倍になると時間は8倍になった。", 1),
        ("3. 考察：図1の曲線", 0),
        ("3. 図1の曲線の傾き", 0),
    ],
)
def test_text_that_starts_on_the_line_of_its_heading(heading: str, explanations: int) -> None:
    """It is read as text is; a heading alone explains nothing."""
    seen = outline(word((*TEXTS[:6], heading, "掛け算の回数が理由だと考えた。")))
    assert len(seen.chapters) == 3
    assert len(seen.explanations) == 1 + explanations
    assert len(seen.relations) >= explanations


def test_phrases_of_the_handout() -> None:
    """The handout's phrases and the shape of ids are taken from the course."""
    texts = ("24A1201", "結果をまとめよ", "時間とサイズの間柄を考える。")
    seen = outline(
        word(texts),
        template=("結果をまとめよ",),
        task=("時間とサイズの間柄",),
        student_id=r"\d{2}[A-Z]\d{4}",
    )
    assert seen.students == ("24A1201",)
    assert [quote.text for quote in seen.left_over] == ["結果をまとめよ"]
    assert [quote.text for quote in seen.restated] == ["時間とサイズの間柄を考える。"]


def test_empty_and_broken_documents() -> None:
    """Nothing in gives nothing out; what was cut off is not complete."""
    assert outline(Document(kind=FileKind.PDF)).complete
    cut = Document(kind=FileKind.PDF, trouble=ReadTrouble.TIME, lines=(Line(text="1. 目的"),))
    assert not outline(cut).complete


@pytest.mark.parametrize(
    ("page", "scanned", "ink"),
    [
        (PAGE, False, False),
        (replace(PAGE, visible=0, covered=0.9), True, False),
        (replace(PAGE, visible=500, covered=0.9), False, False),
        (replace(PAGE, visible=0, strokes=4_000), False, True),
        (replace(PAGE, visible=0, invisible=300, strokes=300), False, True),
        (replace(PAGE, visible=300, strokes=4_000), False, False),
        (replace(PAGE, visible=0, strokes=300), False, False),
    ],
)
def test_pages_without_text(page: Page, *, scanned: bool, ink: bool) -> None:
    """Scanned and handwritten pages are told from pages of text and from pages of figures."""
    seen = outline(Document(kind=FileKind.PDF, pages=(page,)))
    assert (bool(seen.scanned_pages), bool(seen.ink_pages)) == (scanned, ink)


def test_size_of_a_form() -> None:
    """Where the text stands in the cells of a table, sentences count, and labels do not."""
    lines = (
        Line(text="実習レポート", size_pt=18),
        Line(text="目的", size_pt=9, place=Place.TABLE),
        Line(text="行列積の実行時間を調べる。", size_pt=10.5, place=Place.TABLE),
        Line(text="考察", size_pt=9, place=Place.TABLE),
        Line(text="時間はサイズの3乗に比例した。", size_pt=10.5, place=Place.TABLE),
    )
    assert outline(Document(kind=FileKind.DOCX, lines=lines)).body_size_pt == 10.5


def test_template_explains_nothing() -> None:
    """A sentence that is still to be filled in says nothing of a graph."""
    seen = outline(word(("図1より、サイズと実行時間の間には〜という関係がある。",)))
    assert (seen.explanations, len(seen.left_over)) == ((), 1)


def test_a_heading_beside_its_text() -> None:
    """In a row of a form the first sentence goes on after the heading."""
    texts = (
        "目的\t行列積の実行時間をサイズを変えて調べる。",
        "考察\t図1より、n が 2 倍で時間が約 8 倍になった。",
    )
    seen = outline(word(texts))
    assert [chapter.text for chapter in seen.chapters] == ["目的", "考察"]
    assert len(seen.explanations) == 1


def test_a_sentence_of_a_form_goes_on_in_its_cell() -> None:
    """Its first line stands beside the heading, the others below that line."""
    rows = (
        (164, "考察\t図1を見ると、n が大きくなるにつれて実"),
        (235, "行時間が急に増えている。時間は n の三乗に比例"),
        (235, "すると考えられる。ループが三重だからである。"),
    )
    lines = tuple(
        Line(text=text, size_pt=10.5, page=1, box=(left, 100.0 + 12 * at, 426.0, 110.0 + 12 * at))
        for at, (left, text) in enumerate(rows)
    )
    seen = outline(Document(kind=FileKind.PDF, lines=lines, pages=(PAGE,)))
    (explanation,) = seen.explanations
    assert explanation.text.endswith("につれて実行時間が急に増えている。")


def test_sizes() -> None:
    """Letters and paper are those of most; code, labels and hidden text do not count."""
    lines = (
        Line(text="本文" * 20, size_pt=9.25),
        Line(text="def matmul(a, b): " * 20, size_pt=8, font="Courier"),
        Line(text="0.2" * 90, size_pt=6, place=Place.PICTURE),
        Line(text="x" * 900, size_pt=1, hidden=Hidden.TINY),
    )
    pages = (PAGE, PAGE, replace(PAGE, width_pt=842.0, height_pt=595.0))
    seen = outline(Document(kind=FileKind.PDF, lines=lines, pages=pages))
    assert seen.body_size_pt == pytest.approx(9.2, abs=0.1)
    assert seen.page_size_pt == (595.3, 841.9)


def test_pictures_are_shown_small() -> None:
    """Crops and thumbnails are PNG files of few pixels."""
    pixels = Pixels(width=800, height=600, data=bytes(800 * 600 * 3))
    box: Box = (100, 100, 400, 300)
    picture = Picture(kind=PictureKind.RASTER, line=0, page=1, box=box, pixels=pixels)
    pages = (replace(PAGE, thumbnail=pixels),) * 9
    seen = outline(Document(kind=FileKind.PDF, pictures=(picture,), pages=pages))
    assert seen.figures[0].crop.startswith(b"\x89PNG")
    assert 0 < len(seen.thumbnails) <= 4


def test_logo_is_decoration() -> None:
    """What stands in the page header takes no caption from a figure."""
    logo = Picture(kind=PictureKind.RASTER, line=5, place=Place.HEADER)
    seen = outline(word(pictures=(logo, CHART)))
    assert [(figure.decoration, figure.caption is not None) for figure in seen.figures] == [
        (True, False),
        (False, True),
    ]


def test_figure_named_by_its_place() -> None:
    """A figure without a number is spoken of as 上図, the nearest one."""
    texts = ("前の文。", "上図より、時間が増える。", *["文。"] * 40)
    pictures = [Picture(kind=PictureKind.RASTER, line=line) for line in (1, 40)]
    seen = outline(word(texts, pictures))
    assert [figure.referenced for figure in seen.figures] == [True, False]


@pytest.mark.parametrize("text", ["図1～99。", "図1 題", "1. 時間は3乗に比例 TODO"])
def test_long_documents_end(text: str) -> None:
    """However long a report is, what is given of it is bounded."""
    seen = outline(word([text] * 10_001, [CHART] * 500))
    assert not seen.complete
    assert len(seen.figures) <= 200
    assert len(seen.captions) <= 500
    assert len(seen.chapters) <= 500
    assert len(seen.references) <= 2_000
    assert len(seen.relations) <= 200
    assert len(seen.left_over) <= 50


def test_one_endless_line() -> None:
    """A line longer than a book is read to a point."""
    seen = outline(word(["時間は3乗に比例する。" * 30_000]))
    assert not seen.complete
    assert 0 < len(seen.relations) <= 200


def test_the_title_of_a_graph_leaves_open_what_has_no_axes_that_are_seen() -> None:
    """But for what its title calls a program, a screen or a table."""
    blank = Pixels(width=300, height=200, data=bytes([255]) * 180_000)
    for title, answer in (
        ("図1 行列のサイズと実行時間", Answer.UNSURE),
        ("図1 実行時間を測るプログラム", Answer.NO),
        ("図1 入力画像", Answer.NO),
    ):
        drawn = Picture(kind=PictureKind.RASTER, line=1, pixels=blank)
        (figure,) = outline(word(("本文。", title), (drawn,))).figures
        assert figure.is_graph is answer
        assert ("caption" in figure.why) is (answer is Answer.UNSURE)


def test_what_the_handout_says_is_no_claim_of_the_report() -> None:
    """Neither its task nor a sentence of its template."""
    texts = ("実行時間が n^3 に比例することを示せ。", "時間は n^2 に比例した。（ここに考察を書く）")
    asked = ("実行時間がn^3に比例することを示せ",)
    assert outline(word(texts), task=asked, template=("時間は n^2 に比例した",)).relations == ()
    assert len(outline(word(texts)).relations) == 2
