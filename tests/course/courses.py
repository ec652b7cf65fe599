"""A small course in a temporary folder, right as it stands, for tests to spoil."""

from pathlib import Path

import pytest

from grader.course import load_assignment, load_course
from grader.model.errors import CourseError

COURSE = """\
title = { ja = "実習", en = "Laboratory" }
zone = "Asia/Tokyo"
student_id = '\\d{2}[A-Z]\\d{4}'
"""

ASSIGNMENT = """\
id = "demo"
due = 2025-04-17T23:59:00+09:00
source = "demo.py"
title = { ja = "課題", en = "Assignment" }

[[exercise]]
id = "product"
operation = "tiny"
backend = "python"
entry = "product"
aliases = ["times", "行列積"]
allowed_imports = ["time", "matplotlib"]
cases = { integers = [1, 2], floats = [3, 3] }
limits = { memory_mib = 64, call_seconds = 2 }

[[rubric]]
id = "program"
title = { ja = "プログラム", en = "Program" }
points = 4
checks = ["POL001", "COR"]

[[rubric]]
id = "form"
title = { ja = "体裁", en = "Form" }
points = 2
exercises = ["product"]
"""

REFERENCE = """\
from grader.model.reference import Lookalike

def inputs(case, rng):
    return ()

def expected(*inputs):
    return None

scale = expected

LOOKALIKES = {
    "nothing": Lookalike(
        compute=lambda inputs, earlier: None,
        name={"ja": "無", "en": "nothing"},
        lesson={"ja": "無い", "en": "Nothing."},
    ),
}
"""


def write_course(root: Path, *, assignment: str = ASSIGNMENT, course: str = COURSE) -> Path:
    """Writes a course with one assignment called demo; returns its root."""
    (root / "course.toml").write_text(course, encoding="utf-8")
    add_assignment(root, "demo", assignment)
    (root / "reference").mkdir(exist_ok=True)
    (root / "reference" / "tiny.py").write_text(REFERENCE, encoding="utf-8")
    return root


def add_assignment(root: Path, name: str, text: str) -> Path:
    """Writes one assignment.toml."""
    folder = root / "assignments" / name
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "assignment.toml"
    path.write_text(text, encoding="utf-8")
    return path


def problems_of(root: Path, old: str, new: str) -> tuple[str, ...]:
    """Spoils the assignment in one place and returns what loading it complains about."""
    assert old in ASSIGNMENT
    write_course(root, assignment=ASSIGNMENT.replace(old, new, 1))
    with pytest.raises(CourseError) as caught:
        load_assignment(load_course(root), "demo")
    prefix = "assignments/demo/assignment.toml: "
    assert all(problem.startswith(prefix) for problem in caught.value.problems)
    return tuple(problem.removeprefix(prefix) for problem in caught.value.problems)
