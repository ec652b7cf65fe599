"""How the process ends: one place, five codes, never a bare traceback."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from grader import __main__
from grader.__main__ import cli, run
from grader.model.errors import CourseError, SandboxUnavailable
from tests.tree import ROOT


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[BaseException]:
    """A command that raises what is put into the list."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    raised: list[BaseException] = []

    @click.command()
    def end() -> int:
        if raised:
            raise raised[0]
        return 1

    monkeypatch.setitem(cli.commands, "end", end)
    return raised


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (None, 1, ""),
        (CourseError(("a.toml: x: is wrong", "b.toml: y: is wrong")), 2, "b.toml: y: is wrong"),
        (SandboxUnavailable("no level holds"), 3, "grader: no level holds"),
        (click.UsageError("no such thing"), 2, "no such thing"),
        (click.ClickException("odd"), 2, "odd"),
        (KeyboardInterrupt(), 130, "grader: "),
        (KeyboardInterrupt("said"), 130, ""),
        (ZeroDivisionError("ours"), 3, "a bug in grader: ZeroDivisionError: ours"),
    ],
)
def test_every_end_has_its_code(
    ends: list[BaseException],
    capsys: pytest.CaptureFixture[str],
    error: BaseException | None,
    code: int,
    said: str,
) -> None:
    """A sentence on stderr, nothing on stdout, and the code that DESIGN gives."""
    if error is not None:
        ends.append(error)
    assert run(["end"]) == code
    captured = capsys.readouterr()
    assert said in captured.err
    assert "Traceback" not in captured.err
    assert captured.out == ""


def test_bug_names_the_log(
    ends: list[BaseException], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The traceback is in the file that the sentence names."""
    ends.append(ZeroDivisionError("ours"))
    run(["end"])
    log = tmp_path / "grader" / "grader.log"
    assert str(log) in capsys.readouterr().err
    assert "Traceback" in log.read_text(encoding="utf-8")


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    """Both end with 0."""
    assert run(["--help"]) == 0
    assert run(["--version"]) == 0
    assert "grader" in capsys.readouterr().out


def test_every_command_has_an_example() -> None:
    """The help of each command ends with a line to copy."""
    for name, command in cli.commands.items():
        assert f"grader {name}" in (command.epilog or ""), name


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_full_disk_is_no_bug() -> None:
    """Output that cannot be written is said in a sentence, and exit code 2."""
    command = f"{sys.executable} -m grader --help > /dev/full"
    ended = subprocess.run(["sh", "-c", command], capture_output=True, check=False, text=True)
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1
    assert "bug" not in ended.stderr


NEEDS_A_MACHINE = {
    "little memory": ("ulimit -v 100000; {grader} check kadai1 nothing.py", 3, "320 MiB"),
    "no docstrings": ("PYTHONOPTIMIZE=2 {grader} check kadai1 nothing.py", 2, "nothing.py"),
}


@pytest.mark.skipif(sys.platform != "linux", reason="needs `ulimit -v`")
@pytest.mark.parametrize("name", NEEDS_A_MACHINE)
def test_an_odd_environment_is_no_bug(name: str) -> None:
    """One sentence, or it simply works; never a library's own words."""
    command, code, said = NEEDS_A_MACHINE[name]
    ended = subprocess.run(
        ["sh", "-c", command.format(grader=f"{sys.executable} -m grader")],
        capture_output=True,
        check=False,
        text=True,
        cwd=ROOT,
    )
    assert ended.returncode == code
    assert len(ended.stderr.splitlines()) == 1
    assert said in ended.stderr


def test_too_few_processes_are_no_bug(
    ends: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    """The machine lacks something, and the sentence says where one sees what."""
    ends.append(RuntimeError("can't start new thread"))
    assert run(["end"]) == 3
    said = capsys.readouterr().err
    assert "can't start new thread; see `ulimit -a`" in said


@pytest.mark.skipif(
    sys.platform != "linux" or os.getuid() != 0 or not shutil.which("unshare"),
    reason="needs root and unshare",
)
def test_without_a_place_for_locks_no_class_is_graded(tmp_path: Path) -> None:
    """A read-only /dev/shm is named."""
    (tmp_path / "24A1201").mkdir()
    (tmp_path / "24A1201" / "kadai1.py").write_text("x = 1\n", encoding="utf-8")
    grade = f"{sys.executable} -m grader grade kadai1 {tmp_path} -o {tmp_path}/out --no-timing"
    command = f"mount -t tmpfs -o ro tmpfs /dev/shm && {grade}"
    ended = subprocess.run(
        ["unshare", "-m", "sh", "-c", command],
        capture_output=True,
        check=False,
        text=True,
        cwd=ROOT,
    )
    if "mount" in ended.stderr or "unshare" in ended.stderr:
        pytest.skip(ended.stderr)
    assert ended.returncode == 3
    assert "/dev/shm" in ended.stderr
    assert "bug" not in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["grade"], "引数 '課題' がありません。"),
        (["check", "--lang", "ja", "--no-such"], "--no-such というオプションはありません。"),
        (["no-such"], "no-such というコマンドはありません。"),
        (["check", "kadai9", "--lang=ja"], "課題 kadai9 はありません。"),
        (["check", "kadai1", "nothing.py"], "そのファイルやフォルダはありません。"),
        (["grade", "kadai1", "nowhere"], "そのファイルやフォルダはありません。"),
        (["regrade", "kadai1", "-o", "nowhere"], "先に `grader grade` を実行してください。"),
    ],
)
def test_usage_errors_are_japanese_too(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    """Exit code 2, and a sentence in the language of the locale or of --lang."""
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert run(arguments) == 2
    assert said in capsys.readouterr().err


def test_reader_who_leaves_early() -> None:
    """`grader explain | head -1` ends quietly."""
    command = f"{sys.executable} -u -m grader explain | head -c 1"
    ended = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert ended.stderr == b""


@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
def test_terminal_that_cannot_show_everything(encoding: str) -> None:
    """An old terminal's encoding loses characters, not the answer."""
    environ = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    ended = subprocess.run(
        [sys.executable, "-m", "grader", "--help"], env=environ, capture_output=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert b"grade" in ended.stdout


def test_module_is_the_command() -> None:
    """`python -m grader` is `grader`."""
    assert __main__.main.__module__ == "grader.__main__"


@pytest.mark.parametrize("command", ["check", "grade"])
def test_files_of_the_current_folder_are_not_imported(command: str, tmp_path: Path) -> None:
    """A `random.py` or `threading.py` beside a program is neither run nor in the way."""
    for module in ("random", "threading", "socket", "struct"):
        text = f"open({str(tmp_path / 'ran')!r}, 'w').close()\nraise ImportError('not ours')\n"
        (tmp_path / f"{module}.py").write_text(text, encoding="utf-8")
    handed_in = ROOT / "submissions" / "demo" / "kadai1" / "24A1201"
    (tmp_path / "class" / "24A1201").mkdir(parents=True)
    shutil.copy(handed_in / "kadai1.py", tmp_path / "class" / "24A1201")
    what = {
        "check": ["class/24A1201/kadai1.py"],
        "grade": ["class", "--no-timing", "--output", "out"],
    }[command]
    words = [sys.executable, "-m", "grader", command, "kadai1", *what, "--course", str(ROOT)]
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    ended = subprocess.run(
        words, env=environ, cwd=tmp_path, capture_output=True, check=False, text=True
    )
    assert "Traceback" not in ended.stderr
    assert not (tmp_path / "ran").exists()
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR, not empty, means none, on a terminal as well (https://no-color.org)."""
    told: list[bool | None] = []

    @click.command()
    @click.pass_context
    def coloured(context: click.Context) -> None:
        told.append(context.color)

    monkeypatch.setitem(cli.commands, "coloured", coloured)
    for wish in ("", "1"):
        monkeypatch.setenv("NO_COLOR", wish)
        assert run(["coloured"]) == 0
    assert told == [None, False]


WHILE_IMPORTED = """
import os, runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background of a shell
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["grader", *{command!r}]
runpy.run_module("grader", run_name="__main__")
"""


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("click", ["--help"]),
        ("grader.commands.grade", ["--help"]),
        ("grader.commands.options", ["export", "--help"]),
        ("grader.wording", ["collect", "nothing.zip", "-a", "kadai1"]),
    ],
)
def test_ctrl_c_while_modules_are_imported_is_no_traceback(module: str, command: list[str]) -> None:
    """One sentence and 130, whatever is imported at that moment."""
    script = WHILE_IMPORTED.format(module=module, command=command)
    ended = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "ja_JP.UTF-8", "PYTHONUTF8": "1"},
        check=False,
        timeout=60,
    )
    assert "Traceback" not in ended.stderr
    assert "中断しました" in ended.stderr
    assert ended.returncode == 130
