"""The page's way to check says what `grader check` says, and leaves the interpreter as it was."""

from contextlib import chdir
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.tree import ROOT
from tests.web.conftest import Checked, lines_of, told

EXAMPLES = ROOT / "assignments" / "kadai1" / "examples"
FEW = ("right-script-plot", "wrong-transposed", "wrong-forbidden-import", "wrong-exits")
FULL_WIDTH = "def matmul(a, b):\n\u3000\u3000return a\n"
NOT_ALIKE = {
    "wrong-eats-memory": "nothing limits memory in a page, and here it would take this machine's",
    "wrong-infinite-loop": "where it stands when its time is over is chance",
}


def _same(name: str, kit: Path, checked: Checked, say: Say, folder: Path) -> None:
    files = [path for path in (EXAMPLES / name).iterdir() if path.name != "expected.toml"]
    for path in (*files, *kit.glob("*.msgpack")):
        (folder / path.name).write_bytes(path.read_bytes())
    with chdir(folder):
        said = say("check", "kadai1", *(path.name for path in files), "--lang", "en")
    answer = checked(*(folder / path.name for path in files))
    assert lines_of(answer["answers"]["en"]) == told(said.out)


@pytest.mark.parametrize("name", FEW)
def test_it_says_what_the_command_says(
    name: str, kit: Path, checked: Checked, say: Say, tmp_path: Path
) -> None:
    """Line by line, without NumPy: right, a named mistake, a rule broken, a way out."""
    _same(name, kit, checked, say, tmp_path)


@pytest.mark.repetition("tests/web/test_checking.py::test_it_says_what_the_command_says")
@pytest.mark.parametrize(
    "name",
    sorted(path.name for path in EXAMPLES.iterdir() if path.name not in {*FEW, *NOT_ALIKE})[::6],
)
def test_it_says_the_same_of_other_examples(
    name: str, kit: Path, checked: Checked, say: Say, tmp_path: Path
) -> None:
    """The same of every sixth example of the assignment, but for those that cannot be alike."""
    _same(name, kit, checked, say, tmp_path)


def test_it_speaks_both_languages(checked: Checked, tmp_path: Path) -> None:
    """One check, two answers; a letter of the program's is never a tag of the page's."""
    program = tmp_path / "kadai1.py"
    program.write_text("def matmul(a, b):\n    raise ValueError('<img src=x>')\n", "utf-8")
    answers = checked(program)["answers"]
    assert "<h3>" in answers["ja"]
    assert "不合格" in answers["ja"]
    assert "&lt;img" in answers["en"]
    assert "<img" not in answers["ja"] + answers["en"]
    assert '<pre tabindex="0">' in answers["en"]


def test_what_is_no_program_is_said(checked: Checked, tmp_path: Path) -> None:
    """A full-width blank, a file that is too large, and one that cannot be opened here."""
    program = tmp_path / "kadai1.py"
    program.write_text(FULL_WIDTH, encoding="utf-8")
    assert "RUN001" in checked(program)["answers"]["en"]
    program.write_bytes(b"# much\n" * 500_000)
    assert "too large" in checked(program)["answers"]["en"]
    archive = tmp_path / "kadai1.zip"
    archive.write_bytes(b"PK")
    assert "archives are not opened here" in checked(archive)["refused"]["en"][0]


def test_a_program_leaves_nothing_behind(checked: Checked, tmp_path: Path) -> None:
    """Modules, builtins, streams, folder and limits are as they were, whatever it did to them."""
    program = tmp_path / "kadai1.py"
    program.write_text(
        "import time\nprint = None\n__builtins__['len'] = None\ntime.leftover = 1\n"
        "def matmul(a, b):\n"
        "    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)]"
        " for row in a]\n",
        encoding="utf-8",
    )
    assert checked(program)["left"] == []


def test_a_worker_that_was_ended_is_followed_by_one_that_knows(
    checked: Checked, tmp_path: Path
) -> None:
    """What is known not to come back is not asked again: too late, or gone with the interpreter."""
    program = tmp_path / "kadai1.py"
    program.write_text("def matmul(a, b):\n    while True:\n        pass\n", encoding="utf-8")
    every = range(2, 40)  # the first request reads the source, the second loads the program
    late = checked(program, fates=dict.fromkeys([*every][1:], "late"))["answers"]["en"]
    assert "RUN004" in late
    gone = checked(program, fates=dict.fromkeys([*every][1:], "gone"))["answers"]["en"]
    assert "RUN006" in gone
