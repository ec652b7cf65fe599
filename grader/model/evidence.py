"""Everything observed about one submission: facts, not judgements."""

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
    """The outcome of comparing a result with the reference."""

    EQUAL = "equal"  # exactly, or within the tolerance for floats
    WRONG_VALUE = "wrong-value"
    WRONG_SHAPE = "wrong-shape"
    NOT_A_MATRIX = "not-a-matrix"
    NOT_FINITE = "not-finite"
    LOW_PRECISION = "low-precision"  # right, but to fewer digits than required
    NOT_RUN = "not-run"  # the call itself failed; see run


class EntryHow(StrEnum):
    """How the function to grade was found."""

    NAME = "name"
    ALIAS = "alias"
    PROBE = "probe"  # it multiplies a 2x2 probe, correctly or like a lookalike
    EXTRACTED = "lifted"  # there is none; loops of the script were made into one
    PROGRAM = "program"  # there is none; matrices left by the script prove what it does


class Doubt(StrEnum):
    """Why a wrong result may be due to our choice, not the student's mistake: a person decides."""

    OTHERS = "others"  # another function may be meant, and not all could be tried
    SHAPES = "shapes"  # its sizes were guessed, and it fails only where lengths differ
    STACKS = "stacks"  # it is right for stacks of matrices, but was given single ones
    FILLED = "filled"  # it raised an exception, perhaps after filling the matrix it was given

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
    place: tuple[int, ...] = ()  # 0-based, in a result of any number of axes


class Comparison(Struct, frozen=True, kw_only=True):
    """One case: the call, and its result compared with the reference."""

    case: Case
    run: RunRecord
    outcome: Outcome
    given_shapes: tuple[tuple[int, ...], ...] = ()  # of the inputs
    expected_shape: tuple[int, ...] = ()
    kind: ValueKind | None = None  # of the result; None if the call failed
    shape: tuple[int, ...] = ()
    container: str = ""
    elements: str = ""
    description: str = ""  # of a result that is not a matrix
    first_wrong: Element | None = None
    given: str = ""  # the inputs of a small case that failed, in Python's notation
    error_ratio: float = 0.0  # largest |C - C^| / bound; 0 = exact; inf = not comparable
    lookalikes: tuple[str, ...] = ()  # all known mistakes that give this result
    inputs_changed: bool = False
    changed: tuple[int, ...] = ()  # indices of inputs that were changed
    alone: Outcome | None = None  # the same case in a fresh process; None = not tried
    varies: bool = False  # the same requests in the same order were answered differently
    overwritten: bool = False  # the returned result had changed after a later call
    asked: bool = True  # False: skipped, since earlier cases had ended their processes

    @property
    def beyond_its_means(self) -> bool:
        """Whether a size that the assignment does not list exceeded the limits of a run.

        The listed sizes did not. A right but wasteful program may do this; it shows no mistake.
        """
        run, error = self.run, self.run.traceback
        deep = error is not None and error.type == "RecursionError"
        outside = run.detail.partition(":")[0] in list(Edge)  # of a matrix: a mistake
        died = run.exit_signal > 0 and not outside  # as with very deep recursion
        return self.case.secret and (run.status in USED_UP or deep or died)


class Lesson(Struct, frozen=True, kw_only=True):
    """What a lookalike teaches; stored with the evidence, so that judging needs no reference."""

    name: Mapping[str, str]  # by language: the name of the mistake
    lesson: Mapping[str, str]  # by language: why it happens, and what to do
    excusable: bool = False  # right if the report justifies it: a person decides
    family: bool = False  # named only if no closer mistake explains every result
    seen_as: tuple[str, ...] = ()  # the values of `SourceFacts.marks` that lead to this mistake


class Example(Struct, frozen=True, kw_only=True):
    """A small call that the function answers wrongly, to paste and work out by hand."""

    given: str  # "a = [[1, 2], [3, 4]]; b = [[5, 6], [7, 8]]"
    expected: str
    got: str
    shaped: bool  # whether it has the right numbers of rows and columns
    earlier: str = ""  # the call before it, if it is right without that


class Entry(Struct, frozen=True, kw_only=True):
    """The function that was graded."""

    target: Target
    how: EntryHow
    file: str
    line: int
    others: tuple[str, ...] = ()  # other callables that would also have qualified
    doubt: Doubt | None = None  # None: mistakes, if any, are the function's own


class Record(Struct, frozen=True, kw_only=True):
    """A plugin's observations, as the engine carries them: only the plugin interprets them.

    `grader.records` packs and opens it.
    """

    schema: int  # number of the plugin's schema at the time
    data: Any  # plain values: dicts, lists, text, numbers
    trouble: str = ""  # traceback of the plugin's exception; its checks are broken
    waiting: tuple[str, ...] = ()  # libraries that are missing here, so that nothing was observed


class Observer(Struct, frozen=True, kw_only=True):
    """A plugin that inspected a submission, in its state at the time."""

    schema: int
    distribution: str = ""  # name and version of a foreign distribution


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
    probes: tuple[str, ...] = ()  # rejected callables with the reason, "name: reason"
    comparisons: tuple[Comparison, ...] = ()
    lessons: Mapping[str, Lesson] = field(default_factory=dict)  # by lookalike
    example: Example | None = None  # None: nothing is wrong, or no small call shows it
    changes_at: tuple[str, int] | None = None  # (file, line) that changes an input
    plots: tuple[Plot, ...] = ()
    seed: str = ""  # hex; reproduces the inputs
    trouble: str = ""  # traceback of our own fault: every check of this exercise is broken
    waiting: tuple[str, ...] = ()  # what is missing here, so that it was not run: "gpu", "torch", …
    place: Mapping[str, str] = field(default_factory=dict)  # where it ran: level, Python, device, …
    key: str = ""  # key of everything that this observation depends on, except its place
    unwritten: bool = False  # not run: the text proves that there is no function to run
    unproved: bool = False  # a script ran and multiplies, but nothing shows whether it is right
    timing: Timing | None = None  # None: not measured
    inputs: int = 2  # number of matrices that the operation takes
    arguments: tuple[str, ...] = ()  # their names in the reference: ("a", "b")
    records: Records = field(default_factory=dict)  # from plugins, about this exercise
    rank: int = 0  # how much the place is worth: 0 not run, 1 on the CPU instead, 2 as requested
    # For a program that breaks the import rule: what its function does in the sandbox all the
    # same, without the forbidden import. For information only; it never counts.
    otherwise: "ExerciseEvidence | None" = None


class Evidence(Struct, frozen=True, kw_only=True):
    """Everything observed about one submission."""

    assignment: str
    student: str
    digest: str  # of the submission's files
    key: str  # key of everything that the observation depends on
    main: str  # logical name of the source; "" without one
    encoding: str
    candidates: tuple[str, ...]
    files: tuple[str, ...]
    troubles: tuple[FileTrouble, ...]
    exercises: tuple[ExerciseEvidence, ...]
    machine: Mapping[str, str]  # isolation level, Python, platform
    grader: str  # grader's version
    cells: tuple[tuple[int, int], ...] = ()  # of a notebook: (first line, number) of its code cells
    trouble: str = ""  # our own fault before anything could be read: every check is broken
    program: ProgramRun | None = None  # None: not run as a whole
    records: Records = field(default_factory=dict)  # from plugins, about the submission
    observers: Mapping[str, Observer] = field(default_factory=dict)
    """The plugins that inspected it, by name."""
    received: Received | None = None  # None: the folder does not tell
    collected: tuple[Note, ...] = ()  # notes from collecting the files


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
