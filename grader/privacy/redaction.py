"""Mask personal data in a text: names, ids, mail addresses and home folders.

The search is in the folded text (`grader.people.fold`), so that width, case, composition and
variants of kanji hide no name. Ambiguous text (numbers, a word such as "test", 林 in 林業) is only
masked if the text next to it shows that it is personal.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise, product

from msgspec import Struct

from grader.model.collection import Person
from grader.people import HAN, fold, is_kanji, is_unseen, spellings

MASK = "■■■"
"""Replaces everything removed; every Japanese encoding has it, and it needs no translation."""

HONORIFICS = "さん|くん|ちゃん|君|氏|様|先輩|先生|殿|-san|-kun"
FOLLOWERS = "君|様|氏|殿|先生|先輩|著|作|提出|担当"  # kanji after a name that are not part of it
LABELS = (
    "氏名|名前|提出者|作成者|報告者|実験者|共同実験者|協力者|共同者|相談者|著者"
    "|author|name|written by"
)
ID_LABELS = (
    "学籍番号|学生番号|学生証番号|学籍no|学籍no.|ユーザid|ユーザーid|ログイン名"
    "|student id|student no.|student number|user id|login"
)
BEFORE = ("氏名", "名前", "者", "担当", "員", "友人", "年")  # kanji that may precede a name

_GAP = r"[ _・·,.\-]"  # between family name and given name
_SHORTEST_NUMBER = 6  # minimum digits of an id without letters; fewer may be any number
_SHORTEST_ID = 4
_JOINED = 8  # minimum Latin letters of a full name that is recognised without a gap
_SHORT_KANA = 5
_SHORT_LATIN = 4  # up to this many Latin letters, a full name may be two short words
_TWO, _THREE = 2, 3  # kanji: 林森 is hardly a name in other contexts; 田中実
_NEAR = 4  # maximum characters between an id and its owner's name
_MANY = 8192  # cache size in characters; a text has few different ones
_VOICED = "ﾞﾟ"  # marks of half-width kana, which belong to the preceding letter

_ID_BEGINS = r"(?<![0-9a-z])(?<![0-9][.,])(?:[a-z](?=[0-9]))?"  # not part of a number: 0.20241201
_ID_ENDS = r"(?![0-9a-z])(?![.,][0-9])"
_MAIL = re.compile(
    r"(?<![\w.+\-])(?P<it>[a-z0-9][\w.+\-]*@(?:[a-z0-9\-]+\.)+(?:jp|com|net|org|edu))(?![\w\-]|\.\w)",
    re.ASCII,
)

_BREAK = r"\\/¥￥＼"  # between folders; a Japanese Windows shows a yen sign
_STOP = rf"""\s{_BREAK}:*?"'<>|`,;()\[\]{{}}。、，）」』"""
_SHARED = r"(?! (?: public | shared | default | all[ ]users ) (?! [^\s/\\¥￥＼\"'] ) )"  # no user
_ALONE = rf"[A-Za-z0-9_.+@$\-]*[A-Za-z0-9_] | [^{_STOP}]+"  # Japanese may follow without a gap
_WINDOWS = re.compile(
    rf"""
    (?P<before> (?: [A-Za-zＡ-Ｚａ-ｚ] [:：] | [\\¥￥＼]{{2,4}} [\w.$-]+ )   # C:  or  \\server
        [{_BREAK}]+ (?: users | ユーザー | documents\ and\ settings | home s? ) [{_BREAK}]+ )
    {_SHARED} (?!■)
    (?P<name> [^{_BREAK}:*?"'<>|`\r\n,;()]{{1,60}} (?=[{_BREAK}]) | {_ALONE} )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_POSIX = re.compile(
    rf"""
    (?P<before> (?: (?<![\w.\-/~]) | (?<=file://) )
        (?: /mnt/[a-z] | /cygdrive/[a-z] | /[a-z] | /export | /var | /usr | /nfs | /net
          | /Volumes/[\w.-]+ | /System/Volumes/Data )?
        / (?: home\d* | Users ) / )
    {_SHARED} (?!■)
    (?P<name> [^{_STOP}]+ (?=/) | {_ALONE} )
    """,
    re.VERBOSE | re.IGNORECASE,
)

_Span = tuple[int, int]
_Owned = tuple[tuple[str, ...], Person]  # parts of a name, and the person
_NOBODY = frozenset[str]()


class _Sought(Struct, frozen=True):
    """A pattern, and the owners of each match."""

    pattern: re.Pattern[str]
    owners: Mapping[str, frozenset[str]]

    def places(self, text: str) -> Iterator[tuple[_Span, frozenset[str]]]:
        """Yield the places of matches in a folded text, with their owners."""
        for match in self.pattern.finditer(text):
            yield match.span("it"), self.owners.get(_squeezed(match["it"]), _NOBODY)


class Redactor(Struct, frozen=True):
    """Patterns for all people of a class; made once for many texts."""

    ids: _Sought
    others: tuple[_Sought, ...]
    names: Mapping[str, tuple[str, ...]]  # family name and given name separately, by student

    def redact(self, text: str, own: str = "") -> str:
        """Mask all personal data but that of the student `own`; home folders always.

        A text without any is returned unchanged. If `own` is "", all are masked.
        """
        text = mask_homes(text)
        folded, starts, ends = fold_with_places(text)
        sensitive = [*self._found(folded)]
        own_spans = [span for span, owners in sensitive if own and own in owners]
        taken = [span for span, owners in sensitive if not own or own not in owners]
        return _masked(
            text,
            (
                (starts[start], ends[end - 1])
                for start, end in taken
                if not any(first <= start and end <= last for first, last in own_spans)
            ),
        )

    def _found(self, text: str) -> Iterator[tuple[_Span, frozenset[str]]]:
        for span, owners in self.ids.places(text):
            yield span, owners
            for name in (each for owner in owners for each in self.names.get(owner, ())):
                yield from ((beside, owners) for beside in _beside(text, span, name))
        for sought in self.others:
            yield from sought.places(text)


def redact(text: str, people: Iterable[Person], own: str = "") -> str:
    """Mask the data of all these people in one text; see `Redactor.redact`."""
    return make_redactor(people).redact(text, own)


def make_redactor(people: Iterable[Person]) -> Redactor:
    """Build the patterns that identify these people."""
    class_ = tuple(people)
    ids = [((text,), person) for person in class_ for text in _plain(person.student, person.user)]
    mails = [((text,), person) for person in class_ for text in _plain(person.mail) if "@" in text]
    numbers = [((text,), person) for person in class_ for text in _plain(person.participant)]
    full = [(split, person) for person in class_ for split in _full_names(person)]
    single = [((name,), person) for person in class_ for name in _single_names(person)]
    return Redactor(
        ids=_sought((token for token in ids if _is_distinctive(*token[0])), _ID_BEGINS, _ID_ENDS),
        others=(
            # short numbers and words are ids only after a label, and so are Moodle's numbers
            _sought(
                (token for token in ids if not _is_distinctive(*token[0])),
                f"(?:{ID_LABELS})[ :=は]{{0,3}}",
                "(?![0-9a-z])",
            ),
            _sought(numbers, "(?:参加者|participant) ?", "(?![0-9])"),
            _sought(numbers, "(?<=_)", "(?=_assign)"),
            _sought(mails, r"(?<![a-z0-9.+\-])", "(?![a-z0-9])"),
            _Sought(_MAIL, _owners(mails)),  # all mail addresses, also of unknown people
            _sought(full, pattern=_full_name),
            # a single name counts only with an honorific or a label
            _sought(
                single,
                after=f"(?= ?(?:{HONORIFICS}))",
                pattern=lambda name: _left((name[0][0],)) + _literal(name),
            ),
            _sought(single, f"(?:{LABELS})[ :=は]{{1,3}}", r"(?!\w)"),
        ),
        names={person.student: tuple(_single_names(person)) for person in class_ if person.student},
    )


def mask_homes(text: str) -> str:
    r"""Mask the user in C:\Users\USER, /home/USER and /Users/USER; the rest of a path stays."""
    if any(separator in text for separator in "/\\¥￥＼"):
        for pattern in (_WINDOWS, _POSIX):
            text = pattern.sub(lambda match: match["before"] + MASK, text)
    return text


def fold_with_places(text: str) -> tuple[str, list[int], list[int]]:
    """Fold a text; also return where each folded character begins and ends in the original."""
    if text.isascii():
        plain = "".join(" " if character.isspace() else character for character in text.lower())
        return plain, [*range(len(plain))], [*range(1, len(plain) + 1)]
    letters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    begins = (
        at for at, character in enumerate(text) if not at or not _belongs_to_the_last(character)
    )
    for start, end in pairwise((*begins, len(text))):
        folded = _fold(text[start:end])
        letters.append(folded)
        starts += [start] * len(folded)
        ends += [end] * len(folded)
    return "".join(letters), starts, ends


@lru_cache(maxsize=_MANY)
def _belongs_to_the_last(character: str) -> bool:
    return unicodedata.combining(character) > 0 or character in _VOICED or is_unseen(character)


@lru_cache(maxsize=_MANY)
def _fold(letter: str) -> str:
    """Fold a character with its marks; all blanks become the same."""
    return "".join(" " if character.isspace() else character for character in fold(letter))


def _folded(text: str) -> str:
    return fold_with_places(text)[0]


def _squeezed(text: str) -> str:
    """Remove gaps from a folded name, so that its spacing does not matter."""
    return re.sub(_GAP, "", text)


def _plain(*texts: str) -> set[str]:
    return {_folded(text).strip() for text in texts} - {""}


def _is_distinctive(token: str) -> bool:
    """Return whether an id or login is distinctive: not just any word or number."""
    if token.isdigit():
        return len(token) >= _SHORTEST_NUMBER
    readable = not token.isascii() or any(character.isdigit() for character in token)
    return len(token) >= _SHORTEST_ID and readable


def _parts(person: Person) -> Iterator[tuple[str, ...]]:
    """Yield the person's names, split as in the roster."""
    for name in (person.name, person.other_name):
        yield tuple(_folded(name).replace(",", " ").replace("・", " ").split())


def _full_names(person: Person) -> Iterator[tuple[str, ...]]:
    """Yield full names in both orders, except those that may be ordinary words."""
    for split in (ways for parts in _parts(person) for ways in product(*map(spellings, parts))):
        joined = "".join(split)
        if len(joined) > (_SHORT_LATIN if joined.isascii() else len(split) == 1):
            yield split
            yield split[::-1]


def _single_names(person: Person) -> Iterator[str]:
    """Yield family name and given name; for a name without a gap, the likely family name."""
    for split in _parts(person):
        joined = "".join(split)
        names = [part for part in split if len(split) > 1 and (len(part) > 1 or is_kanji(part))]
        if len(split) == 1 and re.fullmatch(f"[{HAN}]{{3,5}}", joined):
            names.append(joined[:2])
        if len(joined) == _TWO:
            names.append(joined)
        yield from (way for name in names for way in spellings(name))


def _sought(
    tokens: Iterable[_Owned],
    before: str = "",
    after: str = "",
    pattern: Callable[[tuple[str, ...]], str] | None = None,
) -> _Sought:
    """Build a pattern for any of the tokens, longest first, between `before` and `after`.

    A look-ahead for their first characters avoids trying hundreds of patterns at every position.
    """
    owned = [*tokens]
    if not owned:
        return _Sought(re.compile("(?P<it>(?!))"), {})
    patterns = {(pattern or _literal)(parts) for parts, _ in owned}
    begins = sorted({parts[0][:2] for parts, _ in owned})
    firsts = "".join(
        re.escape(beginning) for beginning in sorted({beginning[0] for beginning in begins})
    )
    first = f"(?=[{firsts}])(?={'|'.join(map(re.escape, begins))})"
    alternatives = "|".join(
        sorted(patterns, key=lambda alternative: (-len(alternative), alternative))
    )
    return _Sought(re.compile(f"{before}(?P<it>{first}(?:{alternatives})){after}"), _owners(owned))


def _owners(tokens: Iterable[_Owned]) -> Mapping[str, frozenset[str]]:
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for parts, person in tokens:
        owners[_squeezed("".join(parts))].add(person.student)
    return {token: frozenset(students) for token, students in owners.items()}


def _literal(parts: tuple[str, ...]) -> str:
    return re.escape("".join(parts))


def _full_name(split: tuple[str, ...]) -> str:
    """Build the pattern of a full name, with the characters that must not surround it."""
    name = "".join(split)
    joined = len(name) >= _JOINED if name.isascii() else len(name) > _TWO
    gap = f"{_GAP}{{{0 if joined else 1},3}}"
    return _left(split) + gap.join(map(re.escape, split)) + _right(split)


def _left(split: tuple[str, ...]) -> str:
    """Return a pattern for the left edge of a name.

    A family name of one kanji ends other names (林 in 小林) and words (森 in 大森林).
    """
    first = split[0][0]
    if is_kanji(first):
        spoken = "".join(f"|(?<={word})" for word in BEFORE)
        return f"(?:(?<![{HAN}]){spoken})" if _is_short(split, split[0]) else ""
    if first.isascii():
        return "(?<![a-z0-9])"
    return f"(?<![{_kana(first)}])" if _has_an_end(split) else ""


def _right(split: tuple[str, ...]) -> str:
    last = split[-1][-1]
    if is_kanji(last):
        return f"(?:(?![{HAN}])|(?={FOLLOWERS}))" if _is_short(split, split[-1]) else ""
    if last.isascii():
        return "(?![a-z0-9])"
    return f"(?![{_kana(last)}])" if _has_an_end(split) else ""


def _is_short(split: tuple[str, ...], part: str) -> bool:
    """Return whether a part is one kanji, or may be one because the roster shows no gap."""
    return len(part) == 1 or (len(split) == 1 and len(part) <= _THREE)


def _has_an_end(split: tuple[str, ...]) -> bool:
    """Return whether no kana may adjoin a name: katakana, or short hiragana.

    Hiragana may continue as particles.
    """
    return _kana(split[0][0]) != "ぁ-ゖ" or len("".join(split)) < _SHORT_KANA


def _kana(character: str) -> str:
    return "ァ-ヺー" if "ァ" <= character <= "ー" else "ぁ-ゖ"


def _beside(text: str, span: _Span, name: str) -> Iterator[_Span]:
    """Find a separate name next to its owner's id, as in kadai1_24A1201_山田.docx."""
    start, end = span
    before = text.rfind(name, max(0, start - _NEAR - len(name)), start)
    if before >= 0 and _is_apart(text[before + len(name) : start], name, text[before - 1 : before]):
        yield before, before + len(name)
    after = text.find(name, end, end + _NEAR + len(name))
    stop = after + len(name)
    if after >= 0 and _is_apart(text[end:after], name, text[stop : stop + 1]):
        yield after, stop


def _is_apart(between: str, name: str, beyond: str) -> bool:
    """Return whether only marks separate an id and a whole name."""
    if re.search(r"[^\W_]", between) or not (between or not name.isascii()):
        return False
    if name.isascii():
        return not (beyond.isascii() and beyond.isalnum())
    return not (beyond and is_kanji(name[0]) == is_kanji(beyond) and beyond.isalpha())


def _masked(text: str, spans: Iterable[_Span]) -> str:
    """Mask parts of a text; adjacent parts become one."""
    done, place, pieces = 0, -1, []
    for start, end in sorted(spans):
        if start > place:
            pieces += [text[done:start], MASK]
        place = done = max(place, end)
    return "".join([*pieces, text[done:]])
