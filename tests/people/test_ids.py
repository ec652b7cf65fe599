"""What an id is, where one stands in a name, and when two of them are the same."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.people import (
    bare_name,
    find_id,
    find_ids,
    id_key,
    id_of,
    meant,
    same_id,
    was_made_a_number,
)

PATTERN = r"\d{2}[A-Z]\d{4}"
ANY_NAME = st.text(alphabet=st.characters(), max_size=300)  # lone surrogates included


@pytest.mark.parametrize(
    "text", ["24A1201", "２４ａ１２０１", "24-A-1201", " 24a 1201", "24A‐1201"]
)
def test_signs_do_not_matter_among_those_who_are_known(text: str) -> None:
    """Width, case, spaces and hyphens do not matter."""
    assert id_key(text) == "24A1201"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("24A1201", "２４ａ１２０１"),
        ("s24a1201", "S24A1201"),
        (" 24A1201 ", "24A1201"),
        ("a@B.jp", "A@b.jp"),
    ],
)
def test_forms_of_one_id(one: str, other: str) -> None:
    """Width, case and blanks do not matter."""
    assert same_id(one) == same_id(other)


@pytest.mark.parametrize(
    ("one", "other"), [("24A1201", "24A1210"), ("0123", "123"), ("24-A1201", "24A1201")]
)
def test_other_ids(one: str, other: str) -> None:
    """Zeros and hyphens do."""
    assert same_id(one) != same_id(other)


@pytest.mark.parametrize(
    ("text", "students", "student"),
    [
        ("24-A-1201", ["24A1201", "24A1202"], "24A1201"),
        ("24A1201", ["24A-1201"], "24A-1201"),
        ("1-23", ["1-23", "12-3"], "1-23"),  # two people, apart by a sign
        ("123", ["1-23", "12-3"], ""),
        ("１２－３", ["1-23", "12-3"], "12-3"),
        ("24A1203", ["24A1201"], ""),
        ("", ["24A1201"], ""),
        ("-", ["山"], ""),
    ],
)
def test_who_is_meant_among_those_who_are_known(
    text: str, students: list[str], student: str
) -> None:
    """Signs are forgiven while one alone can be meant; two people are never made one."""
    assert meant(text, students) == student


@pytest.mark.parametrize(
    ("cell", "student"),
    [
        ("24A1201", "24A1201"),
        ("２４ａ１２０１", "24A1201"),
        (" 24a 1201 ", "24A1201"),
        ('="0012"', "0012"),
        ("'0012", "0012"),
        ("0012", "0012"),
        ("12.0", "12"),
        ("#24A1201", "24A1201"),
        ("24‐A1201", "24-A1201"),
        ("24E1201", "24E1201"),
        ("2.4E+1202", ""),  # 24E1201 after Excel
        ("2.4E+07", ""),
        ("山田太郎", ""),
        ("ABC", ""),
        ("合計40", ""),
        ("40名", ""),
        ("a@b1.jp", ""),
        ("1" * 41, ""),
        ("", ""),
    ],
)
def test_an_id_in_a_cell(cell: str, student: str) -> None:
    """As text, and nothing that Excel, a total or a name left there."""
    assert id_of(cell) == student


@pytest.mark.parametrize(
    ("cell", "number"),
    [("2.4E+07", True), ("2E+1202", True), ("24E1201", False), ("24A1201", False), ("", False)],
)
def test_what_excel_made_a_number(cell: str, number: bool) -> None:  # noqa: FBT001
    """Whose id it was nobody can say; the original table does."""
    assert was_made_a_number(cell) is number


@pytest.mark.parametrize(
    "name",
    [
        "24A1201",
        "24a1201",
        "２４Ａ１２０１",
        "課題1_24A1201_山田.docx",
        "24A1201@u1234567",
        "s24a1201",
        "24A1201_kadai1.py",
        "24A1201-24a1201",
        "kadai1_24A1201v2.py",
    ],
)
def test_an_id_is_found(name: str) -> None:
    """Width, case and what stands around the id do not matter."""
    assert find_id(name, PATTERN) == "24A1201"


@pytest.mark.parametrize(
    "name", ["", "kadai1", "124A1201", "24A12012", "24A1201_24A1202", "24A120", "٢٤A١٢٠١"]
)
def test_what_is_no_single_id_is_not_taken_for_one(name: str) -> None:
    """A longer number, two ids, or digits of other scripts are nobody's id."""
    assert find_id(name, PATTERN) is None


@given(before=ANY_NAME, after=ANY_NAME)
def test_any_name_survives(before: str, after: str) -> None:
    """Whatever surrounds an id, looking never raises and never invents another student."""
    name = f"{before}_24A1201_{after}"
    found = find_id(name, PATTERN)
    folded = unicodedata.normalize("NFKC", name).upper()
    assert found is None or found in folded
    if not any(character.isdigit() for character in unicodedata.normalize("NFKC", before + after)):
        assert found == "24A1201"


def test_a_name_without_its_id() -> None:
    """A letter before the id goes with it."""
    assert bare_name("s24a1201 山田 太郎", PATTERN) == "山田 太郎"
    assert bare_name("山田 太郎", PATTERN) == "山田 太郎"


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("24A-1203 髙橋健一", ("24A1203",)),
        ("課題1-24A1203", ("24A1203",)),
        ("課題1-２４ａ－１２０３", ("24A1203",)),
        ("24A1201_24A-1203", ("24A1201",)),
        ("2024A-1203", ()),
        ("24A-12-03", ()),
        ("24A-12034", ()),
    ],
)
def test_a_hyphen_behind_the_letter_is_no_other_id(name: str, ids: tuple[str, ...]) -> None:
    """Where no id stands as the course writes it."""
    assert find_ids(name, PATTERN) == ids


def test_dates_are_no_ids() -> None:
    """Of ids that are digits alone no hyphen is left out."""
    assert find_ids("2024-12-03 山田", r"\d{8}") == ()
