"""A class whose assignment has several exercises, some for devices that may not be there."""

from pathlib import Path

from grader.course import load_assignment
from grader.model.course import DeviceKind
from grader.model.machine import Capabilities, Device
from grader.observing import Setup, prepare_setup
from tests.batch.classes import MACHINE, STATE, Classroom

LIBRARIES = {"numpy": "2.4", "torch": "2.13"}
LAPTOP = Capabilities(libraries=LIBRARIES)
ON_CPU = Capabilities(libraries=LIBRARIES, cpu_instead=True)
GPU_HOST = Capabilities(
    libraries={**LIBRARIES, "cupy": "13"},
    gpu=Device(kind=DeviceKind.GPU, name="Some GPU", arch="sm_90"),
)

FUNCTION = """\
def {name}(a, b):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]

"""
WITHOUT_EXTRA = "".join(FUNCTION.format(name=name) for name in ("mm", "mm_numpy", "mm_torch"))
EVERYTHING = WITHOUT_EXTRA + FUNCTION.format(name="mm_cupy")

HEAD = """\
id = "several"
due = 2025-05-15T23:59:00+09:00
source = "kadai1.py"
title = { ja = "いくつかの設問", en = "Several" }
"""
EXERCISE = """
[[exercise]]
id = "{id}"
operation = "matmul"
backend = "{backend}"
entry = "{id}"
device = "{device}"
optional = {optional}
cases = {{ integers = [2, 3] }}
"""
RUBRIC = """
[[rubric]]
id = "{id}"
title = {{ ja = "{id}", en = "{id}" }}
points = 1
checks = ["RUN", "COR"]
exercises = ["{id}"]
"""
EXERCISES = (
    ("mm", "python", "cpu", "false"),
    ("mm_numpy", "numpy", "cpu", "false"),
    ("mm_torch", "torch", "gpu", "false"),
    ("mm_cupy", "cupy", "gpu", "true"),
)


class SeveralRoom(Classroom):
    """A class with four exercises; `here` is what the machine offers."""

    here: Capabilities = LAPTOP

    def write(self) -> None:
        """Writes the assignment into the course."""
        folder: Path = self.course.root / "assignments" / "several"
        folder.mkdir()
        parts = [HEAD]
        for name, backend, device, optional in EXERCISES:
            parts.append(
                EXERCISE.format(id=name, backend=backend, device=device, optional=optional)
            )
        parts += [RUBRIC.format(id=name) for name, *_ in EXERCISES[:3]]
        (folder / "assignment.toml").write_text("".join(parts), encoding="utf-8")

    def setup(self) -> Setup:
        """Loads the assignment for the machine at hand."""
        assignment = load_assignment(self.course, "several")
        return prepare_setup(self.course, assignment, MACHINE, STATE, self.here)
