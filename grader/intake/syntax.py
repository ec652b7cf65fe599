"""Says why a source does not parse, in cases that can be taught. Pure."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Location, Verdict
from grader.model.static import ParseStatus, SourceFacts, SyntaxTrouble

# Parts of the interpreter's own words (CPython 3.11 to 3.13), and the lesson they lead to.
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

# A command to Jupyter or Colab, in what was saved as a plain program.
_MAGIC = re.compile(r"\s*(?:!\s*[A-Za-z]|%%?[A-Za-z]\w+(?:\s|$))")

# What looks right on the screen; names beside the code point, because most are invisible.
_NAMES = {
    "\u3000": {"ja": "全角スペース", "en": "full-width space"},
    "\u00a0": {"ja": "改行しない空白", "en": "no-break space"},
    "\u200b": {"ja": "幅のない空白", "en": "zero-width space"},
    "\ufeff": {"ja": "途中の BOM", "en": "byte-order mark in the text"},
    "“": {"ja": "曲がった引用符", "en": "curly quotation mark"},
    "”": {"ja": "曲がった引用符", "en": "curly quotation mark"},
    "‘": {"ja": "曲がった引用符", "en": "curly quotation mark"},
    "’": {"ja": "曲がった引用符", "en": "curly quotation mark"},
    "、": {"ja": "読点", "en": "Japanese comma"},
    "。": {"ja": "句点", "en": "Japanese full stop"},
    "×": {"ja": "かける記号", "en": "multiplication sign"},
    "−": {"ja": "数学のマイナス", "en": "minus sign"},
}
_RIGHT = {
    "\u00a0": " ", "“": '"', "”": '"', "‘": "'", "’": "'", "、": ",", "。": ".", "×": "*", "−": "-",
}  # fmt: skip


def unreadable_text(exercises: Sequence[ExerciseEvidence]) -> Iterator[Finding]:
    """Yields a RUN001 finding for each exercise whose source did not parse.

    The finding is about the whole file: a fault in observing one exercise says nothing of it where
    another exercise has read it.
    """
    read = any(exercise.source is not None for exercise in exercises)
    for exercise in exercises:
        if exercise.source is not None:
            yield from _about(exercise.source)
        elif exercise.trouble and not read:
            yield _finding(Verdict.BROKEN, "", {"trouble": exercise.trouble.splitlines()[-1]})


def cells_left_out(exercises: Sequence[ExerciseEvidence]) -> Iterator[Finding]:
    """Yields a RUN001 note for the first of a notebook's cells that are no Python."""
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
    column = 0 if case == "backslash" else trouble.column  # 0: the line alone
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
            "right": {"ja": "半角スペース", "en": "an ordinary space"} if right == " " else right,
        },
        (trouble.location,),
    )


def _case(trouble: SyntaxTrouble, right: str) -> str:
    if trouble.lesson and not trouble.character:
        return trouble.lesson
    if trouble.character:
        return "fullwidth" if right else "character"
    if _MAGIC.match(trouble.location.text):
        return "magic"
    message = trouble.message.casefold()
    return next((case for words, case in _LESSONS if words in message), "syntax")


def _right(character: str) -> str:
    """Gives the ASCII character that was meant; "" when there is none."""
    if not character:
        return ""
    folded = _RIGHT.get(character) or unicodedata.normalize("NFKC", character)
    return folded if len(folded) == 1 and folded.isascii() and folded.isprintable() else ""


def _name(character: str) -> Mapping[str, str]:
    if not character:
        return {"ja": "", "en": ""}
    wide = {"ja": f"全角の「{character}」", "en": f"full-width {character}"}
    other = {"ja": f"「{character}」", "en": unicodedata.name(character, "character").lower()}
    return _NAMES.get(character) or (wide if _right(character) else other)


def _place(location: Location, column: int) -> Mapping[str, str]:
    """Says line and column, in a notebook with the cell; without a column (0), the line."""
    cell, line = location.cell, location.line
    return {
        "ja": (f"セル {cell} の " if cell else "")
        + f"{line} 行目"
        + (f"の {column} 文字目" if column else ""),
        "en": (f"cell {cell}, " if cell else "")
        + f"line {line}"
        + (f", column {column}" if column else ""),
    }


def _finding(
    verdict: Verdict,
    case: str,
    params: Mapping[str, str | Mapping[str, str]],
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
