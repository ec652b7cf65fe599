"""What a score sheet's page shows, in the order it shows it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.export.bilingual import Bilingual, Code, SaidFinding, Text
from grader.export.proof import Proof, find_proof
from grader.export.run_view import RunView, view_run
from grader.model.course import Assignment, Visibility
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Location, Verdict
from grader.model.scoresheet import GRADER, Award, ScoreSheet

PLACES = 12  # of one finding that the page shows
FILES = 60  # of the submission that the page lists


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardView:
    """One line of the table of points."""

    award: Award
    title: Text
    by: Text
    reason: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One line of the student's files."""

    said: Text
    line: int
    text: Code


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One finding with its evidence."""

    finding: Finding
    said: SaidFinding
    places: Sequence[Place]
    more_places: int
    proof: Proof


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetView:
    """Everything on the page."""

    student: str
    assignment: Text
    awards: Sequence[AwardView]
    points: float | None
    max: float
    open_points: float
    open_note: Text
    mend: Sequence[Card]
    wait: Sequence[Card]
    notes: Sequence[Card]
    passed: Sequence[Card]
    skipped: Sequence[Card]
    runs: Sequence[RunView]
    evidence: Evidence
    files: Sequence[str]
    more_files: int
    machine: Sequence[tuple[Text, str]]


def view_sheet(
    sheet: ScoreSheet, evidence: Evidence, assignment: Assignment, words: Bilingual
) -> SheetView:
    """Sorts the findings by what the student has to do about them."""
    awards = _shown_to_student(sheet, assignment)
    open_points = sum(award.max for award in awards if award.points is None)
    cards = [_card(finding, evidence, words) for finding in sheet.findings]
    return SheetView(
        student=sheet.student,
        assignment=words.of(assignment.title),
        awards=[_award(award, words) for award in awards],
        points=_total(awards),
        max=sum(award.max for award in awards),
        open_points=open_points,
        open_note=words.say("sheet.open_points", points=float(open_points)),
        mend=_with(cards, Verdict.FAILED),
        wait=_with(cards, Verdict.BROKEN, Verdict.WAITING, Verdict.UNDECIDED),
        notes=[one for one in _with(cards, Verdict.PASSED) if one.finding.case],
        passed=[one for one in _with(cards, Verdict.PASSED) if not one.finding.case],
        skipped=_with(cards, Verdict.SKIPPED),
        runs=[view_run(exercise, words) for exercise in evidence.exercises],
        evidence=evidence,
        files=evidence.files[:FILES],
        more_files=max(0, len(evidence.files) - FILES),
        machine=[(words.machine(key), evidence.machine[key]) for key in sorted(evidence.machine)],
    )


def _shown_to_student(sheet: ScoreSheet, assignment: Assignment) -> list[Award]:
    """Leaves out what the rubric shows to TAs only; it does not count in the page's total."""
    hidden = {one.id for one in assignment.rubric if one.visibility is Visibility.TA}
    return [award for award in sheet.awards if award.criterion not in hidden]


def _total(awards: Iterable[Award]) -> float | None:
    decided = [award.points for award in awards if award.points is not None]
    return sum(decided) if decided else None


def _award(award: Award, words: Bilingual) -> AwardView:
    ours = {GRADER: words.say("sheet.by_grader"), "": words.say("sheet.by_nobody")}
    return AwardView(
        award=award,
        title=words.of(award.title),
        by=ours.get(award.decided_by, words.name(award.decided_by)),
        reason=words.reason(award),
    )


def _card(finding: Finding, evidence: Evidence, words: Bilingual) -> Card:
    return Card(
        finding=finding,
        said=words.finding(finding),
        places=[_place(one, words) for one in finding.locations[:PLACES]],
        more_places=max(0, len(finding.locations) - PLACES),
        proof=find_proof(finding, evidence, words),
    )


def _place(location: Location, words: Bilingual) -> Place:
    key = "place_file" if not location.line else "place_cell" if location.cell else "place"
    said = words.say(f"sheet.{key}", file=location.file, line=location.line, cell=location.cell)
    return Place(said=said, line=location.line, text=Code(location.text))


def _with(cards: Iterable[Card], *verdicts: Verdict) -> list[Card]:
    return [card for card in cards if card.finding.verdict in verdicts]
