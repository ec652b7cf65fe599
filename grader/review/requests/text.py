"""Parse the text of a request, from the form on a sheet or written without it.

Regrade request / 再採点の依頼
assignment: kadai1
student: 24A1201
criterion: discussion
claim:
the student's own words, up to the end or to the next such head
"""

import re
import unicodedata
from collections.abc import Sequence
from html import unescape

from msgspec import Struct

from grader.model.course import Criterion
from grader.model.gradebook import criteria_by_name, title_key

HEAD = "Regrade request / 再採点の依頼"
FIELDS = ("assignment", "student", "criterion")
MAX_CLAIM = 4000  # longer claims are cut
MAX_TITLE = 200  # a claim may name its criterion within this many characters

_QUOTE = r"[>＞|│ \t\u3000]*"  # how mail programs begin the lines of another mail
_HEAD = re.compile(
    rf"^(?P<quote>{_QUOTE})Regrade\s+request\s*[/／]\s*再採点の依頼[ \t\r]*$",
    re.MULTILINE | re.IGNORECASE,
)
_FIELD = re.compile(r"^\s*(?P<name>assignment|student|criterion|claim)\s*[:：](?P<value>.*)$")
_ENDS_NAME = re.compile(r"[:：\]】］]\s*[:：]?")
_MARKUP = re.compile(
    r"</?(?:p|div|br|span|ul|ol|li|b|i|em|strong|a|h\d|table|td|tr)\b[^<>]*>", re.IGNORECASE
)
_UNSAID = re.compile(
    r"<(script|style|head|title)\b[^<>]*>.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL
)
_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_PARAGRAPH = re.compile(r"</(?:p|div|li|tr|h[1-6]|pre)\s*>", re.IGNORECASE)
_TAG = re.compile(r"<[/!?a-zA-Z][^<>]*>")
_BLANK_LINES = re.compile(r"\n{3,}")


class WrittenRequest(Struct, frozen=True, kw_only=True):
    """One request as written. What it claims about itself is only compared, never trusted."""

    claim: str
    assignment: str = ""  # "" = not named
    student: str = ""
    criterion: str = ""  # as written
    cut: bool = False  # whether the claim was longer


def parse_requests(text: str) -> tuple[WrittenRequest, ...]:
    """Parse every request in a text. A text without a head is one request, all of it the claim."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    heads = [*_HEAD.finditer(text)]
    if not heads:
        return _written({}, text)
    ends = [*(head.start() for head in heads[1:]), len(text)]
    return tuple(
        request
        for head, end in zip(heads, ends, strict=True)
        for request in _of_form(text[head.end() : end], head["quote"])
    )


def _of_form(text: str, quote: str) -> tuple[WrittenRequest, ...]:
    """Parse the text after a head: lines with a name and a value, up to the claim."""
    mark = quote.strip()
    lines = [line.lstrip().removeprefix(mark) if mark else line for line in text.split("\n")[1:]]
    fields: dict[str, str] = {}
    for number, line in enumerate(lines):
        match = _FIELD.match(unicodedata.normalize("NFKC", line))
        if match is None and line.strip():
            return _written(fields, "\n".join(lines[number:]))
        if match and match["name"] == "claim":
            return _written(fields, "\n".join([line.partition(":")[2], *lines[number + 1 :]]))
        if match:
            fields[match["name"]] = match["value"].strip()
    return ()


def _written(fields: dict[str, str], claim: str) -> tuple[WrittenRequest, ...]:
    tidied = tidy(claim)
    if not tidied:
        return ()
    return (
        WrittenRequest(
            claim=tidied[:MAX_CLAIM].rstrip(),
            cut=len(tidied) > MAX_CLAIM,
            **{name: fields.get(name, "")[:200] for name in FIELDS},
        ),
    )


def tidy(text: str) -> str:
    """Remove invisible characters, trailing blanks, and repeated blank lines."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()
    kept = "".join(
        letter for letter in text if letter in "\n\t" or unicodedata.category(letter) != "Cc"
    )
    lines = "\n".join(map(str.rstrip, kept.split("\n")))
    return _BLANK_LINES.sub("\n\n", lines).strip()


def criterion_of_request(text: str, rubric: Sequence[Criterion]) -> str:
    """Return the id of the criterion that a student names by id or title; "" if there is none."""
    names = criteria_by_name(rubric)
    parts = [text, *text.split("/"), *text.split("／")]
    return next((names[key] for part in parts if (key := title_key(part)) in names), "")


def split_criterion(claim: str, rubric: Sequence[Criterion]) -> tuple[str, str]:
    """Split "[title] words" and "title: words"; the criterion is "" if none has that name.

    A title may contain a colon itself, so the longest matching one counts.
    """
    head = claim[:MAX_TITLE].split("\n", 1)[0]
    for match in reversed([*_ENDS_NAME.finditer(head)]):
        named = head[: match.start()].strip().lstrip("[【［")
        if criterion := criterion_of_request(named, rubric):
            return criterion, claim[match.end() :].strip() or claim
    return "", claim


def has_markup(text: str) -> bool:
    """Return whether a text is HTML, as LMS editors store it."""
    return _MARKUP.search(text) is not None


def text_of_html(markup: str) -> str:
    """Extract text from HTML, one line per paragraph. The result is text, not safe HTML."""
    shown = _UNSAID.sub("", markup)
    lines = _BREAK.sub("\n", _PARAGRAPH.sub("\n", shown))
    return tidy(unescape(_TAG.sub("", lines)))
