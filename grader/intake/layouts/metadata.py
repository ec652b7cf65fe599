"""Small files that LMSs put into a download, read leniently and never beyond a cap."""

import re
from collections.abc import Iterator

from msgspec import Struct

from grader.intake.reading import read_file
from grader.intake.refusal import FileRefused
from grader.model.collection import Member

_NOTE_BYTES = 65_536
_METADATA_BYTES = 67_108_864  # it holds the output of every autograder run
_KEY = re.compile(r"""( *)(- +)?["']?:?([\w.\-]+)["']?:(?: +(.*))?""")
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "/": "/", "e": "\x1b", "0": "\0"}
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_RECEIPT = re.compile(r"(?:Name|名前|氏名)\s*[:：]\s*(.+?)\s*[(（]([^()（）]+)[)）]\s*")


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
    found = _RECEIPT.fullmatch(first.strip())
    return (found[1], found[2].strip()) if found else ("", "")


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
            found = _KEY.fullmatch(line.rstrip())
            name, lines = (found[3] if found else ""), []
        elif name:
            lines.append(line)
    if name:
        yield name, lines


def _record(lines: list[str]) -> Record:
    people: list[dict[str, str]] = []
    depth = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    section, created = "", ""
    for line in lines:
        found = _KEY.fullmatch(line.rstrip())
        if found is None:
            continue
        indent, dash, key, value = len(found[1]), found[2], found[3], _scalar(found[4] or "")
        if indent == depth and not dash:
            section = key
            created = value if key == "created_at" and not created else created
        elif section == "submitters" and dash and indent <= depth + 2:
            people.append({key: value})
        elif section == "submitters" and people and not dash and indent <= depth + 4:
            people[-1].setdefault(key, value)
    return Record(submitters=tuple(_submitter(one) for one in people), created=created)


def _submitter(found: dict[str, str]) -> Submitter:
    return Submitter(
        name=found.get("name", ""), sid=found.get("sid", ""), mail=found.get("email", "")
    )


def _scalar(text: str) -> str:
    """Reads a YAML scalar on one line: plain, in single quotes, or in double quotes."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return _ESCAPE.sub(_unescaped, text[1:-1])
    return "" if text in {"~", "null", "|", "|-", ">", ">-"} else text


def _unescaped(found: re.Match[str]) -> str:
    for digits in found.groups()[:3]:
        if digits:
            code = int(digits, 16)
            return chr(code) if code < 0x11_0000 and not 0xD800 <= code < 0xE000 else ""  # noqa: PLR2004 - what Unicode has
    return _ESCAPES.get(found[4], found[4])
