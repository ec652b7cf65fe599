"""Groups of tests have points of their own; a test may ask for an exit code."""

from pathlib import Path

import pytest

from tests.commands.conftest import Say, say
from tests.exercises.values.test_page import COURSE

__all__ = ["say"]

HEAD = """\
id = "{name}"
due = 2026-12-11T23:59:00+09:00
source = "{name}.py"
title = {{ ja = "課題", en = "Assignment" }}

[[exercise]]
id = "{name}"
operation = "{name}"
backend = "python"
entry = "{entry}"
calls = "{calls}"
limits = {{ call_seconds = 1, cpu_seconds = 5, load_seconds = 10, memory_mib = 512 }}
"""
CRITERION = """
[[rubric]]
id = "{id}"
title = {{ ja = "項目", en = "criterion" }}
points = {points}
groups = {groups}
checks = ["POL", "RUN", "VAL"]
"""
SIGNS = """
[exercise.values]
forbidden = ["abs"]

[[exercise.values.group]]
id = "plus"
name = { ja = "正の数", en = "positive numbers" }
tests = ["sign(3) == 1"]
case = "positive"

[[exercise.values.group]]
id = "minus"
name = { ja = "負の数", en = "negative numbers" }
hint = { ja = "負の数も試してください。", en = "Try negative numbers, too." }
tests = ["sign(-3) == -1", "sign(-4)"]

[[exercise.values.test]]
group = "minus"
steps = ["sign(-0.5)"]
hidden = true
"""
REFERENCE = """\
def sign(number):
    return (number > 0) - (number < 0)


def positive(rng):
    return f"sign({rng.randrange(1, 3)})"
"""
RIGHT = "def sign(x):\n    return 1 if x > 0 else -1 if x < 0 else 0\n"
PROGRAMS = {
    "right": (RIGHT, 3, 2, {}),
    "wrong-minus": ("def sign(x):\n    return 1\n", 3, 0, {"VAL005": "failed"}),
    "wrong-plus": ("def sign(x):\n    return -1\n", 0, 2, {"VAL005": "failed"}),
    "wrong-all": (f"{RIGHT}print(abs(1))\n", 0, 0, {"VAL002": "failed"}),
    "wrong-endless": (
        "def sign(x):\n    while x < 0: pass\n    return 1\n",
        3,
        0,
        {"VAL003": "failed", "VAL005": "skipped"},
    ),
}
CODE = """
[[exercise.values.test]]
input = "2"
output = ""
exit_code = 2
"""


@pytest.fixture(autouse=True)
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course with nothing in it."""
    write(tmp_path / "course.toml", COURSE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, text: str) -> None:
    """Writes a file, and makes its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def example(folder: Path, source: str, text: str, points: str, verdicts: dict[str, str]) -> None:
    """Writes an example."""
    write(folder / source, text)
    told = "\n".join(f'verdicts.{check} = "{verdict}"' for check, verdict in verdicts.items())
    write(folder / "expected.toml", f"points = {{ {points} }}\n{told}\n")


def test_each_group_gets_its_points(course: Path, say: Say) -> None:
    """Wrong answers of one cost the others nothing, nor does a loop without an end."""
    folder = course / "assignments" / "sign"
    head = HEAD.format(name="sign", entry="sign", calls="value")
    criteria = [
        CRITERION.format(id=name, points=points, groups=f'["{name}"]')
        for name, points in (("plus", 3), ("minus", 2))
    ]
    write(folder / "assignment.toml", "".join([head, SIGNS, *criteria]))
    write(course / "reference" / "sign.py", REFERENCE)
    for name, (text, plus, minus, verdicts) in PROGRAMS.items():
        points = f"plus = {plus}, minus = {minus}"
        example(folder / "examples" / name, "sign.py", text, points, verdicts)
    said = say("verify", "sign", "--lang", "en")
    assert "sign: everything is as expected." in said.out, said.out + said.err

    assert "no points" not in said.out

    program = folder / "examples" / "wrong-minus" / "sign.py"
    said = say("check", "sign", program, "--lang", "en")
    assert "`sign(-3)` gives 1; the right answer is -1." in said.out
    assert "Try negative numbers, too." in said.out


def test_a_group_that_is_none_is_told(course: Path, say: Say) -> None:
    """In the rubric, and of a test."""
    head = HEAD.format(name="sign", entry="sign", calls="value")
    tables = SIGNS.replace('group = "minus"', 'group = "mines"')
    rubric = CRITERION.format(id="a", points=1, groups='["plu"]')
    path = course / "assignments" / "sign" / "assignment.toml"
    write(path, head + SIGNS + rubric)
    write(course / "reference" / "sign.py", REFERENCE)
    said = say("verify", "sign", "--lang", "en").err
    assert 'rubric[0].groups[0]: there is no group "plu"; did you mean plus?' in said
    write(path, head + tables + rubric.replace("plu", "plus"))
    assert 'there is no group "mines"' in say("verify", "sign", "--lang", "en").err


def test_tests_without_points_are_told(course: Path, say: Say) -> None:
    """Groups that no criterion names, and tests in no group."""
    head = HEAD.format(name="sign", entry="sign", calls="value")
    tables = SIGNS.replace('group = "minus"\n', "")
    rubric = CRITERION.format(id="a", points=1, groups='["plus"]')
    write(course / "assignments" / "sign" / "assignment.toml", head + tables + rubric)
    write(course / "reference" / "sign.py", REFERENCE)
    said = say("verify", "sign", "--lang", "en").out
    assert "no criterion names the group minus" in said
    assert "tests in no group give no points" in said


def test_an_exit_code_counts_where_a_test_says_so(course: Path, say: Say) -> None:
    """The sentence names both."""
    folder = course / "assignments" / "leave"
    head = HEAD.format(name="leave", entry="main", calls="program")
    write(folder / "assignment.toml", head + CODE + CRITERION.format(id="a", points=1, groups="[]"))
    write(course / "reference" / "leave.py", "def main():\n    raise SystemExit(int(input()))\n")
    write(folder / "leave.py", "import sys\nsys.exit(int(input()))\n")
    write(course / "wrong.py", "exit(0)\n")
    said = say("check", "leave", "wrong.py", "--lang", "en").out
    assert "the exit code is 0; 2 is right" in said
    write(course / "right.py", "exit(int(input()))\n")
    assert say("check", "leave", "right.py", "--lang", "en").code == 0
