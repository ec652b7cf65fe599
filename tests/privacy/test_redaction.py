"""What tells of people is masked, and ordinary words and numbers stay."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.collection import Person
from grader.privacy import MASK, make_redactor, redact
from tests.privacy.people import CLASS, TARO

REDACTOR = make_redactor(CLASS)
M = MASK

MASKED = [
    ("24A1203 と同じです", f"{M} と同じです"),
    ("24a1203, ２４Ａ１２０３", f"{M}, {M}"),
    ("s24a1203", f"s{M}"),  # a login made of the id
    ("id=20241205;", f"id={M};"),
    ("123456-kadai1.py", f"{M}-kadai1.py"),
    ("minoru2024", M),
    ("minoru@example.com", M),
    ("連絡先 ｍｉｎｏｒｕ＠example.com まで", f"連絡先 {M} まで"),
    ("someone.else@st.example.ac.jp", M),  # nobody's of the class, and somebody's all the same
    ("佐藤花子", M),
    ("佐藤　花子さん", f"{M}さん"),
    ("花子 佐藤", M),
    ("学籍番号24A1203氏名佐藤花子", f"学籍番号{M}氏名{M}"),
    ("友人佐藤花子に聞いた", f"友人{M}に聞いた"),
    ("佐藤さんと同じ", f"{M}さんと同じ"),
    ("花子ちゃん", f"{M}ちゃん"),
    ("氏名: 佐藤", f"氏名: {M}"),
    ("高橋実", M),  # the roster has 髙
    ("髙橋　実くん", f"{M}くん"),
    ("田中実氏", f"{M}氏"),
    ("林 森", M),
    ("林森さん", f"{M}さん"),
    ("森さん", f"{M}さん"),
    ("森一郎", M),
    ("ﾊﾔｼ ｼﾝ", M),
    ("ハヤシ・シン", M),
    ("Ichiro Mori", M),
    ("mori_ichiro.py", f"{M}.py"),
    ("Mori, Ichiro", M),
    ("IchiroMori", M),
    ("Mori-san", f"{M}-san"),
    ("kadai1_24A1203_佐藤.docx", f"kadai1_{M}_{M}.docx"),
    ("佐藤_24A1203.py", f"{M}_{M}.py"),
    ("参加者31202", f"参加者{M}"),
    ("Participant 31202", f"Participant {M}"),
    ("x_31202_assignsubmission_file/a.py", f"x_{M}_assignsubmission_file/a.py"),
    ("学籍番号: 77", f"学籍番号: {M}"),
    ("login: test", f"login: {M}"),
    ("佐\u200b藤花\u200b子", M),  # held apart by what nobody sees
    (unicodedata.normalize("NFD", "ハヤシ ジン ハヤシ シン"), None),
]

KEPT = [
    "林業と森林と森の中で",
    "大森林の小林さんと大森さん",
    "森林さん",
    "小林森太郎",
    "大田中実",
    "田中実験を行った",
    "高橋実験室",
    "佐藤の定理",
    "小佐藤さん",
    "桃花子さん",
    "24A12034 x24A1203y 124A1203",
    "0.123456 1,123456 1234567 123456.7 123456,789",
    "5001 31202 77 201",
    "test test.py user=test main() def main(test):",
    "C = A@B.T; x@y.shape",
    "an li",
    "ハヤシシング",
    "Taro-like morichiro",
    "if __name__ == '__main__':",
    "0x24A1203",
    "行列の積を林檎の数で割る",
    "",
    "　 \n\t",
]


@pytest.mark.parametrize(("text", "expected"), MASKED)
def test_people_are_masked(text: str, expected: str | None) -> None:
    """Whatever the width, case, gaps or variants of kanji."""
    redacted = REDACTOR.redact(text)
    assert MASK in redacted
    assert expected is None or redacted == expected


ODD = (
    Person(student="鈴木 一_31299", participant="31299"),  # a folder that no roster explains
    Person(student="24A1207", name="Abe Kenta"),
    Person(student="24A1208", name="はやし ひかる"),
    Person(student="24A1209", name="やまもと しょうたろう"),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("鈴木　一_31299/kadai1.py", f"{M}/kadai1.py"),
        ("24A1207_kenta.py", f"{M}_{M}.py"),
        ("24A1207_kentaro.py", f"{M}_kentaro.py"),
        ("24A1207answers", "24A1207answers"),
        ("はやしひかるです", f"{M}です"),
        ("やまもとしょうたろうです", f"{M}です"),
        ("ひかるさんと", f"{M}さんと"),
        ("光がひかる", "光がひかる"),
    ],
)
def test_odd_labels_and_names(text: str, expected: str) -> None:
    """Labels that are names, Latin names beside ids, names in kana."""
    assert redact(text, ODD) == expected


@pytest.mark.parametrize("text", KEPT)
def test_ordinary_text_stays(text: str) -> None:
    """A name inside a word, an id inside a number and a login that is a word tell of nobody."""
    assert REDACTOR.redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "24A1201 山田太郎さん",
        "s24a1201@example.ac.jp",
        "kadai1_24A1201_山田.docx",
        "Taro Yamada, 参加者31201",
    ],
)
def test_ones_own_data_stay(text: str) -> None:
    """In a student's own feedback the own name is no secret, but for everybody else it is."""
    assert REDACTOR.redact(text, own="24A1201") == text
    assert MASK in REDACTOR.redact(text, own="24A1203")
    assert MASK in REDACTOR.redact(text)


def test_others_go_from_ones_own_text() -> None:
    """Only what is of somebody else is masked, and homes always."""
    text = "山田太郎さん、佐藤花子さんと同じです。/home/taro/kadai1.py"
    assert REDACTOR.redact(text, own="24A1201") == (
        f"山田太郎さん、{M}さんと同じです。/home/{M}/kadai1.py"
    )


def test_a_shared_name_stays_ones_own() -> None:
    """Of two with one name, neither loses it in the own feedback; the other's id goes."""
    twins = (Person(student="24A1210", name="田中 実"), Person(student="24A1211", name="田中 実"))
    assert redact("田中実 24A1211", twins, own="24A1210") == f"田中実 {M}"


def test_an_unknown_own_keeps_nothing() -> None:
    """Somebody who is not in the class owns nothing in it."""
    nameless = Person(student="", name="佐藤 花子")
    assert redact("佐藤花子", (nameless,), own="") == M
    assert redact("佐藤花子", (nameless,), own="24A1299") == M


def test_nobody_to_mask() -> None:
    """Without people only homes and addresses go."""
    assert redact("24A1201 山田太郎", ()) == "24A1201 山田太郎"


def test_touching_parts_become_one_mask() -> None:
    """One mask is enough for what stands without a gap."""
    assert REDACTOR.redact("佐藤花子24A1203") == M


PEOPLELESS = st.text(alphabet="abcxyz林森田实の行列 =+.,:;()[]'\"_-\n０1２3", max_size=60)
AROUND = st.text(alphabet="あのと、。:= /\\()\n", max_size=8)
DATA = st.sampled_from(
    [
        *(one.student for one in CLASS if len(one.student) > 2),
        *(one.mail for one in CLASS if one.mail),
    ]
)


@given(PEOPLELESS)
@settings(max_examples=100)
def test_a_text_without_people_is_unchanged(text: str) -> None:
    """Nothing is touched that tells of nobody."""
    people = (TARO, Person(student="24B9999", name="佐々木 ゆうこ", user="yuko", participant="9"))
    assert redact(text, people) == text


@given(st.lists(st.tuples(AROUND, DATA), min_size=1, max_size=4), AROUND, st.sampled_from((0, 1)))
@settings(max_examples=100)
def test_no_id_and_no_address_remains(pieces: list[tuple[str, str]], end: str, wide: int) -> None:
    """Wherever they stand, none can be read afterwards; a second time changes nothing."""
    text = "".join(f"{around}: {data} " for around, data in pieces) + end
    text = text.translate({code: code + 0xFEE0 * wide for code in range(0x21, 0x7F)})
    redacted = REDACTOR.redact(text)
    seen = unicodedata.normalize("NFKC", redacted).upper()
    assert not [data for _, data in pieces if data.upper() in seen]
    assert REDACTOR.redact(redacted) == redacted
