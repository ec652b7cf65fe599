"""The gradebook as it stands, for many requests and several people at once.

One thread owns the store and does one thing after the other. A change holds the results folder for
as long as it takes to write it, so that `grader grade`, `grader export` and a second page on the
same folder have their turn; what they change is seen at the next look. While a change waits for its
turn, everything can be read. A store that was moved away or replaced is never written to: the one
that lies there now is opened, or a sentence says why it cannot be.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import TypeVar

from grader.intake.manifest import read_manifest
from grader.model.collection import Collection
from grader.model.errors import Busy, GraderError, StoreError
from grader.model.evidence import Evidence
from grader.model.gradebook import Comment, Grade, Gradebook, Phrase
from grader.model.scoresheet import GRADER, Decision, one_line
from grader.review.confirming import Confirmed, confirm
from grader.review.desk import Desk, inbox
from grader.review.opening import open_gradebook
from grader.scoring import in_force
from grader.store import Store, one_grader_only, refuse_without_a_store

T = TypeVar("T")
PATIENCE = 5.0  # seconds that a change waits for another grader to leave the results folder
PAUSE = 0.05  # seconds between two tries
COPY_EVERY = 60.0  # seconds: copies of the store are made beside the marking, not after each key
TICK = timedelta(microseconds=1)
LONGEST, SHORT = 10_000, 100  # letters of a reason or comment, and of a name


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassState:
    """Everybody's grade at one moment, and what people decided."""

    stamp: str  # another one after every change
    book: Gradebook
    collection: Collection | None
    decisions: Mapping[tuple[str, str], Decision]  # in force, by student and criterion
    log: Sequence[Decision]  # every decision, oldest first
    phrases: Sequence[Phrase]
    evidence_keys: Mapping[str, str]  # of the evidence as it is now, by student
    handles: Mapping[str, str]  # student -> the handle that addresses use
    students: Mapping[str, str]  # handle -> student

    def grade(self, handle: str) -> Grade | None:
        """Finds a student's grade by handle."""
        student = self.students.get(handle)
        return None if student is None else self.book.by_student.get(student)

    def is_stale(self, decision: Decision) -> bool:
        """Says whether the evidence has changed since somebody decided upon it."""
        now = self.evidence_keys.get(decision.student, "")
        return bool(decision.evidence and now) and decision.evidence != now


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What somebody wants to decide, and what stood there when they made up their mind."""

    student: str
    criterion: str
    points: float | None  # None: take back what was decided
    reason: str
    basis: str  # `version` of the decision that was in force on their screen; "" = none


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Somebody else decided in the meantime: nothing was stored, and a person looks at both."""

    wish: Wish
    theirs: Decision | None


def version(decision: Decision | None) -> str:
    """Tells decisions about one student and criterion apart; "" for none."""
    return "" if decision is None else decision.at.isoformat()


class LiveGradebook:
    """Reads and changes one assignment's results. Any thread may call it."""

    def __init__(self, desk: Desk, secret: bytes) -> None:
        """Opens the store of `desk`; raises StoreError. `secret` makes the handles."""
        self.desk = desk
        self._secret = secret
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._state: ClassState | None = None
        self._copied_at = time.monotonic()
        self._opened: Store | None = None
        self._ending = False
        try:
            self._in_turn(lambda: self._store)
        except BaseException:
            self._thread.shutdown()
            raise

    @property
    def _store(self) -> Store:
        """The store that lies in the folder now. Only for the thread that owns it."""
        if self._opened is not None and not self._opened.in_place:
            self._opened.__exit__()
            self._opened = self._state = None
        if self._opened is None:
            out, assignment = self.desk.out, self.desk.assignment.id
            refuse_without_a_store(out, create=False)  # before a lock is left where nothing is
            with one_grader_only(out):
                self._opened = Store(out, assignment, create=False)
        return self._opened

    def end(self) -> None:
        """Lets no change wait for its turn any more."""
        self._ending = True

    def close(self) -> None:
        """Copies the store if it changed, and closes it."""
        self.end()
        try:
            self._do(self._close)
        finally:
            self._thread.shutdown()

    def _close(self) -> None:
        store = self._opened
        if store is None:
            return
        try:
            if store.in_place:
                store.back_up_now()
        finally:
            store.__exit__()

    def state(self) -> ClassState:
        """Gives the class as it is now; read anew only where something changed."""
        return self._do(self._read)

    def evidence(self, student: str) -> Evidence | None:
        """Reads what was observed of a student."""
        return self._do(lambda: self._store.evidence(student))

    def decide(self, wishes: Sequence[Wish], by: str) -> Sequence[Conflict]:
        """Stores decisions, all or nothing; gives the conflicts, and then nothing was stored.

        GraderError says what cannot be decided so.
        """
        return self._change(lambda: self._decide(wishes, by))

    def comment(self, student: str, text: str, by: str) -> None:
        """Stores what a person writes to a student."""
        if len(text) > LONGEST:
            raise GraderError("a comment has at most {most} letters", most=LONGEST)
        comment = Comment(student=student, text=text, by=_name(by), at=datetime.now(UTC))
        self._change(lambda: self._store.decide_all(comments=(comment,)))

    def keep_phrases(self, phrases: Iterable[Phrase]) -> None:
        """Stores reasons that are to be used again."""
        kept = tuple(phrases)
        self._change(lambda: self._store.decide_all(phrases=kept, back_up=False))

    def confirm(self, students: Iterable[str], by: str) -> Confirmed:
        """Confirms these students' points as they are now."""
        return self._change(lambda: self._confirm(tuple(students), by))

    def _do(self, work: Callable[[], T]) -> T:
        return self._thread.submit(work).result()

    def _change(self, work: Callable[[], T]) -> T:
        """Does `work` while this process holds the results folder."""
        return self._in_turn(lambda: self._held(work))

    def _in_turn(self, work: Callable[[], T]) -> T:
        """Does `work`, and waits a while for whoever holds the folder. Raises StoreError."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self._do(work)
            except Busy:
                if self._ending or time.monotonic() > end:
                    raise
                time.sleep(PAUSE)  # here, so that the store's thread goes on reading for others

    def _held(self, work: Callable[[], T]) -> T:
        store = self._store  # opened before the folder is held: opening holds it, too
        with one_grader_only(self.desk.out):
            done = work()
            if not store.in_place:
                raise StoreError(
                    "{path}: was moved or replaced meanwhile; look whether it was stored, "
                    "and do it again if not",
                    path=self.desk.out,
                )
        return done

    def _read(self) -> ClassState:
        stamp = self._store.stamp.hex()
        if self._state is None or self._state.stamp != stamp:
            self._state = self._read_anew(stamp)
        return self._state

    def _read_anew(self, stamp: str) -> ClassState:
        desk = self.desk
        folder = inbox(desk.course, desk.assignment.id)
        collection = read_manifest(folder) if folder.is_dir() else None
        book = open_gradebook(self._store, desk.assignment, desk.words, collection=collection)
        log = self._store.decisions()
        handles = {grade.student: self._handle(grade.student) for grade in book.grades}
        return ClassState(
            stamp=stamp,
            book=book,
            collection=collection,
            decisions={(each.student, each.criterion): each for each in in_force(log)},
            log=log,
            phrases=self._store.phrases(),
            evidence_keys={each.student: each.key for each in self._store.observed().values()},
            handles=handles,
            students={handle: student for student, handle in handles.items()},
        )

    def _handle(self, student: str) -> str:
        """Makes what stands for a student in addresses: no id, and in no order that tells."""
        name = f"{self.desk.assignment.id}\0{student}".encode("utf-8", "surrogatepass")
        return blake2b(name, key=self._secret, digest_size=8).hexdigest()

    def _decide(self, wishes: Sequence[Wish], by: str) -> Sequence[Conflict]:
        name = _name(by)
        rubric = {criterion.id: criterion for criterion in self.desk.assignment.rubric}
        for wish in wishes:
            criterion = rubric.get(wish.criterion)
            if criterion is None:
                raise GraderError(
                    "{criterion}: is no criterion of this assignment", criterion=wish.criterion
                )
            if wish.points is not None and not 0 <= wish.points <= criterion.points:
                raise GraderError(
                    "{points}: give points from 0 to {max}",
                    points=wish.points,
                    max=criterion.points,
                )
            if len(wish.reason) > LONGEST:
                raise GraderError("a reason has at most {most} letters", most=LONGEST)
        state = self._read()
        now = datetime.now(UTC)
        last: dict[tuple[str, str], datetime] = {}
        for each in state.log:
            about = (each.student, each.criterion)
            last[about] = max(last.get(about, each.at), each.at)
        conflicts: list[Conflict] = []
        new: list[Decision] = []
        for wish in wishes:
            about = (wish.student, wish.criterion)
            theirs = state.decisions.get(about)
            decision = Decision(
                student=wish.student,
                criterion=wish.criterion,
                points=None if wish.points is None else wish.points + 0.0,  # of -0.0 a 0
                by=name,
                reason=wish.reason.strip(),
                # Later than all about the same, if clocks were set back: the latest one counts.
                at=max(now, last[about] + TICK) if about in last else now,
                evidence=state.evidence_keys.get(wish.student, ""),
            )
            if version(theirs) == wish.basis:
                new.append(decision)
            elif not _says_so_already(theirs, decision):
                conflicts.append(Conflict(wish=wish, theirs=theirs))
        if new and not conflicts:
            self._store.decide_all(new, back_up=self._copy_is_due())
        return conflicts

    def _copy_is_due(self) -> bool:
        if time.monotonic() - self._copied_at < COPY_EVERY:
            return False
        self._copied_at = time.monotonic()
        return True

    def _confirm(self, students: Sequence[str], by: str) -> Confirmed:
        found = confirm(self._read().book, students, _name(by), datetime.now(UTC))
        if found.confirmations:
            self._store.confirm(found.confirmations)
        return found


def _name(by: str) -> str:
    name = one_line(by).strip()
    if name in ("", GRADER) or len(name) > SHORT:
        raise GraderError("say who decides: a name of at most {most} letters", most=SHORT)
    return name


def _says_so_already(theirs: Decision | None, ours: Decision) -> bool:
    """Whether this is a decision sent again because its answer was lost: it is stored once."""
    if theirs is None:
        return ours.points is None
    return (theirs.points, theirs.by, theirs.reason) == (ours.points, ours.by, ours.reason)
