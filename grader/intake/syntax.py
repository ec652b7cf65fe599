"""Explain why a source does not parse, in teachable cases. Pure."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, LazyText, Location, Param, Verdict
from grader.model.static import ParseStatus, SourceFacts, SyntaxTrouble

# Parts of CPython's messages (3.11 to 3.13), and the lesson each leads to.
_LESSONS = (
    ("never closed", "never-closed"),
    ("unmatched", "unmatched"),
    ("does not match opening", "unmatched"),
    ("expected ':'", "colon"),
    ("inconsistent use of tabs", "tabs"),
    ("expected an indented block", "no-block"),
    ("unexpected indent", "indent"),
    ("unindent does not match", "indent"),
    ("unterminated", "string"),
    ("unicodeescape", "backslash"),
    ("missing parentheses in call", "print"),
    ("maybe you meant '=='", "assign"),
    ("cannot assign to", "assign"),
    ("cannot delete", "syntax"),
)

# A Jupyter or Colab command in what was saved as a plain program.
_MAGIC = re.compile(r"\s*(?:!\s*[A-Za-z]|%%?[A-Za-z]\w+(?:\s|$))")

# Two elements next to each other, as in a formula: a[i][k] b[k][j].
_OPERAND = re.compile(r"\w\]\s*[^\W\d]\w*\[[^\]]*\]\s*(?:\[|$|[-+*/])")

# Look-alike characters, named in addition to the code point because most are invisible.
_NAMED = {
    "\u3000": "wide_space",
    "\u00a0": "no_break_space",
    "\u200b": "zero_width_space",
    "\ufeff": "byte_order_mark",
    "“": "curly_quotation_mark",
    "”": "curly_quotation_mark",
    "‘": "curly_quotation_mark",
    "’": "curly_quotation_mark",
    "、": "japanese_comma",
    "。": "japanese_full_stop",
    "×": "multiplication_sign",
    "−": "minus_sign",
}
_RIGHT = {
    "\u00a0": " ", "“": '"', "”": '"', "‘": "'", "’": "'", "、": ",", "。": ".", "×": "*", "−": "-",
}  # fmt: skip


def unreadable_text(exercises: Sequence[ExerciseEvidence]) -> Iterator[Finding]:
    """Yield a RUN001 finding for each exercise whose source did not parse.

    The finding is about the whole file: if another exercise has read it, a fault in observing one
    exercise proves nothing.
    """
    read = any(exercise.source is not None for exercise in exercises)
    for exercise in exercises:
        if exercise.source is not None:
            yield from _about(exercise.source)
        elif exercise.trouble and not read:
            yield _finding(Verdict.BROKEN, "", {"trouble": exercise.trouble.splitlines()[-1]})


def cells_left_out(exercises: Sequence[ExerciseEvidence]) -> Iterator[Finding]:
    """Yield a RUN001 note for the first notebook cell that is not Python."""
    for exercise in exercises:
        if exercise.source is not None and exercise.source.left_out:
            failed = _syntax(exercise.source.left_out[0])
            yield replace(failed, verdict=Verdict.PASSED, case="cell")


def _about(facts: SourceFacts) -> Iterator[Finding]:
    if facts.status is ParseStatus.CRASHED:
        yield _finding(Verdict.BROKEN, "", {"trouble": facts.detail})
    elif facts.status is ParseStatus.TOO_COMPLEX:
        yield _finding(Verdict.UNDECIDED, "too-complex", {"detail": facts.detail})
    elif facts.syntax is not None:
        yield _syntax(facts.syntax)
    elif facts.status is ParseStatus.FOREIGN:
        yield _finding(Verdict.UNDECIDED, "absent", {"detail": facts.detail})


def _syntax(trouble: SyntaxTrouble) -> Finding:
    character = trouble.character[:1]
    right = _right(character)
    case = _case(trouble, right)
    # The interpreter points behind the string.
    column = 0 if case == "backslash" else trouble.column  # 0: no column
    return _finding(
        Verdict.UNDECIDED if trouble.needs else Verdict.FAILED,
        case,
        {
            "file": trouble.location.file,
            "needs": trouble.needs,
            "here": trouble.here,
            "place": _place(trouble.location, column),
            "message": trouble.message,
            "character": character,
            "code": f"U+{ord(character):04X}" if character else "",
            "name": _name(character),
            "right": LazyText("character.space") if right == " " else right,
            "steps": _steps(trouble),
            "wrong": trouble.wrong,
            "instead": trouble.right,
        },
        (*filter(None, (trouble.above,)), trouble.location),
    )


def _steps(trouble: SyntaxTrouble) -> LazyText:
    """Describe the indentation if the blanks were counted, else quote the interpreter."""
    if trouble.above is None:
        return LazyText("indent.said", {"message": trouble.message})
    blanks, above, *blocks = trouble.indents
    params: dict[str, Param] = {
        "line": trouble.location.line,
        "blanks": blanks,
        "above": trouble.above.line,
        "blanks_above": above,
        "blocks": tuple(map(str, blocks)),
    }
    return LazyText("indent.less" if blanks < above else "indent.more", params)


def _case(trouble: SyntaxTrouble, right: str) -> str:
    if trouble.lesson and not trouble.character:
        return trouble.lesson
    if trouble.character:
        return "fullwidth" if right else "character"
    if _MAGIC.match(trouble.location.text):
        return "magic"
    message = trouble.message.casefold()
    if message == "invalid syntax" and _OPERAND.search(trouble.location.text):
        return "operator"
    return next((case for words, case in _LESSONS if words in message), "syntax")


def _right(character: str) -> str:
    """Return the ASCII character that was meant; "" if there is none."""
    if not character:
        return ""
    folded = _RIGHT.get(character) or unicodedata.normalize("NFKC", character)
    return folded if len(folded) == 1 and folded.isascii() and folded.isprintable() else ""


def _name(character: str) -> LazyText:
    if not character:
        return LazyText("character.none")
    if character in _NAMED:
        return LazyText(f"character.{_NAMED[character]}")
    if _right(character):
        return LazyText("character.full_width", {"character": character})
    name = unicodedata.name(character, "character").lower()
    return LazyText("character.other", {"character": character, "name": name})


def _place(location: Location, column: int) -> LazyText:
    """Return line and column, in a notebook with the cell; column 0 means the line only."""
    key = ("cell_" if location.cell else "") + ("column" if column else "line")
    numbers = {"cell": location.cell, "line": location.line, "column": column}
    return LazyText(f"place.{key}", numbers)


def _finding(
    verdict: Verdict,
    case: str,
    params: Mapping[str, Param],
    locations: tuple[Location, ...] = (),
) -> Finding:
    return Finding(
        check="RUN001",
        subject="",
        verdict=verdict,
        case=case,
        params=dict(params),
        locations=locations,
    )
