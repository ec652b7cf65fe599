"""Normalise text for comparison and for rules, and measure how much of it is garbled."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from grader.patterns import lazy_regex

# Radicals that NFKC does not change, and the characters they look like: the property
# Equivalent_Unified_Ideograph of the Unicode Character Database. PDF writers confuse the two.
_RADICALS = (
    "⺁⺂⺃⺄⺅⺆⺇⺈⺉⺊⺋⺌⺍⺎⺏⺐⺑⺒⺓⺔⺕⺖⺗⺘⺙⺛⺜⺝⺞⺠⺡⺢⺣⺤⺥⺦⺧⺨⺩⺪⺫⺬⺭⺮⺯⺰⺱⺲⺳⺴⺵⺶⺷⺸⺹⺺"
    "⺻⺼⺽⺾⺿⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲"
)
_IDEOGRAPHS = (
    "厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵旡日月歺民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀"
    "聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀"
)
_KANGXI = [chr(code) for code in range(0x2F00, 0x2FD6)]
_CHARACTERS = dict(zip(_RADICALS, _IDEOGRAPHS, strict=True)) | {
    radical: unicodedata.normalize("NFKC", radical) for radical in _KANGXI
}
_PLAIN = str.maketrans(_CHARACTERS)
_LOOKALIKES = str.maketrans(
    _CHARACTERS
    | dict.fromkeys("‐‑‒–—―−─━﹘﹣－", "-")
    | dict.fromkeys("〜～∼˜∿", "~")
    | dict.fromkeys("‘’‛`´＇", "'")
    | dict.fromkeys("“”„‟″＂", '"')
    | {"゛": "\u3099", "゜": "\u309a", "·": "・", "•": "・", "∙": "・"}
)
# NFKC maps some radicals to the Chinese form where Japan uses another.
_AS_IN_JAPAN = str.maketrans("戶黑靑内內戾", "戸黒青内内戻")
_UNSEEN = lazy_regex("[\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+-n")
_POWER = lazy_regex(r"(?<=[0-9A-Za-z)\]）])[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ]+")
_JAPANESE = "\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff々〆ー、。「」『』【】・"
_GAP = lazy_regex(rf"(?<=[{_JAPANESE}])\s+(?=[{_JAPANESE}])")
_LONG_VOWEL = lazy_regex(r"(?<=[\u30a1-\u30fa])-(?=[\u30a1-\u30fa]|$)")
_DASH = lazy_regex(r"(?<=[0-9A-Za-z])ー(?=[0-9A-Za-z])")


def fold(text: str) -> str:
    """Normalise a text for comparison: width, radicals, dashes, gaps, and case."""
    return tidy(text).lower()


def tidy(text: str) -> str:
    """Normalise a text as `fold` does, but keep case, so that it reads as printed."""
    text = _UNSEEN.sub("", text)
    text = _POWER.sub(lambda power: "^" + power[0].translate(_RAISED), text)
    text = unicodedata.normalize("NFKC", text.translate(_LOOKALIKES)).translate(_LOOKALIKES)
    text = " ".join(text.translate(_AS_IN_JAPAN).split())
    return _DASH.sub("-", _LONG_VOWEL.sub("ー", _GAP.sub("", text)))


def without_radicals(text: str) -> str:
    """Replace radicals by characters; keep the rest as printed."""
    return text.translate(_PLAIN).translate(_AS_IN_JAPAN)


def squeeze(text: str) -> str:
    """Fold a text and remove all spaces."""
    return fold(text).replace(" ", "")


_CID = lazy_regex(r"\(cid:\d+\)")
_BULLET = lazy_regex("(?m)^[ \t]*[\uf000-\uf0ff](?=\\s|$)")
# Windows decodes the bytes 0x80 to 0x9f to these.
_HIGH = "\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_MISREAD = lazy_regex(
    rf"(?:[ã-é][{_HIGH}]{{2}})+"  # UTF-8 read as Latin
    r"|(?:[‚ƒ]\S{1,2}){3,}"  # Shift_JIS read as Latin
    r"|[¡-ÿ]{6,}"  # EUC-JP read as Latin
    r"|(?:[縺繧繝][^\s、。]){3,}"  # UTF-8 read as Shift_JIS
    r"|(?:[､･][･-ﾟ､]){3,}"  # EUC-JP read as Shift_JIS
)
_SCRIPTS = frozenset(
    re.findall(
        r"\S+",
        "LATIN FULLWIDTH HALFWIDTH CJK HIRAGANA KATAKANA KATAKANA-HIRAGANA IDEOGRAPHIC HANGUL "
        "BOPOMOFO KANGXI MATHEMATICAL DOUBLE-STRUCK SCRIPT BLACK-LETTER FEMININE MASCULINE MICRO "
        "SUPERSCRIPT SUBSCRIPT MODIFIER PARTIAL ANGSTROM KELVIN OHM ALEF INFORMATION DOTLESS "
        "PLANCK VERTICAL COMBINING VARIATION TURNED EULER",
    )
)
# normal in formulas; whole texts of them are garbled
_RARE_SCRIPTS = frozenset({"GREEK", "CYRILLIC"})
_RARE_SHARE = 0.3
# Characters in real use are in at least one of these.
_CODED = ("cp932", "gb2312", "big5hkscs", "euc_kr", "euc_jis_2004")


def garbled_share(text: str) -> float:
    """Return the share (0 to 1) of characters that are not readable Japanese or English."""
    text = _BULLET.sub("", text)
    lost = len(_CID.findall(text))
    text = _CID.sub("", text)
    misread = sum(len(match[0]) for match in _MISREAD.finditer(text))
    counts = Counter(_MISREAD.sub("", text))
    total = lost + misread + sum(n for character, n in counts.items() if not character.isspace())
    if not total:
        return 0.0
    foreign = sum(n for character, n in counts.items() if _is_foreign(character))
    rare = sum(n for character, n in counts.items() if _script(character) in _RARE_SCRIPTS)
    bad = lost + misread + foreign + (rare if rare > _RARE_SHARE * total else 0)
    return min(1.0, bad / total)


@lru_cache(maxsize=8192)
def _script(character: str) -> str:
    """Return the first word of a character's Unicode name, usually its script."""
    return unicodedata.name(character, "").partition(" ")[0]


@lru_cache(maxsize=8192)
def _is_foreign(character: str) -> bool:
    """Return whether a character is unexpected in Japanese or English text."""
    category = unicodedata.category(character)
    if category in {"Co", "Cn", "Cs"} or character == "\ufffd":
        return True
    if category == "Cc":
        return not character.isspace()
    if category[0] not in "LM" or _script(character) in _RARE_SCRIPTS:
        return False
    if _script(character).startswith("CJK"):
        return not any(_codes(character))
    return _script(character).removesuffix("-HIRAGANA") not in _SCRIPTS


def _codes(character: str) -> Iterator[bool]:
    """Yield, for each character set, whether it contains the character."""
    for name in _CODED:
        try:
            character.encode(name)
        except UnicodeEncodeError:
            yield False
        else:
            yield True


MAX_CHARACTERS = 600

_COMMANDS = lazy_regex(
    r"\\(?:mathcal|mathrm|mathbf|text|operatorname|left|right|displaystyle|bigl?|bigr?|,|;|!)"
)
_SYMBOLS = (
    (lazy_regex(r"\\propto|∝|に比例∝"), "∝"),
    (lazy_regex(r"\\times|\\cdot|[×✕·⋅]"), "*"),
    (lazy_regex(r"\\(?:approx|simeq|sim)|[≒≈≃]"), "≈"),
    (lazy_regex(r"\\?\*\*"), "^"),
    (lazy_regex(r"[{}$]"), ""),
)
_WIDE = "\u3000-\u30ff\u3400-\u9fff、。"
_GAP_BESIDE_WIDE = lazy_regex(rf"(?<=[{_WIDE}])\s+|\s+(?=[{_WIDE}])")
_AROUND = lazy_regex(r"\s*([()^*=])\s*")
_STOP = lazy_regex(r"[,.](?=\s*$)|[,.](?=[\u3041-\u30ff\u3400-\u9fff])|,(?=\s?[a-z\u3041-\u9fff])")


@lru_cache(maxsize=4_096)
def spelled(text: str) -> str:
    """Normalise a sentence for rules, without its full stop; cut after 600 characters."""
    plain = fold(_COMMANDS.sub("", text[:MAX_CHARACTERS]))
    for pattern, sign in _SYMBOLS:
        plain = pattern.sub(sign, plain)
    plain = _STOP.sub("、", _AROUND.sub(r"\1", _GAP_BESIDE_WIDE.sub("", plain)))
    return plain.strip("、 ").rstrip("。.! ")
