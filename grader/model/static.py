"""Facts from a source that is not run: imports, constructs, definitions."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from grader.model.calling import Convention
from grader.model.course import Form
from grader.model.finding import Location


class ParseStatus(StrEnum):
    """The result of parsing."""

    OK = "ok"
    SYNTAX_ERROR = "syntax-error"
    TOO_COMPLEX = "too-complex"  # the reader exceeded its limits
    FOREIGN = "foreign"  # it needs something not here: a newer Python, another system's header
    CRASHED = "crashed"  # the reader's process died: our fault, not the student's


class Certainty(StrEnum):
    """Whether the text proves the use, or only a person can tell."""

    SURE = "sure"
    UNSURE = "unsure"


class Use(Struct, frozen=True, kw_only=True):
    """One place that touches the import rule."""

    check: str  # POL001, POL002, POL003 or POL004
    what: str  # "numpy", "exec", "matplotlib.pyplot.np"
    certainty: Certainty
    reason: str  # a case name of the check's wording: "import", "star", "getattr", …
    location: Location


class SyntaxTrouble(Struct, frozen=True, kw_only=True):
    """Where and why the source does not parse."""

    location: Location
    column: int  # 1-based
    message: str  # the interpreter's own words
    character: str = ""  # the offending character, such as U+3000, when that is the cause
    lesson: str = ""  # a case of RUN001's wording; "": the message says which
    needs: str = ""  # the version of Python that can read it, "3.12"; "": none can
    here: str = ""  # the version that could not
    wrong: str = ""  # what is there
    right: str = ""  # and what makes the line parse
    above: Location | None = None  # the line above, where the indentation is what is wrong
    indents: tuple[int, ...] = ()  # blanks of this line, of that above, of all blocks that are open


class Way(Struct, frozen=True, kw_only=True):
    """One way to call a function whose parameters have types."""

    form: Form
    convention: Convention
    constant: bool = False  # it declares that it does not write into its inputs


class Definition(Struct, frozen=True, kw_only=True):
    """A callable the source defines at its top level, or a method of a top-level class."""

    name: str  # "matmul", "Solver.multiply"
    file: str
    line: int
    parameters: tuple[str, ...]  # positional, without self
    required: int  # how many of them have no default
    accepts: int  # number of positional arguments that fit; 99 with *args
    loops: int  # depth of the deepest nest of loops and comprehensions
    multiplies: bool  # uses * @ or sum-like calls somewhere in its body or in a callee
    constructor: bool = True  # of a method: its class can be built without arguments
    holds: tuple[str, ...] = ()  # of a method without parameters: the two attributes that it
    #                              multiplies and, if it fills one, that attribute
    libraries: tuple[str, ...] = ()  # top-level names of the libraries that it reaches, sorted
    ways: tuple[Way, ...] | None = None  # to call it, as its types say; None: they say nothing
    fixed: bool = False  # it takes matrices, and no parameter holds their size
    unwritten: bool = False  # it contains only a placeholder: pass, ..., NotImplementedError


class Requirement(StrEnum):
    """Whether the exercise's function uses one of the APIs that it has to use."""

    NOT_ASKED = "not-asked"
    MET = "met"
    MISSING = "missing"
    UNSURE = "unsure"


class TopLevel(StrEnum):
    """What a program may show when run as its author does, beyond its definitions."""

    NOTHING = "nothing"  # only imports, definitions and constants
    GUARDED = "guarded"  # the same, except below `if __name__ == "__main__":`
    OPEN = "open"  # anything


class ExtractedFunction(Struct, frozen=True, kw_only=True):
    """The part of a plain script that multiplies, written down as a function of its matrices.

    A guess until it has been run. It is for programs in which no function could be the exercise's.
    Its names are local variables, where the program may have globals: it is somewhat faster than
    the program itself.
    """

    name: str  # of the function that `text` defines
    text: str  # source of a module: imports, functions that it needs, and `def lifted(x, y)`
    lines: tuple[int, int]  # of the student's loops or expression, first and last
    left: str  # names of the student's variables
    right: str
    result: str  # "" when the program discards the product
    kind: str  # "globals" or "function": where the loops are
    sure: bool = False  # a mistake in it is the student's; otherwise a wrong result proves nothing
    cell: int = 0  # of a notebook; lines are counted in it


ENDLESS = "endless while"
"""The mark of a loop that never ends once it begins."""
BINDS_INDEX = "binds an index"
"""The mark of a place that gives a value to the `variable` of an index in `function`; of a loop
over `range(stop)`, with a name as `stop`."""
FIRST_USE = "first use"
"""The mark of the first line that uses what was imported from a forbidden `module`."""
SAME_CALL = "same call"
"""The mark of a place where a function calls itself with its own arguments, unchanged."""


class Mark(Struct, frozen=True, kw_only=True):
    """A place whose text reveals the effect of some mistake; see grader.source.marks."""

    name: str  # "a[i][k]*b[j][k]", "leaves i", "k short"
    location: Location
    text: str = ""  # the relevant part of the line; "": all of it
    names: Mapping[str, str] = field(default_factory=dict)  # the names used for a, b, i, j, …
    last: int = 0  # line of a loop's end


class SourceFacts(Struct, frozen=True, kw_only=True):
    """Everything read from the text of a submission for one exercise."""

    status: ParseStatus
    uses: tuple[Use, ...] = ()
    syntax: SyntaxTrouble | None = None
    left_out: tuple[SyntaxTrouble, ...] = ()  # of notebook cells that are not Python
    definitions: tuple[Definition, ...] = ()
    replaced: tuple[Definition, ...] = ()  # not callable, since redefined later
    local_modules: tuple[str, ...] = ()  # helper files reached by imports, logical names
    names: tuple[str, ...] = ()  # bound at the top of its files, sorted; "*": any name may be
    libraries: tuple[str, ...] = ()  # top-level names that the exercise reaches, sorted
    requirement: Requirement = Requirement.NOT_ASKED
    instead: tuple[Use, ...] = ()  # APIs used in place of a missing required one
    hidden: bool = False  # the function, or its work, may be there though no definition shows it
    multiplies: bool = False  # somewhere in the program, things that may be elements of matrices
    product_line: int = 0  # where the first statement at the top that multiplies begins
    pasted: tuple[str, ...] = ()  # names bound to typed numbers, not to computed ones
    guesses: tuple[ExtractedFunction, ...] = ()  # none where a function could be graded
    lifted: ExtractedFunction | None = None  # the guess that was graded
    marks: Mapping[str, tuple[Mark, ...]] = field(default_factory=dict)
    # By function or class at the top, "" for the rest.
    clues: tuple[Mark, ...] = ()  # places that may explain an exception; no mistakes
    bound: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    # By the name of a function, "" for what is outside of any: names, and the line that binds each
    # first. Of the graded file alone.
    detail: str = ""
    top_level: TopLevel = TopLevel.OPEN
    parallel: bool = False  # it starts threads, so that a race may show only now and then
