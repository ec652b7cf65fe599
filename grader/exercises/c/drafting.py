"""Generate a new assignment in C: starter, handout, and examples."""

import re
from functools import cached_property
from importlib.resources import files

from grader.model.finding import LazyText

FUNCTION = r"^[ \t]*void[ \t\n]+{}[ \t\n]*\(([^)]*)\)(?=[ \t\n]*\{{)"
USUAL = ("int n", "const double *a", "const double *b", "double *c")


class CDrafting:
    """See kinds.Drafting."""

    passed: tuple[str, ...] = ("POL001", "RUN002", "COR001", "COR002")
    result = LazyText("c.draft.result")
    allowed = LazyText("c.draft.allowed")

    @cached_property
    def starter(self) -> str:
        """The template of a source with functions to write."""
        return files("grader.exercises.c").joinpath("starter.c.jinja").read_text(encoding="utf-8")

    def renamed(self, program: str, function: str, entry: str) -> str | None:
        """Rename a function of the program; None if there is none of that name."""
        if _prototype(program, function) is None:
            return None
        return re.sub(rf"\b{re.escape(function)}\b(?=[ \t\n]*\()", entry, program)

    def parameters(self, program: str, function: str) -> tuple[str, ...]:
        """Return the parameters of a function: "int n" and so on."""
        return _prototype(program, function) or USUAL

    def spoilt(self, program: str, entry: str, right: str) -> str | None:
        """Add an entry that fills the result with zeros; None if the result is no square matrix."""
        parameters = _prototype(program, right) or ("",)
        names = [parameter.split()[-1].lstrip("*") if parameter else "" for parameter in parameters]
        filled = re.match(r"(double|float) ?\*", parameters[-1])
        if not parameters[0].startswith("int ") or not filled:
            return None
        return (
            f"{program.rstrip()}\n\nvoid {entry}({', '.join(parameters)})\n{{\n"
            f"    {right}({', '.join(names)});\n"
            f"    for (long i = 0; i < (long){names[0]} * {names[0]}; i++) {{\n"
            f"        {names[-1]}[i] = 0;\n    }}\n}}\n"
        )


def _prototype(program: str, function: str) -> tuple[str, ...] | None:
    """Return the parameters of a function; None if it is absent."""
    match = re.search(FUNCTION.format(re.escape(function)), program, flags=re.MULTILINE)
    return (
        tuple(" ".join(parameter.split()) for parameter in match[1].split(",")) if match else None
    )


DRAFTING = CDrafting()
