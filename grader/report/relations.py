"""Sentences that state how the time depends on the size. They are pointed at; nothing is denied."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.report import Growth, Relation
from grader.report.backends import named
from grader.report.factors import factor
from grader.report.growth import Reading, Stated, growths, power
from grader.report.quoting import quote
from grader.report.sentences import Sentence
from grader.report.slopes import slope
from grader.report.spelling import spelled

MOST_RELATIONS = 200

_WORTH_READING = re.compile(
    r"[乗比傾勾指線一変横増長急遅倍立次単右正∝^]|o\(|時間|times?\b|slow|long|cub|quad|expon"
    r"|linear|const|slope|propor"
)
_BREAK = re.compile(r"[、;]|(?<=[^a-z])が(?=一方)|\b(?:but|while|whereas|although)\b")
_TIME = re.compile(
    r"時間(?!割)|タイム|秒|速度|計算量|計算コスト|処理コスト|所要|遅く|\b(?:run|execution "
    r"|elapsed |running |computation |processing )?times?\b"
    r"|runtime|duration|complexity|(?<![a-z])t(?:\(n\))?(?=[=≈∝はが ])|slower|slow(?:s|ed)? down"
    r"|\bcosts?\b|took|takes"
)
_OTHER = re.compile(
    r"メモリ|記憶|容量|要素数|要素の数|画素数は|回数|個数|データ量|精度|誤差|正解率|損失|memory"
    r"|\bspace\b|number of|elements|flop|総数|accuracy|error"
    r"|(?:乗算|加算|演算|掛け算|足し算)の?(?:数|回)|高速化率|スレッド|電力"
)
_COST = re.compile(r"(?<![a-z])o\(|オーダ")
_SLOPED = re.compile(r"傾き|勾配|べき|冪|指数(?!関数|的)|slope|exponent|gradient")
_LOG = re.compile(r"対数|log|べき|冪|指数|exponent|power")
_SIZE = (
    r"(?:サイズ|大きさ|次数|次元|行数|列数|要素の?数|画素数|一辺|画像|行列|入力|データ|規模"
    r"|(?<![a-z])n(?![a-z])|\bsizes?\b|dimension|matri(?:x|ces)|input|image|problem|\brows\b"
    r"|columns|elements|entries|pixels)"
)
_LARGER = re.compile(
    rf"{_SIZE}(?:数|の?値)?.{{0,16}}?(?:大き[くいけ]|多[いく]|増|上げ|上が|伴|つれ|ほど|ととも"
    rf"|と共|応じ"
    rf"|対し|超え|依存|相関|従|したが|広|以降|倍に|=?\d+から)"
    rf"|(?:大き[くい]|増|larg|big|great|\bmore\b|grow|increas|ris(?:e|ing)).{{0,24}}?{_SIZE}"
    rf"|{_SIZE}.{{0,30}}?(?:larg|big|increas|grow|ris(?:e|ing)|doubl)"
    rf"|\b(?:with|as|on|from)\b.{{0,16}}?{_SIZE}|大きくなる(?:と|に|ほど)"
    rf"|correlation.{{0,16}}{_SIZE}|{_SIZE}.{{0,12}}相関"
)
_LONGER = re.compile(
    r"(?:時間|タイム|秒数|計算コスト)(?!の?差).{0,24}?(?:増|長[くいか]|伸び|延び|大き[くい]|上が"
    r"|上昇|倍以上|かか[るっりら]|要[すし]|多く|急激|急に|跳ね)"
    r"|(?:増|長|急激).{0,12}時間.{0,6}(?:かか|要)|遅く|遅い|右肩上がり|正の相関|(?:positive"
    r"|strong) correlation|単調|急増"
    r"|\b(?:times?|runtime|duration|costs?)\b.{0,40}?\b(?:increas|grow|go(?:es)? up|went up"
    r"|ris(?:es|en|e)\b|rose"
    r"|longer|larger|great|bigger|higher|climb|surg|more)"
    r"|\blonger\b|slower|slow(?:s|ed)? down|more (?:time|seconds|computation)|a long time"
    r"|so (?:does|did|do) .{0,20}time"
)
_RISES = re.compile(
    r"急(?:激|速)?に|急増|(?:増加し|増え|増大し|伸び|長くなり|上昇し)(?!ても|てもほ)(?:て|た|る"
    r"|始|ま|、|$)|長くな[るっ]|増加する|上昇する"
    r"|\b(?:rises?|rose|steep\w*|sharply|rapidly|then (?:grows?|increases?))\b"
)
_NO_STATEMENT = re.compile(
    r"[?]$|だろうか|でしょうか|かどうか|どのよう(?!なサイズ)|どの程度|どれ(?:だけ|くらい|ほど)"
    r"|か(?:を|は|について).{0,12}(?:調|確|検|考|見て|測)|か$|のか(?:、|$)"
    r"|今後|次回|将来|したい|してみたい|みたいと|予定|つもり|\bwill (?:be )?(?:check|examin"
    r"|measur|investigat|compar|test|verif)|future|plan to|would like to"
    r"|目的(?:は|と|で)|(?:調べ|確かめ)(?:る$|ます$|ていく|よう$|ることを)|(?:測定|計測|検証"
    r"|確認|考察|比較|評価|解析|分析|観察|検討)(?:する|します|を行う|を行います|していく"
    r"|しよう)(?:$|、|ことを|ため)"
    r"|(?:purpose|aim|goal|objective)s? (?:of|is|was|are)|\b(?:examine|investigate|check|study"
    r"|see|find out|determine|explore|verify|test)\b.{0,50}\b(?:how|whether|if|the relation)"
    r"|(?:他|ほか|別|隣|前)の(?:班|グループ|学生|人|チーム|受講者|メンバー?)|友人"
    r"|[a-zァ-ヶ一-龠]班(?:は|で|の)|と(?:主張|報告)し|書かれて|書いてあ|(?:文献|教科書|論文"
    r"|サイト|資料|記事|wikipedia)(?:に|で)"
    r"|(?:another|other|second) (?:group|student|team|report)s?\b|they (?:claim|sa(?:y|id))"
    r"|\bclaim(?:s|ed)?\b|textbook|according to (?!the (?:graph|figure|plot|result))|と仮定|もし"
    r"|仮に"
)


@dataclass(frozen=True, slots=True)
class _Clause:
    """A piece of a sentence with what the pieces before it speak of."""

    text: str
    of_time: bool | None  # None = nothing is said about what it speaks of
    backend: str


def find_relations(sentences: Sequence[Sentence]) -> tuple[Relation, ...]:
    """Finds the sentences that state how the time depends on the size, in order; at most 200."""
    found: list[Relation] = []
    of_time = False  # whether the sentence before spoke of time
    for sentence in sentences:
        text = spelled(sentence.text)
        for backend, stated in stated_in(text, of_time=of_time):
            found.append(
                Relation(
                    quote=quote(sentence),
                    growth=stated.growth,
                    exponent=stated.exponent,
                    backend=backend,
                )
            )
        of_time = bool(_TIME.search(text))
        if len(found) >= MOST_RELATIONS:
            break
    return tuple(found[:MOST_RELATIONS])


def stated_in(text: str, *, of_time: bool = False) -> tuple[tuple[str, Stated], ...]:
    """Gives the relations that a spelled sentence states, each with its backend or "".

    `of_time` says whether the sentence before spoke of time, which this one then need not repeat.
    """
    if not _WORTH_READING.search(text) or _NO_STATEMENT.search(text):
        return ()
    found: dict[str, Stated] = {}
    denied = False
    clauses = _clauses(text)
    for clause in clauses:
        reading = growths(clause.text)
        denied = denied or reading.denied
        stated = _of_clause(
            clause, reading, of_time=of_time or any(later.of_time for later in clauses)
        )
        if stated is not None:
            found.setdefault(clause.backend, stated)
    for backend, stated in found.items():
        if stated.growth is Growth.CONSTANT and _rises(clauses, backend):
            found[backend] = Stated(Growth.INCREASES)  # flat at first, and no longer then
    if not found and clauses:
        backend = _only(text)
        stated = _of_whole(text, clauses, denied=denied)
        return ((backend, stated),) if stated else ()
    return tuple(found.items())


def _rises(clauses: Sequence[_Clause], backend: str) -> bool:
    return any(clause.backend == backend and _RISES.search(clause.text) for clause in clauses)


def _clauses(text: str) -> list[_Clause]:
    clauses: list[_Clause] = []
    of_time: bool | None = None
    backend = ""
    for piece in _BREAK.split(text):
        if _TIME.search(piece):
            of_time = True
        elif _OTHER.search(piece):
            of_time = False
        elif _COST.search(piece):
            of_time = of_time is not False
        backend = _only(piece) if named(piece) else backend
        clauses.append(_Clause(piece, of_time, backend))
    return clauses


def _only(text: str) -> str:
    """The backend that a text speaks of, when it is one."""
    names = named(text)
    return names[0] if len(names) == 1 else ""


def _of_clause(clause: _Clause, reading: Reading, *, of_time: bool) -> Stated | None:
    """What a clause states about time."""
    if clause.of_time is False:
        return None
    steep = slope(clause.text) if _SLOPED.search(clause.text) else None
    if steep is not None and (_LOG.search(clause.text) or steep > 1.5):  # noqa: PLR2004 -- a straight fit is less
        return power(steep)
    for stated in reading.stated:
        plain = stated.growth in {Growth.LINEAR, Growth.CONSTANT}
        if clause.of_time or (not plain and (of_time or _sized(clause.text))):
            return stated
    return None


def _sized(text: str) -> bool:
    """Says whether a clause without the word time still speaks of growth with the size."""
    return bool(
        re.search(
            rf"比例|オーダ|増|近似|曲線|(?<![a-z])y=|∝|proportional|grows?|scales?|{_SIZE}", text
        )
    )


def _of_whole(text: str, clauses: Sequence[_Clause], *, denied: bool) -> Stated | None:
    """What a sentence states that its clauses do not state alone."""
    if all(clause.of_time is False for clause in clauses):
        return None
    times = factor(text)
    if times is not None and (any(clause.of_time for clause in clauses) or _LARGER.search(text)):
        return power(times) if times else Stated(Growth.CONSTANT)
    steep = slope(text.replace("、", " ")) if _SLOPED.search(text) else None
    if steep is not None and _LOG.search(text):
        return power(steep)
    longer = not denied and _LONGER.search(text) and _LARGER.search(text)
    return Stated(Growth.INCREASES) if longer else None
