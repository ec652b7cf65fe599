"""A reference that does not behave is named with its line, before anything depends on it."""

import json
from pathlib import Path

import pytest

from grader.course import load_assignment
from grader.exercises.arrays import reference_trial
from grader.model.errors import CourseError
from grader.model.machine import Capabilities
from grader.observing import Setup, prepare_setup
from tests.batch.classes import MACHINE, RIGHT, Classroom
from tests.commands.conftest import Say, inbox, say

__all__ = ["inbox", "say"]

EXPECTED = "\n\n_right = expected\n\n\ndef expected(a, b):\n    {}\n    return _right(a, b)\n"
LINE = "reference/matmul.py: line {}"


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Classroom:
    """A class whose reference is about to be spoilt."""
    monkeypatch.setattr(reference_trial, "CALL_SECONDS", 3.0)
    return Classroom(tmp_path, {"24A1201": RIGHT})


def spoil(root: Path, text: str) -> int:
    """Adds to the reference; gives the number of its lines before."""
    path = root / "reference/matmul.py"
    before = path.read_text(encoding="utf-8")
    path.write_text(before + text, encoding="utf-8")
    return before.count("\n")


def prepared(room: Classroom, state: Path) -> Setup:
    """Prepares the class for grading; what passed is remembered under `state`."""
    assignment = load_assignment(room.course, "kadai1")
    environ = {"XDG_STATE_HOME": str(state)}
    return prepare_setup(room.course, assignment, MACHINE, environ, Capabilities())


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("raise SystemExit", "ends the Python interpreter (SystemExit)"),
        ("import sys; sys.exit(3)", "ends the Python interpreter (SystemExit)"),
        ("import os; os._exit(0)", "ends the Python interpreter (os._exit)"),
        ("raise KeyboardInterrupt", "ends the Python interpreter (KeyboardInterrupt)"),
        ("import time; time.sleep(1000)", "did not finish within 3 s"),
        pytest.param(
            "while True: pass",
            "did not finish within 3 s",
            marks=pytest.mark.repetition("a reference that sleeps or writes"),
        ),
    ],
)
@pytest.mark.parametrize("where", ["expected", "loading"])
def test_what_ends_or_never_ends_is_named_with_its_line(
    room: Classroom, tmp_path: Path, statement: str, said: str, where: str
) -> None:
    """Whether the file does it or one of its functions."""
    if where == "loading" and "KeyboardInterrupt" in statement:
        pytest.skip("is Ctrl-C")
    text = EXPECTED.format(statement) if where == "expected" else f"\n\n{statement}\n"
    line = spoil(room.course.root, text) + text[: text.index(statement)].count("\n") + 1
    with pytest.raises(CourseError) as raised:
        prepared(room, tmp_path / "state")
    assert len(raised.value.problems) == 1
    assert raised.value.problems[0].startswith(f"{LINE.format(line)}: {said}")


def test_a_reference_that_kills_its_process_is_named(room: Classroom, tmp_path: Path) -> None:
    """Without a line, which nobody can tell; with the function."""
    spoil(room.course.root, EXPECTED.format("import os; os.kill(os.getpid(), 9)"))
    with pytest.raises(CourseError, match=r"reference/matmul.py: expected: .* \(signal 9\)"):
        prepared(room, tmp_path / "state")


def test_a_reference_is_tried_once(room: Classroom, tmp_path: Path) -> None:
    """What passed is remembered until a file of it changes; what raises is tried again."""
    calls = tmp_path / "calls"
    note = f"import os; open({str(calls)!r}, 'a').write(f'{{os.getpid()}}\\n')"
    spoil(room.course.root, EXPECTED.format(note))

    def trials() -> int:
        """In how many processes it was called by now."""
        return len(set(calls.read_text("utf-8").split())) if calls.exists() else 0

    prepared(room, tmp_path / "state")
    assert trials() == 1
    prepared(room, tmp_path / "state")
    assert trials() == 1
    spoil(room.course.root, "\n# changed\n")
    prepared(room, tmp_path / "state")
    assert trials() == 2
    spoil(room.course.root, EXPECTED.format("raise ValueError"))
    prepared(room, tmp_path / "state")
    prepared(room, tmp_path / "state")
    assert not calls.read_text("utf-8").count("\n") < trials()


def test_a_mistake_that_only_raises_stops_nobody_else(room: Classroom, tmp_path: Path) -> None:
    """It shows where it is needed: a fault of ours there, as ever."""
    spoil(room.course.root, EXPECTED.format("raise ValueError('unfinished')"))
    assert prepared(room, tmp_path / "state").references
    (fault,) = [fault for _, fault in room.grade().faults]
    assert "unfinished" in fault.traceback


def test_what_ends_only_here_is_a_fault_and_no_silent_end(room: Classroom) -> None:
    """One submission is broken for it, with the line; the batch goes on."""
    text = EXPECTED.format("import sys; 'grader.batch' in sys.modules and sys.exit(0)")
    line = spoil(room.course.root, text) + 7
    result = room.grade()
    (fault,) = [fault for _, fault in result.faults]
    assert f"{LINE.format(line)}: ends the Python interpreter (SystemExit)" in fault.traceback
    assert room.files.classes == [result]


@pytest.mark.parametrize(
    ("statement", "options"),
    [
        ("import sys; sys.stdout.write('hello')", ("--no-timing",)),
        pytest.param(
            "print('hello')", (), marks=pytest.mark.repetition("a reference that sleeps or writes")
        ),
    ],
)
def test_what_a_reference_prints_is_never_ours(
    course: Path, say: Say, inbox: Say, statement: str, options: tuple[str, ...]
) -> None:
    """The JSON stays one document, in every command; verify says where it prints."""
    text = EXPECTED.format(statement)
    line = spoil(course, f"\n{statement}\n{text}") + 9
    inbox(s201=RIGHT)
    said = say("grade", "kadai1", "inbox", "--json", *options)
    assert said.code == 0, said.err
    assert json.loads(said.out)["sheets"]
    assert "hello" not in said.err
    said = say("check", "kadai1", "inbox/24A1201/kadai1.py", "--json")
    assert json.loads(said.out)
    said = say("verify", "kadai1")
    assert f"{LINE.format(line)}: prints something" in said.out
    assert f"{LINE.format(line - 7)}: prints something" in said.out
    assert "hello" not in said.out + said.err


@pytest.mark.parametrize(
    ("words", "lang", "said"),
    [
        (("verify", "kadai1"), "en", "ends the Python interpreter (SystemExit)"),
        (("grade", "kadai1", "inbox"), "ja", "行目: Python そのものを終わらせます"),
        (("check", "kadai1", "inbox/24A1201/kadai1.py"), "en", "ends the Python interpreter"),
    ],
)
def test_every_command_that_calls_references_says_it(
    course: Path, say: Say, inbox: Say, words: tuple[str, ...], lang: str, said: str
) -> None:
    """In the user's language, with exit code 2; today's silent 0 is gone."""
    spoil(course, EXPECTED.format("raise SystemExit"))
    inbox(s201=RIGHT)
    answer = say(*words, "--lang", lang)
    assert answer.code == 2
    assert said in answer.err
    assert "reference/matmul.py" in answer.err
