"""The gradebook as it stands, for many requests and several people at once.

One thread owns the store and does one thing after the other. A change holds the results folder for
as long as it takes to write it, so that `grader grade`, `grader export` and a second page on the
same folder have their turn; what they change is seen at the next look.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

from grader.intake.manifest import read_manifest
from grader.model.collection import Collection
from grader.model.errors import GraderError, StoreError
from grader.model.evidence import Evidence
from grader.model.gradebook import Comment, Grade, Gradebook, Phrase
from grader.model.scoresheet import GRADER, Decision, one_line
from grader.review.confirming import Confirmed, confirm
from grader.review.desk import Desk, inbox
from grader.review.opening import open_gradebook
from grader.scoring import in_force
from grader.store import Store, one_grader_only

T = TypeVar("T")
PATIENCE = 5.0  # seconds that a change waits for another grader to leave the results folder
PAUSE = 0.05  # seconds between two tries
COPY_EVERY = 60.0  # seconds: copies of the store are made beside the marking, not after each key
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
    folder: Path | None = None  # that was graded last; None: not known

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
        self.closing = ExitStack()  # what else ends with it
        self._store = self._thread.submit(self._open).result()

    def _open(self) -> Store:
        with _held_in_time(self.desk):
            return Store(self.desk.out, self.desk.assignment.id, create=False)

    def close(self) -> None:
        """Copies the store if it changed, and closes it."""
        self.closing.close()
        self._thread.submit(self._close).result()
        self._thread.shutdown()

    def _close(self) -> None:
        self._store.back_up_now()
        self._store.__exit__()

    def state(self) -> ClassState:
        """Gives the class as it is now; read anew only where something changed."""
        return self._do(self._read)

    def evidence(self, student: str) -> Evidence | None:
        """Reads what was observed of a student."""
        return self._do(lambda: self._store.evidence(student))

    def folder_graded(self) -> Path | None:
        """Names the folder of submissions that was graded last; None = not known."""
        return self._do(lambda: self._store.folder_graded)

    def decide(self, wishes: Sequence[Wish], by: str) -> Sequence[Conflict]:
        """Stores decisions, all or nothing; gives the conflicts, and then nothing was stored.

        GraderError says what cannot be decided so.
        """
        return self._do(lambda: self._decide(wishes, by))

    def comment(self, student: str, text: str, by: str) -> None:
        """Stores what a person writes to a student."""
        if len(text) > LONGEST:
            raise GraderError("a comment has at most {most} letters", most=LONGEST)
        comment = Comment(student=student, text=text, by=_name(by), at=datetime.now(UTC))
        self._do(lambda: self._write(lambda: self._store.decide_all(comments=(comment,))))

    def keep_phrases(self, phrases: Iterable[Phrase]) -> None:
        """Stores reasons that are to be used again."""
        kept = tuple(phrases)
        self._do(lambda: self._write(lambda: self._store.decide_all(phrases=kept, back_up=False)))

    def confirm(self, students: Iterable[str], by: str) -> Confirmed:
        """Confirms these students' points as they are now."""
        return self._do(lambda: self._confirm(tuple(students), by))

    def ask(self, work: Callable[[Store, ClassState], T], *, holding: bool = False) -> T:
        """Has the store's thread do some work; `holding` the results folder, it may write."""
        if not holding:
            return self._do(lambda: work(self._store, self._read()))
        return self._do(lambda: self._write(lambda: work(self._store, self._read())))

    def _do(self, work: Callable[[], T]) -> T:
        return self._thread.submit(work).result()

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
            folder=self._store.folder_graded,
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
        with _held_in_time(self.desk):
            state = self._read()
            at = datetime.now(UTC)
            conflicts = [
                Conflict(wish=wish, theirs=theirs)
                for wish in wishes
                if version(theirs := state.decisions.get((wish.student, wish.criterion)))
                != wish.basis
            ]
            if not conflicts:
                self._store.decide_all(
                    [
                        Decision(
                            student=wish.student,
                            criterion=wish.criterion,
                            points=wish.points,
                            by=name,
                            reason=wish.reason.strip(),
                            at=at,
                            evidence=state.evidence_keys.get(wish.student, ""),
                        )
                        for wish in wishes
                    ],
                    back_up=self._copy_is_due(),
                )
            return conflicts

    def _copy_is_due(self) -> bool:
        if time.monotonic() - self._copied_at < COPY_EVERY:
            return False
        self._copied_at = time.monotonic()
        return True

    def _confirm(self, students: Sequence[str], by: str) -> Confirmed:
        with _held_in_time(self.desk):
            found = confirm(self._read().book, students, by, datetime.now(UTC))
            if found.confirmations:
                self._store.confirm(found.confirmations)
            return found

    def _write(self, change: Callable[[], T]) -> T:
        with _held_in_time(self.desk):
            return change()


def _name(by: str) -> str:
    name = one_line(by).strip()
    if name in ("", GRADER) or len(name) > SHORT:
        raise GraderError("say who decides: a name of at most {most} letters", most=SHORT)
    return name


@contextmanager
def _held_in_time(desk: Desk) -> Iterator[None]:
    """Holds the results folder, and waits a while for whoever holds it now. Raises StoreError."""
    end = time.monotonic() + PATIENCE
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(one_grader_only(desk.out))
                break
            except StoreError:
                if time.monotonic() > end:
                    raise
                time.sleep(PAUSE)
        yield
