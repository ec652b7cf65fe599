"""Sentences that only repeat what the assignment asks for."""

from collections.abc import Iterable, Sequence
from itertools import islice

from grader.model.report import Quote
from grader.patterns import lazy_regex
from grader.prose.folding import squeeze
from grader.reports.sentences import ReportSentence

MOST_RESTATED = 100

_ASKED = lazy_regex(
    r"時間|サイズ|グラフ|行列|関係|畳み込み|たたみ込み|time|size|graph|matri|relation"
    r"|convolution|performance"
)
_AIM = lazy_regex(
    r"目的(?:は|と(?:する|して|した|し$)|で(?:ある|す))|(?:調べ|確かめ|比べ)(?:る|ます|ていく"
    r"|ること(?!が?でき)|よう)(?:$|、|を|が目|で(?:あ|す)|とす|。)"
    r"|(?:測定|計測|比較|考察|検証|評価|分析|解析|検討|実装|作成|説明|確認|観察|調査|プロット"
    r"|可視化)(?:する|します|を行う|を行います|していく|すること(?!が?(?:でき|で))|を目的|せよ"
    r"|しなさい)(?:$|、|を目|が目|で|ことを|とと|。)"
    r"|明らかに(?:する|します|すること)|(?:調べ|確かめ|比べ)て(?:みよう|みる|みます)"
    r"|グラフに(?:する|します|まとめる|表す|せよ)"
    r"|関係を(?:調べた|求める|求めよ|述べる|述べよ|示せ|まとめる)(?:$|。)"
    r"|(?:purpose|aim|goal|objective)s? (?:of|is|was|are)|(?:in this (?:report|assignment"
    r"|experiment|exercise)|this (?:report|experiment)|we|i)(?: will)? (?:examines?"
    r"|investigates?|measures?|stud(?:y|ies)|compares?|explores?|implements?|discuss(?:es)?)\b"
)
_RESULT = lazy_regex(
    r"[分わ]か[りるっ]|読み取れ(?!ること(?:を|について|$))|見て取|明らかにな|明らかと|[言い]える"
    r"|得られ|となった|になった"
    r"|でき(?:た|ました)|\d乗|\^\d|(?:増加|減少)し(?:た|て)|増えた|比例し|速かった|遅かった|達成"
    r"|found|shows? that|result(?:s|ed) (?:in|show)|increased|grew|was (?:faster|slower)"
)


def find_restated(
    sentences: Sequence[ReportSentence], task: Iterable[str] = ()
) -> tuple[Quote, ...]:
    """Finds the sentences that repeat the task and add no result, in order; at most 100.

    `task` are phrases of the handout, compared without width, case and gaps.
    """
    phrases = [squeezed for phrase in task if (squeezed := squeeze(phrase))]
    quotes = (each.quote for each in sentences if restates(each.spelled, phrases))
    return tuple(islice(quotes, MOST_RESTATED))


def restates(text: str, phrases: Sequence[str] = ()) -> bool:
    """Says whether a spelled sentence only says what is to be done."""
    if _RESULT.search(text):
        return False
    if _ASKED.search(text) and _AIM.search(text):
        return True
    bare = text.replace(" ", "") if phrases else ""
    return any(phrase in bare for phrase in phrases)
