"""How the documentation is built. The languages share it: `make docs` runs Sphinx once for each.

sphinx-build -W -c docs -D language=ja docs/ja site/ja
"""

import os
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

TREE = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(?P<text>!?\[[^\]]*\])\((?P<path>\.\./[^)\s#]+)[^)\s]*\)")

project = "grader"
author = "grader contributors"
extensions = ["myst_parser", "sphinx_design"]
templates_path = ["templates"]

# Pages are read on a forge as well: links are relative, and anchors are those that forges give.
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
myst_url_schemes = ["http", "https", "mailto", "tree"]

html_theme = "furo"
html_title = "grader"
html_static_path = ["static"]
html_css_files = ["narrow.css"]
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "language.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}


def setup(app: Sphinx) -> None:
    """Lets pages link to files of the tree, such as handouts, that are no pages of the site."""
    app.connect("source-read", _name_files_of_the_tree)
    app.connect("doctree-read", _link_files_of_the_tree)


def _name_files_of_the_tree(app: Sphinx, page: str, source: list[str]) -> None:
    """Mark links that lead out of this language's pages, which Sphinx would look for there."""
    folder = (Path(app.srcdir) / page).parent

    def named(link: re.Match[str]) -> str:
        file = Path(os.path.normpath(folder / link["path"]))
        if link["text"].startswith("!") or file.is_relative_to(app.srcdir) or not file.exists():
            return link[0]
        return f"{link['text']}(tree:{file.relative_to(TREE).as_posix()})"

    source[0] = LINK.sub(named, source[0])


def _link_files_of_the_tree(app: Sphinx, doctree: Any) -> None:
    """Leads from the site, which lies in the tree as the pages do, to the file."""
    up = "../" * (2 + app.env.docname.count("/"))
    for link in doctree.findall(nodes.reference):
        if link.get("refuri", "").startswith("tree:"):
            link["refuri"] = up + link["refuri"].removeprefix("tree:")
