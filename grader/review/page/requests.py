"""The door to regrade requests: delete the folder behind it, and the page goes on."""

from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from flask import Blueprint

from grader.review.page.fairness import Parts
from grader.review.page.live import LiveGradebook
from grader.wording.bilingual import Bilingual

REQUESTS = "grader.review.requests"  # with templates of its own


class RequestQueue(Protocol):
    """Shows the requests of students, and takes the answers."""

    def blueprint(self) -> Blueprint:
        """Make the addresses of its page."""


def find_requests(live: LiveGradebook, words: Bilingual, shared: Parts) -> RequestQueue | None:
    """Open the queue; None if its folder was removed. `shared` knows what is hidden from whom."""
    if find_spec(REQUESTS) is None:
        return None
    queue: RequestQueue = import_module(f"{REQUESTS}.shown").RequestPages(live, words, shared)
    return queue
