"""Progress: plain lines for a log, a bar for a person; never on stdout."""

import sys

import pytest

from grader.batch import Phase, Step
from grader.commands.progress import shown_progress
from grader.wording import load_wording

STEPS = (
    Step(student="24A1201", phase=Phase.STARTED, done=0, total=12),
    Step(student="24A1202", phase=Phase.STARTED, done=0, total=12),
    Step(student="24A1202", phase=Phase.FINISHED, done=1, total=12),
    Step(student="24A\x1b1201", phase=Phase.BROKEN, done=2, total=12),
)


def test_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """One line per finished submission, numbered, with what went wrong."""
    with shown_progress(load_wording("en")) as watch:
        for step in STEPS:
            watch(step)
    captured = capsys.readouterr()
    assert captured.err == "[ 1/12] 24A1202\n[ 2/12] 24A␛1201 (broken)\n"
    assert captured.out == ""


def test_lines_speak_the_language_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """What became of a submission is a word of that language, and no code."""
    with shown_progress(load_wording("ja")) as watch:
        watch(STEPS[3])
        watch(Step(student="24A1202", phase=Phase.TIMED, done=1, total=3))
    written = capsys.readouterr().err
    assert written == "[ 2/12] 24A␛1201 (採点側の障害)\n[1/3] 24A1202 (時間を測定)\n"


def test_bar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the bar shows the count and who is being graded."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with shown_progress(load_wording("en")) as watch:
        for step in STEPS[:3]:
            watch(step)
    captured = capsys.readouterr()
    assert "24A1201" in captured.err
    assert captured.out == ""
