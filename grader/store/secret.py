"""The course's secret: 32 random bytes from which the seeds of all inputs are derived.

It is stored for two reasons. Programs that know only the public files cannot guess its inputs. And
a submission always meets the same inputs, so that a restarted batch, a dispute and a second grader
of the same course all see the same result.
"""

import hashlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from grader.files import write_once
from grader.model.errors import StoreError

SECRET_BYTES = 32


def user_state_folder(environ: Mapping[str, str]) -> Path:
    """Return this user's folder for what grader remembers outside a course."""
    for variable in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        place = environ.get(variable, "")
        if os.path.isabs(place):  # noqa: PTH117  a relative value is to be ignored, says XDG
            return Path(place) / "grader"
    return Path.home() / ".local" / "state" / "grader"


def levels_folder(environ: Mapping[str, str]) -> Path:
    """Return the folder that records which isolation level works here."""
    return user_state_folder(environ) / "levels"


def course_secret(root: Path, environ: Mapping[str, str]) -> bytes:
    """Read the secret of the course at `root`, making one on first use.

    It is in the course's `.grader` folder, or in the user's state folder if that cannot be read or
    written. Raises StoreError if neither can be.
    """
    name = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:16]
    places = (root / ".grader", user_state_folder(environ) / "secrets" / name)
    reasons = []
    for place in places:
        try:
            return _secret_in(place)
        except OSError as error:
            reasons.append(f"{place}: {error.strerror or error}")
    raise StoreError(
        "there is no place to store the secret of the course: {reasons}", reasons="; ".join(reasons)
    )


def _secret_in(place: Path) -> bytes:
    path = place / "secret"
    if not path.exists():
        _create(path)
    content = path.read_bytes()
    if len(content) != SECRET_BYTES:
        raise StoreError(
            "{path}: the secret of the course has {size} bytes instead of {expected}; delete "
            "the file to create a new one",
            path=path,
            size=len(content),
            expected=SECRET_BYTES,
        )
    return content


def _create(path: Path) -> None:
    """Write a secret at `path` completely or not at all; keep an existing one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    ignore = path.with_name(".gitignore")
    if not ignore.exists():
        ignore.write_text("*\n", encoding="ascii")
    write_once(path, secrets.token_bytes(SECRET_BYTES))
