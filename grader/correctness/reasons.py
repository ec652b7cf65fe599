"""Reasons why a callable was not chosen as the function to grade."""

from enum import StrEnum

from grader.model.finding import LazyText


class Reason(StrEnum):
    """Stored after the callable's signature in the evidence: "multiply(x, y): none".

    Its text is in `[ui.reasons]` of the room.
    """

    ARGUMENTS = "arguments"
    MORE_ARGUMENTS = "more-arguments"
    TYPES = "types"
    FIXED = "fixed"
    OTHER_LIBRARY = "other-library"
    CONSTRUCTOR = "constructor"
    OBJECT = "object"
    SELF = "self"
    ONE_INPUT = "one-input"
    MISSING = "missing"
    STAR = "star"
    REPLACED = "replaced"
    RAISED = "raised"
    NO_GPU = "no-gpu"
    STOPPED = "stopped"
    NONE = "none"
    NOT_A_MATRIX = "not-a-matrix"
    WRONG = "wrong"
    NO_PRODUCT = "no-product"
    NOT_TRIED = "not-tried"
    OUR_FAULT = "our-fault"
    TAMPERING = "tampering"
    RIGHT = "right"  # it was chosen, or could have been


def join_probe(callable_shown: str, reason: str) -> str:
    """Join a signature and its reason, which may be a plugin's own word."""
    return f"{callable_shown}: {reason}"


def split_probe(probe: str) -> tuple[str, Reason | None, str]:
    """Split a joined probe into signature, reason, and stored word."""
    shown, _, word = probe.rpartition(": ")
    return shown, next((reason for reason in Reason if reason == word), None), word


def reason_text(word: str) -> str | LazyText:
    """Return the text of a stored reason; unknown words are returned unchanged."""
    return LazyText(f"reasons.{word}") if word in list(Reason) else word
