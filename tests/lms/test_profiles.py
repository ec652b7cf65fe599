"""Every LMS's names, in Japanese and English: whose each file is."""

import re
import unicodedata

import pytest

from grader.intake.layouts import recognise
from grader.intake.layouts.layout import profiles
from grader.model.collection import Identity
from grader.model.errors import IntakeError
from grader.plugins import layouts
from tests.intake.layouts.looking import STUDENT_ID, TOKYO, download, look, names
from tests.wording.worded import in_japanese

YAMADA = "山田 太郎"
SATO = "佐藤 花子"


def identity(**given: str) -> Identity:
    """Makes an identity with only what is given."""
    return Identity(**given)


MOODLE = [
    (f"{YAMADA}_31201_assignsubmission_file/kadai1.py", {"name": YAMADA, "participant": "31201"}),
    (f"{SATO}_31202_assignsubmission_file_/src/a.py", {"name": SATO, "participant": "31202"}),
    ("Taro Yamada_7_assignsubmission_onlinetext/onlinetext.html", {"name": "Taro Yamada"}),
    ("参加者31201_31201_assignsubmission_file/a.py", {"participant": "31201"}),
    ("参加者 31201_31201_assignsubmission_file_/a.py", {"participant": "31201"}),
    ("Participant 31202_31202_assignsubmission_file_a.py", {"participant": "31202"}),
    (f"{YAMADA}_31201_assignsubmission_file_a_b.py", {"name": YAMADA, "participant": "31201"}),
    (f"{YAMADA}_31201_assignsubmission_file_x.zip/a.py", {"name": YAMADA}),
    ("第3班_204_assignsubmission_file/a.py", {"group": "第3班"}),
    ("チーム青_204_assignsubmission_file/a.py", {"group": "チーム青", "participant": ""}),
    ("Group A_204_assignsubmission_file_a.py", {"group": "Group A"}),
    ("デフォルトグループ_assignsubmission_file/a.py", {"group": "デフォルトグループ"}),
    ("Default group_assignsubmission_file_/a.py", {"group": "Default group"}),
    (
        "s24a1201 山田 太郎_31201_assignsubmission_file/a.py",
        {"student": "24A1201", "user": "s24a1201", "name": YAMADA, "participant": "31201"},
    ),
]
OTHERS = [
    ("canvas", "山田太郎_5001_90011_kadai1.py", {"name": "山田太郎", "user": "5001"}),
    ("canvas", "yamadataro_LATE_5001_90011_a_b.py", {"name": "yamadataro", "user": "5001"}),
    ("canvas", "山田太郎_5001_text.html", {"name": "山田太郎", "user": "5001"}),
    ("canvas", "LATE_anon_x7_90011_a.py", {"participant": "x7"}),
    ("canvas", "anon_77_90011_a.py", {"participant": "77"}),
    ("canvas", "anon_x7_text.html", {"participant": "x7"}),
    ("manaba", "24A1201@u1/a.py", {"student": "24A1201", "user": "u1"}),
    ("manaba", "u1@24A1201/a.py", {"student": "24A1201", "user": "u1"}),
    ("manaba", "２４ａ１２０１@u1@a.py", {"student": "24A1201", "user": "u1"}),
    ("manaba", "report-12-34/24A1201@u1/a@b.py", {"student": "24A1201", "user": "u1"}),
    ("manaba", "24A1201@taro@example.ac.jp/a.py", {"student": "24A1201"}),
    ("manaba", "24A1201@u1@x.zip/a.py", {"student": "24A1201", "user": "u1"}),
    ("teams", f"提出済みのファイル/{YAMADA}/課題1/バージョン 1/a.py", {"name": YAMADA}),
    ("teams", "提出済みの ファイル/山田\u3000太郎/課題1/バージョン２/a.py", {"name": YAMADA}),
    ("teams", "Submitted files/Taro Yamada/A 1/Version 1/a.py", {"name": "Taro Yamada"}),
    ("teams", "Taro Yamada/A 1/Version  2/a.py", {"name": "Taro Yamada"}),
    ("teams", f"提出済みのファイル/{YAMADA}/課題1/バージョン1 /a.py", {"name": YAMADA}),
    ("classroom", "24A1201_kadai1 のコピー.ipynb", {"student": "24A1201"}),
    ("classroom", "Copy of 24a1201.ipynb", {"student": "24A1201"}),
    ("classroom", "課題1 - 24A1201.gdoc", {"student": "24A1201"}),
    (
        "classroom50",
        "kadai1_submissions_2026_11_20_T_09_00_00/kadai1-taro-y/src/README.md",
        {"user": "taro-y"},
    ),
    ("github", "kadai1-submissions/kadai1-taro-y/a.py", {"user": "taro-y"}),
    (
        "sakai",
        "課題1/山田 太郎(s24a1201)/提出物の添付ファイル/a.py",
        {"student": "24A1201", "user": "s24a1201", "name": YAMADA},
    ),
    (
        "sakai",
        "A 1/Yamada,Taro(u7)/Submission attachment(s)/a.py",
        {"user": "u7", "name": "Yamada Taro"},
    ),
    ("sakai", "A 1/太郎,(u7)/太郎,(u7)_submissionText.html", {"user": "u7", "name": "太郎"}),
    ("sakai", "A 1/Yamada,Taro(u7)_Submission attachment(s)_a.py", {"user": "u7"}),
    (
        "blackboard",
        "課題 1_s24a1201_attempt_2025-04-17-21-05-10_a.py",
        {"student": "24A1201", "user": "s24a1201"},
    ),
    ("utol", "2025-04-17/24A1201/a.py", {"student": "24A1201"}),
    ("utol", "20250417/24A1201 山田/src/a.py", {"student": "24A1201"}),
    ("plain", "24A1201/a.py", {"student": "24A1201"}),
    ("plain", "kadai1/２４ａ１２０１＿山田太郎/a.py", {"student": "24A1201"}),
    ("plain", "課題1_24A1201_山田.docx", {"student": "24A1201"}),
    ("plain", "24A1201.zip/a.py", {"student": "24A1201"}),
]
TABLE = [("moodle", *one) for one in MOODLE] + OTHERS


@pytest.mark.parametrize(("lms", "name", "expected"), TABLE)
def test_each_layout_is_recognised(lms: str, name: str, expected: dict[str, str]) -> None:
    """One file is enough, and what the name says is known of its student."""
    found = look([name])
    assert found.lms == lms
    [piece] = found.pieces
    assert {key: getattr(piece.who, key) for key in expected} == expected
    assert not found.unexplained


@pytest.mark.parametrize("wrapper", ["x/", "x/x/", "CS101-課題1-42.zip/", "x/x.zip/"])
def test_wrappers_do_not_matter(wrapper: str) -> None:
    """A folder or zip around everything, once or twice, changes nothing."""
    for lms, name, _ in TABLE:
        found, bare = look([wrapper + name]), look([name])
        assert found.lms == lms, name
        assert [piece.who for piece in found.pieces] == [piece.who for piece in bare.pieces], name


@pytest.mark.parametrize(("lms", "name", "expected"), TABLE)
def test_the_layout_can_be_named(lms: str, name: str, expected: dict[str, str]) -> None:
    """--lms NAME finds what auto finds."""
    assert look([name], lms) == look([name])


@pytest.mark.parametrize(
    ("name", "file"),
    [
        (f"{YAMADA}_31201_assignsubmission_file/src/a.py", "src/a.py"),
        (f"{YAMADA}_31201_assignsubmission_file_/a.py", "a.py"),
        (f"{YAMADA}_31201_assignsubmission_file_a_b.py", "a_b.py"),
        (f"{YAMADA}_31201_assignsubmission_onlinetext/onlinetext.html", "onlinetext.html"),
        (f"{YAMADA}_31201_assignsubmission_onlinetext_onlinetext.html", "onlinetext.html"),
        (f"{YAMADA}_31201_assignsubmission_file_x.zip/src/a.py", "x.zip/src/a.py"),
        ("山田太郎_LATE_5001_90011_kadai1-1.py", "kadai1-1.py"),
        ("24A1201@u1@a@b.py", "a@b.py"),
        ("提出済みのファイル/山田/課題1/バージョン 1/src/a.py", "src/a.py"),
        ("課題1/山田(u1)/提出物の添付ファイル/kadai1+1.py", "kadai1+1.py"),
        ("課題1_u1_attempt_2025-04-17-21-05-10_a_b.py", "a_b.py"),
        ("24A1201_kadai1.py", "24A1201_kadai1.py"),
        ("24A1201.zip/a.py", "24A1201.zip/a.py"),
        ("24A1201/a.py", "a.py"),
    ],
)
def test_the_name_inside_the_submission(name: str, file: str) -> None:
    """What the LMS put before the student's own name is gone, nothing else."""
    assert [piece.file for piece in look([name]).pieces] == [file]


@pytest.mark.parametrize(
    ("sheet", "name"),
    [
        ("評定-CS101-課題1-42.csv", f"{YAMADA}_31201_assignsubmission_file/a.py"),
        ("x/Grades-CS101-A 1-42.csv", f"x/{YAMADA}_31201_assignsubmission_file_a.py"),
        ("report-1-2/reportlist.xlsx", "report-1-2/24A1201@u1/a.py"),
        ("reportlist.xls", "24A1201@u1@a.py"),
        ("課題1/grades.csv", "課題1/山田(u1)/提出物の添付ファイル/a.py"),
        ("classroom_roster.csv", "kadai1-submissions/kadai1-taro/a.py"),
        ("2025-gradebook.csv", "山田太郎_5001_90011_a.py"),
    ],
)
def test_the_tables_of_the_lms_are_found(sheet: str, name: str) -> None:
    """They lie beside the students' files, or beside the folder that holds these."""
    found = look([name, sheet])
    assert names(found.sheets) == [sheet]
    assert names([piece.member for piece in found.pieces]) == [name]


def test_a_worksheet_may_lie_beside_the_zip() -> None:
    """Somebody's folder with the zip, its unpacked twin and the table."""
    file = f"{YAMADA}_31201_assignsubmission_file/a.py"
    given = download([f"A-1.zip/{file}", f"A-1/{file}", "評定.csv"], "folder")
    same = [given.members[0], given.members[1]]
    twin = same[1].__class__(
        name=same[1].name, path=same[1].path, size_bytes=1, sha256=same[0].sha256
    )
    found = look(given.__class__(name="folder", members=(given.members[0], twin, given.members[2])))
    assert names([piece.member for piece in found.pieces]) == [f"A-1.zip/{file}"]
    assert names(found.sheets) == ["評定.csv"]
    assert names(found.others) == [f"A-1/{file}"]


def test_most_names_tell_whether_logins_stand_before_them() -> None:
    """One account without a login, or one name that begins like one, changes nothing."""
    ending = "_assignsubmission_file/a.py"
    some = look(
        [f"s24a1201 {YAMADA}_1{ending}", f"s24a1202 {SATO}_2{ending}", f"田中 実_3{ending}"]
    )
    assert [(one.who.student, one.who.name) for one in some.pieces] == [
        ("24A1201", YAMADA),
        ("24A1202", SATO),
        ("", "田中 実"),
    ]
    few = look([f"X2 Yamada_1{ending}", f"{SATO}_2{ending}", f"田中 実_3{ending}"])
    assert [one.who.name for one in few.pieces] == ["X2 Yamada", SATO, "田中 実"]


@pytest.mark.parametrize("group", ["グループA", "1組", "Team B", "金曜-3限"])
def test_the_group_that_was_chosen_stands_before_the_names(group: str) -> None:
    """Moodle's own name for a student follows it; whoever has a hyphen in a name keeps it."""
    ending = "assignsubmission_file/a.py"
    found = look([f"{group}-{YAMADA}_1_{ending}", f"{group}-Ann Lee-Sato_2_{ending}"])
    assert [one.who.name for one in found.pieces] == [YAMADA, "Ann Lee-Sato"]
    assert [one.who.participant for one in found.pieces] == ["1", "2"]


@pytest.mark.parametrize(
    ("names", "people", "groups"),
    [
        (["Team-1", "Team-2"], ["", ""], ["Team-1", "Team-2"]),
        (["グループ-赤", "グループ-青"], ["", ""], ["グループ-赤", "グループ-青"]),
        (["Lee-Sato Ann", "山田 太郎"], ["Lee-Sato Ann", "山田 太郎"], ["", ""]),
        (["Lee-Sato Ann"], ["Lee-Sato Ann"], [""]),
        (["Lee-Sato Ann", "Lee-Sato Bo"], ["Lee-Sato Ann", "Lee-Sato Bo"], ["", ""]),
        (["Ann-Lee Sato", "Ann-May Kato"], ["Ann-Lee Sato", "Ann-May Kato"], ["", ""]),
        (["A-Lee Sato", "A-May Kato"], ["Lee Sato", "May Kato"], ["", ""]),
        (["Red-山田 太郎", "Red-佐藤 花子"], ["山田 太郎", "佐藤 花子"], ["", ""]),
        (["1組-参加者 7", "1組-参加者 8"], ["", ""], ["", ""]),
    ],
)
def test_a_hyphen_alone_is_no_group(names: list[str], people: list[str], groups: list[str]) -> None:
    """Groups that hand in, people of such a name, and nameless people of a group."""
    found = look([f"{name}_{at}_assignsubmission_file/a.py" for at, name in enumerate(names)])
    assert [one.who.name for one in found.pieces] == people
    assert [one.who.group for one in found.pieces] == groups


def test_the_late_mark_is_no_time() -> None:
    """Canvas says late, not when."""
    late, in_time = look(["山田太郎_LATE_5001_90011_a.py", "佐藤花子_5002_90012_a.py"]).pieces
    assert (late.late, late.received, late.attempt) == (True, None, 0)
    assert not in_time.late


def test_versions_are_attempts() -> None:
    """The highest version of Teams counts, whatever its digits look like."""
    found = look(
        [f"提出済みのファイル/山田/課題1/バージョン {one}/a.py" for one in ("1", "１０", "2")]
    )
    assert [piece.attempt for piece in found.pieces] == [1, 10, 2]


@pytest.mark.parametrize(
    "files",
    [
        [
            "提出済みのファイル/山田/課題1/バージョン 2/a.py",
            "提出済みのファイル/山田/課題2/バージョン 1/a.py",
        ],
        [
            "課題_taro_y_attempt_2025-04-17-21-05-10_a.py",
            "課題_hana_y_attempt_2025-04-17-21-05-10_a.py",
        ],
    ],
)
@pytest.mark.parametrize("lms", ["auto", "own"])
def test_assignments_that_lie_together_are_not_mixed(files: list[str], lms: str) -> None:
    """Versions of another assignment replace nothing; logins with "_" are not cut to one."""
    name = "teams" if "/" in files[0] else "blackboard"
    found = look(files, lms=name if lms == "own" else lms)
    assert found.pieces == () or found.lms == "plain"
    assert {piece.attempt for piece in found.pieces} <= {0}
    if lms == "own":
        assert names(found.unexplained) == files


def test_attempts_of_blackboard_are_told_apart_by_their_times() -> None:
    """The receipts beside them are nobody's files."""
    day = "課題_1_u1_attempt_2025-04-{}-21-05-10{}"
    found = look([day.format(17, "_a.py"), day.format(18, "_a.py"), day.format(18, ".txt")])
    times = [piece.received.at.day for piece in found.pieces if piece.received]
    assert (found.lms, times) == ("blackboard", [17, 18])
    assert names(found.others) == [day.format(18, ".txt")]


def test_days_of_utol_are_no_times() -> None:
    """A day may be any day: both files are there, and neither has a time."""
    found = look(["2025-04-17/24A1201/a.py", "2025-04-18/24A1201/a.py"])
    assert [(piece.file, piece.attempt, piece.received) for piece in found.pieces] == [
        ("a.py", 0, None),
        ("a.py", 0, None),
    ]


def test_an_export_of_gradescope_is_asked_about() -> None:
    """Its folders say nobody's name."""
    files = [f"assignment_1_export/submission_{number}/a.py" for number in (11, 12)]
    found = look([*files, "assignment_1_export/submission_metadata.yml"])
    assert found.pieces == ()


def test_a_workbook_of_utol_is_its_table() -> None:
    """Beside the folders of the students it is nobody's file."""
    found = look(["20250417/24A1201/a.py", "20250417/24A1202/b.xlsx", "20250417/深層学習.xlsx"])
    assert found.lms == "utol"
    assert [member.name for member in found.sheets] == ["20250417/深層学習.xlsx"]
    assert [piece.file for piece in found.pieces] == ["a.py", "b.xlsx"]


def test_profiles_are_data_with_titles() -> None:
    """Each file has both titles, composed text, and patterns that compile."""
    titles = {name: profile.title for name, profile in profiles().items()}
    assert {"moodle", "canvas", "manaba", "teams", "sakai", "plain"} <= titles.keys()
    assert all({"ja", "en"} <= title.keys() for title in titles.values())
    for file in layouts():
        assert unicodedata.is_normalized("NFC", file.read_text("utf-8"))
    for profile in profiles().values():
        for layout in profile.layouts:
            for pattern in (*layout.pieces, *layout.sheets, *layout.others):
                assert re.compile(pattern.replace("{{slug}}", "x")).pattern


def test_an_unknown_layout_is_an_error() -> None:
    """It names those that it may have meant, in both languages."""
    with pytest.raises(IntakeError, match=r"--lms moodel: .* moodle") as error:
        recognise(download(["a"]), {}, "moodel", TOKYO, student_id=STUDENT_ID)
    assert in_japanese(error.value).startswith("--lms moodel: その名前の")
