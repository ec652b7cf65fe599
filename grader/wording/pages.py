"""The page of a check in one language: for `grader explain`, score sheets and the docs."""

import re
from functools import partial

from grader.model.language import LANGUAGES, Language
from grader.plugins import installed

LINK = re.compile(r"\[([^]\n]+)\]\([^)\n]+\)")
EXAMPLE = re.compile(
    r"^(?P<ja>\S[^\n]*) / (?P<en>[^\n]*)\n\n(?P<code>```\w*\n.*?^```$)", re.DOTALL | re.MULTILINE
)


def check_page(code: str, lang: Language) -> str:
    """Return a page for a terminal."""
    return _plain(check_markdown(code, lang))


def check_markdown(code: str, lang: Language) -> str:
    """Return a page in one language; the examples under the first heading serve both."""
    of = next(each for each in installed().values() if code in each.codes)
    page = (of.folder / "checks" / f"{code}.md").read_text(encoding="utf-8")
    _, *parts = re.split("^## .*\n", page, flags=re.MULTILINE)
    texts = dict(zip(LANGUAGES, parts, strict=True))
    first = LANGUAGES[0]
    if lang == first:
        return EXAMPLE.sub(partial(_example, lang=lang), texts[first]).strip()
    examples = [_example(match, lang) for match in EXAMPLE.finditer(texts[first])]
    return "\n\n".join((*examples, texts[lang].strip()))


def check_html(code: str, lang: Language) -> str:
    """Return a page as HTML for score sheets and the review page, without links."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(check_markdown(code, lang))
    for token in tokens:
        if token.children:
            inner = [
                child for child in token.children if child.type not in {"link_open", "link_close"}
            ]
            token.children = inner
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return html


def _example(match: re.Match[str], lang: Language) -> str:
    caption = match[lang].removesuffix(":")
    return f"{caption}{'' if caption.endswith(('。', '.')) else ':'}\n\n{match['code']}"


def _plain(markdown: str) -> str:
    """Format Markdown for a terminal: link texts only, code indented without fences."""
    lines, in_code = [], False
    for line in markdown.strip().splitlines():
        if line.startswith("```"):
            in_code = not in_code
        else:
            lines.append(f"    {line}".rstrip() if in_code else LINK.sub(r"\1", line))
    return "\n".join(lines)
