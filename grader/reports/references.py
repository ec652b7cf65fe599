"""Where the text speaks of a figure: by its number, by a range, or by where it stands."""

import re
from collections.abc import Generator, Iterator, Mapping, Sequence

from msgspec import Struct

from grader.model.document import Line, Place
from grader.model.report import Caption, FigureReference
from grader.patterns import lazy_regex
from grader.reports.captions import COUNTED, FIGURE, MOST_CHARACTERS, NUMBER, number_of, widths
from grader.reports.sentences import ReportSentence

MOST_REFERENCES = 2_000
MOST_OF_A_SENTENCE = 100
MOST_OF_A_RANGE = 60

_FIRST = lazy_regex(
    rf"(?<![意企地略構作系])(?:付?(?:{FIGURE})\s?[.\-]?\s?(?P<number>{NUMBER})"
    rf"|第\s?(?P<old>\d{{1,3}})\s?図)"
    rf"(?P<part>\s?\([a-z]\)|[a-z](?![a-z]))?(?!\d|(?:{COUNTED}))",
    re.IGNORECASE,
)
_RANGE = r"~|から|ないし|乃至|-|to\b|through\b"
_MORE = lazy_regex(
    rf"\s*(?:(?P<range>{_RANGE})|(?P<slash>/)"
    r"|[、,・&]\s?(?:and\b|および)?|と|および|及び|ならびに|並びに|または|又は|や|and\b|or\b)"
    rf"\s*(?P<again>{FIGURE})?\s?[.\-]?\s?(?P<number>(?!0){NUMBER})"
    rf"(?P<part>\s?\([a-z]\)|[a-z](?![a-z]))?(?![\d^]|\s?(?:{COUNTED}|次|章|節|式|[a-z%]|の\d"
    rf"|[*+=<>]))",
    re.IGNORECASE,
)
_BESIDE = lazy_regex(
    r"(?<![以])(?:(?:上|下|左|右|次|前|同|本|後)図|(?:[上下左右次前後]|上記|下記|以下|以上|この"
    r"|その|これら)の?(?:2つの|二つの|各)?"
    r"(?:図|グラフ|プロット|散布図)|こ?の両対数グラフ|(?:(?<![ァ-ヶ一-鿿の棒円])|実行時間の"
    r"|時間の|関係の|結果の|対数)グラフ"
    r"(?=から|より|を見|をみ|を確認|は、|が示|に示|では|によ))(?!\s?\d|面|書|形|式)"
    r"|\b(?:this|the|these|above|below|following|next|previous|preceding)\s+(?:log-?log\s+)?"
    r"(?:figures?|graphs?|plots?|curves?|charts?)\b(?!\s*\d)|\b(?:figure|graph|plot"
    r"|chart)\s+(?:above|below)\b",
    re.IGNORECASE,
)


class Mention(Struct, frozen=True):
    """A reference, and the line in which its sentence begins."""

    reference: FigureReference
    line: int


def find_references(
    sentences: Sequence[ReportSentence], captions: Sequence[Caption], lines: Sequence[Line]
) -> tuple[Mention, ...]:
    """Finds where sentences speak of figures, in order; "上図" has no number. At most 2,000."""
    own: dict[int, set[str]] = {}
    for caption in captions:
        own.setdefault(caption.line, set()).add(caption.number)
    known = frozenset(caption.number for caption in captions if not caption.table)
    mentions: list[Mention] = []
    for sentence in sentences:
        if lines and lines[min(sentence.first_line, len(lines) - 1)].place is Place.CONTENTS:
            continue
        titles = _titles(sentence, own)
        numbers = [number for number in spoken_of(sentence.text, known) if number not in titles]
        mentions += (
            Mention(FigureReference(number=number, quote=sentence.quote), sentence.first_line)
            for number in numbers
        )
        if len(mentions) >= MOST_REFERENCES:
            break
    return tuple(mentions[:MOST_REFERENCES])


def _titles(sentence: ReportSentence, own: Mapping[int, set[str]]) -> set[str]:
    """The numbers of captions that this sentence itself is."""
    line = sentence.first_line
    if line not in own or sentence.last_line - line > 1:
        return set()
    return own[line] | {""}


def spoken_of(text: str, known: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Lists the numbers of figures that a text speaks of, each once; ranges are spelled out.

    `known` are the numbers that captions have: "図1-3" is figure 1.3 when there is one, and the
    figures 1 to 3 when there is none.
    """
    plain = widths(text)
    numbers = dict.fromkeys(_numbered(plain, known))
    if not numbers and _BESIDE.search(plain[:MOST_CHARACTERS]):
        return ("",)
    return tuple(numbers)[:MOST_OF_A_SENTENCE]


def _numbered(plain: str, known: frozenset[str]) -> Iterator[str]:
    end = 0
    while first := _FIRST.search(plain, end):
        end = first.end()
        begun = first["number"] or first["old"]
        last = yield from _one(begun, known)
        while more := _MORE.match(plain, end):
            end = more.end()
            number = _completed(last, more)
            if more["range"]:
                yield from _between(last, number)
            elif more["again"]:
                number = yield from _one(more["number"], known)
            else:
                yield number
            last = number


def _one(printed: str, known: frozenset[str]) -> Generator[str, None, str]:
    """The numbers that one printed number stands for; the last of them is returned."""
    number = number_of(printed)
    ends = printed.split("-")
    plain = all(end.isdigit() for end in ends)
    if number in known or printed.count("-") != 1 or not plain:
        yield number
        return number
    if known and ends[0] not in known and ends[1] not in known:
        yield number
        return number
    yield ends[0]
    yield from _between(ends[0], ends[1])
    return ends[1]


def _completed(last: str, more: re.Match[str]) -> str:
    """Completes a number by the one before it: "図2.1/2" says 2.1 and 2.2."""
    number = number_of(more["number"])
    if more["again"] or "." in number or "." not in last:
        return number
    return last.rpartition(".")[0] + "." + number


def _between(first: str, last: str) -> Iterator[str]:
    """The numbers after `first` up to `last`; only `last` when they are no short range."""
    head, _, low = first.rpartition(".")
    other, _, high = last.rpartition(".")
    if head == other and low.isdigit() and high.isdigit():
        span = range(int(low) + 1, int(high))
        if len(span) <= MOST_OF_A_RANGE:
            yield from (f"{head}.{number}" if head else str(number) for number in span)
    yield last
