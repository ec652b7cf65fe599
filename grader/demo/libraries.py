"""The libraries of the demo, and the line that brings them to wherever grader was started from."""

import json
import os
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from grader.extras import DISTRIBUTION, EXTRAS, install_extras

EXTRA = "ta"
NEEDED = (*EXTRAS[EXTRA], *EXTRAS["numpy"], *EXTRAS["plots"], *EXTRAS["report"])


def missing_libraries() -> tuple[str, ...]:
    """Return libraries that grading and showing the class needs and that are not installed."""
    return tuple(name for name in NEEDED if find_spec(name) is None)


def command_with_libraries() -> str:
    """Return the line that brings them, for how this was started."""
    spec = f'"{DISTRIBUTION}[{EXTRA}]{_source()}"'
    if "UV" in os.environ and "uv" in Path(sys.prefix).parts:  # uv names itself to what it starts
        return f"uvx --from {spec} grader demo"
    if "pipx" in Path(sys.prefix).parts:
        return f"pipx run --spec {spec} grader demo"
    return install_extras([EXTRA])


def _source() -> str:
    """Return the file or URL that grader was installed from, as pip writes it; "" for an index."""
    try:
        found = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return ""
    address = json.loads(found)["url"] if found else ""
    return f" @ {address}" if address else ""
