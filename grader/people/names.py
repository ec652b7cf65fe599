"""Names: what stands in a cell, and keys to compare them by; nothing stored passes through those.

Two names are the same when their `name_forms` meet. Kanji stay as they are there: 髙橋 and 高橋 may
be two people, and it is a person who says that they are one (`variant_forms`, for proposals).
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import islice, product

from grader.model.collection import Collected, Collection
from grader.people.ids import participant_of, plain_cell
from grader.people.variants import HAN, fold, is_kanji

_FAMILY_AND_GIVEN = 2
_NOBODY = frozenset({"participant", "参加者", "anonymous", "anon"})  # as LMSs hide a name
_KEPT = 10_000  # of the latest: a class is compared with itself many times
_MOST = 64  # spellings of one name; three letters in it with several each

# Between kanji these are one: 一ノ瀬 and 一之瀬, 関ヶ原 and 関が原. Elsewhere they are letters.
_BETWEEN = ("ノの之乃", "ケヶがガヵカ箇")
_LONG = "ー-"  # the second as folding leaves the dashes that are typed for the first

_WITH_READING = re.compile(r"(.+?)\s*[(（]([^()（）]+)[)）]")
_BETWEEN_PARTS = re.compile(r"""[&<>"`|':\\/*?_,\s]+""")  # and what LMSs put for it in file names
_KANJI = re.compile(f"[{HAN}]")
_KANA = re.compile(r"[\u3040-\u30ff]")


def name_of(cell: str) -> tuple[str, str]:
    """Reads a name (NFC, one space between its parts) and the reading that stands behind it."""
    text = " ".join(unicodedata.normalize("NFC", plain_cell(cell)).split())
    reading = ""
    if (both := _WITH_READING.fullmatch(text)) and not any(c.isdigit() for c in both[2]):
        text, reading = both[1], both[2]
    family, comma, given = re.sub("[，、]", ",", text).partition(",")
    if comma and given.strip() and "," not in given:
        text = f"{family.strip()} {given.strip()}"
    return text, reading.strip()


def is_name(cell: str) -> bool:
    """Says whether a cell reads as somebody's name and not as an id."""
    text = plain_cell(cell)
    letters = [c for c in text if c.isalpha()]
    if not letters or "@" in text or any(c.isdigit() for c in text):
        return False
    return " " in text or "," in text or not text.isascii()


@lru_cache(_KEPT)
def name_key(name: str) -> str:
    """Folds a name: width, case and everything that is no letter go. Kanji stay as they are."""
    return _letters(unicodedata.normalize("NFKC", name).casefold())


@lru_cache(_KEPT)
def variant_key(name: str) -> str:
    """Folds the ways to write a name too (髙 and 高, ノ and 之): for proposals alone."""
    joined = "".join(c for c in fold(name) if unicodedata.category(c)[0] in "LMN" or c in _LONG)
    return _letters(spellings(joined)[0])


@lru_cache(_KEPT)
def name_forms(name: str) -> frozenset[str]:
    """Folds a name as it stands and with its two parts the other way round.

    More than two parts are two where a comma stands: "Rossi, Anna Maria" is Anna Maria Rossi.
    """
    return frozenset(map(name_key, _orders(name))) - _NOBODY - {""}


@lru_cache(_KEPT)
def variant_forms(name: str) -> frozenset[str]:
    """Folds the ways to write a name in its forms: for proposals alone."""
    return frozenset(map(variant_key, _orders(name))) - {""}


@lru_cache(_KEPT)
def spellings(folded: str) -> tuple[str, ...]:
    """Lists the ways to write a folded name that hang on what stands beside a letter.

    The first is the same for all of them: 一之瀬 gives 一ノ瀬, 一の瀬, 一之瀬, 一乃瀬.
    """
    ways = [_ways(folded, at) for at in range(len(folded))]
    return tuple(map("".join, islice(product(*ways), _MOST)))


def _ways(name: str, at: int) -> str:
    """Gives all letters that may stand where one does."""
    before, letter, after = name[:at][-1:], name[at], name[at + 1 : at + 2]
    if not before:
        return letter
    if is_kanji(before) and letter in (before, "々"):
        return f"{before}々"  # 佐佐木 and 佐々木
    if after and is_kanji(before) and is_kanji(after):
        return next((ways for ways in _BETWEEN if letter in ways), letter)
    return _LONG if letter in _LONG and "ぁ" <= before <= "ヺ" else letter


def clearly_other(name: str, other: str) -> bool:
    """Says whether two names are two people's, in whatever order and however they were shortened.

    Names in kanji are, when a part of each is not in the other; variants of a character are the
    same. Other letters are written in too many ways: there, one part in common is enough. What is
    in another script is no other name: an LMS may show Latin letters or kana.
    """
    first, second, script = _parts(name), _parts(other), _script(name)
    if not first or not second or script != _script(other):
        return False
    if script != "kanji" and set(first) & set(second):
        return False
    first_joined, rest = "".join(first), "".join(second)
    inside = all(part in rest for part in first) or all(part in first_joined for part in second)
    return not inside and sorted(first_joined) != sorted(rest)


def _parts(name: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", name).casefold()
    parts = [key for part in _BETWEEN_PARTS.split(plain) if (key := variant_key(part))]
    return [] if set(parts) <= _NOBODY else parts


def _script(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name)
    return "kanji" if _KANJI.search(plain) else "kana" if _KANA.search(plain) else "other"


def _orders(name: str) -> tuple[str, ...]:
    comma = [part for part in re.split(r"[,，、]+", name) if part.strip()]
    blanks = [part for part in re.split(r"[\s,，、]+", name) if part]
    parts = comma if len(comma) == _FAMILY_AND_GIVEN else blanks
    return (name, "".join(reversed(parts))) if len(parts) == _FAMILY_AND_GIVEN else (name,)


def _letters(text: str) -> str:
    kept = (c for c in text if unicodedata.category(c)[0] in "LMN")
    return unicodedata.normalize("NFC", "".join(kept))


def former_names(collection: Collection | None, names: Iterable[str]) -> Mapping[str, str]:
    """Gives the student of today for those of `names` that the LMS gave: 山田 太郎_31201.

    The number at the end is that of exactly one student, and the name before it no other. Who is
    called so still is left out.
    """
    if collection is None:
        return {}
    here = {*collection.names, *(student.student for student in collection.students)}
    students_of_today = {}
    for name in {*names} - here:
        students = [
            student.student for student in collection.students if _was_called(name, student)
        ]
        if len(students) == 1:
            students_of_today[name] = students[0]
    return students_of_today


def _was_called(name: str, student: Collected) -> bool:
    who = student.who
    if who.participant and participant_of(name) == who.participant:
        return True  # blind marking, before the LMS told the names
    numbers = [number for number in (who.participant, who.user) if number]
    return any(
        name.endswith(f"_{number}") and _is_name_of(name.removesuffix(f"_{number}"), who.name)
        for number in numbers
    )


def _is_name_of(written: str, name: str) -> bool:
    return bool(written and name) and not clearly_other(written, name)
