"""Reads the times that LMSs write into their tables, in Japanese and English."""

import re
import unicodedata
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from grader.model.collection import Received, TimeSource

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_CLOCK = (
    r"(?P<half>午前|午後)?\s*(?P<hour>\d{1,2})\s*[:時]\s*(?P<minute>\d{1,2})分?"
    r"(?:[:\s]*(?P<second>\d{1,2})(?:秒|\.\d+)?)?\s*(?P<pm>[ap]\.?m\.?)?"
    r"\s*(?P<zone>z|utc|gmt|jst|[+\-]\d{2}:?\d{2})?"
)
_DATES = (
    r"(?P<year>\d{4})年\s*(?P<month>\d{1,2})月\s*(?P<day>\d{1,2})日(?:\s*\(.*?\))?",
    r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?:\s*\(.*?\))?",
    r"(?:[a-z]+,?\s+)?(?P<day>\d{1,2})\s+(?P<name>[a-z]{3,9})\.?,?\s+(?P<year>\d{4})",
    r"(?:[a-z]+,?\s+)?(?P<name>[a-z]{3,9})\.?\s+(?P<day>\d{1,2}),?\s+(?P<year>\d{4})",
)
_TIMES = tuple(re.compile(rf"{day}[\s,t]*(?:at\s+)?{_CLOCK}") for day in _DATES)
_JAPAN = timezone(timedelta(hours=9), "JST")
_NOON = 12


def received_of(cell: str, zone: ZoneInfo) -> Received | None:
    """Reads when something came in; `zone` is taken when none is written. None: no such time."""
    text = " ".join(unicodedata.normalize("NFKC", cell).casefold().split())
    found = next((match for form in _TIMES if (match := form.fullmatch(text))), None)
    if found is None:
        return None
    part = found.groupdict()
    month = int(part["month"]) if "month" in part else _month(part["name"])
    told = _zone(part["zone"])
    try:
        at = datetime(
            int(part["year"]),
            month,
            int(part["day"]),
            _hour(int(part["hour"]), part["half"] or part["pm"] or ""),
            int(part["minute"]),
            int(part["second"] or 0),
            tzinfo=told or zone,
        )
    except ValueError:
        return None
    return Received(
        at=at,
        source=TimeSource.SHEET,
        resolution_seconds=60 if part["second"] is None else 1,
        zone="" if told else zone.key,
    )


def _month(name: str) -> int:
    """Numbers an English month; 0, which no date takes, for any other word."""
    return _MONTHS.index(name[:3]) + 1 if name[:3] in _MONTHS else 0


def _hour(hour: int, half: str) -> int:
    if half in ("", "午前", "午後") and hour > _NOON:
        return hour
    if half == "午後" or half.startswith("p"):
        return hour % _NOON + _NOON
    return hour % _NOON if half else hour


def _zone(text: str | None) -> timezone | None:
    match text:
        case None:
            return None
        case "z" | "utc" | "gmt":
            return UTC
        case "jst":
            return _JAPAN
    sign = -1 if text.startswith("-") else 1
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return timezone(sign * timedelta(minutes=minutes))
