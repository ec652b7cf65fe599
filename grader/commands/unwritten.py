"""Find functions that are not written yet: missing from the file, or empty."""

from collections.abc import Iterable, Sequence
from typing import Self

from msgspec import Struct

from grader.model.course import Assignment, Exercise
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.finding import Finding, Location, Verdict
from grader.model.static import Definition, SourceFacts

NOT_THERE = {"nothing", "others"}  # cases of RUN002 in which no other function may be meant


class Unwritten(Struct, frozen=True, kw_only=True):
    """Exercises whose function is missing or empty: there is nothing else to say about them."""

    missing: tuple[Exercise, ...]  # not in the file
    empty: tuple[tuple[Exercise, Location], ...]  # in the file, but only a placeholder

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all missing and empty exercises."""
        return frozenset(
            exercise.id for exercise in (*self.missing, *(exercise for exercise, _ in self.empty))
        )

    @classmethod
    def of(cls, evidence: Evidence, findings: Sequence[Finding], assignment: Assignment) -> Self:
        """Collect exercises that failed or wait because their function is missing or empty."""
        missing: list[Exercise] = []
        empty: list[tuple[Exercise, Location]] = []
        observed = {observation.exercise: observation for observation in evidence.exercises}
        for exercise in assignment.exercises:
            own = [finding for finding in findings if finding.subject == exercise.id]
            if exercise.id not in observed or not _is_open(own):
                continue
            stub = _stub(observed[exercise.id], exercise)
            if stub is not None:
                empty.append((exercise, Location(file=stub.file, line=stub.line)))
            elif any(_is_absence(finding, observed[exercise.id], assignment) for finding in own):
                missing.append(exercise)
        return cls(missing=tuple(missing), empty=tuple(empty))


def _is_open(findings: Iterable[Finding]) -> bool:
    verdicts = {finding.verdict for finding in findings if finding.check[:3] in {"RUN", "COR"}}
    return not verdicts.isdisjoint({Verdict.FAILED, Verdict.WAITING})


def _stub(observed: ExerciseEvidence, exercise: Exercise) -> Definition | None:
    """Return the graded function, or the one with the requested name, if it is empty."""
    graded = [observed.entry.target.name] if observed.entry is not None else []
    return find_stub(observed.source, [*graded, exercise.entry]) if observed.source else None


def find_stub(source: SourceFacts, names: Sequence[str]) -> Definition | None:
    """Return the first of these functions, or else a method of a class of that name, if empty."""
    known = {definition.name: definition for definition in source.definitions}
    named = next((known[name] for name in names if name in known), None)
    candidates = (
        [named]
        if named is not None
        else [method for method in known.values() if method.name.startswith(f"{names[-1]}.")]
    )
    return next((candidate for candidate in candidates if candidate.unwritten), None)


def _is_absence(finding: Finding, observed: ExerciseEvidence, assignment: Assignment) -> bool:
    """Return whether a finding says that the function is missing and no other may be meant."""
    if finding.check != "RUN002" or finding.verdict is not Verdict.FAILED:
        return False
    if finding.case in NOT_THERE:
        return True
    if len(assignment.exercises) == 1 or observed.source is None:
        return False
    entries = {
        name for exercise in assignment.exercises for name in (exercise.entry, *exercise.aliases)
    }
    return not any(
        definition.multiplies and definition.name not in entries
        for definition in observed.source.definitions
    )
