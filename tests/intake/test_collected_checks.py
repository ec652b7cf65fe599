"""What collecting showed, told without blame."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from grader.intake.checks import COLLECTED
from grader.model.collection import Note, NoteKind, Received, TimeSource
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Verdict
from tests.asking import submission_checks
from tests.intake.submitting import ASSIGNMENT, bare
from tests.wording.worded import assert_worded

CODES = ("INT003", "INT006")
CHECKS = submission_checks(*CODES)

AT = Received(at=datetime(2025, 4, 16, tzinfo=UTC), source=TimeSource.SHEET)
BARE = bare("24A1201")


def ask(evidence: Evidence) -> list[Finding]:
    """Asks both checks; each finding has its sentence."""
    found = [one for check in CHECKS for one in check(evidence, ASSIGNMENT)]
    for one in found:
        assert_worded(one)
        assert one.check in CODES
        assert one.subject == COLLECTED
    return found


@pytest.mark.parametrize(
    ("kind", "check", "verdict"),
    [
        (NoteKind.UNKNOWN, "INT003", Verdict.UNDECIDED),
        (NoteKind.FROM_FILE_NAME, "INT003", Verdict.PASSED),
        (NoteKind.OTHER_ID, "INT003", Verdict.PASSED),
        (NoteKind.REPAIRED, "INT006", Verdict.PASSED),
    ],
)
def test_what_is_told(kind: NoteKind, check: str, verdict: Verdict) -> None:
    """Each note has its finding, with the names; nothing of it ever fails anybody."""
    note = Note(kind=kind, names=("課題1.py",))
    (found,) = ask(replace(BARE, collected=(note,)))
    assert (found.check, found.verdict, found.case) == (check, verdict, kind.value)
    assert found.params["names"] == ("課題1.py",)


@pytest.mark.parametrize(
    "kind",
    [NoteKind.SEVERAL, NoteKind.EARLIER, NoteKind.REFUSED, NoteKind.BY_HAND, NoteKind.LATE],
)
def test_what_must_not_be_flagged(kind: NoteKind) -> None:
    """Other notes are other checks' affair."""
    assert ask(replace(BARE, collected=(Note(kind=kind, names=("a",)),))) == []


def test_nothing_was_collected() -> None:
    """A folder that was filled by hand is nobody's fault."""
    assert ask(BARE) == []


def test_collected_without_a_note() -> None:
    """What was collected and is in order passes."""
    assert [one.verdict for one in ask(replace(BARE, received=AT))] == [Verdict.PASSED] * 2


def test_many_names_are_cut() -> None:
    """A message is a sentence, not a list of all files."""
    note = Note(kind=NoteKind.REPAIRED, names=tuple(map(str, range(99))))
    (found,) = ask(replace(BARE, collected=(note,)))
    assert found.params["names"][-1] == "…"  # type: ignore[index]  # it is a tuple
