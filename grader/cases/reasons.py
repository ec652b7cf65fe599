"""Reasons why a callable was not chosen as the function to grade."""

from collections.abc import Callable, Iterable
from enum import StrEnum

from grader.model.evidence import ExerciseEvidence
from grader.model.finding import LazyList, LazyText, Param
from grader.model.static import Definition

MAX_LISTED = 5  # definitions in a message


class Reason(StrEnum):
    """Stored after the callable's signature in the evidence: "multiply(x, y): none".

    Their texts are in `[ui.reasons]` of this package.
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


def signature(definition: Definition) -> str:
    """Return a definition's signature: "multiply(x, y, n)"."""
    return f"{definition.name}({', '.join(definition.parameters)})"


def listed_probes(probes: Iterable[str], text_of: Callable[[str], Param] = reason_text) -> LazyList:
    """List what exists, each with the reason for rejection; `text_of` words the stored reason."""
    tried = [split_probe(probe) for probe in probes][:MAX_LISTED]
    return LazyList(
        "between.semicolon",
        tuple(
            LazyText("reasons.of", {"callable": shown, "reason": text_of(word)})
            for shown, _, word in tried
        ),
    )


def takes_one_input(evidence: ExerciseEvidence) -> bool:
    """Return whether the function, found by name, takes one matrix instead of two."""
    return any(split_probe(probe)[1] is Reason.ONE_INPUT for probe in evidence.probes)
