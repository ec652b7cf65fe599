"""When two names are one, may be one, and are surely two people's."""

import pytest

from grader.people import clearly_other, name_forms, name_key, variant_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("山田 太郎", "山田　太郎"),
        ("山田太郎", "山田 太郎"),
        ("Sato, Hanako", "SATO hanako"),
        ("ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ タロウ"),
        ("パク", "ハ\u309aク"),
    ],
)
def test_one_name(one: str, other: str) -> None:
    """Spaces, width, case and composition do not matter."""
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("髙橋", "高橋"), ("山﨑", "山崎"), ("渡邊", "渡辺")])
def test_variants_are_not_the_same_but_alike(one: str, other: str) -> None:
    """Only for proposals."""
    assert name_key(one) != name_key(other)
    assert variant_key(one) == variant_key(other)


def test_a_name_has_two_orders() -> None:
    """With a space between its parts; without one nobody knows where it is cut."""
    assert name_forms("太郎 山田") == {"太郎山田", "山田太郎"}
    assert name_forms("山田太郎") == {"山田太郎"}
    assert name_forms("") == frozenset()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("山田 太郎", "太郎　山田"),
        ("山田太郎", "山田 太郎"),
        ("山田, 太郎", "山田 太郎"),
        ("Taro YAMADA", "Yamada, Taro"),
        ("がくせい はな", "か\u3099くせい はな"),
    ],
)
def test_names_in_any_order(one: str, other: str) -> None:
    """Order, blanks, commas, case and composition do not matter."""
    assert name_forms(one) & name_forms(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("髙橋 次郎", "高橋 次郎"),
        ("山田 太郎", "山田 太朗"),
        ("山田", "山田 太郎"),
        ("参加者", "参加者"),
    ],
)
def test_names_that_do_not_tell(one: str, other: str) -> None:
    """Variants are a person's decision, and `参加者` is nobody's name."""
    assert not name_forms(one) & name_forms(other)


@pytest.mark.parametrize(
    "other", ["佐藤 花子", "山田 花子", "佐藤 太郎", "田中 実", "山田 太", "山本 太郎"]
)
def test_clearly_other_people(other: str) -> None:
    """A part of each that the other has not."""
    assert clearly_other("山田 太郎", other) == (other != "山田 太")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("山田 太郎", "太郎 山田"),
        ("山田 太郎", "山田太郎(24A1201)"),
        ("山田 太郎", "山田"),
        ("山田 太郎", "Hanako Sato"),
        ("山田 太郎", "さとう はなこ"),
        ("山田 太郎", ""),
        ("髙橋 次郎", "高橋　次郎"),
        ("渡邊 実", "渡辺　實"),
        ("山田 花子", "山田（旧姓佐藤）　花子"),
        ("Robert Smith", "Bob SMITH"),
    ],
)
def test_perhaps_the_same_people(one: str, other: str) -> None:
    """Order, shortening, variants and another script are no contradiction."""
    assert not clearly_other(one, other)
    assert not clearly_other(other, one)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Rossi, Anna Maria", "Anna Maria Rossi", True),
        ("Anna Maria Rossi", "Maria Anna Rossi", False),
        ("Anna Maria Rossi", "Rossi Anna Maria", False),  # without a comma nobody knows the family
        ("Anna Maria Rossi", "ANNA Maria　Rossi", True),
    ],
)
def test_only_a_comma_cuts_a_name_of_three_parts(one: str, other: str, same: bool) -> None:  # noqa: FBT001
    """Three given names in another order are another person's."""
    assert bool(name_forms(one) & name_forms(other)) is same
