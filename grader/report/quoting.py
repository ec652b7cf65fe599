"""Sentences as they are shown: on one line, and short."""

from grader.model.report import Quote
from grader.report.sentences import Sentence

MOST_CHARACTERS = 200


def shortened(text: str) -> str:
    """Puts a text on one line of at most 200 characters."""
    line = " ".join(text[: 4 * MOST_CHARACTERS].split())
    return line if len(line) <= MOST_CHARACTERS else line[: MOST_CHARACTERS - 1] + "…"


def quote(sentence: Sentence) -> Quote:
    """Quotes a sentence as printed, shortened."""
    return Quote(text=shortened(sentence.text), page=sentence.page)
