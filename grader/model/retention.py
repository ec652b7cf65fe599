"""How long the data of a course are kept."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated

from msgspec import Meta

from grader.model.bounds import expects


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    """Until when students' data may stay. The earlier of the two counts when both are given."""

    keep_days: Annotated[int, Meta(ge=0, le=36500)] | None = None
    """So many days after an assignment's due date."""
    keep_until: Annotated[date | None, expects("a date, such as 2026-03-31")] = None
    """The last day, such as 2026-03-31, for the whole course."""

    def last_day(self, due: datetime) -> date | None:
        """Says the last day on which an assignment's data are kept; None: no limit is stated.

        `due` is the assignment's last due date, extensions included, in the course's zone.
        """
        after = [] if self.keep_days is None else [due.date() + timedelta(days=self.keep_days)]
        until = [] if self.keep_until is None else [self.keep_until]
        return min([*after, *until], default=None)
