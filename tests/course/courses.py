"""A small course in a temporary folder, right as it stands, for tests to spoil."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from grader.course import load_assignment, load_course
from grader.model.errors import CourseError, Message
from grader.wording import load_wording

JAPANESE: Mapping[str, str] = load_wording("ja").data["messages"]
PLACE = re.compile(r"(?P<file>[^:]+): line (?P<line>\d+): (?P<what>.*)", re.DOTALL)

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
    return whats(caught.value, root, "assignments/demo/assignment.toml")


def whats(error: CourseError, root: Path, file: str) -> tuple[str, ...]:
    """Returns each problem without its place, which has to be a right one, in two languages."""
    lines = (root / file).read_text("utf-8-sig").splitlines()
    for message in error.messages:
        assert not untranslated(message)
        place = PLACE.fullmatch(str(message))
        assert place, message
        assert place["file"] == file
        assert_on_its_line(place["what"], lines[int(place["line"]) - 1])
    return tuple(PLACE.sub(r"\g<what>", problem) for problem in error.problems)


def assert_on_its_line(what: str, line: str) -> None:
    """The line has the key, or begins the table in which a key is missing."""
    key, _, said = what.partition(": ")
    *tables, name = re.sub(r"\[\d+\]", "", key).split(".")
    if not said.startswith("is missing"):
        assert name in line
    elif tables:
        assert tables[-1] in line


def untranslated(message: Message) -> set[str]:
    """What of a message is only there in English."""
    return set(templates(message)) - JAPANESE.keys()


def templates(message: Message) -> Iterator[str]:
    """Every sentence and part of one that a message is made of."""
    yield message.template
    for inner in (message.where, *message.params.values()):
        if isinstance(inner, Message):
            yield from templates(inner)
