"""Underline a part of a line with ^^^^, as compilers do."""

import re
import unicodedata
from collections.abc import Iterator

from grader.model.evidence import Evidence
from grader.model.finding import Finding, Location
from grader.model.static import Mark

_UNDEFINED = re.compile(r"name '(\w+)' is not defined")


def pointer(location: Location, line: str, finding: Finding, evidence: Evidence) -> str:
    """Underline what a finding is about, if it occurs exactly once in the line.

    Return blanks and ^^^^ as wide as the letters above them; "" where it is not known.
    """
    matches = (re.finditer(pattern, line) for pattern in _patterns(location, finding, evidence))
    for places in map(list, matches):
        if len(places) == 1 and places[0][0]:
            return under(line, *places[0].span())
    return ""


def under_code(line: str) -> str:
    """Underline all of a line but its indentation and a comment at its end."""
    code = line.strip().split("  #")[0].rstrip()
    begin = line.find(code)
    return under(line, begin, begin + len(code))


def under(line: str, begin: int, end: int) -> str:
    """Return blanks as wide as the text before, and ^^^^ as wide as the part."""
    before = (c if c in "\t\u3000" else "\u3000" if _wide(c) else " " for c in line[:begin])
    return "".join(before) + "^" * sum(1 + _wide(c) for c in line[begin:end])


def _patterns(location: Location, finding: Finding, evidence: Evidence) -> Iterator[str]:
    for source in [
        exercise.source for exercise in evidence.exercises if exercise.source is not None
    ]:
        trouble = source.syntax
        if trouble is not None and trouble.location == location:
            yield re.escape(trouble.character or trouble.wrong)
        for use in source.uses:
            if use.check == finding.check and use.location == location:
                if finding.case.startswith("misspelt"):  # no part of the module exists
                    yield _word(use.what)
                yield _word(use.what.rpartition(".")[2])
    yield from (re.escape(mark.text) for mark in _marks(location, finding, evidence))
    undefined = _UNDEFINED.match(str(finding.params.get("text", "")))
    if undefined is not None:
        yield _word(undefined[1])


def _marks(location: Location, finding: Finding, evidence: Evidence) -> Iterator[Mark]:
    """Yield the marks of a line that show the mistake of a finding."""
    for exercise in evidence.exercises:
        lesson = exercise.lessons.get(str(finding.params.get("lookalike", "")))
        if lesson is None or exercise.source is None or exercise.exercise != finding.subject:
            continue
        for mark in (mark for marks in exercise.source.marks.values() for mark in marks):
            if mark.location == location and mark.name in lesson.seen_as:
                yield mark


def _word(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)"


def _wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in ("W", "F")
