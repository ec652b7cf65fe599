"""Find which list an index is out of range of, and which lines set its value. Pure."""

import re

from grader.model.finding import LazyList, LazyText, Param
from grader.model.run import Traceback
from grader.model.static import BINDS_INDEX, Mark, SourceFacts

NAME = re.compile(r"[^\W\d]\w*")
MAX_LINES = 4


def index_cause(error: Traceback, facts: SourceFacts | None) -> tuple[str, dict[str, Param]]:
    """Return the case of RUN003 for an index out of range, and the parameters of its sentence."""
    beyond = error.beyond
    if beyond is None:
        return "out-of-range", {}
    params: dict[str, Param] = {
        "owner": beyond.owner,
        "index": beyond.index,
        "value": beyond.value,
        "length": beyond.length,
        "last": beyond.length - 1,
    }
    if not beyond.length:
        return "index-empty", params
    marks = _bindings(error, beyond.index, facts) if facts is not None else []
    for mark in marks:
        size = mark.names.get("stop", "")
        outside = facts.bound.get("", {}) if facts is not None else {}
        if size in outside and facts is not None and _is_global(size, facts):
            return "index-outside", {**params, "name": size, "bound": outside[size], **_at(mark)}
    if not marks:
        return "index", params
    parts = tuple(
        LazyText("call.line_of_code", {"line": mark.location.line, "code": mark.text})
        for mark in marks[:MAX_LINES]
    )
    return "index-set", {**params, "lines": LazyList("call.lines_of_code", parts)}


def _at(mark: Mark) -> dict[str, Param]:
    return {"loop": mark.text, "loop_line": mark.location.line}


def _is_global(name: str, facts: SourceFacts) -> bool:
    return not any(name in names for owner, names in facts.bound.items() if owner)


def _bindings(error: Traceback, index: str, facts: SourceFacts) -> list[Mark]:
    """Return the lines that set the names in an index, in the function that raised.

    Of loops, only those around the line that raised count. A cell's lines are numbered differently.
    """
    file, line, _ = error.frames[-1]
    inside = [function for _, _, function in error.frames if not function.startswith("<")]
    marks = [
        mark
        for mark in facts.clues
        if mark.name == BINDS_INDEX
        and mark.names["function"] in inside[-1:]
        and mark.location.file == file
        and not mark.location.cell
        and (not mark.last or mark.location.line <= line <= mark.last)
    ]
    wanted = {*NAME.findall(index)}
    wanted |= {mark.names.get("stop", "") for mark in marks if mark.names["variable"] in wanted}
    chosen = {mark.location.line: mark for mark in marks if mark.names["variable"] in wanted}
    return [chosen[number] for number in sorted(chosen)]
