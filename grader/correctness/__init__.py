"""Compare a program's results with the reference, and recognise known mistakes.

In: a Program to call, the SourceFacts about its definitions, a Reference. Out: ExerciseEvidence,
and Findings about finding the function (RUN002), its type (RUN008) and its values (COR). Not here:
starting processes, limits, reading sources, points.
"""

from grader.correctness.discovery import surely_absent
from grader.correctness.discrimination import RIGHT, alike_pairs
from grader.correctness.examples import (
    example_inputs,
    example_questions,
    given_as,
    nested,
    written,
)
from grader.correctness.lookalikes import RELATIONS, models, shows
from grader.correctness.marks import in_own_names
from grader.correctness.observing import observe, stopped_with, takes_one_input, wants_gpu
from grader.correctness.own_calls import OwnCalls, own_calls
from grader.correctness.questions import (
    CaseQuestion,
    count_inputs,
    probe,
    questions,
    secret_cases,
    secret_questions,
    small_questions_alike,
    stream,
)
from grader.correctness.values import MAX_DIMENSIONS

__all__ = [
    "MAX_DIMENSIONS",
    "RELATIONS",
    "RIGHT",
    "CaseQuestion",
    "OwnCalls",
    "alike_pairs",
    "count_inputs",
    "example_inputs",
    "example_questions",
    "given_as",
    "in_own_names",
    "models",
    "nested",
    "observe",
    "own_calls",
    "probe",
    "questions",
    "secret_cases",
    "secret_questions",
    "shows",
    "small_questions_alike",
    "stopped_with",
    "stream",
    "surely_absent",
    "takes_one_input",
    "wants_gpu",
    "written",
]
