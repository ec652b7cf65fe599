"""Stand-ins: stable, unique, and telling nothing."""

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.privacy import give_pseudonyms

SECRET = b"s" * 32
IDS = [f"24A{number}" for number in range(1201, 1213)]


def test_everybody_gets_one_of_one_width() -> None:
    """S01 to S12."""
    given_ = give_pseudonyms(IDS, SECRET)
    assert sorted(given_.values()) == [f"S{number:02}" for number in range(1, 13)]
    large = give_pseudonyms([str(number) for number in range(120)], SECRET)
    assert min(large.values()) == "S001"


def test_the_order_is_not_that_of_the_ids() -> None:
    """Another secret gives another order; the order of the list does not matter."""
    one = give_pseudonyms(IDS, SECRET)
    assert one == give_pseudonyms(reversed(IDS), SECRET)
    assert [one[student] for student in IDS] != sorted(one.values())
    assert one != give_pseudonyms(IDS, b"t" * 32)


def test_whoever_has_one_keeps_it() -> None:
    """New students get new numbers, and those who left leave theirs unused."""
    first = give_pseudonyms(IDS[:9], SECRET)
    second = give_pseudonyms(IDS[1:], SECRET, first)
    assert {student: second[student] for student in IDS[:9]} == first
    assert {second[student] for student in IDS[9:]} == {"S10", "S11", "S12"}


def test_a_class_may_outgrow_its_numbers() -> None:
    """An old number stays as it was written, and a new one is as long as it has to be."""
    first = give_pseudonyms([f"a{number}" for number in range(99)], SECRET)
    second = give_pseudonyms(["new"], SECRET, first)
    assert second["new"] == "S100"
    assert second["a0"] == first["a0"]
    assert len(first["a0"]) == 3


def test_what_is_no_stand_in_takes_no_number() -> None:
    """A person may have edited the map."""
    for odd in ("", "S", "01", "s07", "S０７", "S-7", "Sx", "Smith"):
        assert give_pseudonyms(["a"], SECRET, {"b": odd})["a"] == "S01"


@given(st.lists(st.text(max_size=8), max_size=30), st.lists(st.text(max_size=8), max_size=30))
@settings(max_examples=50)
def test_no_two_share_one(before: list[str], after: list[str]) -> None:
    """Whatever the labels are, and however often the class changes."""
    first = give_pseudonyms(before, SECRET)
    second = give_pseudonyms(after, SECRET, first)
    assert first.items() <= second.items()
    assert set(second) == {*before, *after}
    assert len(set(second.values())) == len(second)
