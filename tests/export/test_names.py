"""File names that every system takes, one for each student."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.export.names import file_stems


@pytest.mark.parametrize(
    "label",
    ["24A1201", "s1234567", "student-01", "山田太郎", "24A1201 山田", "fork_bomb.02", "a(1)+b@c"],
)
def test_an_ordinary_label_is_its_own_name(label: str) -> None:
    """A person, or a program, finds the sheet by the student's id."""
    assert file_stems([label, "24A1299"])[label] == label


@pytest.mark.parametrize(
    ("label", "readable"),
    [
        ("a/b", "a_b"),
        ("../../etc/passwd", "_.._.._etc_passwd"),
        ("a:b*c?", "a_b_c_"),
        ("..", "_"),
        (".hidden", "_.hidden"),
        ("-rf", "_-rf"),
        ("x. ", "x"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("lpt¹", "_lpt¹"),
        ("a\x00\n\ud800", "a___"),
        ("\u304b\u3099", "\u304c"),  # as macOS writes が
        ("", "_"),
        ("x" * 300, "x" * 80),
        ("山" * 100, "山" * 26),
    ],
)
def test_other_labels_are_changed_and_marked(label: str, readable: str) -> None:
    """What remains readable, and eight digits of the label's hash."""
    stem = file_stems([label])[label]
    assert stem[:-9] == readable
    assert stem[-9] == "-"
    assert set(stem[-8:]) <= set("0123456789abcdef")


def test_names_that_differ_in_case_do_not_meet() -> None:
    """Windows and macOS would write one over the other."""
    stems = file_stems(["s1", "S1", "Ｓ1"])
    assert stems["S1"] == "S1"
    assert stems["s1"].startswith("s1-")
    assert len({unicodedata.normalize("NFKC", one).casefold() for one in stems.values()}) == 3


def test_a_label_that_looks_like_another_ones_name_does_not_meet_it() -> None:
    """Not even when somebody foresees the hash."""
    foreseen = file_stems(["a:b"])["a:b"]
    stems = file_stems(["a:b", foreseen])
    assert stems[foreseen] == foreseen
    assert stems["a:b"] != foreseen


def test_names_do_not_depend_on_the_others() -> None:
    """A class with more students gives the same names."""
    labels = ["24A1201", "a/b", "山田"]
    more = file_stems([*labels, "zzz", "../x", "CON"])
    assert file_stems(reversed(labels)) == {label: more[label] for label in labels}


@given(st.sets(st.text(st.characters(exclude_categories=()), max_size=100), max_size=6))
def test_any_class_has_safe_and_different_names(labels: set[str]) -> None:
    """No separator, no device, no trailing dot, no two alike, and room for an extension."""
    stems = file_stems(labels)
    assert set(stems) == labels
    assert len({unicodedata.normalize("NFKC", one).casefold() for one in stems.values()}) == len(
        labels
    )
    for stem in stems.values():
        assert not set(stem) & set('/\\:*?"<>|')
        assert stem.isprintable()
        assert stem == stem.strip(" ").rstrip(".")
        assert 0 < len(stem.encode()) <= 200
        assert stem[0] not in ".-"
