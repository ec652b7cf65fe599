"""The doors to parts of the page that can go alone: delete the folder, and the page goes on.

Whether works are alike is no part of what is decided, and neither is what students ask again: the
page asks here, and knows nothing else.
"""

from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from flask import Blueprint

from grader.model.course import Criterion
from grader.review.page.live import ClassState, LiveGradebook
from grader.wording.bilingual import Bilingual

ALIKE = "grader.review.alike"  # with templates of its own
REQUESTS = "grader.review.requests"  # the same


class Likeness(Protocol):
    """Finds works that are alike, for people to look at."""

    def blueprint(self) -> Blueprint:
        """Makes the addresses of its page, and of the groups that it proposes for a criterion."""

    def groups_of(self, criterion: Criterion, state: ClassState) -> list[Sequence[str]]:
        """Lists the students of each group that it proposes for a criterion, as far as it is."""


class KeptBack(Protocol):
    """Knows what is to be kept from whoever asks; see `fairness.Parts`."""

    def hidden(self, by: str = "", /) -> frozenset[tuple[str, str]]:
        """List students with criteria that are kept from whoever asks, and from `by`."""

    def refuse(self, about: Iterable[tuple[str, str]], by: str, /) -> None:
        """Raise GraderError where `by`, or who asks, would decide what is kept from them."""


class AskedAgain(Protocol):
    """Shows what students ask to be looked at again, and takes the answers."""

    def blueprint(self) -> Blueprint:
        """Makes the addresses of its page."""


def find_requests(live: LiveGradebook, words: Bilingual, kept: KeptBack) -> AskedAgain | None:
    """Open the queue of requests; None where it was taken away."""
    if find_spec(REQUESTS) is None:
        return None
    queue: AskedAgain = import_module(f"{REQUESTS}.shown").RequestPages(live, words, kept)
    return queue


def find_likeness(live: LiveGradebook, words: Bilingual) -> Likeness | None:
    """Opens what compares the class; None where it was taken away."""
    if find_spec(ALIKE) is None:
        return None
    likeness: Likeness = import_module(f"{ALIKE}.shown").ShownLikeness(live, words)
    return likeness
