"""The documents of the labelled set: good ones, lacking ones, odd ones, in two halves."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace
from report_blocks import Layout
from report_layouts import PDF_HELD, PDF_TUNE, WORD_HELD, WORD_TUNE
from report_writing import Plan


class Case(Struct, frozen=True, kw_only=True):
    """One document to make."""

    name: str
    layout: Layout
    plan: Plan
    odd: str = ""  # a key of report_set.ODD: what happens to the good file


LACKING: tuple[tuple[str, dict[str, object]], ...] = (
    ("no-headings", {"lacks": ("headings",)}),
    ("no-discussion", {"lacks": ("discussion", "closing")}),
    ("no-graph", {"lacks": ("graph", "explain")}),
    ("only-code", {"lacks": ("graph", "explain"), "extras": ("code", "terminal")}),
    ("only-table", {"lacks": ("graph", "explain"), "extras": ("table",)}),
    ("no-caption", {"lacks": ("caption",)}),
    ("no-reference", {"lacks": ("reference",)}),
    ("no-explanation", {"lacks": ("explain",), "relation": ""}),
    ("no-relation", {"relation": ""}),
    ("weak-relation", {"relation": "increases"}),
    ("exponential", {"relation": "exponential"}),
    ("square", {"relation": "square"}),
    ("linear", {"relation": "linear"}),
    ("hidden", {"extras": ("hidden",)}),
    ("left-over", {"extras": ("left-over",)}),
    ("no-cupy", {"backends": ("python", "numpy", "torch"), "drawings": ("many",)}),
    ("left-over-tex", {"extras": ("left-over",)}),
    ("hidden-pdf", {"extras": ("hidden-tiny", "code")}),
    ("hidden-word", {"extras": ("hidden-pale",)}),
    ("hidden-tex", {"extras": ("hidden-pale", "items")}),
    ("left-over-pdf", {"extras": ("left-over", "sub")}),
    ("hidden-tail", {"extras": ("hidden-tiny",)}),
    ("hidden-invisible", {"extras": ("hidden-invisible", "table")}),
)  # fmt: skip
ODD: tuple[tuple[str, str], ...] = (
    ("scan", "tex"), ("ink", "word"), ("locked-docx", "word"), ("locked-pdf", "tex"),
    ("owner-pdf", "tex"), ("cut-docx", "word"), ("cut-pdf", "tex"), ("web-doc", "word"),
    ("odt", "word"), ("rtf", "word"), ("doc", "word"), ("pdf-as-docx", "tex"),
    ("docx-as-pdf", "word"), ("quartz", "office"), ("text", "word"), ("empty", "word"),
    ("picture", "tex"), ("sheet", "word"), ("macros", "word"),
)  # fmt: skip
PLAIN_TOOLS: dict[str, tuple[Layout, ...]] = {
    "tune": (
        Layout(name="bold", tool="word"),
        Layout(name="jsarticle", tool="tex", options={"tikz": True}),
        Layout(name="office-styles", tool="office", options={"headings": "style"}),
    ),
    "held": (
        Layout(name="gothic", tool="word", options={"headings": "gothic", "marks": "wide"}),
        Layout(name="jlreq", tool="tex", options={"engine": "lualatex", "class": "jlreq"}),
        Layout(name="docs", tool="print", options={"theme": "docs"}),
    ),
}
SEEDS = {"tune": 1_000, "held": 5_000}


def cases(half: str) -> Iterator[Case]:
    """Gives the documents of one half: good ones, lacking ones, odd ones."""
    rows = {"tune": WORD_TUNE + PDF_TUNE, "held": WORD_HELD + PDF_HELD}[half]
    first = Plan(half=half, seed=SEEDS[half])
    for number, (name, tool, options, changes) in enumerate(rows):
        layout = Layout(name=name, tool=tool, options=options)
        plan = replace(first, seed=first.seed + number, **changes)  # type: ignore[arg-type]
        yield Case(name=name, layout=layout, plan=plan)
    tools = PLAIN_TOOLS[half]
    for number, (name, changes) in enumerate(LACKING):
        plan = replace(first, seed=first.seed + 100 + number, **changes)  # type: ignore[arg-type]
        yield Case(name=f"lacking-{name}", layout=tools[number % len(tools)], plan=plan)
    by_tool = {layout.tool: layout for layout in tools}
    for number, (odd, tool) in enumerate(ODD):
        layout = by_tool.get(tool, Layout(name=tool, tool=tool, options={"headings": "style"}))
        plan = replace(first, seed=first.seed + 200 + number)
        yield Case(name=f"odd-{odd}", layout=layout, plan=plan, odd=odd)
