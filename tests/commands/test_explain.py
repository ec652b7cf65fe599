"""`grader explain` says what a check means."""

import re
from pathlib import Path

import pytest

from grader.plugins import slugs
from tests.commands.conftest import Say

JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")


@pytest.mark.parametrize("code", slugs())
def test_page_is_told_in_the_language_asked(code: str, say: Say) -> None:
    """Title, examples and text are of one language; what examples quote may be Japanese."""
    for lang in ("ja", "en"):
        explained = say("explain", code, "--lang", lang)
        title, passed, *page = explained.out.splitlines()
        prose = [line for line in page if line and not line.startswith("    ")]
        assert explained.code == 0
        assert title.startswith(f"{code} {slugs()[code]}: ")
        assert passed.partition(": ")[2]
        assert len(prose) < len([line for line in page if line])  # there is an example
        assert not [line for line in prose if line.startswith(("#", "```"))]
        if lang == "ja":
            assert JAPANESE.search("".join(prose))
        else:
            assert [line for line in prose if re.search("[ぁ-んァ-ヶ]{3}", line)] == []


@pytest.mark.parametrize("name", ["COR002", "cor002", "known-mistake", "Known-Mistake"])
def test_code_or_slug_in_any_case(name: str, say: Say) -> None:
    """What stands on a sheet is understood, however it is typed."""
    assert say("explain", name, "--lang", "en").out.startswith("COR002 known-mistake: ")


@pytest.mark.parametrize(
    ("name", "english", "japanese"),
    [
        ("wrong-valu", "similar names: wrong-value", "似た名前: wrong-value"),
        ("cor0", "similar names: COR001, COR002, COR003", "似た名前: COR001, COR002, COR003"),
        ("???", "run `grader explain` to list all checks", "`grader explain` で一覧"),
    ],
)
def test_unknown_name(name: str, english: str, japanese: str, say: Say) -> None:
    """It ends with 2 and the nearest names."""
    for lang, words in (("en", english), ("ja", japanese)):
        answer = say("explain", name, "--lang", lang)
        assert answer.code == 2
        assert words in answer.err


def test_without_a_code_all_are_listed(say: Say) -> None:
    """One line each: code, short name, title."""
    lines = say("explain", "--lang", "en").out.splitlines()
    assert [line.split()[:2] for line in lines] == [list(row) for row in slugs().items()]
    assert ["COR002", "known-mistake", "common", "mistake"] in [line.split() for line in lines]


def test_a_mistake_has_a_page_of_its_own(say: Say) -> None:
    """It begins with what went wrong, in the course's letters; the check's page lists it."""
    explained = say("explain", "COR002", "B-Transposed", "--lang", "en")
    title, _, _, wrong, *_ = explained.out.splitlines()
    assert (explained.code, title.partition(":")[0]) == (0, "COR002 b-transposed")
    assert wrong.startswith("The indices of b are the wrong way round: use b[k][j]")
    assert "with this mistake it gives `[[17, 23], [39, 53]]`" in explained.out
    assert "{" not in explained.out
    listed = say("explain", "COR002", "--lang", "en").out
    assert "  b-transposed  the product with the second matrix transposed" in listed
    assert "float32" not in listed
    assert "  float32  " in say("explain", "COR007", "--lang", "en").out


@pytest.mark.parametrize(
    ("check", "mistake", "english", "japanese"),
    [
        ("COR002", "b-transpose", "similar names: b-transposed", "似た名前: b-transposed"),
        ("COR002", "qqqqq", "explain COR002` to list all", "explain COR002` で一覧"),
        ("RUN001", "zeros", "RUN001 names no common mistakes", "COR002 と COR007"),
    ],
)
def test_unknown_mistake(check: str, mistake: str, english: str, japanese: str, say: Say) -> None:
    """It ends with 2 and says what there is."""
    for lang, words in (("en", english), ("ja", japanese)):
        answer = say("explain", check, mistake, "--lang", lang)
        assert answer.code == 2
        assert words in answer.err


@pytest.mark.parametrize(("lang", "when"), [("ja", "合格のとき: "), ("en", "When it passes: ")])
def test_what_a_passed_check_says_is_no_verdict(lang: str, when: str, say: Say) -> None:
    """A student whose program failed reads the page."""
    assert say("explain", "COR001", "--lang", lang).out.splitlines()[1].startswith(when)


def test_the_mistakes_of_the_assignment_at_hand_are_listed(
    say: Say, course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of other operations are named, and listed by the name of the operation."""
    folder = course / "mine"
    folder.mkdir()
    (folder / "kadai1.py").write_text("", encoding="utf-8")
    monkeypatch.chdir(folder)
    page = say("explain", "COR002", "--lang", "en").out
    assert "  b-transposed  " in page
    assert "  flipped  " not in page
    assert "list its mistakes: `grader explain COR002 conv" in page
    (listed, *_) = say("explain", "COR002", "convolution", "--lang", "en").out.splitlines()
    assert listed.startswith("Common mistakes (convolution)")


def test_the_page_of_a_mistake_shows_how_it_is_written(say: Say) -> None:
    """The course knows by which formulas a program is recognised."""
    assert "`a[i][k]*b[j][k]`" in say("explain", "COR002", "b-transposed", "--lang", "en").out
