"""The mark that a heading starts with: a number, a bullet, brackets. Read before folding."""

import re
import unicodedata
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from grader.patterns import lazy_regex

_BULLETS = "■□◆◇●○◎▼▽▲△▶►▷★☆※▪▫◾◼❖✦✓➢➤・•‣⦿\uf06c\uf06e\uf0a7\uf0b7\uf0d8\uf076"
_BRACKETS = ["【】", "［］", "[]", "＜＞", "<>", "〈〉", "《》", "≪≫", "〔〕", "「」", "『』", "{}"]
_BRACKETED = {
    pair[0]: (
        pair,
        lazy_regex(
            rf"{re.escape(pair[0])}{{1,2}}([^{re.escape(pair)}]+){re.escape(pair[1])}{{1,2}}[:：]?(.*)",
            re.DOTALL,
        ),
    )
    for pair in _BRACKETS
}
_RULES = "-–—―─━=＝~～〜*＊_#♯"
_RULED = lazy_regex(rf"([{_RULES}]+)\s*([^{_RULES}\s][^{_RULES}]*[^{_RULES}\s])\s*([{_RULES}]+)$")
_D = r"[0-9０-９]{1,2}"
_KANJI = "一二三四五六七八九十"
_ROMAN = lazy_regex(r"(?:x{0,2})(?:ix|iv|v?i{0,3})", re.IGNORECASE)
_TASKS = (
    r"課題|問題|問い?|設問|例題|演習|実験|基礎課題|発展課題|応用課題|必須課題|追加課題|小課題|実習|テーマ"
    r"|演習課題|提出課題|報告課題|検証|ステップ|レポート課題"
)
_TASKS_IN_ENGLISH = r"task|problem|exercise|question|experiment|part|step|assignment|kadai|q"

_PARENTHESES = r"[(（]\s*{}\s*[)）]"
_PATTERNS = [
    ("章", lazy_regex(rf"第\s*([0-9０-９]+|[{_KANJI}]+|[Ⅰ-ⅿIVX]+)\s*[章部](?![でのにをはが])")),
    ("章", lazy_regex(rf"({_D})\s*章(?![でのにをはが])")),
    ("章", lazy_regex(rf"(?:chapter|part)\s+({_D}|[IVX]+)\b\s*[:：.．]?", re.IGNORECASE)),
    ("節", lazy_regex(rf"第\s*([0-9０-９]+|[{_KANJI}]+)\s*節(?![でのにをはが])")),
    ("項", lazy_regex(rf"第\s*([0-9０-９]+|[{_KANJI}]+)\s*項(?![でのにをはが目])")),
    ("§", lazy_regex(rf"[§＄]\s*({_D}(?:[.．]{_D})*)[.．]?")),
    ("§", lazy_regex(rf"section\s+({_D}(?:[.．]{_D})*)\b[:：.．]?", re.IGNORECASE)),
    (
        "課題",
        lazy_regex(
            rf"(?:{_TASKS})\s*[(（]?\s*"
            rf"({_D}(?:[.．\-‐–−ー－][0-9０-９]{{1,2}})*|[①-⑳]|[{_KANJI}]|[A-ZＡ-Ｚ](?![a-z]))"
            r"\s*[)）]?\s*[:：.．、]?(?![でのにをはがともや、かへ]|から|より|まで)"
        ),
    ),
    ("課題", lazy_regex(rf"(?:{_TASKS_IN_ENGLISH})\s*({_D})\b\s*[:：.．]?", re.IGNORECASE)),
    ("付録", lazy_regex(r"(?:付録|appendix)\s*([A-Z0-9Ａ-Ｚ０-９])\b\s*[:：.．]?", re.IGNORECASE)),
    (
        "n",
        lazy_regex(rf"({_D}(?:\s?[.．・\-‐–−ー－]\s?[0-9０-９]{{1,2}}){{1,3}})[.．:：、]?(?=\D|$)"),
    ),
    ("n", lazy_regex(rf"({_D})\s?[.．:：、,，](?![0-9０-９])")),
    ("n", lazy_regex(rf"({_D})(?=\s)")),
    ("I", lazy_regex(r"([Ⅰ-Ⅻⅰ-ⅻ]+)\s*[.．:：、)）]?")),
    ("I", lazy_regex(r"((?=[IVX])X{0,2}(?:IX|IV|V?I{0,3}))(?:\s?[.．:：、)）]|(?=\s+[^\sa-z]))")),
    ("i", lazy_regex(r"((?=[ivx])x{0,2}(?:ix|iv|v?i{0,3}))(?:\s?[.．:：)）])")),
    ("(1)", lazy_regex(_PARENTHESES.format(rf"({_D}(?:[.\-]{_D})?)"))),
    ("1)", lazy_regex(rf"({_D})\s?[)）]")),
    ("<1>", lazy_regex(rf"[<＜〈]\s*({_D})\s*[>＞〉]")),
    ("[1]", lazy_regex(rf"[\[［]\s*({_D})\s*[\]］]")),
    ("(a)", lazy_regex(_PARENTHESES.format("([a-zａ-ｚ])"))),
    ("(A)", lazy_regex(_PARENTHESES.format("([A-ZＡ-Ｚ])"))),
    ("(ア)", lazy_regex(_PARENTHESES.format("([ア-オカ-コあいうえおｱ-ｵ])"))),
    ("(一)", lazy_regex(_PARENTHESES.format(f"([{_KANJI}])"))),
    ("(i)", lazy_regex(_PARENTHESES.format("([ivx]{1,4}|[ⅰ-ⅻⅠ-Ⅻ])"))),
    ("①", lazy_regex("([①-⑳❶-❿➀-➓㉑-㉟⓪-⓿⓵-⓾])\\s*[.．:：、]?")),
    ("㈠", lazy_regex("([㈠-㈩])")),
    ("⑴", lazy_regex("([⑴-⒇⒈-⒛])")),
    ("A", lazy_regex(r"([A-ZＡ-Ｚ])\s?[.．:：)）](?=\s|[^\x00-\x7f])")),
    ("a", lazy_regex(r"([a-zａ-ｚ])\s?[.．)）](?=\s|[^\x00-\x7f])")),
    ("ア", lazy_regex(r"([ア-コｱ-ｺ])\s?[.．)）、]")),
    ("一", lazy_regex(rf"([{_KANJI}]{{1,2}})(?:\s*[.．、:：]|[ 　]+(?=\S))")),
]
# What makes a number a quantity or a date.
_COUNTED = lazy_regex(
    r"(?:文字|ビット|バイト|ミリ|マイクロ|ナノ|コア|スレッド|番|次元|種類|単位|通り|ページ(?![ァ-ヶー])"
    r"|[かカヶ箇](?:所|月|国)|[つ乗])"
    r"|[月日年時分秒個回倍行列種人台件点層枚桁本頁章節割位度組名円進項段週重](?=$|ごと|ずつ|から|まで|より|ほど"
    r"|[\s0-9０-９のでをにはがともや、。，．・:：()（）～〜程以目間前後分])"
    r"|[xX×✕]\s?[0-9]"
    r"|(?:ms|µs|μs|us|ns|s|sec|min|h|GB|MB|KB|kB|GHz|MHz|Hz|bit|byte|px|pt|mm|cm|m|W|V|%|％|x|times"
    r"|GFLOPS|FLOPS|loops?|runs?)\b"
)
_DATE = lazy_regex(
    r"\d{1,4}\s?(?:[/／年]\s?\d|月\s?\d)|\d{4}\s?[.\-]\s?\d{1,2}\s?[.\-]\s?\d|\d{1,2}[:：]\d\d"
)
_UNEVEN = 2  # how much longer one rule beside a title may be than the other
_HIGHEST = 40  # no report has more chapters; larger numbers are quantities


class Marker(Struct, frozen=True, kw_only=True):
    """A mark at the start of a line."""

    style: str  # of which kind: "n", "章", "■", "【】", …; the same kind, the same level
    number: str  # as printed
    ordinal: tuple[int, ...] = ()  # what it counts: (1, 2) of "1.2"; () = it does not count
    rest: str = ""  # what follows it
    run_in: str = ""  # what follows the closing bracket
    depth: int = 1  # how many numbers it has
    key: str = ""  # style and depth in one


@lru_cache(maxsize=4096)
def read_marker(text: str) -> Marker | None:
    """Reads the mark at the start of a line, if there is one and something may stand behind it."""
    text = text.strip()
    marker = _hashes(text) or _brackets(text) or _bullet(text) or _counted(text)
    if marker is None:
        return None
    style, depth = marker.style, max(1, len(marker.ordinal))
    deeper = style in {"n", "§"} or (style == "課題" and depth > 1)
    return replace(marker, depth=depth, key=f"{style}{depth}" if deeper else style)


def _hashes(text: str) -> Marker | None:
    """Reads Markdown typed as text; the number behind it is left away."""
    hashes = re.match(r"(#{1,6}|＃{1,6})[\s　]+(?=\S)", text)
    if hashes is None:
        return None
    inner = _counted(text[hashes.end() :])
    rest = inner.rest if inner else text[hashes.end() :].rstrip("# ")
    style = "#" * len(hashes[1])
    ordinal = inner.ordinal if inner else ()
    return Marker(style=style, number=inner.number if inner else style, rest=rest, ordinal=ordinal)


def _brackets(text: str) -> Marker | None:
    """Reads a title in brackets or between rules; a bullet may stand before it."""
    start = text.lstrip(_BULLETS + " ")
    style, pattern = _BRACKETED.get(start[:1], ("", None))
    match = pattern.match(start) if pattern else None
    if match and not match[1].strip().isdigit():
        inner = _counted(match[1])
        return Marker(
            style=style,
            number=inner.number if inner else style,
            ordinal=inner.ordinal if inner else (),
            rest=inner.rest if inner else match[1].strip(),
            run_in=match[2].strip(),
        )
    ruled = _RULED.match(text)
    if ruled and len(ruled[2]) > 1 and abs(len(ruled[1]) - len(ruled[3])) <= _UNEVEN:
        return Marker(style=ruled[1][0] * 2, number=ruled[1][0], rest=ruled[2])
    return None


def _bullet(text: str) -> Marker | None:
    """Reads a bullet, with or without a number behind it."""
    if not text[1:] or text[0] not in _BULLETS + "*＊-":
        return None
    if text[0] in "*＊-" and not re.match(r"[*＊-]{1,2}\s+\S", text):
        return None
    rest = text.strip(text[0]).strip("　 ")
    inner = _counted(rest)
    if inner is None:
        return Marker(style=text[0], number=text[0], rest=rest)
    return replace(inner, style=text[0], number=text[0] + inner.number)


def _counted(text: str) -> Marker | None:
    """Reads a mark that counts."""
    if _DATE.match(unicodedata.normalize("NFKC", text)):
        return None
    for style, pattern in _PATTERNS:
        match = pattern.match(text)
        if match is None:
            continue
        rest = text[match.end() :].lstrip(" 　\t")
        mark, ordinal = match[0].strip(), _values(match[1])
        if not ordinal or max(ordinal) > _HIGHEST or _is_quantity(style, mark, ordinal, rest):
            continue
        return Marker(style=style, number=mark, ordinal=ordinal, rest=rest)
    return None


def _is_quantity(style: str, mark: str, ordinal: tuple[int, ...], rest: str) -> bool:
    """Says whether a number is one of something, and numbers no heading."""
    if style != "n":
        return False
    if rest[:1] and rest[0] in "=+*/<>≦≧≤≥±^,)]}%％~〜～":
        return True
    if (mark[-1].isdigit() or len(ordinal) > 1) and _COUNTED.match(rest):
        return True
    if len(ordinal) > 1 and 0 in ordinal:
        return True
    # Numbers and units only: ticks of an axis, a row of a table.
    return bool(rest) and not re.search(r"[^\W\d_]{2,}", re.sub(r"\s|[xX×e]?\s?10\^?", "", rest))


def _values(text: str) -> tuple[int, ...]:
    """Gives the numbers that a mark counts with."""
    plain = unicodedata.normalize("NFKC", text)
    parts = re.findall(r"\d+", plain)
    if parts:
        return tuple(map(int, parts))
    if set(text) <= set(_KANJI):
        return (_kanji_value(text),)
    if "㈠" <= text[0] <= "㈩":
        return (ord(text[0]) - ord("㈠") + 1,)
    if plain and _ROMAN.fullmatch(plain):
        return (_roman_value(plain.upper()),)
    for first in "aAアあ":
        if len(plain) == 1 and 0 <= ord(plain) - ord(first) < (26 if first in "aA" else 20):
            step = 1 if first in "aA" else 2
            return ((ord(plain) - ord(first)) // step + 1,)
    value = unicodedata.numeric(text[0], 0.0)
    return (int(value),) if value else ()


def _kanji_value(text: str) -> int:
    """Reads 一 to 九十九."""
    tens, ten, ones = text.rpartition("十")
    unit = _KANJI.index(ones[0]) + 1 if ones else 0
    if not ten:
        return unit
    return (_KANJI.index(tens[0]) + 1 if tens else 1) * 10 + unit


def _roman_value(text: str) -> int:
    """Reads I to XXXIX."""
    values = [{"I": 1, "V": 5, "X": 10}[letter] for letter in text]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < after else value for value, after in pairs)
