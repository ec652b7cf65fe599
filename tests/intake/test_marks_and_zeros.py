"""What a table marks as late without a time, and ids whose zeros a spreadsheet ate."""

import pytest

from grader.wording import say
from tests.intake.test_roster import people


@pytest.mark.parametrize(
    ("status", "at", "late"),
    [
        ("受付終了後提出", "", True),
        ("受付終了後提出", "2025-04-18 00:00:10", False),  # the time says it
        ("提出済", "", False),
        ("未提出", "", False),
        ("Submitted late", "", True),
        ("Submitted, not late", "", False),
    ],
)
def test_a_mark_without_a_time_is_kept(status: str, at: str, late: bool) -> None:  # noqa: FBT001  a case
    """The LMS says that it came late, and not when."""
    table = f"学籍番号,氏名,#提出,#提出日時\n24A1201,山田 太郎,{status},{at}\n"
    [person] = people(table.encode()).people
    assert person.late is late


@pytest.mark.parametrize(
    ("ids", "read", "rows"),
    [
        ("1234567 1234568 12345678 12", "01234567 01234568 12345678 00000012", "2 3 5"),
        ("1234567 12", "01234567 00000012", "2 3"),
        ("1234567 01234567", "1234567 01234567", ""),  # somebody else has it
        ("01234567 TA01 123456789", "01234567 TA01 123456789", ""),
    ],
)
def test_ids_get_their_zeros_back_and_every_row_is_told(ids: str, read: str, rows: str) -> None:
    """Only when the course's ids have one length, and nobody else has the id then."""
    table = "学籍番号,氏名\n" + "".join(f"{one},名 {at}\n" for at, one in enumerate(ids.split()))
    found = people(table.encode(), r"\d{8}")
    assert [one.student for one in found.people] == read.split()
    assert [str(one.row) for one in found.people if one.padded] == rows.split()
    told = [one for one in found.warnings if "lost its leading zeros" in str(one)]
    assert bool(told) == bool(rows)
    for one in told:
        assert all(f" {row} (" in str(one) for row in rows.split())
        assert "先頭の 0 が消えています" in say(one, "ja")
