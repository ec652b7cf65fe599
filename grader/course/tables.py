"""`course.toml`, `assignment.toml` and `expected.toml` as they are written: keys, types, bounds.

A table that stands in the model as it is written is the model's own class; the classes here are
those that it keeps in another form. Their defaults are the model's, which a test compares.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta

from grader.model.bounds import DIFFERENT, CoursePath, Id, Ids, Text, Texts, Titles, expects
from grader.model.course import (
    Backend,
    BackendName,
    Calls,
    Compilation,
    Criterion,
    DeviceKind,
    Form,
    Limits,
    Precision,
    RequiredChapter,
    Scope,
    Slowest,
)
from grader.model.finding import Verdict
from grader.model.grading import Blank, Condition, Letter, Missing, Recognition, Rounding
from grader.model.lateness import LateKind, LateStep
from grader.model.retention import Retention

Moment = Annotated[datetime, Meta(tz=True)]
Grace = Annotated[int, Meta(ge=0, le=86_400)]
FILE_NAME = "a file name without folders that ends in .py or .c, such as kadai1.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class LateTable:
    """What being late costs."""

    policy: Annotated[
        LateKind,
        Meta(
            description="How points shrink with the delay: not at all; the same for each day"
            " begun; by steps; or nothing counts."
        ),
    ]
    percent_per_day: Annotated[
        Annotated[float, Meta(gt=0, le=100)] | None,
        Meta(
            description="What each day begun costs, in percent of the points earned; for per-day."
        ),
    ] = None
    least_percent: Annotated[
        float,
        Meta(
            ge=0,
            le=100,
            description="What is kept at least; for per-day, and after the last step.",
        ),
    ] = 0.0
    cut_off_hours: Annotated[
        Annotated[float, Meta(gt=0)] | None,
        Meta(description="So many hours after the deadline and later, nothing counts."),
    ] = None
    steps: Annotated[
        tuple[LateStep, ...],
        Meta(min_length=1),
        Meta(description="Up to so many hours, so many percent of the points are kept; for steps."),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutTable:
    """A layout of downloads."""

    pattern: Annotated[
        str,
        Meta(min_length=1, max_length=1000),
        expects("a regular expression of at most 1000 characters"),
        Meta(
            description="A regular expression for the whole path of a file in the download, with"
            " named groups: file, and any of student, name, user, participant, mail, group,"
            " attempt, time, late."
        ),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxTable:
    """How well programs have to be shut in."""

    accept_level: Annotated[
        Literal["A", "B", "C"] | None,
        Meta(
            description="A class that was graded on a higher level of isolation may go on down to"
            " this one without --accept-level."
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartTable:
    """Assignments that count together."""

    id: Annotated[Id, Meta(description="The part's name, for inside.")]
    title: Annotated[Titles, Meta(description="The part's title in both languages.")]
    assignments: Annotated[
        Ids,
        Meta(min_length=1, description="The assignments that count; they need not exist yet."),
    ]
    points_each: Annotated[
        Annotated[float, Meta(gt=0)] | None,
        Meta(description="What each assignment's full points are worth here."),
    ] = None
    points: Annotated[
        Mapping[str, Annotated[float, Meta(gt=0)]],
        Meta(description="The same for single assignments: { kadai8 = 16 }."),
    ] = field(default_factory=dict)
    percent: Annotated[
        Annotated[float, Meta(gt=0, le=100)] | None,
        Meta(
            description="What the whole part is worth, in percent of the maximum. An optional part"
            " without it adds its points."
        ),
    ] = None
    optional: Annotated[bool, Meta(description="Whether nothing is lost without it.")] = False
    inside: Annotated[
        Id,
        Meta(
            description="For an optional part: its points fill up that part; without it they come"
            " on top of the total."
        ),
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceTable:
    """How the attendance is read."""

    sessions: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        Meta(
            description="How many sessions there will have been; without it, those of the table"
            " are all."
        ),
    ] = None
    marks: Annotated[
        Mapping[
            str,
            Annotated[
                Annotated[float, Meta(ge=0, le=1)] | Literal["excused"],
                expects('a number from 0 to 1, or "excused"'),
            ],
        ],
        Meta(
            description="What marks mean: a number from 0 (was not there) to 1 (was there), or"
            ' "excused" (the session is not counted). Added to those that grader knows.'
        ),
    ] = field(default_factory=dict)
    blank: Annotated[
        Blank,
        Meta(
            description="What an empty cell means, in a column in which something is written for"
            " somebody."
        ),
    ] = Blank.OPEN
    attended: Annotated[
        Text,
        Meta(
            description="The column with the number of sessions attended, when the table has no"
            " columns of marks."
        ),
    ] = ""
    held: Annotated[
        Text,
        Meta(
            description="The column with the number of sessions held so far; without it, sessions."
        ),
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradingTable:
    """What counts for the course."""

    part: Annotated[
        tuple[PartTable, ...], Meta(min_length=1, description="Assignments that count together.")
    ]
    condition: Annotated[
        tuple[Condition, ...], Meta(description="What has to be met besides points.")
    ] = ()
    recognition: Annotated[
        Recognition,
        Meta(description="When an assignment is recognised: all that is given here holds."),
    ] = field(default_factory=Recognition)
    attendance: Annotated[AttendanceTable, Meta(description="How the attendance is read.")] = field(
        default_factory=AttendanceTable
    )
    maximum: Annotated[
        float, Meta(gt=0, description="No total is over it, with whatever comes on top.")
    ] = 100.0
    not_submitted: Annotated[
        Missing,
        Meta(
            description="What an assignment counts that was not handed in, once its deadline has"
            " passed: 0, or nothing yet."
        ),
    ] = Missing.ZERO
    rounding: Annotated[
        Rounding, Meta(description="How and where numbers are rounded; only there.")
    ] = field(default_factory=Rounding)
    letters: Annotated[
        tuple[Letter, ...],
        Meta(
            min_length=1,
            description="The grades, the best first; the last from 0 on. Without them, the total is"
            " the grade.",
        ),
    ] = ()
    letter_without_condition: Annotated[
        Text,
        Meta(
            description="The grade of who does not meet a condition; without it, the total alone"
            " decides."
        ),
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseFile:
    """course.toml of grader."""

    title: Annotated[Titles, Meta(description="The course's name in both languages.")]
    zone: Annotated[
        Text, Meta(description="The course's time zone as an IANA name, such as Asia/Tokyo.")
    ]
    student_id: Annotated[
        Text,
        Meta(
            description="A regular expression that finds a student's id in a file or folder name"
            " (after NFKC and upper-casing)."
        ),
    ]
    grace_seconds: Annotated[
        Grace,
        Meta(
            description="So many seconds after the deadline are not late, for every assignment that"
            " says nothing else. 59: the LMS shows minutes, and 23:59 means all of that minute."
        ),
    ] = 0
    late: Annotated[
        LateTable | None,
        Meta(description="What being late costs, for every assignment without a table of its own."),
    ] = None
    roster: Annotated[
        CoursePath,
        Meta(description="The list of the students, csv or xlsx: a path in the course's folder."),
    ] = ""
    attendance: Annotated[
        CoursePath,
        Meta(description="The attendance, csv or xlsx: a path in the course's folder."),
    ] = ""
    lms: Annotated[
        Mapping[
            Annotated[
                Id, expects("a short name of small letters, digits, - and _, such as webclass")
            ],
            LayoutTable,
        ],
        Meta(description="Layouts of downloads that grader does not know, by a name of your own."),
    ] = field(default_factory=dict)
    retention: Annotated[
        Retention | None,
        expects("a table with keep_days or keep_until", minProperties=1),
        Meta(description="How long students' data are kept; grader purge goes by it."),
    ] = None
    sandbox: Annotated[
        SandboxTable | None,
        expects("a table with accept_level", minProperties=1),
        Meta(
            description="How well programs have to be shut in, beyond what grader asks by itself."
        ),
    ] = None
    grading: Annotated[
        GradingTable | None,
        Meta(description="What counts for the course: parts, conditions, rounding, letters."),
    ] = None


Sizes = tuple[Annotated[int, Meta(ge=1, le=512)], ...]
SweepSize = Annotated[int, Meta(ge=1, le=16_384)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CasesTable:
    """The sizes to try."""

    integers: Annotated[
        Sizes, Meta(description="Sizes tried with whole numbers, compared exactly.")
    ] = ()
    floats: Annotated[
        Sizes,
        Meta(
            description="Sizes tried with floating-point numbers, compared with a rounding bound."
        ),
    ] = ()
    large: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=2048)], ...],
        Meta(
            description="Large sizes tried with whole numbers, checked with random vectors where"
            " computing the answer again would take long."
        ),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepTable:
    """Over which sizes an exercise is timed."""

    sizes: Annotated[
        tuple[SweepSize, ...],
        Meta(min_length=1),
        DIFFERENT,
        Meta(description="The sizes themselves, growing, instead of first, last and factor."),
    ] = ()
    first: Annotated[SweepSize | None, Meta(description="The smallest size.")] = None
    last: Annotated[
        SweepSize | None,
        Meta(description="The largest size; it is left out when the time does not last."),
    ] = None
    factor: Annotated[
        float, Meta(ge=1.1, le=10, description="What a size is multiplied by to get the next.")
    ] = 2.0
    seconds: Annotated[
        float, Meta(gt=0, le=60, description="Wall-clock seconds of the whole sweep.")
    ] = 10.0
    minimum: Annotated[
        int, Meta(ge=2, le=1000, description="Calls of each size before its time is believed.")
    ] = 3
    maximum: Annotated[
        int,
        Meta(ge=2, le=10_000, description="Calls of each size, however much its times differ."),
    ] = 30
    slowest: Annotated[
        Slowest | None,
        Meta(
            description="The longest it may take, as a multiple of one of the grader's programs on"
            " the same machine; without it, nobody is too slow (TIM003)."
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExerciseTable:
    """One function to write."""

    id: Annotated[Id, Meta(description="The exercise's name on score sheets.")]
    operation: Annotated[
        Id,
        Meta(
            description="What the function computes: reference/<operation>.py says what is right."
        ),
    ]
    backend: Annotated[Backend, Meta(description="What the function is to be written with.")]
    entry: Annotated[Text, Meta(description="The function's name.")]
    cases: Annotated[
        CasesTable,
        Meta(description="The sizes to try. Values are fresh for every student and run."),
    ]
    aliases: Annotated[
        Texts,
        Meta(
            description="Other names that are taken for the function when `entry` is not there,"
            " best first."
        ),
    ] = ()
    allowed_imports: Annotated[
        Texts,
        Meta(description="The modules that may be imported, by their top-level names."),
    ] = ()
    scope: Annotated[
        Scope,
        Meta(
            description="What allowed_imports applies to: the whole file, or only what the function"
            " reaches (for a file that holds several exercises)."
        ),
    ] = Scope.FILE
    requires: Annotated[
        Texts,
        Meta(
            description="What has to be used: at least one of these, such as"
            " torch.nn.functional.conv2d, a whole library such as numpy, or the operator @."
        ),
    ] = ()
    device: Annotated[
        DeviceKind,
        Meta(
            description="Where it is to run. An exercise for the GPU waits on a machine without"
            " one."
        ),
    ] = DeviceKind.CPU
    calls: Annotated[
        Calls,
        Meta(
            description="What the entry is: a function of arrays, a torch.nn.Module (or what makes"
            " one), or a function that is given a net to train by one step or to predict with."
        ),
    ] = Calls.ARRAYS
    gives: Annotated[
        tuple[Form, ...],
        Meta(min_length=1),
        DIFFERENT,
        Meta(
            description="As what the function is given its matrices: the way the handout says, then"
            " others that are accepted too."
        ),
    ] = (Form.LISTS,)
    dtype: Annotated[
        str,
        Meta(extra_json_schema={"enum": ["float64", "float32"]}),
        Meta(description="The type of the elements of arrays and tensors that are given."),
    ] = "float64"
    precision: Annotated[
        Precision, Meta(description="To how many digits a float answer has to be right.")
    ] = Precision.DOUBLE
    variant: Annotated[
        Mapping[str, Annotated[str | int, expects("text or a whole number")]],
        Meta(
            description="Which form of the operation, in the words of its reference, such as"
            ' padding = "same".'
        ),
    ] = field(default_factory=dict)
    secret_sizes: Annotated[
        int,
        Meta(
            ge=0,
            le=2,
            description="How many sizes beside those of cases each submission is asked, drawn from"
            " the course's secret: one above them all, and one between them. 0 where the handout"
            " promises the listed sizes and no others.",
        ),
    ] = 2
    limits: Annotated[Limits, Meta(description="What one run may use.")] = field(
        default_factory=Limits
    )
    compile: Annotated[
        Compilation,
        Meta(description="How a C program is compiled: by gcc, inside the sandbox."),
    ] = field(default_factory=Compilation)
    sweep: Annotated[
        SweepTable | None,
        Meta(description="Over which sizes the exercise is timed; without it, it is not timed."),
    ] = None
    optional: Annotated[
        bool, Meta(description="Whether an exercise that was not handed in is no failure.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTable:
    """What the report has to hold."""

    chapter: Annotated[
        tuple[RequiredChapter, ...],
        Meta(description="The chapters that the report has to have, in any order."),
    ] = ()
    least_chapters: Annotated[
        int,
        Meta(
            ge=1, le=50, description="So many chapters make a structure, whatever they are called."
        ),
    ] = 3
    graphs: Annotated[
        int,
        Meta(
            ge=0,
            le=40,
            description="How many graphs it has to show at least; 0 = none is asked for.",
        ),
    ] = 1
    relation: Annotated[
        bool, Meta(description="Whether it has to say how the time depends on the size.")
    ] = True
    backends: Annotated[
        tuple[BackendName, ...], DIFFERENT, Meta(description="What it has to speak of.")
    ] = ()
    template: Annotated[
        Texts,
        Meta(
            description="Phrases of a template that students fill in; where one is left, a person"
            " looks."
        ),
    ] = ()
    task: Annotated[
        Texts,
        Meta(
            description="Phrases of the handout that only say what was asked; a sentence that"
            " repeats one explains nothing."
        ),
    ] = ()
    file_bytes: Annotated[
        int, Meta(ge=65_536, le=2**28, description="A larger report is not read.")
    ] = 52_428_800


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentFile:
    """assignment.toml of grader."""

    id: Annotated[
        Id,
        Meta(description="The assignment's name on the command line; the same as its folder's."),
    ]
    title: Annotated[Titles, Meta(description="The assignment's title in both languages.")]
    due: Annotated[
        Moment,
        Meta(
            description="The deadline: a TOML date and time with a zone, such as"
            " 2025-04-17T23:59:00+09:00."
        ),
    ]
    source: Annotated[
        str,
        Meta(pattern=r"^[^/\\]+\.(py|c)$"),
        expects(FILE_NAME),
        Meta(
            description="The file name that students are asked to hand in, such as kadai1.py or"
            " matmul.c."
        ),
    ]
    exercise: Annotated[
        tuple[ExerciseTable, ...], Meta(min_length=1, description="The functions to write.")
    ]
    rubric: Annotated[
        tuple[Criterion, ...],
        Meta(min_length=1, description="The marking scheme, one criterion per table."),
    ]
    file_bytes: Annotated[
        int, Meta(ge=1024, le=2**24, description="A source file over this size is not read.")
    ] = 1_048_576
    grace_seconds: Annotated[
        Grace | None,
        Meta(
            description="So many seconds after the deadline are not late; else what course.toml"
            " says."
        ),
    ] = None
    extensions: Annotated[
        Mapping[str, Moment],
        Meta(
            description='Later deadlines of single students: "24A1201" = 2025-04-20T23:59:00+09:00.'
        ),
    ] = field(default_factory=dict)
    late: Annotated[
        LateTable | None, Meta(description="What being late costs; else what course.toml says.")
    ] = None
    report: Annotated[
        ReportTable | None,
        Meta(description="What the report has to hold. Without it, no report is asked for."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedFile:
    """expected.toml of an example of grader."""

    points: Annotated[
        Mapping[str, float], Meta(description="Points that it has to get, by criterion.")
    ]
    verdicts: Annotated[
        Mapping[str, Verdict], Meta(description="Verdicts that it has to get, by check.")
    ] = field(default_factory=dict)
    params: Annotated[
        Mapping[str, Mapping[str, Any]],
        Meta(description="What findings have to say, by check and by name."),
    ] = field(default_factory=dict)
    exercise: Annotated[
        str, Meta(description="The only exercise that it is about; left out: every exercise.")
    ] = ""
