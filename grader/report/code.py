"""Which lines of a document are code or output, by themselves and by their neighbours."""

import re
from collections.abc import Sequence

from grader.model.document import Line
from grader.report.shapes import ends_sentence, has_japanese, is_code, is_monospaced

_COMMENT = re.compile(r"\s*(?:\d{1,3}[:.]?\s+)?(?:#(?!#)|//|/\*|\*/|\"\"\"|'''|%\s)")
_MOSTLY = 0.6  # a text set in one font of fixed width is no program for that
_REACH = 2


def code_lines(lines: Sequence[Line]) -> frozenset[int]:
    """Finds the lines that are code or output; comments belong to the code that is near."""
    fixed = sum(len(line.text) for line in lines if is_monospaced(line.font))
    everywhere = fixed > _MOSTLY * sum(len(line.text) for line in lines)
    sure = {
        index
        for index, line in enumerate(lines)
        if not line.level and is_code(line.text, "" if everywhere else line.font)
    }
    maybe = {
        index
        for index, line in enumerate(lines)
        if _COMMENT.match(line.text) or (not everywhere and _is_comment_font(line))
    }
    return frozenset(sure | _spread(sure, maybe - sure))


def _is_comment_font(line: Line) -> bool:
    """Says whether a Japanese line is set as code is."""
    return is_monospaced(line.font) and has_japanese(line.text) and not ends_sentence(line.text)


def _spread(sure: set[int], maybe: set[int]) -> set[int]:
    """Takes in what may be code and stands next to code."""
    found: set[int] = set()
    for index in [*sorted(maybe), *sorted(maybe, reverse=True)]:
        near = range(index - _REACH, index + _REACH + 1)
        if any(other in sure or other in found for other in near if other != index):
            found.add(index)
    return found
