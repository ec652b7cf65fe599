"""Find the line of a definition that a call does not fit, from Python's message."""

import re
from collections.abc import Iterable

from grader.model.finding import Location
from grader.model.run import Traceback
from grader.model.submission import SourceFile

MISFIT = re.compile(r"(\w[\w.]*)\(\) (?:missing|takes|got) ")


def misfit_of(error: Traceback, sources: Iterable[SourceFile]) -> Location | None:
    """Return the `def` or `class` whose parameters a call from outside the program does not fit."""
    said = MISFIT.match(error.message)
    if said is None or error.type != "TypeError" or error.frames:
        return None
    places = ((source, _line_of(said[1], source.text)) for source in sources)
    return next((source.location(line) for source, line in places if line), None)


def _line_of(qualified: str, text: str) -> int:
    """Return the 1-based line that defines a name, or the class that it is a method of; else 0."""
    top, *members = map(re.escape, qualified.split("."))
    tops = [*re.finditer(rf"(?m)^(?:async +)?(?:def|class) +{top}\b", text)]
    if not tops:
        return 0
    found = tops[-1]
    for name in members:
        member = re.compile(rf"(?m)^[ \t]+(?:async +)?def +{name}\b")
        # A method that is inherited from a library, or made by a decorator, has no line here.
        found = member.search(text, found.end()) or found
    return text.count("\n", 0, found.start()) + 1
