"""Student ids: their spellings, how to find them in names, and when two are the same.

Two ids are the same if their `same_id` is equal, which keeps signs: 24-A1201 and 24A1201 may belong
to two people. `id_key` drops signs, too. It finds candidates among known people, and candidates
with the same key are distinguished by their spelling.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_MAX_LENGTH = 40  # characters; a longer text is no id
_FEWEST_SHOWN_AS_E = 12  # digits from which Excel abbreviates a number in a column
_MAX_PART = 9  # digits before and after the E of an id

_HYPHEN = re.compile(r"(?<=\d[A-Z])[-\u2010-\u2015\u2212](?=\d)")  # 24A-1203; not 課題1-24A1203
_CACHE_SIZE = 10_000  # ids: a class is compared with itself many times
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


@lru_cache(_CACHE_SIZE)
def same_id(text: str) -> str:
    """Normalise an id, login or address, keeping zeros and signs.

    Normalises width, case, blanks and the kind of dash. The result is upper case.
    """
    return _DASHES.sub("-", "".join(unicodedata.normalize("NFKC", text).split()).upper())


@lru_cache(_CACHE_SIZE)
def id_key(student: str) -> str:
    """Normalise an id to its letters and digits: 24-A-1201 becomes 24A1201."""
    folded = unicodedata.normalize("NFKC", student).upper()
    return "".join(character for character in folded if character.isalnum())


def meant(text: str, students: Iterable[str]) -> str:
    """Return the student whose id a text is, signs ignored; "" if there is none.

    If ids of several students differ only in signs, the spelling has to match.
    """
    key = id_key(text)
    alike = [student for student in students if key and id_key(student) == key]
    if len(alike) > 1:
        alike = [student for student in alike if same_id(student) == same_id(text)]
    return alike[0] if len(alike) == 1 else ""


def plain_cell(cell: str) -> str:
    """Strip what programs put around a value to stop Excel from converting it."""
    text = cell.replace("\u200b", "").replace("\ufeff", "").strip()
    if quoted := _QUOTED.match(text):
        return quoted[1].strip()
    return text[1:].strip() if text.startswith("'") else text


def id_of(cell: str) -> str:
    """Return the normalised id in a cell, upper case; "" if it cannot be one."""
    text = same_id(unicodedata.normalize("NFKC", plain_cell(cell)).removeprefix("#"))
    if re.fullmatch(r"\d+\.0", text):
        text = text[:-2]
    fits = len(text) <= _MAX_LENGTH and _ID.fullmatch(text) and any(c.isdigit() for c in text)
    return text if fits and not was_made_a_number(text) and not is_total(text) else ""


def is_total(cell: str) -> bool:
    """Return whether a cell begins a row of totals or notes: 合計, Average, 以上40名."""
    word = re.sub(r"[\s:：]", "", unicodedata.normalize("NFKC", cell)).casefold()
    return bool(_TOTALS.fullmatch(word) or _COUNT.fullmatch(word))


def was_made_a_number(cell: str) -> bool:
    """Return whether a spreadsheet turned an id into a number: 2.4E+07, 2.4E13."""
    return _SCIENTIFIC.fullmatch(same_id(plain_cell(cell))) is not None


def was_id_with_e(student: str, pattern: str) -> bool:
    """Return whether digits are an id with an E that a spreadsheet expanded: 24000000000000.

    Such digits do not match the course's id pattern, but 24E0012, the same number, does.
    Spreadsheets display shorter numbers unchanged, so those are no candidates.
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
        for before in range(len(head), _MAX_PART)
        for behind in range(len(str(zeros - more)), _MAX_PART)
    )


def mail_of(cell: str) -> str:
    """Return the mail address in a cell; "" if it is not one."""
    text = unicodedata.normalize("NFKC", plain_cell(cell))
    return text if re.fullmatch(r"[^\s@]+@[^\s@]+", text) else ""


def participant_of(cell: str) -> str:
    """Return Moodle's number from `Participant 31201` or `参加者31201`; "" for anything else."""
    text = _PARTICIPANT.fullmatch(unicodedata.normalize("NFKC", plain_cell(cell)))
    return text[1] if text else ""


def is_id(text: str, pattern: str) -> bool:
    """Return whether a text, as from `id_of`, is exactly an id of the course's form."""
    return bool(pattern) and re.fullmatch(pattern, text, re.ASCII) is not None


def find_id(name: str, pattern: str) -> str | None:
    """Return the only student id in a name; None if there is none, or more than one."""
    ids = find_ids(name, pattern)
    return ids[0] if len(ids) == 1 else None


def find_ids(name: str, pattern: str) -> tuple[str, ...]:
    """Return the distinct student ids in a name; if there are none, those written as 24A-1203."""
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


@lru_cache(maxsize=_CACHE_SIZE)
def bare_name(name: str, pattern: str) -> str:
    """Remove ids, with a letter before them, from a name: "s24a1201 山田 太郎" is 山田 太郎."""
    if not pattern or not find_ids(name, pattern):
        return name
    folded = unicodedata.normalize("NFKC", name)
    rest = re.sub(rf"(?<!\d)[A-Za-z]?(?:{pattern})(?!\d)", " ", folded, flags=re.IGNORECASE)
    return " ".join(re.sub(r"[_()\[\]:,@]", " ", rest).split())


def _is_digit(character: str) -> bool:
    return character.isascii() and character.isdigit()
