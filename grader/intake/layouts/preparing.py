"""What patterns alone cannot say: which side is the id, which attempt is the newest, who it was."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from grader.intake.layouts.fitting import Fit, Match
from grader.intake.layouts.levels import id_in
from grader.intake.layouts.metadata import read_gradescope, read_note, read_receipt
from grader.intake.layouts.moments import read_time
from grader.model.collection import Received, TimeSource

_RECEIPT = re.compile(r"(?P<title>[^/]+?)_(?P<user>[^_/]+)_attempt_(?P<time>[\d-]{19})\.txt")
_TOGETHER = re.compile(r"\)\s*;\s*")


def prepare(found: Fit, student_id: str) -> Fit:
    """Completes the matches of a layout as its LMS needs it."""
    if not found.layout.before:
        return found
    return _PREPARING[found.layout.before](found, student_id)


def _sides(found: Fit, student_id: str) -> Fit:
    """manaba: the side that holds more student ids is the student id's, else the first."""
    pairs = {(one.groups["first"], one.groups["second"]) for one in found.matches}
    first = sum(_likeness(one, student_id) for one, _ in pairs)
    second = sum(_likeness(other, student_id) for _, other in pairs)
    student, user = ("second", "first") if second > first else ("first", "second")
    return _with(
        found,
        (_given(one, student=one.groups[student], user=one.groups[user]) for one in found.matches),
    )


def _likeness(text: str, student_id: str) -> int:
    found = id_in(text, student_id)
    return 0 if not found else 2 if unicodedata.normalize("NFKC", text).upper() == found else 1


def _titles(found: Fit, _student_id: str) -> Fit:
    """Teams: with several assignments, each one's highest version stays the highest."""
    highest: dict[tuple[str, str], int] = defaultdict(int)
    for one in found.matches:
        key = (one.groups["name"], one.groups["title"])
        highest[key] = max(highest[key], int(one.groups["attempt"]))
    if len({title for _, title in highest}) == 1:
        return found
    most: dict[str, int] = defaultdict(int)
    for (name, _), attempt in highest.items():
        most[name] = max(most[name], attempt)
    return _with(found, (_apart(one, highest, most) for one in found.matches))


def _apart(one: Match, highest: Mapping[tuple[str, str], int], most: Mapping[str, int]) -> Match:
    name, title = one.groups["name"], one.groups["title"]
    attempt = int(one.groups["attempt"]) + most[name] - highest[name, title]
    return _given(one, attempt=str(attempt), file=f"{title}/{one.groups['file']}")


def _gradescope(found: Fit, _student_id: str) -> Fit:
    """Gradescope: everybody who handed in together gets the files."""
    records = {
        name: record
        for member, path in found.level.files
        if path == "submission_metadata.yml"
        for name, record in read_gradescope(member).items()
    }

    def people(one: Match) -> Iterator[Match]:
        record = records.get(one.groups["key"])
        if record is None or not record.submitters:
            yield one
            return
        received = read_time(record.created, None, TimeSource.METADATA)
        for who in record.submitters:
            yield replace(
                _given(one, name=who.name, student=who.sid, mail=who.mail), received=received
            )

    return _with(found, (person for one in found.matches for person in people(one)))


def _sakai(found: Fit, _student_id: str) -> Fit:
    """Sakai: timestamp.txt in a student's folder says when, in UTC."""
    times: dict[str, Received | None] = {}
    for member, path in found.level.files:
        folder, _, file = path.partition("/")
        if file == "timestamp.txt":
            times[folder] = read_time(read_note(member), None, TimeSource.METADATA)

    def people(one: Match) -> Iterator[Match]:
        one = replace(one, received=times.get(one.entry))
        if "user" not in one.groups:
            yield one
            return
        for who in _TOGETHER.split(f"{one.groups['name']}({one.groups['user']}"):
            name, _, user = who.rpartition("(")
            yield _given(one, name=" ".join(name.replace(",", " ").split()), user=user)

    return _with(found, (person for one in found.matches for person in people(one)))


def _blackboard(found: Fit, _student_id: str) -> Fit:
    """Blackboard: attempts are numbered by their times; a receipt alone is an attempt, too."""
    receipts = [
        Match(member=member, path=path, groups={**match.groupdict(), "file": "receipt.txt"})
        for member, path in found.level.files
        if (match := _RECEIPT.fullmatch(path)) and member in found.others
    ]
    matches = _logins((*found.matches, *receipts))
    names = {
        one.groups["user"]: name
        for one in matches[len(found.matches) :]
        for name, login in [read_receipt(one.member)]
        if login == one.groups["user"]
    }
    times: dict[str, set[str]] = defaultdict(set)
    for one in matches:
        times[one.groups["user"]].add(one.groups["time"])
    filled = {(one.groups["user"], one.groups["time"]) for one in matches[: len(found.matches)]}
    alone = [
        one
        for one in matches[len(found.matches) :]
        if (one.groups["user"], one.groups["time"]) not in filled
    ]
    counted = [
        _given(
            one,
            name=names.get(one.groups["user"], ""),
            attempt=str(1 + sorted(times[one.groups["user"]]).index(one.groups["time"])),
        )
        for one in (*matches[: len(found.matches)], *alone)
    ]
    taken = {one.member.name for one in alone}
    others = tuple(member for member in found.others if member.name not in taken)
    return replace(found, matches=tuple(counted), others=others)


def _logins(matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """Gives logins back their "_": the shortest title is everybody's."""
    titles = {one.groups["title"] for one in matches}
    title = min(titles, key=len)
    if any(one != title and not one.startswith(f"{title}_") for one in titles):
        return matches
    return tuple(
        _given(
            one,
            user=f"{one.groups['title']}_{one.groups['user']}"[len(title) + 1 :],
            title=title,
        )
        for one in matches
    )


def _days(found: Fit, student_id: str) -> Fit:
    """UTOL: a student's later day replaces the earlier ones."""
    days: dict[str, set[str]] = defaultdict(set)
    for one in found.matches:
        days[id_in(one.groups["within"], student_id)].add(one.groups["day"])
    return _with(found, (_counted(one, days, student_id) for one in found.matches))


def _counted(one: Match, days: Mapping[str, set[str]], student_id: str) -> Match:
    mine = sorted(days[id_in(one.groups["within"], student_id)])
    return _given(one, attempt=str(1 + mine.index(one.groups["day"]))) if len(mine) > 1 else one


def _given(one: Match, **groups: str) -> Match:
    return replace(one, groups={**one.groups, **groups})


def _with(found: Fit, matches: Iterator[Match]) -> Fit:
    return replace(found, matches=tuple(matches))


_PREPARING: Mapping[str, Callable[[Fit, str], Fit]] = {
    "sides": _sides,
    "titles": _titles,
    "gradescope": _gradescope,
    "sakai": _sakai,
    "blackboard": _blackboard,
    "days": _days,
}
