"""A layout's matches as pieces: who, which attempt, when, under which name."""

import re
import unicodedata
from collections.abc import Mapping
from zoneinfo import ZoneInfo

from grader.intake.layouts.fitting import Fit, Match
from grader.intake.layouts.layout import Layout
from grader.intake.layouts.levels import id_in
from grader.intake.layouts.moments import read_time, read_zip_time
from grader.model.collection import Identity, Member, Piece, Received, TimeSource
from grader.people import bare_name

# Beside an id in a folder's name: no digits, and a letter beyond ASCII or two words.
_PERSON = re.compile(r"(?=.*(?:[^\x00-\x7F]|[A-Za-z][ ,] ?[A-Za-z]))[^0-9０-９]+")


def make_pieces(
    found: Fit, zone: ZoneInfo, student_id: str
) -> tuple[tuple[Piece, ...], tuple[Member, ...]]:
    """Makes a piece of every match. A file that lies there twice is taken once, see the second."""
    pieces: dict[tuple[Identity, str, int, str], Piece] = {}
    twice = []
    for match in found.matches:
        piece = _piece(match, found, zone, student_id)
        key = (piece.who, piece.file, piece.attempt, piece.member.sha256)
        if key in pieces:
            twice.append(match.member)
        else:
            pieces[key] = piece
    return tuple(pieces.values()), tuple(twice)


def _piece(match: Match, found: Fit, zone: ZoneInfo, student_id: str) -> Piece:
    attempt = unicodedata.normalize("NFKC", match.groups.get("attempt", ""))
    return Piece(
        member=match.member,
        who=_identity(match.groups, found.layout, student_id),
        file=match.groups["file"],
        attempt=int(attempt) if attempt.isdecimal() else 0,
        received=_received(match, found, zone),
        late="late" in match.groups,
    )


def _identity(groups: Mapping[str, str], layout: Layout, student_id: str) -> Identity:
    """Says who, as far as the LMS does. What is no student id after all stays as the login."""
    texts = (groups[key] for key in layout.ids if key in groups)
    student = next((found for text in texts if (found := id_in(text, student_id))), "")
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


def _received(match: Match, found: Fit, zone: ZoneInfo) -> Received | None:
    groups = match.groups
    if "time" in groups:
        return read_time(groups["time"], zone, TimeSource.NAME)
    if "utc" in groups:
        return read_time(groups["utc"], None, TimeSource.METADATA)
    if "local" in groups:
        return read_time(groups["local"], zone, TimeSource.METADATA)
    if found.layout.times and found.level.whole:
        return read_zip_time(match.member.modified, zone)
    return None


def _clean(text: str) -> str:
    """Composed, one space between words."""
    return " ".join(unicodedata.normalize("NFC", text).split())
