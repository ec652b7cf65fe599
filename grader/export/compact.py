"""A sheet as it is stored and mailed: the same page in fewer bytes.

Every student has one, and a third of it was how its elements are written. What is taken out makes
no difference to a browser: end tags that HTML lets one leave out, line ends between blocks, long
names of colours. Not one letter of what a person reads is touched, nor anything in <pre> or <svg>.
"""

import re
from functools import lru_cache
from string import ascii_lowercase

KEPT = re.compile(r"(<(pre|svg|style)\b.*?</\2>)", re.DOTALL)
LANGUAGE = re.compile(r"<span lang=(ja|en)>([^<]*(?:<(?!/?span\b)[^<]*)*)</span>")
BLOCK = (
    r"(?:article|body|dd|details|div|dl|dt|figcaption|figure|footer|h[1-3]|head|header|html|input"
    r"|li|link|meta|nav|p|section|summary|table|tbody|td|th|thead|title|tr|ul)\b"
)
BETWEEN = re.compile(rf"\n\s*(?=</?{BLOCK})")
AFTER = re.compile(rf"(</?{BLOCK}[^<>]*>)\s*\n\s*")
OPTIONAL = re.compile(  # end tags, by what comes next (HTML, 13.1.2.4)
    r"</li>(?=<li\b|</ul>)|</t[dh]>(?=<t[dh]\b|</tr>)|</tr>(?=<tr\b|</t(?:body|head)>)"
    r"|</thead>(?=<tbody>)|</tbody>(?=</table>)|</d[td]>(?=<d[td]\b)|</dd>(?=</d(?:iv|l)>)"
)
COLOUR = re.compile(r"--[a-z][\w-]*")


def compact(page: str) -> str:
    """Writes a page without what no browser needs."""
    parts = KEPT.split(page)  # text, kept, its element, text, …
    written = []
    for place, part in enumerate(parts):
        if place % 3 == 0:
            short = LANGUAGE.sub(r"<i lang=\1>\2</i>", part)
            written.append(AFTER.sub(r"\1", BETWEEN.sub("", short)))
        elif place % 3 == 1:
            written.append(part)
    return OPTIONAL.sub("", "".join(written))


@lru_cache(maxsize=256)  # few sheets of a class have a style of their own
def compact_style(style: str) -> str:
    """Calls its colours by single letters, as many as there are; no page names one elsewhere."""
    names = sorted({*COLOUR.findall(style)}, key=style.count, reverse=True)
    letters = dict(zip(names, (f"--{letter}" for letter in ascii_lowercase), strict=False))
    return COLOUR.sub(lambda match: letters.get(match[0], match[0]), style)
