"""Write our own tracebacks to a log file, and one sentence that names it."""

import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

from grader import __version__
from grader.model.errors import Fault

LOG_BYTES = 1_000_000  # a longer log starts again


def log_fault(fault: Fault, about: str) -> Path | None:
    """Append the fault to the user's log; None when the log cannot be written."""
    from grader.store import user_state_folder

    path = user_state_folder(os.environ) / "grader.log"
    now = datetime.now(UTC).isoformat(timespec="seconds")
    python = f"Python {platform.python_version()} on {sys.platform}"
    entry = f"{now} grader {__version__}, {python}: {about}\n{fault.traceback}\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = "w" if path.exists() and path.stat().st_size > LOG_BYTES else "a"
        with path.open(mode, encoding="utf-8", errors="backslashreplace") as file:
            file.write(entry)
    except OSError:
        return None
    return path
