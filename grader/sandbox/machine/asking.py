"""Asks a process that is thrown away: it may touch a device, hang, or die; we go on."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PROGRAMS = Path(__file__).resolve().parent / "throwaway"
DEVICE_SECONDS = 60.0  # a first import of PyTorch from a slow disk, and the driver's start
LAST_WORDS = 2000  # characters of its standard error
DYING_SECONDS = 2.0


class NoAnswerError(Exception):
    """The process gave no answer; the text is one English sentence without a full stop."""


class TookTooLongError(NoAnswerError):
    """The process had to be ended: a driver hangs, or the machine is very slow."""


def ask(
    program: str,
    *arguments: str,
    seconds: float = DEVICE_SECONDS,
    environ: Mapping[str, str] | None = None,
) -> Mapping[str, Any]:
    """Runs one of the throw-away programs and reads the JSON object in its last line.

    NoAnswerError says what went wrong; TookTooLongError when `seconds` were not enough.
    """
    process = subprocess.Popen(  # noqa: S603 - our own program, no shell
        [sys.executable, "-P", str(PROGRAMS / f"{program}.py"), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ if environ is None else environ),
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        _end(process)
        raise TookTooLongError(f"no answer within {seconds:g} s") from None
    return _answer(process.returncode, out, err.decode(errors="replace")[-LAST_WORDS:])


def _answer(code: int, out: bytes, err: str) -> Mapping[str, Any]:
    lines = out.decode(errors="replace").strip().splitlines()
    with contextlib.suppress(ValueError):
        answer = json.loads(lines[-1] if lines else "")
        if isinstance(answer, dict):
            return answer
    last = err.strip().splitlines()[-1] if err.strip() else "it said nothing"
    how = f"ended by signal {-code}" if code < 0 else f"ended with code {code}"
    raise NoAnswerError(f"{how}: {last}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kills, without waiting for long: in a hanging driver even SIGKILL has to wait."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(DYING_SECONDS)
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
