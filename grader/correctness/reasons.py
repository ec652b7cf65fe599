"""Why a callable was not taken as the function to grade."""

from enum import StrEnum

from grader.model.finding import LazyText


class Reason(StrEnum):
    """Stored behind the callable's signature in the evidence: "multiply(x, y): none".

    Its text is `[ui.reasons]` of the room.
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
    RIGHT = "right"  # it was taken, or would have done


def join_probe(callable_shown: str, reason: str) -> str:
    """Joins a signature and its reason, which may be a plugin's own word, for the evidence."""
    return f"{callable_shown}: {reason}"


def split_probe(probe: str) -> tuple[str, Reason | None, str]:
    """Splits what `join_probe` joined: the signature, the reason, and the word that was stored."""
    shown, _, word = probe.rpartition(": ")
    return shown, next((reason for reason in Reason if reason == word), None), word


def reason_text(word: str) -> str | LazyText:
    """Returns what a stored reason means; a word that is none of ours stays as it is."""
    return LazyText(f"reasons.{word}") if word in list(Reason) else word
