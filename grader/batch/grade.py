"""`grade` and `regrade`: a folder of submissions in, a score sheet per student in the store.

Every submission's records are stored in one transaction as soon as they are known, so a batch that
was killed goes on where it was. Nothing that happens to one submission reaches another's sheet.
"""

import hashlib
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from grader.batch.classroom import ClassResult, Classroom, Publisher
from grader.batch.pool import OpenPool, OpenWorkplace, Phase, Step, observe_all
from grader.batch.timing_worker import TimingWorker, time_all
from grader.intake import UnreadSubmission, find_id, find_students, read_submission
from grader.model.collection import Collection
from grader.model.course import Assignment, Course
from grader.model.errors import IntakeError, Message, SandboxUnavailable, StoreError, shield
from grader.model.evidence import Evidence
from grader.model.gradebook import Comment, Confirmation, Note
from grader.model.scoresheet import Decision
from grader.model.submission import Submission
from grader.model.timing import Curve
from grader.observing import (
    KeptEvidence,
    Setup,
    holds,
    kept_of,
    unread_evidence,
    without_evidence,
)
from grader.people import former_names
from grader.plugins import checks
from grader.protocols import ask_inspectors, measurer
from grader.sandbox import IsolationLevel, accepts, is_lower, probe
from grader.store import (
    FILE_NAME,
    Observed,
    Store,
    SubmissionIdentity,
    evidence_key,
    exercise_keys,
    open_store,
    same_evidence,
)

SHARDS = "shards"  # in a results folder
Watch = Callable[[Step], None]
"""Called with every step, in the main thread only."""
Observe = Callable[..., Generator[Step, None, None]]


class Elsewhere(Protocol):
    """Other machines, which observe and time a class."""

    @property
    def setup(self) -> Setup:
        """The set-up of the best of them, used instead of this machine's."""

    @property
    def workplace(self) -> OpenWorkplace:
        """Open the tools of one machine, on that machine."""

    def open_pool(self, jobs: int, cpus: frozenset[int]) -> AbstractContextManager[Executor]:
        """Open their executor; an OpenPool."""

    def refusals(self) -> Sequence[Message]:
        """Return the machines that are not used, and why."""

    @property
    def learnt(self) -> Mapping[str, Curve]:
        """The times of our own programs there, marked with the machine."""

    def places(self) -> int:
        """Count the submissions that can be observed in parallel at this moment."""

    def time_all(
        self, todo: Sequence[tuple[Submission, Evidence]], known: Mapping[str, Curve]
    ) -> Generator[Step, None, None]:
        """Yield two steps for each submission, as timing_worker.time_all does."""


class OpenElsewhere(Protocol):
    """Find or start other machines for a class, and release them at the end."""

    def __call__(
        self,
        job: "ClassJob",
        setup: Setup,
        libraries: tuple[str, ...],
        device: str,
        *,
        unsafe: bool,
    ) -> AbstractContextManager[Elsewhere]:
        """Open them for a job; a GraderError says why that failed.

        `setup` is that of the machine where the command runs. The libraries, and a device by the
        choice "auto", "cpu" or "gpu", are to be looked for there.
        """


class Shard(Struct, frozen=True, kw_only=True):
    """One of `count` parts of a class, which many machines grade without knowing of each other.

    Which part a student belongs to depends on the id alone, so that a latecomer moves
    no one else. The parts have about the same size; with a small class, one may be empty.
    """

    number: int  # 1 is the first
    count: int

    def has(self, student: str) -> bool:
        """Return whether a student belongs to this part."""
        digest = hashlib.sha256(student.encode("utf-8", "surrogatepass")).digest()
        return int.from_bytes(digest) % self.count == self.number - 1

    @property
    def folder(self) -> str:
        """The name of its results folder, below the class's own."""
        return f"{SHARDS}/{self.number}-of-{self.count}"


class ClassJob(Struct, frozen=True, kw_only=True):
    """What to grade, and where the results go."""

    course: Course
    folder: Path
    out: Path
    jobs: int = 1
    only: tuple[str, ...] = ()  # students; empty = all
    shard: Shard | None = None  # the part of the class that is graded here; None = all of it
    timing: bool = False  # when everyone is graded, exercises are timed …
    where_used: bool = False  # … those alone of which somebody says, or asks, how long they take
    accepted: IsolationLevel | None = None  # a level of isolation that may follow a higher one
    collection: Collection | None = None  # what was collected, and who is who in it


def grade_class(  # noqa: PLR0913, PLR0917  what is graded, what does it, and who hears of it
    job: ClassJob,
    setup: Setup,
    workplace: OpenWorkplace,
    publisher: Publisher,
    watch: Watch,
    open_pool: OpenPool | None = None,
    elsewhere: Elsewhere | None = None,
) -> ClassResult:
    """Grade a folder; submissions whose stored evidence still holds are not run again.

    With `job.timing`, what was not timed before is timed when all sheets and the class's table are
    there, and nothing else of it is run. With `elsewhere`, `open_pool` is that of other machines,
    and they time the class, too.

    Raises IntakeError when the folder or `only` cannot be used, StoreError when the results folder
    cannot, and SandboxUnavailable when no worker can open its tools, or when somebody would be
    graded on a lower level of isolation than this class was, and nobody accepts it.
    """
    handins = find_students(job.folder, job.course)
    chosen = _chosen(handins, job.only)
    if job.shard is not None:
        chosen = tuple(each for each in chosen if job.shard.has(each.student))
        if not chosen:
            return ClassResult(graded=())
    with open_store(job.out, setup.assignment.id, create=True) as store:
        others = _classmates_graded(handins, chosen, store)
        store.mark_handed_in(handin.student for handin in handins)
        store.keep_folder(job.folder.resolve())
        present = {handin.student for handin in handins}
        decided = {decision.student for decision in store.decisions()}
        former = former_names(job.collection, {*store.observed(), *decided} - present)
        carried = _carry_over(store, former)
        absent = [name for name in store.observed() if name not in present and name not in former]
        publisher.begin([*present, *absent, *former])
        plan = _plan(chosen, setup, store)
        classmates = [_stored_evidence(store, student, setup.assignment.id) for student in others]
        runs = plan.todo or any(_needs_timing(known, setup, job) for known in plan.holding)
        lowered = _lowered((*plan.stored, *classmates), setup, job) if runs else {}
        with Classroom(
            store=store,
            assignment=setup.assignment,
            decisions=store.decisions(),
            publisher=publisher,
        ) as room:
            room.enter_again(classmates)
            observe = partial(
                observe_all,
                setup=setup,
                workplace=workplace,
                jobs=job.jobs,
                open_pool=open_pool,
                places=elsewhere.places if elsewhere else None,
            )
            _work_off(plan, room, observe, watch)
            conclude = partial(
                room.conclude,
                observed=[each.student for each in plan.todo],
                carried=carried,
                absent=absent,
                unusual=[
                    each.student
                    for each in handins
                    if find_id(each.student, job.course.student_id) is None
                ],
                lowered=lowered,
            )
            holding = [evidence.student for evidence in plan.holding]
            untimed = [
                (submission, evidence)
                for student, submission in plan.submissions.items()
                if _needs_timing(evidence := room.graded[student].evidence, setup, job)
            ]
            first = conclude(holding=holding)
            if not untimed:
                return first
            _time(untimed, job, setup, room, watch, elsewhere)
            times = {submission.student for submission, _ in untimed}
            return conclude(
                measured=[student for student in holding if student in times],
                holding=[student for student in holding if student not in times],
                before=first,
            )


def _needs_timing(evidence: Evidence, setup: Setup, job: ClassJob) -> bool:
    """Return whether some exercise of a submission is to be timed now."""
    used = not job.where_used or uses_times(evidence, setup.assignment)
    measures = measurer()
    return job.timing and used and measures is not None and bool(measures.to_time(evidence, setup))


def uses_times(evidence: Evidence, assignment: Assignment) -> bool:
    """Return whether times count for points, are limited, or the report says how they grow."""
    named = tuple(check for criterion in assignment.rubric for check in criterion.checks)
    limited = any(each.sweep and each.sweep.slowest for each in assignment.exercises)
    claimed = any(ask_inspectors(lambda inspector: inspector.uses_times(evidence)))
    counted = any(check.uses_times and check.code.startswith(named) for check in checks())
    return claimed or limited or counted


def _time(  # noqa: PLR0913, PLR0917  who is timed, where, and who hears of it
    todo: Sequence[tuple[Submission, Evidence]],
    job: ClassJob,
    setup: Setup,
    room: Classroom,
    watch: Watch,
    elsewhere: Elsewhere | None,
) -> None:
    known = room.store.baselines()
    learns: Elsewhere | TimingWorker
    if elsewhere is not None:
        learns, timed = elsewhere, elsewhere.time_all(todo, known)
    else:
        learns = timing = TimingWorker.of(job.course.root, setup, known)
        timed = time_all(todo, timing, job.jobs)
    done = 0
    with closing(timed) as steps:
        for step in steps:
            if step.evidence is not None:
                room.enter(step.evidence)
                done += 1
                if (learnt := learns.learnt).keys() - known.keys():
                    room.store.keep_baselines(learnt)  # now: who is interrupted keeps them
                    known = learnt
            watch(replace(step, done=done, total=len(todo)))


def _lowered(stored: Iterable[Evidence], setup: Setup, job: ClassJob) -> Mapping[str, str]:
    """Return how this isolation level is lower than the best one this class was graded on.

    Raises SandboxUnavailable unless a person has accepted that: a failed probe or another machine
    must not silently lower the isolation of a class.
    """
    levels = {evidence.machine.get("rung") for evidence in stored}
    before = next((level for level in IsolationLevel if level.value in levels), None)
    now = IsolationLevel.of(setup.machine)
    if before is None or now is None or not is_lower(now, before):
        return {}
    reason = probe(before).reason or "-"
    if now is not IsolationLevel.D and not accepts(job.accepted, now):  # D is asked for by name
        raise SandboxUnavailable(
            "{path}: this class was graded at isolation level {before}, but now only level "
            "{now} is available ({reason}). No student was graded. Run `grader machine` to "
            "see why; if level {now} is enough, use --accept-level {now}, or set "
            "accept_level under [sandbox] in course.toml",
            path=job.out,
            before=before,
            now=now,
            reason=reason,
        )
    return {"now": now.value, "before": before.value, "reason": reason}


def _carry_over(store: Store, former: Mapping[str, str]) -> list[str]:
    """Move what people said about an LMS's name to the student id it turned out to be.

    What was said under the id itself stays as it is. Lists whose words were carried over.
    """
    known = {(each.student, each.criterion) for each in store.decisions()}
    commented = {each.student for each in store.comments()}
    noted = {(each.kind, each.student, each.key) for each in store.notes()}
    confirmed = {each.student for each in store.confirmations()}
    decisions = [
        replace(each, student=student)
        for each in store.decisions()
        if (student := former.get(each.student)) and (student, each.criterion) not in known
    ]
    comments = [
        replace(each, student=student)
        for each in store.comments()
        if (student := former.get(each.student)) and student not in commented
    ]
    confirmations = [
        replace(each, student=student)
        for each in store.confirmations()
        if (student := former.get(each.student)) and student not in confirmed
    ]
    notes = [
        replace(each, student=student)
        for each in store.notes()
        if (student := former.get(each.student)) and (each.kind, student, each.key) not in noted
    ]
    if decisions or comments or notes:
        store.decide_all(decisions, comments, notes=notes)
    if confirmations:
        store.confirm(confirmations)
    carried: Sequence[Decision | Comment | Confirmation | Note] = (
        *decisions,
        *comments,
        *confirmations,
        *notes,
    )
    return sorted({each.student for each in carried})


class _Plan(Struct, frozen=True, kw_only=True):
    """What to do for each submission."""

    unchanged: tuple[Evidence, ...]  # stored, and still true
    came: tuple[Evidence, ...]  # of those, the ones that were submitted at another time, or way
    unread: tuple[Evidence, ...]  # could not be read, through a fault of ours
    todo: tuple[Submission, ...]
    kept: Mapping[str, KeptEvidence]  # of those to do, what still holds, by student
    submissions: Mapping[str, Submission]  # that could be read, by student
    stored: tuple[Evidence, ...]  # of before, whether it holds or not

    @property
    def holding(self) -> tuple[Evidence, ...]:
        """The evidence that is kept instead of being observed again."""
        return (*self.unchanged, *self.came)


def _plan(handins: Sequence[UnreadSubmission], setup: Setup, store: Store) -> _Plan:
    """Read every submission and compare its key with that of the stored evidence."""
    observed = store.observed()
    unchanged: list[Evidence] = []
    came: list[Evidence] = []
    unread: list[Evidence] = []
    todo: list[Submission] = []
    kept: dict[str, KeptEvidence] = {}
    submissions: dict[str, Submission] = {}
    stored_before: list[Evidence] = []
    for handin in handins:
        with shield() as fault:
            submission = read_submission(handin, setup.assignment)
        if fault:
            unread.append(unread_evidence(handin.student, setup, fault.caught))
            continue
        submissions[handin.student] = submission
        stored = _stored(store, observed.get(handin.student))
        stored_before += [stored] if stored is not None else []
        if stored is not None and holds(stored, submission, setup):
            known = replace(stored, received=submission.received, collected=submission.collected)
            (unchanged if known == stored else came).append(known)
            continue
        todo.append(submission)
        if stored is not None:
            kept[handin.student] = kept_of(stored, submission, setup)
    return _Plan(
        unchanged=tuple(unchanged),
        came=tuple(came),
        unread=tuple(unread),
        todo=tuple(todo),
        kept=kept,
        submissions=submissions,
        stored=tuple(stored_before),
    )


def seen_by_another_version(out: Path, assignment: str) -> tuple[str, ...]:
    """List the students whose stored evidence this version cannot read, by id.

    They are observed once more; decisions and confirmations stay. If the store cannot be read, yet
    (a first run was killed while creating it) or at all, the list is empty: `grade_class` opens
    the store for writing and reports what is wrong with it.
    """
    if not (out / FILE_NAME).is_file():
        return ()
    try:
        with open_store(out, assignment, reading=True) as store:
            observed = store.observed().values()
    except StoreError:
        return ()
    return tuple(each.student for each in observed if each.intact and not each.readable)


def _stored(store: Store, known: Observed | None) -> Evidence | None:
    """Read the stored evidence of a student, if there is any that this version understands."""
    return store.evidence(known.student) if known is not None and known.readable else None


def _work_off(plan: _Plan, room: Classroom, observe: Observe, watch: Watch) -> None:
    at_once = (*plan.came, *plan.unread)
    done = len(plan.unchanged) + len(at_once)
    total = done + len(plan.todo)
    room.enter_again(plan.unchanged)
    for evidence in at_once:
        room.enter(evidence)
    with closing(observe(plan.todo, kept=plan.kept)) as steps:
        for step in steps:
            phase = step.phase
            if step.evidence is not None:
                room.enter(step.evidence)
            if phase is Phase.FINISHED:
                done += 1
                phase = Phase.BROKEN if step.student in room.faults else phase
            watch(replace(step, phase=phase, done=done, total=total))


def _chosen(
    handins: Sequence[UnreadSubmission], only: Iterable[str]
) -> tuple[UnreadSubmission, ...]:
    """Pick the students asked for; IntakeError names those who are not there."""
    wanted = set(only)
    if missing := wanted - {handin.student for handin in handins}:
        students = ", ".join(sorted(missing))
        raise IntakeError("the folder contains no submission of {students}", students=students)
    return tuple(handin for handin in handins if handin.student in wanted or not wanted)


def _classmates_graded(
    handins: Iterable[UnreadSubmission], chosen: Iterable[UnreadSubmission], store: Store
) -> tuple[str, ...]:
    """List those with evidence who are in the folder and not to be graded now.

    StoreError when this version does not understand it: they would vanish from the gradebook.
    """
    others = {handin.student for handin in handins} - {handin.student for handin in chosen}
    known = [row for row in store.observed().values() if row.student in others]
    refuse_another_version(known, store.folder)
    return tuple(row.student for row in known)


def regrade_class(  # noqa: PLR0913  what is derived, from what, and whom for
    assignment: Assignment,
    reference_digests: Mapping[str, str],
    out: Path,
    publisher: Publisher,
    collection: Collection | None = None,
    *,
    only_decided: bool = False,
) -> ClassResult:
    """Derive every sheet again; the result's `outdated` names evidence that needs `grade`.

    With `only_decided`, only sheets to which the rubric and decisions of today give other awards;
    the findings of all others stay as they were judged.

    Of evidence that another version of grader stored, the findings of then are scored, with the
    points and decisions of today. StoreError when there is no evidence, or neither evidence nor
    findings that this version can read.
    """
    with open_store(out, assignment.id) as store:
        observed = store.observed().values()
        foreign = [row for row in observed if row.handed_in and row.intact and not row.readable]
        refuse_another_version((row for row in foreign if not store.sheet(row.student)), out)
        kept = [row.student for row in foreign]
        present = [row.student for row in observed if row.handed_in]
        stored = [
            _stored_evidence(store, student, assignment.id)
            for student in present
            if student not in kept
        ]
        publisher.begin([row.student for row in observed])
        former = former_names(collection, {row.student for row in observed})
        with Classroom(
            store=store,
            assignment=assignment,
            decisions=store.decisions(),
            publisher=publisher,
        ) as room:
            room.enter_again(stored, only_decided=only_decided)
            room.score_again(kept)
            return room.conclude(
                holding=present,
                another_version=kept,
                absent=[
                    row.student
                    for row in observed
                    if not row.handed_in and former.get(row.student) not in present
                ],
                outdated=[
                    evidence.student
                    for evidence in stored
                    if _outdated(evidence, assignment, reference_digests)
                ],
            )


def _outdated(
    evidence: Evidence, assignment: Assignment, reference_digests: Mapping[str, str]
) -> bool:
    """Return whether the exercises or references changed since the evidence was collected."""
    identity = SubmissionIdentity(
        student=evidence.student, digest=evidence.digest, main=evidence.main
    )
    key = evidence_key(exercise_keys(identity, assignment, reference_digests))
    return bool(evidence.key) and not same_evidence(key, evidence.key)


def _stored_evidence(store: Store, student: str, assignment: str) -> Evidence:
    """Read stored evidence; damage by the disk counts as a fault of ours, not the student's."""
    lost = "damaged in the results folder; run `grader grade` again"
    stored = store.evidence(student)
    return stored or without_evidence(student, assignment, {}, f"what was observed is {lost}")


def refuse_another_version(observed: Iterable[Observed], folder: Path) -> None:
    """Raise StoreError when whole evidence is of a version that this one does not understand."""
    if other := [row.student for row in observed if row.intact and not row.readable]:
        raise StoreError(
            "{path}: the evidence of {students} is from another version of grader; run "
            "`grader grade` again",
            path=folder,
            students=", ".join(other),
        )
