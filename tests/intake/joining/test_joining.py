"""Who is who: what must be joined, and what must not."""

from pathlib import Path

import pytest

from grader.intake.joined import Joined
from grader.intake.joining import join
from grader.model.collection import Identity, Member, NoteKind, Person, Piece

PATTERN = r"\d{2}[A-Z]\d{4}"

YAMADA = Person(student="24A1201", name="山田 太郎", mail="yamada@example.ac.jp", row=2)
TANAKA = Person(student="24A1202", name="田中 実", mail="tanaka@example.ac.jp", row=3)
SATO = Person(student="24A1203", name="佐藤 花子", other_name="Sato Hanako", row=4)
ROSTER = (YAMADA, TANAKA, SATO)


def piece(who: Identity, file: str = "kadai1.py") -> Piece:
    """Makes a file of somebody's."""
    member = Member(name=file, path=Path("x"), size_bytes=1, sha256="0" * 64)
    return Piece(member=member, who=who, file=file)


def joined(
    *who: Identity, roster: tuple[Person, ...] = ROSTER, sheets: tuple[Person, ...] = ()
) -> Joined:
    """Joins one file of each."""
    return join([piece(one) for one in who], roster, sheets, PATTERN)


def moodle(
    name: str, participant: str, *, student: str = "", mail: str = "", group: str = ""
) -> Person:
    """Makes a line of Moodle's worksheet."""
    return Person(name=name, participant=participant, student=student, mail=mail, group=group)


MUST_BE_JOINED = {
    "id of the LMS": (Identity(student="24A1201"), (), "24A1201"),
    "id in full width": (Identity(student="２４Ａ１２０１"), (), "24A1201"),
    "id with a hyphen": (Identity(student="24A-1201"), (), "24A1201"),
    "login holds the id": (Identity(user="s24a1201"), (), "24A1201"),
    "name holds the id": (Identity(name="24A1201 山田"), (), "24A1201"),
    "mail of the roster": (Identity(mail="Yamada@example.ac.jp"), (), "24A1201"),
    "mail holds the id": (Identity(mail="24a1201@example.ac.jp"), (), "24A1201"),
    "exact name": (Identity(name="山田 太郎", participant="31201"), (), "24A1201"),
    "wide space": (Identity(name="山田　太郎"), (), "24A1201"),
    "no space": (Identity(name="山田太郎", user="5001"), (), "24A1201"),
    "given name first": (Identity(name="太郎 山田"), (), "24A1201"),
    "Latin letters": (Identity(name="Hanako SATO"), (), "24A1203"),
    "Latin, squeezed": (Identity(name="satohanako", user="5003"), (), "24A1203"),
    "sheet by participant, roster by mail": (
        Identity(name="参加者", participant="31202"),
        (moodle("", "31202", mail="tanaka@example.ac.jp"),),
        "24A1202",
    ),
    "sheet by participant, roster by name": (
        Identity(participant="31202"),
        (moodle("実 田中", "31202"),),
        "24A1202",
    ),
    "sheet by user number": (
        Identity(name="x", user="5002"),
        (Person(student="24A1202", user="5002"),),
        "24A1202",
    ),
    "the sheet's id wins over a name": (
        Identity(name="山田 太郎", participant="31202"),
        (moodle("山田 太郎", "31202", student="24A1202"),),
        "24A1202",
    ),
    "an old id in login and mail": (
        Identity(
            name="実 田中", user="s20b1201", participant="31202", mail="20b1201@example.ac.jp"
        ),
        (moodle("田中 実", "31202", student="24A1202"),),
        "24A1202",
    ),
    "a number of the LMS in the form of an id": (
        Identity(name="山田太郎", user="2411202"),
        (),
        "24A1201",
    ),
    "an id that the roster does not have": (Identity(student="24A1299"), (), "24A1299"),
    "a name of the sheet, not of the roster": (
        Identity(name="髙木 一"),
        (Person(student="24A1202", name="髙木 一"),),
        "24A1202",
    ),
}


@pytest.mark.parametrize(("who", "sheets", "student"), MUST_BE_JOINED.values(), ids=MUST_BE_JOINED)
def test_what_is_certain_is_joined(who: Identity, sheets: tuple[Person, ...], student: str) -> None:
    """Ids, numbers of the LMS, mails, and a name that one person on each side has."""
    found = joined(who, sheets=sheets)
    assert list(found.students) == [student]
    assert not found.unassigned
    assert student not in found.not_submitted


MUST_NOT_BE_JOINED = {
    "kanji variant": (Identity(name="髙橋 健"), (), "variant", ("24A1204",)),
    "near": (Identity(name="山田 太朗"), (), "unknown", ("24A1201",)),
    "family name alone": (Identity(name="山田"), (), "unknown", ()),
    "nobody": (Identity(name="森 さくら", participant="9"), (), "unknown", ()),
    "blind": (Identity(name="参加者", participant="31201"), (), "unknown", ()),
    "another id in the sheet": (
        Identity(student="24A1201", user="u1"),
        (Person(student="24A1202", user="u1"),),
        "conflict",
        ("24A1202", "24A1201"),
    ),
    "id of one, line of another": (
        Identity(name="山田 太郎", student="24A1299", participant="31202"),
        (moodle("田中 実", "31202", student="24A1202"),),
        "conflict",
        ("24A1202", "24A1299"),
    ),
    "id in the name of one, line of another": (
        Identity(name="s24a1299 山田 太郎", participant="31202"),
        (moodle("田中 実", "31202", student="24A1202"),),
        "conflict",
        ("24A1202", "24A1299"),
    ),
    "an old login and a known name": (
        Identity(name="山田 太郎", user="s20b1201"),
        (),
        "conflict",
        ("24A1201", "20B1201"),
    ),
    "two lines of the sheet with this name": (
        Identity(name="山田 太郎", user="7"),
        (moodle("山田 太郎", "31201"), moodle("太郎 山田", "31202")),
        "same-name",
        ("24A1201",),
    ),
    "the name has another number in the sheet": (
        Identity(name="山田 太郎", participant="31209"),
        (moodle("山田 太郎", "31201", mail="yamada@example.ac.jp"),),
        "same-name",
        ("24A1201",),
    ),
    "a group that no sheet explains": (Identity(group="A班"), (), "group", ()),
    "nothing at all": (Identity(), (), "unknown", ()),
}


@pytest.mark.parametrize(
    ("who", "sheets", "reason", "likely"), MUST_NOT_BE_JOINED.values(), ids=MUST_NOT_BE_JOINED
)
def test_nothing_is_guessed(
    who: Identity, sheets: tuple[Person, ...], reason: str, likely: tuple[str, ...]
) -> None:
    """Whoever is only likely is proposed, and stays among those without files."""
    roster = (*ROSTER, Person(student="24A1204", name="高橋 健"))
    found = joined(who, roster=roster, sheets=sheets)
    assert found.students == {}
    assert [one.reason for one in found.unassigned] == [reason]
    assert found.unassigned[0].proposals[: len(likely)] == likely
    assert found.not_submitted == ("24A1201", "24A1202", "24A1203", "24A1204")


def test_two_with_one_name_are_told_apart_by_a_person() -> None:
    """Neither folder goes to either; both are proposed, and one's own file name puts it first."""
    roster = (*ROSTER, Person(student="24A1205", name="山田 太郎"))
    pieces = [
        piece(Identity(name="山田 太郎", participant="31201"), "課題1_24A1205_山田.docx"),
        piece(Identity(name="山田 太郎", participant="31202")),
    ]
    found = join(pieces, roster, (), PATTERN)
    assert found.students == {}
    assert [one.reason for one in found.unassigned] == ["same-name", "same-name"]
    assert found.unassigned[0].proposals[0] == "24A1205"
    assert set(found.unassigned[1].proposals) == {"24A1201", "24A1205"}
    assert len({one.label for one in found.unassigned}) == 2


def test_two_folders_with_one_name_are_not_given_to_the_one_on_the_roster() -> None:
    """The other may be somebody whom the roster leaves out."""
    found = joined(
        Identity(name="山田 太郎", participant="31201"),
        Identity(name="山田 太郎", participant="31202"),
    )
    assert found.students == {}
    assert len(found.unassigned) == 2


def test_variants_on_both_sides_are_two_people() -> None:
    """高橋 and 髙橋 go to their own, when the LMS shows both; one alone may be either."""
    roster = (
        Person(student="24A1204", name="高橋 健"),
        Person(student="24A1205", name="髙橋 健"),
    )
    one, other = (
        Identity(name="髙橋 健", participant="1"),
        Identity(name="高橋 健", participant="2"),
    )
    both = joined(one, other, roster=roster)
    assert list(both.students) == ["24A1205", "24A1204"]
    alone = joined(one, roster=roster)
    assert alone.students == {}
    assert alone.unassigned[0].proposals == ("24A1205", "24A1204")


def test_the_sheet_tells_two_with_one_name_apart() -> None:
    """Moodle's line leads to the roster by its mail."""
    roster = (YAMADA, Person(student="24A1205", name="山田 太郎", mail="taro2@example.ac.jp"))
    sheets = (
        moodle("山田 太郎", "31201", mail="taro2@example.ac.jp"),
        moodle("山田 太郎", "31202", mail="yamada@example.ac.jp"),
    )
    found = joined(
        Identity(name="山田 太郎", participant="31201"),
        Identity(name="山田 太郎", participant="31202"),
        roster=roster,
        sheets=sheets,
    )
    assert list(found.students) == ["24A1205", "24A1201"]


def test_an_id_that_is_not_on_the_roster_is_collected_with_a_note() -> None:
    """INT003."""
    found = joined(Identity(student="24A1299"), Identity(student="24A1201"))
    assert [one.kind for one in found.notes["24A1299"]] == [NoteKind.UNKNOWN]
    assert "24A1201" not in found.notes


def test_two_identities_of_one_student_keep_their_order() -> None:
    """Both folders are one student's."""
    pieces = [
        piece(Identity(name="山田 太郎", participant="31201"), "a.py"),
        piece(Identity(student="24A1202"), "b.py"),
        piece(Identity(student="24A1201"), "c.py"),
    ]
    found = join(pieces, ROSTER, (), PATTERN)
    assert [one.file for one in found.students["24A1201"]] == ["a.py", "c.py"]


@pytest.mark.parametrize(
    ("who", "student"),
    [
        (Identity(student="24A1201", user="u1"), "24A1201"),
        (Identity(name="s24a1201 山田 太郎", participant="31201"), "24A1201"),
        (Identity(name="山田 太郎", participant="31201"), "山田 太郎_31201"),
        (Identity(name="yamadataro", user="5001"), "yamadataro_5001"),
        (Identity(name="a/../b"), "a_.._b"),
        (Identity(participant="31201"), "31201"),
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


def test_lost_zeros_need_the_name() -> None:
    """Excel made 12345 of 0012345: the same number is enough only together with the name."""
    roster = (Person(student="12345", name="山田 太郎"), Person(student="12346", name="田中 実"))
    pieces = [
        piece(Identity(student="0012345", name="山田 太郎")),
        piece(Identity(student="0012346")),
    ]
    found = join(pieces, roster, (), r"\d{7}")
    assert list(found.students) == ["12345"]
    assert found.unassigned[0].proposals == ("12346",)


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


def test_what_the_sheet_says_stands_with_the_person() -> None:
    """The roster's name, the LMS's numbers."""
    sheets = (moodle("太郎 山田", "31201", mail="yamada@example.ac.jp"),)
    person = joined(roster=ROSTER, sheets=sheets).people["24A1201"]
    assert (person.name, person.participant, person.row) == ("山田 太郎", "31201", 2)


def test_the_sheet_s_word_on_handing_in_counts_less_than_files() -> None:
    """A worksheet may be older than the download."""
    sheets = (Person(student="24A1201", submitted=False),)
    assert "24A1201" in joined(Identity(student="24A1201"), sheets=sheets).students


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
