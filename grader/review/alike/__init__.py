"""Find similar works in a class: groups for one decision, and unusual similarities.

In: evidence, findings, the programs' text, the assignment's folder. Out: Group and Neighbours, with
how usual so much similarity is in the class. Not here: verdicts, points, pages, the store.
Similarity proves nothing and accuses no one: people look and decide.

Tokens are split by one regular expression per language: `tokenize` stops where a program is broken,
Pygments takes tens of milliseconds per page of text, and tree-sitter, native code on hostile text,
belongs in the reader of sources. Fingerprints are computed here and not by `copydetect`, which has
no base rate and no lines, removes given code from a list that must not contain repetitions, and
requires matplotlib and tqdm.
"""

from grader.review.alike.given import Given, given_by
from grader.review.alike.groups import CriterionFindings, GroupKind, StudentGroup, propose
from grader.review.alike.neighbours import Neighbours, neighbours
from grader.review.alike.works import (
    ClassWorks,
    Source,
    StudentWork,
    compare_class,
    with_program,
    work_of,
)

__all__ = [
    "ClassWorks",
    "CriterionFindings",
    "Given",
    "GroupKind",
    "Neighbours",
    "Source",
    "StudentGroup",
    "StudentWork",
    "compare_class",
    "given_by",
    "neighbours",
    "propose",
    "with_program",
    "work_of",
]
