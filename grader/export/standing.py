"""Where one exercise stands: the finding that says most about it."""

from collections.abc import Iterable

from grader.model.finding import Finding, Verdict

# One failure decides; then what we owe an answer for; then what a person owes one for.
ORDER = (
    Verdict.FAILED,
    Verdict.BROKEN,
    Verdict.WAITING,
    Verdict.UNDECIDED,
    Verdict.PASSED,
    Verdict.SKIPPED,
)


def standing(findings: Iterable[Finding], exercise: str) -> Finding | None:
    """Picks the first finding of the most telling verdict; None when nothing was judged."""
    own = [finding for finding in findings if finding.subject == exercise]
    return min(own, key=lambda finding: ORDER.index(finding.verdict), default=None)
