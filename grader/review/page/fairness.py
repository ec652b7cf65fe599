"""The door to parts, second marks and fairness: delete the folder behind it, and the page goes on.

Who marks what is no part of what is decided. The page asks here whose part a work is, and what is
to be kept from whoever asks.
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
    """What one person is to mark."""

    key: str  # for addresses and filters: a digest of the name
    title: BilingualText
    students: Mapping[str, frozenset[str]]  # by criterion


class Parts(Protocol):
    """Knows whose part a work is, and what is to be kept from whom."""

    def parts(self, state: ClassState, /) -> Sequence[PersonsPart]:
        """Lists everybody's parts; those of whoever asks come first."""

    def veil(self, state: ClassState, /) -> ClassState:
        """Returns the class as whoever asks may see it: the same where nothing is kept back."""

    def hidden(self, by: str = "", /) -> frozenset[tuple[str, str]]:
        """Lists students with criteria that are kept from whoever asks, and from `by`."""

    def refuse(self, about: Iterable[tuple[str, str]], by: str, /) -> None:
        """Raises GraderError where `by`, or who asks, would decide what is kept from them."""

    def has_second(self, criterion: str, /) -> bool:
        """Says whether whoever asks has works of a criterion to mark a second time."""


class Fairness(Parts, Protocol):
    """Also has pages of its own."""

    def blueprint(self) -> Blueprint:
        """Makes the addresses of its pages."""


class Unshared:
    """Nobody has a part, nothing is marked twice, and nothing is kept back."""

    def parts(self, _: ClassState) -> Sequence[PersonsPart]:
        """Lists none."""
        return ()

    def veil(self, state: ClassState) -> ClassState:
        """Returns the class as it is."""
        return state

    def hidden(self, _: str = "") -> frozenset[tuple[str, str]]:
        """Lists nothing."""
        return frozenset()

    def refuse(self, _about: Iterable[tuple[str, str]], _by: str) -> None:
        """Refuses nothing."""

    def has_second(self, _: str) -> bool:
        """Says no."""
        return False


def find_fairness(
    live: LiveGradebook, words: Bilingual, likeness: Likeness | None, by: str
) -> Fairness | None:
    """Opens it; None where it was taken away. `by` asks where a browser says no name."""
    if find_spec(FAIR) is None:
        return None
    shown = import_module(f"{FAIR}.shown")
    fairness: Fairness = shown.ShownFairness(live, words, likeness, by)
    return fairness
