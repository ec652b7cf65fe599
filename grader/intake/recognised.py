"""What persons said about recognising assignments, out of a table."""

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from grader.intake.register import Register, read_register
from grader.model.errors import IntakeError, Message
from grader.model.grading import MARKS
from grader.tables import Table, folded

_WORDS: Mapping[str, bool] = {
    **{mark: bool(weight) for mark, weight in MARKS.items() if weight is not None},
    **dict.fromkeys(("認定", "認", "済", "可", "合", "合格", "YES", "Y", "OK"), True),
    **dict.fromkeys(("不認定", "否", "不可", "不", "不合格", "NO", "N", "NG"), False),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognisedWords:
    """What a table says: by student, then by assignment. `warnings` are to be worded."""

    words: Mapping[str, Mapping[str, bool]]
    warnings: tuple[Message, ...] = ()


def read_recognised(
    table: Table, titles: Mapping[str, tuple[str, ...]], pattern: str = ""
) -> RecognisedWords:
    """Reads ○ and × under the assignments; an empty cell says nothing.

    `titles` are what the columns may be headed, by assignment; its id always may. Raises
    IntakeError for a table without ids or without any of the assignments.
    """
    register = read_register(table, pattern)
    columns = {name: at for name, at in _columns(register, titles) if at}
    if not columns:
        raise IntakeError(
            "{name}: no column is headed with an assignment of the course", name=register.name
        )
    words: dict[str, dict[str, bool]] = defaultdict(dict)
    warnings = []
    for (student, name), cells in _cells(register, columns).items():
        said = {_WORDS.get(cell) for cell in cells}
        word = said.pop() if len(said) == 1 else None
        if word is None:
            shown = ", ".join(sorted(cells))
            warnings.append(
                Message(
                    "{name}: {student}: {assignment}: {marks} is not one of ○ and ×",
                    {"name": register.name, "student": student, "assignment": name, "marks": shown},
                )
            )
        else:
            words[student][name] = word
    return RecognisedWords(words=words, warnings=tuple(warnings))


def _columns(
    register: Register, titles: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Finds the columns of each assignment, by its id or a title."""
    for name, called in titles.items():
        words = {folded(one) for one in (name, *called)}
        yield name, register.columns(partial(_is_headed, words))


def _is_headed(words: Container[str], heading: str) -> bool:
    return folded(heading) in words


def _cells(
    register: Register, columns: Mapping[str, tuple[int, ...]]
) -> Mapping[tuple[str, str], set[str]]:
    """Collects what stands there of each student and assignment; empty cells are nothing."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for line in register.lines:
        for name, at in columns.items():
            found[line.student, name] |= {line.cell(column) for column in at} - {""}
    return {key: cells for key, cells in found.items() if cells}
