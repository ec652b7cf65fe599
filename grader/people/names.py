"""Names: parsing cells, and keys for comparison, which are never stored.

Two names are the same if their `name_forms` intersect. These keep kanji variants: 髙橋 and 高橋 may
be two people, and only a person decides that they are one (`variant_forms`, for proposals).
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
# placeholders by which LMSs hide a name
_PLACEHOLDERS = frozenset({"participant", "参加者", "anonymous", "anon"})
_CACHE_SIZE = 10_000  # names: a class is compared with itself many times
_MAX_SPELLINGS = 64  # spellings of one name, enough for three variable letters

# Equivalent between kanji: 一ノ瀬 and 一之瀬, 関ヶ原 and 関が原. Elsewhere they are letters.
_BETWEEN = ("ノの之乃", "ケヶがガヵカ箇")
_LONG = "ー-"  # folding turns dashes typed for the first into the second

_WITH_READING = re.compile(r"(.+?)\s*[(（]([^()（）]+)[)）]")
# also what LMSs substitute for these in file names
_BETWEEN_PARTS = re.compile(r"""[&<>"`|':\\/*?_,\s]+""")
_KANJI = re.compile(f"[{HAN}]")
_KANA = re.compile(r"[\u3040-\u30ff]")


def name_of(cell: str) -> tuple[str, str]:
    """Parse a cell into a name (NFC, single spaces) and the reading in parentheses."""
    text = " ".join(unicodedata.normalize("NFC", plain_cell(cell)).split())
    reading = ""
    if (both := _WITH_READING.fullmatch(text)) and not any(c.isdigit() for c in both[2]):
        text, reading = both[1], both[2]
    family, comma, given = re.sub("[，、]", ",", text).partition(",")
    if comma and given.strip() and "," not in given:
        text = f"{family.strip()} {given.strip()}"
    return text, reading.strip()


def is_name(cell: str) -> bool:
    """Return whether a cell looks like a name and not like an id."""
    text = plain_cell(cell)
    letters = [c for c in text if c.isalpha()]
    if not letters or "@" in text or any(c.isdigit() for c in text):
        return False
    return " " in text or "," in text or not text.isascii()


@lru_cache(_CACHE_SIZE)
def name_key(name: str) -> str:
    """Normalise a name: width and case, letters only. Kanji variants are kept."""
    return _letters(unicodedata.normalize("NFKC", name).casefold())


@lru_cache(_CACHE_SIZE)
def variant_key(name: str) -> str:
    """Normalise a name including variants (髙 and 高, ノ and 之): for proposals only."""
    joined = "".join(c for c in fold(name) if unicodedata.category(c)[0] in "LMN" or c in _LONG)
    return _letters(spellings(joined)[0])


@lru_cache(_CACHE_SIZE)
def name_forms(name: str) -> frozenset[str]:
    """Return the keys of a name in its own order and with its two parts swapped.

    A comma divides more than two parts: "Rossi, Anna Maria" is Anna Maria Rossi.
    """
    return frozenset(map(name_key, _orders(name))) - _PLACEHOLDERS - {""}


@lru_cache(_CACHE_SIZE)
def variant_forms(name: str) -> frozenset[str]:
    """Return the variant keys of a name in both orders: for proposals only."""
    return frozenset(map(variant_key, _orders(name))) - {""}


@lru_cache(_CACHE_SIZE)
def spellings(folded: str) -> tuple[str, ...]:
    """Return the spellings of a folded name that depend on the neighbours of a letter.

    The first is the same for all of them: 一之瀬 gives 一ノ瀬, 一の瀬, 一之瀬, 一乃瀬.
    """
    ways = [_ways(folded, at) for at in range(len(folded))]
    return tuple(map("".join, islice(product(*ways), _MAX_SPELLINGS)))


def _ways(name: str, at: int) -> str:
    """Return the letters that may replace the one at `at`."""
    before, letter, after = name[:at][-1:], name[at], name[at + 1 : at + 2]
    if not before:
        return letter
    if is_kanji(before) and letter in (before, "々"):
        return f"{before}々"  # 佐佐木 and 佐々木
    if after and is_kanji(before) and is_kanji(after):
        return next((ways for ways in _BETWEEN if letter in ways), letter)
    return _LONG if letter in _LONG and "ぁ" <= before <= "ヺ" else letter


def clearly_other(name: str, other: str) -> bool:
    """Return whether two names certainly differ, in any order and however abbreviated.

    Names in kanji differ if a part of each is missing in the other; variants of a character are
    equal. Other scripts have too many spellings: there, one common part makes names possibly equal.
    Names in different scripts never differ for certain: an LMS may show Latin letters or kana.
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
    return [] if set(parts) <= _PLACEHOLDERS else parts


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
    """Map those of `names` that come from the LMS, such as 山田 太郎_31201, to current students.

    The number at the end has to belong to exactly one student whose name is compatible. Names that
    are still in use are left out.
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
        return True  # blind marking, before the LMS revealed the names
    numbers = [number for number in (who.participant, who.user) if number]
    return any(
        name.endswith(f"_{number}") and _is_name_of(name.removesuffix(f"_{number}"), who.name)
        for number in numbers
    )


def _is_name_of(written: str, name: str) -> bool:
    return bool(written and name) and not clearly_other(written, name)
