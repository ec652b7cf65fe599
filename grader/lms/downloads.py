"""Rules that patterns cannot express: manaba's order of ids, Sakai's timestamps and groups."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from grader.intake.layouts.fitting import LayoutFit, Match
from grader.intake.layouts.levels import id_in
from grader.intake.reading import read_file
from grader.intake.refusal import FileRefused
from grader.model.collection import Member
from grader.people import same_id

_SAKAIS_UTC = re.compile(r"\d{17}")  # older versions; newer ones write the zone
_TOGETHER = re.compile(r"\)\s*;\s*")
_NOTE_BYTES = 65_536  # maximum size of the LMS's own small files


def manaba(laid: LayoutFit, student_id: str) -> LayoutFit:
    """Decide which of two ids is the student id: the side where more values look like one.

    On a tie, it is the first side.
    """
    pairs = {(match.groups["first"], match.groups["second"]) for match in laid.matches}
    first = sum(_likeness(side, student_id) for side, _ in pairs)
    second = sum(_likeness(other, student_id) for _, other in pairs)
    student, user = ("second", "first") if second > first else ("first", "second")
    return _with(
        laid,
        (
            match.with_groups(student=match.groups[student], user=match.groups[user])
            for match in laid.matches
        ),
    )


def _likeness(text: str, student_id: str) -> int:
    student_found = id_in(text, student_id)
    return 0 if not student_found else 2 if same_id(text) == student_found else 1


def sakai(laid: LayoutFit, _student_id: str) -> LayoutFit:
    """Read times from timestamp.txt in each folder, and split folders of several people."""
    times: dict[str, str] = {}
    for member, path in laid.level.files:
        folder, _, file = path.partition("/")
        if file == "timestamp.txt":
            times[folder] = _read_note(member).strip()

    def people(match: Match) -> Iterator[Match]:
        time = times.get(match.entry, "")
        timed = match.with_groups(**{"utc" if _SAKAIS_UTC.fullmatch(time) else "local": time})
        if "user" not in match.groups:
            yield timed
            return
        for who in _TOGETHER.split(f"{match.groups['name']}({match.groups['user']}"):
            name, _, user = who.rpartition("(")
            yield timed.with_groups(name=" ".join(name.replace(",", " ").split()), user=user)

    return _with(laid, (person for match in laid.matches for person in people(match)))


def _with(laid: LayoutFit, matches: Iterator[Match]) -> LayoutFit:
    return replace(laid, matches=tuple(matches))


def _read_note(member: Member) -> str:
    """Return the text of a small file; "" if it cannot be read."""
    try:
        raw = read_file(member.path.parent, (member.path.name,), _NOTE_BYTES)
    except FileRefused:
        return ""
    return raw.decode("utf-8-sig", "replace")
