"""What must not be recognised as an LMS, and what students must not be able to fake."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake.layouts.layout import profiles
from tests.intake.layouts.looking import look, names, who

MOODLE_31201 = "参加者31201_31201_assignsubmission_file"


FAKES = [
    f"{MOODLE_31201}/a.py",
    f"x.zip/{MOODLE_31201}/a.py",
    "24A1201@u1/a.py",
    "24A1201@u1@a.py",
    "24A1201/a.py",
    "山田太郎_5001_90011_a.py",
    "提出済みのファイル/佐藤/課題1/バージョン 9/a.py",
    "佐藤(u1)/提出物の添付ファイル/a.py",
    "submission_1/a.py",
    "課題_u1_attempt_2025-04-17-21-05-10_a.py",
    "2025-04-17/24A1201/a.py",
    "reportlist.xlsx",
    "grades.csv",
    "評定.csv",
    "timestamp.txt",
    "comments.txt",
    "submission_metadata.yml",
    "課題_u5_attempt_2025-04-17-21-05-10.txt",
]


@pytest.mark.parametrize(
    ("lms", "files", "mine"),
    [
        ("moodle", ["山田_31205_assignsubmission_file/"], {"participant": "31205"}),
        ("moodle", ["山田_31205_assignsubmission_file_x.zip/"], {"participant": "31205"}),
        ("canvas", ["山田_5005_90011_x.zip/"], {"user": "5005"}),
        ("manaba", ["24A1205@u5/"], {"student": "24A1205"}),
        ("manaba", ["24A1205@u5@x.zip/"], {"student": "24A1205"}),
        ("teams", ["提出済みのファイル/山田/課題1/バージョン 1/"], {"name": "山田"}),
        ("classroom50", ["k_submissions_2026_11_20_T_09_00_00/k-u5/"], {"user": "u5"}),
        ("github", ["kadai1-submissions/kadai1-u5/"], {"user": "u5"}),
        ("sakai", ["課題1/山田(u5)/提出物の添付ファイル/"], {"user": "u5"}),
        ("blackboard", ["課題_u5_attempt_2025-04-17-21-05-10_x.zip/"], {"user": "u5"}),
        ("utol", ["2025-04-17/24A1205/"], {"student": "24A1205"}),
        ("plain", ["24A1205/"], {"student": "24A1205"}),
        ("plain", ["24A1205.zip/"], {"student": "24A1205"}),
    ],
)
def test_only_the_outermost_name_says_who(lms: str, files: list[str], mine: dict[str, str]) -> None:
    """Whatever a student names inside the own folder stays the student's own file."""
    for fake in FAKES:
        found = look([f"{files[0]}{fake}"])
        [piece] = found.pieces
        assert found.lms == lms, fake
        assert {key: getattr(piece.who, key) for key in mine} == mine, fake
        assert piece.file.endswith(fake)
        assert (found.sheets, found.others, found.unexplained) == ((), (), ()), fake


@pytest.mark.parametrize(
    ("mine", "fake"),
    [
        ("山田_31205_assignsubmission_file_", "佐藤_31201_assignsubmission_file_a.py"),
        ("山田_5005_90011_", "佐藤_5001_90012_a.py"),
        ("山田_LATE_5005_90011_", "anon_5001_90012_a.py"),
        ("24A1205@u5@", "24A1201@u1@a.py"),
        (
            "課題_u5_attempt_2025-04-17-21-05-10_",
            "課題_u1_attempt_2025-04-16-21-05-10_a.py",
        ),
        ("課題_u5_attempt_2025-04-17-21-05-10_", "u1_attempt_2025-04-16-21-05-10.txt"),
        ("山田(u5)_Submission attachment(s)_", "佐藤(u1)_Submission attachment(s)_a.py"),
    ],
)
def test_a_flat_name_is_read_from_its_beginning(mine: str, fake: str) -> None:
    """What follows the LMS's own part is the student's name of the file."""
    [plain] = look([f"{mine}a.py"]).pieces
    [piece] = look([f"{mine}{fake}"]).pieces
    assert (piece.who, piece.file) == (plain.who, fake)


def test_the_only_ids_are_kept() -> None:
    """Where most files say nothing, those that do are still their students'."""
    found = look(["a.py", "b.py", "kadai1_24A1201.py", "24A1202のコピー.py"])
    assert [piece.who.student for piece in found.pieces] == ["24A1201", "24A1202"]
    assert names(found.unexplained) == ["a.py", "b.py"]


@pytest.mark.parametrize(
    "tables",
    [["24A1201.csv", "24A1202.xlsx"], ["2025-04-17/24A1201/a.csv", "24A1202.csv"]],
)
def test_tables_of_students_are_no_tables_of_the_lms(tables: list[str]) -> None:
    """Not even beside a file with a name as Moodle gives them."""
    found = look([*tables, f"{MOODLE_31201}_a.py"])
    assert not found.sheets
    assert {"24A1202"} <= {piece.who.student for piece in found.pieces}
    anonymous = look(["a.csv", "b.csv", "c.csv", "d.csv", f"{MOODLE_31201}_a.py"])
    assert (anonymous.lms, anonymous.sheets, anonymous.pieces) == ("plain", (), ())


def test_a_class_does_not_become_moodle_by_one_student() -> None:
    """One folder among the students' with a name as Moodle gives them is no Moodle."""
    found = look(["24A1201/a.py", "24A1202/a.py", f"{MOODLE_31201}/a.py"])
    assert found.lms == "plain"
    assert names(found.unexplained) == [f"{MOODLE_31201}/a.py"]


def test_a_students_folder_is_not_around_the_class() -> None:
    """A single folder named with an id is that student's, whatever lies in it."""
    found = look([f"24A1205/{MOODLE_31201}/a.py", "24A1205/佐藤_31202_assignsubmission_file/a.py"])
    assert {piece.who.student for piece in found.pieces} == {"24A1205"}


def test_a_course_code_may_look_like_an_id() -> None:
    """A folder around several students stays around them."""
    found = look([f"24T1234-課題1-501/学生{n}_{n}_assignsubmission_file/a.py" for n in (1, 2)])
    assert found.lms == "moodle"
    assert [piece.who.participant for piece in found.pieces] == ["1", "2"]


def test_a_zip_of_one_student_is_not_around_the_others() -> None:
    """Files beside it show that it is none of the LMS's."""
    found = look([f"kadai1.zip/{MOODLE_31201}/a.py", "24A1202.py", "24A1203_data.csv"])
    assert found.lms == "plain"
    assert [piece.who.student for piece in found.pieces] == ["24A1202", "24A1203"]


def test_zips_of_students_are_theirs() -> None:
    """What one of them puts into it makes no LMS of all, and no other student of the owner."""
    many = [f"佐藤.zip/学生_{n}_assignsubmission_file/a.py" for n in range(31201, 31206)]
    found = look([*many, "山田.zip/a.py", "田中.zip/24A1201/a.py"])
    assert found.lms == "plain"
    assert {piece.who.name for piece in found.pieces} == {"佐藤", "山田", "田中"}
    assert not any(piece.who.student for piece in found.pieces)


def test_what_a_teacher_left_in_the_folder_is_unexplained() -> None:
    """Most names are Moodle's; the others are kept, nobody's."""
    moodle = [f"学生_{n}_assignsubmission_file/a.py" for n in range(31201, 31206)]
    found = look([*moodle, "results/24A1201.html", "memo.txt"])
    assert (found.lms, len(found.pieces)) == ("moodle", 5)
    assert names(found.unexplained) == ["results/24A1201.html", "memo.txt"]


PARTS = st.text(alphabet=string.ascii_letters + "山田_@-. ()1２", min_size=1, max_size=12).map(
    lambda text: text.strip() or "x"
)


@settings(max_examples=100)
@given(st.lists(st.lists(PARTS, min_size=1, max_size=5).map("/".join), max_size=8, unique=True))
def test_no_member_is_lost_or_taken_twice(files: list[str]) -> None:
    """Whatever the names are, every member is in exactly one place, for every layout."""
    for lms in ("auto", *profiles()):
        found = look(files, lms)
        pieces = [piece.member for piece in found.pieces]
        everywhere = [*pieces, *found.sheets, *found.others, *found.unexplained]
        assert sorted(names(everywhere)) == sorted(files)


@settings(max_examples=100)
@given(inner=st.lists(PARTS, min_size=1, max_size=4).map("/".join))
def test_nothing_inside_changes_who_it_is(inner: str) -> None:
    """Names below the student's own folder never change the student."""
    folder = "山田 太郎_31205_assignsubmission_file"
    found = look([f"{folder}/{inner}", "佐藤_31201_assignsubmission_file/a.py"])
    assert who(found)[f"{folder}/{inner}"][0].participant == "31205"


@pytest.mark.parametrize(
    ("files", "lms"),
    [
        (["24A1201.py", "a.py", "b.py", "c のコピー.py"], "classroom"),
        (["課題1/Copy of 24A1201.py", "課題1/a.py", "課題1/b.py"], "classroom"),
        (["24A1201.py", "a.py", "b.py", "c.py"], "plain"),  # no sign
        (["a.py", "b.py", "c のコピー.py"], "plain"),  # nobody's
        (["24A1201/24A1201.py", "24A1201/a.py", "24A1201/a のコピー.py"], "plain"),  # one student's
        (["24A1201/a のコピー.py", "24A1202/a.py"], "plain"),
    ],
)
def test_a_flat_folder_of_drive_is_known_by_its_sign(files: list[str], lms: str) -> None:
    """Students name their files as they like: few ids, and what Drive calls its copies."""
    assert look(files).lms == lms


def test_a_pattern_comes_first_only_if_it_explains_everything() -> None:
    """Otherwise what is known better is; asked for by name, it is taken all the same."""
    moodle = [
        f"{name}_{number}_assignsubmission_file/a.py" for name, number in [("あ", 1), ("い", 2)]
    ]
    patterns = {"mine": r"(?P<name>あ)_"}
    assert look(moodle, patterns=patterns).lms == "moodle"
    assert look(moodle, patterns={"mine": r"(?P<name>[^_]+)_"}).lms == "mine"
    found = look(moodle, "mine", patterns)
    assert [piece.who.name for piece in found.pieces] == ["あ"]
    assert names(found.unexplained) == moodle[1:]


def test_a_pattern_may_replace_a_profile() -> None:
    """A name that the grader knows means the user's own then."""
    assert (
        look(["x-24A1201-a.py"], "moodle", {"moodle": r"x-(?P<student>\w+)-"}).pieces[0].who.student
        == "24A1201"
    )
