"""What in a text tells of a person: ids, logins, mail addresses and names, as patterns.

Everything here is folded (`grader.privacy.folding`). What ordinary texts are full of (numbers, a
word such as "test", 林 in 林業) tells of nobody unless something beside it says that it does.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import product

from grader.model.collection import Person
from grader.people import HAN, is_kanji, spellings
from grader.privacy.folding import fold

GAP = r"[ _・·,.\-]"  # between family and given name
SHORTEST_NUMBER = 6  # digits of an id that has no letter; fewer are any number
SHORTEST_ID = 4
JOINED = 8  # Latin letters of a full name that is known even without a gap
SHORT_KANA = 5
SHORT_LATIN = 4  # letters of a full name that is as well two short words
HONORIFICS = "さん|くん|ちゃん|君|氏|様|先輩|先生|殿|-san|-kun"
FOLLOWERS = "君|様|氏|殿|先生|先輩|著|作|提出|担当"  # kanji after a name that are no part of it
LABELS = (
    "氏名|名前|提出者|作成者|報告者|実験者|共同実験者|協力者|共同者|相談者|著者"
    "|author|name|written by"
)
ID_LABELS = (
    "学籍番号|学生番号|学生証番号|学籍no|学籍no.|ユーザid|ユーザーid|ログイン名"
    "|student id|student no.|student number|user id|login"
)
BEFORE = ("氏名", "名前", "者", "担当", "員", "友人", "年")  # kanji that end before a name
SPOKEN = "".join(f"|(?<={one})" for one in BEFORE)


def parts(name: str) -> tuple[str, ...]:
    """Splits a name where its roster does."""
    return tuple(fold(name).replace(",", " ").replace("・", " ").split())


def squeezed(text: str) -> str:
    """Takes the gaps out of a folded name, so that ways to space it are one."""
    return re.sub(GAP, "", text)


def tells(token: str) -> bool:
    """Says whether an id or a login is one wherever it stands, and not just some word or number."""
    if token.isdigit():
        return len(token) >= SHORTEST_NUMBER
    if not token.isascii():
        return len(token) >= SHORTEST_ID
    return len(token) >= SHORTEST_ID and any(one.isdigit() for one in token)


def ids_of(person: Person) -> Iterator[str]:
    """Yields what identifies the person as a word of its own; telling or not."""
    yield from {fold(one).strip() for one in (person.student, person.user)} - {""}


def mails_of(person: Person) -> Iterator[str]:
    """Yields the mail address."""
    if "@" in person.mail:
        yield fold(person.mail).strip()


def names_of(person: Person) -> Iterator[tuple[str, ...]]:
    """Yields the full names in both orders, as parts; none that may as well be ordinary words."""
    for name in (person.name, person.other_name):
        for split in product(*map(spellings, parts(name))):
            whole = "".join(split)
            if len(whole) > (SHORT_LATIN if whole.isascii() else len(split) == 1):
                yield split
                yield split[::-1]


def single_names_of(person: Person) -> Iterator[str]:
    """Yields family and given name; of a name without a gap, what is likely its family name."""
    for name in _single_names(person):
        yield from spellings(name)


def _single_names(person: Person) -> Iterator[str]:
    for name in (person.name, person.other_name):
        split = parts(name)
        whole = "".join(split)
        if len(split) == 1 and re.fullmatch(f"[{HAN}]{{3,5}}", whole):
            yield whole[:2]
        if len(whole) == 2:  # noqa: PLR2004 - 林森, which is hardly a name elsewhere
            yield whole
        if len(split) > 1:
            yield from (one for one in split if len(one) > 1 or is_kanji(one))


def full_name(split: tuple[str, ...]) -> str:
    """Makes the pattern of a full name, with what may not stand beside it."""
    whole = "".join(split)
    joined = len(whole) >= JOINED if whole.isascii() else len(whole) > 2  # noqa: PLR2004 - 林森
    gap = f"{GAP}{{{0 if joined else 1},3}}"
    return _left(split) + gap.join(map(re.escape, split)) + _right(split)


def single_name(name: str) -> str:
    """Makes the pattern of a name on its own, for where something behind it says that it is one."""
    return _left((name[0],)) + re.escape(name)


def goes_on(name: str, beside: str) -> bool:
    """Says whether the character beside a name makes it a part of something longer."""
    if name.isascii():
        return beside.isascii() and beside.isalnum()
    return bool(beside) and is_kanji(name[0]) == is_kanji(beside) and beside.isalpha()


def one_of(patterns: Mapping[str, str], before: str = "", after: str = "") -> re.Pattern[str]:
    """Compiles patterns, the longest first, each given with how what it matches begins.

    One look at these beginnings spares trying hundreds of patterns at every character.
    """
    if not patterns:
        return re.compile("(?P<it>(?!))")
    begins = "|".join(map(re.escape, sorted(set(patterns.values()))))
    firsts = "".join(re.escape(one) for one in sorted({one[0] for one in patterns.values()}))
    whole = "|".join(sorted(patterns, key=lambda one: (-len(one), one)))
    return re.compile(f"{before}(?P<it>(?=[{firsts}])(?={begins})(?:{whole})){after}")


def _left(split: tuple[str, ...]) -> str:
    """A family name of one kanji is the end of others (林 in 小林) and of words (森 in 大森林)."""
    first = split[0][0]
    if is_kanji(first):
        return f"(?:(?<![{HAN}]){SPOKEN})" if _short(split, split[0]) else ""
    if first.isascii():
        return "(?<![a-z0-9])"
    return f"(?<![{_kana(first)}])" if _bounded(split) else ""


def _right(split: tuple[str, ...]) -> str:
    last = split[-1][-1]
    if is_kanji(last):
        return f"(?:(?![{HAN}])|(?={FOLLOWERS}))" if _short(split, split[-1]) else ""
    if last.isascii():
        return "(?![a-z0-9])"
    return f"(?![{_kana(last)}])" if _bounded(split) else ""


def _short(split: tuple[str, ...], part: str) -> bool:
    """Says whether a part is one kanji, or may end in one where the roster shows no gap."""
    return len(part) == 1 or (len(split) == 1 and len(part) <= 3)  # noqa: PLR2004 - 田中実


def _bounded(split: tuple[str, ...]) -> bool:
    """Hiragana runs on into particles, so only a short name needs an end to be one."""
    return _kana(split[0][0]) != "ぁ-ゖ" or len("".join(split)) < SHORT_KANA


def _kana(character: str) -> str:
    return "ァ-ヺー" if "ァ" <= character <= "ー" else "ぁ-ゖ"
