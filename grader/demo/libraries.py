"""The libraries of the demo, and the line that brings them to wherever grader was started from."""

import json
import os
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from grader.extras import interpreter_as_called
from grader.model.errors import GraderError

DISTRIBUTION = "saiten"
EXTRA = "ta"
NEEDED = ("jinja2", "lxml", "matplotlib", "pandas", "PIL", "pypdfium2", "scipy")


class LibrariesMissing(GraderError):
    """The demo grades as a TA does, and what a TA's machine has is not here."""

    exit_code = 3


def require_libraries() -> None:
    """Raises LibrariesMissing unless everything is installed that grades and shows the class."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise LibrariesMissing(
            "the demo needs what is not installed here: {names}. This brings it: {command}",
            names=", ".join(missing),
            command=_command(),
        )


def _command() -> str:
    spec = f'"{DISTRIBUTION}[{EXTRA}]{_source()}"'
    if "UV" in os.environ and "uv" in Path(sys.prefix).parts:  # uv names itself to what it starts
        return f"uvx --from {spec} grader demo"
    if "pipx" in Path(sys.prefix).parts:
        return f"pipx run --spec {spec} grader demo"
    return f"{interpreter_as_called()} -m pip install {spec}"


def _source() -> str:
    """Names the file or address that this was installed from; nothing where it was an index."""
    try:
        found = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return ""
    address = json.loads(found)["url"] if found else ""
    return f" @ {address}" if address else ""
