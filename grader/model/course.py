"""What the instructor asked for: Course, Assignment, Exercise, Rubric."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path


class Backend(StrEnum):
    """What an exercise is to be written with."""

    PYTHON = "python"


class CaseKind(StrEnum):
    """Which numbers a case is made of."""

    INTEGERS = "integers"  # compared exactly
    FLOATS = "floats"  # compared with the componentwise bound


class Visibility(StrEnum):
    """Who sees a criterion's award."""

    STUDENT = "student"
    TA = "ta"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one run of student code may use. Each exceeded limit is its own status."""

    call_seconds: float = 10.0  # wall clock of one call
    cpu_seconds: float = 20.0  # CPU time of one child process
    load_seconds: float = 5.0  # wall clock of the program's top-level code
    memory_mib: int = 512
    output_bytes: int = 16_777_216  # stdout and stderr together
    disk_mib: int = 16
    threads: int = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One input for correctness."""

    size: int  # the matrices are size x size
    kind: CaseKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """One function to write: an operation on a backend."""

    id: str
    operation: str  # reference/<operation>.py says what is right
    backend: Backend
    entry: str  # the function's name
    aliases: tuple[str, ...] = ()
    allowed_imports: tuple[str, ...] = ()  # top-level module names, sorted
    cases: tuple[Case, ...] = ()
    limits: Limits = Limits()
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One line of the marking scheme. Without checks, a person decides."""

    id: str
    title: Mapping[str, str]  # {"ja": …, "en": …}
    points: float
    checks: tuple[str, ...] = ()  # codes, or prefixes such as "RUN"
    exercises: tuple[str, ...] = ()  # ids; empty = every exercise
    visibility: Visibility = Visibility.STUDENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """What the instructor asked for."""

    id: str
    title: Mapping[str, str]
    due: datetime  # with a zone
    source: str  # the file name asked for, "kadai1.py"
    exercises: tuple[Exercise, ...]
    rubric: tuple[Criterion, ...]
    folder: Path
    file_bytes: int = 1_048_576  # a source file over this is not read


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A folder with course.toml, assignments/, reference/ and submissions/."""

    root: Path
    title: Mapping[str, str]
    zone: str  # IANA name, "Asia/Tokyo"
    student_id: str  # regular expression that finds a student's id in a file or folder name
