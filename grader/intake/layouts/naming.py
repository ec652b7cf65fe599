"""A layout's matches as pieces: who, which attempt, when, under which name."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from zoneinfo import ZoneInfo

from grader.intake.layouts.fitting import Fit, Match
from grader.intake.layouts.levels import id_in
from grader.intake.layouts.moments import read_time, read_zip_time
from grader.intake.layouts.profiles import Layout
from grader.model.collection import Identity, Member, Piece, Received, TimeSource

_IN_ARCHIVE = re.compile(r"(?:^|/)[^/]+\.(?:zip|tar|tgz|gz)/", re.IGNORECASE)


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
    return _with_times_of_siblings(tuple(pieces.values()), found.layout), tuple(twice)


def _piece(match: Match, found: Fit, zone: ZoneInfo, student_id: str) -> Piece:
    attempt = unicodedata.normalize("NFKC", match.groups.get("attempt", ""))
    return Piece(
        member=match.member,
        who=_identity(match.groups, found.layout, student_id),
        file=match.groups["file"],
        attempt=int(attempt) if attempt.isdecimal() else 0,
        received=match.received or _received(match, found, zone),
        late="late" in match.groups,
    )


def _identity(groups: Mapping[str, str], layout: Layout, student_id: str) -> Identity:
    """Says who, as far as the LMS does. What is no student id after all stays as the login."""
    texts = (groups[key] for key in layout.ids if key in groups)
    student = next((found for text in texts if (found := id_in(text, student_id))), "")
    name = _clean(groups.get("name", "").replace("_", " "))
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
    """A file from an archive of the student's own carries the student's times, not the LMS's."""
    if "time" in match.groups:
        return read_time(match.groups["time"], zone, TimeSource.NAME)
    if not found.layout.times or not found.level.whole or _IN_ARCHIVE.search(match.groups["file"]):
        return None
    return read_zip_time(match.member.modified, zone)


def _with_times_of_siblings(pieces: tuple[Piece, ...], layout: Layout) -> tuple[Piece, ...]:
    """What lay in a student's archive came when the latest file beside the archive came."""
    if not layout.times:
        return pieces
    latest: dict[Identity, Received] = {}
    for piece in pieces:
        if piece.received is not None:
            known = latest.get(piece.who)
            if known is None or piece.received.at > known.at:
                latest[piece.who] = piece.received
    return tuple(
        piece if piece.received else replace(piece, received=latest.get(piece.who))
        for piece in pieces
    )


def _clean(text: str) -> str:
    """Composed, one space between words."""
    return " ".join(unicodedata.normalize("NFC", text).split())
