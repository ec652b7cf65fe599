"""Our own right programs, under an exercise's name, and spoilt."""

import ast
from collections.abc import Sequence

from grader.model.course import Backend

RIGHT = "right_{}"  # what the right function is called inside a spoilt program

ZEROS = {Backend.PYTHON: "[[0 for _ in row] for row in result]"}
OF_ARRAYS = "result * 0"


def renamed(program: str, function: str, entry: str) -> str | None:
    """Calls a function of the program otherwise; None when it has none of that name.

    Only the definition and the plain uses of its name change, not `library.function`.
    """
    tree = ast.parse(program)
    spots = [
        (one.lineno, one.col_offset + len("def "))
        for one in tree.body
        if isinstance(one, ast.FunctionDef) and one.name == function
    ]
    if not spots:
        return None
    spots += [
        (one.lineno, one.col_offset)
        for one in ast.walk(tree)
        if isinstance(one, ast.Name) and one.id == function
    ]
    lines = [line.encode() for line in program.splitlines(keepends=True)]
    for line, column in sorted(spots, reverse=True):  # columns are in bytes
        text = lines[line - 1]
        after = column + len(function.encode())
        lines[line - 1] = text[:column] + entry.encode() + text[after:]
    return b"".join(lines).decode()


def spoilt(program: str, entry: str, parameters: Sequence[str], backend: Backend) -> str:
    """Adds an entry that returns zeros of the right shape; `program` has the right function."""
    given = ", ".join(parameters)
    zeros = ZEROS.get(backend, OF_ARRAYS)
    return (
        f"{program.rstrip()}\n\n\ndef {entry}({given}):\n"
        f"    result = {RIGHT.format(entry)}({given})\n    return {zeros}\n"
    )
