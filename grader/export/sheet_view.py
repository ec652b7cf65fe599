"""What a score sheet's page shows, in the order it shows it."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from grader.export.bilingual import Bilingual, BilingualText
from grader.export.cards import Card, make_cards, notes_in, with_verdict
from grader.export.exercise_view import ExerciseView, view_exercises
from grader.export.program_view import ProgramView, view_program
from grader.export.report_view import (
    CheckMark,
    ReportView,
    has_no_report,
    mark_of,
    parts_of,
    view_report,
)
from grader.export.run_view import RunView, view_run
from grader.export.timing_view import TimingView, view_timing
from grader.model.course import Assignment, Visibility
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.finding import Verdict
from grader.model.scoresheet import GRADER, Award, ScoreSheet

FILES = 60  # of the submission that the page lists
FULL = 100.0  # percent


class AwardView(Struct, frozen=True, kw_only=True):
    """One line of the table of points."""

    award: Award
    title: BilingualText
    by: BilingualText
    reason: BilingualText
    evidence: Sequence[CheckMark]  # what checks say about it, for whoever decides
    because: Sequence[CheckMark]  # the findings that decided it, or keep it open


class SheetView(Struct, frozen=True, kw_only=True):
    """Everything on the page."""

    student: str
    assignment: BilingualText
    awards: Sequence[AwardView]
    points: float | None
    max: float
    open_points: float
    open_note: BilingualText
    decided_note: BilingualText  # how many of the points that are decided
    late_note: BilingualText | None  # how much of them counts, of what came in late
    waits: Sequence[BilingualText]  # for each device or library: how many points wait for it
    exercises: Sequence[ExerciseView]  # of an assignment with several
    mend: Sequence[Card]
    wait: Sequence[Card]
    notes: Sequence[Card]
    passed: Sequence[Card]
    skipped: Sequence[Card]
    runs: Sequence[RunView]
    timings: Sequence[TimingView]  # of these runs
    program: ProgramView | None
    report: ReportView | None
    no_report: bool  # though one was asked for
    evidence: Evidence
    explained: Mapping[str, BilingualText]  # the codes that the page explains, and their titles
    files: Sequence[str]
    more_files: int
    machine: Sequence[tuple[BilingualText, str]]

    @property
    def linked(self) -> set[str]:
        """Where links of the page lead to."""
        marks = [mark for award in self.awards for mark in (*award.evidence, *award.because)]
        return {mark.anchor for mark in marks}

    @property
    def all_passed(self) -> list[Card]:
        """What passed of the submission, then of each exercise."""
        return [*self.passed, *with_verdict(self._checked, Verdict.PASSED)]

    @property
    def all_skipped(self) -> list[Card]:
        """What was not carried out or waits, in the same order."""
        others = set(Verdict) - {Verdict.PASSED}
        return [*self.skipped, *with_verdict(self._checked, *others)]

    @property
    def _checked(self) -> list[Card]:
        return [card for exercise in self.exercises for card in exercise.checked]


def view_sheet(
    sheet: ScoreSheet, evidence: Evidence, assignment: Assignment, words: Bilingual
) -> SheetView:
    """Sorts the findings by what the student has to do about them."""
    awards = _shown_to_student(sheet, assignment)
    open_points = sum(award.max for award in awards if award.points is None)
    all_cards = cards = make_cards(sheet.findings, evidence, words)
    report = view_report(sheet.findings, evidence, assignment, words)
    several = len(assignment.exercises) > 1
    exercises = view_exercises(cards, evidence, assignment, words) if several else []
    apart = {exercise.id for exercise in exercises}
    cards = [card for card in cards if card.finding.subject not in apart]
    runs = [exercise for exercise in evidence.exercises if exercise.exercise not in apart]
    passed = with_verdict(cards, Verdict.PASSED)
    earned, most = _total(awards), sum(award.max for award in awards)
    return SheetView(
        student=sheet.student,
        assignment=words.of(assignment.title),
        awards=[
            _award(award, sheet, all_cards, parts_of(report), assignment, words) for award in awards
        ],
        points=None if earned is None else earned * _kept(sheet) / FULL,
        max=most,
        open_points=open_points,
        open_note=words.say("sheet.open_points", points=float(open_points)),
        decided_note=_decided(earned, most - open_points, words),
        late_note=_late(sheet, words),
        waits=_waits(awards, words),
        exercises=exercises,
        mend=with_verdict(cards, Verdict.FAILED),
        wait=with_verdict(cards, Verdict.BROKEN, Verdict.WAITING, Verdict.UNDECIDED),
        notes=notes_in(cards),
        passed=[card for card in passed if not card.finding.case],
        skipped=[
            card
            for card in with_verdict(cards, Verdict.SKIPPED)
            if card.finding.otherwise is not Verdict.FAILED
        ],
        runs=[view_run(exercise, words) for exercise in runs],
        timings=_timings(runs, evidence, assignment, words),
        program=view_program(evidence, words),
        report=report,
        no_report=has_no_report(sheet.findings),
        evidence=evidence,
        explained=_explained(all_cards, words),
        files=evidence.files[:FILES],
        more_files=max(0, len(evidence.files) - FILES),
        machine=[(words.machine(key), evidence.machine[key]) for key in sorted(evidence.machine)],
    )


def _explained(cards: Iterable[Card], words: Bilingual) -> Mapping[str, BilingualText]:
    """Names the checks that say more than that all is well, in the order of their cards."""
    silent = {Verdict.PASSED, Verdict.SKIPPED, Verdict.WAITING}
    noted = notes_in(cards := [*cards])
    codes = [card.finding.check for card in cards if card.finding.verdict not in silent]
    codes += [card.finding.check for card in noted]
    return {code: words.title(code) for code in codes}


def _shown_to_student(sheet: ScoreSheet, assignment: Assignment) -> list[Award]:
    """Leaves out what the rubric shows to TAs only; it does not count in the page's total."""
    hidden = {
        criterion.id for criterion in assignment.rubric if criterion.visibility is Visibility.TA
    }
    return [award for award in sheet.awards if award.criterion not in hidden]


def _total(awards: Iterable[Award]) -> float | None:
    decided = [award.points for award in awards if award.points is not None]
    return sum(decided) if decided else None


def _decided(points: float | None, decided: float, words: Bilingual) -> BilingualText:
    return words.say("sheet.decided", points=float(points or 0), decided=float(decided))


def _timings(
    runs: Sequence[ExerciseEvidence], evidence: Evidence, assignment: Assignment, words: Bilingual
) -> list[TimingView]:
    views = (view_timing(exercise, evidence, assignment, words) for exercise in runs)
    return [view for view in views if view is not None]


def _kept(sheet: ScoreSheet) -> float:
    return FULL if sheet.lateness is None else sheet.lateness.kept_percent


def _late(sheet: ScoreSheet, words: Bilingual) -> BilingualText | None:
    deadline_kept = _kept(sheet)
    return words.say("sheet.late", percent=deadline_kept) if deadline_kept < FULL else None


def _award(  # noqa: PLR0913, PLR0917  the award, and all that it may rest on
    award: Award,
    sheet: ScoreSheet,
    cards: Sequence[Card],
    parts: Mapping[str, str],
    assignment: Assignment,
    words: Bilingual,
) -> AwardView:
    criterion = next(
        (criterion for criterion in assignment.rubric if criterion.id == award.criterion), None
    )
    ours = {GRADER: words.say("sheet.by_grader"), "": words.say("sheet.by_nobody")}
    shown = criterion.evidence if criterion else ()
    exercises = criterion.exercises if criterion else ()
    marked = [
        (card.finding, mark_of(card.finding, words, card.anchor, parts.get(card.finding.check, "")))
        for card in cards
        if card.finding.verdict is not Verdict.SKIPPED
    ]
    return AwardView(
        award=award,
        title=words.of(award.title),
        by=ours.get(award.decided_by, words.name(award.decided_by)),
        reason=_reason(award, sheet, words),
        evidence=[mark for finding, mark in marked if shown and finding.check.startswith(shown)],
        because=[
            mark
            for finding, mark in marked
            if finding.check in award.checks
            and finding.verdict is not Verdict.PASSED
            and not finding.subject.startswith("report.")
            and (not exercises or finding.subject in ("", *exercises))
        ],
    )


def _reason(award: Award, sheet: ScoreSheet, words: Bilingual) -> BilingualText:
    """Says why; that the report is missing is plainer than which check of it is undecided."""
    if award.points is None and "REP001" in award.checks and has_no_report(sheet.findings):
        return words.say("sheet.no_report_reason")
    return words.reason(award)


def _waits(awards: Iterable[Award], words: Bilingual) -> list[BilingualText]:
    """Sums up the points that wait for devices and libraries, by what they wait for."""
    points: dict[tuple[str, ...], float] = {}
    for award in awards:
        if award.points is None and award.reason == "waiting":
            points[award.checks] = points.get(award.checks, 0.0) + award.max
    return [words.waiting(needs, amount) for needs, amount in points.items()]
