"""Our own tracebacks go to a log, never to the user."""

from pathlib import Path

import pytest

from grader.commands.crash import LOG_BYTES, log_fault
from grader.model.errors import Fault

FAULT = Fault(summary="ValueError: x", traceback="Traceback …\nValueError: \udc83\n")


def test_faults_are_appended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each entry names the version and what it was about."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for about in ("24A1201", "24A1202"):
        path = log_fault(FAULT, about)
    assert path is not None
    text = path.read_text(encoding="utf-8")
    assert text.index("24A1201") < text.index("24A1202")
    assert text.count("ValueError") == 2


def test_log_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long log starts anew."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "grader").mkdir()
    (tmp_path / "grader/grader.log").write_bytes(b"x" * (LOG_BYTES + 1))
    path = log_fault(FAULT, "24A1201")
    assert path is not None
    assert path.stat().st_size < 1000


def test_log_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then there is none, and nothing else goes wrong."""
    (tmp_path / "grader").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert log_fault(FAULT, "24A1201") is None
