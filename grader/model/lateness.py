"""Deadlines and what being late costs: data of an assignment, and the arithmetic on it."""

import math
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

DAY = 86_400  # seconds
HOUR = 3_600


class LateKind(StrEnum):
    """How points shrink with the delay."""

    NONE = "none"  # being late is said, and costs nothing
    PER_DAY = "per-day"  # each day begun costs the same
    STEPS = "steps"  # up to so many hours so much is kept; after the last step nothing
    CUT_OFF = "cut-off"  # nothing is kept; with `cut_off_hours`: everything up to then


@dataclass(frozen=True, slots=True, kw_only=True)
class LateStep:
    """Up to `hours` after the deadline, `percent` of the points are kept."""

    hours: Annotated[float, Meta(gt=0)]
    """Hours after the deadline."""
    percent: Annotated[float, Meta(ge=0, le=100)]
    """What is kept up to then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LatePolicy:
    """What being late costs, in percent of the points earned."""

    kind: LateKind = LateKind.NONE
    percent_per_day: float = 0.0
    least_percent: float = 0.0  # never less than this is kept, but after `cut_off_hours`
    steps: tuple[LateStep, ...] = ()  # by hours, growing
    cut_off_hours: float = math.inf  # after that nothing is kept

    def kept_percent(self, late_seconds: int) -> float:
        """Says how much of the points is kept: 100 when it is not late."""
        if late_seconds <= 0:
            return 100.0
        if late_seconds > self.cut_off_hours * HOUR:
            return 0.0
        match self.kind:
            case LateKind.NONE:
                return 100.0
            case LateKind.PER_DAY:
                kept = 100.0 - self.percent_per_day * math.ceil(late_seconds / DAY)
                return max(kept, self.least_percent, 0.0)
            case LateKind.STEPS:
                within = (one.percent for one in self.steps if late_seconds <= one.hours * HOUR)
                return next(within, self.least_percent)
            case LateKind.CUT_OFF:
                return 100.0 if math.isfinite(self.cut_off_hours) else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """Until when, with grace and with more time for some."""

    due: datetime  # with a zone
    grace_seconds: int = 0  # so late is not late; 59: the LMS shows minutes, 23:59 means all of it
    extensions: Mapping[str, datetime] = field(default_factory=dict)  # by student, upper case

    def of(self, student: str) -> datetime:
        """Says until when this student may hand in, the grace not counted."""
        plain = unicodedata.normalize("NFKC", student).strip().upper()
        return self.extensions.get(student) or self.extensions.get(plain) or self.due

    def late_seconds(self, student: str, at: datetime) -> int:
        """Counts whole seconds after the deadline; 0 within the grace. Both times have a zone."""
        late = math.floor((at - self.of(student)).total_seconds())
        return late if late > self.grace_seconds else 0

    def beyond_grace(self, late_seconds: int) -> int:
        """Counts from the end of the grace: one minute's grace makes every day end a minute later.

        Who reads 23:59 as the whole minute reads it so the next day, too.
        """
        return max(late_seconds - self.grace_seconds, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness:
    """What being late did to one score sheet."""

    late_seconds: int
    kept_percent: float  # 100 = it cost nothing
