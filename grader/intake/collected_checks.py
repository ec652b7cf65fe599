"""Says what collecting the files showed: whose they are, and whose names were repaired. Pure.

The findings' subject is the collecting, not the submission: no criterion that names INT takes
points for what an LMS or an archive did to a name.
"""

from collections.abc import Iterable, Iterator, Mapping

from grader.model.collection import NoteKind
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Verdict

COLLECTED = "collected"  # the subject

_LISTED = 10  # names in one message
_WHO: Mapping[NoteKind, Verdict] = {
    NoteKind.UNKNOWN: Verdict.UNDECIDED,
    NoteKind.FROM_FILE_NAME: Verdict.PASSED,
    NoteKind.OTHER_ID: Verdict.PASSED,
}


def student_is_known(evidence: Evidence, _assignment: Assignment) -> Iterable[Finding]:
    """INT003: it is sure whose the files are. Says nothing when nothing was collected."""
    return _told(evidence, "INT003", _WHO)


def names_are_as_given(evidence: Evidence, _assignment: Assignment) -> Iterable[Finding]:
    """INT006: no file's name had to be repaired. Says nothing when nothing was collected."""
    return _told(evidence, "INT006", {NoteKind.REPAIRED: Verdict.PASSED})


def _told(
    evidence: Evidence, check: str, verdicts: Mapping[NoteKind, Verdict]
) -> Iterator[Finding]:
    notes = [note for note in evidence.collected if note.kind in verdicts]
    for note in notes:
        yield Finding(
            check=check,
            subject=COLLECTED,
            verdict=verdicts[note.kind],
            case=note.kind.value,
            params={"names": _some(note.names), "student": evidence.student},
        )
    if not notes and evidence.received is not None:
        yield Finding(check=check, subject=COLLECTED, verdict=Verdict.PASSED)


def _some(names: tuple[str, ...]) -> tuple[str, ...]:
    return (*names[:_LISTED], "…") if len(names) > _LISTED else names
