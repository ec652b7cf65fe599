"""Times in LMS tables."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from grader.intake.roster import received_of

TOKYO = ZoneInfo("Asia/Tokyo")


@pytest.mark.parametrize(
    "text",
    [
        "2025年 04月 17日(木曜日) 21:05",
        "2025年4月17日 21時5分",
        "2025年4月17日 午後 9:05",
        "2025/04/17 21:05",
        "2025-04-17 21:05",
        "Thursday, 17 April 2025, 9:05 PM",
        "Thursday, 17 April 2025, 9:05\u202fPM",
        "17 April 2025, 21:05",
        "Apr 17, 2025 9:05 PM",
        "April 17, 2025 at 9:05 p.m.",
    ],
)
def test_minutes_in_the_viewer_s_zone(text: str) -> None:
    """The zone is an assumption and says so."""
    found = received_of(text, TOKYO)
    assert found is not None
    assert found.at == datetime(2025, 4, 17, 21, 5, tzinfo=TOKYO)
    assert (found.resolution_seconds, found.zone) == (60, "Asia/Tokyo")


@pytest.mark.parametrize(
    "text",
    [
        "2025-04-17T12:05:33Z",
        "2025-04-17T12:05:33.250Z",
        "2025-04-17 21:05:33 +0900",
        "2025-04-17T21:05:33+09:00",
        "2025-04-17 12:05:33 UTC",
        "2025-04-17 21:05:33 JST",
        "2025-04-17 08:05:33 -0400",
    ],
)
def test_seconds_with_a_zone(text: str) -> None:
    """The zone that stands there counts."""
    found = received_of(text, TOKYO)
    assert found is not None
    assert found.at - datetime(2025, 4, 17, 12, 5, 33, tzinfo=UTC) == timedelta(0)
    assert (found.resolution_seconds, found.zone) == (1, "")


@pytest.mark.parametrize(
    ("text", "hour"),
    [("12:05 AM", 0), ("12:05 PM", 12), ("1:05 PM", 13), ("午前 0:05", 0), ("00:05", 0)],
)
def test_halves_of_the_day(text: str, hour: int) -> None:
    """Noon and midnight are the hard ones."""
    found = received_of(f"2025-04-17 {text}", TOKYO)
    assert found is not None
    assert found.at.hour == hour


@pytest.mark.parametrize(
    "text",
    ["", "-", "未提出", "2025/13/40 10:00", "17 Foo 2025, 21:05", "04/05/2025 21:05", "2025"],
)
def test_what_is_no_clear_time(text: str) -> None:
    """Day and month that may stand either way are not guessed."""
    assert received_of(text, TOKYO) is None
