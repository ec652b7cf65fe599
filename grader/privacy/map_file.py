"""pseudonyms.csv: whose stand-in is whose.

Warning: this file undoes every pseudonym. It lies in the results folder, only its owner may read
it, and it must never leave this computer together with what was made anonymous.
"""

import csv
import io
from collections.abc import Mapping
from pathlib import Path

from grader.files import write_file
from grader.model.errors import StoreError
from grader.privacy.pseudonyms import is_pseudonym

NAME = "pseudonyms.csv"
HEADER = ("pseudonym", "student", "name")
_GUARD = "'"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "0", _GUARD)  # Excel executes or shortens these
_LARGEST = 16 * 1024 * 1024  # bytes


def read_map(folder: Path) -> dict[str, str]:
    """Reads who has which stand-in, by student; empty when there is no file yet.

    StoreError when it cannot be read or is damaged: new stand-ins would then mix people up.
    """
    path = folder / NAME
    try:
        if path.is_symlink():
            raise StoreError("{path} is a link; grader writes only into real folders", path=path)
        if not path.exists():
            return {}
        with path.open("rb") as file:
            return _read(file.read(_LARGEST).decode("utf-8-sig", "surrogateescape"), path)
    except OSError as error:
        raise StoreError(
            "{path}: cannot be read: {reason}", path=path, reason=error.strerror
        ) from error


def write_map(
    folder: Path, given: Mapping[str, str], names: Mapping[str, str] | None = None
) -> Path:
    """Writes the file whole or not at all, for its owner alone; `names` are people's, by student.

    A link in its place is replaced, not followed. StoreError when it cannot be written.
    """
    path, names = folder / NAME, names or {}
    text = io.StringIO(newline="")
    lines = csv.writer(text)
    lines.writerow(HEADER)
    for student, pseudonym in sorted(given.items(), key=lambda one: (len(one[1]), one[1])):
        lines.writerow((pseudonym, _guarded(student), _guarded(names.get(student, ""))))
    data = ("\ufeff" + text.getvalue()).encode("utf-8", "surrogateescape")
    write_file(path, data, durable=True, private=True)
    return path


def _read(text: str, path: Path) -> dict[str, str]:
    given: dict[str, str] = {}
    lines = csv.reader(io.StringIO(text, newline=""))
    if tuple(next(lines, ())) != HEADER:
        raise _damaged(path, 1)
    for line in filter(None, lines):
        pseudonym, student = (*line, "", "")[:2]
        student = student.removeprefix(_GUARD)
        if not is_pseudonym(pseudonym) or not student or student in given:
            raise _damaged(path, lines.line_num)
        given[student] = pseudonym
    if len(set(given.values())) != len(given):
        raise _damaged(path, lines.line_num)
    return given


def _damaged(path: Path, line: int) -> StoreError:
    return StoreError(
        "{path}: line {line} is not as grader wrote it; put back an earlier copy, or "
        "delete the file to give everybody a new pseudonym",
        path=path,
        line=line,
    )


def _guarded(text: str) -> str:
    return _GUARD + text if text.startswith(_FORMULA) else text
