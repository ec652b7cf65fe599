"""Both languages in one text, escaped."""

import pytest

from grader.model.finding import Verdict
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual, BilingualText, Code

WORDS = Bilingual(load_wording("ja"), load_wording("en"))


def test_both_languages_are_written_and_marked() -> None:
    """A style shows one of them; a screen reader knows which language it reads."""
    html = BilingualText("答え <b>", "answer & `x`").__html__()
    assert html == (
        "<span lang=ja>答え &lt;b&gt;</span><span lang=en>answer &amp; <code>x</code></span>"
    )


def test_a_text_without_a_language_is_written_once() -> None:
    """Names and numbers."""
    assert WORDS.name("<i>\u202e").__html__() == "&lt;i&gt;&lt;U+202E&gt;"


@pytest.mark.parametrize(
    ("text", "there"), [(BilingualText("", ""), False), (BilingualText("", "x"), True)]
)
def test_an_empty_text_is_false(text: BilingualText, *, there: bool) -> None:
    """A template asks whether there is something to show."""
    assert bool(text) is there
    assert bool(Code(text.en)) is there


def test_code_keeps_its_lines_and_marks_wide_spaces() -> None:
    """U+3000 looks like nothing, and Python refuses it."""
    html = Code("if a < b:\n\tx\u3000= 1\x07").__html__()
    assert html == 'if a &lt; b:\n\tx<span class="wide">\u3000</span>= 1␇'


def test_facts_about_the_machine_have_names() -> None:
    """One that nobody named is shown as it is."""
    assert WORDS.machine("rung") == BilingualText("隔離レベル", "Sandbox")
    assert WORDS.machine("cores") == BilingualText("cores", "cores")


def test_titles_and_verdicts_come_in_both_languages() -> None:
    """From the same wording as everywhere else."""
    assert WORDS.verdict(Verdict.FAILED) == BilingualText("不合格", "failed")
    assert WORDS.title("XYZ999") == BilingualText("XYZ999", "XYZ999")
    assert WORDS.of({"ja": "内容", "en": "Content"}) == BilingualText("内容", "Content")
