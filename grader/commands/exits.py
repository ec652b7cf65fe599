"""Exit codes; every command returns one of these."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Self

from grader.model.finding import Finding, Verdict

GRADED_ELSEWHERE = "gpu"  # not required on a student's computer


class ExitCode(IntEnum):
    """How a command ended.

    FAILED: `check` or `verify` found a failure, or `export` found no student to export. USAGE: a
    mistake in the command line, the course or the submissions. OURS: a bug, or no safe sandbox.
    """

    DONE = 0
    FAILED = 1
    USAGE = 2
    OURS = 3
    INTERRUPTED = 130

    @classmethod
    def of(cls, findings: Iterable[Finding]) -> Self:
        """Return the exit code of `grader check`; for `grade` see ClassResult.ours.

        A check that needs a library missing here is open, like one with a fault of ours. An
        exercise that waits for a GPU is normal on a student's computer.
        """
        held = tuple(findings)
        verdicts = {finding.verdict for finding in held}
        if Verdict.FAILED in verdicts:
            return cls(cls.FAILED)
        unseen = Verdict.BROKEN in verdicts or any(map(lacks_library, held))
        return cls(cls.OURS if unseen else cls.DONE)


def lacks_library(finding: Finding) -> bool:
    """Return whether a check was skipped because an installable library is missing here."""
    needs = finding.params.get("needs", ())
    waits = finding.verdict is Verdict.WAITING
    return waits and not (isinstance(needs, tuple) and GRADED_ELSEWHERE in needs)
