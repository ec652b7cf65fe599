"""The content of a report: chapters, figures, sentences. Made from a Document; facts only."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from grader.model.document import Box, Chart, FileKind, Hidden, PictureKind, ReadTrouble

_PAIRS = "【】〔〕［］[]《》〈〉＜＞<>≪≫「」『』（）(){}｛｝――--——~~〜〜～～"
# Marks around a heading; their two halves are a chapter's number.
BRACKETS = frozenset(_PAIRS[at : at + 2] for at in range(0, len(_PAIRS), 2))


class Answer(StrEnum):
    """The result of an examination; a person settles "unsure"."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


class Chapter(Struct, frozen=True, kw_only=True):
    """A heading."""

    level: int  # 1 = top
    number: str  # as printed: "1.", "第2章", "■"; "" = none
    text: str  # as printed, without its number; widths and gaps are normalised
    page: int
    line: int  # index among the document's lines
    why: tuple[str, ...]  # "style", "tag", "bookmark", "number", "bold", "larger", "vocabulary", …

    @property
    def printed(self) -> str:
        """The heading as the report prints it."""
        if self.number in BRACKETS:
            return f"{self.number[0]}{self.text}{self.number[1]}"
        return f"{self.number} {self.text}".strip()


class Quote(Struct, frozen=True, kw_only=True):
    """A sentence of the report."""

    text: str  # as printed, shortened
    page: int


class Caption(Struct, frozen=True, kw_only=True):
    """A numbered title of a figure or a table."""

    label: str  # "図1", "Fig. 2", "表1"
    number: str  # "1", "2.1"
    title: str
    page: int
    line: int
    table: bool = False


class FigureReference(Struct, frozen=True, kw_only=True):
    """A reference in the text to a numbered figure; ranges are expanded."""

    number: str
    quote: Quote


class Figure(Struct, frozen=True, kw_only=True):
    """A picture in the report, with its caption and labels."""

    kind: PictureKind
    page: int
    box: Box | None
    is_graph: Answer
    score: float  # how much it looks like a graph; 1.0 is unsure, 1.8 is a graph
    why: tuple[str, ...] = ()  # evidence: "axes", "ticks-x", "chart", "table", "photo", …
    caption: Caption | None = None
    referenced: bool = False
    axis_labels: tuple[str, ...] = ()  # if they can be read
    chart: Chart | None = None
    decoration: bool = False  # a logo, a template's picture, a rule
    crop: bytes = b""  # PNG, at most 360 pixels wide


class RelationStanding(StrEnum):
    """How plainly a sentence states a growth of the time."""

    OWN = "own"  # with an exponent, and plain enough to be compared with a measurement
    VAGUE = "vague"  # in words, by factors, as a bound, or for some of the sizes only
    ASIDE = "aside"  # denied, theoretical, supposed or quoted


class Relation(Struct, frozen=True, kw_only=True):
    """A sentence that states how the time depends on the size."""

    quote: Quote
    exponents: tuple[float, ...] = ()  # those it names: n^3, 3乗, a slope of 2.9
    standing: RelationStanding = RelationStanding.VAGUE

    @property
    def printed(self) -> str:
        """The exponents as powers, which both languages read; "" without any."""
        return ", ".join(f"n^{exponent:g}" for exponent in self.exponents)


class HiddenText(Struct, frozen=True, kw_only=True):
    """Text that is invisible to a reader."""

    how: Hidden
    quote: Quote


class ReportOutline(Struct, frozen=True, kw_only=True):
    """The content of a report, as far as the grader could recognise it."""

    kind: FileKind
    producer: str = ""
    page_count: int = 0  # 0 = not known
    page_size_pt: tuple[float, float] = (0.0, 0.0)  # of most pages
    body_size_pt: float = 0.0  # of most characters
    characters: int = 0  # visible ones, without spaces
    invisible: int = 0  # characters drawn without ink
    typed: int = 0  # of `characters`: in form fields and text annotations of a PDF
    outlined_pages: tuple[int, ...] = ()  # pages of letters drawn as curves, with hardly any text
    ink_pages: tuple[int, ...] = ()  # pages of strokes with hardly any visible text
    scanned_pages: tuple[int, ...] = ()  # pages under a picture, with hardly any visible text
    garbled: float = 0.0  # share of characters that are no text in Japanese or English
    chapters: tuple[Chapter, ...] = ()
    figures: tuple[Figure, ...] = ()
    captions: tuple[Caption, ...] = ()  # in order, including those of figures
    references: tuple[FigureReference, ...] = ()
    explanations: tuple[Quote, ...] = ()  # say what a graph shows
    relations: tuple[Relation, ...] = ()
    restated: tuple[Quote, ...] = ()  # only repeat what the assignment asks for
    backends: Mapping[str, Quote] | None = None  # mentioned in the report, by backend
    left_over: tuple[Quote, ...] = ()  # placeholders of a template that were not filled in
    hidden: tuple[HiddenText, ...] = ()
    students: tuple[str, ...] = ()  # ids found in the text, as printed
    thumbnails: tuple[bytes, ...] = ()  # PNG of the first pages
    complete: bool = True  # False: the reader was stopped before the end

    @property
    def graphs(self) -> tuple[Figure, ...]:
        """The figures that are, or may be, graphs."""
        may_be = (figure for figure in self.figures if figure.is_graph is not Answer.NO)
        return tuple(figure for figure in may_be if not figure.decoration)


class ReportEvidence(Struct, frozen=True, kw_only=True):
    """Everything observed about the report of one submission."""

    file: str  # logical name; "" = none was found
    candidates: tuple[str, ...] = ()  # files that could be it, when none can be chosen
    kind: FileKind = FileKind.UNKNOWN
    size_bytes: int = 0
    reading: ReadTrouble | None = None
    detail: str = ""  # of `reading`, English
    seconds: float = 0.0  # wall clock of reading it
    outline: ReportOutline | None = None
    waiting: tuple[str, ...] = ()  # libraries that are missing here, so that it was not read
    key: str = ""  # hash of everything this observation depends on
    trouble: str = ""  # our own fault, a traceback: nothing else is known
