"""Split Japanese and English text into sentences, with their positions."""

import re
from collections.abc import Iterator

from grader.patterns import lazy_regex
from grader.prose.folding import has_japanese

ABBREVIATION = lazy_regex(
    r"(?:^|[\s(（])(?:figs?|figures?|tables?|tabs?|eqs?|secs?|sects?|chaps?|nos?|vols?|pp?|refs?|vs|cf|al"
    r"|dr|mr|ms|mrs|prof|inc|ltd|st|approx|resp|i\.e|e\.g|(?-i:[A-Z])|図|表|式|章|節)$",
    re.IGNORECASE,
)
_CANDIDATE = lazy_regex(r"[。！？]+|[．.!?]+")
_CLOSING = "」』）)】］]》〉”\"'’"
_OFTEN_LAST = lazy_regex(r"(?:^|\s)(?:etc|sec|min|max|std|avg)$", re.IGNORECASE)
_LABEL = lazy_regex(
    r"(?:^|[\s(（])(?:fig(?:ure)?\.?|table|listing|section|chapter|step|図|表|式|リスト|課題|問|第)\s*"
    r"[0-9０-９]+(?:[.\-][0-9]+)*$",
    re.IGNORECASE,
)
_ONLY_NUMBER = lazy_regex(r"[(（]?[0-9０-９a-zA-ZⅠ-ⅿ]{1,3}(?:[.．\-][0-9０-９]{1,2})*$")
_SIZE_LAST = lazy_regex(r"\b(?:in|of|with|to|on|than|and) [nNmMkK]$")  # "is cubic in N. So"
_NEAR = 400  # characters examined around a mark: texts may be long
_NEARER = 40  # characters; no number or abbreviation is longer
_OPENING = {"」": "「", "』": "『", "）": "（", ")": "("}


def split(text: str) -> list[str]:
    """Split a text into its sentences."""
    return [text[start:end].strip() for start, end in spans(text)]


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each sentence, without surrounding spaces."""
    start = 0
    for mark in _CANDIDATE.finditer(text):
        end = mark.end()
        while (
            end < len(text)
            and text[end] in _CLOSING
            and _opened(text[max(start, end - _NEAR) : end], text[end])
        ):
            end += 1
        if _is_end(text, start, mark, end):
            yield from _trimmed(text, start, end)
            start = end
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a span without spaces at its ends, unless it is blank."""
    inside = text[start:end]
    if inside.strip():
        yield start + len(inside) - len(inside.lstrip()), start + len(inside.rstrip())


def _opened(before: str, closing: str) -> bool:
    """Return whether a closing bracket belongs to the sentence before it."""
    opening = _OPENING.get(closing)
    return opening is None or before.count(opening) > before.count(closing)


def _is_end(text: str, start: int, mark: re.Match[str], end: int) -> bool:
    """Return whether a sentence ends with this mark."""
    before = text[max(start, mark.start() - _NEAR) : mark.start()]
    after = text[end : end + _NEAR]
    if end > mark.end() and after[:1] and (after[0] in "とのをはがにでもという、，,"):
        return False  # 「…。」と書かれている
    if mark[0][0] in "。！？":
        return _depth(before) == 0 or end > mark.end()
    if not after:
        return True
    if mark[0][0] in "!?":
        return after[0].isspace() or has_japanese(after[0])
    at_start = start < _NEAR and not text[:start].strip()
    return _is_full_stop(before, mark[0], after, at_start=at_start)


def _is_full_stop(before: str, mark: str, after: str, *, at_start: bool) -> bool:
    """Return whether a full stop ends a sentence, not a number, label or abbreviation."""
    word = before.rstrip()[-_NEARER:]
    if word[-1:].isdigit() and after[0].isdigit():
        return False
    if _ONLY_NUMBER.match(before.strip()) or (at_start and _LABEL.match(word.strip())):
        return False  # 「１．目的」 is a number and a title
    if ABBREVIATION.search(word) and not has_japanese(word[-1:]) and not _SIZE_LAST.search(word):
        return False
    if has_japanese(word[-1:]) or mark[0] == "．":
        return True
    if has_japanese(after.lstrip()[:1]):
        return True
    return after[0].isspace() and _starts_sentence(after.lstrip(), word)


def _starts_sentence(after: str, word: str) -> bool:
    """Return whether an English sentence can start here."""
    if not after:
        return True
    return after[0].isupper() or (not after[0].islower() and not _OFTEN_LAST.search(word))


def _depth(text: str) -> int:
    """Return how many quotations and brackets are still open, counting only recent ones."""
    near = text[-80:]
    return max(0, near.count("「") - near.count("」")) + max(0, near.count("（") - near.count("）"))
