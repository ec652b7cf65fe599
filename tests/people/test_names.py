"""Folding names and ids for comparing."""

import pytest

from grader.people import id_key, name_forms, name_key, variant_key


@pytest.mark.parametrize(
    "text", ["24A1201", "２４ａ１２０１", "24-A-1201", " 24a 1201", "24A‐1201"]
)
def test_an_id_is_an_id(text: str) -> None:
    """Width, case, spaces and hyphens do not matter."""
    assert id_key(text) == "24A1201"


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
