"""A sheet in fewer bytes is the same page."""

import re
from typing import Any

import pytest

from grader.export.compact import compact, compact_style

PAGE = """<!DOCTYPE html>
<html lang="ja">
<head>
<title>x</title>
</head>
<body>
<div class="page">

<p class="message"><span lang=ja>一 <code>a</code>
二</span><span lang=en>one</span> <span class="chip">c</span>

three</p>

<table class="cards">
<thead><tr><th scope="col">A</th><th>B</th></tr></thead>
<tbody>
<tr>
<td data-ja="得点">1</td>
<td><p>2</p></td>
</tr>
</tbody>
</table>
<ul>
<li>one</li>
<li>two <b>three</b>
 four</li>
</ul>
<dl>
<div><dt>name</dt><dd>value</dd></div>
<dt>name</dt>
<dd>value</dd>
</dl>
<pre>a
  <mark>&lt;/li&gt;</mark>

<span lang=ja>b</span>
</pre>
<svg viewBox="0 0 1 1">
<g><rect width="1"/>
</g></svg>
</div>
</body>
</html>
"""


def test_what_no_browser_needs_is_taken_out() -> None:
    """Line ends between blocks, end tags that may be left out, and long names of languages."""
    short = compact(PAGE)
    assert len(short) < 0.85 * len(PAGE)
    assert (
        '<tr><td data-ja="得点">1<td><p>2</p></table><ul><li>one<li>two <b>three</b>\n four</ul>'
        in short
    )
    assert "<dl><div><dt>name<dd>value</div><dt>name<dd>value</dl>" in short
    assert "<i lang=ja>一 <code>a</code>\n二</i><i lang=en>one</i> <span" in short


def test_what_is_shown_as_it_stands_stays() -> None:
    """Lines of code and of messages, and drawings."""
    short = compact(PAGE)
    for part in (
        "<pre>a\n  <mark>&lt;/li&gt;</mark>\n\n<span lang=ja>b</span>\n</pre>",
        '<svg viewBox="0 0 1 1">\n<g><rect width="1"/>\n</g></svg>',
        "</span>\n\nthree</p>",
    ):
        assert part in PAGE
        assert part in short


def test_it_is_read_as_the_same_page() -> None:
    """The same elements in each other, with the same attributes and words."""
    assert _tree(compact(PAGE)) == _tree(PAGE)
    assert compact(compact(PAGE)) == compact(PAGE)


def _tree(page: str) -> list[Any]:
    """Lists what a parser of HTML makes of a page."""
    html = pytest.importorskip("lxml.html")
    elements = []
    for element in html.fromstring(page).iter():
        blank = element.tag not in {"pre", "svg", "g", "rect"}
        texts = [text or "" for text in (element.text, element.tail)]
        name = "span" if element.tag == "i" else element.tag
        words = [" ".join(text.split()) if blank else text.rstrip() for text in texts]
        elements.append((name, sorted(element.attrib.items()), words))
    return elements


def test_colours_are_called_by_letters() -> None:
    """Wherever they are set or used; the one that is used most comes first."""
    style = ":root{--paper:#fff;--passed:#0a0;--passed-wash:#afa}a{color:var(--passed)}"
    style += "b{color:var(--passed);background:var(--passed-wash)}p{background:var(--paper)}"
    short = compact_style(style)
    assert len(short) < len(style)
    assert "--p" not in short
    passed, wash, paper = re.fullmatch(
        r":root\{(--\w):#fff;(--\w):#0a0;(--\w):#afa\}.*", short
    ).group(2, 3, 1)  # type: ignore[union-attr]
    assert short.endswith(
        f"a{{color:var({passed})}}b{{color:var({passed});background:var({wash})}}"
        f"p{{background:var({paper})}}"
    )
