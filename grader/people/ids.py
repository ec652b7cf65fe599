"""Ids: how they are written, found in names, and when two of them are one.

Two ids are the same when they are `same_id`, which leaves signs alone: 24-A1201 and 24A1201 may be
two people's where nobody says otherwise. `id_key` takes signs out, too. It finds who may be meant
among people who are known, and two of them with one key are told apart by how they are written.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_LONGEST = 40  # characters; more is no id
_FEWEST_SHOWN_AS_E = 12  # digits that Excel does not show in a column as it is
_LONGEST_PART = 9  # digits before and behind the E of an id

_HYPHEN = re.compile(r"(?<=\d[A-Z])[-\u2010-\u2015\u2212](?=\d)")  # 24A-1203; not 課題1-24A1203
_KEPT = 10_000  # of the latest: a class is compared with itself many times
_QUOTED = re.compile(r'^="?([^"]*)"?$')  # ="0012" keeps zeros in Excel
_DASHES = re.compile("[\u2010-\u2015\u2212\u30fc\ufe63\uff0d]")
_ID = re.compile(r"[^\W_][\w.\-]*")
_SCIENTIFIC = re.compile(r"\d([.,]\d*)?E[+-]\d+|\d[.,]\d+E\d+")
_COUNT = re.compile(r"(全|計|合計)?\d+(名|人|件)|(合計|総計|小計|平均)\d*")
_TOTALS = re.compile(
    r"(合計|総計|小計|平均|満点|配点|最高|最低|中央値|標準偏差|人数|以上|以下|備考|注|計|日付|点数|件数"
    r"|total|average|mean|median|max|min|sum|count|points|date|std)(点|値|数|者|possible|dev)?"
    r"(.*\d+(名|人|件))?"
)
_PARTICIPANT = re.compile(r"(?:participant|参加者)\s*(\d+)", re.IGNORECASE)


@lru_cache(_KEPT)
def same_id(text: str) -> str:
    """Gives what the ways to write one id, login or address have in common.

    Width, case and blanks go, and all dashes are one; zeros and signs stay. Upper case.
    """
    return _DASHES.sub("-", "".join(unicodedata.normalize("NFKC", text).split()).upper())


@lru_cache(_KEPT)
def id_key(student: str) -> str:
    """Folds an id with everything between its letters and digits: 24-A-1201 is 24A1201."""
    folded = unicodedata.normalize("NFKC", student).upper()
    return "".join(character for character in folded if character.isalnum())


def meant(text: str, students: Iterable[str]) -> str:
    """Finds the student whose id a text is, signs or not; "" for nobody.

    Where several differ by signs alone, only the one that is written so is meant.
    """
    key = id_key(text)
    alike = [student for student in students if key and id_key(student) == key]
    if len(alike) > 1:
        alike = [student for student in alike if same_id(student) == same_id(text)]
    return alike[0] if len(alike) == 1 else ""


def plain_cell(cell: str) -> str:
    """Takes off what programs put around a value so that Excel leaves it alone."""
    text = cell.replace("\u200b", "").replace("\ufeff", "").strip()
    if quoted := _QUOTED.match(text):
        return quoted[1].strip()
    return text[1:].strip() if text.startswith("'") else text


def id_of(cell: str) -> str:
    """Reads an id as it is stored, upper case; "" for what can be none."""
    text = same_id(unicodedata.normalize("NFKC", plain_cell(cell)).removeprefix("#"))
    if re.fullmatch(r"\d+\.0", text):
        text = text[:-2]
    fits = len(text) <= _LONGEST and _ID.fullmatch(text) and any(c.isdigit() for c in text)
    return text if fits and not was_made_a_number(text) and not is_total(text) else ""


def is_total(cell: str) -> bool:
    """Says whether a line below or above the people begins here: 合計, Average, 以上40名."""
    word = re.sub(r"[\s:：]", "", unicodedata.normalize("NFKC", cell)).casefold()
    return bool(_TOTALS.fullmatch(word) or _COUNT.fullmatch(word))


def was_made_a_number(cell: str) -> bool:
    """Say whether a spreadsheet made a number of an id: 2.4E+07, 2.4E13."""
    return _SCIENTIFIC.fullmatch(same_id(plain_cell(cell))) is not None


def was_id_with_e(student: str, pattern: str) -> bool:
    """Say whether digits are what a spreadsheet makes of an id with an E: 24000000000000.

    They are no id of the course's form, and 24E0012, the same number, is one. Spreadsheets show
    fewer digits than so many as they are.
    """
    digits_only = student.isascii() and student.isdigit() and len(student) >= _FEWEST_SHOWN_AS_E
    if not pattern or not digits_only or is_id(student, pattern):
        return False
    digits = student.rstrip("0")
    zeros = len(student) - len(digits)
    heads = (f"{digits}{'0' * more}" for more in range(zeros + 1))
    return any(
        is_id(f"{head.zfill(before)}E{str(zeros - more).zfill(behind)}", pattern)
        for more, head in enumerate(heads)
        for before in range(len(head), _LONGEST_PART)
        for behind in range(len(str(zeros - more)), _LONGEST_PART)
    )


def mail_of(cell: str) -> str:
    """Reads a mail address; "" for what is none."""
    text = unicodedata.normalize("NFKC", plain_cell(cell))
    return text if re.fullmatch(r"[^\s@]+@[^\s@]+", text) else ""


def participant_of(cell: str) -> str:
    """Reads Moodle's number out of `Participant 31201` or `参加者31201`; "" for all else."""
    text = _PARTICIPANT.fullmatch(unicodedata.normalize("NFKC", plain_cell(cell)))
    return text[1] if text else ""


def is_id(text: str, pattern: str) -> bool:
    """Says whether a text, as `id_of` gives it, is an id of the course's form and nothing else."""
    return bool(pattern) and re.fullmatch(pattern, text, re.ASCII) is not None


def find_id(name: str, pattern: str) -> str | None:
    """Finds the one student id in a name; None when there is none, or more than one."""
    ids = find_ids(name, pattern)
    return ids[0] if len(ids) == 1 else None


def find_ids(name: str, pattern: str) -> tuple[str, ...]:
    """Finds every student id in a name, each once; where there is none, also as 24A-1203."""
    folded = unicodedata.normalize("NFKC", name).upper()
    return _ids_in(folded, pattern) or _ids_in(_HYPHEN.sub("", folded), pattern)


def _ids_in(folded: str, pattern: str) -> tuple[str, ...]:
    matches = (
        match[0]
        for match in re.finditer(pattern, folded, re.ASCII)
        if not _is_digit(folded[match.start() - 1 : match.start()])
        and not _is_digit(folded[match.end() : match.end() + 1])
    )
    return tuple(dict.fromkeys(matches))


@lru_cache(maxsize=_KEPT)
def bare_name(name: str, pattern: str) -> str:
    """Takes the ids out of a name, with a letter before them: "s24a1201 山田 太郎" is 山田 太郎."""
    if not pattern or not find_ids(name, pattern):
        return name
    folded = unicodedata.normalize("NFKC", name)
    rest = re.sub(rf"(?<!\d)[A-Za-z]?(?:{pattern})(?!\d)", " ", folded, flags=re.IGNORECASE)
    return " ".join(re.sub(r"[_()\[\]:,@]", " ", rest).split())


def _is_digit(character: str) -> bool:
    return character.isascii() and character.isdigit()
