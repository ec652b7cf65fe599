"""The table [exercise.values] of assignment.toml."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field, json

from grader.model.bounds import DIFFERENT, Id, Text, Texts, Titles


class Order(StrEnum):
    """Whether the order of a list's members counts; that of a tuple's always does."""

    SAME = "same"
    ANY = "any"  # of the outermost lists; a list in a list is kept in its order
    DEEP = "deep"  # nor that of lists in lists


class Compared(StrEnum):
    """How what a program prints is compared."""

    LINES = "lines"  # without white space at the ends of lines, and empty lines at the end
    WORDS = "words"  # what is between white space
    NUMBERS = "numbers"  # the same, numbers with the tolerance
    EXACT = "exact"


class Construct(StrEnum):
    """What a program may be written with."""

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
    """What it is about; shown where it goes wrong."""
    steps: Annotated[tuple[Text, ...], Meta(max_length=40)] = ()
    """Steps on the same objects: "a = Account(10)", "a.withdraw(3)", "a.balance == 7",
    "a.withdraw(99) raises ValueError"."""
    input: str = ""
    """What the program can read from its standard input."""
    output: str | None = None
    """What it prints; without it, what the reference prints."""
    arguments: Texts = ()
    """What follows the program's name on its command line."""
    exit_code: Annotated[int, Meta(ge=0, le=255)] | None = None
    """The exit code that it ends with, as of `sys.exit(2)`; without it, any."""
    files: Annotated[dict[Text, str], Meta(max_length=8)] = field(default_factory=dict)
    """Files that lie beside the program, by name."""
    written: Annotated[dict[Text, str], Meta(max_length=8)] = field(default_factory=dict)
    """Files that it has to write, by name, with what is in them."""
    variables: Annotated[dict[Text, Text], Meta(max_length=20)] = field(default_factory=dict)
    """Variables that there are afterwards, with their values as Python writes them."""
    hidden: bool = False
    """Whether students are not shown what was asked, only its name and hint."""
    hint: Titles | None = None
    """What to tell who fails it, in both languages."""
    group: str = ""
    """The id of the group that it belongs to."""


class GroupTable(Struct, frozen=True, kw_only=True):
    """Tests that a criterion can give points for by themselves, with its key `groups`."""

    id: Id
    """The group's name in the data."""
    name: Titles
    """What the tests are about; shown beside how many of them are right."""
    hint: Titles | None = None
    """What to tell who fails one of them, in both languages."""
    tests: Annotated[tuple[Text, ...], Meta(max_length=200)] = ()
    """Tests, as in the `tests` of the exercise."""
    case: str = ""
    """The function of the reference that makes random tests of the group, as `case(rng)` does."""


class MistakeTable(Struct, frozen=True, kw_only=True):
    """A known mistake: what gives the answers that a program with it gives."""

    id: Id
    """The mistake's name in the data."""
    function: Text
    """The function or class of the reference that has the mistake; it stands for `entry`."""
    name: Titles
    """What the mistake is called, in both languages."""
    lesson: Titles
    """Why it happens and what to do, in both languages."""


class ValuesTable(Struct, frozen=True, kw_only=True):
    """Tests of values, for calls = "value" (functions and classes) and calls = "program"."""

    tests: Annotated[tuple[Text, ...], Meta(max_length=200)] = ()
    """Tests of one step: "spiral(2) == [[1, 2], [4, 3]]", "spiral(5)" (the reference knows the
    answer), "spiral(-1) raises ValueError"."""
    test: Annotated[tuple[TestTable, ...], Meta(max_length=200)] = ()
    """Tests that take more to say."""
    group: Annotated[tuple[GroupTable, ...], Meta(max_length=20)] = ()
    """Groups of tests, for points by parts."""
    random: Annotated[int, Meta(ge=0, le=200)] = 10
    """How many tests the reference makes besides, with `case(rng)`, for each student anew."""
    mistake: Annotated[tuple[MistakeTable, ...], Meta(max_length=30)] = ()
    """Known mistakes."""
    relative: Annotated[float, Meta(ge=0, le=1)] = 1e-9
    """By how much a float may differ, as a share of it."""
    absolute: Annotated[float, Meta(ge=0)] = 1e-12
    """By how much a float may differ at least."""
    order: Order = Order.SAME
    """Whether the order of lists counts: same (it does), any (only that of lists in lists), deep
    (of none). That of tuples always does."""
    containers: Annotated[str, Meta(extra_json_schema={"enum": ["same", "any"]})] = "same"
    """Whether a tuple or an array may stand for a list, and the other way round."""
    dtype: bool = False
    """Whether arrays need the dtype that the answer has."""
    printed: Compared = Compared.LINES
    """How what a program prints is compared."""
    forbidden: Annotated[Texts, DIFFERENT] = ()
    """What may not be used: sorted, list.sort, numpy.linalg.inv."""
    required: Annotated[tuple[Construct, ...], DIFFERENT] = ()
    """What it has to be written with."""
    without: Annotated[tuple[Construct, ...], DIFFERENT] = ()
    """What it may not be written with."""

    def __hash__(self) -> int:
        """Hash what is written: titles are mappings."""
        return hash(json.encode(self))
