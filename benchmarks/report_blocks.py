"""What a made report consists of, before a tool writes it."""

from collections.abc import Iterator

from msgspec import Struct, field
from msgspec.structs import replace

Option = str | int | float | bool


class Sentence(Struct, frozen=True, kw_only=True):
    """A sentence, and what a reader takes from it."""

    text: str  # "{fig}" stands for the figure it speaks of
    explains: str = "no"  # "yes", "no", or "either" where two people would not agree
    growth: str = ""  # a value of reports.record.Growth, "either", or "" = states no relation
    exponent: float | None = None
    restated: bool = False
    left_over: bool = False
    backend: str = ""


class Heading(Struct, frozen=True):
    text: str
    level: int = 1
    role: str = ""  # "purpose", "method", "result", "discussion": those an assignment may ask for


class Prose(Struct, frozen=True):
    sentences: tuple[Sentence, ...]
    style: str = ""  # "" or "note"


class Drawing(Struct, frozen=True, kw_only=True):
    """A picture to draw."""

    name: str  # a key of report_drawings.DRAWINGS
    seed: int = 0
    kind: str = "raster"  # or "vector", "chart", "emf", "svg"

    @property
    def graph(self) -> bool:
        """Tells whether it is a graph of data."""
        return self.name in GRAPHS


class Figure(Struct, frozen=True, kw_only=True):
    """One or two drawings under one caption, or one each."""

    drawings: tuple[Drawing, ...]
    titles: tuple[str, ...] = ()  # without label; () = no caption
    numbers: tuple[str, ...] = ()
    word: str = "図"  # "図", "Figure ", "Fig. "
    above: bool = False

    @property
    def captions(self) -> tuple[str, ...]:
        """Gives the captions as printed."""
        return tuple(
            f"{self.word}{number} {title}"
            for number, title in zip(self.numbers, self.titles, strict=True)
        )


class Table(Struct, frozen=True, kw_only=True):
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


class Code(Struct, frozen=True):
    text: str
    numbered: bool = False


class Items(Struct, frozen=True):
    items: tuple[str, ...]
    numbered: bool = False


class Unseen(Struct, frozen=True):
    """Text that a reader of the paper does not see."""

    text: str
    how: str  # "pale", "tiny", "invisible"


class Break(Struct, frozen=True):
    """A new page."""


Block = Heading | Prose | Figure | Table | Code | Items | Unseen | Break
GRAPHS = frozenset({"line", "loglog", "bars", "points", "many", "fitted", "panels", "gnuplot"})


class Report(Struct, frozen=True, kw_only=True):
    """A whole report."""

    title: str
    student: str
    blocks: tuple[Block, ...]
    english: bool = False
    cover: bool = False
    contents: bool = False
    date: str = "2025年4月17日"

    def figures(self) -> Iterator[Figure]:
        """Gives its figures, in order."""
        return (block for block in self.blocks if isinstance(block, Figure))

    def sentences(self) -> Iterator[Sentence]:
        """Gives its sentences, in order."""
        for block in self.blocks:
            if isinstance(block, Prose):
                yield from block.sentences

    def with_blocks(self, *blocks: Block) -> "Report":
        """Gives the same report with other blocks."""
        return replace(self, blocks=blocks)


class Layout(Struct, frozen=True, kw_only=True):
    """How a report looks, and which tool writes it."""

    name: str
    tool: str  # a key of report_tools.TOOLS
    options: dict[str, Option] = field(default_factory=dict)

    def text(self, name: str, default: str = "") -> str:
        """Reads an option that is a word."""
        return str(self.options.get(name, default))

    def number(self, name: str, default: float = 0.0) -> float:
        """Reads an option that is a number."""
        return float(self.options.get(name, default))

    def has(self, name: str) -> bool:
        """Tells whether something is switched on."""
        return bool(self.options.get(name, False))


ROMAN = ("", "Ⅰ", "Ⅱ", "Ⅲ", "Ⅳ", "Ⅴ", "Ⅵ", "Ⅶ", "Ⅷ")
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


def marks(headings: list[Heading], style: str) -> list[str]:
    """Writes what stands around each heading ("1. ", "第1章 ", "【】").

    Returns formats with one `{}` for the heading's text.
    """
    found, counts = [], [0, 0, 0, 0]
    for heading in headings:
        counts[heading.level] += 1
        counts[heading.level + 1 :] = [0] * (3 - heading.level)
        numbers = [str(n) for n in counts[1 : heading.level + 1]]
        found.append(_mark(style, heading.level, numbers))
    return found


def _mark(style: str, level: int, numbers: list[str]) -> str:
    dotted = ".".join(numbers)
    if level > 1:
        bare = style in {"plain", "square", "bracket", "circled"}
        return "・{}" if bare else f"{dotted.translate(WIDE) if style == 'wide' else dotted} {{}}"
    number = numbers[0]
    return {
        "dot": f"{number}. {{}}",
        "wide": f"{number.translate(WIDE)}．{{}}",
        "chapter": f"第{number}章　{{}}",
        "bare-number": f"{number} {{}}",
        "roman": f"{ROMAN[int(number)]}. {{}}",
        "square": "■ {}",
        "bracket": "【{}】",
        "circled": chr(0x2460 + int(number) - 1) + " {}",
        "paren": f"({number}) {{}}",
        "angle": "＜{}＞",
        "diamond": "◆{}",
    }.get(style, "{}")
