"""Cleans what stands in the cells: ids, names, addresses, states."""

import re
import unicodedata

MOST_ID = 40  # characters; more is no id

_QUOTED = re.compile(r'^="?([^"]*)"?$')  # ="0012" keeps zeros in Excel
_DASHES = re.compile("[\u2010-\u2015\u2212\u30fc\ufe63\uff0d]")
_ID = re.compile(r"[^\W_][\w.\-]*")
_SCIENTIFIC = re.compile(r"\d(\.\d+)?E\+\d+")
_PARTICIPANT = re.compile(r"(?:participant|参加者)\s*(\d+)", re.IGNORECASE)
_WITH_READING = re.compile(r"(.+?)\s*[(（]([^()（）]+)[)）]")
_COUNT = re.compile(r"(全|計|合計)?\d+(名|人|件)|(合計|総計|小計|平均)\d*")
_TOTALS = re.compile(
    r"(合計|総計|小計|平均|満点|配点|最高|最低|中央値|標準偏差|人数|以上|以下|備考|注|計|日付|点数|件数"
    r"|total|average|mean|median|max|min|sum|count|points|date|std)(点|値|数|者|possible|dev)?"
    r"(.*\d+(名|人|件))?"
)
_STUDENTS = ("履修", "学生", "受講", "学習者", "student", "learner", "生徒")
_STAFF = re.compile(
    r"教員|教授|講師|担当|補助|管理|助手|\bta\b|ティーチング|instructor|teacher|assistant"
    r"|observer|grader|admin|manager|owner|designer|reader"
)
_LATE = re.compile(r"(?:終了|期限|締切|〆切)後|遅れ|遅く|遅延|(?<!not )\blate\b")
_NOT_IN = re.compile(r"未提出|提出なし|not submitted|no submission|missing|draft|下書き")
_IN = re.compile(r"提出|submitted|graded")


def plain(cell: str) -> str:
    """Takes off what programs put around a value so that Excel leaves it alone."""
    text = cell.replace("\u200b", "").replace("\ufeff", "").strip()
    if found := _QUOTED.match(text):
        return found[1].strip()
    return text[1:].strip() if text.startswith("'") else text


def id_of(cell: str) -> str:
    """Gives an id as text, NFKC, upper case, without spaces; "" for what can be none."""
    text = unicodedata.normalize("NFKC", plain(cell)).upper().removeprefix("#")
    text = _DASHES.sub("-", re.sub(r"\s+", "", text))
    if re.fullmatch(r"\d+\.0", text):
        text = text[:-2]
    fits = len(text) <= MOST_ID and _ID.fullmatch(text) and any(c.isdigit() for c in text)
    return text if fits and not destroyed(text) and not is_total(text) else ""


def destroyed(cell: str) -> bool:
    """Says whether Excel made a number of an id: 2.4E+07."""
    return _SCIENTIFIC.fullmatch(plain(cell).upper()) is not None


def name_of(cell: str) -> tuple[str, str]:
    """Gives a name (NFC, one space between its parts) and the reading that stands behind it."""
    text = " ".join(unicodedata.normalize("NFC", plain(cell)).split())
    reading = ""
    if (found := _WITH_READING.fullmatch(text)) and not any(c.isdigit() for c in found[2]):
        text, reading = found[1], found[2]
    family, comma, given = re.sub("[，、]", ",", text).partition(",")
    if comma and given.strip() and "," not in given:
        text = f"{family.strip()} {given.strip()}"
    return text, reading.strip()


def mail_of(cell: str) -> str:
    """Gives a mail address; "" for what is none."""
    text = unicodedata.normalize("NFKC", plain(cell))
    return text if re.fullmatch(r"[^\s@]+@[^\s@]+", text) else ""


def participant_of(cell: str) -> str:
    """Gives Moodle's number out of `Participant 31201` or `参加者31201`; "" for all else."""
    found = _PARTICIPANT.fullmatch(unicodedata.normalize("NFKC", plain(cell)))
    return found[1] if found else ""


def is_name(cell: str) -> bool:
    """Says whether a cell reads as somebody's name and not as an id."""
    text = plain(cell)
    letters = [c for c in text if c.isalpha()]
    if not letters or "@" in text or any(c.isdigit() for c in text):
        return False
    return " " in text or "," in text or not text.isascii()


def is_total(cell: str) -> bool:
    """Says whether a line below or above the people begins here: 合計, Average, 以上40名."""
    word = re.sub(r"[\s:：]", "", unicodedata.normalize("NFKC", cell)).casefold()
    return bool(_TOTALS.fullmatch(word) or _COUNT.fullmatch(word))


def is_student(role: str, *, named: bool) -> bool:
    """Says whether a role is a student's; `named` = only the words for one are."""
    text = unicodedata.normalize("NFKC", role).casefold()
    if any(word in text for word in _STUDENTS) and "補助" not in text:
        return True
    return not named and not _STAFF.search(text)


def late_of(status: str) -> bool:
    """Says whether the LMS marks what was handed in as late: 受付終了後提出."""
    text = unicodedata.normalize("NFKC", status).casefold()
    return submitted_of(status) is True and _LATE.search(text) is not None


def submitted_of(status: str) -> bool | None:
    """Says whether the LMS has something handed in; None when it does not say."""
    text = unicodedata.normalize("NFKC", status).casefold()
    if _NOT_IN.search(text):
        return False
    return True if _IN.search(text) else None
