"""Find students with the same mistake as the sender of a request: one answer may suit them all.

Mistakes are the same if they are failed findings of the same check and case about the same
exercise, or have the same known name. A person sees everyone's points before and after.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b

from msgspec import Struct

from grader.model.course import Assignment, Criterion
from grader.model.finding import Finding, Verdict
from grader.model.gradebook import Grade, Gradebook
from grader.wording.bilingual import Bilingual, BilingualText

Mistakes = Mapping[tuple[str, ...], Mapping[str, Finding]]
"""Findings by mistake (see `_mark`) and student."""

TOLD = (Verdict.FAILED, Verdict.UNDECIDED, Verdict.BROKEN)


class SharedMistake(Struct, frozen=True, kw_only=True):
    """A student's mistake, and all others who made it."""

    name: str  # opaque; the same for the same mistake
    title: BilingualText
    others: Sequence[str]  # students, in the gradebook's order


def relevant_findings(
    grade: Grade, criterion: Criterion, assignment: Assignment
) -> Iterator[Finding]:
    """Yield findings against the student that a criterion refers to or may be about.

    A criterion that names no check may be about any finding.
    """
    named = (*criterion.checks, *criterion.evidence)
    exercises = {exercise.id for exercise in assignment.exercises}
    wanted = set(criterion.exercises) or exercises
    for finding in grade.sheet.findings if grade.sheet else ():
        elsewhere = finding.subject in exercises and finding.subject not in wanted
        about = not named or finding.check.startswith(named)
        if about and not elsewhere and finding.verdict_of(criterion.groups) in TOLD:
            yield finding


def index_mistakes(criterion: Criterion, book: Gradebook) -> Mistakes:
    """Group the students by mistake about a criterion, in the gradebook's order."""
    mistakes: dict[tuple[str, ...], dict[str, Finding]] = {}
    for grade in book.grades:
        for finding in relevant_findings(grade, criterion, book.assignment):
            if finding.verdict_of(criterion.groups) is Verdict.FAILED:
                mistakes.setdefault(_mark(finding), {}).setdefault(grade.student, finding)
    return mistakes


def shared_mistakes(
    student: str, mistakes: Mistakes, assignment: Assignment, words: Bilingual
) -> list[SharedMistake]:
    """List a student's mistakes that others made as well."""
    return [
        SharedMistake(
            name=blake2b("\0".join(mark).encode("utf-8", "replace"), digest_size=8).hexdigest(),
            title=_title(holders[student], assignment, words),
            others=[other for other in holders if other != student],
        )
        for mark, holders in mistakes.items()
        if student in holders and len(holders) > 1
    ]


def _mark(finding: Finding) -> tuple[str, ...]:
    """Return a key of the mistake: its known name if it has one, else the check's case."""
    name = finding.params.get("name")
    called = str(name) if name is not None else finding.case
    return finding.check, finding.subject, called


def _title(finding: Finding, assignment: Assignment, words: Bilingual) -> BilingualText:
    title = words.finding(finding).title
    if len(assignment.exercises) < 2 or not finding.subject:  # noqa: PLR2004  one needs no name
        return BilingualText(f"{title.ja} ({finding.check})", f"{title.en} ({finding.check})")
    about = f"{finding.subject}, {finding.check}"
    return BilingualText(f"{title.ja} ({about})", f"{title.en} ({about})")
