"""Who is who: what must be joined, and what must not."""

import pytest

from grader.intake.joining import join
from grader.model.collection import Identity, NoteKind, Person
from tests.intake.joining.callers import PATTERN, ROSTER, YAMADA, joined, moodle, piece

MUST_BE_JOINED = {
    "an id beside a name that nobody has": (
        Identity(student="24A1201", name="山田 旧姓"),
        (),
        "24A1201",
    ),
    "an id with a login, and another's display name": (
        Identity(student="24A1203", name="山田 太郎", user="s24a1203"),
        (),
        "24A1203",
    ),
    "id of the LMS": (Identity(student="24A1201"), (), "24A1201"),
    "id in full width": (Identity(student="２４Ａ１２０１"), (), "24A1201"),
    "id with a hyphen": (Identity(student="24A-1201"), (), "24A1201"),
    "login holds the id": (Identity(user="s24a1201", name="T. Yamada"), (), "24A1201"),
    "name holds the id and the name": (Identity(name="24A1201 山田 太郎"), (), "24A1201"),
    "name holds the login and the name": (Identity(name="山田 太郎(s24a1201)"), (), "24A1201"),
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
    "the sheet's id wins over an id in a name": (
        Identity(name="s24a1299 山田 太郎", participant="31202"),
        (moodle("田中 実", "31202", student="24A1202"),),
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
    "an id of the LMS's table, not of the roster": (
        Identity(student="24A1299"),
        (Person(student="24A1299", name="伊藤 蘭"),),
        "24A1299",
    ),
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
    "id in a display name": (
        Identity(name="24A1201", participant="9"),
        (),
        "claimed",
        ("24A1201",),
    ),
    "id and part of the name": (Identity(name="24A1201 山田"), (), "claimed", ("24A1201",)),
    "a chosen login": (Identity(user="x24A1203"), (), "claimed", ("24A1203",)),
    "a chosen login of digits around": (Identity(user="24A1201"), (), "claimed", ("24A1201",)),
    "one label, two people": (
        Identity(student="24A1203", name="山田 太郎"),
        (),
        "conflict",
        ("24A1203", "24A1201"),
    ),
    "a name and somebody else's id": (
        Identity(name="24A1203 山田 太郎", participant="9"),
        (),
        "conflict",
        ("24A1201", "24A1203"),
    ),
    "a name and id whose owner has another number": (
        Identity(name="24A1201 山田 太郎", participant="31294"),
        (moodle("山田 太郎", "31201", student="24A1201"),),
        "same-name",
        ("24A1201",),
    ),
    "an old login and a known name": (
        Identity(name="山田 太郎", user="s20b1201"),
        (),
        "conflict",
        ("24A1201", "20B1201"),
    ),
    "another form of the name on the roster alone": (
        Identity(name="高橋 健", participant="31201"),
        (moodle("髙橋 健", "31299", student="24A1209"),),
        "variant",
        ("24A1204", "24A1209"),
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
    """Neither folder goes to either; both are proposed, and one's own file name puts it first.

    Nobody else is: a name that is nearly the same is another person's.
    """
    near = Person(student="24A1206", name="山田 次太郎")
    roster = (*ROSTER, Person(student="24A1205", name="山田 太郎"), near)
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


def test_a_login_of_the_roster_tells_two_with_one_name_apart() -> None:
    """Canvas's table has its number, and the institution's login; the roster has the login."""
    roster = (
        Person(student="24A1205", name="田中 実", user="tanaka"),
        Person(student="24A1206", name="田中 実", user="tanaka2"),
    )
    table = (
        Person(student="TANAKA2", name="田中 実", user="906"),
        Person(student="TANAKA", name="田中 実", user="905"),
    )
    callers = Identity(name="田中実", user="905"), Identity(name="田中実", user="906")
    found = joined(*callers, roster=roster, sheets=table)
    assert {student: own[0].who for student, own in found.students.items()} == {
        "24A1205": callers[0],
        "24A1206": callers[1],
    }


def test_an_id_that_is_on_no_list_is_asked_about() -> None:
    """Whoever has nearly this id is proposed: somebody may have mistyped it."""
    found = joined(Identity(student="24A1291"), Identity(student="24A1202"), Identity(student="9X"))
    assert [(one.label, one.reason, one.proposals) for one in found.unassigned] == [
        ("24A1291", "unknown", ("24A1201",)),
        ("9X", "unknown", ()),
    ]
    assert "24A1201" in found.not_submitted


def test_an_id_that_only_the_lms_knows_is_noted() -> None:
    """INT003: its table has it, the roster has not."""
    table = [Person(student="24A1299", name="伊藤 蘭")]
    pieces = [
        piece(Identity(student="24A1299"), "a.py"),
        piece(Identity(student="24A1201"), "b.py"),
    ]
    found = join(pieces, ROSTER, table, PATTERN)
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


def test_lost_zeros_need_the_name() -> None:
    """Excel made 12345 of 0012345: the same number is enough only together with the name."""
    roster = (Person(student="12345", name="山田 太郎"), Person(student="12346", name="田中 実"))
    pieces = [
        piece(Identity(student="0012345", name="山田 太郎")),
        piece(Identity(student="0012346")),
    ]
    found = join(pieces, roster, (), r"\d{7}")
    assert list(found.students) == ["12345"]
    assert (found.unassigned[0].reason, found.unassigned[0].proposals) == ("zeros", ())


def test_what_the_sheet_says_stands_with_the_person() -> None:
    """The roster's name, the LMS's numbers."""
    sheets = (moodle("太郎 山田", "31201", mail="yamada@example.ac.jp"),)
    person = joined(roster=ROSTER, sheets=sheets).people["24A1201"]
    assert (person.name, person.participant, person.row) == ("山田 太郎", "31201", 2)


def test_the_sheet_s_word_on_handing_in_counts_less_than_files() -> None:
    """A worksheet may be older than the download."""
    sheets = (Person(student="24A1201", submitted=False),)
    assert "24A1201" in joined(Identity(student="24A1201"), sheets=sheets).students
