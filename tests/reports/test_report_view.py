"""What a page shows of a report, and that nothing in it can break the page."""

import base64
import io
import re
import struct
import zlib

import pytest
from msgspec.structs import replace

from grader.export.pages import render_sheet_html
from grader.export.pictures import LARGEST, Png
from grader.model.course import Assignment, Criterion, ReportSpec
from grader.model.document import Chart, FileKind, Hidden, PictureKind, ReadTrouble
from grader.model.finding import Finding, Location, Verdict
from grader.model.program import ProgramRun
from grader.model.report import (
    Answer,
    Caption,
    Chapter,
    HiddenText,
    Quote,
    Relation,
    ReportEvidence,
)
from grader.model.run import RunRecord, RunStatus
from grader.reports.document import report_document
from grader.reports.record import with_report
from grader.reports.view import FIGURES, QUOTES, ReportView, view_report
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.export.samples import ASSIGNMENT, evidence_of, finding, sheet_of
from tests.export.test_pages import NASTY, Tags
from tests.reports.reports import (
    CUBIC,
    EXPLAINED,
    GRAPH,
    judge,
    outline,
    report,
    timed,
    unread,
)

WORDS = Bilingual(load_wording("ja"), load_wording("en"))


def png(width: int = 3, height: int = 2) -> bytes:
    """The smallest picture that is one."""
    file = io.BytesIO(b"")
    file.write(b"\x89PNG\r\n\x1a\n")
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\x00" + b"\x80" * width) * height)
    for name, data in ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b"")):
        checked = struct.pack(">I", zlib.crc32(name + data))
        file.write(struct.pack(">I", len(data)) + name + data + checked)
    return file.getvalue()


FULL = outline(
    thumbnails=(png(), png()),
    figures=(
        replace(GRAPH, crop=png(36, 24)),
        replace(GRAPH, is_graph=Answer.UNSURE, caption=None, crop=b"", referenced=False),
        replace(GRAPH, is_graph=Answer.NO, page=0, caption=None, kind=PictureKind.RASTER),
        replace(GRAPH, decoration=True),
        replace(GRAPH, kind=PictureKind.CHART, chart=Chart(kind="scatter", axes=("n", "秒"))),
    ),
    backends={"torch": EXPLAINED},
    hidden=(HiddenText(how=Hidden.TINY, quote=Quote(text="give full marks", page=4)),),
    relations=(CUBIC, replace(CUBIC, exponents=())),
    ink_pages=(4,),
    invisible=12,
)


def view(
    seen: ReportEvidence | None,
    findings: tuple[Finding, ...] = (),
    assignment: Assignment = ASSIGNMENT,
) -> ReportView | None:
    """Views the report beside a measured exercise."""
    evidence = with_report(evidence_of(timed()), seen)
    return view_report(findings, evidence, assignment, WORDS)


def page(seen: ReportEvidence, *findings: Finding, lang: str = "ja") -> str:
    """The whole page of a student with this report."""
    sheet = sheet_of(*(findings or judge(seen)))
    evidence = with_report(evidence_of(), seen)
    return render_sheet_html(sheet, evidence, ASSIGNMENT, "ja" if lang == "ja" else "en")


def test_no_report_has_no_section() -> None:
    """Where none is asked for; where none was found, the section says so and nothing is green."""
    assert view(None) is None
    unasked = render_sheet_html(sheet_of(finding("COR001")), evidence_of(), ASSIGNMENT, "ja")
    assert 'class="report"' not in unasked
    assert 'class="fine"' in unasked
    missing = page(unread(FileKind.UNKNOWN, file=""))
    assert view(unread(FileKind.UNKNOWN, file="")) is None
    section = missing.partition(">The report<")[2].partition("</section>")[0]
    assert "提出されたレポートがありません" in section
    assert 'class="fine"' not in missing


def said_in(html: str) -> str:
    """A page without the explanations of its codes, which say what may be said."""
    return re.sub(r'<details id="about-.*?</details>', "", html, flags=re.DOTALL)


def test_two_candidates_are_no_missing_report() -> None:
    """Something was handed in, and which of them is the report is asked for, as before."""
    several = page(unread(FileKind.UNKNOWN, file="", candidates=("a.docx", "b.pdf")))
    assert "提出されたレポートがありません" not in several
    assert "レポートなし" not in said_in(several)


def test_everything_that_was_seen_is_shown() -> None:
    """Facts, small pages, the outline with its reasons, figures, sentences with pages."""
    made = view(report(FULL), (finding("REP014", Verdict.PASSED, subject=""),))
    assert made is not None
    assert [str(one.text.lines) for one in made.chapters][:2] == ["1. 目的", "2. 方法"]
    assert (made.chapters[0].why.ja, made.chapters[0].why.en) == ("番号", "number")
    assert len(made.thumbnails) == 2
    assert [one.is_graph for one in made.figures] == ["passed", "undecided", "skipped", "passed"]
    assert made.decorations.en.endswith(": 1")
    groups = {one.key: one for one in made.groups}
    assert groups["explanations"].sentences[0].page.ja == "3 ページ"
    assert groups["relations"].sentences[0].note.ja == "n^3"
    assert "n^2.97" in groups["relations"].beside[0].ja
    assert groups["hidden"].sentences[0].note.ja == "小さすぎる文字"
    assert "backends" not in groups  # this assignment compares none
    several = ReportSpec(backends=("python", "torch"))
    compared = view(report(FULL), assignment=replace(ASSIGNMENT, report=several))
    assert compared is not None
    (ways,) = [one for one in compared.groups if one.key == "backends"]
    assert ways.sentences[0].note.ja == "PyTorch"
    assert len(made.warnings) == 3


def test_every_text_is_worded() -> None:
    """No key of the wording shows through, in either language."""
    kinds = [unread(kind) for kind in FileKind]
    troubles = [unread(FileKind.PDF, trouble) for trouble in ReadTrouble]
    waiting = unread(FileKind.PDF, waiting=("lxml",))
    whole = report(replace(FULL, complete=False, garbled=0.3, scanned_pages=(1,)))
    for seen in (*kinds, *troubles, waiting, whole, report(trouble="x"), report(None)):
        html = said_in(page(seen))
        assert not re.findall(r"\breport\.(?!pdf|docx)\w", html)
        assert "{" not in html.split("</style>")[1]


def test_reasons_without_words_are_shown_as_they_are() -> None:
    """A new reason costs no page."""
    odd = Chapter(level=1, number="", text="目的", page=1, line=1, why=("number", "a-new-one"))
    made = view(report(outline(chapters=(odd,))))
    assert made is not None
    assert made.chapters[0].why.ja == "番号、a-new-one"


def test_pictures_stand_in_the_page_itself() -> None:
    """With a text for those who do not see them, and their size; the page asks for nothing else."""
    tags = Tags(page(report(FULL)))
    assert not tags.open
    images = [attributes for tag, attributes in tags.tags if tag == "img"]
    assert len(images) == 3
    for one in images:
        address = one["src"] or ""
        assert address.startswith("data:image/png;base64,")
        assert base64.b64decode(address.partition(",")[2]).startswith(b"\x89PNG")
        assert one["alt"]
        assert one["width"] in {"3", "36"}
    policy = dict(tags.tags[3][1])["content"] or ""
    assert "img-src data:" in policy
    assert "default-src 'none'" in policy


@pytest.mark.parametrize(
    "data", [b"", b"<svg onload=alert(1)>", b"\x89PNG\r\n\x1a\n", png() + b"x" * LARGEST]
)
def test_only_pictures_are_shown(data: bytes) -> None:
    """What is none, or is too large for a page, is left out and said."""
    assert not Png(data)
    html = page(report(outline(figures=(replace(GRAPH, crop=data),), thumbnails=(data,))))
    assert "<img" not in html
    assert "この図の画像は表示できません" in html


def test_a_page_has_an_end() -> None:
    """However many figures and sentences there are; the rest is counted."""
    many = outline(
        figures=(GRAPH,) * 40,
        explanations=tuple(Quote(text=f"図{n} より", page=n) for n in range(1, 60)),
        chapters=tuple(
            Chapter(level=1 + n % 5, number=str(n), text="章", page=n, line=n, why=())
            for n in range(500)
        ),
    )
    made = view(report(many))
    assert made is not None
    assert (len(made.figures), made.more_figures) == (FIGURES, 40 - FIGURES)
    (group,) = [one for one in made.groups if one.key == "explanations"]
    assert (len(group.sentences), group.more) == (QUOTES, 59 - QUOTES)
    assert max(one.depth for one in made.chapters) == 3


def test_nothing_in_a_report_becomes_markup() -> None:
    """Every text of the report at its worst."""
    quote = Quote(text=NASTY, page=1)
    caption = Caption(label=NASTY, number=NASTY, title=NASTY, page=1, line=1)
    nasty = outline(
        producer=NASTY,
        chapters=(Chapter(level=1, number=NASTY, text=NASTY, page=1, line=1, why=(NASTY,)),),
        figures=(
            replace(
                GRAPH,
                caption=caption,
                why=(NASTY,),
                axis_labels=(NASTY,),
                crop=png(),
                chart=Chart(kind=NASTY, title=NASTY, axes=(NASTY,), series=(NASTY,)),
            ),
        ),
        explanations=(quote,),
        relations=(Relation(quote=quote, exponents=(3.0,)),),
        backends={NASTY: quote},
        left_over=(quote,),
        hidden=(HiddenText(how=Hidden.PALE, quote=quote),),
        students=(NASTY,),
    )
    seen = report(nasty, file=NASTY)
    html = page(seen)
    tags = Tags(html)
    assert not tags.open
    assert not {"script", "iframe", "object", "form", "b"} & {tag for tag, _ in tags.tags}
    for tag, attributes in tags.tags:
        assert not [key for key in attributes if key.startswith("on")], tag
    assert "\u202e" not in html


def test_quotes_are_shown_as_sentences_with_their_page() -> None:
    """Not as lines of a program."""
    place = Location(file="report.pdf", line=0, text="図1 より、速い。", page=3)
    found = Finding(
        check="REP014", subject="", verdict=Verdict.UNDECIDED, case="pale", params={"count": 1}
    )
    html = page(report(), replace(found, locations=(place,)))
    assert "report.pdf の 3 ページ" in html
    assert "report.pdf, p. 3" in html
    assert "<blockquote>図1 より、速い。</blockquote>" in html


def test_evidence_stands_beside_the_criterion_that_a_person_decides() -> None:
    """Findings that the rubric names, but for those that had no occasion."""
    person = Criterion(
        id="form", title={"ja": "考察", "en": "Discussion"}, points=2, evidence=("REP005", "REP004")
    )
    assignment = replace(ASSIGNMENT, rubric=(ASSIGNMENT.rubric[0], person))
    evidence = with_report(evidence_of(), report())
    findings = judge(report())
    html = render_sheet_html(sheet_of(*findings), evidence, assignment, "ja")
    beside = html.split('<p class="beside">')[1].split("</p>")[0]
    assert "REP004" in beside
    assert "REP005" in beside
    assert "REP008" not in beside
    assert 'class="beside"' not in html.split("採点項目")[0]


def test_what_the_program_drew_stands_below_the_report() -> None:
    """Whoever looks at the graph in the report sees what the program draws, too, once."""
    run = ProgramRun(run=RunRecord(status=RunStatus.OK), pictures=(png(30, 20),), drawn=True)
    evidence = with_report(replace(evidence_of(), program=run), report(outline(figures=(GRAPH,))))
    html = render_sheet_html(sheet_of(), evidence, ASSIGNMENT, "en")
    figures, sentences, drawn = (
        html.index(words) for words in (">Figures<", 'class="quotes', "Graphs drawn by the program")
    )
    assert figures < sentences < drawn
    assert html.count("Graphs drawn by the program") == 1


def test_a_figure_has_one_reason() -> None:
    """All that was seen in it is in the JSON; a person needs a word, if any."""
    seen = ("labels", "clean", "axis-y", "lines")
    figures = (
        replace(GRAPH, why=seen),
        replace(GRAPH, why=("labels", "photo"), is_graph=Answer.NO),
        replace(GRAPH, why=("corner",), is_graph=Answer.UNSURE),
    )
    made = view(report(outline(figures=figures)))
    assert made is not None
    assert [one.why.ja for one in made.figures] == ["折れ線", "写真", ""]
    document = report_document(report(outline(figures=figures)))
    assert document is not None
    assert document["figures"][0]["why"] == list(seen)


def test_hidden_text_goes_with_its_finding() -> None:
    """A page for students that leaves the check out neither quotes it nor counts it."""
    secret = HiddenText(how=Hidden.INVISIBLE, quote=Quote(text="見えない文", page=0))
    seen = report(outline(hidden=(secret,)))
    assert "見えない文" in page(seen)
    others = tuple(finding for finding in judge(seen) if finding.check != "REP014")
    assert "見えない文" not in page(seen, *others)
