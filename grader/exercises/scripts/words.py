"""Recognise the words of a graph: sizes, times, their unit, or something else."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from grader.backends import BACKENDS
from grader.model.course import Backend, DeviceKind, Exercise
from grader.patterns import lazy_regex

LETTER = r"(?<![a-z])"
END = r"(?![a-z])"
Key = TypeVar("Key", Backend, str, DeviceKind)


def _words(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives))


UNIT_WORDS = {
    1e-9: r"ナノ秒|nano ?seconds?|nsecs?|ns",
    1e-6: r"マイクロ秒|micro ?seconds?|[μu]secs?|[μu]s",
    1e-3: r"ミリ秒|milli ?seconds?|msecs?|ms",
    60.0: r"minutes?|mins?|分(?=[)\]])",
    3600.0: r"hours?",
    1.0: r"秒|seconds?|secs?|s",
}
"""Units of time by their seconds, normalised. 分 alone also means a part."""

UNITS = {
    factor: lazy_regex(rf"(?<![a-z'’/])(?:{text}){END}") for factor, text in UNIT_WORDS.items()
}

TIME = _words(
    r"時間|秒|タイム|経過|かかっ|かかり|計測|elapsed|duration|runtime|took|takes",
    rf"{LETTER}(?:exec(?:ution)?|wall|cpu|run)?times?{END}",
    rf"{LETTER}(?:t|dt|[nmμu]?sec(?:ond)?s?|[mμu]s){END}",
    r"\[s\]|\(s\)",
)
SIZE = _words(
    r"サイズ|大きさ|次元|次数|行数|列数|一辺|辺の|行列の?数",
    rf"{LETTER}(?:sizes?|dims?|dimensions?|order|n|m|width|length|shape|matrix){END}",
    r"size",
)
OTHER = _words(
    r"損失|正解率|誤差|(?<![単倍半])精度|メモリ|スループット|割合|確率|比(?![較べ例])|倍(?!精度)|高速化率",
    r"利用率|使用率|使用量|標準偏差|分散|残差|エポック|点数|温度|回目|番目|スレッド数|周波数|バッチ",
    rf"{LETTER}(?:loss(?:es)?|scores?|acc|accuracy|epochs?|error|err|diff|rmse|mse|mae|f1|lr|std|var){END}",
    rf"{LETTER}(?:speed ?-?ups?|speedup|ratio|rate|variance|memory|mem|[kmgt]i?b|bytes?){END}",
    r"flop|throughput|bandwidth|gradient|fps|(?:it|iter)/s|s/it|learning|%",
)
GUIDE = _words(
    r"理論|近似|フィット|回帰|予測|予想|外挿|理想|参考|傾き|目安|期待|オーダー",
    rf"{LETTER}(?:fit(?:s|ted|ting)?|fitted|theor\w*|ideal|predict\w*|guide|slope|expected|trend){END}",
    rf"{LETTER}o ?\(|{LETTER}n ?(?:\^|\*\*)? ?\{{?[234]{END}|の[234]乗|{LETTER}n ?(?:\^|\*\*)",
)
"""A curve for comparison, which was not measured."""

NOT_A_SIZE = _words(
    r"要素数|画素数|データ数|問|回|反復|試行|番号|スレッド|コア数|ブロック|バッチ|カーネル|日付|年度",
    rf"{LETTER}(?:iter\w*|steps?|trials?|index|threads?|cores?|batch|blocks?|kernels?|date|year){END}",
    rf"{LETTER}n ?(?:\^|\*\*)? ?2(?!\d)|{LETTER}(?:elements|pixels){END}",
    rf"{LETTER}(?:runs?|loops?|seeds?|tests?|cases?|no|workers?|tiles?|repeats?|ids?|version|ver){END}",
)
EXPONENT = _words(
    r"log|対数|指数|べき|累乗|乗", r"\d ?(?:\^|\*\*) ?\{?[a-z]", rf"{LETTER}exp\w*{END}"
)
SCALE = _words(
    r"log[- ]?(?:log|scale|axis|plot)|対数(?:軸|目盛り?|スケール|グラフ|表示|プロット)|[両片]対数",
    r"\((?:log|対数)\)|\[(?:log|対数)\]|logarithmic scale",
)
FACTOR = _words(r"10 ?(?:\^|\*\*)|[×x*] ?10|e-\d|[×*] ?1,?000")
"""Times shown as a multiple."""
QUANTITY = lazy_regex(rf"(時間|{LETTER}time|{LETTER}t) ?/ ?")
BACKEND_WORDS = {backend: _words(BACKENDS[backend].in_labels) for backend in Backend}
OPERATIONS = {
    "matmul": _words(
        r"行列積|行列の積|行列の掛け算|行列の乗算|(?<![面体])積|mat_?mul|product|multipl|gemm",
        rf"{LETTER}(?:mm|dot){END}",
    ),
    "convolution": _words(
        r"畳み?込み?|たたみ込み|たたみこみ|tatamikomi|コンボリューション|フィルタ|ラプラシアン",
        r"conv|filter|correl|laplac|sobel",
    ),
}
DEVICES = {
    DeviceKind.GPU: _words(rf"{LETTER}(?:gpu|cuda){END}"),
    DeviceKind.CPU: _words(rf"{LETTER}cpu{END}(?! ?(?:time|時間))"),
}


def normal(text: str) -> str:
    """Normalise width and case."""
    return unicodedata.normalize("NFKC", text).lower()


def unit(text: str) -> float | None:
    """Return the seconds in the unit of time that these normal words name; None without one."""
    text = QUANTITY.sub(r"\1 ", text)  # "t/ms" is t in ms
    for factor, words in UNITS.items():
        if words.search(text):
            return factor
    return None


def whose(texts: Iterable[str], exercises: Sequence[Exercise]) -> str:
    """Return the exercise that these normal words are about; "" when this is unclear.

    The first text that is specific decides: a curve's label before its graph's title.
    """
    texts = tuple(texts)
    backend, operation = _first(texts, BACKEND_WORDS), _first(texts, OPERATIONS)
    device = _first(texts, DEVICES)
    alike = [exercise for exercise in exercises if backend in {None, exercise.backend}]
    for text in texts:
        named = [exercise.id for exercise in alike if _is_named(text, exercise)]
        if len(named) == 1:
            return named[0]
    left = [
        exercise
        for exercise in alike
        if (operation in {None, exercise.operation} or exercise.operation not in OPERATIONS)
        and (device in {None, exercise.device} or backend is not None)
    ]
    return left[0].id if len(left) == 1 else ""


def _is_named(text: str, exercise: Exercise) -> bool:
    names = {name.lower() for name in (exercise.id, exercise.entry, *exercise.aliases)}
    return not names.isdisjoint(re.findall(r"\w+", text))


def _first(texts: Sequence[str], table: Mapping[Key, re.Pattern[str]]) -> Key | None:
    for text in texts:
        keys = [key for key, words in table.items() if words.search(text)]
        if len(keys) == 1:
            return keys[0]
    return None
