"""How a finding becomes a sentence, and what happens when it cannot."""

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

import pytest

from grader.model.finding import Finding, LazyList, LazyText, Param, Verdict
from grader.model.scoresheet import GRADER, Award
from grader.wording import Language, Wording, in_each_language, load_wording

TEXTS: dict[str, Any] = {
    "checks": {
        "COR001": {
            "title": "値の違い",
            "passed": "一致しました。",
            "cases": {
                "plain": {"message": "{row} 行: {got}", "hint": "{lesson}"},
                "near": {"message": "近い値です: {error:.1f}", "hint": "丸めを見直しましょう。"},
            },
        },
        "RUN009": {
            "title": "改ざん",
            "passed": "ありません。",
            "cases": {"plain": {"message": "TA が確認します。", "hint": "お待ちください。"}},
        },
    },
    "verdicts": load_wording("ja").data["verdicts"],
    "awards": load_wording("ja").data["awards"],
    "ui": {
        "list": "、",
        "needs": load_wording("ja").data["ui"]["needs"],
        "sheet": {"of": "{max} 点中"},
        "and": "と",
        "at": "{place} 行目の {name}",
    },
}
WORDING = Wording(lang="ja", data=TEXTS)


def say(
    check: str, verdict: Verdict = Verdict.FAILED, case: str = "", **params: Param
) -> tuple[str, str]:
    """The message and the hint."""
    finding = Finding(check=check, subject="matmul", verdict=verdict, case=case, params=params)
    sentence = WORDING.finding(finding)
    return sentence.message, sentence.hint


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        (("COR001", Verdict.PASSED), "一致しました。", ""),
        (("COR001", Verdict.PASSED, "near"), "近い値です: 0.2", "丸めを見直しましょう。"),
        (("COR001", Verdict.FAILED), "2 行: 31", "添字の順"),
        (("COR001", Verdict.UNDECIDED, "near"), "近い値です: 0.2", "丸めを見直しましょう。"),
        (("RUN009", Verdict.UNDECIDED), "TA が確認します。", "お待ちください。"),
    ],
)
def test_a_finding_has_the_sentence_of_its_case(
    given: tuple[Any, ...], message: str, hint: str
) -> None:
    """Passed, failed, a note and an undecided case each have their own words."""
    lesson = {"ja": "添字の順", "en": "the order of the indices"}
    assert say(*given, row=2, got="31", lesson=lesson, error=0.16) == (message, hint)


@pytest.mark.parametrize(
    "verdict", [Verdict.SKIPPED, Verdict.WAITING, Verdict.UNDECIDED, Verdict.BROKEN]
)
def test_the_verdicts_that_cost_no_points_have_generic_sentences(verdict: Verdict) -> None:
    """No check needs words of its own for them, whatever case it names."""
    generic = TEXTS["verdicts"][verdict]
    assert say("COR001", verdict, "unworded") == (generic["message"], generic["hint"])


@pytest.mark.parametrize("verdict", [Verdict.SKIPPED, Verdict.UNDECIDED])
def test_what_stood_in_the_way_is_named(verdict: Verdict) -> None:
    """The reader learns which check has to be put right first, and never that of the check."""
    assert "RUN009 改ざん" in say("COR001", verdict, because="RUN009")[0]
    assert "RUN009 改ざん、INT002" in say("COR001", verdict, because=("RUN009", "INT002"))[0]


@pytest.mark.parametrize(
    ("param", "shown"),
    [
        ("{row} {0} {got.__class__}", "{row} {0} {got.__class__}"),  # never read as a template
        ("%s \\1 <b>", "%s \\1 <b>"),
        ("a\nb\x00\u202ec\ud800", "a␊b␀<U+202E>c<U+D800>"),
        ("x" * 400, "x" * 299 + "…"),
        (0.1 + 0.2, "0.3"),
        (float("nan"), "nan"),
        (12, "12"),
        (("a", "b{row}"), "a、b{row}"),
        (tuple("x" * 30), "、".join("x" * 20) + "、…"),
        ({"ja": "転置", "en": "transposed"}, "転置"),
        ({"en": "only English"}, "only English"),
        ({}, ""),
        (LazyText("at", {"place": 3, "name": "a\nb{row}"}), "3 行目の a␊b{row}"),
        (LazyText("at", {"place": 0.5, "name": {"ja": "転置"}}), "0.5 行目の 転置"),
        (LazyList("and", (LazyText("at", {"place": 1, "name": "x"}), "y")), "1 行目の xとy"),
        (LazyText("sheet.of", {"max": "9" * 400}), "9" * 299 + "…"),
    ],
)
def test_parameters_are_shown_not_interpreted(param: Param, shown: str) -> None:
    """A student's text stays text, short and visible; numbers are short; languages are chosen."""
    assert say("COR001", row=2, got=param, lesson="") == (f"2 行: {shown}", "")


@pytest.mark.parametrize(
    ("check", "verdict", "case", "params"),
    [
        ("XYZ999", Verdict.FAILED, "", {}),  # no such check
        ("COR001", Verdict.FAILED, "other", {}),  # no such case
        ("COR001", Verdict.FAILED, "", {"row": 2}),  # a placeholder without its value
        ("COR001", Verdict.PASSED, "near", {"error": "large"}),  # a value that does not fit
        ("COR001", Verdict.FAILED, "", {"row": 2, "got": LazyText("none"), "lesson": ""}),
        ("COR001", Verdict.FAILED, "", {"row": 2, "got": LazyText("at"), "lesson": ""}),
    ],
)
def test_a_missing_text_never_stops_a_batch(
    check: str, verdict: Verdict, case: str, params: Mapping[str, Param]
) -> None:
    """The reader gets a plain sentence with the code; only `exactly`, for tests, raises."""
    finding = Finding(check=check, subject="", verdict=verdict, case=case, params=params)
    assert check in WORDING.finding(finding).message
    with pytest.raises((LookupError, ValueError, TypeError)):
        WORDING.exactly(finding)


def test_a_parameter_is_said_in_full_in_each_language() -> None:
    """As programs read it: nothing is cut, and no character is exchanged."""
    long = LazyList("between.and", ("x" * 400, "a\nb"))
    assert in_each_language(long) == {"ja": "x" * 400 + "とa\nb", "en": "x" * 400 + " and a\nb"}


def test_ui_texts_are_found_by_their_dotted_key() -> None:
    """An unknown key, or one without its value, is shown as it is."""
    assert WORDING.text("sheet.of", max=8.0) == "8 点中"
    assert WORDING.text("sheet.unknown") == "sheet.unknown"
    assert WORDING.text("sheet.of.deeper") == "sheet.of.deeper"
    assert WORDING.text("sheet.of") == "sheet.of"
    assert WORDING.text("sheet") == "sheet"


def award(by: str, reason: str, checks: tuple[str, ...] = ("COR001", "RUN009")) -> Award:
    """An award that these checks led to."""
    return Award(
        criterion="content",
        title={},
        points=None,
        max=6,
        decided_by=by,
        reason=reason,
        checks=checks,
    )


def test_an_award_says_why() -> None:
    """The grader's reasons are worded; a person's own words stay as they are."""
    failed = award(GRADER, "failed")
    assert WORDING.reason(failed) == "「COR001 値の違い、RUN009 改ざん」で問題が見つかりました。"
    many = award(GRADER, "failed", ("COR001",) * 4)
    assert WORDING.reason(many) == "「COR001、COR001、COR001、COR001」で問題が見つかりました。"
    assert WORDING.reason(award("", "person")) == "TA が採点します。"
    assert WORDING.reason(award("佐藤", "failed {checks}")) == "failed {checks}"
    assert WORDING.reason(award(GRADER, "an older version's {word}")) == "an older version's {word}"


def test_checks_and_verdicts_have_names() -> None:
    """A check without a title is named by its code."""
    assert WORDING.title("COR001") == "値の違い"
    assert WORDING.title("XYZ999") == "XYZ999"
    assert [WORDING.verdict(one) for one in Verdict] == [
        "合格",
        "不合格",
        "未実施",
        "機器待ち",
        "要確認",
        "採点側の障害",
    ]


def texts(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a file with its dotted key."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from texts(inner, f"{key}.{name}".strip("."))
    else:
        yield key, str(value)


def test_both_files_say_the_same_things() -> None:
    """Every key of one language is in the other, with the same placeholders and spec."""
    both = ({**load_wording(lang).data, "messages": {}} for lang in ("ja", "en"))
    ja, en = (dict(texts(tables)) for tables in both)
    assert sorted(ja) == sorted(en)
    for key, text in ja.items():
        fields = [
            sorted(
                {
                    (name, "" if "|" in (spec or "") else spec)  # a word by a number: any language
                    for _, name, spec, _ in Formatter().parse(one)
                    if name is not None
                }
            )
            for one in (text, en[key])
        ]
        assert fields[0] == fields[1], key


def test_the_english_file_is_english() -> None:
    """No text is left untranslated."""
    english = texts(load_wording("en").data)
    assert not [key for key, text in english if any("\u3040" <= one <= "\u30ff" for one in text)]


@pytest.mark.parametrize(
    ("lang", "needs", "name", "message"),
    [
        ("ja", ("gpu",), "GPU 待ち", "この検査には GPU が必要です"),
        ("ja", ("torch",), "torch 待ち", "この検査には torch が必要です"),
        ("ja", ("gpu", "cupy"), "GPU・cupy 待ち", "この検査には GPU・cupy が必要です"),
        ("en", ("gpu",), "waiting for a GPU", "This check needs a GPU"),
        ("en", ("gpu", "cupy"), "waiting for a GPU and cupy", "This check needs a GPU and cupy"),
        (
            "en",
            ("gpu", "cupy", "torch"),
            "waiting for a GPU, cupy and torch",
            "This check needs a GPU, cupy and torch",
        ),
    ],
)
def test_what_is_waited_for_is_named(
    lang: Language, needs: tuple[str, ...], name: str, message: str
) -> None:
    """The reader learns what is missing, and that it costs nothing."""
    finding = Finding(
        check="COR001", subject="matmul", verdict=Verdict.WAITING, params={"needs": needs}
    )
    words = load_wording(lang)
    said = words.exactly(finding)
    assert words.verdict_of(finding) == name
    assert said.message.startswith(message)
    assert "{" not in said.message + said.hint
    assert "減点はありません" in said.hint or "You lose no points" in said.hint
    award = Award(
        criterion="c", title={}, points=None, max=1.0, decided_by="", reason="waiting", checks=needs
    )
    assert words.needs(needs) in words.reason(award)


def test_what_may_be_left_out_is_not_blamed() -> None:
    """An optional exercise that is not there has a name of its own for its verdict."""
    finding = Finding(
        check="COR001", subject="x", verdict=Verdict.SKIPPED, params={"left_out": "conv_cupy"}
    )
    assert load_wording("ja").verdict_of(finding) == "提出なし (任意)"
    assert load_wording("en").exactly(finding).message.startswith("`conv_cupy` is optional")


def test_numbers_stand_apart_from_the_word_before() -> None:
    """Japanese has a blank between a kana and a digit, also where two parts are joined."""
    row = LazyList("between.and", ("4×4 の行列", "3×3 の行列"))
    assert load_wording("ja").in_full(row) == "4×4 の行列と 3×3 の行列"
    words = LazyList("between.and", ("行列", "ベクトル"))
    assert load_wording("ja").in_full(words) == "行列とベクトル"
