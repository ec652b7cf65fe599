"""One class being graded: every submission's evidence becomes a stored sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Protocol

from grader.batch.trouble import fault_in, forgetting_faults
from grader.grading import grade
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.fault import Fault, shielded
from grader.model.scoresheet import Decision, ScoreSheet
from grader.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """One student's evidence and sheet, as stored."""

    evidence: Evidence
    sheet: ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassResult:
    """The class as it stands after a batch. Every tuple is sorted by student."""

    graded: tuple[Graded, ...]  # everyone in the folder who has a sheet
    observed: tuple[str, ...] = ()  # students whose programs were read and run now
    measured: tuple[str, ...] = ()  # students whose times alone were measured now
    unchanged: tuple[str, ...] = ()  # students whose stored evidence still holds
    absent: tuple[str, ...] = ()  # students with records who are no longer in the folder
    outdated: tuple[str, ...] = ()  # observed under another definition of the exercises
    unusual: tuple[str, ...] = ()  # names in the folder that hold no student's id
    faults: tuple[tuple[str, Fault], ...] = ()  # (student, what went wrong on our side)
    lowered: Mapping[str, str] = field(default_factory=dict)  # accepted: now, before, reason


class Publisher(Protocol):
    """Makes the files for people, while nobody else writes into the results folder."""

    def begin(self, students: Sequence[str]) -> None:
        """Learns of everyone who has records or gets them, before the first sheet."""

    def publish_sheet(self, graded: Graded) -> None:
        """Makes one student's files."""

    def publish_class(self, result: ClassResult) -> None:
        """Makes the files about the whole class."""


@dataclass(slots=True, kw_only=True)
class Classroom:
    """Judges, scores, stores and publishes one submission after the other."""

    store: Store
    assignment: Assignment
    decisions: Sequence[Decision]
    publisher: Publisher
    graded: dict[str, Graded] = field(default_factory=dict)
    faults: dict[str, Fault] = field(default_factory=dict)

    def enter(self, evidence: Evidence) -> None:
        """Stores new evidence and its sheet in one transaction."""
        fault = fault_in(evidence)
        graded = self._grade(evidence, fault)
        self.store.save(forgetting_faults(evidence), graded.sheet, reusable=fault is None)
        self._publish(graded)

    def enter_again(self, stored: Sequence[Evidence]) -> None:
        """Derives the sheets of stored evidence anew, all in one transaction."""
        graded = [self._grade(evidence, fault_in(evidence)) for evidence in stored]
        self.store.save_sheets(one.sheet for one in graded)
        for one in graded:
            self._publish(one)

    def conclude(  # noqa: PLR0913  one for each group of students
        self,
        *,
        observed: Sequence[str] = (),
        measured: Sequence[str] = (),
        unchanged: Sequence[str] = (),
        absent: Sequence[str] = (),
        outdated: Sequence[str] = (),
        unusual: Sequence[str] = (),
        lowered: Mapping[str, str] = MappingProxyType({}),
    ) -> ClassResult:
        """Sums up what was entered, and publishes it."""
        result = ClassResult(
            graded=tuple(one for _, one in sorted(self.graded.items())),
            observed=tuple(observed),
            measured=tuple(measured),
            unchanged=tuple(unchanged),
            absent=tuple(absent),
            outdated=tuple(outdated),
            unusual=tuple(unusual),
            lowered=lowered,
            faults=tuple(sorted(self.faults.items(), key=lambda item: item[0])),
        )
        self.publisher.publish_class(result)
        return result

    def _grade(self, evidence: Evidence, fault: Fault | None) -> Graded:
        """Judges and scores; when we fail at that, every check of the sheet is broken."""
        self.faults.pop(evidence.student, None)  # of what was entered before it was timed
        sheet = shielded(partial(grade, evidence, self.assignment, self.decisions))
        if isinstance(sheet, Fault):
            fault = sheet
            broken = replace(evidence, trouble=sheet.traceback)
            sheet = grade(broken, self.assignment, self.decisions)
        if fault is not None:
            self.faults[evidence.student] = fault
        return Graded(evidence=evidence, sheet=sheet)

    def _publish(self, graded: Graded) -> None:
        published = shielded(partial(self.publisher.publish_sheet, graded))
        if isinstance(published, Fault):
            self.faults[graded.evidence.student] = published
        self.graded[graded.evidence.student] = graded
