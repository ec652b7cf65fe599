"""Find sentences that state how the time grows with the size, and their exponents.

Only numbers count: n^3, 3乗, O(n^2), 立方, a slope of 2.9. Words ("linear") and factors ("twice the
size, eight times the time") also state a growth, but no exponent is derived from them.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

from grader.model.report import Relation, RelationStanding
from grader.patterns import lazy_regex
from grader.reports.explaining import restates
from grader.reports.sentences import ReportSentence, spelled

MOST_RELATIONS = 200
LEAST, MOST = 0.2, 9.0  # plausible exponents of a run time
_WORDS = {"二": 2.0, "三": 3.0, "四": 4.0, "two": 2.0, "three": 3.0, "four": 4.0}
_NUMBER = r"(\d(?:\.\d{1,4})?(?![\d.]*\d)|[二三四]|\b(?:two|three|four)\b)"
_SIZE = r"(?<![a-z])[abck]?(?:[nmkxsldw]|size)"
_COUNTED = r"(?! ?(?:回|個|通り|要素|行列|次元|elements|multiplications|operations|matri))"

_EXPONENTS = (
    lazy_regex(rf"(?<!\dの)(?<![\d.^\-]){_NUMBER}乗(?!根|誤差|平均|和|法|し[てた、]|[個回])"),
    lazy_regex(rf"{_SIZE}\^\(?{_NUMBER}{_COUNTED}"),
    # A superscript may be extracted from a file as n3.
    lazy_regex(rf"(?:[oθ]\(|∝|=)[^、()]{{0,12}}?(?<![a-z\d])n ?{_NUMBER}(?![a-z\d])"),
    lazy_regex(rf"(?<![a-z\d])n ?{_NUMBER}(?=に(?:正?比例|従)|の?オーダ)"),
    lazy_regex(rf"\bpower (?:of )?(?:about |roughly |approximately )?{_NUMBER}"),
)
_SLOPE = lazy_regex(
    rf"(?:傾き|勾配|指数(?!関数|的)|\bslopes?\b|\bexponents?\b"
    rf"|\bgradient\b)[^\d、]{{0,24}}?{_NUMBER}"
    r"(?!\s?(?:度|つ|種|本|%|点|回|\*|e-|倍|個|秒|ms|s\b|乗|次|章|節))"
)
_ON_LOGARITHMIC_AXES = lazy_regex(r"対数|log|べき|指数|exponent|power")
STEEP = 1.5  # a slope of at least this is one on logarithmic axes, even if not stated
_NAMED = (
    (
        3.0,
        lazy_regex(
            r"立方(?!体|根|メートル|センチ)|[三3]次(?:関数|曲線|式|的|の?オーダ)"
            r"|\bcub(?:ic(?:ally)?|ed?)\b|\bthird[ -]power"
        ),
    ),
    (
        2.0,
        lazy_regex(
            r"自乗|平方(?!根|メートル|センチ)|[二2]次(?:関数|曲線|式|的|の?オーダ)|放物線"
            r"|\bquadratic(?:ally)?\b"
            r"|(?<!mean )\bsquared?\b(?= of|$| ?[、.]| growth)|\bn squared\b|\bsecond[ -]power"
        ),
    ),
)
_GROWTH = lazy_regex(  # without an exponent
    r"比例|(?<!非)線形(?!代数|の?(?:目盛|軸|スケール))|[1一]次関数|直線的|指数(?:関数|的|オーダ)"
    r"|エクスポネンシャル|(?:ねずみ|ネズミ|鼠)算|対数(?:関数|的)"
    r"|べき(?:乗則|乗に比例|乗の関係|関数)|log ?\(?n|o\(n\)"
    r"|\blinear(?:ly)?\b(?! (?:algebra|ax[ei]s|scales?))|\bproportional"
    r"|\bexponential|\blogarithmic(?:ally)\b"
    r"|power[- ]law"
)
_CONSTANT = lazy_regex(
    r"(?<![をの])一定|横ばい|変わら|ほとんど(?:変|増|同)|\bconstant\b|\bflat\b|not depend"
    r"|(?:hardly|barely) |independent of"
)
_RISES = lazy_regex(r"急|一気|長くな|伸び|\b(?:then|sharply|steep\w*|rises?|rose)\b")  # afterwards
_TIMES = r"(?:倍|半分|分の1|1/\d)"
_FOLD = r"(?:\btimes\b|fold|doubl|twice|quadrupl|hal[fv]|quarter|eighth|\dx\b)"
_FACTORS = lazy_regex(
    r"(?:サイズ|大きさ|次数|次元|一辺|行列|画像|(?<![a-z])n(?![a-z])|size|matri|image).{0,24}?"
    rf"(?:{_TIMES}.{{1,40}}{_TIMES}(?!以上)|{_FOLD}.{{1,60}}{_FOLD})"
    rf"|(?:doubl|halv|twice|ten times|half)\w* (?:the )?(?:matrix )?(?:n\b|size"
    rf"|matrix).{{1,60}}{_FOLD}"
    rf"|{_FOLD}.{{0,30}}(?:when|if|as|for) (?:n|the size|the matrix size|twice the size) (?:is "
    rf"|was )?(?:doubl|halv)?"
)
_FACTOR = lazy_regex(r"(\d+(?:\.\d+)?) ?(?:倍|times\b|-?fold|x\b)|\b(?:doubl\w*|twice)\b")
MUCH_THE_SAME = 0.3  # between the exponents of "twice the size, 7 times the time" and n^3
_OF_TIME = lazy_regex(
    r"時間|じかん|タイム|所要|計算量|計算コスト|\btime\b"
    r"|\b(?:run|execution|running|measured) times\b|\bruntimes?\b"
    r"|complexity|\btakes?\b|\btook\b|(?<![a-z])t(?:\(n\))?(?=[=≈∝はが ])"
)
_OF_GROWTH = lazy_regex(
    r"[oθ]\(|オーダ|比例|増|伸び|傾き|勾配|指数|べき|近似|近[いく]|\bslope|\bexponent|\bscal"
    r"|\bgr[eo]w|proportional"
    r"|power|\border of"
)
_COUNTS = lazy_regex(
    r"メモリ|記憶|容量|バイト|要素|画素|面積|回数|\d回|個数|総数|データ量|誤差|精度|正解率"
    r"|スレッド"
    r"|memory|\bbytes?\b|elements|entries|pixels|number of|repetitions|\bruns\b|trials|accuracy"
    r"|error"
)
_OTHER_WORK = lazy_regex(
    r"生成|埋め|作[成るっ]|つく[るりっ]|用意|準備|初期化|読み込|書き込|描画|描く|転送|転置|加算|足し算"
    r"|コピー|保存|表示する|内積|ファイル"
    r"|\b(?:build|creat|mak|generat|fill|initiali[sz]|load|read|copy|plott|draw|print|stor|add)ing\b"
    r"|\bfile"
)
_NOT_PLAIN = lazy_regex(
    r"より|以上|以下|未満|以降|まで|超え|届|越え|間で|間に|間の|どちら|かもしれ|だろう|気がし"
    r"|ではなく|でもなく|でなく|ずれ|誤り|間違|異な|違[いうっ]|外れ"
    r"|よう[にだで]|見え|[小大]さ[いな].{0,4}(?:うち|とき|時|範囲|サイズ|n)|乗か|乗から|乗や"
    r"|\b(?:than|instead|between|at least|at most|might|may|perhaps|seems?|up to|for (?:small"
    r"|large)|differ\w*|deviat\w*|wrong)\b"
)
_ASIDE = lazy_regex(
    r"ない|なかった|ません|せず|理論(?:上|的|で|値は|から)|(?:予想|期待)(?!(?:した)?(?:と|ど)おり|(?:した)?通り)|仮説|はず|仮に|もし(?!か)"
    r"|なら[、ば]|だったら|であれば|らしい"
    r"|そうだ|そうです|という説|と[い言]われ|とのこと|と書|とあ[るっ]|と言っ|述べられ|報告"
    r"|によれば|によると|とされ|紹介|教科書|参考書"
    r"|文献|論文|記事|ネット|サイト|ブログ|スライド|先生|教授|先輩|友[人達]|班の|班は|班では"
    r"|(?<!たく)さんの|授業|講義|一般に"
    r"|web|wikipedia|ウィキ|chatgpt|stack overflow|strassen|シュトラッセン"
    r"|\b(?:not|never|neither|nor|cannot|if|would|should|expect\w*|theor\w*|predict\w*|according"
    r"|sa(?:ys?|id)|claims?|told"
    r"|textbook|book|friend|partner|classmate|other (?:group|team)|lecture|teacher|professor|blog"
    r"|tutorial|internet|slides)\b"
    r"|n't\b"
)
_READ_OFF = (
    lazy_regex(  # names the figure or result that was read: neither a comparison nor a citation
        r"(?:[図表]\s?\d[\d.\-]*|グラフ|プロット|(?:この|以上の|上の|測定|計測|実験)結果)"
        r"\s?(?:より|によると|によれば)(?!も|[大小速遅早少多高低長短良悪優劣急緩])[、,]?"
    )
)
_NO_STATEMENT = lazy_regex(
    r"[?]$|だろうか|でしょうか|かどうか|か(?:を|は|について|$)|(?<!だい)(?<!た)たい"
    r"|(?:調べ|確かめ|検証す|確認す|考察す)る(?:$|こと)|今後|次回|予定|目的|[縦横]軸[はのを]"
    r"|\b(?:whether|will|would like|future|purpose|aim|against|versus)\b"
)
_FLAT = lazy_regex(  # is no denial
    r"(?:変わら|変化(?:し|[はが](?:ほとんど)?(?:見られ)?))(?:て(?:い)?)?(?:な|ませ)\w*|よらず"
    r"|does not (?:depend|change)"
)
_MEASURED = lazy_regex(  # next to theory or a citation: also the report's own results
    r"実測|実際に?(?:は|に|の)|自分の|今回の|私の|(?<!の)測定(?:した|では|結果|値)"
    r"|(?:図\d?|グラフ)(?:より|から|を見)|一致"
    r"|\b(?:my (?!partner|friend|class)|our|measured|agree)"
)
_RENAMED = lazy_regex(r"(?<![a-z)])(?![tyf])[a-z]=[nmk](?:\^2|\*[nmk])(?![\d*^])")  # N = n^2
STATED = frozenset({RelationStanding.OWN, RelationStanding.VAGUE})
"""Find statements of how the time grows, without denials, theory and others' results."""


def find_relations(
    sentences: Sequence[ReportSentence], handout: Iterable[str] = ()
) -> tuple[Relation, ...]:
    """Return the sentences that state how the time depends on the size, in order; at most 200.

    A sentence that only repeats a phrase of the `handout` (its task, its template) does not count.
    """
    phrases = [squeezed for phrase in handout if (squeezed := _squeezed(phrase))]
    renamed = any(_RENAMED.search(each.spelled) for each in sentences)
    relations: list[Relation] = []
    for sentence in sentences:
        said = sentence.quote
        text = sentence.spelled
        if _is_of_the_handout(text, phrases):
            continue
        standing = _standing(text)
        if renamed and standing is RelationStanding.OWN:
            standing = RelationStanding.VAGUE
        if standing is not None:
            found = tuple(dict.fromkeys(exponents(text)))
            relations.append(Relation(quote=said, exponents=found, standing=standing))
    return tuple(relations[:MOST_RELATIONS])


def _is_of_the_handout(text: str, phrases: Sequence[str]) -> bool:
    """Return whether all exponents of a spelled sentence are in a phrase that it repeats."""
    numbers = set(exponents(text))
    if not numbers:
        return restates(text, phrases)
    bare = _squeezed(text)
    return any(phrase in bare and numbers <= set(exponents(phrase)) for phrase in phrases)


def _squeezed(text: str) -> str:
    return spelled(text).replace(" ", "")


def exponents(text: str) -> Iterator[float]:
    """Yield the exponents in a spelled sentence."""
    for pattern in _EXPONENTS:
        yield from _usual(_value(match[1]) for match in pattern.finditer(text))
    for exponent, pattern in _NAMED:
        if pattern.search(text):
            yield exponent
    logarithmic = _ON_LOGARITHMIC_AXES.search(text)
    slopes = [_value(match[1]) for match in _SLOPE.finditer(text)]
    yield from _usual(slope for slope in slopes if logarithmic or slope > STEEP)


def repeats_in_factors(text: str, exponent: float) -> bool:
    """Return whether a sentence states only two factors, and they match an exponent.

    "Twice the size, eight times the time" matches 3. Words ("linear") match none.
    """
    text = spelled(text)
    match sorted(float(match[1] or 2) for match in _FACTOR.finditer(text)):
        case [size, time] if size > 1 and not (_GROWTH.search(text) or _CONSTANT.search(text)):
            return abs(math.log(time, size) - exponent) <= MUCH_THE_SAME
        case _:
            return False


def _usual(values: Iterable[float]) -> Iterator[float]:
    return (value for value in values if LEAST <= value <= MOST)


def _value(text: str) -> float:
    return _WORDS[text] if text in _WORDS else float(text)


def _standing(text: str) -> RelationStanding | None:
    """Return how plainly a spelled sentence states a growth of the time; None if it does not."""
    text = _READ_OFF.sub("図から、", text)
    if _NO_STATEMENT.search(text):
        return None
    of_time, numbers = _OF_TIME.search(text), any(True for _ in exponents(text))
    counts, work = _COUNTS.search(text), _OTHER_WORK.search(text)
    if numbers:
        states = of_time or (_OF_GROWTH.search(text) and not counts and not work)
    else:
        constant = _CONSTANT.search(text) and not _RISES.search(text)
        states = _FACTORS.search(text) or (of_time and (constant or _GROWTH.search(text)))
        states = states and not counts
    if not states:
        return None
    aside = _ASIDE.search(_FLAT.sub("", text))
    if not (numbers or of_time) or ((work or aside) and not _MEASURED.search(text)):
        return RelationStanding.ASIDE
    plain = numbers and not (aside or work or counts) and not _NOT_PLAIN.search(text)
    return RelationStanding.OWN if plain else RelationStanding.VAGUE
