"""Stand-ins for students: S01, S02, … They tell nothing, and stay the same from run to run.

Whose is whose stands in pseudonyms.csv. Warning: this file undoes every pseudonym. It lies in the
results folder, only its owner may read it, and it must never leave this computer together with what
was made anonymous.
"""

import csv
import hmac
import io
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from grader.files import write_file
from grader.model.errors import StoreError

NAME = "pseudonyms.csv"
HEADER = ("pseudonym", "student", "name")
LETTER = "S"
FEWEST_DIGITS = 2
_GUARD = "'"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "0", _GUARD)  # Excel executes or shortens these
_LARGEST = 16 * 1024 * 1024  # bytes


def give_pseudonyms(
    students: Iterable[str], secret: bytes, known: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Gives every student a stand-in; whoever has one in `known` keeps it.

    The order comes from the secret, so that it is neither that of the ids nor of the names. A
    number is never given twice, not even one of a student who has left.
    """
    pseudonyms = dict(known or {})
    new = sorted(
        set(students) - set(pseudonyms), key=lambda student: (_lot(student, secret), student)
    )
    first = 1 + max((_number(pseudonym) or 0 for pseudonym in pseudonyms.values()), default=0)
    width = max(FEWEST_DIGITS, len(str(first + len(new) - 1)))
    for number, student in enumerate(new, start=first):
        pseudonyms[student] = f"{LETTER}{number:0{width}}"
    return pseudonyms


def read_map(folder: Path) -> dict[str, str]:
    """Reads who has which stand-in, by student; empty when there is no file yet.

    StoreError when it cannot be read or is damaged: new stand-ins would then mix people up.
    """
    path = folder / NAME
    try:
        if path.is_symlink():
            raise StoreError("{path} is a link; grader writes only to real folders", path=path)
        if not path.exists():
            return {}
        with path.open("rb") as file:
            return _read(file.read(_LARGEST).decode("utf-8-sig", "surrogateescape"), path)
    except OSError as error:
        raise StoreError(
            "{path}: cannot be read: {reason}", path=path, reason=error.strerror
        ) from error


def write_map(
    folder: Path, pseudonyms: Mapping[str, str], names: Mapping[str, str] | None = None
) -> Path:
    """Writes the file whole or not at all, for its owner alone; `names` are people's, by student.

    A link in its place is replaced, not followed. StoreError when it cannot be written.
    """
    path, names = folder / NAME, names or {}
    text = io.StringIO(newline="")
    lines = csv.writer(text)
    lines.writerow(HEADER)
    for student, pseudonym in sorted(pseudonyms.items(), key=lambda pair: (len(pair[1]), pair[1])):
        lines.writerow((pseudonym, _guarded(student), _guarded(names.get(student, ""))))
    data = ("\ufeff" + text.getvalue()).encode("utf-8", "surrogateescape")
    write_file(path, data, durable=True, private=True)
    return path


def _read(text: str, path: Path) -> dict[str, str]:
    pseudonyms: dict[str, str] = {}
    lines = csv.reader(io.StringIO(text, newline=""))
    if tuple(next(lines, ())) != HEADER:
        raise _damaged(path, 1)
    for line in filter(None, lines):
        pseudonym, student = (*line, "", "")[:2]
        student = student.removeprefix(_GUARD)
        if _number(pseudonym) is None or not student or student in pseudonyms:
            raise _damaged(path, lines.line_num)
        pseudonyms[student] = pseudonym
    if len(set(pseudonyms.values())) != len(pseudonyms):
        raise _damaged(path, lines.line_num)
    return pseudonyms


def _damaged(path: Path, line: int) -> StoreError:
    return StoreError(
        "{path}: line {line} is not in the format written by grader; restore an earlier "
        "copy, or delete the file to give all students new pseudonyms",
        path=path,
        line=line,
    )


def _guarded(text: str) -> str:
    return _GUARD + text if text.startswith(_FORMULA) else text


def _number(pseudonym: str) -> int | None:
    digits = pseudonym.removeprefix(LETTER)
    ours = pseudonym.startswith(LETTER) and digits.isascii() and digits.isdigit()
    return int(digits) if ours else None


def _lot(student: str, secret: bytes) -> bytes:
    """Draws the student's place; another use of the same secret draws others."""
    message = b"pseudonym\0" + student.encode("utf-8", "surrogatepass")
    return hmac.new(secret, message, sha256).digest()
