"""Grade a class: turn evidence into stored sheets and into files for people."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, Self

from msgspec import Struct, field
from msgspec.structs import replace

from grader.export.cells import cell
from grader.export.names import file_stems
from grader.export.outputs import (
    clear_away_drafts,
    has_sheet,
    keep_grades,
    write_class,
    write_sheet,
)
from grader.export.place_notes import KIND, comments_by_student
from grader.export.places import compared
from grader.export.summary import ClassRow, NoSheet
from grader.grading import grade
from grader.model.collection import Collection
from grader.model.course import Assignment
from grader.model.errors import Fault, shield, shielded
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Verdict
from grader.model.gradebook import Exported, State
from grader.model.places import PlaceComment
from grader.model.scoresheet import GRADER, Decision, ScoreSheet, points_of
from grader.observing import fault_in, forgetting_faults, without_evidence
from grader.people import former_names
from grader.scoring import counting, score
from grader.store import Backup, Store, Unreadable, overtaken
from grader.wording import Language


class Graded(Struct, frozen=True, kw_only=True):
    """One student's evidence and sheet, as stored."""

    evidence: Evidence
    sheet: ScoreSheet
    places: tuple[PlaceComment, ...] = ()  # people's comments on places in the files


class Shrunk(Struct, frozen=True, kw_only=True):
    """A gradebook that holds less than the previous one, which was kept."""

    kept: Path  # the previous gradebook
    gone: tuple[str, ...]  # students who were in it and are not in the new one
    unexplained: tuple[str, ...]  # those of `gone` who are neither absent nor renamed


class ClassResult(Struct, frozen=True, kw_only=True):
    """The class as it is after a batch. Every tuple is sorted by student."""

    graded: tuple[Graded, ...]  # everyone in the folder who has a sheet
    elsewhere: tuple[Graded, ...] = ()  # everyone else with a sheet, or with a person's points
    observed: tuple[str, ...] = ()  # students whose programs were read and run now
    measured: tuple[str, ...] = ()  # students whose times alone were measured now
    unchanged: tuple[str, ...] = ()  # students who were not run, with the same sheet
    changed: tuple[str, ...] = ()  # students who were not run, with a new sheet
    before: Mapping[str, Exported] = field(default_factory=dict)  # the former points
    unconfirmed: tuple[str, ...] = ()  # students with other points than a person confirmed
    overtaken: tuple[str, ...] = ()  # students with a person's points for other files
    undone: tuple[str, ...] = ()  # students with a person's points that no longer count
    carried: tuple[str, ...] = ()  # students with decisions under a former name
    absent: tuple[str, ...] = ()  # students with records who are no longer in the folder
    outdated: tuple[str, ...] = ()  # students observed under other definitions of exercises
    another_version: tuple[str, ...] = ()  # students whose evidence another version stored
    unusual: tuple[str, ...] = ()  # names in the folder that hold no student's id
    faults: tuple[tuple[str, Fault], ...] = ()  # (student, what went wrong on our side)
    unreadable: tuple[Unreadable, ...] = ()  # damaged rows of the store
    backup: Backup | None = None  # the newest one, if a row is damaged
    shrunk: Shrunk | None = None
    lowered: Mapping[str, str] = field(default_factory=dict)  # lower isolation: now, before, reason

    @property
    def ours(self) -> bool:
        """Whether something went wrong on our side; then `grade` exits with 3."""
        return bool(self.faults or self.unreadable or (self.shrunk and self.shrunk.unexplained))


class Publisher(Protocol):
    """Makes the files for people, while no other process writes into the results folder."""

    def begin(self, students: Sequence[str]) -> None:
        """Prepare for all students who have or will get records, before the first sheet."""

    def publish_sheet(self, graded: Graded) -> None:
        """Make one student's files."""

    def is_published(self, student: str) -> bool:
        """Return whether a student's files exist, whatever they contain."""

    def publish_class(self, result: ClassResult) -> Shrunk | None:
        """Make the files about the whole class; return what they lack of the former ones."""


class ResultFiles(Struct, kw_only=True):
    """Writes every file under `out` but the store: a Publisher."""

    out: Path
    assignment: Assignment
    lang: Language
    collection: Collection | None = None  # what was collected: names, and who submitted nothing
    only_changed: bool = False  # skip sheets whose contents would not change
    stems: Mapping[str, str] = field(default_factory=dict)  # file names, by student

    def begin(self, students: Sequence[str]) -> None:
        """Choose file names for everyone, and remove half-written files of a killed grader."""
        self.stems = file_stems(students)
        clear_away_drafts(self.out)

    def publish_sheet(self, graded: Graded) -> None:
        """Write one student's sheet."""
        write_sheet(
            self.out,
            self._row(graded),
            graded.evidence,
            self.assignment,
            self.lang,
            places=graded.places,
            only_if_changed=self.only_changed,
        )

    def is_published(self, student: str) -> bool:
        """Return whether a student's sheet exists, whatever it contains."""
        return has_sheet(self.out, self.stems.get(student, ""))

    def publish_class(self, result: ClassResult) -> Shrunk | None:
        """Write the gradebook and the summary: everyone who has a sheet, or should have one.

        If the new gradebook would lose rows, or points that people gave, the former one is kept.
        """
        here = {graded.sheet.student for graded in result.graded}
        missing = {*(self.collection.not_submitted if self.collection else ())} - here
        everybody = (*result.graded, *result.elsewhere)
        former = former_names(self.collection, [each.sheet.student for each in result.elsewhere])
        renamed = {name for name, student in former.items() if student in here}
        rows = [
            self._row(graded, here=graded.sheet.student in here)
            for graded in everybody
            # Leave out students whose graded files turned out not to be theirs.
            if graded.sheet.student not in missing or by_people(graded.sheet)
            if graded.sheet.student not in renamed
        ]
        students = [row.sheet.student for row in rows]
        before = keep_grades(self.out, students, always=bool(result.undone))
        write_class(self.out, rows, self.assignment, self.lang, self._without({*students}))
        if before is None:
            return None
        previous, gone = before
        absent = set(map(cell, (*result.absent, *renamed)))
        unexplained = tuple(student for student in gone if student not in absent)
        return Shrunk(kept=previous, gone=gone, unexplained=unexplained)

    def _without(self, listed: AbstractSet[str]) -> list[NoSheet]:
        """List the students of the class without a sheet, and why they have none."""
        if self.collection is None:
            return []
        came = {each.student for each in self.collection.students}
        known = dict.fromkeys(
            (
                *self.collection.names,
                *came,
                *self.collection.not_submitted,
                *self.collection.claimed,
            )
        )
        return [
            NoSheet(
                student=student,
                name=self._names.get(student, ""),
                state=State.NOT_GRADED
                if student in came
                else State.NOT_SUBMITTED
                if self.collection.is_missing(student)
                else State.UNKNOWN,
            )
            for student in known
            if student not in listed
        ]

    @property
    def _names(self) -> Mapping[str, str]:
        if self.collection is None:
            return {}
        collected = {each.student: each.who.name for each in self.collection.students}
        return {**collected, **{key: name for key, name in self.collection.names.items() if name}}

    def _row(self, graded: Graded, *, here: bool = True) -> ClassRow:
        student = graded.sheet.student
        return ClassRow(
            sheet=graded.sheet,
            stem=self.stems.get(student, ""),
            name=self._names.get(student, ""),
            here=here,
            timings={
                observed.exercise: observed.timing
                for observed in graded.evidence.exercises
                if observed.timing is not None
            },
        )


def by_people(sheet: ScoreSheet) -> set[str]:
    """List the criteria whose points a person gave."""
    return {award.criterion for award in sheet.awards if award.decided_by not in ("", GRADER)}


def _exported(sheet: ScoreSheet) -> Exported:
    total = sheet.total if sheet.complete else None
    return Exported(student=sheet.student, total=total, points=points_of(sheet))


class Classroom(Struct, kw_only=True):
    """Judges, scores, stores and publishes one submission after the other.

    Pages are made in a separate thread, so that storing evidence does not wait for a drawing.
    """

    store: Store
    assignment: Assignment
    decisions: Sequence[Decision]
    publisher: Publisher
    graded: dict[str, Graded] = field(default_factory=dict)
    faults: dict[str, Fault] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)
    undone: set[str] = field(default_factory=set)
    before: dict[str, Exported | None] = field(default_factory=dict)  # None: there was no sheet
    desk: ThreadPoolExecutor = field(default_factory=partial(ThreadPoolExecutor, 1, "publisher"))
    pages: dict[str, Future[Fault | None]] = field(default_factory=dict)  # the newest, by student
    commented: Mapping[str, tuple[PlaceComment, ...]] | None = None  # None: not read yet

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.desk.shutdown(cancel_futures=True)

    def enter(self, evidence: Evidence) -> None:
        """Store new evidence and its sheet in one transaction."""
        graded = self._grade(evidence)
        self._compare(graded.sheet)
        reusable = fault_in(evidence) is None
        if self.store.save(forgetting_faults(evidence), graded.sheet, reusable=reusable):
            self.changed.add(evidence.student)
        self._publish(graded)

    def enter_again(self, stored: Sequence[Evidence], *, only_decided: bool = False) -> None:
        """Derive the sheets of stored evidence again, all in one transaction.

        With `only_decided`, only those that `_enter_decided` selects; the others stay unchanged.
        """
        if only_decided:
            self._enter_decided(stored)
            return
        graded = [self._grade(evidence) for evidence in stored]
        for student in graded:
            self._compare(student.sheet)
        self.changed |= self.store.save_sheets(student.sheet for student in graded)
        for student in graded:
            self._publish(student)

    def _enter_decided(self, stored: Sequence[Evidence]) -> None:
        """Derive sheets that decisions or comments may change, and missing or broken ones.

        A sheet is stored only after its page was made: if the grader is killed in between, the next
        call finds the old sheet and makes both again.
        """
        decisions: dict[str, list[Decision]] = {}
        for decision in self.decisions:
            decisions.setdefault(decision.student, []).append(decision)
        again = []
        for evidence in stored:
            sheet = self.store.sheet(evidence.student)
            own = decisions.get(evidence.student, ())
            if (
                sheet is None
                or fault_in(evidence)
                or _fault_of_check(sheet.findings)
                or self._has_other_awards(sheet, own)
                or not self.publisher.is_published(evidence.student)
                or evidence.student in self._comments
            ):
                graded = self._grade(evidence)
                self._compare(graded.sheet)
                self._publish(graded)
                again.append(graded.sheet)
            else:
                self.before.setdefault(evidence.student, _exported(sheet))
                self.graded[evidence.student] = Graded(evidence=evidence, sheet=sheet)
        made = {student for student, page in self.pages.items() if page.result() is None}
        self.changed |= self.store.save_sheets(each for each in again if each.student in made)

    def _has_other_awards(self, sheet: ScoreSheet, decisions: Sequence[Decision]) -> bool:
        """Return whether the current rubric and decisions change the awards of the stored sheet."""
        return (
            score(sheet.findings, self.assignment, sheet.student, decisions).awards != sheet.awards
        )

    def score_again(self, students: Sequence[str]) -> None:
        """Score the stored findings of students whose evidence this version cannot read."""
        graded = [self._scored(student, None) for student in students]
        for student in graded:
            self._compare(student.sheet)
        changed = self.store.save_sheets(student.sheet for student in graded)
        self.changed |= changed
        for student in graded:
            # A page made now lacks the evidence, so it is made only if the points changed.
            if student.sheet.student in changed:
                self._publish(student)
            self.graded[student.sheet.student] = student

    def conclude(  # noqa: PLR0913  one for each group of students
        self,
        *,
        observed: Sequence[str] = (),
        measured: Sequence[str] = (),
        holding: Sequence[str] = (),
        carried: Sequence[str] = (),
        absent: Sequence[str] = (),
        outdated: Sequence[str] = (),
        another_version: Sequence[str] = (),
        unusual: Sequence[str] = (),
        lowered: Mapping[str, str] = MappingProxyType({}),
        before: ClassResult | None = None,
    ) -> ClassResult:
        """Sum up what was entered, and publish it.

        `holding` lists students whose stored evidence is still valid; `before` was published before
        any timing.
        """
        made = ((student, page.result()) for student, page in self.pages.items())
        self.faults |= {student: fault for student, fault in made if fault is not None}
        sheets = {student: graded.sheet for student, graded in self.graded.items()}
        confirmed = {row.student: row for row in self.store.confirmations()}
        unreadable = [row for row in self.store.unreadable if not self._is_broken(row)]
        result = ClassResult(
            graded=tuple(self.graded[student] for student in sorted(self.graded)),
            observed=tuple(observed),
            measured=tuple(measured),
            unchanged=tuple(sorted(set(holding) - self.changed)),
            changed=tuple(sorted(set(holding) & self.changed)),
            before={student: sheet for student, sheet in self.before.items() if sheet is not None},
            unconfirmed=tuple(
                student
                for student, confirmation in sorted(confirmed.items())
                if student in sheets and not confirmation.holds(sheets[student])
            ),
            overtaken=self._overtaken(),
            undone=tuple(sorted(self.undone)),
            carried=tuple(carried),
            absent=tuple(absent),
            outdated=tuple(outdated),
            another_version=tuple(another_version),
            unusual=tuple(unusual),
            lowered=lowered,
            faults=tuple(sorted(self.faults.items(), key=lambda item: item[0])),
            elsewhere=self._elsewhere({*sheets}),
            unreadable=tuple(unreadable),
            backup=self.store.newest_backup() if unreadable else None,
        )
        if before is not None:  # the first publication kept the previous gradebook
            self.publisher.publish_class(replace(result, undone=()))
            return replace(result, shrunk=before.shrunk)
        return replace(result, shrunk=self.publisher.publish_class(result))

    def _overtaken(self) -> tuple[str, ...]:
        keys = {student: graded.evidence.key for student, graded in self.graded.items()}
        return overtaken(counting(self.decisions, self.assignment), keys)

    def _elsewhere(self, here: AbstractSet[str]) -> tuple[Graded, ...]:
        """Score the stored findings of all other students with the current decisions."""
        decided = {each.student for each in counting(self.decisions, self.assignment)}
        return tuple(
            self._scored(student, self.store.evidence(student))
            for student in sorted({*self.store.observed(), *decided} - here)
            if student in decided or self.store.sheet(student) is not None
        )

    def _scored(self, student: str, evidence: Evidence | None) -> Graded:
        """Score a student's stored findings, if any, with the current decisions."""
        stored = self.store.sheet(student)
        findings = stored.findings if stored else ()
        sheet = score(findings, self.assignment, student, self.decisions)
        lateness = stored.lateness if stored else None
        evidence = evidence or without_evidence(student, self.assignment.id, {}, "")
        return Graded(evidence=evidence, sheet=replace(sheet, lateness=lateness))

    def _is_broken(self, row: Unreadable) -> bool:
        """Return whether the student's broken sheet already shows that this row is damaged."""
        return row.table in ("observed", "derived") and row.student in self.faults

    def _compare(self, sheet: ScoreSheet) -> None:
        """Record the stored sheet's points, and whether a person's points no longer count."""
        before = self.store.sheet(sheet.student)
        self.before.setdefault(sheet.student, None if before is None else _exported(before))
        if before is not None and by_people(before) - by_people(sheet):
            self.undone.add(sheet.student)

    def _grade(self, evidence: Evidence) -> Graded:
        """Judge and score, and note what went wrong on our side.

        A check that raises breaks its own codes (`judging`); anything else that raises here breaks
        every check of the sheet.
        """
        self.faults.pop(evidence.student, None)  # a fault from before the timing
        fault = fault_in(evidence)
        with shield() as caught:
            sheet = grade(evidence, self.assignment, self.decisions)
        if caught:
            fault = caught.caught
            broken = replace(evidence, trouble=fault.traceback)
            sheet = grade(broken, self.assignment, self.decisions)
        fault = fault or _fault_of_check(sheet.findings)
        if fault is not None:
            self.faults[evidence.student] = fault
        return Graded(evidence=evidence, sheet=sheet)

    @property
    def _comments(self) -> Mapping[str, tuple[PlaceComment, ...]]:
        """Return comments at places by student; empty where all of a student's were removed."""
        if self.commented is None:
            notes = self.store.notes(KIND)
            removed = {note.student: () for note in notes}
            self.commented = {**removed, **comments_by_student(notes)}
        return self.commented

    def _publish(self, graded: Graded) -> None:
        comments = self._comments.get(graded.evidence.student, ())
        graded = replace(graded, places=compared(comments, graded.evidence))
        publish = partial(self.publisher.publish_sheet, graded)
        self.pages[graded.evidence.student] = self.desk.submit(shielded, publish)
        self.graded[graded.evidence.student] = graded


def _fault_of_check(findings: Iterable[Finding]) -> Fault | None:
    """Return the fault of the first check that went wrong on our side; None if all answered."""
    broken = next((each for each in findings if each.verdict is Verdict.BROKEN), None)
    if broken is None:
        return None
    summary = str(broken.params.get("trouble", "")) or broken.check
    where = f"{broken.check} of {broken.subject}" if broken.subject else broken.check
    return Fault(summary=summary, traceback=f"{where}: {summary}")
