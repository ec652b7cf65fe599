"""What the process answers in the end; every command returns one of these."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Self

from grader.model.finding import Finding, Verdict


class ExitCode(IntEnum):
    """0 done · 1 findings failed, nobody exported · 2 usage, course, intake · 3 ours · 130 ^C."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    OURS = 3
    INTERRUPTED = 130

    @classmethod
    def of(cls, findings: Iterable[Finding]) -> Self:
        """Says how a check ended that found this."""
        verdicts = {finding.verdict for finding in findings}
        if Verdict.FAILED in verdicts:
            return cls(cls.FAILED)
        return cls(cls.OURS if Verdict.BROKEN in verdicts else cls.DONE)
