"""What a cover says about who wrote the report: the student's id, as printed."""

import re
from collections.abc import Iterator, Sequence

from grader.model.document import Hidden, Line, Place
from grader.report.labels import widths

MOST_STUDENTS = 20
MOST_LINES = 4_000
FEWEST_DIGITS = 3
MOST_OF_A_LINE = 300

_LABEL = re.compile(
    r"(?:学籍|学生証?|学修|受験|出席)\s*(?:番号|no\.?|id)|student\s*(?:id|no\.?|number|#)"
    r"|\bid\s*(?:no\.?|number)",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_VALUE = re.compile(r"[\s:：=は|）)\]】]*(?P<id>[A-Za-z0-9][A-Za-z0-9\-]{3,13}(?![A-Za-z0-9]))")


def find_students(lines: Sequence[Line], pattern: str = "") -> tuple[str, ...]:
    """Finds students' ids, each once, in order; at most 20.

    `pattern` is the course's regular expression of an id, for ordinary width; without one only what
    stands beside 学籍番号 or "student id" counts. Full-width ids are found and given as printed.
    """
    wanted = _whole(pattern) if pattern else None
    found: dict[str, str] = {}
    labelled = False  # the line before says no more than "学籍番号"
    for line in lines[:MOST_LINES]:
        if line.hidden is not Hidden.NO or line.place is Place.PICTURE:
            continue
        text = line.text[:MOST_OF_A_LINE]
        if not _DIGIT.search(text) and not _LABEL.search(text):
            labelled = labelled and not text.strip()
            continue
        plain, places = _plain(text)
        for start, end in _ids(plain, wanted, labelled=labelled):
            found.setdefault(plain[start:end].upper(), text[places[start] : places[end - 1] + 1])
        if plain.strip():
            label = _LABEL.search(plain)
            labelled = label is not None and not plain[label.end() :].strip(" :=()")
    return tuple(found.values())[:MOST_STUDENTS]


def pattern_like(student: str) -> str:
    """Makes the pattern of ids that look like this one; "" where any number would look like it."""
    plain = widths(student).strip()
    digits = sum(character.isdigit() for character in plain)
    if not plain.isalnum() or digits < FEWEST_DIGITS or digits == len(plain):
        return ""
    return "".join(r"\d" if each.isdigit() else "[A-Za-z]" for each in plain)


def _whole(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])", re.IGNORECASE)


def _plain(text: str) -> tuple[str, list[int]]:
    """A text of ordinary width, and where each of its characters stood."""
    plain = widths(text)
    if len(plain) == len(text):
        return plain, list(range(len(text)))
    pieces = [(widths(character), place) for place, character in enumerate(text)]
    return "".join(piece for piece, _ in pieces), [place for piece, place in pieces for _ in piece]


def _ids(
    plain: str, wanted: re.Pattern[str] | None, *, labelled: bool
) -> Iterator[tuple[int, int]]:
    """Where ids stand in a line: those of the course, or without a pattern those with a label."""
    if wanted is not None:
        yield from (found.span() for found in wanted.finditer(plain) if found[0])
        return
    starts = [label.end() for label in _LABEL.finditer(plain)] + ([0] if labelled else [])
    for start in starts:
        value = _VALUE.match(plain, start)
        if value and sum(character.isdigit() for character in value["id"]) >= FEWEST_DIGITS:
            yield value.span("id")
