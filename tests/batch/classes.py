"""Small classes to grade, in a course of their own."""

import atexit
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Barrier

from msgspec import Struct, field

from grader.batch import (
    AssignmentProof,
    ClassJob,
    ClassResult,
    Graded,
    Step,
    grade_class,
    verify_assignment,
)
from grader.batch.pool import OpenWorkplace, leave
from grader.course import load_assignment, load_course
from grader.model.collection import Collection
from grader.model.course import Course
from grader.model.machine import Capabilities
from grader.observing import Setup, Tools, prepare_setup
from grader.observing.setup import SelfCheck, no_doubt
from grader.source import SourceReader
from tests.fakes.sandbox import FakeSandbox

ROOT = Path(__file__).resolve().parents[2]
MACHINE = {"rung": "fake"}
# Where it is remembered which references were tried; tests share that.
STATE = {"XDG_STATE_HOME": str(Path(tempfile.gettempdir(), "grader-tests"))}

RIGHT = """\
def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c
"""
TRANSPOSED = RIGHT.replace("c[i][j] +=", "c[j][i] +=")
RAISES = RIGHT.replace("return c", "return c[n]")
FORBIDDEN = "import numpy\n" + RIGHT


def make_course(folder: Path) -> Course:
    """Copies this repository's course, without the examples of its assignments."""
    for name in ("assignments", "reference"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("examples"))
    shutil.copy(ROOT / "course.toml", folder)
    return load_course(folder)


def make_class(folder: Path, programs: Mapping[str, str]) -> Path:
    """Writes one submission per student."""
    for student, program in programs.items():
        (folder / student).mkdir(parents=True, exist_ok=True)
        (folder / student / "kadai1.py").write_text(program, encoding="utf-8")
    return folder


IDLE: list[SourceReader] = []
OPEN = ExitStack()  # readers, until this process ends
atexit.register(OPEN.close)


@contextmanager
def ready_reader() -> Iterator[SourceReader]:
    """A reader that the class before has left: starting one takes longer than most readings."""
    reader = IDLE.pop() if IDLE else OPEN.enter_context(SourceReader())
    try:
        yield reader
    finally:
        IDLE.append(reader)


@contextmanager
def threads(jobs: int, cpus: frozenset[int]) -> Iterator[Executor]:
    """A pool of this process's own threads, so that what they do can be seen here."""
    del cpus
    together = Barrier(jobs)

    def end() -> None:
        together.wait()  # one in each thread
        leave()

    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield pool
        finally:
            for _ in range(jobs):
                pool.submit(end)


class FakeFiles(Struct, dict=True):
    """Keeps what would be written; `broken` files cannot be."""

    sheets: list[Graded] = field(default_factory=list)
    classes: list[ClassResult] = field(default_factory=list)
    students: Sequence[str] = ()
    broken: bool = False

    def begin(self, students: Sequence[str]) -> None:
        """Notes who will be published."""
        self.students = students

    def is_published(self, student: str) -> bool:
        """Nobody has files here."""
        del student
        return False

    def publish_sheet(self, graded: Graded) -> None:
        """Keeps a sheet."""
        if self.broken:
            raise ValueError("no page")
        assert graded.sheet.student in self.students
        self.sheets.append(graded)

    def publish_class(self, result: ClassResult) -> None:
        """Keeps the class."""
        self.classes.append(result)


class Classroom:
    """A course, a class and a results folder; `sandbox` remembers what was run."""

    def __init__(self, folder: Path, programs: Mapping[str, str]) -> None:
        self.course = make_course(folder / "course")
        self.folder = make_class(folder / "inbox", programs)
        self.out = folder / "out"
        self.ran: list[str] = []
        self.files = FakeFiles()
        self.steps: list[Step] = []
        self.before: Callable[[str], None] | None = None
        self.before_whole: Callable[[str], None] | None = None
        self.self_check: SelfCheck = no_doubt

    def setup(self) -> Setup:
        """Loads the assignment as it stands now."""
        assignment = load_assignment(self.course, "kadai1")
        return prepare_setup(self.course, assignment, MACHINE, STATE, Capabilities())

    def workplace(self, setup: Setup) -> OpenWorkplace:
        """Opens a real reader and a sandbox that is none."""

        @contextmanager
        def open_workplace() -> Iterator[tuple[Setup, Tools]]:
            with ready_reader() as reader:
                sandbox = FakeSandbox(
                    ran=self.ran, before=self.before, before_whole=self.before_whole
                )
                yield setup, Tools(reader=reader, sandbox=sandbox, self_check=self.self_check)

        return open_workplace

    def grade(
        self,
        *,
        only: tuple[str, ...] = (),
        jobs: int = 2,
        collection: Collection | None = None,
    ) -> ClassResult:
        """Grades the class as `grader grade` does."""
        self.ran.clear()
        self.files.sheets.clear()
        self.steps.clear()
        job = ClassJob(
            course=self.course,
            folder=self.folder,
            out=self.out,
            jobs=jobs,
            only=only,
            collection=collection,
        )
        setup = self.setup()
        place = self.workplace(setup)
        return grade_class(job, setup, place, self.files, self.steps.append, threads)

    def verify(self, *, jobs: int = 1) -> Iterator[AssignmentProof]:
        """Proves the assignment as `grader verify` does."""
        setup = self.setup()
        return verify_assignment(setup, self.workplace(setup), jobs, threads)
