"""Sentences of reports, compared by their letters: three in a row, width and gaps folded."""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from hashlib import blake2b

from msgspec import Struct

from grader.backends import with_library
from grader.model.report import Quote, ReportOutline
from grader.prose.folding import squeeze
from grader.prose.splitting import split
from grader.review.alike.nearness import dice

NEAR = 0.8  # of the trigrams are in common: a sentence may differ in one word
GIVEN = 0.7  # of them are in a sentence that everyone was given
LEAST = 12  # characters: anything shorter is hardly a sentence
LONG = 36  # characters: shorter sentences about a graph are similar by nature
SHOWN = 6  # consecutive characters that are marked as similar

_LETTER = re.compile(r"\w")
_LABEL = re.compile(r"(?:図表?|グラフ|表|fig(?:ure)?\.?|table)(?:\d+(?:[.-]\d+)*)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_DENIES = re.compile(
    r"な[いかくけ]|ません|ず(?=[、にる]|$)|ぬ(?=[、]|$)|n't|\b(?:not|no|never|neither)\b"
    r"|without|[非不無]"
)
_SIDES = re.compile(
    r"増|減|速|遅|長|短|大き|小さ|上|下|多|少|以|未満|超|急|緩|直線|曲線|比例|一定|対数|指数|線形"
    r"|\b(?:more|less|fast\w*|slow\w*|increas\w*|decreas\w*|linear\w*|quadratic\w*|cubic\w*"
    r"|constant|exponential\w*|logarithm\w*|square|cube|above|below)\b"
    rf"|python|{'|'.join(backend.library for backend in with_library())}",
    re.IGNORECASE,
)


class Said(Struct, frozen=True, kw_only=True):
    """One sentence of one report, ready to be compared."""

    text: str  # as printed
    page: int
    explains: bool  # it says what a graph shows
    folded: str
    grams: frozenset[int]
    means: tuple[str, ...]  # numbers, denials and directions: if these differ, so does the meaning

    @property
    def long(self) -> bool:
        """Whether it is too long for many people to write the same by chance."""
        return len(self.folded) >= LONG


def said_in(outline: ReportOutline, handout_grams: Sequence[frozenset[int]]) -> tuple[Said, ...]:
    """List what a report says in its own words; `handout_grams`: what everyone has."""
    quotes: dict[str, tuple[Quote, bool]] = {}
    spoken = [
        *((quote, True) for quote in outline.explanations),
        *((relation.quote, False) for relation in outline.relations),
        *((reference.quote, False) for reference in outline.references),
        *((quote, False) for quote in (outline.backends or {}).values()),
    ]
    set_aside = {quote.text for quote in (*outline.restated, *outline.left_over)}
    for quote, explains in spoken:
        if quote.text not in set_aside:
            quotes.setdefault(quote.text, (quote, explains))
    sentences = (_read(quote, explains=explains) for quote, explains in quotes.values())
    return tuple(
        sentence
        for sentence in sentences
        if len(sentence.folded) >= LEAST and not _is_given(sentence, handout_grams)
    )


def given_grams(texts: Iterable[str]) -> list[frozenset[int]]:
    """Prepare the sentences of texts that everyone was given, for comparison."""
    return [
        grams(folded)
        for text in texts
        for sentence in split(text)
        if len(folded := _folded(sentence)) >= LEAST
    ]


def grams(folded: str) -> frozenset[int]:
    """Return every trigram as a number."""
    return frozenset(
        int.from_bytes(blake2b(folded[at : at + 3].encode(), digest_size=6).digest(), "big")
        for at in range(len(folded) - 2)
    )


def common_parts(first: str, other: str) -> list[tuple[str, bool]]:
    """Cut the first text into parts, each with whether the other text contains it."""
    parts, read = [], 0
    for block in SequenceMatcher(None, first, other, autojunk=False).get_matching_blocks():
        if block.size >= SHOWN:
            parts += [(first[read : block.a], False), (first[block.a : block.a + block.size], True)]
            read = block.a + block.size
    return [part for part in (*parts, (first[read:], False)) if part[0]]


def _read(quote: Quote, *, explains: bool) -> Said:
    text = _unpaired(quote.text)
    folded = _folded(text)
    unnumbered = _LABEL.sub("", squeeze(text))  # the figure's number tells nothing about its curve
    return Said(
        text=text,
        page=quote.page,
        explains=explains,
        folded=folded,
        grams=grams(folded),
        means=tuple(
            word for kind in (_NUMBER, _DENIES, _SIDES) for word in kind.findall(unnumbered)
        ),
    )


def _is_given(sentence: Said, handout_grams: Sequence[frozenset[int]]) -> bool:
    """Return whether it is a given sentence with at most small additions."""
    grams = sentence.grams
    return any(
        dice(grams, each) >= NEAR or len(grams & each) >= GIVEN * len(grams)
        for each in handout_grams
    )


def _folded(text: str) -> str:
    return "".join(_LETTER.findall(squeeze(_unpaired(text))))


def _unpaired(text: str) -> str:
    """Replace lone surrogates, which no encoding can represent."""
    return text.encode("utf-8", "replace").decode("utf-8")
