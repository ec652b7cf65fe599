"""What the instructor asked for: Course, Assignment, Exercise, Rubric."""

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
    """Until when students' data may stay. The earlier of the two counts when both are given."""

    keep_days: Annotated[int, Meta(ge=0, le=36500)] | None = None
    """So many days after an assignment's due date."""
    keep_until: Annotated[date | None, expects("a date, such as 2026-03-31")] = None
    """The last day, such as 2026-03-31, for the whole course."""

    def last_day(self, due: datetime) -> date | None:
        """Return the last day on which an assignment's data are kept; None: no limit is stated.

        `due` is the assignment's last due date, extensions included, in the course's zone.
        """
        after = [] if self.keep_days is None else [due.date() + timedelta(days=self.keep_days)]
        until = [] if self.keep_until is None else [self.keep_until]
        return min([*after, *until], default=None)


DAY = 86_400  # seconds
HOUR = 3_600


class LateKind(StrEnum):
    """How points shrink with the delay."""

    NONE = "none"  # being late is said, and costs nothing
    PER_DAY = "per-day"  # each day begun costs the same
    STEPS = "steps"  # up to so many hours so much is kept; after the last step nothing
    CUT_OFF = "cut-off"  # nothing is kept; with `cut_off_hours`: everything up to then


class LateStep(Struct, frozen=True, kw_only=True):
    """Up to `hours` after the deadline, `percent` of the points are kept."""

    hours: Annotated[float, Meta(gt=0)]
    """Hours after the deadline."""
    percent: Annotated[float, Meta(ge=0, le=100)]
    """What is kept up to then."""


class LatePolicy(Struct, frozen=True, kw_only=True):
    """What being late costs."""

    kind: Annotated[LateKind, key("policy", required=True)] = LateKind.NONE
    """How points shrink with the delay: not at all; the same for each day begun; by steps; or
    nothing counts."""
    percent_per_day: Annotated[float, Meta(gt=0, le=100)] = 0.0
    """What each day begun costs, in percent of the points earned; for per-day."""
    least_percent: Annotated[float, Meta(ge=0, le=100)] = 0.0
    """What is kept at least; for per-day, and after the last step."""
    cut_off_hours: Annotated[float, Meta(gt=0)] = math.inf
    """More than this many hours after the deadline nothing counts, under every policy."""
    steps: Annotated[tuple[LateStep, ...], Meta(min_length=1)] = ()
    """Up to so many hours, so many percent of the points are kept; for steps."""

    def kept_percent(self, late_seconds: int) -> float:
        """Return the percentage of points kept: 100 when it is not late."""
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
                # Within the hours given; without any, every second late is too much.
                return 100.0 if math.isfinite(self.cut_off_hours) else 0.0


class Deadline(Struct, frozen=True, kw_only=True):
    """Until when, with grace and with more time for some."""

    due: datetime  # with a zone
    grace_seconds: int = 0  # so late is not late; 59: the LMS shows minutes, 23:59 means all of it
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
        """Count from the end of the grace: one minute's grace makes every day end a minute later.

        Who reads 23:59 as the whole minute reads it so the next day, too.
        """
        return max(late_seconds - self.grace_seconds, 0)


class Lateness(Struct, frozen=True, kw_only=True):
    """What being late did to one score sheet."""

    late_seconds: int
    kept_percent: float  # 100 = it cost nothing


class Backend(StrEnum):
    """What an exercise is to be written with."""

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
    """What an exercise's import rule applies to."""

    FILE = "file"  # to everything that the program imports and does
    FUNCTION = "function"  # to what the exercise's function reaches; the file may hold others


class Form(StrEnum):
    """As what a function is given its matrices."""

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
"""What an exercise calls that is a function of arrays; other words are those of plugins."""

SCRIPTS = "scripts"
"""The plugin that grades programs without functions; it is named where it is not here."""

REPORTS = "reports"
"""The plugin that grades reports; it is named where it is not here."""


class Precision(StrEnum):
    """To how many digits a float answer has to be right."""

    DOUBLE = "double"
    SINGLE = "single"


class CaseKind(StrEnum):
    """Which numbers a case is made of."""

    INTEGERS = "integers"  # compared exactly
    FLOATS = "floats"  # compared with the componentwise bound
    LARGE = "large"  # whole numbers, too many to compute the answer again: checked with vectors


class Visibility(StrEnum):
    """Who sees a criterion's award."""

    STUDENT = "student"
    TA = "ta"


_FLAG = (
    r"^-(O[0-3sg]?|Ofast|g[0-3]?|std=[a-z0-9+]+|m[a-z0-9.=-]+|f(?!plugin)[a-z0-9=-]+"
    r"|W(?![alp],)[a-zA-Z0-9=-]*|D[A-Za-z_][A-Za-z0-9_]*(=[A-Za-z0-9_.+-]*)?|lm|pthread)$"
)


class Limits(Struct, frozen=True, kw_only=True):
    """What one run of student code may use. Each exceeded limit is its own status."""

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
    """One input for correctness."""

    size: int  # the matrices are size x size
    kind: CaseKind
    secret: bool = False  # of one submission's own; the assignment lists no such size

    @property
    def by_size(self) -> tuple[bool, int]:
        """Order cases to show one: the smallest first, but a single element, 1×1, last."""
        return self.size == 1, self.size


class Slowest(Struct, frozen=True, kw_only=True):
    """How long an exercise may take, as a multiple of one of our own programs on that machine."""

    baseline: BackendName
    """The program of the grader that it is compared with."""
    ratio: Annotated[float, Meta(gt=0, le=1000000)]
    """How many times as long it may take."""


class Sweep(Struct, frozen=True, kw_only=True):
    """Over which sizes an exercise is timed, and for how long."""

    sizes: tuple[int, ...]  # growing
    seconds: float = 10.0  # of the whole sweep; but for what others have of the CPU
    minimum: int = 3  # calls of each size before its time is believed
    maximum: int = 30  # calls of each size, however much its times differ
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
    """The compiler's options, such as -O3; what is written, included and linked is the grader's
    business."""
    seconds: Annotated[float, Meta(gt=0, le=600)] = 20.0
    """CPU seconds that compiling may take; by the clock, ten times as many."""


KINDS: Mapping[str, str] = {Backend.C: "c"}
"""The kinds of exercises, by backend, that a plugin of that name answers for; see kinds.py."""


class Exercise(Struct, frozen=True, kw_only=True):
    """One function to write: an operation on a backend."""

    id: str
    operation: str  # reference/<operation>.py says what is right
    backend: Backend
    entry: str  # the function's name
    aliases: tuple[str, ...] = ()
    allowed_imports: tuple[str, ...] = ()  # top-level module names, sorted
    scope: Scope = Scope.FILE
    requires: tuple[str, ...] = ()  # one of these has to be used: "numpy.dot", "torch", "@"
    device: DeviceKind = DeviceKind.CPU
    calls: str = ARRAYS  # what the entry is, and so what it is called with: a plugin's word
    called_by: str = ""  # the plugin that has the word; "" = functions of arrays
    own: Any = (
        None  # the table of that plugin in assignment.toml, a frozen Struct; None = it has none
    )
    gives: tuple[Form, ...] = (Form.LISTS,)  # the first is what the handout says
    dtype: str = "float64"  # of arrays and tensors that are given: "float64" or "float32"
    precision: Precision = Precision.DOUBLE
    variant: tuple[tuple[str, str | int], ...] = ()  # of the operation, sorted: ("stride", 2)
    cases: tuple[Case, ...] = ()
    secret_sizes: int = 6  # unlisted sizes that each submission is asked besides; 0 = none
    limits: Limits = Limits()
    sweep: Sweep | None = None  # None: it is not timed
    optional: bool = False
    others: tuple[str, ...] = ()  # entries and aliases of the assignment's other exercises, sorted
    label: str = ""  # what it is called on pages where the entry is that of another, too
    python: str = ""  # the version that a submission is run under; "" = that of grader

    @property
    def shown(self) -> str:
        """What it is called on pages."""
        return self.label or self.entry

    @property
    def of_arrays(self) -> bool:
        """Whether the entry is a function of arrays."""
        return self.calls == ARRAYS

    @property
    def kind(self) -> str:
        """The name of the plugin that answers for it; "" for what the engine itself does."""
        return self.called_by or KINDS.get(self.backend, "")

    compilation: Compilation = Compilation()  # of what is compiled


class ItemStart(StrEnum):
    """What rubric items are added to."""

    FULL = "full"  # the criterion's points: items are mostly deductions
    ZERO = "zero"


class RubricItem(Struct, frozen=True, kw_only=True):
    """A reason that is used again and again, with the points that it adds or takes off."""

    id: Id
    """The item's name in the decisions that are made with it."""
    points: Annotated[float, Meta(ge=-1000, le=1000)]
    """The points it adds; below 0, it is a deduction."""
    title: Titles
    """What the student reads, in both languages."""


class Criterion(Struct, frozen=True, kw_only=True):
    """One line of the marking scheme. Without checks, a person decides."""

    id: Id
    """The criterion's name in grades.csv."""
    title: Titles
    """The criterion's title in both languages."""
    points: Annotated[float, Meta(ge=0, le=1000)]
    """The points it gives."""
    checks: Texts = ()
    """Check codes (COR001) or prefixes (COR) that decide it together. Without checks, a person
    decides."""
    exercises: Texts = ()
    """The exercises it is about, by id; none = all."""
    groups: Texts = ()
    """The groups of tests of these exercises that it is about, by id; none = all tests."""
    evidence: Texts = ()
    """Check codes (REP005) or prefixes (REP) whose findings are shown beside the criterion. They do
    not decide it."""
    visibility: Visibility = Visibility.STUDENT
    """Who sees the award."""
    item: tuple[RubricItem, ...] = ()
    """Deductions and bonuses that a TA chooses on the review page."""
    start: ItemStart = ItemStart.FULL
    """What items are added to: "full" = the criterion's points, "zero" = nothing. The sum is at
    least 0 and at most the criterion's points."""
    oral: bool = False
    """Whether it is decided in a talk: the review page shows the student's questions (see
    `grader questions`) beside the points, which a person gives."""


class RequiredChapter(Struct, frozen=True, kw_only=True):
    """A chapter that the report has to have."""

    id: Id
    """The chapter's name in the data."""
    title: Titles
    """What the chapter is called, in both languages."""
    synonyms: Annotated[
        tuple[Text, ...],
        Meta(min_length=1),
        DIFFERENT,
        expects("a list with at least one text and no duplicates"),
    ]
    """What learners call it. A heading may say more than that, in letters of any width and case."""


class ReportSpec(Struct, frozen=True, kw_only=True):
    """What the report has to hold."""

    chapters: Annotated[tuple[RequiredChapter, ...], key("chapter")] = ()
    """The chapters that the report has to have, in any order."""
    least_chapters: Annotated[int, Meta(ge=1, le=50)] = 3
    """So many chapters make a structure, whatever they are called."""
    graphs: Annotated[int, Meta(ge=0, le=40)] = 1
    """How many graphs it has to show at least; 0 = none is asked for."""
    relation: bool = True
    """Whether it has to say how the time depends on the size."""
    backends: Annotated[tuple[BackendName, ...], DIFFERENT] = ()
    """What it has to speak of."""
    template: Texts = ()
    """Phrases of a template that students fill in; where one is left, a person looks."""
    task: Texts = ()
    """Phrases of the handout that only say what was asked; a sentence that repeats one explains
    nothing."""
    file_bytes: Annotated[int, Meta(ge=65536, le=2**28)] = 52428800
    """A larger report is not read."""


class Assignment(Struct, frozen=True, kw_only=True):
    """What the instructor asked for."""

    id: str
    title: Mapping[str, str]
    due: datetime  # with a zone
    source: str  # the file name asked for, "kadai1.py"
    exercises: tuple[Exercise, ...]
    rubric: tuple[Criterion, ...]
    folder: Path
    file_bytes: int = 1_048_576  # a source file over this is not read
    report: ReportSpec | None = None  # None: no report is asked for
    grace_seconds: int = 0
    extensions: Mapping[str, datetime] = field(default_factory=dict)  # by student, with a zone
    late: LatePolicy = field(default_factory=LatePolicy)
    docs_url: str = ""  # of the course: where codes lead; "" = to what the pages carry themselves
    python: tuple[str, ...] = ()  # versions to run programs under, best first; () = grader's own
    requests_until: datetime | None = None  # for regrade requests; None: sheets have no form

    @property
    def deadline(self) -> Deadline:
        """Until when, with grace and extensions."""
        return Deadline(due=self.due, grace_seconds=self.grace_seconds, extensions=self.extensions)

    def kept_percent(self, late_seconds: int) -> float:
        """Return the percentage of points kept; the grace is granted again at every limit."""
        return self.late.kept_percent(self.deadline.beyond_grace(late_seconds))


class Course(Struct, frozen=True, kw_only=True):
    """A folder with course.toml, assignments/, reference/ and submissions/."""

    root: Path
    title: Mapping[str, str]
    zone: str  # IANA name, "Asia/Tokyo"
    student_id: str  # regular expression that finds a student's id in a file or folder name
    grace_seconds: int = 0  # of every assignment that says nothing else
    late: LatePolicy = field(default_factory=LatePolicy)  # of every assignment without its own
    roster: str = ""  # a file's path in the course, "/"; "" = none is named; it may not be there
    attendance: str = ""  # the same
    lms: Mapping[str, str] = field(default_factory=dict)  # layout's name -> regular expression
    retention: Retention | None = None  # None: not stated
    grading: Grading | None = None  # None: the course does not say what counts
    accept_level: str = ""  # of isolation, that may follow a higher one: "A", "B", "C"; "" = none
    feedback_lang: str = ""  # language of feedback in an LMS; "" = the file's
    docs_url: str = ""  # https, the folder with ja/ and en/ of the documentation; "" = not online

    @property
    def lists(self) -> tuple[str, ...]:
        """Every file in the course that lists people, as a path in its folder."""
        return tuple(filter(None, (self.roster, self.attendance)))
