"""What is known of the class: nothing, numbers alone, or everybody."""

from pathlib import Path

import pytest

from grader.wording import say
from tests.lms.collecting.downloads import MOODLE, PROGRAM, WORKSHEET_HEADER, names, worksheet
from tests.lms.collecting.lab import TARO, Lab
from tests.lms.collecting.test_collecting import run

BLIND = {f"参加者_{number}{MOODLE}kadai1_24A1203.py": str(number) for number in (31201, 31202)}
FOLDERS = ["参加者31201/kadai1_24A1203.py", "参加者31202/kadai1_24A1203.py"]


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """A course."""
    return Lab(tmp_path)


def blind_sheet(lab: Lab) -> Path:
    """Makes the worksheet that goes with blind marking: no names, no mails."""
    heads = WORKSHEET_HEADER.split(",")
    lines = [",".join(one for one in heads if one not in {"フルネーム", "メールアドレス"})]
    for number, status in ((31201, "提出済み"), (31202, "提出済み"), (31203, "提出なし")):
        lines.append(f"参加者{number},{status},,8.00,Yes,-,-,")
    path = lab.folder / "blind.csv"
    path.write_text("\n".join(lines), encoding="utf-8-sig")
    return path


def test_participants_are_the_students_of_blind_marking(lab: Lab) -> None:
    """With a roster or without: it names nobody here, and nobody is missing by it."""
    path = lab.download(BLIND)
    for options in ({"roster": lab.roster}, {}):
        result = run(lab.folder, path, **options)
        assert names(lab.target) == FOLDERS
        assert result.collection.unassigned == ()
        assert result.collection.not_submitted == ()
        said = [say(one, "ja") for one in result.warnings]
        assert any("匿名採点" in one and "参加者31201" in one for one in said)


def test_the_blind_worksheet_says_who_did_not_hand_in(lab: Lab) -> None:
    """By number; that is enough to grade."""
    result = run(lab.folder, lab.download(BLIND), blind_sheet(lab), roster=lab.roster)
    assert names(lab.target) == FOLDERS
    assert result.collection.not_submitted == ("参加者31203",)
    assert result.collection.is_missing("参加者31203")


def test_the_revealed_worksheet_names_everybody(lab: Lab) -> None:
    """The folders become those of the students."""
    path = lab.download(BLIND)
    run(lab.folder, path, blind_sheet(lab), roster=lab.roster)
    people = [(31201, "山田 太郎"), (31202, "佐藤 花子"), (31203, "田中 実")]
    sheet = worksheet(
        lab.folder / "評定.csv",
        [(str(number), name, f"x{number}@example.ac.jp", "-") for number, name in people],
    )
    result = run(lab.folder, path, sheet, roster=lab.roster)
    assert names(lab.target) == ["24A1201/kadai1_24A1203.py", "24A1202/kadai1_24A1203.py"]
    assert result.collection.not_submitted == ("24A1203",)
    assert result.warnings == ()


def test_a_participant_is_named_by_a_person(lab: Lab) -> None:
    """One number may be known to the TA."""
    path = lab.download(BLIND)
    for _ in range(2):
        words = {"参加者31201": "24A1203"}
        result = run(lab.folder, path, roster=lab.roster, assign=words)
        assert names(lab.target) == ["24A1203/kadai1_24A1203.py", FOLDERS[1]]
        assert not any("no roster" in str(one) for one in result.warnings)


def test_a_number_beside_names_is_asked_about(lab: Lab) -> None:
    """The LMS names the others: that is no blind marking, and nothing is guessed."""
    path = lab.download({f"{TARO}kadai1.py": PROGRAM, f"参加者_31202{MOODLE}a.py": "x"})
    result = run(lab.folder, path, roster=lab.roster)
    assert [one.student for one in result.collection.students] == ["24A1201"]
    assert [one.label for one in result.collection.unassigned] == ["参加者31202"]


def test_without_roster_and_table_nobody_is_known_to_be_missing(lab: Lab) -> None:
    """It is said; with either, and after either was given once, it is not."""
    path = lab.download({f"{TARO}kadai1.py": PROGRAM})
    (said,) = run(lab.folder, path).warnings
    assert "誰が出していないかは分かりません" in say(said, "ja")
    assert run(lab.folder, path, roster=lab.roster).warnings == ()
    assert run(lab.folder, path).warnings == ()
