"""Numbers of figures and tables: captions ("図1", "Fig. 2-1"), and where a text names them.

A caption is distinguished from a sentence that begins with a figure's number. Sentences name a
figure by its number, by a range, or by its position.
"""

import re
import unicodedata
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence

from msgspec import Struct

from grader.model.document import Hidden, Line, Place
from grader.model.report import Caption, FigureReference
from grader.patterns import lazy_regex
from grader.reports.sentences import ReportSentence

MOST_CHARACTERS = 600
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−─━﹘﹣－", "-") | dict.fromkeys("〜～∼", "~"))

FIGURE = r"図表|図|グラフ|写真|画像|スクリーンショット|fig(?:ures?|s)?|graph|photo|plot|chart|image"
TABLE = r"表|table|tab|tbl"
COUNTED = (
    r"次元|次関数|次式|乗|倍|つ|枚|種|個|層|重|年|月|日(?!本)|回(?!帰|路|転)|秒|分(?!布|類|割|散"
    r"|か)|本(?!文|実|課)"
    r"|点(?!線|群|列)|行(?!列)|列(?!挙)|桁|%|×|x\d"
)
"""What follows a number that counts something instead of naming a figure: "図2枚", "図1.3次元"."""
NUMBER = rf"(?:\d{{1,3}}|[A-Z](?=[.\-]\d))(?:[.\-]\d{{1,3}}(?!\d|(?:{COUNTED}))){{0,3}}"

MOST_CAPTIONS = 500
MOST_TITLE = 200
LONG_LINE_PT = 200.0
EVEN_PT = 0.3  # two sizes that differ less are equal
ALIGNED_PT = 4.0  # two edges that differ less are aligned
CLOSE = 0.9  # maximum gap between two lines of a caption, in heights of a line
LOOKED_AHEAD = 3  # lines; of two captions side by side, both first lines come first

_BEFORE_A_PART = r"\d{1,2}(?=\.\s?\d/\d\s?[^\s\d.、,にはをとの])"  # 「図2.1/2サンプリング」
_OPENED, _CLOSED = (
    r"(?:no\.?\s?|(?<![A-Za-z])(?P<bracket>[(\[〔]))?",
    r"(?(bracket)[)\]〕])",
)  # 図(1), 図No.1
_LABEL = lazy_regex(
    rf"(?P<open>[\[(<【〈《「▲△▼▽↑↓■□◆●※*]*)\s*"
    rf"(?P<label>(?:(?P<figure>付?(?:{FIGURE}))"
    rf"|(?P<table>付?(?:{TABLE})))\s?[.\-:]?\s?"
    rf"{_OPENED}(?P<number>{_BEFORE_A_PART}|{NUMBER}){_CLOSED}"
    rf"|第\s?(?P<old>\d{{1,3}})\s?(?:図|(?P<oldtable>表)))"
    r"(?P<part>\s?\([a-z]\)|[a-z](?![a-z]))?(?!\d)",
    re.IGNORECASE,
)
_HEADING = lazy_regex(r"\d{1,2}\.(?:\s|\d{1,2}\.?\s)")
_NUMBERLESS = lazy_regex(
    rf"[\[(【<]?(?P<label>(?:{FIGURE}|(?P<table>{TABLE})))\s?(?:[:\])】>]\s*"
    rf"|\.\s+)(?P<title>[^\s\d].{{1,80}})$",
    re.IGNORECASE,
)
_NEXT = lazy_regex(rf"(?<=[\s\t])(?=(?:{FIGURE}|{TABLE})\s?[.\-]?\s?\d)", re.IGNORECASE)
_WIDE = lazy_regex(r"\t+|\u3000+| {2,}")
_STRONG = lazy_regex(r"\s*(?:[:.\])】>〉》」|]+|\s{2,})\s*")
_LIST_ON = lazy_regex(rf"\s*[、,/~\-・&]\s*(?:\d|(?:{FIGURE}|{TABLE})\s?\d)", re.IGNORECASE)
_GOES_ON = lazy_regex(
    r"\s*(?:は(?!じめ|やさ|ずれ)|が(?!ぞう|んま)|を|に(?!ゅう)|で(?!き|たらめ|ーた)|と(?!き|ても"
    r"|く|ある)"
    r"|の(?!いず|ぞ)|も(?!と|の|っと)|や(?!さ|す)|へ|より|から|まで|および|及び|ならびに|並びに"
    r"|または|又は"
    r"|だ(?!い)|参照|参考|以外|以降|以上|示[しすさ]|中(?:の|で|に|は|央の)|内の|[)\]】、,。;]"
    r"|(?:左|右|上|下|中央)(?:(?:側|図|段|の図|のグラフ)[のはにをがでも]|[はにをがでも])"
    r"|(?<=\d)(?:左|右|上|下|中央)の"
    r"|\([左右上下a-z]\)(?:[のはにをがでも、,]|より|から)"
    rf"|(?<=\d)(?:{COUNTED}|番目|節|章|編|面|例)(?:[のはにをがでもと、]|ある|並|$))"
)
_VERB = lazy_regex(
    r"\s*(?:(?:also|clearly|then|below|above|we|and|or|to|that|it|which|in|as|from|for|at)\b|'s\b"
    r"|(?:shows?|showed|shown|is|are|was|were|has|have|had|can|could|will|would|does"
    r"|illustrates?|depicts?"
    r"|presents?|plots?|displays?|gives?|compares?|indicates?|demonstrates?|suggests?|reveals?"
    r"|represents?"
    r"|summari[sz]es?|contains?|lists?|reports?|describes?|confirms?|tells?)\b(?!\s+of\b))",
    re.IGNORECASE,
)
_SENTENCE = lazy_regex(
    r"(?:である|です|ます|ました|ません|でした|だった|[しっいえ]た|する|れ[るた]|な[るい]|なった"
    r"|あ[るっ]た?|いる"
    r"|き[るた]|示す|[わ分]かる|[言い]える|思う|見[らえ]れる)\s*(?:[。.!?]|$)"
)
_READS = lazy_regex(
    r"を見(?:ると|れば)|をみると|から[分わ]か|のように|によ(?:ると|れば)|において|に示|に対し、"
    r"|を比(?:較|べ)|に(?:は|も)、"
)
_STYLE = lazy_regex(r"caption|図表番号|図番号|図題|表題|キャプション", re.IGNORECASE)
_LIST_STYLE = lazy_regex(r"table ?of ?figures|図表目次|目次|^toc", re.IGNORECASE)
_LEADER = lazy_regex(r"(?:[.・…‥_]\s?){4}|…{2,}|\t[^\S\t]*+\d{1,3}\s*$")
_PAGE = lazy_regex(r"\S\s+\d{1,3}\s*$")
_WIDE_EDGE = lazy_regex(r"[\u3041-\u9fff]\s*$")
_LIST_TITLE = lazy_regex(
    r"\s*(?:図表?|表)の?(?:目次|一覧)|\s*list of (?:figures|tables)", re.IGNORECASE
)


def find_captions(lines: Sequence[Line]) -> tuple[Caption, ...]:
    """Find the titles of figures and tables, in order; at most 500.

    They are numbered, or say "図:" at least; those without a number have "" for it.
    """
    captions: list[Caption] = []
    listed = _contents(lines)
    for index, line in enumerate(lines):
        if index in listed or not _may_hold(line):
            continue
        captions += _captions_of(lines, index)
        if len(captions) >= MOST_CAPTIONS:
            break
    return tuple(captions[:MOST_CAPTIONS])


def is_labelled(text: str) -> bool:
    """Return whether a line begins as captions do, whatever follows the number."""
    return _LABEL.match(widths(text.strip())) is not None


def _may_hold(line: Line) -> bool:
    visible = line.hidden is Hidden.NO and not _LIST_STYLE.search(line.style)
    return visible and line.place not in {Place.HEADER, Place.FOOTER, Place.CONTENTS}


def _text(line: Line) -> str:
    """Return the line with its automatic number, if that number is the label."""
    number = line.number.strip()
    return f"{number} {line.text}" if _LABEL.match(widths(number)) else line.text


def _captions_of(lines: Sequence[Line], index: int) -> Iterator[Caption]:
    line = lines[index]
    if bare := _NUMBERLESS.match(widths(line.text).strip()):
        if _STYLE.search(line.style) or not _SENTENCE.search(bare["title"]):
            yield Caption(
                label=bare["label"],
                number="",
                title=bare["title"][:MOST_TITLE],
                page=line.page,
                line=index,
                table=bool(bare["table"]),
            )
        return
    for piece in _pieces(_text(line)):
        label = _LABEL.match(piece)
        if label is None or not _titles(label, piece, lines, index):
            return  # the text after a sentence is another sentence
        yield _caption(label, piece, lines, index)


def _pieces(text: str) -> list[str]:
    """Cut a line where another caption begins; a wide gap becomes two spaces."""
    plain = widths(_WIDE.sub("  ", text.strip()))
    pieces: list[str] = []
    for piece in _NEXT.split(plain):
        label = _LABEL.match(piece)
        begins_caption = label is not None and not _GOES_ON.match(piece, label.end())
        if pieces and not (begins_caption and pieces[-1].strip(" :.") != ""):
            pieces[-1] += piece
        elif pieces and _bare(pieces[-1]) and not pieces[-1].endswith("  "):
            pieces[-1] += piece  # "図1 図2の拡大"
        else:
            pieces.append(piece)
    return pieces


def _bare(piece: str) -> bool:
    label = _LABEL.match(piece)
    return label is not None and not piece[label.end() :].strip(" :.")


def _titles(label: re.Match[str], piece: str, lines: Sequence[Line], index: int) -> bool:
    """Return whether a title follows the label, rather than the rest of a sentence."""
    rest = piece[label.end() :]
    if _STYLE.search(lines[index].style):
        return True
    if not rest.strip(" :."):
        return rest.strip() == ":" or _stands_alone(lines, index)
    if label["open"] and (closed := re.match(r"\s*[\])】>〉》」]+", rest)):
        return not _GOES_ON.match(rest, closed.end())
    if _LIST_ON.match(rest) or _GOES_ON.match(piece, label.end()) or _VERB.match(rest):
        return False
    if _STRONG.match(rest):
        return not _GOES_ON.match(rest.lstrip(" :."))
    first = re.split(r"(?<=[。!?])|(?<=[.])(?=\s)", rest.strip(), maxsplit=1)[0]
    return not (_SENTENCE.search(first) or _READS.search(first) or _runs_on(lines, index))


def _stands_alone(lines: Sequence[Line], index: int) -> bool:
    following = lines[index + 1].text if index + 1 < len(lines) else ""
    return lines[index].centred or not (
        _runs_on(lines, index) or (lines[index].page and _GOES_ON.match(widths(following)))
    )


def _runs_on(lines: Sequence[Line], index: int) -> bool:
    """Return whether a line of a PDF continues a sentence of the line above it."""
    line, above = lines[index], lines[index - 1] if index else None
    if above is None or line.box is None or above.box is None or line.page != above.page:
        return False
    near = 0 <= line.box[1] - above.box[1] < 2.5 * max(line.size_pt, 8.0)
    left = abs(line.box[0] - above.box[0]) < 1.5 * max(line.size_pt, 8.0)
    long = above.box[2] - above.box[0] > LONG_LINE_PT and above.box[2] >= line.box[2] - 3
    ended = above.text.rstrip().endswith(tuple("。．.!?！？:："))
    return near and left and long and not (ended or line.centred or above.place != line.place)


def _caption(label: re.Match[str], piece: str, lines: Sequence[Line], index: int) -> Caption:
    title = piece[label.end() :].strip(" :.|-")
    if label["open"]:
        title = title.lstrip("])】>〉》」 :.")
    if lines[index].page and title:
        title += _wrapped(lines, index)
    return Caption(
        label=re.sub(r"\s+", " ", label["label"]),
        number=number_of(label["number"] or label["old"]),
        title=re.sub(r"\s+", " ", title)[:MOST_TITLE],
        page=lines[index].page,
        line=index,
        table=bool(label["table"] or label["oldtable"]),
    )


def _wrapped(lines: Sequence[Line], index: int) -> str:
    """Return the second line of a caption that spans two lines of a page.

    It is right below the first, no wider, and starts at the same edge or has the same centre.
    """
    line = lines[index]
    for after in lines[index + 1 : index + 1 + LOOKED_AHEAD]:
        text = widths(after.text).strip()
        if _goes_under(line, after) and text and not (_LABEL.match(text) or _HEADING.match(text)):
            return text if _WIDE_EDGE.search(line.text) else f" {text}"
    return ""


def _goes_under(line: Line, after: Line) -> bool:
    """Return whether a line may be the second of a caption."""
    if line.box is None or after.box is None or after.page != line.page:
        return False
    (left, top, right, bottom), (left_2, top_2, right_2, _) = line.box, after.box
    height = max(bottom - top, 6.0)
    near = top < top_2 < bottom + CLOSE * height
    alike = abs(after.size_pt - line.size_pt) < EVEN_PT and after.place == line.place
    alike = alike and after.bold == line.bold
    narrower = right_2 - left_2 <= right - left + ALIGNED_PT
    aligned = abs(left_2 - left) < ALIGNED_PT or abs(left_2 + right_2 - left - right) < ALIGNED_PT
    return near and alike and narrower and aligned


def _contents(lines: Sequence[Line]) -> frozenset[int]:
    """Return the lines of a list of figures or tables."""
    listed: set[int] = set()
    run: list[int] = []
    inside = False
    for index, line in enumerate(lines):
        text = widths(_text(line)).strip()
        entry = bool(_LABEL.match(text))
        if _LIST_TITLE.fullmatch(text):
            inside = True
        elif not entry:
            inside = inside and not text
        if entry and (inside or _LEADER.search(line.text.replace("\u3000", " "))):
            listed.add(index)
        if entry and _PAGE.search(text):
            run.append(index)
            continue
        listed.update(run if len(run) > 1 else ())
        run = []
    return frozenset(listed | set(run if len(run) > 1 else ()))


def widths(text: str) -> str:
    """Normalise widths and dashes, but not case and gaps; truncate what is too long."""
    return unicodedata.normalize("NFKC", text[:MOST_CHARACTERS]).translate(_DASHES)


def number_of(text: str) -> str:
    """Write a number one way: "2-1" and "2・1" are "2.1"."""
    return re.sub(r"[\-・]", ".", text).upper()


MOST_REFERENCES = 2_000
MOST_OF_A_SENTENCE = 100
MOST_OF_A_RANGE = 60

_FIRST = lazy_regex(
    rf"(?<![意企地略構作系])(?:付?(?:{FIGURE})\s?[.\-]?\s?{_OPENED}(?P<number>{NUMBER}){_CLOSED}"
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
    """Find references to figures in sentences, in order; "上図" has no number. At most 2,000."""
    own: dict[int, set[str]] = {}
    for caption in captions:
        own.setdefault(caption.line, set()).add(caption.number)
    known = frozenset(caption.number for caption in captions if not caption.table)
    mentions: list[Mention] = []
    for sentence in sentences:
        if lines and lines[min(sentence.first_line, len(lines) - 1)].place is Place.CONTENTS:
            continue
        titles = _own_numbers(sentence, own)
        numbers = [number for number in spoken_of(sentence.text, known) if number not in titles]
        mentions += (
            Mention(FigureReference(number=number, quote=sentence.quote), sentence.first_line)
            for number in numbers
        )
        if len(mentions) >= MOST_REFERENCES:
            break
    return tuple(mentions[:MOST_REFERENCES])


def _own_numbers(sentence: ReportSentence, own: Mapping[int, set[str]]) -> set[str]:
    """Return the numbers of captions whose line contains this sentence."""
    line = sentence.first_line
    if line not in own or sentence.last_line - line > 1:
        return set()
    return own[line] | {""}


def spoken_of(text: str, known: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """List the numbers of figures mentioned in a text, without duplicates; ranges are expanded.

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
    """Yield the numbers that one printed number stands for; return the last of them."""
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
    """Complete a number from the previous one: "図2.1/2" means 2.1 and 2.2."""
    number = number_of(more["number"])
    if more["again"] or "." in number or "." not in last:
        return number
    return last.rpartition(".")[0] + "." + number


def _between(first: str, last: str) -> Iterator[str]:
    """Return the numbers after `first` up to `last`; only `last` if the range is not short."""
    head, _, low = first.rpartition(".")
    other, _, high = last.rpartition(".")
    if head == other and low.isdigit() and high.isdigit():
        span = range(int(low) + 1, int(high))
        if len(span) <= MOST_OF_A_RANGE:
            yield from (f"{head}.{number}" if head else str(number) for number in span)
    yield last


def running_text(
    spoken: Sequence[ReportSentence], headings: Collection[int], captions: Sequence[Caption]
) -> tuple[ReportSentence, ...]:
    """Return the sentences of running text, without headings and captions."""
    titles = {caption.line for caption in captions}
    running: list[ReportSentence] = []
    for sentence in spoken:
        line = sentence.first_line
        if line in titles and sentence.last_line == line:
            titles.discard(line)  # what follows it in the same paragraph is text
        elif line not in headings:
            running.append(sentence)
    return tuple(running)
