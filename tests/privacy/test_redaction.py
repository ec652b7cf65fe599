"""What tells of people is masked, and ordinary words and numbers stay."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.collection import Person
from grader.privacy import MASK, make_redactor, redact
from tests import corpora
from tests.privacy.people import CLASS, TARO

REDACTOR = make_redactor(CLASS)
M = MASK

# Labels that are names, names in kana, Latin ones beside ids.
ODD = (
    Person(student="鈴木 一_31299", participant="31299"),  # a folder that no roster explains
    Person(student="24A1207", name="Abe Kenta"),
    Person(student="24A1208", name="はやし ひかる"),
    Person(student="24A1209", name="やまもと しょうたろう"),
)


CLASSES = {"": CLASS, "odd": ODD}


def test_people_are_masked_and_ordinary_text_stays() -> None:
    """Whatever the width, case or gaps; a name inside a word and an id inside a number stay."""
    redactors = {name: make_redactor(people) for name, people in CLASSES.items()}
    corpora.hold("redaction", lambda row: redactors[row.given.get("class", "")].redact(row.text))


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
