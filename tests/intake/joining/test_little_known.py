"""Who is who when little is known: no roster, no ids, groups, names of files."""

import pytest

from grader.intake.joining import join
from grader.model.collection import Identity, NoteKind, Person
from tests.intake.joining.callers import PATTERN, ROSTER, joined, moodle, piece


@pytest.mark.parametrize(
    ("who", "student"),
    [
        (Identity(student="24A1201", user="u1"), "24A1201"),
        (Identity(name="s24a1201 山田 太郎", participant="31201"), "24A1201"),
        (Identity(name="山田 太郎", participant="31201"), "山田 太郎_31201"),
        (Identity(name="yamadataro", user="5001"), "yamadataro_5001"),
        (Identity(name="a/../b"), "a_.._b"),
        (Identity(participant="31201"), "参加者31201"),
        (Identity(participant="x7"), "x7"),
    ],
)
def test_without_roster_and_sheet_the_name_is_the_lms_s(who: Identity, student: str) -> None:
    """An id in the LMS's names is taken; else the LMS's name stands for the student."""
    assert list(joined(who, roster=()).students) == [student]


def test_the_one_id_in_the_files_is_taken_when_nobody_else_has_it() -> None:
    """With a note; ids that two people's files hold are nobody's."""
    one = Identity(name="山田 太郎", participant="31201")
    two = Identity(name="田中 実", participant="31202")
    alone = join([piece(one, "課題1_24A1201_山田.docx"), piece(one)], (), (), PATTERN)
    assert list(alone.students) == ["24A1201"]
    assert alone.notes["24A1201"][0].kind is NoteKind.FROM_FILE_NAME
    assert alone.notes["24A1201"][0].names == ("課題1_24A1201_山田.docx",)
    shared = join([piece(one, "24A1201.py"), piece(two, "24A1201.py")], (), (), PATTERN)
    assert list(shared.students) == ["山田 太郎_31201", "田中 実_31202"]
    several = join([piece(one, "24A1201.py"), piece(one, "24A1202.py")], (), (), PATTERN)
    assert list(several.students) == ["山田 太郎_31201"]


def test_with_a_roster_file_names_only_propose() -> None:
    """Students write anything into file names."""
    found = join([piece(Identity(name="森 さくら"), "24A1202.py")], ROSTER, (), PATTERN)
    assert found.students == {}
    assert found.unassigned[0].proposals == ("24A1202",)


def test_files_without_any_identity_are_told_by_their_names() -> None:
    """Google Drive says nothing else; an id that nobody has stays unassigned."""
    pieces = [piece(Identity(), name) for name in ("kadai1_24A1202.py", "24A1299.py", "memo.py")]
    found = join(pieces, ROSTER, (), PATTERN)
    assert {key: len(own) for key, own in found.students.items()} == {"24A1202": 1}
    assert found.notes["24A1202"][0].kind is NoteKind.FROM_FILE_NAME
    assert [one.label for one in found.unassigned] == ["24A1299.py", "memo.py"]


def test_somebody_else_s_id_in_a_file_name_is_noted() -> None:
    """Only an id that somebody has; a typing error accuses nobody."""
    pieces = [
        piece(Identity(student="24A1201"), "24A1202_kadai1.py"),
        piece(Identity(student="24A1203"), "24A1999_kadai1.py"),
    ]
    found = join(pieces, ROSTER, (), PATTERN)
    assert [one.kind for one in found.notes["24A1201"]] == [NoteKind.OTHER_ID]
    assert found.notes["24A1201"][0].detail == "24A1202"
    assert "24A1203" not in found.notes


def test_a_group_s_files_go_to_its_members() -> None:
    """As the sheet says; the number behind the group's name is no participant."""
    sheets = (
        moodle("山田 太郎", "31201", group="A班"),
        moodle("田中 実", "31202", group="B班, A班"),
        moodle("佐藤 花子", "45", group="B班"),
    )
    found = joined(Identity(group="A班", participant="45"), sheets=sheets)
    assert list(found.students) == ["24A1201", "24A1202"]
    assert found.not_submitted == ("24A1203",)


def test_a_class_of_the_roster_is_no_group() -> None:
    """Team A's files do not go to all of class A: they are proposed."""
    roster = (Person(student="24A1201", group="A"), Person(student="24A1202", group="A"))
    found = joined(Identity(group="A", participant="7"), roster=roster)
    assert found.students == {}
    assert found.unassigned[0].proposals == ("24A1201", "24A1202")


def test_without_a_roster_the_sheet_says_who_did_not_submit() -> None:
    """In its order; people without an id under the LMS's name."""
    sheets = (
        moodle("山田 太郎", "31201", student="24A1201"),
        moodle("田中 実", "31202"),
        moodle("佐藤 花子", "31203"),
    )
    found = joined(Identity(name="佐藤 花子", participant="31203"), roster=(), sheets=sheets)
    assert list(found.students) == ["佐藤 花子_31203"]
    assert found.not_submitted == ("24A1201", "田中 実_31202")
    assert found.people["佐藤 花子_31203"].participant == "31203"


def test_a_roster_without_ids_gets_them_from_the_lms() -> None:
    """By the name; whom the LMS does not know keeps the name."""
    roster = (Person(name="山田 太郎", row=2), Person(name="田中 実", row=3))
    found = joined(Identity(student="24A1201", name="山田　太郎"), roster=roster)
    assert list(found.students) == ["24A1201"]
    assert found.not_submitted == ("田中 実",)
    assert not found.notes


def test_a_canvas_number_is_no_student_id() -> None:
    """Even where ids are digits of the same length, and somebody has just that one."""
    roster = (
        Person(student="1234567", name="田中 実"),
        Person(student="1234568", name="山田 太郎"),
    )
    who = Identity(name="山田太郎", user="1234567")
    assert list(join([piece(who)], roster, (), r"\d{7}").students) == ["1234568"]
    assert list(join([piece(who)], (), (), r"\d{7}").students) == ["山田太郎_1234567"]


def test_a_worksheet_may_be_the_roster() -> None:
    """Without ids its names stand for the students; its numbers tell two of them apart."""
    roster = (
        moodle("山田 太郎", "31201"),
        Person(name="山田 太郎", participant="31202", row=3),
    )
    found = joined(Identity(name="山田 太郎", participant="31202"), roster=roster)
    assert list(found.students) == ["山田 太郎_31202"]
    assert found.not_submitted == ("山田 太郎_31201",)
