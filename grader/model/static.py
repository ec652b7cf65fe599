"""What a source says without being run: imports, constructs, definitions."""

from dataclasses import dataclass
from enum import StrEnum

from grader.model.finding import Location


class ParseStatus(StrEnum):
    """How reading the syntax went."""

    OK = "ok"
    SYNTAX_ERROR = "syntax-error"
    TOO_COMPLEX = "too-complex"  # the reader ran out of its limits
    CRASHED = "crashed"  # the reader's process died: ours, not the student's


class Certainty(StrEnum):
    """Whether the text proves the use, or only a person can tell."""

    SURE = "sure"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One place that touches the import rule."""

    check: str  # POL001, POL002 or POL003
    what: str  # "numpy", "exec", "matplotlib.pyplot.np"
    certainty: Certainty
    reason: str  # a case name of the check's wording: "import", "star", "getattr", …
    location: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntaxTrouble:
    """Where and why the source does not parse."""

    location: Location
    column: int  # 1-based
    message: str  # the interpreter's own words
    character: str = ""  # the offending character, such as U+3000, when that is the cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A callable the source defines at its top level, or a method of a top-level class."""

    name: str  # "matmul", "Solver.multiply"
    file: str
    line: int
    parameters: tuple[str, ...]  # positional, without self
    required: int  # how many of them have no default
    accepts: int  # how many positional arguments fit; 99 with *args
    loops: int  # depth of the deepest nest of loops and comprehensions
    multiplies: bool  # uses * @ or sum-like calls somewhere in its body or in a callee
    constructor: bool = True  # of a method: its class can be built without arguments


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFacts:
    """Everything read off the text of a submission for one exercise."""

    status: ParseStatus
    uses: tuple[Use, ...] = ()
    syntax: SyntaxTrouble | None = None
    definitions: tuple[Definition, ...] = ()
    local_modules: tuple[str, ...] = ()  # helper files reached by imports, logical names
    detail: str = ""
