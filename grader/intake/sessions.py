"""Which columns of an attendance are sessions, and which are counts."""

import re
import unicodedata

from grader.tables import Mark, is_headed

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_SESSION = re.compile(
    r"第\s*\d+"
    r"|\d+\s*(回目?|週目?|講目?|コマ目?|限目?|日目)"
    r"|\d{1,4}\s*[/\-.月]\s*\d{1,2}"
    rf"|\d{{1,2}}[- ]({_MONTHS})|({_MONTHS})[a-z]*\.?[- ]?\d{{1,2}}"
    r"|^(#|no\.?|week|session|lecture|class|day|meeting|lesson|[lw])?\s*#?\d{1,3}$"
)
_OTHER = re.compile(
    r"合計|総計|小計|計$|回数|回中|率|点|数|評価|成績|備考|課題|レポート|テスト|試験|提出|学年|番号|締切"
    r"|total|sum\b|rate|percent|%|count|score|point|grade|memo|note|remark|report|test|quiz|exam"
)
"""In the heading of a column that is no session, although it may name one."""


def is_session(*headings: str) -> bool:
    """Says whether a column with these headings, one above the other, is one session.

    第3回, 4/17, 2025-04-17, Week 3; not 第3回課題, 出席回数 or 合計(15回).
    """
    texts = [unicodedata.normalize("NFKC", one).strip().casefold() for one in headings]
    return any(map(_SESSION.search, texts)) and not any(map(_OTHER.search, texts))


def is_attended(heading: str) -> bool:
    """Says whether a column holds how often a student was there."""
    return is_headed(heading, Mark.ATTENDED)


def is_held(heading: str) -> bool:
    """Says whether a column holds how many sessions there were."""
    return is_headed(heading, Mark.HELD)
