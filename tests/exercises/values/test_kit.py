"""A kit of exercises of values: their tests with answers, and nothing of the course."""

import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.__main__ import cli
from tests.commands.conftest import Say, say

__all__ = ["say"]

COURSE = """\
title = { ja = "入門", en = "Introduction" }
zone = "Asia/Tokyo"
student_id = "\\\\d+"
"""
ASSIGNMENT = """\
id = "lab"
due = 2030-01-01T00:00:00+09:00
source = "lab.py"
title = { ja = "課題", en = "Lab" }

[[exercise]]
id = "double"
operation = "double"
backend = "python"
entry = "double"
calls = "value"
[exercise.values]
tests = ["double(2) == 4", "double(7)", "double('x')", "double(None) raises TypeError"]
random = 3
[[exercise.values.test]]
steps = ["double(314159)"]
hidden = true
[[exercise.values.mistake]]
id = "squared"
function = "squared"
name = { ja = "2 乗", en = "squared" }
lesson = { ja = "2 倍です。", en = "Twice." }

[[rubric]]
id = "program"
title = { ja = "プログラム", en = "Program" }
points = 1
checks = ["VAL"]
"""
REFERENCE = """\
def double(x):
    our_secret = 2
    return our_secret * x

def squared(x):
    return x ** 2

def case(rng):
    return f"double({rng.randint(10, 99)})"
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an unpacked kit, far from its course."""
    root = tmp_path_factory.mktemp("course")
    for name, text in {
        "course.toml": COURSE,
        "assignments/lab/assignment.toml": ASSIGNMENT,
        "reference/double.py": REFERENCE,
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    target = tmp_path_factory.mktemp("kit")
    words = ["pack", "lab", "--course", str(root), "-o", str(target / "kit.zip")]
    run = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert run.exit_code == 0, run.output
    with zipfile.ZipFile(target / "kit.zip") as kit:
        kit.extractall(target)
    return target / "lab"


def test_a_kit_holds_answers_and_no_reference(unpacked: Path) -> None:
    """Neither the reference's text nor its mistakes nor a hidden test is in it."""
    data = (unpacked / "grader-kit.msgpack").read_bytes()
    assert b"double(7) == 14" in data
    assert b"double('x') == 'xx'" in data
    assert data.count(b"double(") == 4 + 3
    assert not any(word in data for word in (b"our_secret", b"squared", b"314159"))


@pytest.mark.parametrize(
    ("program", "code", "said"),
    [
        ("def double(x):\n    return x + x\n", 0, "VAL005 passed"),
        ("def double(x):\n    return 2 * int(x)\n", 1, "VAL003 failed"),
        ("def double(x):\n    return 14\n", 1, "VAL005 failed"),
    ],
)
def test_programs_are_checked_with_it(
    unpacked: Path,
    program: str,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    say: Say,
) -> None:
    """`grader check` needs no course beside a kit."""
    monkeypatch.chdir(unpacked)
    (unpacked / "lab.py").write_text(program, encoding="utf-8")
    checked = say("check", "lab.py", "--json")
    assert checked.code == code
    verdicts = {each["check"]: each["verdict"] for each in checked.document["findings"]}
    check, verdict = said.split()
    assert verdicts[check] == verdict
