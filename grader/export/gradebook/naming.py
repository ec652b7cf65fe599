"""When two ids, and when two names, are the same."""

import re
import unicodedata
from itertools import permutations

from grader.people import variant_key

STRIPPED = re.compile(r"""[&<>"`|':\\/*?_,\s]+""")
"""What Moodle and Canvas take out of names for their files, and what stands between the parts."""

NOBODY = {"participant", "参加者", "anonymous", "anon"}
KANJI = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
KANJI_SCRIPT = "kanji"
KANA = re.compile(r"[\u3040-\u30ff]")
MOST_PARTS = 3  # of a name, that may stand in any order


def same_id(text: str) -> str:
    """Makes one form of all the forms of an id, a login or an address."""
    return "".join(unicodedata.normalize("NFKC", text).split()).casefold()


def name_keys(name: str) -> frozenset[str]:
    """Gives the exact forms a full name may take: no blanks, the parts in any order.

    Letters are compared as they are: 髙 is not 高, that is for a person to say.
    """
    parts = [one for one in STRIPPED.split(unicodedata.normalize("NFC", name).casefold()) if one]
    if not parts or set(parts) <= NOBODY:
        return frozenset()
    if len(parts) > MOST_PARTS:
        return frozenset({"".join(parts)})
    return frozenset("".join(one) for one in permutations(parts))


def clearly_other(one: str, other: str) -> bool:
    """Says whether two names are two people's, in whatever order and however they were shortened.

    Names in kanji are, when a part of each is not in the other; variants of a character are the
    same. Other letters are written in too many ways: there, one part in common is enough. What is
    in another script is no other name: an LMS may show Latin letters or kana.
    """
    first, second, script = _parts(one), _parts(other), _script(one)
    if not first or not second or script != _script(other):
        return False
    if script != KANJI_SCRIPT and set(first) & set(second):
        return False
    whole, rest = "".join(first), "".join(second)
    inside = all(part in rest for part in first) or all(part in whole for part in second)
    return not inside and sorted(whole) != sorted(rest)


def _parts(name: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", name).casefold()
    parts = [key for one in STRIPPED.split(plain) if (key := variant_key(one))]
    return [] if set(parts) <= NOBODY else parts


def _script(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name)
    return KANJI_SCRIPT if KANJI.search(plain) else "kana" if KANA.search(plain) else "other"
