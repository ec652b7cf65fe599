"""Finding the people in the tables of LMSs."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from grader.intake.roster import read_people
from grader.model.collection import TimeSource
from grader.tables import read_table
from tests.intake.test_roster import TOKYO, people, simple
from tests.tables import rosters


def test_moodle_s_worksheet_in_japanese() -> None:
    """The participant's number, the minute of the submission, no id."""
    found = people(rosters.MOODLE_JA)
    one, two = found.people
    assert found.lms == "moodle"
    assert (one.participant, one.name, one.mail) == ("31201", "山田 太郎", "taro@example.ac.jp")
    assert (one.student, one.user, one.row, two.row) == ("", "", 2, 3)
    assert (one.submitted, two.submitted) == (True, False)
    assert one.received is not None
    assert one.received.at == datetime(2025, 4, 17, 21, 5, tzinfo=TOKYO)
    assert one.received.source is TimeSource.SHEET
    assert (one.received.resolution_seconds, one.received.zone) == (60, "Asia/Tokyo")
    assert two.received is None


def test_moodle_s_worksheet_in_english() -> None:
    """Also with a comment in PHP's way of quoting."""
    one, two = people(rosters.MOODLE_EN).people
    assert (one.participant, one.name) == ("31201", "太郎 山田")
    assert one.received is not None
    assert one.received.at == datetime(2025, 4, 17, 21, 5, tzinfo=TOKYO)
    assert (two.participant, two.submitted) == ("31202", False)


def test_moodle_s_blind_worksheet() -> None:
    """Numbers are all there is."""
    (one,) = people(rosters.MOODLE_BLIND).people
    assert (one.participant, one.name, one.submitted) == ("31201", "", True)


def test_moodle_s_gradebook() -> None:
    """Family and given name stand in two columns, the id under IDナンバー."""
    one, _ = people(rosters.MOODLE_GRADEBOOK).people
    assert (one.student, one.name, one.mail) == ("24A1201", "山田 太郎", "taro@example.ac.jp")


def test_canvas_s_gradebook() -> None:
    """Canvas's number is the user; points, posting and the test student are nobody."""
    found = people(rosters.CANVAS)
    one, two = found.people
    assert found.lms == "canvas"
    assert (one.student, one.user, one.name) == ("24A1201", "5001", "山田 太郎")
    assert (two.student, two.user) == ("24A1202", "5002")


def test_github_s_roster() -> None:
    """The identifier may be an id, a mail or a name."""
    one, two, three = people(rosters.GITHUB_ROSTER).people
    assert (one.student, one.user, one.name) == ("24A1201", "yamada-taro", "山田 太郎")
    assert (two.student, two.mail) == ("", "kazuki@example.ac.jp")
    assert (three.student, three.name, three.user) == ("", "佐藤 花子", "sato-h")


def test_github_s_grades() -> None:
    """Times are UTC."""
    one, two = people(rosters.GITHUB_GRADES).people
    assert (one.student, one.user) == ("24A1201", "yamada-taro")
    assert one.received is not None
    assert one.received.at == datetime(2025, 4, 17, 21, 5, 33, tzinfo=TOKYO)
    assert (one.received.zone, one.received.resolution_seconds) == ("", 1)
    assert (two.student, two.received) == ("24A1202", None)


@pytest.mark.parametrize("raw", [rosters.SAKAI, rosters.SAKAI_EN])
def test_sakai_s_grades(raw: bytes) -> None:
    """Two lines stand above the headings."""
    one = people(raw).people[0]
    assert (one.student, one.user, one.name) == ("24A1201", "s24a1201", "山田 太郎")
    assert one.row == 4


def test_gradescope_s_roster() -> None:
    """Assistants are left out; students without a number are not."""
    one, two = people(rosters.GRADESCOPE).people
    assert (one.student, one.name) == ("24A1201", "Yamada Taro")
    assert (two.student, two.mail) == ("", "kazuki@example.ac.jp")


def test_manaba_s_reportlist() -> None:
    """Students only; leading zeros and wide spaces; times are Japanese wherever one is."""
    table = read_table(rosters.manaba(), "reportlist.xlsx")
    found = read_people(table, ZoneInfo("Europe/Berlin"))
    one, two, three = found.people
    assert found.lms == "manaba"
    assert (one.student, one.user, one.name) == ("24A1201", "u1001", "山田 太郎")
    assert (one.other_name, one.attempt, one.row) == ("YAMADA Taro", 2, 9)
    assert one.received is not None
    assert one.received.at == datetime(2025, 4, 17, 21, 5, 33, tzinfo=TOKYO)
    assert [one.submitted, two.submitted, three.submitted] == [True, True, False]
    assert three.student == "0012345"


def test_github_s_identifier_may_be_one_word() -> None:
    """It is a name, since it is no id."""
    assert simple("identifier,github_username\nyamada,y-taro\n") == [("", "yamada")]


def test_classroom_50_s_scores() -> None:
    """The name from two columns, and the time in UTC, of those who have handed something in."""
    head = "username,first_name,last_name,email,section,score,datetime,submission_tag,late\n"
    one, two = people(
        f"{head}u1,太郎,山田,t@ac.example.jp,A,0,2025-04-17T15:30:00Z,submit/x,true\n"
        "u2,一郎,鈴木,i@ac.example.jp,A,,,,\n".encode()
    ).people
    assert (one.user, one.name, one.mail) == ("u1", "山田 太郎", "t@ac.example.jp")
    assert one.received is not None
    assert one.received.at == datetime(2025, 4, 18, 0, 30, tzinfo=TOKYO)
    assert (one.submitted, two.submitted, two.received) == (True, None, None)
