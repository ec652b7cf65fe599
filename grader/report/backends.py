"""Which ways of computing a report speaks of: plain Python, NumPy, SciPy, CuPy, PyTorch."""

import re
from collections.abc import Mapping, Sequence

from grader.model.report import Quote
from grader.patterns import lazy_regex
from grader.report.folding import spelled
from grader.report.restating import restates
from grader.report.sentences import ReportSentence, quote
from grader.report.shapes import ends_sentence

SHORTEST = 15  # characters of a sentence that says something

_NAMES: Mapping[str, re.Pattern[str]] = {
    "numpy": lazy_regex(r"numpy|ナムパイ|ナンパイ|(?<![a-z.])np(?:\.\w+|(?=[ではをのにと、]))"),
    "scipy": lazy_regex(r"scipy|サイパイ"),
    "cupy": lazy_regex(r"cupy|クーパイ|(?<![a-z.])cp\.\w+"),
    "torch": lazy_regex(r"torch|パイトーチ"),
    "c": lazy_regex(
        r"c ?言語|(?<![a-z])gcc|(?<![a-z])c ?(?:プログラム|コード|実装|版)"
        r"|(?<![a-z])c (?:language|program|code|implementation|version)|(?<![a-z])in c(?![a-z])"
    ),
    "python": lazy_regex(
        r"(?:純粋な|生の|素の|標準の?|pure |plain |vanilla |native )?python|パイソン"
        r"|for[ 文]*(?:文|ループ)|for[- ]loops?"
        r"|(?:[三二四五3245六6]重の?|多重の?|入れ子の?|nested |triple )(?:for)?(?:文|ループ"
        r"|loops?)|リスト(?:のみ|だけ|による|を用い|を使|の?実装|版|で(?:は|の|計算|実装))"
        r"|list implementation|自作(?:関数|の)"
    ),
}
_PRINTED: Mapping[str, str] = {
    "python": "Python",
    "numpy": "NumPy",
    "scipy": "SciPy",
    "cupy": "CuPy",
    "torch": "PyTorch",
    "c": "C",
}
_GPU = lazy_regex(r"(?<![a-z])gpu|cuda|グラフィック")
_LIBRARY = frozenset({"numpy", "scipy", "cupy", "torch"})
_SURE = lazy_regex(
    r"純粋|生の|素の|標準|pure|plain|native|for|ループ|loop|リスト|list|自作|のみ|だけ"
    r"|python(?:版|実装|では|の(?:場合|実装|for|リスト|みで))"
)
_CODE = lazy_regex(
    r"^\s*(?:\d+[: ]\s*)?(?:import|from)\s+[a-z_.]+(?:\s+(?:import|as)\b.*)?$"
    r"|^\s*(?:>>>|\$|#|%|!|pip3? |python3? \S+\.py)"
    r"|^\s*[a-z_][a-z0-9_.\[\]]*(?:, ?[a-z_][a-z0-9_.\[\]]*)*\s?(?:=|\+=|-=)\s?\S"
    r"|^\s*(?:def|class|return|for|if|while|with|print)\b[^\u3041-\u9fff]*[:(]"
)
_VERSION = lazy_regex(r"[ :v=]*(?:ver(?:sion)?\.?|バージョン)?[ :v=]*\d+\.\d+")
_ONLY_USED = lazy_regex(
    r"(?:を|で|も)(?:用い|使[っうい用]|利用|インポート|import|インストール|導入)|について|参照"
    r"|参考|\bwas used|we used?\b|import|install"
)
_TELLS = lazy_regex(
    r"時間|速|遅|秒|倍|高速|比|実装|計算|差|性能|処理|オーバーヘッド|並列|最適化|増|短|同じ|同様"
    r"|変わら|違|安定|有利|不利|劣|優|最も|効率|time|slow"
    r"|fast|speed|implement|comput|perform"
    r"|overhead|parallel|optimi|compar|increase|better|best|worse|behav|need|took|same|similar"
    r"|almost|differ"
)


def backend_name(backend: str) -> str:
    """Gives a backend's name as it is printed."""
    return _PRINTED.get(backend, backend)


def named(text: str) -> tuple[str, ...]:
    """Names the backends in a spelled text; "Python" beside a library is only the language."""
    backends = [name for name, pattern in _NAMES.items() if pattern.search(text)]
    if not {"cupy", "torch"} & set(backends) and _GPU.search(text):
        backends.append("torch")
    if _LIBRARY & set(backends) and "python" in backends and not _apart(text):
        backends.remove("python")
    return tuple(backends)


def _apart(text: str) -> bool:
    """Says whether plain Python is spoken of beside a library: "PythonとNumPyを比べる"."""
    rest = re.sub(
        r"(?:python|パイソン)(?:の|で使える|向けの?|用の?|による"
        r"|を用いた)? ?(?:数値計算)?(?:ライブラリ|library)?(?:である|の|、)? ?"
        r"(?=numpy|scipy|cupy|(?:py)?torch|モジュール)",
        "",
        text,
    )
    return bool(_NAMES["python"].search(rest))


def find_backends(sentences: Sequence[ReportSentence]) -> dict[str, Quote]:
    """Gives for every backend that is discussed the sentence that does so, the best of them.

    A sentence that only says what is to be done discusses nothing.
    """
    best: dict[str, tuple[int, Quote]] = {}
    for sentence in sentences:
        text = spelled(sentence.text)
        if _CODE.search(text) or restates(text):
            continue
        says = _says(sentence.text, text)
        for name in named(text):
            worth = says + (name != "python" or bool(_SURE.search(text)))
            if _listed(name, text) or worth < 2:  # noqa: PLR2004 -- says nothing about it
                continue
            if name not in best or best[name][0] < worth:
                best[name] = worth, quote(sentence)
    return {name: discussion for name, (_, discussion) in sorted(best.items())}


def _says(printed: str, text: str) -> int:
    """How much a sentence says about what it names: 2 for a result, 1 for any whole sentence."""
    if _TELLS.search(text):
        return 2
    return int(ends_sentence(printed) and len(text) >= SHORTEST and not _ONLY_USED.search(text))


def _listed(name: str, text: str) -> bool:
    """Says whether a text only gives the version: "NumPy 1.26"."""
    return any(_VERSION.match(text, name_match.end()) for name_match in _NAMES[name].finditer(text))
