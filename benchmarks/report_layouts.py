"""The documents of the labelled set: layouts, and what each says. Two halves that share neither."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from report_blocks import Layout, Option
from report_writing import Plan

ALL = ("python", "numpy", "cupy", "torch")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One document to make."""

    name: str
    layout: Layout
    plan: Plan
    odd: str = ""  # a key of report_set.ODD: what happens to the good file
    options: dict[str, Option] = field(default_factory=dict)


Row = tuple[str, str, dict[str, Option], dict[str, object]]  # name, tool, options, plan
WORD_TUNE: tuple[Row, ...] = (
    ("bold", "word", {}, {"drawings": ("line", "loglog"), "extras": ("sub", "code")}),
    ("styles", "word", {"headings": "style", "captions": "seq"}, {"extras": ("table", "flow")}),
    ("automatic", "word", {"headings": "numPr"}, {"drawings": ("fitted", "points")}),
    ("wide", "word", {"headings": "typed", "marks": "wide"}, {"extras": ("items", "terminal")}),
    ("square", "word", {"headings": "bold", "marks": "square"}, {"extras": ("listing", "logo")}),
    ("chart", "word", {"marks": "chapter"}, {"kind": "chart", "extras": ("sub",)}),
    ("text-box", "word", {"figures": "box"}, {"drawings": ("line", "bars")}),
    ("cell", "word", {"figures": "cell", "header": True}, {"drawings": ("many",), "backends": ALL}),
    ("vml", "word", {"figures": "vml", "headings": "large"}, {"drawings": ("bars", "line")}),
    ("svg", "word", {"headings": "gothic"}, {"kind": "svg", "extras": ("code",)}),
    ("cover", "word", {"headings": "style"}, {"cover": True, "contents": True, "extras": ("sub",)}),
    ("typed-contents", "word", {"typed-contents": True}, {"contents": True, "pages": 2}),
    ("two-columns", "word", {"columns": 2, "commas": True}, {"drawings": ("line", "points")}),
    ("side-by-side", "word", {}, {"drawings": ("line", "loglog"), "together": True}),
    ("template", "word", {"template": "table"}, {"extras": ("table-picture", "left-over")}),
    ("english", "word", {"headings": "style"}, {"language": "en", "extras": ("sub", "terminal")}),
    ("google", "word", {"headings": "style", "marks": "plain", "latin": "Arial", "dress": ""}, {}),
)
PDF_TUNE: tuple[Row, ...] = (
    ("jsarticle", "tex", {}, {"drawings": ("line", "fitted"), "extras": ("sub", "code")}),
    ("tikz", "tex", {"tikz": True}, {"kind": "vector", "extras": ("items", "table")}),
    ("tex-columns", "tex", {"twocolumn": True, "commas": True}, {"kind": "vector", "pages": 3}),
    ("ltjsarticle", "tex", {"engine": "lualatex"}, {"kind": "vector", "contents": True}),
    ("unnumbered", "tex", {"unnumbered": True}, {"drawings": ("many", "bars"), "backends": ALL}),
    ("markdown", "print", {"theme": "markdown"}, {"extras": ("listing",), "drawings": ("points",)}),
    ("flat", "print", {"theme": "flat", "tags": False, "marks": "square"}, {"extras": ("photo",)}),
    ("flat-bold", "print", {"theme": "flat", "tags": False, "bold": True}, {"kind": "svg"}),
    (
        "mincho",
        "print",
        {"theme": "mincho", "marks": "roman"},
        {"cover": True, "extras": ("logo",)},
    ),
    ("office-styles", "office", {"headings": "style"}, {"drawings": ("line", "gnuplot")}),
    (
        "office-bold",
        "office",
        {"header": True, "marks": "bracket"},
        {"extras": ("table", "sketch")},
    ),
    ("office-english", "office", {"headings": "bold"}, {"language": "en", "drawings": ("loglog",)}),
    (
        "ten-pages",
        "office",
        {"headings": "bold"},
        {
            "pages": 6,
            "drawings": ("line", "loglog", "bars", "many", "points"),
            "extras": ("sub", "code", "terminal", "table"),
        },
    ),
    (
        "ten-pages-tex",
        "tex",
        {},
        {
            "pages": 6,
            "kind": "vector",
            "drawings": ("line", "loglog", "bars", "many", "points"),
            "extras": ("sub", "code", "terminal", "table"),
        },
    ),
)
WORD_HELD: tuple[Row, ...] = (
    ("underlined", "word", {"headings": "underlined"}, {"drawings": ("fitted", "points")}),
    (
        "own-styles",
        "word",
        {"headings": "custom", "marks": "wide"},
        {"extras": ("sub", "terminal")},
    ),
    ("outline", "word", {"headings": "outline", "marks": "roman"}, {"extras": ("items", "table")}),
    ("circled", "word", {"marks": "circled", "font": "ＭＳ 明朝"}, {"extras": ("code", "photo")}),
    ("paren", "word", {"marks": "paren"}, {"drawings": ("gnuplot",), "extras": ("listing",)}),
    ("angle", "word", {"marks": "angle", "headings": "gothic"}, {"drawings": ("bars", "line")}),
    ("diamond", "word", {"marks": "diamond"}, {"kind": "emf", "drawings": ("line",)}),
    (
        "two-charts",
        "word",
        {"headings": "style", "auto-number": True},
        {"kind": "chart", "drawings": ("line", "fitted")},
    ),
    (
        "box-columns",
        "word",
        {"figures": "box", "columns": 2},
        {"drawings": ("many",), "backends": ALL},
    ),
    ("captions-above", "word", {"captions": "seq"}, {"above": True, "drawings": ("line", "bars")}),
    (
        "one-line-captions",
        "word",
        {"captions-together": True},
        {"together": True, "drawings": ("points", "loglog")},
    ),
    ("cover-plain", "word", {"headings": "typed", "marks": "plain"}, {"cover": True, "pages": 2}),
    (
        "contents-field",
        "word",
        {"headings": "style", "marks": "chapter", "header": True},
        {"contents": True, "cover": True, "extras": ("sub", "logo")},
    ),
    ("table-form", "word", {"template": "table", "marks": "square"}, {"extras": ("left-over",)}),
    ("pages-export", "word", {"headings": "large", "latin": "Helvetica", "dress": "Pages"}, {}),
    (
        "english-bold",
        "word",
        {"headings": "bold", "marks": "bare-number"},
        {"language": "en", "drawings": ("panels",), "extras": ("flow",)},
    ),
    ("commas", "word", {"commas": True, "figures": "cell"}, {"extras": ("table-picture", "sub")}),
)
PDF_HELD: tuple[Row, ...] = (
    ("jlreq", "tex", {"engine": "lualatex", "class": "jlreq"}, {"drawings": ("many", "line")}),
    (
        "jsreport",
        "tex",
        {"class": "jsreport", "top": "chapter"},
        {"contents": True, "cover": True, "extras": ("sub", "code")},
    ),
    (
        "article",
        "tex",
        {"class": "article", "class-options": "dvipdfmx,11pt"},
        {"language": "en", "kind": "vector", "extras": ("sub", "items")},
    ),
    (
        "tikz-columns",
        "tex",
        {"tikz": True, "twocolumn": True, "engine": "lualatex"},
        {"kind": "vector", "drawings": ("line", "loglog"), "pages": 2},
    ),
    (
        "minipages",
        "tex",
        {"commas": True},
        {"kind": "vector", "together": True, "drawings": ("line", "points"), "extras": ("table",)},
    ),
    (
        "gothic-heads",
        "tex",
        {"class-options": "uplatex,dvipdfmx,11pt", "unnumbered": True},
        {"drawings": ("gnuplot",), "extras": ("terminal", "sketch")},
    ),
    ("notebook", "print", {"theme": "notebook", "marks": "plain"}, {"extras": ("listing", "logo")}),
    (
        "docs",
        "print",
        {"theme": "docs", "marks": "plain"},
        {"drawings": ("bars", "many"), "backends": ALL},
    ),
    ("html-columns", "print", {"theme": "columns", "marks": "wide"}, {"kind": "svg", "pages": 2}),
    ("letter", "print", {"theme": "docs", "paper": "Letter"}, {"language": "en", "kind": "vector"}),
    (
        "office-gothic",
        "office",
        {"headings": "gothic", "marks": "circled"},
        {"extras": ("photo", "flow")},
    ),
    (
        "office-custom",
        "office",
        {"headings": "custom", "marks": "bare-number", "columns": 2},
        {"drawings": ("line", "fitted")},
    ),
    (
        "ten-pages",
        "office",
        {"headings": "gothic"},
        {
            "pages": 6,
            "drawings": ("line", "loglog", "bars", "many", "points"),
            "extras": ("sub", "code", "terminal", "table"),
        },
    ),
    (
        "ten-pages-tex",
        "tex",
        {"engine": "lualatex"},
        {
            "pages": 6,
            "kind": "vector",
            "drawings": ("line", "loglog", "bars", "many", "points"),
            "extras": ("sub", "code", "terminal", "table"),
        },
    ),
)
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
