"""Names of people, browsers and attackers."""

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.intake.names import (
    LABEL_LENGTH,
    is_clutter,
    label,
    logical,
    stem_and_suffix,
    stems,
)
from grader.tables import printable

ANY_NAME = st.text(alphabet=st.characters(), max_size=300)  # lone surrogates included


@given(ANY_NAME)
def test_any_name_becomes_a_label(name: str) -> None:
    """A label is short, on one line, and can be written anywhere."""
    made = label(name)
    assert len(made) <= LABEL_LENGTH + 9
    assert made == "".join(made.splitlines())
    assert made.encode("utf-8").decode("utf-8") == made
    assert printable(made) == made


@given(ANY_NAME, ANY_NAME)
def test_different_names_keep_different_labels(one: str, other: str) -> None:
    """Only names that compose to the same text share a label."""
    if unicodedata.normalize("NFC", one) != unicodedata.normalize("NFC", other):
        assert label(one) != label(other)


@given(st.lists(ANY_NAME, min_size=1, max_size=4))
def test_any_path_has_a_logical_name(parts: list[str]) -> None:
    """The parts of a path stay as many as they are."""
    name = logical(tuple(parts))
    assert name.count("/") == len(parts) - 1
    assert next(stems(name, "24A1201")) == stem_and_suffix(name)[0]


@pytest.mark.parametrize(
    "name",
    [
        "kadai1.py",
        "Kadai1.PY",
        "ｋａｄａｉ１．ｐｙ",
        "kadai1 (1).py",
        "kadai1（２）.py",
        "kadai1 - コピー.py",
        "kadai1 - コピー (2).py",
        "kadai1 - Copy.py",
        "kadai1のコピー.py",
        "kadai1_最終版.py",
        "kadai1_修正2.py",
        "kadai1_final.py",
        "kadai1_v2.py",
        "kadai1+1.py",
        "kadai1-1.py",
        "24A1201_kadai1.py",
        "kadai1_24a1201_最終版 (1).py",
        "lib/kadai1 copy.py",
    ],
)
def test_copies_lead_back_to_the_name(name: str) -> None:
    """What is left without copy marks and id is the name asked for."""
    assert "kadai1" in stems(name, "24A1201")


@pytest.mark.parametrize("name", ["kadai2.py", "kadai10.py", "mykadai1.py", "kadai.py", "1.py"])
def test_other_names_stay_other(name: str) -> None:
    """A different name is not worn down until it fits."""
    assert "kadai1" not in stems(name, "24A1201")


@pytest.mark.parametrize(
    "name", [".DS_Store", "._kadai1.py", "__MACOSX", "Thumbs.db", "desktop.ini", ".git", ".x.py"]
)
def test_clutter_is_known(name: str) -> None:
    """What systems and tools leave is not handed in."""
    assert is_clutter(name)


@pytest.mark.parametrize("name", ["kadai1.py", "macosx", "git", *string.ascii_letters[:3]])
def test_ordinary_names_are_not_clutter(name: str) -> None:
    """What students name their files is theirs."""
    assert not is_clutter(name)
