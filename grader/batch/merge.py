"""`merge`: join the results folders of parts of a class, or of another machine.

No student's program is run. The most valuable observation of each exercise counts; of equally
valuable ones, that of the folder named first, with OUT before all others. Differences are reported
as conflicts. People's decisions are added, never changed. Times stay with the machine that measured
them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import permutations
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from grader.batch.classroom import ClassResult, Publisher
from grader.batch.grade import refuse_another_version, regrade_class
from grader.judging import judge
from grader.model.collection import Collection
from grader.model.course import Assignment
from grader.model.errors import StoreError
from grader.model.evidence import Evidence, ExerciseEvidence, Record, Records
from grader.model.finding import Finding, Verdict
from grader.model.gradebook import Comment, Confirmation, Note
from grader.model.scoresheet import Decision
from grader.observing import fault_in
from grader.plugins import checks
from grader.records import to_text
from grader.sandbox import IsolationLevel, is_lower
from grader.scoring import in_force, latest_decisions
from grader.store import Store, open_store, same_files

SURE = (Verdict.PASSED, Verdict.FAILED)
Row = TypeVar("Row", Decision, Comment, Confirmation, Note)


class MergeConflict(Struct, frozen=True, kw_only=True):
    """Two folders disagree about a student; what `first` says counts."""

    student: str
    about: str  # "files", "report", "decision", "taken_back", "comment", or a check
    subject: str  # the exercise, or the criterion
    first: Path
    says: str  # a verdict, or points
    second: Path
    instead: str


class Merged(Struct, frozen=True, kw_only=True):
    """The result."""

    result: ClassResult
    added: tuple[str, ...]  # students whose evidence is new or better in OUT
    people: int  # number of added decisions, comments, notes and confirmations
    conflicts: tuple[MergeConflict, ...]


def merge_results(  # noqa: PLR0913, PLR0917  what is joined, and what it is judged by
    assignment: Assignment,
    reference_digests: Mapping[str, str],
    out: Path,
    sources: Sequence[Path],
    publisher: Publisher,
    collection: Collection | None = None,
) -> Merged:
    """Join `sources` into `out`, which may be new, and derive every sheet again.

    Raises StoreError, before anything is changed, if a folder cannot be read completely.
    """
    with ExitStack() as stack:
        opened = [
            stack.enter_context(open_store(folder, assignment.id, create=folder == out))
            for folder in dict.fromkeys((out, *sources))
        ]
        for store in opened[1:]:
            _refuse_the_unreadable(store)
        into = opened[0]
        conflicts = _decision_conflicts(opened, assignment)
        conflicts += _superseded(opened, assignment)
        rows = [row for store in opened for row in store.observed().values()]
        handed_in = {row.student for row in rows if row.handed_in}
        joined = (
            (evidence, fault_in(evidence) is None)
            for student in sorted({row.student for row in rows})
            for evidence in _joined(student, opened, assignment, conflicts)
        )
        added = into.join(joined, handed_in)
        people = _add_people(into, opened[1:])
        for store in opened[1:]:
            into.keep_baselines({**store.baselines(), **into.baselines()})
            if into.folder_graded is None and store.folder_graded is not None:
                into.keep_folder(store.folder_graded)
    result = regrade_class(assignment, reference_digests, out, publisher, collection)
    return Merged(result=result, added=added, people=people, conflicts=tuple(conflicts))


def _refuse_the_unreadable(store: Store) -> None:
    """Refuse to join a store of which a part would be lost silently."""
    refuse_another_version(store.observed().values(), store.folder)
    store.decisions(), store.comments(), store.confirmations(), store.phrases(), store.notes()
    _refuse_damaged_rows(store)


def _refuse_damaged_rows(store: Store) -> None:
    """Raise StoreError if a row met so far could not be read."""
    if rows := store.unreadable:
        raise StoreError(
            "{path}: records of {students} are damaged there, and nothing was joined; run "
            "`grader grade` again with that folder, or put back a backup, or leave it out",
            path=store.folder,
            students=", ".join(sorted({row.student for row in rows})),
        )


# Evidence.


def _joined(
    student: str, stores: Sequence[Store], assignment: Assignment, conflicts: list[MergeConflict]
) -> Iterator[Evidence]:
    """Yield the joined evidence of one student, unless the first folder already has it."""
    stored = [(store.folder, store.evidence(student)) for store in stores]
    for store in stores[1:]:
        _refuse_damaged_rows(store)
    readable = [(folder, evidence) for folder, evidence in stored if evidence is not None]
    if not readable:  # a damaged row of OUT; the student is observed again
        return
    (place, evidence), *others = readable
    for other_place, other in others:
        pair = ((place, evidence), (other_place, other))
        later = _received_at(other) > _received_at(evidence)
        if (evidence.digest, evidence.main) == (other.digest, other.main):
            conflicts += _contradictions(assignment, *pair)
            if same_files(evidence.key, other.key):
                evidence = _join(evidence, other)
                continue
            (place, evidence), (second, earlier) = reversed(pair) if later else pair
            conflicts.append(_conflict(student, "report", "", (place, ""), (second, "")))
            evidence = replace(_join(evidence, earlier), records=evidence.records)
        elif not evidence.digest:  # our fault kept it from being read there
            place, evidence = other_place, other
        elif other.digest:
            (place, evidence), (second, _) = reversed(pair) if later else pair
            conflicts.append(_conflict(student, "files", "", (place, ""), (second, "")))
    if evidence != stored[0][1]:
        yield evidence


def _received_at(evidence: Evidence) -> float:
    return evidence.received.at.timestamp() if evidence.received else 0.0


def _join(first: Evidence, second: Evidence) -> Evidence:
    """Combine the best observations of the same files; the less isolated machine is recorded."""
    others = {observed.exercise: observed for observed in second.exercises}
    if first.trouble or not first.exercises:
        return first if second.trouble or not second.exercises else second
    exercises = tuple(
        _better(observed, others.get(observed.exercise, observed)) for observed in first.exercises
    )
    mine, theirs = map(IsolationLevel.of, (first.machine, second.machine))
    used = any(
        taken is not before for taken, before in zip(exercises, first.exercises, strict=True)
    )
    lower = used and mine is not None and theirs is not None and is_lower(theirs, mine)
    shown = first.program is None or first.program.trouble or exercises == second.exercises
    return replace(
        first,
        exercises=exercises,
        machine=second.machine if lower else first.machine,
        program=second.program if shown and second.program is not None else first.program,
        records=_better_records(first.records, second.records),
    )


def _better(first: ExerciseEvidence, second: ExerciseEvidence) -> ExerciseEvidence:
    """Pick one observation, with its times, or the other's if it has none."""
    best, other = (second, first) if _worth(second) > _worth(first) else (first, second)
    timed = other.timing is not None and not other.timing.trouble
    untimed = best.timing is None or bool(best.timing.trouble)
    same = bool(best.key) and best.key == other.key and best.rank == other.rank
    return replace(best, timing=other.timing) if untimed and timed and same else best


def _worth(observed: ExerciseEvidence) -> tuple[bool, bool, int]:
    """Return a key that orders observations: no fault of ours, not waiting, on the right device."""
    return bool(observed.key) and not observed.trouble, not observed.waiting, observed.rank


def _better_records(first: Records, second: Records) -> Records:
    """Pick for each plugin the first record that is not waiting and has no trouble."""
    better = {
        name: record
        for name, record in second.items()
        if name not in first or (_lacks(first[name]) and not _lacks(record))
    }
    return {**first, **better}


def _lacks(record: Record) -> bool:
    return bool(record.waiting or record.trouble)


def _contradictions(
    assignment: Assignment, first: tuple[Path, Evidence], second: tuple[Path, Evidence]
) -> Iterator[MergeConflict]:
    """Find checks that pass in one place and fail in the other, though equally valuable."""
    (place, mine), (other, theirs) = first, second
    worth = {observed.exercise: _worth(observed) for observed in mine.exercises}
    alike = {each.exercise for each in theirs.exercises if worth.get(each.exercise) == _worth(each)}
    verdicts, others = (_verdicts(judge(each, assignment)) for each in (mine, theirs))
    for (check, subject), verdict in verdicts.items():
        instead = others.get((check, subject), verdict)
        if verdict is not instead and (not subject or subject in alike):
            yield _conflict(mine.student, check, subject, (place, verdict), (other, instead))


def _verdicts(findings: Iterable[Finding]) -> Mapping[tuple[str, str], Verdict]:
    """Return sure verdicts, leaving out lessons and what each machine measures differently."""
    of_times = {check.code for check in checks() if check.uses_times or check.lesson}
    return {
        (finding.check, finding.subject): finding.verdict
        for finding in findings
        if finding.verdict in SURE and finding.check not in of_times
    }


def _conflict(
    student: str, about: str, subject: str, first: tuple[Path, str], second: tuple[Path, str]
) -> MergeConflict:
    return MergeConflict(
        student=student,
        about=about,
        subject=subject,
        first=first[0],
        says=str(first[1]),
        second=second[0],
        instead=str(second[1]),
    )


# People's decisions and comments.


def _decision_conflicts(stores: Sequence[Store], assignment: Assignment) -> list[MergeConflict]:
    """Find differing points from people in two folders; the later decision counts."""
    criteria = {criterion.id for criterion in assignment.rubric}
    latest: dict[tuple[str, str], tuple[Path, Decision]] = {}
    conflicts = []
    for store in stores:
        for decision in in_force(store.decisions()):
            which = decision.student, decision.criterion
            here = (store.folder, decision)
            there = latest.setdefault(which, here)
            if decision.points != there[1].points and decision.criterion in criteria:
                first, second = (here, there) if decision.at > there[1].at else (there, here)
                decided = [
                    (place, f"{each.points:g} ({each.by})") for place, each in (first, second)
                ]
                conflicts.append(_conflict(which[0], "decision", which[1], decided[0], decided[1]))
                latest[which] = first
    return conflicts


def _superseded(stores: Sequence[Store], assignment: Assignment) -> Iterator[MergeConflict]:
    """Find points taken back, and comments replaced, by a person who did not know of them."""
    criteria = {criterion.id for criterion in assignment.rubric}
    said = [(store.folder, store.decisions(), store.comments()) for store in stores]
    for (folder, decisions, comments), (other, theirs, written) in permutations(said, 2):
        given = {(each.student, each.criterion): each for each in in_force(theirs)}
        for last in latest_decisions(decisions):
            lost = given.get((last.student, last.criterion))
            if lost is None or last.points is not None or last.criterion not in criteria:
                continue
            if lost.at < last.at and lost not in decisions:
                instead = other, f"{lost.points:g} ({lost.by})"
                first = folder, last.by
                yield _conflict(last.student, "taken_back", last.criterion, first, instead)
        earlier = {each.student: each for each in written}
        for comment in {each.student: each for each in comments}.values():
            before = earlier.get(comment.student)
            if before is None or before.text in ("", comment.text):
                continue
            if before.at < comment.at and before not in comments:
                first, second = (folder, comment.by), (other, before.by)
                yield _conflict(comment.student, "comment", "", first, second)


def _add_people(into: Store, others: Sequence[Store]) -> int:
    """Add decisions, comments and notes of the other folders in the order of time."""
    decisions = _missing(into.decisions(), (store.decisions() for store in others))
    comments = _missing(into.comments(), (store.comments() for store in others))
    comments_again = _rows_to_repeat(into.comments(), comments, lambda row: row.student)
    phrases = {(phrase.name, phrase.at) for phrase in into.phrases()}
    newer = {
        phrase.name: phrase
        for phrase in sorted(
            (phrase for store in others for phrase in store.phrases()), key=lambda phrase: phrase.at
        )
        if all(phrase.at > at for name, at in phrases if name == phrase.name)
    }
    confirmations = _missing(into.confirmations(), (store.confirmations() for store in others))
    confirmations_again = _rows_to_repeat(
        into.confirmations(), confirmations, lambda row: row.student
    )
    notes = _missing(into.notes(), (store.notes() for store in others))
    notes_again = _rows_to_repeat(into.notes(), notes, lambda row: row.kind + row.student + row.key)
    if decisions or comments or newer or notes:
        all_notes = (*notes, *notes_again)
        into.decide_all(decisions, (*comments, *comments_again), newer.values(), all_notes)
    if confirmations:
        into.confirm((*confirmations, *confirmations_again))
    before = into.exports()
    exported = {(export.kind, export.target, export.at) for export in before}
    last = max((export.at for export in before), default=None)
    for export in sorted(
        (export for store in others for export in store.exports()), key=lambda export: export.at
    ):
        fresh = last is None or export.at > last
        if fresh and (export.kind, export.target, export.at) not in exported:
            into.note_export(export)
            exported.add((export.kind, export.target, export.at))
    return len(decisions) + len(comments) + len(confirmations) + len(notes)


def _missing(known: Sequence[Row], others: Iterable[Sequence[Row]]) -> list[Row]:
    """List unknown rows of the others, oldest first, without duplicates."""
    there = {to_text(row) for row in known}
    rows = {to_text(row): row for each in others for row in each}
    return sorted((row for text, row in rows.items() if text not in there), key=lambda row: row.at)


def _rows_to_repeat(
    known: Sequence[Row], added: Sequence[Row], key: Callable[[Row], str]
) -> list[Row]:
    """List rows to repeat: the last row counts, but an older one was added after it."""
    last = {key(row): row for row in known}
    older = {key(row) for row in added if key(row) in last and row.at < last[key(row)].at}
    newest = {key(row): row for row in added}
    return [last[subject] for subject in sorted(older) if newest[subject].at < last[subject].at]
