"""`course.toml`, `assignment.toml` and `expected.toml` as they are written: keys, types, bounds.

A table that stands in the model as it is written is the model's own class; the classes here are
those that it keeps in another form. Their defaults are the model's, which a test compares. What
stands below a field is shown by editors.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from grader.model.bounds import (
    DIFFERENT,
    CoursePath,
    Id,
    SiteAddress,
    Text,
    Texts,
    Titles,
    expects,
)
from grader.model.course import (
    ARRAYS,
    Backend,
    Compilation,
    Criterion,
    DeviceKind,
    Form,
    LatePolicy,
    Limits,
    Precision,
    ReportSpec,
    Retention,
    Scope,
    Slowest,
)
from grader.model.finding import Verdict
from grader.model.grading import Grading
from grader.model.language import Language

Moment = Annotated[datetime, Meta(tz=True)]
Grace = Annotated[int, Meta(ge=0, le=86_400)]
FILE_NAME = "a file name without folders that ends in .py or .c, such as kadai1.py"


class LayoutTable(Struct, frozen=True, kw_only=True):
    """A layout of downloads."""

    pattern: Annotated[
        str,
        Meta(min_length=1, max_length=1000),
        expects("a regular expression of at most 1000 characters"),
    ]
    """A regular expression for the path of a file in the download, from its beginning, with named
    groups: file, and any of student, name, user, participant, mail, group, attempt, time, late."""


class SandboxTable(Struct, frozen=True, kw_only=True):
    """How well programs have to be shut in."""

    accept_level: Literal["A", "B", "C"] | None = None
    """A class that was graded on a higher level of isolation may go on down to this one without
    --accept-level."""


class FeedbackTable(Struct, frozen=True, kw_only=True):
    """What students are told."""

    lang: Language | None = None
    """The language of comments and pages for students in every export; without it, that of the
    LMS's file that is filled, else that of the command."""


class CourseFile(Struct, frozen=True, kw_only=True):
    """course.toml of grader."""

    title: Titles
    """The course's name in both languages."""
    zone: Text
    """The course's time zone as an IANA name, such as Asia/Tokyo."""
    student_id: Text
    """A regular expression that finds a student's id in a file or folder name (after NFKC and
    upper-casing)."""
    grace_seconds: Grace = 0
    """So many seconds after the deadline are not late, for every assignment that says nothing else.
    59: the LMS shows minutes, and 23:59 means all of that minute."""
    late: LatePolicy | None = None
    """What being late costs, for every assignment without a table of its own."""
    roster: CoursePath = ""
    """The list of the students, csv or xlsx: a path in the course's folder."""
    attendance: CoursePath = ""
    """The attendance, csv or xlsx: a path in the course's folder."""
    lms: Mapping[
        Annotated[
            Id, expects("a short name of lower-case letters, digits, - and _, such as webclass")
        ],
        LayoutTable,
    ] = field(default_factory=dict)
    """Layouts of downloads that grader does not know, by a name of your own."""
    retention: Annotated[
        Retention | None, expects("a table with keep_days or keep_until", minProperties=1)
    ] = None
    """How long students' data are kept; grader purge goes by it."""
    sandbox: Annotated[
        SandboxTable | None, expects("a table with accept_level", minProperties=1)
    ] = None
    """How well programs have to be shut in, beyond what grader asks by itself."""
    feedback: Annotated[FeedbackTable | None, expects("a table with lang", minProperties=1)] = None
    """What students are told in an LMS."""
    grading: Grading | None = None
    """What counts for the course: parts, conditions, rounding, letters."""
    docs_url: SiteAddress = ""
    """Where the documentation is online: the address of the folder with ja/ and en/. The codes on
    score sheets and on the review page become links to it; without it, the explanations are in the
    sheet and on the page."""


Sizes = tuple[Annotated[int, Meta(ge=1, le=512)], ...]
SweepSize = Annotated[int, Meta(ge=1, le=16_384)]


class CasesTable(Struct, frozen=True, kw_only=True):
    """The sizes to try."""

    integers: Sizes = ()
    """Sizes tried with whole numbers, compared exactly."""
    floats: Sizes = ()
    """Sizes tried with floating-point numbers, compared with a rounding bound."""
    large: tuple[Annotated[int, Meta(ge=1, le=2048)], ...] = ()
    """Large sizes tried with whole numbers, checked with random vectors where computing the answer
    again would take long."""


class SweepTable(Struct, frozen=True, kw_only=True):
    """Over which sizes an exercise is timed."""

    sizes: Annotated[tuple[SweepSize, ...], Meta(min_length=1), DIFFERENT] = ()
    """The sizes themselves, growing, instead of first, last and factor."""
    first: SweepSize | None = None
    """The smallest size."""
    last: SweepSize | None = None
    """The largest size; it is left out when the time does not last."""
    factor: Annotated[float, Meta(ge=1.1, le=10)] = 2.0
    """What a size is multiplied by to get the next."""
    seconds: Annotated[float, Meta(gt=0, le=60)] = 10.0
    """Seconds of the whole sweep, without what others take of the CPU."""
    minimum: Annotated[int, Meta(ge=2, le=1000)] = 3
    """Calls of each size before its time is believed."""
    maximum: Annotated[int, Meta(ge=2, le=10000)] = 30
    """Calls of each size, however much its times differ."""
    slowest: Slowest | None = None
    """The longest it may take, as a multiple of one of the grader's programs on the same machine;
    without it, nobody is too slow (TIM003)."""


class ExerciseTable(Struct, frozen=True, kw_only=True):
    """One function to write."""

    id: Id
    """The exercise's name on score sheets."""
    operation: Id
    """What the function computes: reference/<operation>.py says what is right."""
    backend: Backend
    """What the function is to be written with."""
    entry: Text
    """The function's name."""
    cases: CasesTable = field(default_factory=CasesTable)
    """The sizes to try; functions of arrays need some. Values are fresh for every student and
    run."""
    aliases: Texts = ()
    """Other names that are taken for the function when `entry` is not there, best first."""
    allowed_imports: Texts = ()
    """The modules that may be imported, by their top-level names."""
    scope: Scope = Scope.FILE
    """What allowed_imports applies to: the whole file, or only what the function reaches (for a
    file that holds several exercises)."""
    requires: Texts = ()
    """What has to be used: at least one of these, such as torch.nn.functional.conv2d, a whole
    library such as numpy, or the operator @."""
    device: DeviceKind = DeviceKind.CPU
    """Where it is to run. An exercise for the GPU waits on a machine without one."""
    calls: Annotated[
        str, Meta(pattern="^[a-z][a-z0-9-]*$", max_length=40), expects("arrays, or a plugin's word")
    ] = ARRAYS
    """What the entry is: arrays, a function of arrays, or a word that a plugin has for what it
    calls in its own way."""
    gives: Annotated[tuple[Form, ...], Meta(min_length=1), DIFFERENT] = (Form.LISTS,)
    """As what the function is given its matrices: the way the handout says, then others that are
    accepted too."""
    dtype: Annotated[str, Meta(extra_json_schema={"enum": ["float64", "float32"]})] = "float64"
    """The type of the elements of arrays and tensors that are given."""
    precision: Precision = Precision.DOUBLE
    """To how many digits a float answer has to be right."""
    variant: Mapping[str, Annotated[str | int, expects("text or a whole number")]] = field(
        default_factory=dict
    )
    """Which form of the operation, in the words of its reference, such as padding = "same"."""
    secret_sizes: Annotated[int, Meta(ge=0, le=6)] = 6
    """How many sizes beside those of cases each submission is asked, drawn from the course's
    secret: one above them all, one between them, one of 100 to 160, two more between them, and one
    more of 100 to 160. 0 where the handout promises the listed sizes and no others."""
    limits: Limits = field(default_factory=Limits)
    """What one run may use."""
    compile: Compilation = field(default_factory=Compilation)
    """How a C program is compiled: by gcc, inside the sandbox."""
    sweep: SweepTable | None = None
    """Over which sizes the exercise is timed; without it, it is not timed."""
    optional: bool = False
    """Whether an exercise that was not handed in is no failure."""


PythonVersion = Annotated[str, Meta(pattern=r"^3\.1[1-3]$")]
PYTHONS = '"3.11", "3.12" or "3.13", or a list of them without duplicates'


class AssignmentFile(Struct, frozen=True, kw_only=True):
    """assignment.toml of grader."""

    id: Id
    """The assignment's name on the command line; the same as its folder's."""
    title: Titles
    """The assignment's title in both languages."""
    due: Moment
    """The deadline: a TOML date and time with a zone, such as 2025-04-17T23:59:00+09:00."""
    source: Annotated[str, Meta(pattern="^[^/\\\\]+\\.(py|c)$"), expects(FILE_NAME)]
    """The file name that students are asked to hand in, such as kadai1.py or matmul.c."""
    exercise: Annotated[tuple[ExerciseTable, ...], Meta(min_length=1)]
    """The functions to write."""
    rubric: Annotated[tuple[Criterion, ...], Meta(min_length=1)]
    """The marking scheme, one criterion per table."""
    python: Annotated[
        PythonVersion | Annotated[tuple[PythonVersion, ...], Meta(min_length=1), DIFFERENT],
        expects(PYTHONS),
    ] = ()
    """The Python that programs are run under, such as "3.13". Of a list, the first that is on the
    machine and whose syntax the program is in. Without it, the Python that runs grader."""
    file_bytes: Annotated[int, Meta(ge=1024, le=2**24)] = 1048576
    """A source file over this size is not read."""
    grace_seconds: Grace | None = None
    """So many seconds after the deadline are not late; else what course.toml says."""
    extensions: Mapping[str, Moment] = field(default_factory=dict)
    """Later deadlines of single students: "24A1201" = 2025-04-20T23:59:00+09:00."""
    late: LatePolicy | None = None
    """What being late costs; else what course.toml says."""
    requests_until: Moment | None = None
    """Until when students may ask for another look at their points: a TOML date and time with a
    zone. With it, score sheets hold a form that writes such a request; without it, none does."""
    report: ReportSpec | None = None
    """What the report has to hold. Without it, no report is asked for."""


class ExpectedFile(Struct, frozen=True, kw_only=True):
    """expected.toml of an example of grader."""

    points: Mapping[str, float]
    """Points that it has to get, by criterion."""
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    """Verdicts that it has to get, by check."""
    params: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What findings have to say, by check and by name."""
    exercise: str = ""
    """The only exercise that it is about; left out: every exercise."""
