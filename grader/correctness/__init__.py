"""What a program returned, against the reference: comparisons, and known mistakes by name.

In: a Program to call, the SourceFacts that say what it defines, a Reference. Out: ExerciseEvidence,
and Findings about finding the function (RUN002), its type (RUN008) and its values (COR).
Not here: starting processes, limits, reading sources, points.
"""

from grader.correctness.discovery import surely_absent
from grader.correctness.discrimination import RIGHT, Coincidence, Separation, separation
from grader.correctness.examples import example_inputs
from grader.correctness.observing import observe, wants_gpu
from grader.correctness.questions import count_inputs, secret_cases, small_questions_alike
from grader.correctness.values import MAX_DIMENSIONS

__all__ = [
    "MAX_DIMENSIONS",
    "RIGHT",
    "Coincidence",
    "Separation",
    "count_inputs",
    "example_inputs",
    "observe",
    "secret_cases",
    "separation",
    "small_questions_alike",
    "surely_absent",
    "wants_gpu",
]
