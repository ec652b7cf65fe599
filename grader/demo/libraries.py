"""The libraries of the demo, and the line that brings them to wherever grader was started from."""

import json
import os
import sys
from importlib import metadata
from pathlib import Path

from grader.extras import interpreter_as_called

DISTRIBUTION = "saiten"
EXTRA = "ta"
NEEDED = ("jinja2", "lxml", "matplotlib", "pandas", "pillow", "pypdfium2", "scipy")


def missing_libraries() -> tuple[str, ...]:
    """Names what is not installed of that which grades and shows the class."""
    return tuple(name for name in NEEDED if not _is_installed(name))


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def command_with_libraries() -> str:
    """Gives the line that brings them, for how this was started."""
    wanted = f"{DISTRIBUTION}[{EXTRA}]"
    spec = f'"{wanted}{_source()}"'
    if "UV" in os.environ and "uv" in Path(sys.prefix).parts:  # uv names itself to what it starts
        return f"uvx --from {spec} grader demo"
    if "pipx" in Path(sys.prefix).parts:
        return f"pipx run --spec {spec} grader demo"
    return f'{interpreter_as_called()} -m pip install "{wanted}"'


def _source() -> str:
    """Names the file or address that this was installed from; nothing where it was an index."""
    try:
        found = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return ""
    address = json.loads(found)["url"] if found else ""
    return f" @ {address}" if address else ""
