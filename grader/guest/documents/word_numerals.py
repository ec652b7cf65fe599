"""Numbers as Word's automatic numbering writes them."""

from collections.abc import Callable

KANJI = "〇一二三四五六七八九"
PLACES = ((10_000, "万"), (1_000, "千"), (100, "百"), (10, "十"))
ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
AIUEO = (
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
)
HALF = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ"
IROHA = (
    "イロハニホヘトチリヌルヲワカヨタレソツネナラム"
    "ウヰノオクヤマケフコエテアサキユメミシヱヒモセスン"
)
STEMS, BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
LEGAL = str.maketrans("一二三十", "壱弐参拾")
FULL = str.maketrans("0123456789", "０１２３４５６７８９")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def numeral(number: int, kind: str) -> str:
    """Writes a number in a format of w:numFmt; an unknown one is taken for decimal."""
    if kind in ("none", "bullet"):
        return ""
    return FORMATS.get(kind, str)(number) if number >= 0 else str(number)


def _kanji(number: int) -> str:
    if not 0 < number < 100_000:  # noqa: PLR2004 - more than any list
        return KANJI[0] if number == 0 else str(number)
    text = ""
    for place, name in PLACES:
        digit, number = divmod(number, place)
        if digit:
            text += (KANJI[digit] if digit > 1 or name == "万" else "") + name
    return text + (KANJI[number] if number else "")


def _roman(number: int) -> str:
    text = ""
    for size, letters in ROMAN:
        count, number = divmod(min(number, 3_999), size)
        text += letters * count
    return text


def _turning(letters: str) -> Callable[[int], str]:
    """Begins again after the last letter, as Word does with kana."""
    return lambda number: letters[(number - 1) % len(letters)]


def _repeated(number: int) -> str:
    """After z comes aa, then bb."""
    turns, at = divmod(max(number, 1) - 1, len(LETTERS))
    return LETTERS[at] * (min(turns, 20) + 1)


def _enclosed(first: str, most: int) -> Callable[[int], str]:
    """Single characters for 1 to `most`, plain digits above."""
    return lambda number: chr(ord(first) + number - 1) if 0 < number <= most else str(number)


def _circled(number: int) -> str:
    ranges = ((1, 20, "①"), (21, 35, "㉑"), (36, 50, "㊱"))
    for low, high, first in ranges:
        if low <= number <= high:
            return chr(ord(first) + number - low)
    return "⓪" if number == 0 else str(number)


def _ordinal(number: int) -> str:
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _digits(number: int) -> str:
    return "".join(KANJI[int(digit)] for digit in str(number))


def _full_width(number: int) -> str:
    return str(number).translate(FULL)


FORMATS: dict[str, Callable[[int], str]] = {
    "decimalZero": lambda number: f"{number:02d}",
    "decimalFullWidth": _full_width,
    "decimalFullWidth2": _full_width,
    "upperRoman": lambda number: _roman(number).upper(),
    "lowerRoman": _roman,
    "upperLetter": lambda number: _repeated(number).upper(),
    "lowerLetter": _repeated,
    "ordinal": _ordinal,
    "hex": lambda number: f"{number:X}",
    "numberInDash": lambda number: f"- {number} -",
    "japaneseCounting": _kanji,
    "chineseCounting": _kanji,
    "chineseCountingThousand": _kanji,
    "taiwaneseCounting": _kanji,
    "taiwaneseCountingThousand": _kanji,
    "japaneseLegal": lambda number: _kanji(number).translate(LEGAL),
    "japaneseDigitalTenThousand": _digits,
    "ideographDigital": _digits,
    "taiwaneseDigital": _digits,
    "aiueo": _turning(HALF),
    "aiueoFullWidth": _turning(AIUEO),
    "iroha": _turning(IROHA),
    "irohaFullWidth": _turning(IROHA),
    "ideographTraditional": _turning(STEMS),
    "ideographZodiac": _turning(BRANCHES),
    "decimalEnclosedCircle": _circled,
    "decimalEnclosedCircleChinese": _circled,
    "ideographEnclosedCircle": _enclosed("㊀", 10),
    "decimalEnclosedFullstop": _enclosed("⒈", 20),
    "decimalEnclosedParen": _enclosed("⑴", 20),
}
