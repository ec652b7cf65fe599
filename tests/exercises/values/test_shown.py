"""What `grader check` shows of the introductory course, on a terminal."""

from pathlib import Path

import pytest

from tests.commands.conftest import Say, say
from tests.tree import ROOT

__all__ = ["say"]

COURSE = ROOT / "courses" / "intro"
ASSIGNMENTS = sorted(path.name for path in (COURSE / "assignments").iterdir())


def check(say: Say, assignment: str, folder: Path) -> tuple[int, str]:
    """Checks the program in a folder as a student does."""
    (program,) = folder.glob("*.py")
    said = say("check", assignment, program, "--course", COURSE)
    return said.code, said.out


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_starter_is_told_what_to_write(assignment: str, say: Say) -> None:
    """What is not written yet is a failure of nobody's but its own."""
    code, out = check(say, assignment, COURSE / "assignments" / assignment / "starter")
    assert code == 1
    assert "VAL" in out
    assert "grader error" not in out


def test_a_program_is_run_with_its_inputs_alone(say: Say) -> None:
    """Run as its author does, without an input, it would only stop."""
    examples = COURSE / "assignments" / "summary" / "examples"
    code, out = check(say, "summary", next(examples.glob("right-*")))
    assert code == 0
    assert "stopped with" not in out
