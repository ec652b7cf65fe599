"""The table [exercise.values] of assignment.toml."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field, json

from grader.model.bounds import DIFFERENT, Id, Text, Texts, Titles


class Order(StrEnum):
    """Whether the order of a list's members matters; that of a tuple's always does."""

    SAME = "same"
    ANY = "any"  # not in the outermost lists, but in lists in lists
    DEEP = "deep"  # nor in lists in lists


class Compared(StrEnum):
    """How the output of a program is compared."""

    LINES = "lines"  # without white space at the ends of lines, and empty lines at the end
    WORDS = "words"  # ignoring white space
    NUMBERS = "numbers"  # the same, but numbers with the tolerance
    EXACT = "exact"


class Construct(StrEnum):
    """A construct that may be required or forbidden."""

    LOOP = "loop"
    RECURSION = "recursion"
    COMPREHENSION = "comprehension"
    CLASS = "class"
    LAMBDA = "lambda"
    GENERATOR = "generator"
    TRY = "try"


class TestTable(Struct, frozen=True, kw_only=True):
    """One test."""

    name: Titles | None = None
    """What it tests; shown if it fails."""
    steps: Annotated[tuple[Text, ...], Meta(max_length=40)] = ()
    """Steps on the same objects: "a = Account(10)", "a.withdraw(3)", "a.balance == 7",
    "a.withdraw(99) raises ValueError"."""
    input: str = ""
    """The program's standard input."""
    output: str | None = None
    """The expected output; without it, the output of the reference."""
    arguments: Texts = ()
    """The arguments on the program's command line."""
    exit_code: Annotated[int, Meta(ge=0, le=255)] | None = None
    """The expected exit code, as of `sys.exit(2)`; without it, any."""
    files: Annotated[dict[Text, str], Meta(max_length=8)] = field(default_factory=dict)
    """Files in the program's folder, by name."""
    written: Annotated[dict[Text, str], Meta(max_length=8)] = field(default_factory=dict)
    """Files that it has to write, by name, with their content."""
    variables: Annotated[dict[Text, Text], Meta(max_length=20)] = field(default_factory=dict)
    """Variables that have to exist afterwards, with their values as Python writes them."""
    hidden: bool = False
    """Whether students see only the test's name and hint, not the test."""
    hint: Titles | None = None
    """Advice for students who fail it, in both languages."""
    group: str = ""
    """The id of the test's group."""


class GroupTable(Struct, frozen=True, kw_only=True):
    """Tests for which a criterion can give points separately, with its key `groups`."""

    id: Id
    """The group's name in the data."""
    name: Titles
    """What the tests are about; shown with the number of right ones."""
    hint: Titles | None = None
    """Advice for students who fail one of them, in both languages."""
    tests: Annotated[tuple[Text, ...], Meta(max_length=200)] = ()
    """Tests, as in the `tests` of the exercise."""
    case: str = ""
    """The function of the reference that generates random tests of the group, as `case(rng)`
    does."""


class MistakeTable(Struct, frozen=True, kw_only=True):
    """A known mistake: a function that gives the answers of programs with it."""

    id: Id
    """The mistake's name in the data."""
    function: Text
    """The function or class of the reference that has the mistake; it stands for `entry`."""
    name: Titles
    """The mistake's name in both languages."""
    lesson: Titles
    """Why it happens and what to do, in both languages."""


class ValuesTable(Struct, frozen=True, kw_only=True):
    """Tests of values, for calls = "value" (functions and classes) and calls = "program"."""

    tests: Annotated[tuple[Text, ...], Meta(max_length=200)] = ()
    """Tests of one step: "spiral(2) == [[1, 2], [4, 3]]", "spiral(5)" (the reference knows the
    answer), "spiral(-1) raises ValueError"."""
    test: Annotated[tuple[TestTable, ...], Meta(max_length=200)] = ()
    """Tests that need more than one line."""
    group: Annotated[tuple[GroupTable, ...], Meta(max_length=20)] = ()
    """Groups of tests, for points by parts."""
    random: Annotated[int, Meta(ge=0, le=200)] = 10
    """The number of additional tests that the reference generates for each student, with
    `case(rng)`."""
    mistake: Annotated[tuple[MistakeTable, ...], Meta(max_length=30)] = ()
    """Known mistakes."""
    relative: Annotated[float, Meta(ge=0, le=1)] = 1e-9
    """The relative tolerance of floats."""
    absolute: Annotated[float, Meta(ge=0)] = 1e-12
    """The absolute tolerance of floats."""
    order: Order = Order.SAME
    """Whether the order of lists matters: same (always), any (only in nested lists), deep (never).
    The order of tuples always matters."""
    containers: Annotated[str, Meta(extra_json_schema={"enum": ["same", "any"]})] = "same"
    """Whether a tuple or an array may replace a list, and vice versa."""
    dtype: bool = False
    """Whether arrays need the dtype of the right answer."""
    printed: Compared = Compared.LINES
    """How the output of a program is compared."""
    forbidden: Annotated[Texts, DIFFERENT] = ()
    """Names that must not be used: sorted, list.sort, numpy.linalg.inv."""
    required: Annotated[tuple[Construct, ...], DIFFERENT] = ()
    """Constructs that have to be used."""
    without: Annotated[tuple[Construct, ...], DIFFERENT] = ()
    """Constructs that must not be used."""

    def __hash__(self) -> int:
        """Hash the serialised table, since titles are mappings."""
        return hash(json.encode(self))
