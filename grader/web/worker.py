"""The page's worker, on Python's side: what worker.js calls."""

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grader.kit.places import KITS, KitPlace
from grader.web import numbers
from grader.web.checking import as_json, check
from grader.web.children import Clock


class Worker:
    """A worker that is ready."""

    def __init__(self, kit: str, set_alarm: Callable[[float], object], *, stood_in: bool) -> None:
        """Takes the path of the kit, and what has SIGINT raised after so many seconds."""
        if stood_in:
            numbers.install()
        self._stood_in = stood_in
        self._clock = Clock(set_alarm)
        signal.signal(signal.SIGINT, self._clock.ring)
        self._place: KitPlace = KITS.open(Path(kit))

    def check(self, folder: str, fates: str, tell: Callable[[int, float], object]) -> str:
        """Checks the files in a folder; gives the answer as JSON."""
        known = {int(number): fate for number, fate in json.loads(fates).items()}
        answer: dict[str, Any] = check(
            self._place,
            sorted(Path(folder).iterdir()),
            self._clock,
            fates=known,
            tell=tell,
            stood_in=self._stood_in,
        )
        return as_json(answer)
