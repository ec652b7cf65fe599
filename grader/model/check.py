"""A check: a code that never changes, and the pure function that answers it."""

from enum import Enum, auto

from msgspec import Struct


class CheckInput(Enum):
    """The input of a check."""

    SUBMISSION = auto()  # the files submitted
    REPORT = auto()  # where the assignment asks for one
    SOURCE = auto()  # an exercise's text, or clocks: also while it waits for a device
    RUN = auto()  # what came of an exercise when it ran


SUBMISSION, REPORT, SOURCE, RUN = CheckInput


class Check(Struct, frozen=True):
    """One code. A function that answers several codes is named by each, and asked once.

    A code stays the same for ever and is never used again for anything else.
    """

    code: str
    slug: str
    function: str  # its whole name: "grader.timing.checks:growth"
    reads: CheckInput
    lesson: bool = False  # costs points only where a criterion of the course names it
    uses_times: bool = False  # compares with what was measured: it may say more after a sweep
    unsubmitted: str = ""  # its case where no file was submitted that it could look at
    part: str = ""  # for reports: its field of ReportOutline, such as "explanations"
