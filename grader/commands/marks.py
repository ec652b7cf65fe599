"""How verdicts look on a terminal."""

from collections.abc import Mapping
from types import MappingProxyType

from grader.model.finding import Verdict

# These marks exist in every Japanese encoding.
MARKS: Mapping[Verdict, tuple[str, str]] = MappingProxyType(
    {
        Verdict.FAILED: ("×", "red"),
        Verdict.BROKEN: ("△", "yellow"),
        Verdict.UNDECIDED: ("△", "yellow"),
        Verdict.WAITING: ("…", "yellow"),
        Verdict.PASSED: ("○", "green"),
        Verdict.SKIPPED: ("－", "bright_black"),
    }
)
