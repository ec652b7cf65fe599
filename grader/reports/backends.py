"""Find the libraries that a report mentions: plain Python, NumPy and others."""

import re
from collections.abc import Mapping, Sequence

from grader.backends import BACKENDS, PACKAGES, with_library
from grader.model.report import Quote
from grader.patterns import lazy_regex
from grader.reports.explaining import restates
from grader.reports.lines import ends_sentence
from grader.reports.sentences import ReportSentence

SHORTEST = 15  # characters; shorter sentences say too little

_NAMED = {name: package for name, package in PACKAGES.items() if package.in_reports}
_NAMES: Mapping[str, re.Pattern[str]] = {
    name: lazy_regex(backend.in_reports) for name, backend in BACKENDS.items()
} | {name: lazy_regex(package.in_reports) for name, package in _NAMED.items()}
_PRINTED: Mapping[str, str] = {name: backend.printed for name, backend in BACKENDS.items()} | {
    name: package.printed for name, package in _NAMED.items()
}
_GPU = lazy_regex(r"(?<![a-z])gpu|cuda|グラフィック")
_LIBRARY = frozenset({*(backend.name for backend in with_library()), *_NAMED})
_ON_A_GPU = frozenset(backend.name for backend in BACKENDS.values() if backend.movable)
_MEANT_BY_GPU = [backend.name for backend in BACKENDS.values() if backend.meant_by_gpu]
_LIBRARY_NEXT = "|".join(
    sorted({*PACKAGES, *(backend.printed.lower() for backend in with_library())})
)
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
    """Return a backend's name as it is printed."""
    return _PRINTED.get(backend, backend)


def named(text: str) -> tuple[str, ...]:
    """Return the backends named in a spelled text; "Python" beside a library is the language."""
    backends = [name for name, pattern in _NAMES.items() if pattern.search(text)]
    if not _ON_A_GPU & set(backends) and _GPU.search(text):
        backends += _MEANT_BY_GPU
    if _LIBRARY & set(backends) and "python" in backends and not _apart(text):
        backends.remove("python")
    return tuple(backends)


def _apart(text: str) -> bool:
    """Return whether plain Python is mentioned beside a library: "PythonとNumPyを比べる"."""
    rest = re.sub(
        r"(?:python|パイソン)(?:の|で使える|向けの?|用の?|による"
        r"|を用いた)? ?(?:数値計算)?(?:ライブラリ|library)?(?:である|の|、)? ?"
        rf"(?={_LIBRARY_NEXT}|モジュール)",
        "",
        text,
    )
    return bool(_NAMES["python"].search(rest))


def find_backends(sentences: Sequence[ReportSentence]) -> dict[str, Quote]:
    """Return for every discussed backend the best sentence about it.

    A sentence about what is to be done does not count.
    """
    best: dict[str, tuple[int, Quote]] = {}
    for sentence in sentences:
        text = sentence.spelled
        if _CODE.search(text) or restates(text):
            continue
        says = _says(sentence.text, text)
        for name in named(text):
            worth = says + (name != "python" or bool(_SURE.search(text)))
            if _listed(name, text) or worth < 2:  # noqa: PLR2004 -- says nothing about it
                continue
            if name not in best or best[name][0] < worth:
                best[name] = worth, sentence.quote
    return {name: discussion for name, (_, discussion) in sorted(best.items())}


def _says(printed: str, text: str) -> int:
    """Return how much a sentence says about a backend: 2 for a result, 1 for any full sentence."""
    if _TELLS.search(text):
        return 2
    return int(ends_sentence(printed) and len(text) >= SHORTEST and not _ONLY_USED.search(text))


def _listed(name: str, text: str) -> bool:
    """Return whether a text gives only the version: "NumPy 1.26"."""
    return any(_VERSION.match(text, name_match.end()) for name_match in _NAMES[name].finditer(text))
