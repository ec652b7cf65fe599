"""Questions for a talk with whoever wrote a program."""

from msgspec import Struct

from grader.model.finding import LazyText


class OralQuestion(Struct, frozen=True, kw_only=True):
    """One question about one's own program; its answer was executed or measured.

    Texts are filled in by `Wording.in_full`, in either language.
    """

    kind: str  # "trace", "count", "growth"; of several of one kind the first few are asked
    exercise: str  # its id
    text: LazyText
    answer: LazyText
    source: LazyText  # where the answer comes from: a run, a measurement
    teaches: LazyText
    line: int = 0  # of the program that it is about; 0: no line in particular
    difficulty: int = 2  # 1: read off; 2: follow a step; 3: explain
