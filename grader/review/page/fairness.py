"""Interface of the page to parts, second marks and fairness, which are optional.

The page works without the folder behind it. It asks here who marks a work, and what is hidden from
the asking TA; decisions do not depend on that.
"""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from flask import Blueprint
from msgspec import Struct

from grader.review.page.likeness import Likeness
from grader.review.page.live import ClassState, LiveGradebook
from grader.wording.bilingual import Bilingual, BilingualText

FAIR = "grader.review.fair"  # with templates of its own


class PersonsPart(Struct, frozen=True, kw_only=True):
    """The works that one person marks, by criterion."""

    key: str  # digest of the name, for URLs and filters
    title: BilingualText
    students: Mapping[str, frozenset[str]]  # by criterion


class Parts(Protocol):
    """Assignment of works to TAs, and what is hidden from each TA."""

    def parts(self, state: ClassState, /) -> Sequence[PersonsPart]:
        """List the parts of all TAs, those of the asking TA first."""

    def veil(self, state: ClassState, /) -> ClassState:
        """Return the class as the asking TA may see it."""

    def hidden(self, by: str = "", /) -> frozenset[tuple[str, str]]:
        """List the pairs of student and criterion hidden from the asking TA and from `by`."""

    def refuse(self, about: Iterable[tuple[str, str]], by: str, /) -> None:
        """Raise GraderError if `by` or the asking TA would decide what is hidden from them."""

    def has_second(self, criterion: str, /) -> bool:
        """Return whether the asking TA has works of a criterion to mark a second time."""


class Fairness(Parts, Protocol):
    """Parts with pages of their own."""

    def blueprint(self) -> Blueprint:
        """Return the routes of its pages."""


class Unshared:
    """No parts, no second marks, nothing hidden."""

    def parts(self, _: ClassState) -> Sequence[PersonsPart]:
        """Return no parts."""
        return ()

    def veil(self, state: ClassState) -> ClassState:
        """Return the class unchanged."""
        return state

    def hidden(self, _: str = "") -> frozenset[tuple[str, str]]:
        """Return nothing."""
        return frozenset()

    def refuse(self, _about: Iterable[tuple[str, str]], _by: str) -> None:
        """Accept every decision."""

    def has_second(self, _: str) -> bool:
        """Return False."""
        return False


def find_fairness(
    live: LiveGradebook, words: Bilingual, likeness: Likeness | None, by: str
) -> Fairness | None:
    """Return the implementation; None if its folder was removed."""
    if find_spec(FAIR) is None:
        return None
    shown = import_module(f"{FAIR}.shown")
    fairness: Fairness = shown.ShownFairness(live, words, likeness, by)
    return fairness
