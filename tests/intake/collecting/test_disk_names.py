"""Names on disk: readable, taken by every system, and never the same twice."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake.collecting.disk_names import MOST_BYTES, Places, folded, safe_part


@pytest.mark.parametrize(
    "name",
    [
        "kadai1.py",
        "課題1_山田 太郎.docx",
        "髙﨑.pdf",
        "a.b.c",
        ".hidden",
        "kadai1 (1).py",
        "console.py",
    ],
)
def test_ordinary_names_stay(name: str) -> None:
    """What every system takes is left as it is."""
    assert safe_part(name) == name


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a/b\\c", "a_b_c"),
        ("課題:1?.py", "課題_1_.py"),
        ("CON", "_CON"),
        ("nul.py", "_nul.py"),
        ("com1 .txt", "_com1 .txt"),
        ("LPT¹", "_LPT¹"),
        ("..", "_"),
        (".", "_"),
        ("", "_"),
        ("report. . ", "report"),
        ("レポート　", "レポート"),
        ("a\u202epy.exe", "a_py.exe"),
        ("a\0b\nc", "a_b_c"),
        (unicodedata.normalize("NFD", "ガード.py"), "ガード.py"),
        ("\ud800.py", "_.py"),
    ],
)
def test_what_no_system_takes_is_changed(name: str, safe: str) -> None:
    """Reserved characters, devices, and ends that Windows drops."""
    assert safe_part(name) == safe


def test_long_names_keep_their_ending() -> None:
    """Cut between letters, with a mark so that two long names stay two."""
    one, other = safe_part("課" * 100 + "一.docx"), safe_part("課" * 100 + "二.docx")
    assert one != other
    for name in (one, other):
        assert name.startswith("課課")
        assert name.endswith(".docx")
        assert len(name.encode()) <= MOST_BYTES


def test_names_that_meet_get_a_number() -> None:
    """Case alone does not tell two files apart everywhere."""
    places = Places()
    wanted = ["kadai1.py", "KADAI1.py", "kadai1.py", "Src/a.py", "src/b.py", "Src/c.py", "src"]
    assert [places.place(name) for name in wanted] == [
        "kadai1.py",
        "KADAI1~2.py",
        "kadai1~3.py",
        "Src/a.py",
        "src~2/b.py",
        "Src/c.py",
        "src~3",
    ]


def test_what_lies_there_is_left_alone() -> None:
    """A held file keeps its name; a held folder is shared."""
    places = Places()
    places.hold("kadai1.py")
    places.hold("src/notes.txt")
    assert places.place("kadai1.py") == "kadai1~2.py"
    assert places.place("src/a.py") == "src/a.py"
    assert places.place("kadai1.py/a.py") == "kadai1~3.py/a.py"
    assert places.place("src") == "src~2"


NAMES = st.lists(st.text("aAbB.~2/ \\:ガ\u3099\0課", max_size=8) | st.text(max_size=12), max_size=6)


@given(NAMES)
@settings(max_examples=100)
def test_no_two_files_share_a_place_and_none_leaves(names: list[str]) -> None:
    """Whatever the names are: a short relative path each, different on every system."""
    places = Places()
    paths = [places.place(name) for name in names]
    assert len({folded(path) for path in paths}) == len(names)
    for path in paths:
        for part in path.split("/"):
            assert part not in {"", ".", ".."}
            assert not part.endswith((".", " "))
            assert len(part.encode()) <= MOST_BYTES
            assert safe_part(part) == part
