"""Which works of a class are alike: groups for one decision, and what is unusually alike.

In: evidence, findings, the programs' text, the assignment's folder. Out: Group and Neighbours, with
how usual so much of it is in the class. Not here: verdicts, points, pages, the store. Alike is no
proof of anything, and nobody is accused: people look and decide.

Tokens are cut by one regular expression for each language: `tokenize` stops where a program is
broken, Pygments takes tens of milliseconds for a page of text, and tree-sitter, native code on
hostile text, belongs into the reader of sources. Fingerprints are counted here and not by
`copydetect`: it has no base rate and no lines, takes given code out of a list it expects to be
without repetitions, and brings matplotlib and tqdm along.
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
