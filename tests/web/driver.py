"""Checks files as the page does, in an interpreter of its own: programs run in it without a wall.

python -m tests.web.driver KIT < '{"paths": ["kadai1.py"], "fates": {"3": "late"}}'
"""

import builtins
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.web import numbers
from grader.web.checking import check, find_place
from grader.web.children import Asked, timer_clock


@contextmanager
def standing_in() -> Iterator[None]:
    """Our own modules find the page's stand-in under NumPy's name."""
    real = sys.modules.get("numpy")
    numbers.install()
    try:
        yield
    finally:
        del sys.modules["numpy"]
        if real is not None:
            sys.modules["numpy"] = real


def _state() -> tuple[object, ...]:
    """What a program might leave changed, as texts."""
    guests = sorted(name for name in sys.modules if "_grader_guest" in name)
    return guests, sorted(vars(builtins)), str(Path.cwd()), repr(sys.stdout), dict(os.environ)


def main() -> None:
    """Answers one request; `left` says what was not as before."""
    request = json.load(sys.stdin)
    fates = {int(number): fate for number, fate in (request["fates"] or {}).items()}
    with standing_in():
        found = find_place(Path(sys.argv[1]))
        assert found is not None
        paths = [Path(path) for path in request["paths"]]
        before = _state()
        answer = check(found[1], paths, timer_clock(), Asked(fates or None), stood_in=True)
        left = [was for was, now in zip(before, _state(), strict=True) if was != now]
    json.dump({**answer, "left": left}, sys.stdout)


if __name__ == "__main__":
    main()
