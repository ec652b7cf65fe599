"""Sentences that state how the time depends on the size. They are pointed at; nothing is denied."""

import re
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.model.report import Growth, Relation, RelationStanding
from grader.patterns import lazy_regex
from grader.report.clauses import EVIDENCE, RENAMED, SIZE, TIME, Clause, clauses_of, only_backend
from grader.report.folding import spelled
from grader.report.growth import GrowthsStated, Stated, factor, growths, power, slope
from grader.report.sentences import ReportSentence, quote

MOST_RELATIONS = 200

_WORTH_READING = lazy_regex(
    r"[乗比傾勾指線一変横増長急遅倍立次単右正∝^]|o\(|時間|times?\b|slow|long|cub|quad|expon"
    r"|linear|const|slope|propor"
)
_IT_CHANGES = lazy_regex(r"\bit\b.{0,24}?(?:doubl|tripl|quadrupl|halv)")  # what was named before
_SLOPED = lazy_regex(r"傾き|勾配|べき|冪|指数(?!関数|的)|slope|exponent|gradient")
_LOG = lazy_regex(r"対数|log|べき|冪|指数|exponent|power")
_LARGER = lazy_regex(
    rf"{SIZE.pattern}(?:数|の?値)?.{{0,16}}?(?:大き[くいけ]|多[いく]|増|上げ|上が|伴|つれ|ほど|ととも"
    rf"|と共|応じ"
    rf"|対し|超え|依存|相関|従|したが|広|以降|倍に|=?\d+から)"
    rf"|(?:大き[くい]|増|larg|big|great|\bmore\b|grow|increas|ris(?:e|ing)).{{0,24}}?{SIZE.pattern}"
    rf"|{SIZE.pattern}.{{0,30}}?(?:larg|big|increas|grow|ris(?:e|ing)|doubl)"
    rf"|\b(?:with|as|on|from)\b.{{0,16}}?{SIZE.pattern}|大きくなる(?:と|に|ほど)"
    rf"|correlation.{{0,16}}{SIZE.pattern}|{SIZE.pattern}.{{0,12}}相関"
)
_LONGER = lazy_regex(
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
_RISES = lazy_regex(
    r"急(?:激|速)?に|急増|(?:増加し|増え|増大し|伸び|長くなり|上昇し)(?!ても|てもほ)(?:て|た|る"
    r"|始|ま|、|$)|長くな[るっ]|増加する|上昇する"
    r"|\b(?:rises?|rose|steep\w*|sharply|rapidly|then (?:grows?|increases?))\b"
)
_NO_STATEMENT = lazy_regex(
    r"[?]$|だろうか|でしょうか|かどうか|どのよう(?!なサイズ)|どの程度|どれ(?:だけ|くらい|ほど)"
    r"|か(?:を|は|について).{0,12}(?:調|確|検|考|見て|測)|か$|のか(?:、|$)"
    r"|(?:調べ|確かめ|見|測り|知り|比べ|試し)たい|今後|次回|将来|したい|してみたい|みたいと"
    r"|予定|つもり|\bwill (?:be )?(?:check|examin"
    r"|measur|investigat|compar|test|verif)|future|plan to|would like to"
    r"|目的(?:は|と|で)|(?:調べ|確かめ)(?:る$|ます$|ていく|よう$|ることを)|(?:測定|計測|検証"
    r"|確認|考察|比較|評価|解析|分析|観察|検討)(?:する|します|を行う|を行います|していく"
    r"|しよう)(?:$|、|ことを|ため)"
    r"|(?:purpose|aim|goal|objective)s? (?:of|is|was|are)|\b(?:examine|investigate|check|study"
    r"|see|find out|determine|explore|verify|test)\b.{0,50}\b(?:how|whether|if|the relation)"
)
_ASKED_BEFORE = lazy_regex(  # 「3乗に比例するか調べたところ、」 asks, and the rest answers
    r"^.*?か(?:どうか)?[^、]{0,8}(?:調べ|確認し|確かめ|検証し|測定し|計測し|見)(?:てみ)?た(?:ところ|結果|ら)、?"
)
_OF_ALL_SIZES = lazy_regex(
    r"(?:サイズ|大きさ|次数|(?<![a-z])n(?![a-z])).{0,10}?(?:よらず|よらな|依存|関わらず|かかわらず|関係な"
    r"|変えても|増やしても|増えても|大きくしても|大きくなっても|変わっても)"
    r"|independent of|regardless of|not depend|for all sizes"
)
COUNTED = frozenset({RelationStanding.OWN, RelationStanding.VAGUE, RelationStanding.THEORY})
"""Statements of how the time grows; what is denied or set aside is none."""


class Claim(Struct, frozen=True):
    """What a sentence states, of which backend ("" = not said), and how it is meant."""

    backend: str
    stated: Stated
    standing: RelationStanding


def find_relations(
    sentences: Sequence[ReportSentence], theory: Collection[int] = ()
) -> tuple[Relation, ...]:
    """Finds the sentences that state how the time depends on the size, in order; at most 200.

    `theory` are the lines of chapters about theory: what these state was not measured.
    """
    relations: list[Relation] = []
    of_time: bool | None = None  # whether the sentence before spoke of time, or of something else
    renamed = False  # whether a letter stands for the number of elements
    for sentence in sentences:
        text = spelled(sentence.text)
        expected = sentence.first_line in theory and not EVIDENCE.search(text)
        renamed = renamed or bool(RENAMED.search(text))
        claims = claims_in(text, of_time=of_time)
        relations += (
            Relation(
                quote=quote(sentence),
                growth=claim.stated.growth,
                exponent=claim.stated.exponent,
                backend=claim.backend,
                standing=_standing_there(claim, expected=expected, renamed=renamed),
            )
            for claim in claims
        )
        other = claims and all(claim.standing is RelationStanding.ASIDE for claim in claims)
        of_time = True if TIME.search(text) else False if other else None
        if len(relations) >= MOST_RELATIONS:
            break
    return tuple(relations[:MOST_RELATIONS])


def _standing_there(claim: Claim, *, expected: bool, renamed: bool) -> RelationStanding:
    """How a claim is meant that is plain by itself, given what stands before it."""
    if expected and claim.standing in {RelationStanding.OWN, RelationStanding.VAGUE}:
        return RelationStanding.THEORY
    if renamed and claim.standing is RelationStanding.OWN:
        return RelationStanding.VAGUE
    return claim.standing


def stated_in(text: str, *, of_time: bool | None = None) -> tuple[tuple[str, Stated], ...]:
    """Gives the relations that a spelled sentence states, each with its backend or ""."""
    claims = claims_in(text, of_time=of_time)
    return tuple((claim.backend, claim.stated) for claim in claims if claim.standing in COUNTED)


def claims_in(text: str, *, of_time: bool | None = None) -> tuple[Claim, ...]:
    """Gives all that a spelled sentence says about growth.

    `of_time` says whether the sentence before spoke of time, which this one then need not repeat;
    False is of something else, of which this one goes on to speak where it names nothing.
    """
    text = _ASKED_BEFORE.sub("", text)
    worth = _WORTH_READING.search(text) or (of_time and _IT_CHANGES.search(text))
    if not worth or _NO_STATEMENT.search(text):
        return ()
    clauses = clauses_of(text)
    if of_time is False and all(clause.of_time is None for clause in clauses):
        clauses = [replace(clause, of_time=False) for clause in clauses]
    of_time = of_time or any(clause.of_time for clause in clauses)
    claims: list[Claim] = []
    denied: list[Claim] = []
    for clause in clauses:
        reading = growths(clause.text)
        claims += _of_clause(clause, reading, of_time=of_time)
        if reading.denied and clause.standing in COUNTED and clause.of_time is not False:
            denied.append(Claim(clause.backend, reading.denied[0], RelationStanding.DENIED))
    counted = [claim for claim in claims if claim.standing in COUNTED]
    if not counted:
        own = [  # of 「n が 2 倍で、要素数は 4 倍、時間は 8 倍」 not what stands between
            clause
            for place, clause in enumerate(clauses)
            if clause.standing is not RelationStanding.ASIDE
            and not (place and clause.of_time is False)
        ]
        joint = _of_whole("、".join(clause.text for clause in own), own, denied=bool(denied))
        claims += [joint] if joint else denied
    return tuple(dict.fromkeys(_not_flat(claim, clauses) for claim in claims))


def _not_flat(claim: Claim, clauses: Sequence[Clause]) -> Claim:
    """Keeps "constant" for what is: flat at first, and no longer then, only increases."""
    same = (clause.text for clause in clauses if clause.backend == claim.backend)
    if claim.stated.growth is Growth.CONSTANT and any(_RISES.search(text) for text in same):
        return replace(claim, stated=Stated(Growth.INCREASES))
    return claim


def _of_clause(clause: Clause, reading: GrowthsStated, *, of_time: bool) -> Iterator[Claim]:
    """What a clause states about time, or about something else that is set aside."""
    steep = slope(clause.text) if _SLOPED.search(clause.text) else None
    if (
        clause.of_time is not False
        and steep is not None
        and (_LOG.search(clause.text) or steep > 1.5)  # noqa: PLR2004 -- a straight fit is less
    ):
        yield Claim(clause.backend, power(steep), clause.standing)
        return
    for stated in reading.stated:
        plain = stated.growth in {Growth.LINEAR, Growth.CONSTANT}
        if clause.of_time is False:
            yield Claim(clause.backend, stated, RelationStanding.ASIDE)
            return
        if clause.of_time or (not plain and (of_time or _sized(clause.text))):
            yield Claim(clause.backend, stated, _standing(clause, stated, reading))
            return


def _standing(clause: Clause, stated: Stated, reading: GrowthsStated) -> RelationStanding:
    """Says how a growth is meant that a clause states among others."""
    if clause.standing is not RelationStanding.OWN:
        return clause.standing
    among = {each for each in reading.stated if each.growth not in {Growth.LINEAR, Growth.CONSTANT}}
    unsized = stated.growth is Growth.CONSTANT and not _OF_ALL_SIZES.search(clause.text)
    vague = len(among) > 1 or reading.bounded or unsized or stated == Stated(Growth.POWER)
    return RelationStanding.VAGUE if vague else RelationStanding.OWN


def _sized(text: str) -> bool:
    """Says whether a clause without the word time still speaks of growth with the size."""
    return bool(
        re.search(
            rf"比例|オーダ|増|近似|曲線|(?<![a-z])y=|∝|measur|curve|proportional|grows?|scales?|{SIZE.pattern}",
            text,
        )
    )


def _of_whole(text: str, clauses: Sequence[Clause], *, denied: bool) -> Claim | None:
    """What a sentence states that its clauses do not state alone."""
    if all(clause.of_time is False for clause in clauses):
        return None
    backend = only_backend(text)
    standings = {clause.standing for clause in clauses}
    standing = (
        min(standings, key=[*RelationStanding].index)
        if len(standings) == 1
        else RelationStanding.VAGUE
    )
    times = factor(text)
    if times is not None and (any(clause.of_time for clause in clauses) or _LARGER.search(text)):
        return Claim(backend, power(times) if times else Stated(Growth.CONSTANT), standing)
    steep = slope(text.replace("、", " ")) if _SLOPED.search(text) else None
    if steep is not None and _LOG.search(text):
        return Claim(backend, power(steep), standing)
    longer = not denied and _LONGER.search(text) and _LARGER.search(text)
    return Claim(backend, Stated(Growth.INCREASES), standing) if longer else None
