"""Convert a layout's matches to pieces: who, which attempt, when, under which name."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from grader.intake.layouts.fitting import LayoutFit, Match
from grader.intake.layouts.layout import Layout
from grader.intake.layouts.levels import id_in
from grader.model.collection import Identity, Member, Piece, Received, TimeSource
from grader.people import bare_name

# A person's name next to an id in a folder's name: no digits, and a letter beyond ASCII or two
# words.
_PERSON = re.compile(r"(?=.*(?:[^\x00-\x7F]|[A-Za-z][ ,] ?[A-Za-z]))[^0-9０-９]+")


_PARTED = re.compile(
    r"(?<!\d)(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})\D{1,12}?(\d{1,2})\D{1,2}(\d{1,2})(?:\D(\d{1,2}))?"
)
_COMPACT = re.compile(r"(?<!\d)(\d{4})(\d\d)(\d\d)[T_ -]?(\d\d)(\d\d)(\d\d)?(?:\d{3})?(?!\d)")
_ZONE = re.compile(r"(?:(Z|UTC|GMT)|([+-])(\d\d):?(\d\d))\s*\Z")
_AFTERNOON = re.compile(r"午後|\bPM\b|\dPM\b", re.IGNORECASE)
_MORNING = re.compile(r"午前|\bAM\b|\dAM\b", re.IGNORECASE)
_NOON = 12


def make_pieces(
    laid: LayoutFit, zone: ZoneInfo, student_id: str
) -> tuple[tuple[Piece, ...], tuple[Member, ...]]:
    """Convert matches to pieces; also return the members that duplicate one."""
    pieces: dict[tuple[Identity, str, int, str], Piece] = {}
    twice = []
    for match in laid.matches:
        piece = _piece(match, laid, zone, student_id)
        key = (piece.who, piece.file, piece.attempt, piece.member.sha256)
        if key in pieces:
            twice.append(match.member)
        else:
            pieces[key] = piece
    return tuple(pieces.values()), tuple(twice)


def _piece(match: Match, laid: LayoutFit, zone: ZoneInfo, student_id: str) -> Piece:
    attempt = unicodedata.normalize("NFKC", match.groups.get("attempt", ""))
    return Piece(
        member=match.member,
        who=_identity(match.groups, laid.layout, student_id),
        file=match.groups["file"],
        attempt=int(attempt) if attempt.isdecimal() else 0,
        received=_received(match, laid, zone),
        late="late" in match.groups,
    )


def _identity(groups: Mapping[str, str], layout: Layout, student_id: str) -> Identity:
    """Return the identity as far as the LMS gives it. Text that is no student id is the login."""
    texts = (groups[key] for key in layout.ids if key in groups)
    student = next(
        (student_found for text in texts if (student_found := id_in(text, student_id))), ""
    )
    name = _clean(groups.get("name", "").replace("_", " "))
    if not name and "within" in groups and groups["within"] not in groups["file"]:
        rest = bare_name(groups["within"], student_id).strip(" -.")
        name = _clean(rest) if _PERSON.fullmatch(rest) else ""
    if layout.nameless and re.fullmatch(layout.nameless, name):
        name = ""
    user = groups.get("user", "") or ("" if student else groups.get("student", ""))
    return Identity(
        student=student,
        name=name,
        user=_clean(user),
        participant=_clean(groups.get("participant", "")),
        mail=_clean(groups.get("mail", "")),
        group=_clean(groups.get("group", "")),
    )


def _received(match: Match, laid: LayoutFit, zone: ZoneInfo) -> Received | None:
    groups = match.groups
    if "time" in groups:
        return read_time(groups["time"], zone, TimeSource.NAME)
    if "utc" in groups:
        return read_time(groups["utc"], None, TimeSource.METADATA)
    if "local" in groups:
        return read_time(groups["local"], zone, TimeSource.METADATA)
    if laid.layout.times and laid.level.whole:
        return read_zip_time(match.member.modified, zone)
    return None


def _clean(text: str) -> str:
    """Normalise to NFC with single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def read_time(text: str, zone: ZoneInfo | None, source: TimeSource) -> Received | None:
    """Parse a date with time; `zone` (None: UTC) applies if the text names none.

    None if there is no time of day, or the date is invalid.
    """
    text = unicodedata.normalize("NFKC", text).strip()
    match = _PARTED.search(text) or _COMPACT.search(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
    if _AFTERNOON.search(text) and hour < _NOON:
        hour += _NOON
    elif _MORNING.search(text) and hour == _NOON:
        hour = 0
    written = _written_zone(text[match.end() :])
    try:
        at = datetime(year, month, day, hour, minute, second, tzinfo=written or zone or UTC)
    except ValueError:
        return None
    assumed = "" if written else zone.key if zone else "UTC"
    return Received(at=at, source=source, resolution_seconds=1 if match[6] else 60, zone=assumed)


def read_zip_time(modified: datetime | None, zone: ZoneInfo) -> Received | None:
    """Convert a zip entry's time (2 s resolution); None if it has none."""
    if modified is None or modified.year <= 1980:  # noqa: PLR2004 - where DOS's clock begins
        return None
    at = modified.replace(tzinfo=zone)
    return Received(at=at, source=TimeSource.ARCHIVE, resolution_seconds=2, zone=zone.key)


def _written_zone(text: str) -> timezone | None:
    match = _ZONE.search(text)
    if match is None:
        return None
    if match[1]:
        return UTC
    offset = timedelta(hours=int(match[3]), minutes=int(match[4]))
    return timezone(-offset if match[2] == "-" else offset) if offset < timedelta(days=1) else None
