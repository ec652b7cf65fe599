"""`grader demo` grades the fictional class in an empty folder, and touches nobody's files."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.demo import libraries
from grader.demo.folder import lay_down
from grader.demo.packing import course_files
from grader.sandbox import IsolationLevel, ladder
from grader.sandbox.levels import CONFIGS
from tests.commands.conftest import Say

CLASS = "grader-demo/submissions/demo/optional1"
PAGE = "grader-demo/results/optional1/summary.html"


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, as the current one, in no course, without a screen."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_a_class_is_graded_in_an_empty_folder(nowhere: Path, say: Say) -> None:
    """Every student has a row; a second run grades nobody again and keeps what one has changed."""
    said = say("demo", "optional1", "--lang", "en")
    assert said.code == 0, said.err
    students = sorted(path.name for path in (nowhere / CLASS).iterdir())
    assert students
    assert [student for student in students if student not in said.out] == []
    assert str(nowhere / PAGE) in said.out
    assert "Isolation of programs: level " in said.out
    assert (nowhere / PAGE).is_file()
    program = nowhere / CLASS / students[0] / "matmul.c"
    program.write_bytes(program.read_bytes() + b"\n")
    handout = nowhere / "grader-demo/assignments/kadai1/handout.md"
    handout.unlink()
    again = say("demo", "optional1", "--lang", "en")
    assert again.code == 0, again.err
    assert f"{students[0]}/matmul.c: was changed since, and stays as it is." in again.err
    assert "Graded: 1." in again.out
    assert handout.is_file()


@pytest.fixture
def no_level(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The only level that is tried lacks a wall, and the attacks get through."""
    level = IsolationLevel.B
    monkeypatch.setattr(ladder, "SAFE", (level,))
    monkeypatch.setitem(CONFIGS, level, replace(CONFIGS[level], landlock=False))
    ladder.probe.cache_clear()
    yield
    ladder.probe.cache_clear()


def test_where_nothing_isolates_nobody_elses_program_runs(
    nowhere: Path, say: Say, no_level: None
) -> None:
    """With a file among them that is not ours, `grade` refuses as it always does."""
    stranger = nowhere / "grader-demo/submissions/demo/kadai1/24A1299/kadai1.py"
    lay_down(nowhere / "grader-demo", course_files())
    stranger.parent.mkdir()
    stranger.write_text("print(1)", encoding="utf-8")
    refused = say("demo", "kadai1", "--lang", "en")
    assert refused.code == 3
    assert "no safe sandbox is available" in refused.err
    assert "run without isolation" not in refused.err


@pytest.mark.repetition("the class is graded with isolation, and refused where it is not ours")
def test_where_nothing_isolates_our_own_programs_run(
    say: Say, nowhere: Path, no_level: None
) -> None:
    """It is said that they run without isolation, and at which level."""
    said = say("demo", "kadai1", "--lang", "en")
    assert said.code == 0, said.err
    assert "Those of the fictional class come with grader and are harmless" in said.err
    assert "level D" in said.out
    assert (nowhere / "grader-demo/results/kadai1/summary.html").is_file()


@pytest.mark.parametrize("inside", [{"mine.txt": "x"}, {".grader-demo.json": "["}, {}])
def test_what_is_not_the_demo_stays(nowhere: Path, say: Say, inside: dict[str, str]) -> None:
    """A folder of somebody's, or a file, is named, and nothing is written."""
    folder = nowhere / "grader-demo"
    if inside:
        folder.mkdir()
        for name, text in inside.items():
            (folder / name).write_text(text, encoding="utf-8")
    else:
        folder.write_text("mine", encoding="utf-8")
    said = say("demo", "--lang", "en")
    assert said.code == 2
    assert "grader-demo" in said.err
    if inside:
        assert "is not a folder of the demo; nothing was written" in said.err
        assert [path.name for path in folder.iterdir()] == [*inside]


@pytest.mark.parametrize(
    ("prefix", "uv", "told"),
    [
        ("/home/x/.cache/pipx/0f1e", "", "pipx run --spec {} grader demo"),
        ("/home/x/.cache/uv/archive-v0/0f1e", "/usr/bin/uv", "uvx --from {} grader demo"),
        ("/home/x/venv", "", '-m pip install "saiten[ta]"'),
    ],
)
def test_without_a_tas_libraries_the_line_to_type_is_shown(
    say: Say, monkeypatch: pytest.MonkeyPatch, prefix: str, uv: str, told: str
) -> None:
    """It brings them to wherever this was started from, as it was installed."""
    monkeypatch.setattr(libraries, "NEEDED", ("jinja2", "no-such-library"))
    monkeypatch.setattr("sys.prefix", prefix)
    monkeypatch.delenv("UV", raising=False)
    if uv:
        monkeypatch.setenv("UV", uv)
    said = say("demo", "--lang", "en")
    assert said.code == 3
    assert "(no-such-library)" in said.err
    begun, _, ended = told.partition("{}")
    assert begun in said.err
    assert said.err.rstrip().endswith(ended)
    assert "saiten[ta]" in said.err
