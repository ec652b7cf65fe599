"""What patterns alone cannot say: which side is the id, which attempt is the newest, who it was."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.intake.layouts.fitting import LayoutFit, Match
from grader.intake.layouts.levels import id_in
from grader.intake.reading import read_file
from grader.intake.refusal import FileRefused
from grader.model.collection import Member
from grader.people import same_id

_SAKAIS_UTC = re.compile(r"\d{17}")  # older ones; newer ones write the zone
_TOGETHER = re.compile(r"\)\s*;\s*")


_RECEIPT = re.compile(r"(?P<title>[^/]+?)_(?P<user>[^_/]+)_attempt_(?P<time>[\d-]{19})\.txt")


def prepare(laid: LayoutFit, student_id: str) -> LayoutFit:
    """Completes the matches of a layout as its LMS needs it."""
    if not laid.layout.before:
        return laid
    return _PREPARING[laid.layout.before](laid, student_id)


def _sides(laid: LayoutFit, student_id: str) -> LayoutFit:
    """manaba: the side that holds more student ids is the student id's, else the first."""
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


def _titles(laid: LayoutFit, _student_id: str) -> LayoutFit:
    """Teams: with several assignments, each one's highest version stays the highest."""
    highest: dict[tuple[str, str], int] = defaultdict(int)
    for match in laid.matches:
        key = (match.groups["name"], match.groups["title"])
        highest[key] = max(highest[key], int(match.groups["attempt"]))
    if len({title for _, title in highest}) == 1:
        return laid
    most: dict[str, int] = defaultdict(int)
    for (name, _), attempt in highest.items():
        most[name] = max(most[name], attempt)
    return _with(laid, (_apart(match, highest, most) for match in laid.matches))


def _apart(match: Match, highest: Mapping[tuple[str, str], int], most: Mapping[str, int]) -> Match:
    name, title = match.groups["name"], match.groups["title"]
    attempt = int(match.groups["attempt"]) + most[name] - highest[name, title]
    return match.with_groups(attempt=str(attempt), file=f"{title}/{match.groups['file']}")


def _gradescope(laid: LayoutFit, _student_id: str) -> LayoutFit:
    """Gradescope: everybody who handed in together gets the files."""
    records = {
        name: record
        for member, path in laid.level.files
        if path == "submission_metadata.yml"
        for name, record in read_gradescope(member).items()
    }

    def people(match: Match) -> Iterator[Match]:
        record = records.get(match.groups["key"])
        if record is None or not record.submitters:
            yield match
            return
        for who in record.submitters:
            yield match.with_groups(
                name=who.name, student=who.sid, mail=who.mail, utc=record.created
            )

    return _with(laid, (person for match in laid.matches for person in people(match)))


def _sakai(laid: LayoutFit, _student_id: str) -> LayoutFit:
    """Sakai: timestamp.txt in a student's folder says when."""
    times: dict[str, str] = {}
    for member, path in laid.level.files:
        folder, _, file = path.partition("/")
        if file == "timestamp.txt":
            times[folder] = read_note(member).strip()

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


def _days(laid: LayoutFit, student_id: str) -> LayoutFit:
    """UTOL: a student's later day replaces the earlier ones."""
    days: dict[str, set[str]] = defaultdict(set)
    for match in laid.matches:
        days[id_in(match.groups["within"], student_id)].add(match.groups["day"])
    return _with(laid, (_counted(match, days, student_id) for match in laid.matches))


def _counted(match: Match, days: Mapping[str, set[str]], student_id: str) -> Match:
    mine = sorted(days[id_in(match.groups["within"], student_id)])
    return (
        match.with_groups(attempt=str(1 + mine.index(match.groups["day"])))
        if len(mine) > 1
        else match
    )


def _with(laid: LayoutFit, matches: Iterator[Match]) -> LayoutFit:
    return replace(laid, matches=tuple(matches))


def count_attempts(laid: LayoutFit, _student_id: str) -> LayoutFit:
    """Numbers each student's attempts by time; a receipt without files is an attempt, too."""
    others = {member.name for member in laid.others}  # never what a student named so
    receipts = [
        Match(member=member, path=path, groups={**match.groupdict(), "file": "receipt.txt"})
        for member, path in laid.level.files
        if member.name in others and (match := _RECEIPT.fullmatch(path))
    ]
    named = _with_logins((*laid.matches, *receipts))
    files, receipts = named[: len(laid.matches)], named[len(laid.matches) :]
    filled = {_attempt(match) for match in files}
    alone = [receipt for receipt in receipts if _attempt(receipt) not in filled]
    taken = {receipt.member.name for receipt in alone}
    return replace(
        laid,
        matches=_counted_by_time([*files, *alone], named, _names(receipts)),
        others=tuple(member for member in laid.others if member.name not in taken),
    )


def _attempt(match: Match) -> tuple[str, str]:
    return match.groups["user"], match.groups["time"]


def _names(receipts: Sequence[Match]) -> dict[str, str]:
    """Takes the names of those whose login the receipt says, too."""
    read = [(receipt.groups["user"], read_receipt(receipt.member)) for receipt in receipts]
    return {user: name for user, (name, login) in read if login == user}


def _counted_by_time(
    matches: Sequence[Match], everything: Sequence[Match], names: dict[str, str]
) -> tuple[Match, ...]:
    times: dict[str, set[str]] = defaultdict(set)
    for user, time in map(_attempt, everything):
        times[user].add(time)
    return tuple(
        match.with_groups(
            name=names.get(user, ""), attempt=str(1 + sorted(times[user]).index(time))
        )
        for match in matches
        for user, time in [_attempt(match)]
    )


def _with_logins(matches: Sequence[Match]) -> list[Match]:
    """Gives logins back their "_": the shortest title is everybody's."""
    titles = {match.groups["title"] for match in matches}
    title = min(titles, key=len)
    if any(other != title and not other.startswith(f"{title}_") for other in titles):
        return list(matches)
    return [
        match.with_groups(user=f"{match.groups['title']}_{match.groups['user']}"[len(title) + 1 :])
        for match in matches
    ]


_PREPARING: Mapping[str, Callable[[LayoutFit, str], LayoutFit]] = {
    "sides": _sides,
    "titles": _titles,
    "gradescope": _gradescope,
    "sakai": _sakai,
    "blackboard": count_attempts,
    "days": _days,
}


# Small files that LMSs put into a download, read leniently and never beyond a cap.

_NOTE_BYTES = 65_536
_METADATA_BYTES = 67_108_864  # it holds the output of every autograder run
_KEY = re.compile(r"""( *)(- +)?["']?:?([\w.\-]+)["']?:(?: +(.*))?""")
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "/": "/", "e": "\x1b", "0": "\0"}
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_RECEIPT_LINE = re.compile(r"(?:Name|名前|氏名)\s*[:：]\s*(.+?)\s*[(（]([^()（）]+)[)）]\s*")


class Submitter(Struct, frozen=True, kw_only=True):
    """One person of a submission in Gradescope's metadata."""

    name: str = ""
    sid: str = ""
    mail: str = ""


class Record(Struct, frozen=True, kw_only=True):
    """One submission in Gradescope's metadata."""

    submitters: tuple[Submitter, ...]
    created: str = ""


def read_note(member: Member) -> str:
    """Reads a small text; "" when it cannot be read."""
    return _text(member, _NOTE_BYTES)


def read_receipt(member: Member) -> tuple[str, str]:
    """Reads name and login from the first line of Blackboard's receipt; "" when not there."""
    first = read_note(member).lstrip("\ufeff").partition("\n")[0]
    match = _RECEIPT_LINE.fullmatch(first.strip())
    return (match[1], match[2].strip()) if match else ("", "")


def read_gradescope(member: Member) -> dict[str, Record]:
    """Reads who handed in and when, by the name of the folder, from submission_metadata.yml.

    Only keys at their own depth count: what programs printed stands deeper, as text.
    """
    records: dict[str, Record] = {}
    for name, lines in _blocks(_text(member, _METADATA_BYTES)):
        records.setdefault(name, _record(lines))
    return records


def _text(member: Member, cap: int) -> str:
    try:
        raw = read_file(member.path.parent, (member.path.name,), cap)
    except FileRefused:
        return ""
    return raw.decode("utf-8-sig", "replace")


def _blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """Splits the file at the keys of its first column."""
    name, lines = "", list[str]()
    for line in text.splitlines():
        if line[:1] not in {" ", "-", "#", ""}:
            if name:
                yield name, lines
            match = _KEY.fullmatch(line.rstrip())
            name, lines = (match[3] if match else ""), []
        elif name:
            lines.append(line)
    if name:
        yield name, lines


def _record(lines: list[str]) -> Record:
    people: list[dict[str, str]] = []
    depth = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    section, created = "", ""
    for line in lines:
        match = _KEY.fullmatch(line.rstrip())
        if match is None:
            continue
        indent, dash, key, value = len(match[1]), match[2], match[3], _scalar(match[4] or "")
        if indent == depth and not dash:
            section = key
            created = value if key == "created_at" and not created else created
        elif section == "submitters" and dash and indent <= depth + 2:
            people.append({key: value})
        elif section == "submitters" and people and not dash and indent <= depth + 4:
            people[-1].setdefault(key, value)
    return Record(submitters=tuple(_submitter(person) for person in people), created=created)


def _submitter(keys: dict[str, str]) -> Submitter:
    return Submitter(name=keys.get("name", ""), sid=keys.get("sid", ""), mail=keys.get("email", ""))


def _scalar(text: str) -> str:
    """Reads a YAML scalar on one line: plain, in single quotes, or in double quotes."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return _ESCAPE.sub(_unescaped, text[1:-1])
    return "" if text in {"~", "null", "|", "|-", ">", ">-"} else text


def _unescaped(match: re.Match[str]) -> str:
    for digits in match.groups()[:3]:
        if digits:
            code = int(digits, 16)
            return chr(code) if code < 0x11_0000 and not 0xD800 <= code < 0xE000 else ""  # noqa: PLR2004 - what Unicode has
    return _ESCAPES.get(match[4], match[4])
