"""Times as LMSs write them into names and small files."""

import re
import unicodedata
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from grader.model.collection import Received, TimeSource

_PARTED = re.compile(
    r"(?<!\d)(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})\D{1,12}?(\d{1,2})\D{1,2}(\d{1,2})(?:\D(\d{1,2}))?"
)
_COMPACT = re.compile(r"(?<!\d)(\d{4})(\d\d)(\d\d)[T_ -]?(\d\d)(\d\d)(\d\d)?(?:\d{3})?(?!\d)")
_ZONE = re.compile(r"(?:(Z|UTC|GMT)|([+-])(\d\d):?(\d\d))\s*\Z")
_AFTERNOON = re.compile(r"午後|\bPM\b|\dPM\b", re.IGNORECASE)
_MORNING = re.compile(r"午前|\bAM\b|\dAM\b", re.IGNORECASE)
_NOON = 12


def read_time(text: str, zone: ZoneInfo | None, source: TimeSource) -> Received | None:
    """Reads a date with a time of day; `zone` (None: UTC) holds where the text names none.

    None when there is no time of day, or no such day.
    """
    text = unicodedata.normalize("NFKC", text).strip()
    found = _PARTED.search(text) or _COMPACT.search(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
    if _AFTERNOON.search(text) and hour < _NOON:
        hour += _NOON
    elif _MORNING.search(text) and hour == _NOON:
        hour = 0
    written = _written_zone(text[found.end() :])
    try:
        at = datetime(year, month, day, hour, minute, second, tzinfo=written or zone or UTC)
    except ValueError:
        return None
    assumed = "" if written else zone.key if zone else "UTC"
    return Received(at=at, source=source, resolution_seconds=1 if found[6] else 60, zone=assumed)


def read_zip_time(modified: datetime | None, zone: ZoneInfo) -> Received | None:
    """Takes a zip entry's time, which counts in steps of two seconds; None when it has none."""
    if modified is None or modified.year <= 1980:  # noqa: PLR2004 - where DOS's clock begins
        return None
    at = modified.replace(tzinfo=zone)
    return Received(at=at, source=TimeSource.ARCHIVE, resolution_seconds=2, zone=zone.key)


def _written_zone(text: str) -> timezone | None:
    found = _ZONE.search(text)
    if found is None:
        return None
    if found[1]:
        return UTC
    offset = timedelta(hours=int(found[3]), minutes=int(found[4]))
    return timezone(-offset if found[2] == "-" else offset) if offset < timedelta(days=1) else None
