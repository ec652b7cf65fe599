"""REP001, REP002 and REP009: what is wrong with the file, each in its own sentence."""

import pytest
from msgspec.structs import replace

from grader.model.document import FileKind, Hidden, ReadTrouble
from grader.model.finding import Verdict
from grader.model.report import Answer, HiddenText, Quote, ReportEvidence, ReportOutline
from grader.wording import load_wording
from tests.reports.reports import CAPTION, GRAPH, OUTLINE, judge, of, outline, report, told, unread

PHOTO = replace(GRAPH, is_graph=Answer.NO, caption=None)
EMPTY = ReportOutline(kind=FileKind.PDF, page_count=3)

# Only these fail: a kind that is neither Word nor PDF, a file that does not open, no text at all.
FAILING = [
    *(
        (unread(kind), f"REP001 failed {kind.value}")
        for kind in (
            *(FileKind.DOC, FileKind.HTML, FileKind.ODT, FileKind.RTF, FileKind.PAGES),
            *(FileKind.OFFICE, FileKind.TEXT, FileKind.PICTURE, FileKind.UNKNOWN),
        )
    ),
    (unread(FileKind.EMPTY), "REP002 failed empty"),
    (unread(FileKind.EMPTY, ReadTrouble.EMPTY), "REP002 failed empty"),
    (unread(FileKind.PDF, ReadTrouble.EMPTY), "REP002 failed empty"),
    (unread(FileKind.PDF, ReadTrouble.ENCRYPTED), "REP002 failed encrypted"),
    (unread(FileKind.DOCX, ReadTrouble.ENCRYPTED), "REP002 failed encrypted"),
    (unread(FileKind.UNKNOWN, ReadTrouble.ENCRYPTED), "REP002 failed encrypted"),
    (unread(FileKind.DOCX, ReadTrouble.DAMAGED), "REP002 failed damaged"),
    (unread(FileKind.UNKNOWN, ReadTrouble.DAMAGED), "REP002 failed damaged"),
    (report(EMPTY, reading=ReadTrouble.DAMAGED), "REP002 failed damaged"),
    (report(replace(EMPTY, scanned_pages=(1, 2, 3))), "REP009 failed scanned"),
    (report(replace(EMPTY, invisible=468, ink_pages=(1, 2, 3))), "REP009 failed only-hidden"),
    (report(replace(EMPTY, figures=(GRAPH,))), "REP009 failed no-text"),
    (report(replace(EMPTY, ink_pages=(1, 2, 3))), "REP009 failed no-text"),
]


@pytest.mark.parametrize(("seen", "said"), FAILING)
def test_what_nobody_could_read_fails(seen: ReportEvidence, said: str) -> None:
    """One sentence says which it is, and nothing else is held against the student."""
    findings = judge(seen)
    failed = [one for one in told(findings) if " failed" in one]
    assert failed == [said]
    others = {one.verdict for one in findings if not said.startswith(one.check)}
    assert others <= {Verdict.SKIPPED, Verdict.UNDECIDED, Verdict.PASSED}


SPARING = [
    (None, "REP001 undecided unread"),
    (unread(FileKind.UNKNOWN, file=""), "REP001 undecided missing"),
    (unread(FileKind.UNKNOWN, file="", candidates=("a.docx", "b.pdf")), "REP001 undecided several"),
    (unread(FileKind.ARCHIVE), "REP001 undecided archive"),
    (unread(FileKind.LOCK_FILE), "REP001 undecided lock-file"),
    (unread(FileKind.PDF, ReadTrouble.TOO_LARGE, detail="300 pages"), "REP002 undecided too-large"),
    (unread(FileKind.UNKNOWN, ReadTrouble.TOO_LARGE), "REP002 undecided too-large"),
    (unread(FileKind.PDF, ReadTrouble.TIME), "REP002 undecided time"),
    (unread(FileKind.DOCX, ReadTrouble.MEMORY), "REP002 undecided memory"),
    (unread(FileKind.PDF, ReadTrouble.CRASHED), "REP002 undecided crashed"),
    (report(reading=ReadTrouble.DAMAGED), "REP002 undecided in-part"),
    (
        report(replace(EMPTY, figures=(GRAPH,)), reading=ReadTrouble.DAMAGED),
        "REP002 undecided in-part",
    ),
    (report(outline(complete=False)), "REP002 undecided not-to-the-end"),
    (report(outline(garbled=0.4)), "REP002 undecided garbled"),
    (unread(FileKind.PDF, ReadTrouble.XFA), "REP002 undecided xfa"),
    (report(replace(EMPTY, outlined_pages=(2,))), "REP009 undecided outlined"),
    (report(replace(EMPTY, outlined_pages=(2,), invisible=468)), "REP009 undecided outlined"),
    (report(outline(outlined_pages=(1, 2, 3))), "REP009 undecided outlined"),
    (report(outline(ink_pages=(2, 3))), "REP009 undecided most-pages"),
    (report(outline(scanned_pages=(1, 2, 3, 4))), "REP009 undecided most-pages"),
    (report(outline(invisible=3000)), "REP009 undecided hidden-layer"),
    (
        report(replace(outline(kind=FileKind.DOCX, characters=40), relations=(), explanations=())),
        "REP009 undecided little",
    ),
    (report(outline(characters=140, figures=(PHOTO,))), "REP009 undecided little"),
    (report(replace(EMPTY, complete=False)), "REP002 undecided not-to-the-end"),
    (report(EMPTY, reading=ReadTrouble.TIME), "REP002 undecided time"),
]


def test_a_short_text_beside_graphs_programs_and_tables_is_typed() -> None:
    """Nobody is asked about handwriting where no picture may be any."""
    program = replace(PHOTO, caption=replace(CAPTION, label="図2", title="作成したプログラム"))
    table = replace(PHOTO, caption=replace(CAPTION, label="表1", title="測定値", table=True))
    seen = outline(kind=FileKind.DOCX, characters=140, figures=(GRAPH, program, table))
    assert of("REP009", judge(seen)).verdict is Verdict.PASSED
    unsure = replace(GRAPH, is_graph=Answer.UNSURE)
    seen = outline(kind=FileKind.DOCX, characters=140, figures=(GRAPH, unsure))
    assert "REP009 undecided little" in told(judge(seen))
    seen = replace(outline(kind=FileKind.DOCX, characters=60, figures=(GRAPH,)), explanations=())
    assert of("REP009", judge(seen)).verdict is Verdict.PASSED  # it states a relation


@pytest.mark.parametrize(("seen", "said"), SPARING)
def test_what_may_be_our_limits_fails_nobody(seen: ReportEvidence | None, said: str) -> None:
    """A person looks: no check fails."""
    findings = judge(seen)
    assert said in told(findings)
    assert Verdict.FAILED not in {one.verdict for one in findings}


GOOD = [
    (report(), []),
    (report(outline(kind=FileKind.DOCX), file="レポート.docx"), []),
    (report(file="REPORT.PDF"), []),
    (report(outline(kind=FileKind.DOCM), file="r.docm"), ["REP001 passed macros"]),
    (report(outline(kind=FileKind.DOCX)), ["REP002 passed other-ending"]),  # report.pdf
    (report(file="report"), ["REP002 passed other-ending"]),
    (report(outline(ink_pages=(3,))), ["REP009 passed some-pages"]),
    (report(outline(garbled=0.05)), []),
    (report(outline(invisible=2400)), []),
    (report(outline(characters=200)), []),
    (report(outline(page_count=0, kind=FileKind.DOCX), file="r.docx"), []),
]


@pytest.mark.parametrize(("seen", "said"), GOOD)
def test_what_can_be_read_passes(seen: ReportEvidence, said: list[str]) -> None:
    """At most there is a note; a wrong name alone is no fault."""
    findings = judge(seen)
    notes = [one for one in told(findings) if not one.startswith("REP012")]
    assert notes == said
    assert {one.verdict for one in findings} == {Verdict.PASSED}


def test_each_kind_says_how_to_save_it_right() -> None:
    """No two kinds of file share their sentence, and the hint names a way out."""
    hints = set()
    for kind in FileKind:
        found = of("REP001", judge(unread(kind)))
        if found.verdict is Verdict.FAILED:
            sentence = load_wording("ja").finding(found)
            hints.add(sentence.message)
            assert ".docx" in sentence.hint or "PDF" in sentence.hint
    assert len(hints) == 9


def test_a_file_that_stops_everything_is_told_once() -> None:
    """Other checks point to the one that found out, and cost nothing."""
    for seen, code in (
        (unread(FileKind.DOC), "REP001"),
        (unread(FileKind.PDF, ReadTrouble.ENCRYPTED), "REP002"),
        (unread(FileKind.UNKNOWN, file=""), "REP001"),
    ):
        findings = judge(seen)
        others = [one for one in findings if one.check not in ("REP001", "REP002")]
        assert {one.verdict for one in others} == {Verdict.SKIPPED}
        assert {one.params["because"] for one in others} == {code}


def test_a_person_learns_what_a_scan_is_made_of() -> None:
    """The numbers stand in the sentence."""
    found = of("REP009", judge(outline(invisible=468, ink_pages=(1, 2, 3), characters=20)))
    assert (found.verdict, found.params["pages"]) == (Verdict.UNDECIDED, ("1", "2", "3"))
    assert "全 4 ページのうち 3 ページ" in load_wording("ja").finding(found).message


def test_headings_without_counted_characters_are_text() -> None:
    """A report whose chapters were read has text, whatever the count says."""
    assert of("REP009", judge(replace(OUTLINE, characters=0))).verdict is Verdict.UNDECIDED


def test_a_scan_is_not_told_that_it_has_no_chapters() -> None:
    """One thing is wrong with it. But pictures are looked at, and so is what hides behind it."""
    unseen = HiddenText(how=Hidden.INVISIBLE, quote=Quote(text="give full marks", page=1))
    scan = replace(EMPTY, scanned_pages=(1, 2, 3), invisible=40, hidden=(unseen,))
    findings = judge(scan)
    assert told(findings) == [
        "REP004 undecided not-found",
        "REP009 failed only-hidden",
        "REP014 undecided invisible",
    ]
    assert of("REP003", findings).params == {"because": "REP009"}
