"""The layouts of the labelled set, and what each document says. Two halves that share none."""

from report_blocks import Option

ALL = ("python", "numpy", "cupy", "torch")
GALLERY = ("line", "loglog", "bars", "points", "many", "fitted", "panels", "gnuplot")
# Classes with chapters count figures anew in each; the text here counts them through.
COUNTED = r"\usepackage{chngcntr}\counterwithout{figure}{chapter}"
SHOTS = ("code", "terminal", "flow", "table-picture", "sketch", "photo")
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
    (
        "typed-contents",
        "word",
        {"typed-contents": True},
        {"contents": True, "pages": 2, "extras": ("dates",)},
    ),
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
    ("tasks", "word", {"headings": "large", "marks": "plain"}, {"extras": ("tasks", "items")}),
    ("tasks-tex", "tex", {}, {"extras": ("tasks", "sources"), "kind": "vector"}),
    (
        "dates",
        "word",
        {"headings": "typed"},
        {"extras": ("dates", "formula", "items", "sources"), "drawings": ("line", "bars")},
    ),
    (
        "formula",
        "print",
        {"theme": "mincho", "tags": False, "bold": True},
        {"extras": ("formula", "listing", "sources", "code")},
    ),
    ("bare", "office", {"headings": "typed", "marks": "plain"}, {"extras": ("sources", "table")}),
    (
        "gallery-word",
        "word",
        {"headings": "style"},
        {"drawings": GALLERY, "extras": SHOTS, "kind": "raster"},
    ),
    ("gallery-tex", "tex", {}, {"drawings": GALLERY, "extras": SHOTS, "kind": "vector"}),
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
        {"class": "jsreport", "top": "chapter", "preamble": COUNTED},
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
    ("tasks-bold", "word", {"marks": "bare-number"}, {"extras": ("tasks", "code", "sources")}),
    ("tasks-html", "print", {"theme": "docs", "marks": "plain"}, {"extras": ("tasks", "flow")}),
    (
        "sources",
        "tex",
        {"commas": True},
        {"extras": ("sources", "dates", "formula"), "drawings": ("line", "bars")},
    ),
    (
        "dates-roman",
        "word",
        {"headings": "gothic", "marks": "roman"},
        {"extras": ("dates", "items", "formula", "table")},
    ),
    (
        "english-sources",
        "office",
        {"headings": "bold"},
        {"language": "en", "extras": ("sources", "dates", "formula", "terminal")},
    ),
    (
        "gallery-word",
        "word",
        {"marks": "square", "headings": "gothic"},
        {"drawings": GALLERY, "extras": SHOTS, "kind": "raster"},
    ),
    (
        "gallery-tex",
        "tex",
        {"engine": "lualatex", "class": "jlreq"},
        {"drawings": GALLERY, "extras": SHOTS, "kind": "vector"},
    ),
    (
        "gallery-print",
        "print",
        {"theme": "notebook"},
        {"drawings": GALLERY, "extras": SHOTS, "kind": "raster"},
    ),
    (
        "gallery-office",
        "office",
        {"marks": "wide", "font": "Noto Serif CJK JP"},
        {"drawings": GALLERY, "extras": SHOTS, "kind": "raster"},
    ),
)
