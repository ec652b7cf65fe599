"""What a check said, in one line: beside an award, or beside what it looked at."""

from collections.abc import Iterable

from msgspec import Struct

from grader.model.finding import Finding, Verdict
from grader.wording.bilingual import Bilingual, BilingualText


class CheckMark(Struct, frozen=True, kw_only=True):
    """What a check said, in one line."""

    check: str
    title: BilingualText
    verdict: Verdict
    verdict_name: BilingualText
    anchor: str = ""  # of its card on the same page
    part: str = ""  # the anchor of what it looked at, on the same page


def mark_of(finding: Finding, words: Bilingual, anchor: str = "", part: str = "") -> CheckMark:
    """Names what one check answered."""
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
    """Names what the checks with these codes or prefixes answered, unless they had no occasion."""
    return [
        mark_of(finding, words)
        for finding in findings
        if codes and finding.check.startswith(codes) and finding.verdict is not Verdict.SKIPPED
    ]
