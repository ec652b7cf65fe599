"""Until when data may stay: the earlier of what is stated."""

from datetime import UTC, date, datetime

import pytest

from grader.model.course import Retention

DUE = datetime(2025, 4, 17, 23, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    ("retention", "last"),
    [
        (Retention(), None),
        (Retention(keep_days=0), date(2025, 4, 17)),
        (Retention(keep_days=365), date(2026, 4, 17)),
        (Retention(keep_until=date(2026, 3, 31)), date(2026, 3, 31)),
        (Retention(keep_days=365, keep_until=date(2026, 3, 31)), date(2026, 3, 31)),
        (Retention(keep_days=30, keep_until=date(2026, 3, 31)), date(2025, 5, 17)),
    ],
)
def test_the_last_day(retention: Retention, last: date | None) -> None:
    """Days after the due date, a date, the earlier of both, or no limit."""
    assert retention.last_day(DUE) == last
