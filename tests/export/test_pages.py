"""The pages: self-contained, in both languages, and closed to what students wrote."""

import base64
import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

import grader.export
from grader.export.pages import render_sheet_html, render_summary_html
from grader.export.summary import ClassRow
from grader.model.evidence import Element, Evidence, Outcome
from grader.model.finding import Location, Verdict
from grader.model.run import RunRecord, RunStatus, Traceback
from grader.model.scoresheet import ScoreSheet
from grader.plugins import slugs
from grader.wording import Language, check_html, load_wording
from tests.export.samples import (
    ASSIGNMENT,
    LOADED_IN_PART,
    RAISED,
    TRANSPOSED,
    compared,
    evidence_of,
    finding,
    observed,
    sheet_of,
)

NASTY = (
    "</span><script>alert(1)</script><img src=//evil.example/x onerror='alert(1)'>"
    "\"'{{7*7}}\u202e\x00\ud800"
)
VOID = {"meta", "input", "br", "rect", "line", "img"}
INERT = {"p", "ul", "ol", "li", "pre", "code", "em", "strong", "br"} | {
    *("blockquote", "table", "thead", "tbody", "tr", "th", "td")
}


class Tags(HTMLParser):
    """Every tag of a page, and whether they close each other."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def nasty_evidence() -> Evidence:
    """Everything a student can name or print, at its worst."""
    crash = RunRecord(
        status=RunStatus.RUNTIME_ERROR,
        stderr_tail=NASTY,
        traceback=Traceback(type=NASTY, message=NASTY, frames=((NASTY, 3, NASTY),)),
    )
    flood = RunRecord(status=RunStatus.OUTPUT, stderr_tail=NASTY * 100)
    entry = observed().entry
    assert entry is not None
    target = replace(entry.target, name=NASTY)
    wrong = Element(row=0, column=0, expected=NASTY, got=NASTY)
    case = replace(compared(Outcome.WRONG_VALUE), first_wrong=wrong)
    exercise = observed(
        load=crash,
        whole_load=flood,
        entry=replace(entry, file=NASTY, target=target, others=(NASTY,)),
        comparisons=(case,),
    )
    return replace(evidence_of(exercise), files=(NASTY, NASTY * 99), main=NASTY, encoding=NASTY)


def nasty_sheet() -> ScoreSheet:
    """A student and findings full of what ought to stay text."""
    place = Location(file=NASTY, line=3, text=NASTY)
    findings = [
        finding(check, Verdict.FAILED, params={"name": NASTY, "got": NASTY}, locations=(place,))
        for check in ("COR001", "RUN007", "POL001")
    ]
    findings.append(finding("RUN003", Verdict.FAILED))
    sheet = sheet_of(*findings, student=NASTY, content=None)
    person = replace(sheet.awards[1], points=1.0, decided_by=NASTY, reason=NASTY)
    return replace(sheet, awards=(sheet.awards[0], person))


SHEET = sheet_of(
    TRANSPOSED,
    RAISED,
    *(finding("COR001", verdict) for verdict in Verdict),
    finding("RUN001", case="redecoded"),
    content=0.0,
)
EVIDENCE = evidence_of(
    observed(comparisons=(compared(), compared(Outcome.WRONG_VALUE)), **LOADED_IN_PART),
)
ROWS = [
    ClassRow(sheet=SHEET, stem="24A1201"),
    ClassRow(sheet=nasty_sheet(), stem="_"),
    ClassRow(sheet=sheet_of(student="24A1209", content=None), stem="24A1209"),
]
PAGES: dict[str, Callable[[], str]] = {
    "sheet": lambda: render_sheet_html(SHEET, EVIDENCE, ASSIGNMENT, "ja"),
    "right": lambda: render_sheet_html(
        sheet_of(finding("COR001")), evidence_of(), ASSIGNMENT, "en"
    ),
    "nasty": lambda: render_sheet_html(nasty_sheet(), nasty_evidence(), ASSIGNMENT, "ja"),
    "nothing": lambda: render_sheet_html(
        sheet_of(finding("INT002", Verdict.FAILED, subject=""), content=None),
        replace(
            evidence_of(observed(load=None, entry=None, comparisons=(), seed="")), files=(), main=""
        ),
        ASSIGNMENT,
        "ja",
    ),
    "summary": lambda: render_summary_html(ROWS, ASSIGNMENT, "ja"),
    "empty": lambda: render_summary_html([], ASSIGNMENT, "en"),
}


@cache
def page_of(name: str) -> str:
    """One of them, rendered by the first test that asks."""
    return PAGES[name]()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_needs_nothing_from_outside(name: str) -> None:
    """No script, no picture, no address but links to sheets; every tag is closed."""
    tags = Tags(page_of(name))
    assert not tags.open
    assert not {"script", "img", "link", "iframe", "object", "form"} & {tag for tag, _ in tags.tags}
    for tag, attributes in tags.tags:
        assert not [key for key in attributes if key.startswith("on") or key in {"src", "style"}], (
            tag
        )
        assert (attributes.get("href") or "sheets/").startswith(("sheets/", "#"))


def test_codes_lead_to_their_explanations() -> None:
    """To a part of the sheet itself, with both languages; a check that just passed needs none."""
    tags = Tags(page_of("sheet"))
    links = {str(one.get("href")) for tag, one in tags.tags if tag == "a"}
    places = {one.get("id") for _, one in tags.tags}
    assert {"#about-COR002", "#about-RUN003"} <= links
    assert {"about-COR002", "about-RUN003"} <= places
    assert "よくある間違い」と同じ値です" in tags.text
    assert "The results of all cases are those of one known mistake" in tags.text
    assert "about-POL001" not in {one.get("id") for _, one in Tags(page_of("right")).tags}


def test_codes_lead_to_the_course_s_own_site() -> None:
    """Where the course names one, in the reader's language; the sheet then explains none itself."""
    online = replace(ASSIGNMENT, docs_url="https://example.ac.jp/grader/")
    tags = Tags(render_sheet_html(SHEET, EVIDENCE, online, "ja")).tags
    links = {str(one["href"]): one.get("lang") for tag, one in tags if tag == "a" and "href" in one}
    for lang in ("ja", "en"):
        assert links[f"https://example.ac.jp/grader/{lang}/checks/COR002.html"] == lang
    assert not [one for _, one in tags if str(one.get("id")).startswith("about-")]


@pytest.mark.parametrize("lang", get_args(Language))
def test_an_explanation_is_inert(lang: Language) -> None:
    """No check's page brings a link, a picture or a script; its code is shown as code."""
    for code in slugs():
        tags = Tags(check_html(code, lang))
        assert {tag for tag, _ in tags.tags} <= INERT, code
        assert "pre" in {tag for tag, _ in tags.tags}, code
        assert not [one for _, one in tags.tags if set(one) - {"class"}], code


@pytest.mark.parametrize("name", PAGES)
def test_links_within_a_page_lead_to_one_place(name: str) -> None:
    """From a criterion to the findings it rests on; no two places have the same name."""
    tags = Tags(PAGES[name]()).tags
    places = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(places) == len(set(places))
    links = {attributes["href"] or "" for _, attributes in tags if "href" in attributes}
    within = {link.removeprefix("#") for link in links if link.startswith("#")}
    assert within <= set(places)
    if name == "sheet":
        assert {"finding-COR002", "finding-RUN003", "finding-COR001-2"} <= within


@pytest.mark.parametrize("name", ["sheet", "summary"])
def test_a_phone_shows_rows_as_cards(name: str) -> None:
    """Each cell says in both languages what its column is called."""
    cells = [attributes for tag, attributes in Tags(PAGES[name]()).tags if "data-ja" in attributes]
    assert cells
    assert all(attributes["data-ja"] and attributes["data-en"] for attributes in cells)


def test_the_summary_says_how_to_sort_and_decide() -> None:
    """It has no script; the page of `grader review` does that."""
    assert "grader review kadai1" in PAGES["summary"]()


@pytest.mark.parametrize("name", PAGES)
def test_the_policy_of_the_page_allows_its_own_style_only(name: str) -> None:
    """Nothing is fetched, nothing runs, even if something slipped in."""
    policy = dict(Tags(page_of(name)).tags[3][1])["content"] or ""
    (style,) = re.findall(r"<style>(.*?)</style>", page_of(name), re.DOTALL)
    digest = base64.b64encode(sha256(style.encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}'")
    assert "@import" not in style
    assert "url(" not in style


@pytest.mark.parametrize("name", ["nasty", "summary"])
def test_what_students_wrote_stays_visible_text(name: str) -> None:
    """Escaped, with its control characters shown and its direction kept."""
    page = page_of(name)
    assert "<script>alert(1)</script>" in Tags(page).text
    assert "{{7*7}}" in Tags(page).text
    assert not set(page) & set("\x00\u202e\ud800")
    page.encode()


def test_a_page_stays_small() -> None:
    """However much a student wrote."""
    assert len(page_of("nasty")) < 100_000


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_both_languages_are_in_the_page(lang: Any) -> None:
    """The one asked for is shown first and named in the page's head."""
    page = render_sheet_html(SHEET, EVIDENCE, ASSIGNMENT, lang)
    tags = Tags(page).tags
    assert tags[0] == ("html", {"lang": lang})
    chosen = [
        attributes["id"] for tag, attributes in tags if tag == "input" and "checked" in attributes
    ]
    assert chosen == [f"show-{lang}"]
    for text in ("課題1 行列積", "Assignment 1: matrix product", "採点票", "Score sheet"):
        assert text in page


def test_the_page_says_points_open_items_and_evidence() -> None:
    """What a student looks for first, in the order of the page."""
    page = page_of("sheet")
    places = [
        page.index(text)
        for text in (
            *(">24A1201</h1>", "あと 2 点分が未採点", "TA が採点します。", "kadai1.py の 12 行目"),
            *("c[j][i] +=", "正しい値", "c[i][n] = 0", "5eed5eed", "A+"),
        )
    ]
    assert places == sorted(places)


def test_the_same_evidence_gives_the_same_page() -> None:
    """No clock and no measured time is on it."""
    slow = RunRecord(status=RunStatus.OK, wall_seconds=9.0, cpu_seconds=8.0, peak_mib=70.0)
    case = replace(compared(), run=slow)
    pages = {
        render_sheet_html(
            sheet_of(), evidence_of(observed(load=run, comparisons=(one,))), ASSIGNMENT, "ja"
        )
        for run, one in ((slow, case), (RunRecord(status=RunStatus.OK), compared()))
    }
    assert len(pages) == 1


@pytest.mark.parametrize("name", PAGES)
def test_headings_do_not_skip_a_level(name: str) -> None:
    """One h1; a screen reader can walk the page."""
    levels = [int(tag[1]) for tag, _ in Tags(page_of(name)).tags if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def ui_keys() -> Iterator[str]:
    """Every key of a UI text that a template or a source of this room names in full."""
    folder = Path(grader.export.__file__).parent
    for path in [*folder.glob("templates/*.html"), *folder.glob("*.py")]:
        yield from re.findall(r"""say\(\s*"([a-z_.]+)\"""", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_text_of_the_pages_is_worded(lang: str) -> None:
    """A key that is not in the files would be shown as it is."""
    keys = set(ui_keys())
    assert len(keys) > 100
    for key in keys:
        table: Any = load_wording(lang).data["ui"]
        for part in key.split("."):
            table = table[part]
        assert isinstance(table, str), key
