"""A check's verdict in one line, for display beside an award or beside what it examined."""

from collections.abc import Iterable

from msgspec import Struct

from grader.model.finding import Finding, Verdict
from grader.wording.bilingual import Bilingual, BilingualText


class CheckMark(Struct, frozen=True, kw_only=True):
    """A check's title and verdict, for one line."""

    check: str
    title: BilingualText
    verdict: Verdict
    verdict_name: BilingualText
    anchor: str = ""  # of the check's card on the same page
    part: str = ""  # anchor of what the check examined, on the same page


def mark_of(finding: Finding, words: Bilingual, anchor: str = "", part: str = "") -> CheckMark:
    """Return the mark of one check: its title and verdict."""
    return CheckMark(
        check=finding.check,
        title=words.part(finding),
        verdict=finding.verdict,
        verdict_name=words.verdict_of(finding),
        anchor=anchor,
        part=part,
    )


def marks_of(
    findings: Iterable[Finding], codes: tuple[str, ...], words: Bilingual
) -> list[CheckMark]:
    """Return the marks of checks with these codes or prefixes, except skipped ones."""
    return [
        mark_of(finding, words)
        for finding in findings
        if codes and finding.check.startswith(codes) and finding.verdict is not Verdict.SKIPPED
    ]
