"""The text of a request: as the form on a sheet writes it, or as a student wrote it without one.

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
MAX_CLAIM = 4000  # characters of a claim that are kept
MAX_TITLE = 200  # characters in which a claim may name its criterion

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
    """One request as it is written. What it says of itself is only compared, never believed."""

    claim: str
    assignment: str = ""  # "" = it does not say
    student: str = ""
    criterion: str = ""  # as it was written
    cut: bool = False  # the claim was longer


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
    """Parse what follows a head: lines with a name and a value up to the claim."""
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
    """Drop what cannot be seen, blanks at the ends of lines, and rows of blank lines."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()
    kept = "".join(
        letter for letter in text if letter in "\n\t" or unicodedata.category(letter) != "Cc"
    )
    lines = "\n".join(map(str.rstrip, kept.split("\n")))
    return _BLANK_LINES.sub("\n\n", lines).strip()


def criterion_of_request(text: str, rubric: Sequence[Criterion]) -> str:
    """Return the id of the criterion that a student names, by its id or title; "" if none is."""
    names = criteria_by_name(rubric)
    parts = [text, *text.split("/"), *text.split("／")]
    return next((names[key] for part in parts if (key := title_key(part)) in names), "")


def split_criterion(claim: str, rubric: Sequence[Criterion]) -> tuple[str, str]:
    """Split "[title] words" and "title: words"; the criterion is "" where none is named so.

    A title may hold a colon itself, so the longest that is one counts.
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
    """Take the words out of HTML, a line for each paragraph: text, and no safe HTML."""
    shown = _UNSAID.sub("", markup)
    lines = _BREAK.sub("\n", _PARAGRAPH.sub("\n", shown))
    return tidy(unescape(_TAG.sub("", lines)))
