"""Judge how much a line looks like a heading by itself, and why."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct, field

from grader.model.document import Place
from grader.patterns import lazy_regex
from grader.prose.folding import has_japanese, squeeze, width
from grader.reports.lines import ends_sentence
from grader.reports.rows import LARGER, HeadingCandidate
from grader.reports.titles import TitleWords, read_marker, title_words

_MARKERS = {
    mark: weight
    for weight, marks in (
        (3.0, "章"),
        (2.5, "節"),
        (2.0, "項 § 付録"),
        (1.8, "課題"),
        (1.6, "【】"),
        (1.3, "I"),
        (1.2, "n ［］ ＜＞ 〈〉 《》 ≪≫ 〔〕"),
        (1.0, "一 <> ■ ◆ ● □ ◎ ▼"),
        (0.9, "◇ ❖ ▶ ►"),
        (0.8, "A <1> []"),
        (0.7, "○ ★"),
        (0.6, "(1) 1) ① ⑴ ㈠ (一) 『』"),
    )
    for mark in marks.split()
}
_OTHER_MARKER = 0.4
_SUB_NUMBER = 1.6
_HASHES = 2.5
TRUSTED = 5.0
_NO_TITLE = frozenset({"章", "節", "課題", "§", "付録"})  # markers that may stand without a title
_VERB = lazy_regex(
    r"(?:です|ます|である|ました|した|った|いる|ある|ない|なる|れる|する|せよ|ください|ため|ので|から)$"
)
# Custom styles, such as 「卒論見出し1」. The reader knows only Word's own.
_HEADING_STYLE = lazy_regex("見出し|heading|章題|節題|section|chapter", re.IGNORECASE)
_OTHER_STYLE = lazy_regex(
    "^(?:title|subtitle|caption|quote|表題|副題|図表番号|図番号|引用文|bibliography|目次|toc)",
    re.IGNORECASE,
)
_ASKING = frozenset({"課題", "n1", "n2", "I", "章"})  # keys of titles that may be the question
_ORDER = lazy_regex(r"(?:せよ|なさい|ください|下さい)$")
_TASK = lazy_regex("課題|問題|設問|テーマ|内容|解答|回答|説明|出力|データ|参考|質問")
_OPEN_END = lazy_regex(r"(?:[、，,をにがで→=＝+(（「]|(?<!と)は)$")
_FORMULA = lazy_regex(r"[=＝≒≈∑Σ∫√≤≥]")
_ADDRESS = lazy_regex(r"https?:|www\.|@|\.(?:com|jp|org|html)\b")
_PAIR = lazy_regex(r"[^:：]+[:：]\s*\S")
_RUN_IN = lazy_regex(r"\s*(?:[:：。．]|\.\s|　| {2,}|\t|\s[-–—―]\s|\n)\s*")
_TITLE_WIDTHS = ((60.0, 5.0), (40.0, 2.0), (25.0, 0.5))
_PROSE = 20.0
_WORDS_ALONE = 6.0  # no sentence is shorter
_MANY_WORDS = 9
_SHORT = 24.0
_GLUED = lazy_regex(r"([0-9０-９]{1,2})(?=[^\s\W0-9０-９])")


class Candidate(Struct, kw_only=True):
    """A row, its title, and its score as a heading."""

    row: HeadingCandidate
    title: str
    number: str
    words: TitleWords  # of the title
    run_in: bool  # the chapter's text starts on the same line
    score: float = 0.0
    why: list[str] = field(default_factory=list)
    key: str = ""  # of its marker; "" = none
    ordinal: tuple[int, ...] = ()

    @property
    def trusted(self) -> int:
        """The heading level stated in the file; 0 = none."""
        return self.row.line.level

    def add(self, score: float, why: str = "") -> None:
        """Add to the score, and record the reason."""
        self.score += score
        if why and why not in self.why:
            self.why.append(why)


def candidates_of(rows: Sequence[HeadingCandidate]) -> list[Candidate]:
    """Score every row by itself."""
    return [_candidate(row) for row in rows]


def _candidate(row: HeadingCandidate) -> Candidate:
    candidate = _with_title(row)
    if candidate.trusted and not _is_paragraph(candidate):
        candidate.add(TRUSTED, row.line.level_from or "style")
    if not candidate.title and (row.marker is None or row.marker.style not in _NO_TITLE):
        candidate.add(-9.0)
        return candidate
    reasons = (_by_style(row), _by_marker(candidate), _by_look(row), _by_word(candidate))
    for score, why in chain.from_iterable(reasons):
        candidate.add(score, why)
    for penalty in _against(candidate):
        candidate.add(-penalty)
    return candidate


def _with_title(row: HeadingCandidate) -> Candidate:
    """Split a row into number, title and text that runs on."""
    marker, text = row.marker, row.text
    if (
        marker is None
        and (glued := _GLUED.match(text))
        and title_words(text[glued.end() :]).chapter == 1.0
    ):
        marker = read_marker(f"{glued[0]}. {text[glued.end() :]}")
    title = text if marker is None else marker.rest
    number = marker.number.rstrip(" ") if marker else ""
    tail = marker.run_in if marker else ""
    if not tail and (split := _RUN_IN.search(title)):
        head, rest = title[: split.start()], title[split.end() :]
        named = title_words(head).chapter == 1.0 and width(head) < _SHORT
        if named and (marker or is_prose(rest)):
            title, tail = head, rest
    title = title.strip().strip("　").rstrip(":：")
    return Candidate(
        row=row,
        title=title,
        number=number,
        words=title_words(title),
        run_in=bool(tail),
        key=marker.key if marker else "",
        ordinal=marker.ordinal if marker else (),
    )


def _is_paragraph(candidate: Candidate) -> bool:
    """Return whether a candidate is a paragraph, even if the file calls it a heading."""
    return width(candidate.title) > _TITLE_WIDTHS[0][0] and not candidate.run_in


def is_prose(text: str) -> bool:
    """Return whether a text is running text."""
    return ends_sentence(text) or width(text) > _PROSE


def _by_marker(candidate: Candidate) -> Iterator[tuple[float, str]]:
    """Score the mark in front."""
    marker = candidate.row.marker
    if marker is None and candidate.number:
        yield 0.6, "number"
    elif marker is not None:
        if marker.style.startswith("#"):
            yield _HASHES, "marker"
        elif marker.style == "n" and marker.depth > 1:
            yield _SUB_NUMBER, "number"
        else:
            weight = _MARKERS.get(marker.style, _OTHER_MARKER)
            yield weight, "number" if marker.ordinal else "marker"
        if marker.ordinal and not marker.number[:1].isalnum():
            yield 0.2, ""
    elif candidate.row.line.listed:
        yield 0.3, "marker"


def _by_look(row: HeadingCandidate) -> Iterator[tuple[float, str]]:
    """Score what sets a line off from the body text."""
    for least, score in ((1.35, 1.8), (1.15, 1.5), (LARGER, 1.0)):
        if row.larger >= least:
            yield score, "larger"
            break
    if row.larger < 1 / LARGER:
        yield -0.6, ""
    if row.bold:
        yield 1.5, "bold"
    elif row.other_font:
        yield 0.9, "font"
    if row.line.centred:
        yield 0.3, ""
    if row.space:
        yield 0.4, "space"
    if is_prose(row.follows):
        yield (0.8 if row.set_off and row.line.place is Place.BODY else 0.4), ""


def _by_style(row: HeadingCandidate) -> Iterator[tuple[float, str]]:
    """Score the name of the style."""
    if _HEADING_STYLE.search(row.line.style) and not row.line.level:
        yield 3.0, "style"
    elif _OTHER_STYLE.search(row.line.style):
        yield -3.0, ""


def _by_word(candidate: Candidate) -> Iterator[tuple[float, str]]:
    """Score the words of the title."""
    if candidate.words.chapter == 1.0:
        yield 2.4, "vocabulary"
    elif candidate.words.chapter:
        yield candidate.words.chapter * 2.0, ""


def _against(candidate: Candidate) -> Iterator[float]:
    """Yield penalties for signs that a row is not a heading."""
    row, title = candidate.row, candidate.title
    named = candidate.words.chapter == 1.0
    long = next((cost for least, cost in _TITLE_WIDTHS if width(title) > least), 0.0)
    yield long / 2 if row.set_off and candidate.key else long
    if candidate.run_in and not candidate.key and _TASK.fullmatch(squeeze(title)):
        yield 1.5  # the task as it was set
    if not named:
        yield from _as_sentence(title, asks=candidate.key in _ASKING)
        yield from _as_data(title)
    if row.line.place is Place.TABLE and not (
        (is_prose(row.follows) and (named or candidate.key))
        or candidate.run_in
        or (named and candidate.key)
    ):
        yield 2.5
    if row.indented and not row.set_off and not candidate.key:
        yield 1.0
    if row.beside:
        yield 2.0
    if not row.set_off and not candidate.key and not named:
        yield 0.6


def _as_sentence(title: str, *, asks: bool) -> Iterator[float]:
    """Yield penalties for signs of a sentence."""
    if ends_sentence(title):
        yield (0.0 if asks else 1.0) if title[-1] in "?？!！" else 3.0
    elif (
        not (asks and _ORDER.search(title)) and _VERB.search(title) and width(title) > _WORDS_ALONE
    ):
        yield 1.6
    if _OPEN_END.search(title):
        yield 2.5
    if re.search("[。]|[．.](?=[^\\s\\d])", title[:-1]) and has_japanese(title):
        yield 2.0
    elif re.search("[、，]", title):
        yield 0.7
    if re.match("[をにはがでとも、。，）)]", title):
        yield 2.0
    words = title.split()
    if not has_japanese(title) and words and (words[0][:1].islower() or len(words) > _MANY_WORDS):
        yield 1.5


def _as_data(title: str) -> Iterator[float]:
    """Yield penalties for signs of a formula, an address, a value or code."""
    solid = re.sub(r"\s", "", title)
    letters = sum(character.isalpha() for character in solid)
    if solid and letters < (0.34 if has_japanese(title) else 0.5) * len(solid):
        yield 2.0
    if _FORMULA.search(title):
        yield 2.5
    if _ADDRESS.search(title):
        yield 5.0
    if _PAIR.match(title):
        yield 1.0
    if re.match(r"[\w.]+\s*[(\[]", title) and not has_japanese(title):
        yield 1.5
    if len(solid) == 1:
        yield 1.5
