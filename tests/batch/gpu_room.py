"""A class of kadai2 on a machine whose GPU is a stand-in and whose CuPy is a fake.

Everything else is real. The fake is installed into a folder of packages of its own, and found
as a real one would be.
"""

import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.batch import ClassJob, ClassResult, Step, grade_class, workplace_of
from grader.course import load_assignment
from grader.model.course import DeviceKind
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding
from grader.model.machine import Capabilities, Device
from grader.model.scoresheet import ScoreSheet
from grader.observing import prepare_setup
from grader.sandbox import IsolationLevel, packages, view
from tests.batch.classes import STATE, FakeFiles, make_course
from tests.fakes.installed import install_cupy

SMALLER = {
    "call_seconds = 60, cpu_seconds = 120, load_seconds = 60": (
        "call_seconds = 1, cpu_seconds = 20, load_seconds = 20"
    ),
    "large = [1024]": "large = [65]",
    "integers = [1, 2, 3, 5, 7], floats = [3, 7, 7, 33, 65]": "integers = [2, 3], floats = [5]",
    "integers = [4, 5, 6, 7], floats = [5, 7, 7, 33, 65]": "integers = [4, 5], floats = [7]",
    'gives = ["cupy", "numpy", "lists"]': 'gives = ["cupy"]',
}
HERE = {name: "here" for name in ("numpy", "scipy") if importlib.util.find_spec(name)}
LAPTOP = Capabilities(libraries=HERE)
GPU_HOST = Capabilities(
    libraries={**HERE, "cupy": "14.0.0", "cupyx": "14.0.0"},
    gpu=Device(kind=DeviceKind.GPU, name="Stand-in", arch="gfx90a", nodes=("/dev/full",)),
)


class GpuRoom:
    """A course with smaller limits, a class, and a results folder."""

    def __init__(self, folder: Path, programs: Mapping[str, str]) -> None:
        """Writes everything."""
        self.course = make_course(folder / "course")
        path = self.course.root / "assignments" / "kadai2" / "assignment.toml"
        text = path.read_text(encoding="utf-8")
        for old, new in SMALLER.items():
            assert old in text
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
        self.inbox, self.out = folder / "inbox", folder / "out"
        for student, program in programs.items():
            (self.inbox / student).mkdir(parents=True)
            (self.inbox / student / "kadai2.py").write_text(program, encoding="utf-8")

    def grade(self, here: Capabilities, level: IsolationLevel, *, jobs: int = 1) -> ClassResult:
        """Grades the class as `grader grade` does, in the same results folder every time."""
        job = ClassJob(course=self.course, folder=self.inbox, out=self.out, jobs=jobs)
        assignment = load_assignment(self.course, "kadai2")
        setup = prepare_setup(self.course, assignment, {"rung": "any"}, STATE, here)
        steps: list[Step] = []
        with workplace_of(self.course, setup, level) as place:
            return grade_class(job, setup, place, FakeFiles(), steps.append)


def evidence(result: ClassResult, student: str, exercise: str) -> ExerciseEvidence:
    """What was seen of one exercise."""
    (found,) = [one.evidence for one in result.graded if one.evidence.student == student]
    return next(one for one in found.exercises if one.exercise == exercise)


def findings(result: ClassResult, student: str, exercise: str) -> dict[str, Finding]:
    """What one student is told about one exercise, by check."""
    return {one.check: one for one in sheet_of(result, student).findings if one.subject == exercise}


def sheet_of(result: ClassResult, student: str) -> ScoreSheet:
    """One student's sheet."""
    (sheet,) = [one.sheet for one in result.graded if one.sheet.student == student]
    return sheet


def show_cupy(
    monkeypatch: pytest.MonkeyPatch, site: Path, *, wrong: bool = False, free_mib: int = 60_000
) -> None:
    """Installs the fake where this process looks for packages, and forgets what it had found."""
    install_cupy(site, delay=0.005, wrong=wrong, free_mib=free_mib)
    monkeypatch.setattr(sys, "path", [*sys.path, str(site)])
    forget_libraries()


def forget_libraries() -> None:
    """Lets installed libraries be looked for anew."""
    view.find_libraries.cache_clear()
    packages.providers.cache_clear()
    importlib.invalidate_caches()
