"""Our own right programs, under an exercise's name, and spoilt."""

import ast
import re
from collections.abc import Sequence

from grader.model.course import Backend

RIGHT = "right_{}"  # what the right function is called inside a spoilt program

OF_ARRAYS = "result * 0"
OF_LISTS = """\
def zeros(part):
    return [zeros(one) for one in part] if isinstance(part, list) else 0
"""

C_FUNCTION = r"^[ \t]*void[ \t\n]+{}[ \t\n]*\(([^)]*)\)(?=[ \t\n]*\{{)"


def renamed(program: str, function: str, entry: str, backend: Backend) -> str | None:
    """Calls a function of the program otherwise; None when it has none of that name."""
    if backend is not Backend.C:
        return _renamed_in_python(program, function, entry)
    if prototype_in_c(program, function) is None:
        return None
    return re.sub(rf"\b{re.escape(function)}\b(?=[ \t\n]*\()", entry, program)


def prototype_in_c(program: str, function: str) -> tuple[str, ...] | None:
    """Gives the parameters of a function of C, "int n" and so on; None when it is not there."""
    found = re.search(C_FUNCTION.format(re.escape(function)), program, flags=re.MULTILINE)
    return tuple(" ".join(one.split()) for one in found[1].split(",")) if found else None


def spoilt_in_c(program: str, entry: str) -> str | None:
    """Adds an entry that leaves zeros; None where its result is no square of doubles."""
    parameters = prototype_in_c(program, RIGHT.format(entry)) or ("",)
    names = [one.split()[-1].lstrip("*") if one else "" for one in parameters]
    if not parameters[0].startswith("int ") or not re.match(r"(double|float) ?\*", parameters[-1]):
        return None
    return (
        f"{program.rstrip()}\n\nvoid {entry}({', '.join(parameters)})\n{{\n"
        f"    {RIGHT.format(entry)}({', '.join(names)});\n"
        f"    for (long i = 0; i < (long){names[0]} * {names[0]}; i++) {{\n"
        f"        {names[-1]}[i] = 0;\n    }}\n}}\n"
    )


def _renamed_in_python(program: str, function: str, entry: str) -> str | None:
    """Calls a function of Python otherwise.

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
    helper, zeros = ("", OF_ARRAYS)
    if backend is Backend.PYTHON:  # a matrix, a vector or a batch
        helper, zeros = (f"\n\n{OF_LISTS}", "zeros(result)")
    return (
        f"{program.rstrip()}\n{helper}\n\ndef {entry}({given}):\n"
        f"    result = {RIGHT.format(entry)}({given})\n    return {zeros}\n"
    )
