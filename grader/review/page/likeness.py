"""The interface to similarities in the class; without the folder behind it, the page works.

Whether works are alike is no part of what is decided: the page asks here, and knows nothing else.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from flask import Blueprint

from grader.model.course import Criterion
from grader.review.page.live import ClassState, LiveGradebook
from grader.wording.bilingual import Bilingual

ALIKE = "grader.review.alike"  # with templates of its own


class Likeness(Protocol):
    """Finds works that are alike, for people to look at."""

    def blueprint(self) -> Blueprint:
        """Make the addresses of its page, and of the groups that it proposes for a criterion."""

    def groups_of(self, criterion: Criterion, state: ClassState) -> list[Sequence[str]]:
        """List the students of each group that it proposes for a criterion, as far as it is."""


def find_likeness(live: LiveGradebook, words: Bilingual) -> Likeness | None:
    """Open what compares the class; None where it was taken away."""
    if find_spec(ALIKE) is None:
        return None
    likeness: Likeness = import_module(f"{ALIKE}.shown").ShownLikeness(live, words)
    return likeness
