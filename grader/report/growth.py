"""What growth a piece of a sentence states: a power and its exponent, exponential, linear, none.

Also by factors: "twice the size, eight times the time", "half the size, an eighth".
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from grader.model.report import Growth
from grader.patterns import lazy_regex
from grader.report.clauses import SIZE, TIME, WRONG_TO

LEAST, MOST = 0.2, 9.0  # exponents that somebody may mean
_WORDS = {"二": 2.0, "三": 3.0, "四": 4.0, "two": 2.0, "three": 3.0, "four": 4.0}
NUMBER = r"\d(?:\.\d{1,4})?(?![\d.]*\d)|[二三四]"
_N = r"(?<![a-z])[abck]?\*?(?:[nmkxsldwp]|size)"
_COUNTED = (
    r"回|個|通り|要素|elements|multiplications|operations|additions|行列|matri|次元|行|の行列"
)
_SLOPE = lazy_regex(
    rf"(?:傾き|勾配|べき?指数|冪指数|指数|べき|\bslopes?\b|\bexponents?\b|gradient|order)"
    rf"(?P<before>[^\d、]{{0,32}}?)(?P<value>{NUMBER})(?P<after>.{{0,14}})"
)
_NO_SLOPE = lazy_regex(r"\s?(?:度|つ|種|本|%|点|回|\*10|e-|乗|次|倍|個|秒|章|節|行|列|[a-z]\^)")
_MORE = lazy_regex(r"(?<![\d.^])(\d\.\d{1,4})(?![\d.]|\s?(?:秒|ms|s\b|倍|%|\*))")
_THEORY = lazy_regex(r"理論|予想|期待|予測|expected|theor|ideal|close to|near|than|(?:本来|論理)")
_TO_THEORY = lazy_regex(
    r"(?:[^、\d]{0,4}?)(?:に(?:近|ほぼ|極め|非常)|とほぼ|と(?:一致|同じ|比べ|概ね)|より"
    r"|に(?:一致|相当近))"
)


class Stated(Struct, frozen=True):
    """A growth that a text states."""

    growth: Growth
    exponent: float | None = None


class GrowthsStated(Struct, frozen=True):
    """The growths that a text states, the plainest first, and those that it denies."""

    stated: tuple[Stated, ...]
    denied: tuple[Stated, ...]
    bounded: bool  # "faster than n^2" says less than n^2


def value_of(text: str) -> float:
    """Gives the value of a number in figures or in a word."""
    return _WORDS[text] if text in _WORDS else float(text)


def _given(match: re.Match[str]) -> float | None:
    return value_of(next(group for group in match.groups() if group))


def _always(exponent: float | None) -> Callable[[re.Match[str]], float | None]:
    return lambda match: exponent  # noqa: ARG005 -- the same for every match


_POWERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], float | None]], ...] = (
    (
        lazy_regex(
            rf"(?<!10の)(?<!最小)(?<!時間を)(?<![\d.])({NUMBER})乗(?!根|誤差|平均|和|法|[個回])"
        ),
        _given,
    ),
    (lazy_regex(rf"(?<![a-z])[oθ]\(c?{_N}[ ^]*({NUMBER})\)"), _given),
    (
        lazy_regex(
            rf"(?<!against )(?<!versus )(?<!vs )(?<!vs. ){_N}\^[(]?({NUMBER})[)]?(?! ?(?:{_COUNTED}"
            rf"|を横軸))"
        ),
        _given,
    ),
    (
        lazy_regex(
            rf"(?:∝|proportional to|order of|order|scales (?:as|with)|grows as"
            rf"|のは) ?{_N} ?({NUMBER})(?![a-z])"
        ),
        _given,
    ),
    (lazy_regex(rf"{_N} ?({NUMBER})(?=に(?:正?比例|従)|のオーダ|オーダ|で増)"), _given),
    (lazy_regex(rf"(?<![a-z])t(?:\(n\))?[=≈∝][^、]{{0,20}}?{_N} ?({NUMBER})(?![a-z\d])"), _given),
    (
        lazy_regex(
            r"power (?:of )?(?:about |roughly |approximately )?(\d(?:\.\d+)?|two|three|four)\b"
        ),
        _given,
    ),
    (
        lazy_regex(
            r"立方(?!体|根|メートル)|[三3]次(?=関数|曲線|多項式|式|的|のオーダ|で増)"
            r"|\bcub(?:ic(?:ally)?|ed|e of)\b"
            r"|third[ -]power|3rd power"
        ),
        _always(3.0),
    ),
    (
        lazy_regex(
            r"(?:自|平方に比|2乗に比)(?:乗|例)|[二2]次(?=関数|曲線|多項式|式|的|のオーダ|で増)"
            r"|放物線|\bquadratic(?:ally)?\b"
            r"|(?<!r-)(?<!r )(?<!mean )\bsquared\b(?! error)|\bsquare of\b|second[ -]power"
        ),
        _always(2.0),
    ),
    (lazy_regex(r"(?<![a-z])([nmk])\*\1\*\1(?!\*)(?! ?(?:行列|matri))"), _always(3.0)),
    (
        lazy_regex(
            r"べき(?:乗則|乗の関係|関数)|(?:べき|冪|累)乗(?=に比例|で増|的|の関係|則)"
            r"|power[- ]law"
        ),
        _always(None),
    ),
)
# Sizes of 2^n are no growth.
_SIZE_ITSELF = r"(?<!\d)(?<!サイズ)(?<!サイズ[はをがも])(?<!size )(?<!sizes )(?<!乗\()"
_BEFORE_LOG = r"(?<!n)(?<!n )(?<!n\*)(?<!\d)(?<!\d )"  # n log n, n^2 log n
_OTHERS: tuple[tuple[re.Pattern[str], Growth], ...] = (
    (
        lazy_regex(
            r"エクスポネンシャル|指数関数|指数(?:的|オーダ|曲線|増加|増大|の形)|\bexponential(?:ly)?\b"
            rf"|{_SIZE_ITSELF}2\^n(?!と|次|個|の(?:サイズ|大き)|\*| ?(?:\(n=|for n))"
            r"|2のn乗(?!と|個|の(?:サイズ|大き))|幾何級数"
            r"|等比級?数|級数的|倍々|(?:ねずみ|ネズミ|鼠)算|雪だるま式"
        ),
        Growth.EXPONENTIAL,
    ),
    (
        lazy_regex(
            r"(?<![両片])対数(?:関数|的|に比例)|o\(log|\blogarithmic(?:ally)?\b(?! (?:scale|plot"
            r"|ax|graph))"
            rf"|{_BEFORE_LOG}log ?\(?n\)?(?=に(?:正?比例|従)|で(?:増|伸)|のオーダ)"
            r"|(?:proportional to|grows? (?:as|like|with)|scales? (?:as|with)|order of) log ?\(?n"
        ),
        Growth.LOGARITHMIC,
    ),
    (lazy_regex(r"(?<![a-z\d^])n ?[*・]? ?log_?2? ?\(?n"), Growth.LINEARITHMIC),
    (
        lazy_regex(
            r"(?<!ほぼ)(?<!ほとんど)ほぼ(?:一定|同じ|変わら|横ばい)"
            r"|(?<![をの])一定(?=[でとのに値。、]|だ|$)(?!の(?:割合|比率|ペース|増|サイズ|大)"
            r"|に(?:し|固定|保|そろ))|ほとんど(?:同じ|変わら|変化(?:し|が|は)|増え|増加し|差が)"
            r"|変わ(?:らな|りませ|らず|りな|っていな)|変化(?:しな|していな|せず"
            r"|[がは](?:ほとんど)?(?:な|小さ|見られな|見られませ))|横ばい"
            r"|(?:サイズ|大きさ|n|サイズの大小)に(?:は)?(?:よらず|よらな|依存(?:せ|しな|していな"
            r"|しませ)|(?:関係|かかわり)な|関わらず|かかわらず)"
            r"|\bconstant\b(?! (?:factor|of|c\b))|independent of|(?:does|do|did) not (?:depend"
            r"|change|increase|grow|vary)(?! (?:as|like|cub|quad|linear|expon|propor|in prop))"
            r"|\bflat\b|unchanged|(?:hardly|barely|scarcely) (?:changes?|changed|increases?"
            r"|depends?)|regardless of"
        ),
        Growth.CONSTANT,
    ),
    (
        lazy_regex(
            r"(?<![反回数量])(?:正)?比例(?!定数|係数|計算)|(?<!非)線形(?!代数|目盛|軸|グラフ"
            r"|スケール"
            r"|プロット|近似|回帰|補間|リスト|探索)"
            r"|(?:一次|1次)(?:関数|式|的)|直線的|一定の(?:割合|比率|ペース)で"
            r"|(?<!non-)(?<!non )\blinear(?:ly)?\b(?! (?:algebra|scale|plot|ax|fit|regress))"
            r"|\bproportional(?:ly)?\b|in proportion|o\(n\)"
        ),
        Growth.LINEAR,
    ),
)
_DENIED = lazy_regex(
    r"[^、。]{0,16}?(?:で[はも]?(?:な[いくか]|ありませ)|とは(?:[言い]え|限ら|なら|異な|違)"
    r"|には?(?:なら|従わ)|に(?:は|も)?(?:正?比例)?(?:せず|し(?:な[いか]|ておらず|ていな|ませ))"
    r"|比例(?:関係)?に?(?:は|で)?(?:な[いか]|しな)|関係[にでがは]は?(?:な[いか]|ありませ)|見られ(?:な|ませ)|認められ(?:な|ませ)"
    r"|確認でき(?:な|ませ)|わけで|(?:と|とは)異な|ほど(?:で)?は?|という(?:より|わけ)"
    r"|と(?:すれ|仮定)|(?:する|ある|である|た)なら|と(?:予想|思|期待|考え)[^、]{0,6}が$"
    r"|[はが](?:棄却|否定され|誤り|間違)"
    r"|よりも?(?:や+や?|かなり|少し|わずかに)?(?:小さ|低|緩|遅|速|ゆる|大き)|未満)"
)
_DENIED_AT_ONCE = lazy_regex(
    r"は?せず|は?し(?:な[いか]|ませ|て(?:は|い|お)な)|で(?:はな|はあり|な[いくか])|に(?:は|も)?な(?:らな"
    r"|って(?:は|い|お)な)|とは|に見え|の(?:グラフ|曲線|直線|線)(?:である|です|だ|を(?!描)|も|$)"
)
_BOUNDS_WHAT_PRECEDES = lazy_regex(
    r"(?:関数|曲線|的)?(?:に比例する)?(?:場合|とき|もの)?(?:より|以上|以下|未満|を(?:超|越|下回|上回)"
    r"|に(?:は|も)?(?:届|及ば|達し(?:て(?:い)?)?な))"
)
_BOUNDS_WHAT_FOLLOWS = lazy_regex(
    r"\b(?:faster|slower|steeper|more|less|greater|higher|lower|larger|smaller|at least|at most)\b"
    r"[^、.;]{0,20}$"
)
_THAN = lazy_regex(r"(?:に比例する|関数|曲線)?より(?:は|も)?(?:むしろ)?、?(?:n\^)?")
DENIES_WHAT_FOLLOWS = lazy_regex(
    r"\b(?:not|no longer|rather than|instead of|neither|never|doesn't|isn't|cannot|slower than"
    rf"|less than|faster than|{WRONG_TO})\b[^、.;]{{0,40}}$"
)


def growths(text: str) -> GrowthsStated:
    """Reads the growths that a spelled piece of a sentence states, the plainest first."""
    stated: list[Stated] = []
    denied: list[Stated] = []
    bounded = False
    matches = [*_matches(text)]
    starts = {start for start, _, _ in matches}
    for start, end, growth in matches:
        than = _THAN.match(text, end)
        outdone = than is not None and than.end() in starts  # 「2乗よりも3乗に近い」
        no = outdone or _denies(text, start, end, growth.growth)
        (denied if no else stated).append(growth)
        bounded = bounded or (not outdone and _bounds(text, start, end))
    if denied:  # "not proportional to n^3" is not proportional to n either
        stated = [each for each in stated if each.growth is not Growth.LINEAR]
    return GrowthsStated(tuple(dict.fromkeys(stated)), tuple(dict.fromkeys(denied)), bounded)


def _bounds(text: str, start: int, end: int) -> bool:
    """Says whether a growth is only what another is compared with."""
    before = _BOUNDS_WHAT_FOLLOWS.search(text[:start])
    return bool(before or _BOUNDS_WHAT_PRECEDES.match(text, end))


def _denies(text: str, start: int, end: int, growth: Growth) -> bool:
    """Says whether the words around a growth deny it; "does not change" itself denies nothing."""
    if _DENIED_AT_ONCE.match(text, end):
        return True
    if growth is Growth.CONSTANT:
        return False
    return bool(_DENIED.match(text, end) or DENIES_WHAT_FOLLOWS.search(text[:start]))


def _matches(text: str) -> Iterator[tuple[int, int, Stated]]:
    for pattern, exponent in _POWERS:
        for match in pattern.finditer(text):
            value = exponent(match)
            if value is None or LEAST <= value <= MOST:
                yield match.start(), match.end(), power(value)
    for kind, growth in _OTHERS:
        for match in kind.finditer(text):
            if growth is Growth.LINEAR:
                yield match.start(), match.end(), _linear(text)
            else:
                yield match.start(), match.end(), Stated(growth)


def power(exponent: float | None) -> Stated:
    """States a power; the first power is linear."""
    if exponent == 1:
        return Stated(Growth.LINEAR, 1.0)
    return Stated(Growth.POWER, exponent)


def _linear(text: str) -> Stated:
    """Linear in the size, or in its square; a line on logarithmic paper is some power."""
    if re.search(r"両対数|log-?log|logarithm", text):
        return Stated(Growth.POWER)
    area = re.search(r"要素の?数|画素数|ピクセル数|面積|elements|pixels", text)
    return Stated(Growth.LINEAR, 2.0 if area else 1.0)


def slope(text: str) -> float | None:
    """Gives the exponent that a spelled text reads off as a slope, rather than one of theory."""
    best: float | None = None
    for match in _SLOPE.finditer(text):
        for value, theory in _slopes(match, text):
            if not theory:
                return value
            best = value if best is None else best
    return best


def _slopes(match: re.Match[str], text: str) -> Iterator[tuple[float, bool]]:
    if not _NO_SLOPE.match(match["after"]):
        value = value_of(match["value"])
        theory = _THEORY.search(match["before"]) or _TO_THEORY.match(match["after"])
        if LEAST <= value <= MOST and not DENIES_WHAT_FOLLOWS.search(match["before"]):
            yield value, bool(theory)
    for more in _MORE.finditer(text, match.end("value")):
        if LEAST <= float(more[1]) <= MOST:
            yield float(more[1]), bool(_TO_THEORY.match(text, more.end()))


MOST_EXPONENT = 9.0  # the largest exponent that somebody may mean
ALIKE = 0.6  # how far exponents are apart that several factors state, since factors are rounded
NEAR = 80  # letters between two factors of one statement

_COUNTS = {
    "two": 2, "three": 3, "four": 4, "eight": 8, "nine": 9, "ten": 10, "sixteen": 16,
    "twenty-seven": 27, "hundred": 100, "thousand": 1000,
    "二": 2, "三": 3, "四": 4, "八": 8, "九": 9, "十": 10, "百": 100, "千": 1000,
}  # fmt: skip
_PARTS = {
    "third": 3, "quarter": 4, "fourth": 4, "eighth": 8, "ninth": 9, "tenth": 10, "sixteenth": 16,
    "twenty-seventh": 27, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
_VERBS = {"doubl": 2, "twice": 2, "tripl": 3, "quadrupl": 4}
_COUNT = rf"\d{{1,6}}(?:\.\d{{1,4}})?|{'|'.join(_COUNTS)}"
_FACTOR = lazy_regex(
    rf"(?<![\d.])(?P<times>{_COUNT})\s?倍|(?<![\d.])(?P<under>{_COUNT})分の[1一]|(?P<half>半分|半減)"
    r"|(?<![二三四八九十百千\d.])(?P<bare>倍)(?=に|ご|増)"
    rf"|\b(?P<fold>{_COUNT})(?:[- ]?(?:times|fold)\b|x\b)"
    rf"|factor of (?:about |roughly |around )?(?P<of>{_COUNT})(?![\d^])"
    rf"|\b(?P<verb>{'|'.join(_VERBS)})(?:es?|ed|ing)?\b|\b(?P<halved>hal(?:f|ves?|ved|ving))\b"
    r"|(?<![\d./^*])1/(?P<over>\d{1,4})(?![\d/.])"
    rf"|\b(?:one|an?)[- ](?P<part>{'|'.join(_PARTS)})\b(?! power)"
)
_FROM_TO = lazy_regex(r"(\d{1,5})から(\d{1,5})(?:に|へ|まで)|\bfrom (\d{1,5}) to (\d{1,5})\b")
_LISTED = lazy_regex(r"[、・や,と ]*")
_NOT_SO = lazy_regex(r"以上|より|を超え|未満|以下| or more")
_SHORTER = lazy_regex(
    r"(?:も|ほど|くらい|程度)?(?:速|高速|短)"
    r"| ?(?:faster|quicker|shorter|speed|less)"
)
_TIME_FIRST = lazy_regex(
    r"\b(?:when|if|as (?:the|n)|with|each time|every time|whenever)\b|\bfor (?:an? )?$"
)
_STEPS = lazy_regex(r"倍(?:に(?:す|し|な|増)|ごと)|半分に|doubl|tripl|twice|halv")
_OF_A_BACKEND = lazy_regex(
    r"(?:python|numpy|scipy|cupy|torch|[cg]pu|c言語|リスト)"
    r"版?の(?:約|およそ|ほぼ)?$"
)
# More of what is no size: 「繰り返しの回数を2倍に」, "doubling the number of runs".
_NO_SIZE_BEFORE = lazy_regex(
    r"(?:回数|スレッド数?|コア数?|プロセス数?|\b(?:repetitions|repeats|runs|trials|threads|cores)"
    r"(?: (?:was|were|is|are))?)[をがはも ]?(?:約|およそ|ほぼ)?$"
)
_NO_SIZE_AFTER = lazy_regex(
    r" (?:the |my |our )?(?:number of )?(?:repetitions|repeats|runs|trials|threads|cores)\b"
)


class _Factor(Struct, frozen=True):
    """So many times as much; less than 1 for a part."""

    value: float
    start: int
    end: int


def factor(text: str) -> float | None:
    """Gives the exponent when a size so many times as large takes so many times as long."""
    if not (SIZE.search(text) or _STEPS.search(text)):
        return None
    factors = [each for each in _factors(text) if not _of_no_size(text, each)]
    if len(factors) > 2 and len(factors) % 2 == 0:  # noqa: PLR2004 -- more than one pair
        return _from_several(text, factors)
    if len(factors) == 1 and (span := _FROM_TO.search(text)) and span.end() <= factors[0].start:
        first, last = (float(group) for group in span.groups() if group)
        if first and last:
            factors.insert(0, _Factor(last / first, span.start(), span.end()))
    for earlier, later in pairwise(factors):
        exponent = _from_pair(text, earlier, later)
        if exponent is not None:
            return exponent
    return None


def _of_no_size(text: str, factor: _Factor) -> bool:
    """Says whether what is so many times as much is neither a size nor a time."""
    before = text[: factor.start]
    return bool(
        _OF_A_BACKEND.search(before)
        or _NO_SIZE_BEFORE.search(before)
        or _NO_SIZE_AFTER.match(text, factor.end)
    )


def _factors(text: str) -> Iterator[_Factor]:
    for match in _FACTOR.finditer(text):
        printed = match[str(match.lastgroup)]
        match match.lastgroup:
            case "times" | "fold" | "of":
                value = _number(printed)
            case "under" | "over":
                value = 1 / (_number(printed) or 1.0)
            case "part":
                value = 1 / _PARTS[printed]
            case "verb":
                value = float(_VERBS[printed])
            case "bare":
                value = 2.0
            case _:
                value = 0.5
        yield _Factor(value, match.start(), match.end())


def _from_pair(text: str, first: _Factor, second: _Factor) -> float | None:
    between = text[first.end : second.start]
    if len(between) > NEAR or _NOT_SO.match(text, second.end):
        return None
    before = text[: first.start]
    of_time = TIME.search(before) and not SIZE.search(before)
    if _TIME_FIRST.search(between) or (of_time and SIZE.search(between)):
        return _exponent(second.value, first.value)
    if _SHORTER.match(text, second.end) and second.value > 1:
        return _exponent(first.value, 1 / second.value) if first.value < 1 else None
    return _exponent(first.value, second.value)


def _from_several(text: str, factors: Sequence[_Factor]) -> float | None:
    """Reads "2倍、3倍 … 8倍、27倍" or "2倍で8倍、3倍で27倍": all of one exponent, or none."""
    half = len(factors) // 2
    together = _LISTED.fullmatch(text, factors[0].end, factors[1].start) is not None
    sizes, times = (factors[:half], factors[half:]) if together else (factors[::2], factors[1::2])
    pairs = [_exponent(size.value, time.value) for size, time in zip(sizes, times, strict=True)]
    known = [exponent for exponent in pairs if exponent is not None]
    alike = len(known) == half and max(known) - min(known) <= ALIKE
    return known[0] if alike else None


def _exponent(size: float, time: float) -> float | None:
    if size <= 0 or size == 1 or time <= 0:
        return None
    exponent = round(math.log(time) / math.log(size), 2)
    return abs(exponent) if 0 <= exponent <= MOST_EXPONENT else None


def _number(text: str) -> float:
    return float(_COUNTS.get(text, 0)) or (float(text) if text[:1].isdigit() else 0.0)
