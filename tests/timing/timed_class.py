"""A small class in the real sandbox, timed over three small sizes."""

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec.structs import replace

from grader.batch import ClassJob, ClassResult, Graded, Phase, Step, grade_class, workplace_of
from grader.course import load_assignment
from grader.model.evidence import Evidence
from grader.model.machine import Capabilities
from grader.observing import machine_facts, prepare_setup
from grader.sandbox import choose_level
from grader.store import Store
from tests.batch.classes import STATE, FakeFiles, make_class, make_course

SHORT = "sizes = [8, 16, 32]\nseconds = 1\n"


class TimedClass:
    """A course whose sweep is short, a class and a results folder."""

    def __init__(self, folder: Path, programs: Mapping[str, str]) -> None:
        self.course = make_course(folder / "course")
        self.inbox = make_class(folder / "inbox", programs)
        self.out = folder / "out"
        self.files = FakeFiles()
        self.steps: list[Step] = []
        self.published = 0
        place = self.course.root / "assignments/kadai1/assignment.toml"
        text = place.read_text(encoding="utf-8")
        before, _, after = text.partition("[exercise.sweep]\n")
        rest = after[after.index("\n[[") :]
        place.write_text(f"{before}[exercise.sweep]\n{SHORT}{rest}", encoding="utf-8")

    def submit(self, student: str, program: str) -> None:
        """Hands a program in."""
        make_class(self.inbox, {student: program})

    def grade(
        self,
        *,
        timing: bool,
        where_used: bool = False,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> ClassResult:
        """Grades the class as `grader grade` does; `meanwhile` is when all is loaded."""
        self.steps.clear()
        level = choose_level().level
        here = Capabilities()
        assignment = load_assignment(self.course, "kadai1")
        setup = prepare_setup(self.course, assignment, machine_facts(level), STATE, here)
        job = ClassJob(
            course=self.course,
            folder=self.inbox,
            out=self.out,
            jobs=2,
            timing=timing,
            where_used=where_used,
        )
        meanwhile()
        with workplace_of(self.course, setup, level) as place:
            return grade_class(job, setup, place, self.files, self.watch)

    def watch(self, step: Step) -> None:
        """Keeps the steps, and how often the class was published by the first that times."""
        if step.phase is Phase.TIMING and not any(each.phase is step.phase for each in self.steps):
            self.published = len(self.files.classes)
        self.steps.append(step)

    def stored(self) -> dict[str, Evidence]:
        """Reads all evidence."""
        with Store(self.out, "kadai1") as store:
            found = {student: store.evidence(student) for student in store.observed()}
        return {student: evidence for student, evidence in found.items() if evidence}

    @staticmethod
    def of(result: ClassResult, student: str) -> Graded:
        """Picks one student's."""
        return next(one for one in result.graded if one.evidence.student == student)

    @staticmethod
    def untimed(evidence: Evidence) -> Evidence:
        """Takes the times away."""
        exercises = tuple(replace(one, timing=None) for one in evidence.exercises)
        return replace(evidence, exercises=exercises)
