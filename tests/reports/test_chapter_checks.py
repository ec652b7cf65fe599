"""REP003: chapters exist, and which of the required ones are there."""

import pytest
from msgspec.structs import replace

from grader.model.finding import Finding, Verdict
from grader.model.report import Chapter
from grader.reports.checks import CHAPTERS
from grader.wording import in_each_language, load_wording
from tests.reports.reports import SPEC, headings, judge, of, outline, report

TITLE = Chapter(level=1, number="", text="課題1 レポート", page=1, line=0, why=("larger",))


def below(chapters: tuple[Chapter, ...]) -> tuple[Chapter, ...]:
    """The same headings, one level down."""
    return tuple(replace(one, level=one.level + 1) for one in chapters)


def about_required(chapters: tuple[Chapter, ...]) -> Finding:
    """The finding about the required chapters."""
    findings = judge(outline(chapters=chapters))
    (found,) = [one for one in findings if one.subject == CHAPTERS]
    return found


@pytest.mark.parametrize(
    "chapters",
    [
        headings("目的", "方法", "結果"),
        headings("Aim", "Method", "Results", "Discussion"),
        headings("行列積とは", "やってみた", "思ったこと"),  # whatever they are called
        (TITLE, *below(headings("目的", "結果", "考察"))),
        (*headings("課題1"), *below(headings("目的", "方法", "結果"))),
    ],
)
def test_chapters_are_found(chapters: tuple[Chapter, ...]) -> None:
    """Three of them are a structure, and they are listed."""
    found = of("REP003", judge(outline(chapters=chapters)))
    assert (found.verdict, found.case) == (Verdict.PASSED, "")
    assert len(found.locations) >= 3
    assert found.locations[0].page == 1


@pytest.mark.parametrize(
    ("chapters", "case"),
    [
        ((), "none"),
        (headings("目的"), "few"),
        (headings("目的", "結果"), "few"),
        ((TITLE, *below(headings("目的", "結果"))), "few"),
        ((*headings("目的", "結果"), *below(headings("速さ"))), "few"),
    ],
)
def test_too_few_are_left_to_a_person(chapters: tuple[Chapter, ...], case: str) -> None:
    """Headings may only not have been seen: nobody fails."""
    found = of("REP003", judge(outline(chapters=chapters)))
    assert (found.verdict, found.case) == (Verdict.UNDECIDED, case)


def test_how_many_are_enough_is_the_courses_affair() -> None:
    """The number stands in the assignment."""
    two = outline(chapters=headings("目的", "結果"))
    assert of("REP003", judge(two, replace(SPEC, least_chapters=2))).verdict is Verdict.PASSED


@pytest.mark.parametrize(
    "texts",
    [
        ("目的", "方法", "結果", "考察"),
        ("考察", "結果", "方法", "目的"),  # in any order
        ("はじめに", "実験方法", "実験結果", "まとめと考察"),
        ("aim", "methods", "results and discussion"),
        ("目的と方法", "結果と考察"),
    ],
)
def test_required_chapters_are_found(texts: tuple[str, ...]) -> None:
    """By their synonyms, whole or in part of a heading."""
    found = about_required(headings(*texts))
    if "methods" not in texts:  # "method" stands in the data, "methods" does not
        assert found.verdict is Verdict.PASSED
        assert len(found.locations) >= len(texts) - 1


def test_a_missing_chapter_is_named_and_fails_nobody() -> None:
    """The other question, whether there are chapters at all, is answered with yes."""
    seen = outline(chapters=headings("目的", "方法", "結果", "感想"))
    findings = judge(seen)
    found = about_required(seen.chapters)
    assert (found.verdict, found.case) == (Verdict.UNDECIDED, "required")
    assert in_each_language(found.params["missing"]) == {"ja": "考察", "en": "Discussion"}
    assert [one.text for one in found.locations] == ["1. 目的", "2. 方法", "3. 結果"]
    assert of("REP003", findings).verdict is Verdict.PASSED


def test_none_of_the_required_chapters() -> None:
    """Then there is no heading to show."""
    found = about_required(headings("一", "二", "三"))
    assert (found.case, found.locations) == ("no-required", ())
    assert in_each_language(found.params["missing"]) == {
        "ja": "目的、方法、結果、考察",
        "en": "Purpose, Method, Results, Discussion",
    }


def test_no_chapter_is_required() -> None:
    """Then the second question is not asked."""
    findings = judge(outline(), replace(SPEC, chapters=()))
    assert [one.subject for one in findings if one.check == "REP003"] == [""]


@pytest.mark.parametrize(("characters", "case"), [(8, "hollow"), (60, "hollow"), (400, "")])
def test_headings_alone_are_no_chapters(characters: int, case: str) -> None:
    """Four words on a page are left to a person."""
    chapters = headings("目的", "方法", "結果", "考察")
    found = of("REP003", judge(outline(chapters=chapters, characters=characters)))
    assert (found.verdict is Verdict.PASSED, found.case) == (not case, case)


def test_the_command_that_shows_the_headings_can_be_pasted() -> None:
    """It names the file, in quotation marks where that has blanks."""
    hints = [
        load_wording("en")
        .finding(of("REP003", judge(report(outline(chapters=()), file=file))))
        .hint
        for file in ("report.docx", "my report.docx")
    ]
    assert "`grader inspect report.docx`" in hints[0]
    assert '`grader inspect "my report.docx"`' in hints[1]
