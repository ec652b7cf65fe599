"""The doors to parts of the page that can go alone: delete the folder, and the page goes on.

Whether works are alike is no part of what is decided, and neither is what students ask again: the
page asks here, and knows nothing else.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from flask import Blueprint

from grader.review.page.live import LiveGradebook
from grader.wording.bilingual import Bilingual

ALIKE = "grader.review.alike"  # with templates of its own
REQUESTS = "grader.review.requests"  # the same


class Likeness(Protocol):
    """Finds works that are alike, for people to look at."""

    def blueprint(self) -> Blueprint:
        """Makes the addresses of its page, and of the groups that it proposes for a criterion."""


class AskedAgain(Protocol):
    """Shows what students ask to be looked at again, and takes the answers."""

    def blueprint(self) -> Blueprint:
        """Makes the addresses of its page."""


def find_requests(live: LiveGradebook, words: Bilingual) -> AskedAgain | None:
    """Opens the queue of requests; None where it was taken away."""
    if find_spec(REQUESTS) is None:
        return None
    queue: AskedAgain = import_module(f"{REQUESTS}.shown").RequestPages(live, words)
    return queue


def find_likeness(live: LiveGradebook, words: Bilingual) -> Likeness | None:
    """Opens what compares the class; None where it was taken away."""
    if find_spec(ALIKE) is None:
        return None
    likeness: Likeness = import_module(f"{ALIKE}.shown").ShownLikeness(live, words)
    return likeness
