"""The instructor's settings: Course, Assignment, Exercise, Criterion."""

import math
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from grader.model.bounds import DIFFERENT, Id, Text, Texts, Titles, expects, key
from grader.model.grading import Grading


class Retention(Struct, frozen=True, kw_only=True):
    """How long students' data may be kept. If both are given, the earlier day counts."""

    keep_days: Annotated[int, Meta(ge=0, le=36500)] | None = None
    """The number of days after an assignment's due date."""
    keep_until: Annotated[date | None, expects("a date, such as 2026-03-31")] = None
    """The last day, such as 2026-03-31, for the whole course."""

    def last_day(self, due: datetime) -> date | None:
        """Return the last day on which an assignment's data may be kept; None without a limit.

        `due` is the assignment's last due date, extensions included, in the course's zone.
        """
        after = [] if self.keep_days is None else [due.date() + timedelta(days=self.keep_days)]
        until = [] if self.keep_until is None else [self.keep_until]
        return min([*after, *until], default=None)


DAY = 86_400  # seconds
HOUR = 3_600


class LateKind(StrEnum):
    """How lateness reduces points."""

    NONE = "none"  # lateness is shown, and costs nothing
    PER_DAY = "per-day"  # each day begun costs the same percentage
    STEPS = "steps"  # see LateStep; after the last step, `least_percent` is kept
    CUT_OFF = "cut-off"  # nothing is kept; with `cut_off_hours`, everything up to then


class LateStep(Struct, frozen=True, kw_only=True):
    """Up to `hours` after the deadline, `percent` of the points are kept."""

    hours: Annotated[float, Meta(gt=0)]
    """Hours after the deadline."""
    percent: Annotated[float, Meta(ge=0, le=100)]
    """The percentage of the points that is kept up to then."""


class LatePolicy(Struct, frozen=True, kw_only=True):
    """The deduction for lateness."""

    kind: Annotated[LateKind, key("policy", required=True)] = LateKind.NONE
    """How lateness reduces points: not at all, by the same amount for each day begun, in steps, or
    to 0."""
    percent_per_day: Annotated[float, Meta(gt=0, le=100)] = 0.0
    """The deduction for each day begun, in percent of the points earned; for per-day."""
    least_percent: Annotated[float, Meta(ge=0, le=100)] = 0.0
    """The least percentage that is kept; for per-day, and after the last step."""
    cut_off_hours: Annotated[float, Meta(gt=0)] = math.inf
    """Work that is more than this many hours late does not count, under any policy."""
    steps: Annotated[tuple[LateStep, ...], Meta(min_length=1)] = ()
    """The steps: up to `hours` hours late, `percent` % of the points are kept; for steps."""

    def kept_percent(self, late_seconds: int) -> float:
        """Return the percentage of the points that is kept; 100 if it is not late."""
        if late_seconds <= 0:
            return 100.0
        if late_seconds > self.cut_off_hours * HOUR:
            return 0.0
        match self.kind:
            case LateKind.NONE:
                return 100.0
            case LateKind.PER_DAY:
                percent = 100.0 - self.percent_per_day * math.ceil(late_seconds / DAY)
                return max(percent, self.least_percent, 0.0)
            case LateKind.STEPS:
                within = (step.percent for step in self.steps if late_seconds <= step.hours * HOUR)
                return next(within, self.least_percent)
            case LateKind.CUT_OFF:
                # Without hours, one second is too late.
                return 100.0 if math.isfinite(self.cut_off_hours) else 0.0


class Deadline(Struct, frozen=True, kw_only=True):
    """The deadline, with grace, and with extensions of individual students."""

    due: datetime  # with a zone
    grace_seconds: int = 0  # not counted as late; 59 if the LMS shows minutes only
    extensions: Mapping[str, datetime] = field(default_factory=dict)  # by student, upper case

    def of(self, student: str) -> datetime:
        """Return this student's deadline, without grace."""
        plain = unicodedata.normalize("NFKC", student).strip().upper()
        return self.extensions.get(student) or self.extensions.get(plain) or self.due

    def late_seconds(self, student: str, at: datetime) -> int:
        """Count whole seconds after the deadline; 0 within the grace. Both times have a zone."""
        late = math.floor((at - self.of(student)).total_seconds())
        return late if late > self.grace_seconds else 0

    def beyond_grace(self, late_seconds: int) -> int:
        """Count seconds after the grace, which shifts the end of every late day as well.

        If 23:59 means the whole minute, it does so on the next day, too.
        """
        return max(late_seconds - self.grace_seconds, 0)


class Lateness(Struct, frozen=True, kw_only=True):
    """The effect of lateness on one score sheet."""

    late_seconds: int
    kept_percent: float  # 100 = no deduction


class Backend(StrEnum):
    """The library or language of an exercise."""

    PYTHON = "python"
    NUMPY = "numpy"
    CUPY = "cupy"
    TORCH = "torch"
    C = "c"


BackendName = Annotated[str, Meta(extra_json_schema={"enum": [*map(str, Backend)]})]


class DeviceKind(StrEnum):
    """Where an exercise is meant to run."""

    CPU = "cpu"
    GPU = "gpu"


class Scope(StrEnum):
    """The scope of an exercise's import rule."""

    FILE = "file"  # the whole program
    FUNCTION = "function"  # what the exercise's function reaches; the file may have others


class Form(StrEnum):
    """The type of a function's matrix arguments."""

    LISTS = "lists"
    NUMPY = "numpy"
    CUPY = "cupy"
    TORCH = "torch"  # rows x columns
    TORCH_4D = "torch-4d"  # batch x channels x rows x columns, as conv2d takes them
    C_DOUBLE = "c-double"  # double *, row by row; double a[n][n] is the same
    C_FLOAT = "c-float"  # float *, row by row
    C_ROWS = "c-rows"  # double **: a pointer to each row
    C_INT = "c-int"  # int *, row by row
    C_INT_ROWS = "c-int-rows"  # int **


ARRAYS = "arrays"
"""The value of `calls` for functions of arrays; plugins define others."""

SCRIPTS = "scripts"
"""The plugin that grades programs without functions; named in messages if missing."""

REPORTS = "reports"
"""The plugin that grades reports; named in messages if missing."""


class Precision(StrEnum):
    """The required precision of a float answer."""

    DOUBLE = "double"
    SINGLE = "single"


class CaseKind(StrEnum):
    """The kind of numbers in a case, which decides how answers are compared."""

    INTEGERS = "integers"  # compared exactly
    FLOATS = "floats"  # compared with the componentwise bound
    LARGE = "large"  # integers, too many to recompute the answer: checked with vectors


class Visibility(StrEnum):
    """Who sees a criterion's award."""

    STUDENT = "student"
    TA = "ta"


_FLAG = (
    r"^-(O[0-3sg]?|Ofast|g[0-3]?|std=[a-z0-9+]+|m[a-z0-9.=-]+|f(?!plugin)[a-z0-9=-]+"
    r"|W(?![alp],)[a-zA-Z0-9=-]*|D[A-Za-z_][A-Za-z0-9_]*(=[A-Za-z0-9_.+-]*)?|lm|pthread)$"
)


class Limits(Struct, frozen=True, kw_only=True):
    """Resource limits of one run of student code. Each has its own RunStatus if exceeded."""

    call_seconds: Annotated[float, Meta(gt=0, le=3600)] = 10.0
    """Wall-clock seconds of one call."""
    cpu_seconds: Annotated[float, Meta(gt=0, le=3600)] = 20.0
    """CPU seconds of one child process."""
    load_seconds: Annotated[float, Meta(gt=0, le=3600)] = 5.0
    """Wall-clock seconds of the program's top-level code."""
    memory_mib: Annotated[int, Meta(ge=16, le=1048576)] = 512
    """Memory in MiB."""
    output_bytes: Annotated[int, Meta(ge=1024, le=2**30)] = 16777216
    """Bytes written to stdout and stderr together."""
    disk_mib: Annotated[int, Meta(ge=1, le=65536)] = 16
    """Files written, in MiB."""
    threads: Annotated[int, Meta(ge=1, le=4096)] = 32
    """Threads and processes."""


class Case(Struct, frozen=True, kw_only=True):
    """One input for checking correctness."""

    size: int  # the matrices are size x size
    kind: CaseKind
    secret: bool = False  # drawn for one submission; not a listed size

    @property
    def by_size(self) -> tuple[bool, int]:
        """A sort key for choosing a case to show: smallest first, but 1×1 last."""
        return self.size == 1, self.size


class Slowest(Struct, frozen=True, kw_only=True):
    """The time limit of an exercise, as a multiple of a program of ours on the same machine."""

    baseline: BackendName
    """The program of grader to compare with."""
    ratio: Annotated[float, Meta(gt=0, le=1000000)]
    """The limit, as a multiple of that program's time."""


class Sweep(Struct, frozen=True, kw_only=True):
    """The sizes over which an exercise is timed, and the limits of that."""

    sizes: tuple[int, ...]  # growing
    seconds: float = 10.0  # for the whole sweep, without the CPU time of other programs
    minimum: int = 3  # calls of each size before its time is accepted
    maximum: int = 30  # calls of each size, even if its times differ
    slowest: Slowest | None = None  # None: no limit


class Compilation(Struct, frozen=True, kw_only=True):
    """How a C program is compiled: by gcc, inside the sandbox."""

    flags: Annotated[
        tuple[Annotated[str, Meta(pattern=_FLAG)], ...],
        DIFFERENT,
        expects(
            "a list of options for optimising, warnings, the standard or macros,"
            " such as -O3, -march=native, -Wall, -std=c11"
        ),
    ] = ("-O3", "-march=native", "-fopenmp", "-Wall", "-Wextra")
    """The compiler's options, such as -O3; grader itself decides what is written, included and
    linked."""
    seconds: Annotated[float, Meta(gt=0, le=600)] = 20.0
    """The limit of CPU time for compiling, in seconds; the limit of elapsed time is ten times as
    long."""


KINDS: Mapping[str, str] = {Backend.C: "c"}
"""Kinds of exercises by backend; each is a plugin's name. See kinds.py."""


class Exercise(Struct, frozen=True, kw_only=True):
    """One function to write: an operation on a backend."""

    id: str
    operation: str  # reference/<operation>.py computes the right answers
    backend: Backend
    entry: str  # the function's name
    aliases: tuple[str, ...] = ()
    allowed_imports: tuple[str, ...] = ()  # top-level module names, sorted
    scope: Scope = Scope.FILE
    requires: tuple[str, ...] = ()  # at least one has to be used: "numpy.dot", "torch", "@"
    device: DeviceKind = DeviceKind.CPU
    calls: str = ARRAYS  # what the entry is and how it is called: "arrays" or a plugin's word
    called_by: str = ""  # the plugin that defines the word; "" = functions of arrays
    own: Any = (
        None  # the table of that plugin in assignment.toml, a frozen Struct; None = it has none
    )
    gives: tuple[Form, ...] = (Form.LISTS,)  # the first is the one in the handout
    dtype: str = "float64"  # of the arrays and tensors passed: "float64" or "float32"
    precision: Precision = Precision.DOUBLE
    variant: tuple[tuple[str, str | int], ...] = ()  # of the operation, sorted: ("stride", 2)
    cases: tuple[Case, ...] = ()
    secret_sizes: int = 6  # number of additional, unlisted sizes; 0 = none
    limits: Limits = Limits()
    sweep: Sweep | None = None  # None: it is not timed
    optional: bool = False
    others: tuple[str, ...] = ()  # entries and aliases of the assignment's other exercises, sorted
    label: str = ""  # name on pages, if another exercise has the same entry
    python: str = ""  # the version that runs the submission; "" = that of grader

    @property
    def shown(self) -> str:
        """The name on pages."""
        return self.label or self.entry

    @property
    def of_arrays(self) -> bool:
        """Whether the entry is a function of arrays."""
        return self.calls == ARRAYS

    @property
    def kind(self) -> str:
        """The name of the plugin of its kind; "" for the engine's own kind."""
        return self.called_by or KINDS.get(self.backend, "")

    compilation: Compilation = Compilation()  # for compiled languages


class ItemStart(StrEnum):
    """The points to which rubric items are added."""

    FULL = "full"  # the criterion's points: items are mostly deductions
    ZERO = "zero"


class RubricItem(Struct, frozen=True, kw_only=True):
    """A reusable reason, with the points that it adds or subtracts."""

    id: Id
    """The item's name in decisions."""
    points: Annotated[float, Meta(ge=-1000, le=1000)]
    """The points it adds; negative for a deduction."""
    title: Titles
    """The text for the student, in both languages."""


class Criterion(Struct, frozen=True, kw_only=True):
    """One line of the marking scheme. Without checks, a person decides."""

    id: Id
    """The criterion's name in grades.csv."""
    title: Titles
    """The criterion's title in both languages."""
    points: Annotated[float, Meta(ge=0, le=1000)]
    """The maximum points."""
    checks: Texts = ()
    """Check codes (COR001) or prefixes (COR) that decide it together. Without checks, a person
    decides."""
    exercises: Texts = ()
    """The exercises it is about, by id; none = all."""
    groups: Texts = ()
    """The groups of tests of these exercises that it is about, by id; none = all tests."""
    evidence: Texts = ()
    """Check codes (REP005) or prefixes (REP) whose findings are shown next to the criterion. They
    do not decide it."""
    visibility: Visibility = Visibility.STUDENT
    """Who sees the award."""
    item: tuple[RubricItem, ...] = ()
    """Deductions and bonuses that a TA chooses on the review page."""
    start: ItemStart = ItemStart.FULL
    """What items are added to: "full" = the criterion's points, "zero" = nothing. The sum is at
    least 0 and at most the criterion's points."""
    oral: bool = False
    """Whether it is decided in a talk: the review page shows the student's questions (see `grader
    questions`) next to the points, which a person gives."""


class RequiredChapter(Struct, frozen=True, kw_only=True):
    """A required chapter of the report."""

    id: Id
    """The chapter's name in the data."""
    title: Titles
    """The chapter's title in both languages."""
    synonyms: Annotated[
        tuple[Text, ...],
        Meta(min_length=1),
        DIFFERENT,
        expects("a list with at least one text and no duplicates"),
    ]
    """Headings that students may use for it. A heading may contain more; the width and case of
    letters do not matter."""


class ReportSpec(Struct, frozen=True, kw_only=True):
    """The requirements of a report."""

    chapters: Annotated[tuple[RequiredChapter, ...], key("chapter")] = ()
    """The required chapters, in any order."""
    least_chapters: Annotated[int, Meta(ge=1, le=50)] = 3
    """The number of chapters, whatever their titles, that makes a structure."""
    graphs: Annotated[int, Meta(ge=0, le=40)] = 1
    """The least number of graphs; 0 = none is required."""
    relation: bool = True
    """Whether the report has to say how the time depends on the size."""
    backends: Annotated[tuple[BackendName, ...], DIFFERENT] = ()
    """The backends that the report has to mention."""
    template: Texts = ()
    """Phrases of a template that students replace; if one is left, a person looks."""
    task: Texts = ()
    """Phrases of the handout that only state the task; a sentence that repeats one explains
    nothing."""
    file_bytes: Annotated[int, Meta(ge=65536, le=2**28)] = 52428800
    """A larger report is not read."""


class Assignment(Struct, frozen=True, kw_only=True):
    """One assignment, as defined by the instructor."""

    id: str
    title: Mapping[str, str]
    due: datetime  # with a zone
    source: str  # the required file name, "kadai1.py"
    exercises: tuple[Exercise, ...]
    rubric: tuple[Criterion, ...]
    folder: Path
    file_bytes: int = 1_048_576  # larger source files are not read
    report: ReportSpec | None = None  # None: no report is required
    grace_seconds: int = 0
    extensions: Mapping[str, datetime] = field(default_factory=dict)  # by student, with a zone
    late: LatePolicy = field(default_factory=LatePolicy)
    docs_url: str = ""  # documentation to which codes link; "" = explanations in the page
    python: tuple[str, ...] = ()  # versions to run programs under, best first; () = grader's own
    requests_until: datetime | None = None  # for regrade requests; None: sheets have no form

    @property
    def deadline(self) -> Deadline:
        """The deadline with grace and extensions."""
        return Deadline(due=self.due, grace_seconds=self.grace_seconds, extensions=self.extensions)

    def kept_percent(self, late_seconds: int) -> float:
        """Return the percentage of the points that is kept; the grace applies to every limit."""
        return self.late.kept_percent(self.deadline.beyond_grace(late_seconds))


class Course(Struct, frozen=True, kw_only=True):
    """A folder with course.toml, assignments/, reference/ and submissions/."""

    root: Path
    title: Mapping[str, str]
    zone: str  # IANA name, "Asia/Tokyo"
    student_id: str  # regular expression that finds a student's id in a file or folder name
    grace_seconds: int = 0  # of every assignment without its own
    late: LatePolicy = field(default_factory=LatePolicy)  # of every assignment without its own
    roster: str = ""  # path of a file in the course, with "/", which may be missing; "" = none
    attendance: str = ""  # the same
    lms: Mapping[str, str] = field(default_factory=dict)  # layout's name -> regular expression
    retention: Retention | None = None  # None: not stated
    grading: Grading | None = None  # None: not stated
    accept_level: str = ""  # lowest isolation level after a higher one: "A", "B", "C"; "" = none
    feedback_lang: str = ""  # language of feedback in an LMS; "" = the file's
    docs_url: str = ""  # https, the folder with ja/ and en/ of the documentation; "" = not online

    @property
    def lists(self) -> tuple[str, ...]:
        """Every file in the course that lists people, as a path in its folder."""
        return tuple(filter(None, (self.roster, self.attendance)))
