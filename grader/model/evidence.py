"""Everything observed about one submission. Facts, no blame."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from grader.model.calling import Edge, Target, ValueKind
from grader.model.collection import Note, Received
from grader.model.course import Assignment, Case
from grader.model.finding import Finding
from grader.model.program import Plot, ProgramRun
from grader.model.run import USED_UP, LoadMode, RunRecord
from grader.model.static import SourceFacts
from grader.model.submission import FileTrouble
from grader.model.timing import Timing


class Outcome(StrEnum):
    """What comparing one result with the reference showed."""

    EQUAL = "equal"  # exactly, or within the bound for floats
    WRONG_VALUE = "wrong-value"
    WRONG_SHAPE = "wrong-shape"
    NOT_A_MATRIX = "not-a-matrix"
    NOT_FINITE = "not-finite"
    LOW_PRECISION = "low-precision"  # right, but only to fewer digits than asked
    NOT_RUN = "not-run"  # the call itself did not end well; see run


class EntryHow(StrEnum):
    """How the function to grade was found."""

    NAME = "name"
    ALIAS = "alias"
    PROBE = "probe"  # it multiplies a 2x2 probe, rightly or like a lookalike
    EXTRACTED = "lifted"  # there is none: loops of the script, made into one
    PROGRAM = "program"  # there is none: matrices that the script left prove what it does


class Doubt(StrEnum):
    """Why what went wrong may be our choice and not the student's mistake: a person looks."""

    OTHERS = "others"  # another function may be meant, and not every one could be tried
    SHAPES = "shapes"  # its sizes were guessed, and it is wrong only where lengths differ
    STACKS = "stacks"  # it is right for stacks of matrices, and was given single ones
    FILLED = "filled"  # it raised, perhaps after it had filled the matrix that it was given

    @classmethod
    def _missing_(cls, value: object) -> "Doubt | None":
        """Read the doubts that older versions stored about programs without such a function."""
        return cls.OTHERS if value in {"own-size", "loops"} else None


class Element(Struct, frozen=True, kw_only=True):
    """The first element that differs."""

    row: int  # 0-based
    column: int
    expected: str  # as the student would print it
    got: str
    place: tuple[int, ...] = ()  # 0-based, in an answer of any number of axes


class Comparison(Struct, frozen=True, kw_only=True):
    """One case: the call, and its result against the reference."""

    case: Case
    run: RunRecord
    outcome: Outcome
    given_shapes: tuple[tuple[int, ...], ...] = ()  # of the inputs
    expected_shape: tuple[int, ...] = ()
    kind: ValueKind | None = None  # of the result; None when the call did not end well
    shape: tuple[int, ...] = ()
    container: str = ""
    elements: str = ""
    description: str = ""  # of a result that is no matrix
    first_wrong: Element | None = None
    given: str = ""  # the inputs of a small case that went wrong, as Python writes them
    error_ratio: float = 0.0  # largest |C - C^| / bound; 0 = exact; inf = not comparable
    lookalikes: tuple[str, ...] = ()  # every known mistake this result equals
    inputs_changed: bool = False
    changed: tuple[int, ...] = ()  # which of the inputs: 0 is the first
    alone: Outcome | None = None  # the same case in a fresh process; None = not tried
    varies: bool = (
        False  # processes that were asked the same, in the same order, answered otherwise
    )
    overwritten: bool = False  # the result that it returned was another one after a later call
    asked: bool = True  # False: given up before it, since others had ended their processes

    @property
    def beyond_its_means(self) -> bool:
        """Whether a size that the assignment does not list took more than a run may use.

        The listed ones did not. A program that is right but wasteful may end so: no mistake shows.
        """
        run, error = self.run, self.run.traceback
        deep = error is not None and error.type == "RecursionError"
        outside = run.detail.partition(":")[0] in list(Edge)  # of a matrix: that is a mistake
        died = run.exit_signal > 0 and not outside  # as very deep recursion does
        return self.case.secret and (run.status in USED_UP or deep or died)


class Lesson(Struct, frozen=True, kw_only=True):
    """What a lookalike teaches, kept with the evidence so that judging needs no reference."""

    name: Mapping[str, str]  # by language: what the mistake is called
    lesson: Mapping[str, str]  # by language: why it happens and what to do
    excusable: bool = False  # right if the report gives a reason for it: a person decides
    family: bool = False  # named only where no closer mistake explains every result
    seen_as: tuple[str, ...] = ()  # which of `SourceFacts.marks` come to this


class Example(Struct, frozen=True, kw_only=True):
    """A small call that the function answers wrongly: to be pasted, and worked out by hand."""

    given: str  # "a = [[1, 2], [3, 4]]; b = [[5, 6], [7, 8]]"
    expected: str
    got: str
    shaped: bool  # whether it has the right number of rows and columns
    earlier: str = ""  # what it was called with before, where it is right without that


class Entry(Struct, frozen=True, kw_only=True):
    """The function that was graded."""

    target: Target
    how: EntryHow
    file: str
    line: int
    others: tuple[str, ...] = ()  # other callables that would have done
    doubt: Doubt | None = None  # None: what went wrong, if anything, is the function's


class Record(Struct, frozen=True, kw_only=True):
    """What a plugin observed, as the engine carries it: only the plugin makes sense of it.

    `grader.records` packs and opens it.
    """

    schema: int  # of the plugin, when it was observed
    data: Any  # plain values: dicts, lists, text, numbers
    trouble: str = ""  # an exception of the plugin's, a traceback: its checks are broken
    waiting: tuple[str, ...] = ()  # what is not here, so that it was not observed: libraries


class Observer(Struct, frozen=True, kw_only=True):
    """A plugin that looked at a submission, as it was then."""

    schema: int
    distribution: str = ""  # name and version, of one that is not grader's own


Records = Mapping[str, Record]
"""By the name of the plugin that observed it."""


class ExerciseEvidence(Struct, frozen=True, kw_only=True):
    """Everything observed about one exercise of one submission."""

    exercise: str
    source: SourceFacts | None  # None: there was no source to read
    load: RunRecord | None = None  # None: forbidden, or nothing to run
    load_mode: LoadMode = LoadMode.WHOLE
    whole_load: RunRecord | None = None  # how the whole program ended, in mode DEFINITIONS
    entry: Entry | None = None
    probes: tuple[str, ...] = ()  # callables tried and why each was not taken, "name: reason"
    comparisons: tuple[Comparison, ...] = ()
    lessons: Mapping[str, Lesson] = field(default_factory=dict)  # by lookalike
    example: Example | None = None  # None: nothing is wrong, or no small call shows it
    changes_at: tuple[str, int] | None = None  # (file, line) that writes into an input
    plots: tuple[Plot, ...] = ()
    seed: str = ""  # hex; replays the inputs
    trouble: str = ""  # our own fault, a traceback: every check of this exercise is broken
    waiting: tuple[str, ...] = ()  # what is not here, so that it was not run: "gpu", "torch", …
    place: Mapping[str, str] = field(default_factory=dict)  # where it ran: rung, Python, device, …
    key: str = ""  # of all that this observation depends on, but for where it is made
    unwritten: bool = False  # not run: the text proves that there is no function to run
    unproved: bool = False  # a script ran and multiplies, and nothing shows whether rightly
    timing: Timing | None = None  # None: not measured
    inputs: int = 2  # matrices that the operation is given
    arguments: tuple[str, ...] = ()  # what the reference calls them: (\"a\", \"b\")
    records: Records = field(default_factory=dict)  # of plugins, about this exercise
    rank: int = 0  # how much the place is worth: 0 not run, 1 on the CPU instead, 2 as asked for
    # Of a program that breaks the import rule: what its function does behind the wall all the
    # same, without what is forbidden. For information; nothing of it counts.
    otherwise: "ExerciseEvidence | None" = None


class Evidence(Struct, frozen=True, kw_only=True):
    """Everything observed about one submission."""

    assignment: str
    student: str
    digest: str  # of the submission's files
    key: str  # of all that the observation depends on
    main: str  # logical name of the source, "" when there is none
    encoding: str
    candidates: tuple[str, ...]
    files: tuple[str, ...]
    troubles: tuple[FileTrouble, ...]
    exercises: tuple[ExerciseEvidence, ...]
    machine: Mapping[str, str]  # rung, Python, platform
    grader: str  # version
    cells: tuple[tuple[int, int], ...] = ()  # of a notebook: (first line, number) of code cells
    trouble: str = ""  # our own fault before anything could be read: every check is broken
    program: ProgramRun | None = None  # None: it was not run as a whole
    records: Records = field(default_factory=dict)  # of plugins, about the submission
    observers: Mapping[str, Observer] = field(default_factory=dict)
    """The plugins that looked at it, by name."""
    received: Received | None = None  # None: the folder does not say
    collected: tuple[Note, ...] = ()  # what collecting the files showed


def nothing_observed(student: str, assignment: str) -> Evidence:
    """Return the evidence of a submission that was neither read nor run."""
    return Evidence(
        assignment=assignment,
        student=student,
        digest="",
        key="",
        main="",
        encoding="",
        candidates=(),
        files=(),
        troubles=(),
        exercises=(),
        machine={},
        grader="",
    )


SubmissionCheck = Callable[[Evidence, Assignment], Iterable[Finding]]
