"""Normalise text for comparison, measure its width, and recognise Japanese."""

import unicodedata

from msgspec import Struct

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
_KANA_OR_KANJI = lazy_regex("[\u2e80-\u2fdf\u3041-\u30ff\u3400-\u9fff々〆]")
_UNSEEN = lazy_regex("[\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]")
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
    text = _POWER.sub(r"^\g<0>", text)
    text = unicodedata.normalize("NFKC", text.translate(_LOOKALIKES)).translate(_LOOKALIKES)
    text = " ".join(text.translate(_AS_IN_JAPAN).split())
    return _DASH.sub("-", _LONG_VOWEL.sub("ー", _GAP.sub("", text)))


def without_radicals(text: str) -> str:
    """Replace radicals by characters; keep the rest as printed."""
    return text.translate(_PLAIN).translate(_AS_IN_JAPAN)


def squeeze(text: str) -> str:
    """Fold a text and remove all spaces."""
    return fold(text).replace(" ", "")


def has_japanese(text: str) -> bool:
    """Return whether a text contains kana or kanji."""
    return bool(_KANA_OR_KANJI.search(text))


def width(text: str) -> float:
    """Return the width of a text, in full-width characters."""
    full = map("WFA".__contains__, map(unicodedata.east_asian_width, text))
    return (len(text) + sum(full)) / 2


class FoldedText(Struct, frozen=True, kw_only=True):
    """A text with precomputed forms that are often needed."""

    text: str  # as printed
    width: float
    plain: str  # its beginning without radicals
    squeezed: str  # its beginning folded, without spaces
    japanese: bool


def fold_text(text: str, longest: int) -> FoldedText:
    """Compute the folded forms of a text's first `longest` characters."""
    return FoldedText(
        text=text,
        width=width(text),
        plain=without_radicals(text[:longest]),
        squeezed=squeeze(text[:longest]),
        japanese=has_japanese(text),
    )
