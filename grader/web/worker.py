"""The page's worker, on Python's side: what worker.js calls."""

import json
import signal
from collections.abc import Callable
from pathlib import Path

from grader.model.language import LANGUAGES
from grader.web import numbers
from grader.web.checking import as_json, check, find_place
from grader.web.children import Asked, Clock
from grader.wording import load_wording


class Worker:
    """A worker that is ready."""

    def __init__(self, kit: str, set_alarm: Callable[[float], object], *, stood_in: bool) -> None:
        """Take the kit's folder, and the function that raises SIGINT after some seconds."""
        if stood_in:
            numbers.install()
        self._stood_in = stood_in
        self._clock = Clock(set_alarm)
        signal.signal(signal.SIGINT, self._clock.ring)
        found = find_place(Path(kit))
        assert found is not None, kit
        _, self._place = found
        for lang in LANGUAGES:
            load_wording(lang)  # before anybody waits for it

    def check(self, folder: str, fates: str, tell: Callable[[int, float], object]) -> str:
        """Check the files in a folder; return the answer as JSON."""
        known = {int(number): fate for number, fate in json.loads(fates).items()}
        paths = sorted(Path(folder).iterdir())
        asked = Asked(known, tell)
        answer = check(self._place, paths, self._clock, asked, stood_in=self._stood_in)
        return as_json(answer)
