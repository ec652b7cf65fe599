"""Ids in names that people choose, and ids that lost their zeros: proposed, never proof."""

from grader.intake.joining import join
from grader.model.collection import Identity, NoteKind, Person
from tests.intake.joining.callers import joined, moodle, piece


def test_an_id_in_a_chosen_name_neither_blocks_nor_joins_its_owner() -> None:
    """The one whom the LMS numbers keeps the files; the other waits, and is proposed."""
    owner = Identity(user="taro-y")
    stranger = Identity(user="24A1201")
    sheets = (Person(student="24A1201", user="taro-y"),)
    found = joined(owner, stranger, sheets=sheets)
    assert {student: len(own) for student, own in found.students.items()} == {"24A1201": 1}
    assert [(one.label, one.reason, one.proposals) for one in found.unassigned] == [
        ("24A1201", "claimed", ("24A1201",))
    ]


def test_the_table_wins_and_the_other_id_is_told() -> None:
    """Whoever writes another's id into the display name stays who the LMS's table says."""
    who = Identity(name="24A1203 田中 実", participant="31202")
    found = joined(who, sheets=(moodle("田中 実", "31202", student="24A1202"),))
    assert list(found.students) == ["24A1202"]
    [note] = found.notes["24A1202"]
    assert (note.kind, note.detail) == (NoteKind.OTHER_ID, "24A1203")


def test_claims_count_where_nobody_knows_better() -> None:
    """Without roster and sheet an id in a name is used, unless two claim the same one."""
    one, two = Identity(user="24A1201"), Identity(name="24A1202 田中", participant="7")
    assert list(joined(one, two, roster=()).students) == ["24A1201", "24A1202"]
    again = Identity(name="24A1202", participant="8")
    found = joined(one, two, again, roster=())
    assert list(found.students) == ["24A1201", "24A1202 田中_7", "24A1202_8"]


def test_an_id_that_got_its_zeros_back_is_proposed_unless_the_name_agrees() -> None:
    """Never the id as Excel left it."""
    roster = (Person(student="00000012", name="田中 実", padded=True, row=5),)
    bare = Identity(student="00000012", user="u1")
    named = Identity(student="00000012", user="u2", name="田中 実")
    digits = r"\d{8}"
    found = join([piece(bare)], roster, (), digits)
    assert not found.students
    assert [(one.reason, one.proposals) for one in found.unassigned] == [("zeros", ("00000012",))]
    assert list(join([piece(named)], roster, (), digits).students) == ["00000012"]
