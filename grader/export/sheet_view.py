"""The content of a score sheet's page, in its order.

With several exercises, each has one line in a table, and its details; the run of the whole program
has its end, its output and its pictures.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.export.cards import Card, make_cards, notes_in, with_verdict
from grader.export.fragments import fragments_of
from grader.export.marks import CheckMark, mark_of
from grader.export.pictures import Png
from grader.export.run_view import RunView, view_run
from grader.export.status import has_no_report, standing, versions_of
from grader.model.course import Assignment, Exercise, Visibility
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Verdict
from grader.model.machine import HOST, PYTHON
from grader.model.program import ProgramRun
from grader.model.run import RunStatus
from grader.model.scoresheet import GRADER, Award, ScoreSheet
from grader.protocols import About, Fragment
from grader.wording.bilingual import CODE_LIMIT, NOTHING, Bilingual, BilingualText, Code

SHOWN_PRODUCTS = 12  # maximum number of answers, graph names and files listed
ENDS = {
    RunStatus.OK: "ok",
    RunStatus.RUNTIME_ERROR: "raised",
    RunStatus.TIMEOUT: "cut",
    RunStatus.OUTPUT: "output_cap",
    RunStatus.MEMORY: "memory",
}
ON_CPU_INSTEAD = 1  # ExerciseEvidence.rank
FILES = 60  # of the submission that the page lists, at most
FULL = 100.0  # percent


class DrawnView(Struct, frozen=True, kw_only=True):
    """One figure that the program drew."""

    png: Png
    alt: BilingualText
    caption: BilingualText


class ProgramView(Struct, frozen=True, kw_only=True):
    """One run of the whole program."""

    facts: Sequence[BilingualText]
    output: Code
    drawn: Sequence[DrawnView] = ()
    drawn_note: BilingualText = NOTHING  # why there is no picture, or something is missing from it


class ExerciseView(Struct, frozen=True, kw_only=True):
    """One exercise: where it is, what to do about it, and everything that was checked."""

    id: str
    name: str
    stands: Finding
    verdict_name: BilingualText
    on_cpu: bool
    remarks: Sequence[BilingualText]  # titles of the findings to fix or to look at
    message: BilingualText  # why nothing was run, if there is nothing else to report
    mend: Sequence[Card]
    wait: Sequence[Card]
    notes: Sequence[Card]
    checked: Sequence[Card]  # the other findings, one line each
    run: RunView


class AwardView(Struct, frozen=True, kw_only=True):
    """One line of the table of points."""

    award: Award
    title: BilingualText
    by: BilingualText
    reason: BilingualText
    evidence: Sequence[CheckMark]  # findings of checks that help a person decide
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
    decided_note: BilingualText  # how many of the points are decided
    python_note: BilingualText | None  # the Python that ran it, if not grader's own
    late_note: BilingualText | None  # how much of the points counts after lateness
    waits: Sequence[BilingualText]  # for each device or library: how many points wait for it
    exercises: Sequence[ExerciseView]  # if the assignment has several
    mend: Sequence[Card]
    wait: Sequence[Card]
    notes: Sequence[Card]
    passed: Sequence[Card]
    skipped: Sequence[Card]
    runs: Sequence[RunView]
    fragments: Sequence[Fragment]  # of plugins, about the submission as a whole
    program: ProgramView | None
    no_report: bool  # although one is required
    evidence: Evidence
    explained: Mapping[str, BilingualText]  # the codes that the page explains, and their titles
    files: Sequence[str]
    more_files: int
    machine: Sequence[tuple[BilingualText, str]]

    @property
    def pieces(self) -> dict[str, Fragment]:
        """The pieces by name, of fragments that come in pieces."""
        return {
            name: piece for fragment in self.fragments for name, piece in fragment.pieces.items()
        }

    @property
    def linked(self) -> set[str]:
        """Targets of the page's links."""
        marks = [mark for award in self.awards for mark in (*award.evidence, *award.because)]
        return {mark.anchor for mark in marks}

    @property
    def all_passed(self) -> list[Card]:
        """Passed findings of the submission, then of each exercise."""
        return [*self.passed, *with_verdict(self._checked, Verdict.PASSED)]

    @property
    def all_skipped(self) -> list[Card]:
        """Skipped and waiting findings, in the same order."""
        others = set(Verdict) - {Verdict.PASSED}
        return [*self.skipped, *with_verdict(self._checked, *others)]

    @property
    def _checked(self) -> list[Card]:
        return [card for exercise in self.exercises for card in exercise.checked]


def view_sheet(
    sheet: ScoreSheet, evidence: Evidence, assignment: Assignment, words: Bilingual
) -> SheetView:
    """Sort the findings by what the student should do about them."""
    awards = _shown_to_student(sheet, assignment)
    open_points = sum(award.max for award in awards if award.points is None)
    all_cards = cards = make_cards(sheet.findings, evidence, words)
    several = len(assignment.exercises) > 1
    whole = About(evidence=evidence, assignment=assignment, findings=sheet.findings)
    fragments = fragments_of(whole, words)
    anchors = {code: at for each in fragments for code, at in each.anchors.items()}
    exercises = view_exercises(cards, whole, words) if several else []
    apart = {exercise.id for exercise in exercises}
    cards = [card for card in cards if card.finding.subject not in apart]
    runs = [
        view_run(exercise, words, fragments_of(replace(whole, exercise=exercise), words))
        for exercise in evidence.exercises
        if exercise.exercise not in apart
    ]
    passed = with_verdict(cards, Verdict.PASSED)
    earned, most = _total(awards), sum(award.max for award in awards)
    seen = ", ".join(f"{name} {version}" for name, version in versions_of(evidence).items())
    return SheetView(
        student=sheet.student,
        assignment=words.of(assignment.title),
        awards=[_award(award, sheet, all_cards, anchors, assignment, words) for award in awards],
        points=None if earned is None else earned * _kept(sheet) / FULL,
        max=most,
        open_points=open_points,
        open_note=words.say("sheet.open_points", points=float(open_points)),
        decided_note=_decided(earned, most - open_points, words),
        late_note=_late(sheet, words),
        python_note=_python(evidence, words),
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
        runs=runs,
        fragments=fragments,
        program=view_program(evidence, words),
        no_report=has_no_report(sheet.findings),
        evidence=evidence,
        explained=_explained(all_cards, words),
        files=evidence.files[:FILES],
        more_files=max(0, len(evidence.files) - FILES),
        machine=[
            *((words.machine(key), evidence.machine[key]) for key in sorted(evidence.machine)),
            *([(words.say("about.plugins"), seen)] if seen else []),
        ],
    )


def _explained(cards: Iterable[Card], words: Bilingual) -> Mapping[str, BilingualText]:
    """Return the titles of checks that say more than "passed", in the order of their cards."""
    silent = {Verdict.PASSED, Verdict.SKIPPED, Verdict.WAITING}
    noted = notes_in(cards := [*cards])
    codes = [card.finding.check for card in cards if card.finding.verdict not in silent]
    codes += [card.finding.check for card in noted]
    return {code: words.title(code) for code in codes}


def _shown_to_student(sheet: ScoreSheet, assignment: Assignment) -> list[Award]:
    """Return the awards shown to students; those for TAs do not count in the page's total."""
    hidden = {
        criterion.id for criterion in assignment.rubric if criterion.visibility is Visibility.TA
    }
    return [award for award in sheet.awards if award.criterion not in hidden]


def _total(awards: Iterable[Award]) -> float | None:
    decided = [award.points for award in awards if award.points is not None]
    return sum(decided) if decided else None


def _decided(points: float | None, decided: float, words: Bilingual) -> BilingualText:
    return words.say("sheet.decided", points=float(points or 0), decided=float(decided))


def _kept(sheet: ScoreSheet) -> float:
    return FULL if sheet.lateness is None else sheet.lateness.kept_percent


def _late(sheet: ScoreSheet, words: Bilingual) -> BilingualText | None:
    deadline_kept = _kept(sheet)
    return words.say("sheet.late", percent=deadline_kept) if deadline_kept < FULL else None


def _python(evidence: Evidence, words: Bilingual) -> BilingualText | None:
    if HOST not in evidence.machine or not any(each.load for each in evidence.exercises):
        return None
    return words.say("sheet.python", python=evidence.machine[PYTHON])


def _award(  # noqa: PLR0913, PLR0917  the award, and all that it may rest on
    award: Award,
    sheet: ScoreSheet,
    cards: Sequence[Card],
    anchors: Mapping[str, str],
    assignment: Assignment,
    words: Bilingual,
) -> AwardView:
    criterion = next(
        (criterion for criterion in assignment.rubric if criterion.id == award.criterion), None
    )
    ours = {GRADER: words.say("sheet.by_grader"), "": words.say("sheet.by_nobody")}
    shown = criterion.evidence if criterion else ()
    exercises = criterion.exercises if criterion else ()
    groups = criterion.groups if criterion else ()
    marked = [
        (found, mark_of(found, words, card.anchor, anchors.get(found.check, "")))
        for card in cards
        if (found := card.finding).verdict is not Verdict.SKIPPED
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
            and finding.verdict_of(groups) is not Verdict.PASSED
            and not finding.subject.startswith("report.")
            and (not exercises or finding.subject in ("", *exercises))
        ],
    )


def _reason(award: Award, sheet: ScoreSheet, words: Bilingual) -> BilingualText:
    """Return the reason; a missing report is named instead of the checks it leaves undecided."""
    deciding = (finding for finding in sheet.findings if finding.check in award.checks)
    if award.points is None and has_no_report(deciding):
        return words.say("sheet.no_report_reason")
    return words.reason(award)


def _waits(awards: Iterable[Award], words: Bilingual) -> list[BilingualText]:
    """Summarise the points that wait for devices and libraries, by what is missing."""
    points: dict[tuple[str, ...], float] = {}
    for award in awards:
        if award.points is None and award.reason == "waiting":
            points[award.checks] = points.get(award.checks, 0.0) + award.max
    return [words.waiting(needs, amount) for needs, amount in points.items()]


def view_exercises(cards: Sequence[Card], whole: About, words: Bilingual) -> list[ExerciseView]:
    """Return views of all judged exercises, in the order of the assignment."""
    observed = {exercise.exercise: exercise for exercise in whole.evidence.exercises}
    findings = [card.finding for card in cards]
    return [
        _view_exercise(
            exercise, stands, cards, replace(whole, exercise=observed[exercise.id]), words
        )
        for exercise in whole.assignment.exercises
        if exercise.id in observed and (stands := standing(findings, exercise.id)) is not None
    ]


def _view_exercise(
    exercise: Exercise,
    stands: Finding,
    cards: Sequence[Card],
    about: About,
    words: Bilingual,
) -> ExerciseView:
    observed = about.exercise
    assert observed is not None
    own = [card for card in cards if card.finding.subject == exercise.id]
    mend = with_verdict(own, Verdict.FAILED)
    wait = with_verdict(own, Verdict.BROKEN, Verdict.UNDECIDED)
    notes = notes_in(own)
    shown = {id(card) for card in (*mend, *wait, *notes)}
    quiet = stands.verdict in (Verdict.WAITING, Verdict.SKIPPED)
    return ExerciseView(
        id=exercise.id,
        name=exercise.shown,
        stands=stands,
        verdict_name=words.verdict_of(stands),
        on_cpu=observed.rank == ON_CPU_INSTEAD,
        remarks=[card.wording.title for card in (*mend, *wait)],
        message=words.finding(stands).message if quiet else BilingualText("", ""),
        mend=mend,
        wait=wait,
        notes=notes,
        checked=[card for card in own if id(card) not in shown],
        run=view_run(observed, words, fragments_of(about, words)),
    )


def view_program(evidence: Evidence, words: Bilingual) -> ProgramView | None:
    """Return a view of the script run; None if there was none or it showed nothing."""
    run = evidence.program
    if run is None or run.trouble or run.run.status is RunStatus.SANDBOX_ERROR:
        return None
    if run.run.status is RunStatus.OK and not (
        run.cut or run.output.strip() or run.plots or run.pictures
    ):
        return None
    return ProgramView(
        facts=list(_program_facts(run, words)),
        output=Code(_ends(run.output)),
        drawn=[
            DrawnView(
                png=Png(picture),
                alt=words.say("program.drawn_alt", number=number),
                caption=words.say("program.drawn_caption", number=number),
            )
            for number, picture in enumerate(run.pictures, start=1)
            if Png(picture)
        ],
        drawn_note=_drawn_note(run, words),
    )


def _drawn_note(run: ProgramRun, words: Bilingual) -> BilingualText:
    if run.plots and not run.drawn:
        return words.say("program.not_drawn")
    return words.say("program.boxes") if run.pictures and run.boxes else NOTHING


def _program_facts(run: ProgramRun, words: Bilingual) -> Iterator[BilingualText]:
    key = "cut" if run.cut else ENDS.get(run.run.status, "ended")
    error = run.run.traceback
    yield words.say(
        f"program.{key}",
        seconds=f"{run.run.wall_seconds:.1f}",
        status=run.run.status.value,
        error=f"{error.type}: {error.message}" if error else "",
    )
    if run.answers:
        yield words.say(
            "program.answers", answers=run.answers[:SHOWN_PRODUCTS], count=len(run.answers)
        )
    if run.plots:
        yield words.say("program.plots", count=len(run.plots))
    if run.files:
        yield words.say(
            "program.files", files=tuple(name for name, _ in run.files[:SHOWN_PRODUCTS])
        )
    for product in run.products[:SHOWN_PRODUCTS]:
        yield words.say(
            "program.product",
            left=product.left,
            right=product.right,
            result=product.result,
            size=product.size,
        )


def _ends(output: str) -> str:
    """Cut the middle out of an output that is too long for a page."""
    shown = output.strip("\n")
    half = CODE_LIMIT // 2 - 2
    return shown if len(shown) <= CODE_LIMIT else f"{shown[:half]}\n…\n{shown[-half:]}"
