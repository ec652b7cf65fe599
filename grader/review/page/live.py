"""The current gradebook, for many requests and several people at once.

One thread owns the store and does one thing at a time. A change holds the results folder only while
writing, so that `grader grade`, `grader export` and a second page on the same folder get their
turn; their changes are seen at the next look. While a change waits, everything can be read. A store
that was moved away or replaced is never written to: the one now in its place is opened, or a
message says why it cannot be.
"""

import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from grader.export.place_notes import KIND, from_note, to_note
from grader.gradebook.confirming import Confirmed, confirm
from grader.gradebook.desk import Desk, collection_of, inbox
from grader.gradebook.opening import Known, open_gradebook
from grader.gradebook.saying import said_of
from grader.intake.manifest import MANIFEST
from grader.model.collection import Collection
from grader.model.course import Criterion
from grader.model.errors import Busy, GraderError, StoreError
from grader.model.evidence import Evidence
from grader.model.gradebook import Comment, Grade, Gradebook, Note, Phrase
from grader.model.places import Place, PlaceComment
from grader.model.scoresheet import GRADER, ChosenItem, Decision, ScoreSheet, one_line
from grader.review.page.items import (
    MOST_POINTS,
    ItemChange,
    changes_of,
    count_behind,
    is_fixed,
    itemize,
    items_of,
    reason_of,
)
from grader.scoring import decided_after, in_force
from grader.store import (
    PATIENCE,
    Store,
    is_stale,
    one_grader_only,
    refuse_without_a_store,
    with_word,
)
from grader.wording import LANGUAGES, load_wording
from grader.wording.bilingual import Bilingual

T = TypeVar("T")
PAUSE = 0.05  # seconds between two attempts
COPY_EVERY = 60.0  # seconds; the store is copied now and then, not after each key
LONGEST, SHORT = 10_000, 100  # letters of a reason or comment, and of a name


class ClassState(Struct, frozen=True, kw_only=True):
    """Everyone's grade at one moment, and people's decisions."""

    run: str  # identifies this server's run; `number` starts again with it
    number: int  # increases with every change
    book: Gradebook
    collection: Collection | None
    decisions: Mapping[tuple[str, str], Decision]  # in force, by student and criterion
    log: Sequence[Decision]  # every decision, oldest first
    comments: Mapping[str, Comment]  # the latest, by student
    phrases: Sequence[Phrase]  # rubric items of assignment.toml first
    behind: Mapping[str, int]  # decisions made with other points than a rubric item has now
    evidence_keys: Mapping[str, str]  # of the current evidence, by student
    keys_by_name: Mapping[str, str]  # of all evidence that this server's pages may have shown
    folder: Path | None  # the folder graded last, with submitted files
    handles: Mapping[str, str]  # student -> handle, which addresses use
    students: Mapping[str, str]  # handle -> student
    changed: Mapping[str, int]  # student -> `number` at their last change
    began: int  # `number` since which the class has had the same students
    veil: str = ""  # identifies what is withheld from the viewer; "" = nothing

    @property
    def stamp(self) -> str:
        """A value that differs after every change."""
        return f"{self.run}-{self.number}"

    @property
    def screen(self) -> str:
        """The stamp of a browser's screen, which also depends on what is withheld."""
        return f"{self.stamp}-{self.veil}" if self.veil else self.stamp

    def is_veiled_like(self, screen: str) -> bool:
        """Return whether the same was withheld from that screen."""
        return "".join(screen.split("-")[2:]) == self.veil

    def changed_since(self, stamp: str) -> Sequence[str] | None:
        """List students whose points, comments or evidence changed since; None: perhaps everyone.

        None also if the class itself has changed. `stamp` may be that of a screen.
        """
        run, number, *_ = f"{stamp}-".split("-")
        if run != self.run or not number.isascii() or not number.isdigit():
            return None
        if not self.began <= int(number) <= self.number:
            return None
        return [student for student, at in self.changed.items() if at > int(number)]

    def grade(self, handle: str) -> Grade | None:
        """Return a student's grade by handle."""
        student = self.students.get(handle)
        return None if student is None else self.book.by_student.get(student)

    def evidence_named(self, name: str) -> str:
        """Return the key of the evidence that a page names; an unknown name becomes its own key.

        Names from another server's page are unknown: its evidence may not be the current one.
        """
        return self.keys_by_name.get(name, name)

    def is_stale(self, decision: Decision) -> bool:
        """Return whether the evidence has changed since it was decided.

        Observing the same files in a new way is no change if the result is the same.
        """
        key = self.evidence_keys.get(decision.student, "")
        if not is_stale(decision, key):
            return False
        sheet = _sheet(self.book, decision.student)
        word, points = said_of(sheet, self.book.assignment, decision.criterion)
        return is_stale(decision, key, word, points)


class Wish(Struct, frozen=True, kw_only=True):
    """A requested decision, and what the person saw when making it."""

    student: str
    criterion: str
    points: float | None  # None: retract the decision
    reason: str
    basis: str  # `version` of the decision in force on their screen; "" = none
    evidence: str | None = None  # key of the evidence on their screen; None = the current one
    items: Mapping[str, float] = field(default_factory=dict)  # rubric items, their points there


class StoredBeside(Struct, frozen=True, kw_only=True):
    """Comments and notes to store in the same transaction as decisions."""

    comments: Sequence[Comment] = ()
    notes: Sequence[Note] = ()


class DecisionConflict(Struct, frozen=True, kw_only=True):
    """Someone else decided in the meantime: nothing was stored, and a person looks at both."""

    wish: Wish
    theirs: Decision | None


class Decided(Struct, frozen=True, kw_only=True):
    """The outcome of the wishes, and the class after them; with a conflict, nothing was stored."""

    state: ClassState
    stored: Mapping[tuple[str, str], str]  # student and criterion -> current version
    conflicts: Sequence[DecisionConflict]


class PhraseKept(Struct, frozen=True, kw_only=True):
    """The outcome of changing a phrase."""

    stored: bool  # False: the phrase or its reach has changed in the meantime
    state: ClassState
    changes: Sequence[ItemChange]  # its effects on decisions, done or to be checked


class Finished(Struct, frozen=True, kw_only=True):
    """Who was confirmed, who was left out, and the class afterwards."""

    state: ClassState
    found: Confirmed
    changed: Sequence[str]  # students who have changed since the person saw them


def version(record: Decision | Phrase | None) -> str:
    """Return the version of a record, by its time; "" for none."""
    return "" if record is None else record.at.isoformat()


def short_name(key: str) -> str:
    """Return a short name of evidence for pages: 8 letters for a key of 300; "" for none."""
    if not key:
        return ""
    digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=6).digest()
    return urlsafe_b64encode(digest).decode()


class LiveGradebook:
    """Reads and changes one assignment's results. Any thread may call it."""

    def __init__(self, desk: Desk, secret: bytes) -> None:
        """Open the store of `desk`. Raises StoreError. `secret` makes the handles."""
        self.desk = desk
        self.words = Bilingual(*map(load_wording, LANGUAGES))
        self._rubric = {criterion.id: criterion for criterion in desk.assignment.rubric}
        self._items = items_of(desk.assignment)
        self._secret = secret
        self._run = secrets.token_hex(6)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._state: ClassState | None = None
        self._seen: tuple[object, object] = (None, None)  # store and manifest of `_state`
        self._known: Known = {}
        self._keys_by_name: dict[str, str] = {}  # grows while the server runs
        self._copied_at = time.monotonic()
        self.closing = ExitStack()  # resources that are closed with it
        self.veil: Callable[[ClassState], ClassState] = lambda state: state  # for the viewer
        self._opened: Store | None = None
        self._ending = False
        try:
            self._in_turn(lambda: self._store)
        except BaseException:
            self._thread.shutdown()
            raise

    @property
    def place(self) -> str:
        """The name under which a browser stores unsaved input for this results folder."""
        name = str(self.desk.out.resolve()).encode("utf-8", "surrogateescape")
        return blake2b(name, key=self._secret, digest_size=8).hexdigest()

    @property
    def _store(self) -> Store:
        """The store now in the folder. Only for the thread that owns it."""
        if self._opened is not None and not self._opened.in_place:
            self._opened.__exit__()
            self._opened = self._state = None
        if self._opened is None:
            out, assignment = self.desk.out, self.desk.assignment.id
            refuse_without_a_store(out, create=False)  # before leaving a lock without a store
            with one_grader_only(out):
                store = Store(out, assignment, create=False)
                try:
                    store.refuse_read_only()
                except BaseException:
                    store.__exit__()
                    raise
                self._opened = store
        return self._opened

    def end(self) -> None:
        """Stop changes from waiting for their turn."""
        self._ending = True

    def close(self) -> None:
        """Copy the store if it has changed, and close it. Raises StoreError if copying fails."""
        self.end()
        self.closing.close()
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
                # Another page that ends now makes the same copy, and removes drafts.
                with one_grader_only(self.desk.out, patience=PATIENCE):
                    store.back_up_now()
        finally:
            store.__exit__()

    def state(self) -> ClassState:
        """Return the current class; only changes are read again."""
        return self._do(self._read)

    def shown(self) -> ClassState:
        """Return the class as the viewer may see it; for pages only, never for writing."""
        return self.veil(self.state())

    def evidence(self, student: str) -> Evidence | None:
        """Read the evidence of a student."""
        return self._do(lambda: self._store.evidence(student))

    def decide(
        self,
        wishes: Sequence[Wish],
        by: str,
        beside: Callable[[Store, ClassState], StoredBeside] | None = None,
    ) -> Decided:
        """Store decisions, all or nothing; with conflicts, return them and store nothing.

        `beside` is called while no one else can write, and returns what to store with them. Raises
        GraderError for what cannot be decided like that.
        """
        return self._change(lambda: self._decide(wishes, by, beside))

    def comment(self, student: str, text: str, by: str, basis: str) -> Comment | None:
        """Store a comment to a student in place of `basis`, the text on the person's screen.

        Returns someone else's newer text, in which case nothing was stored.
        """
        if len(text) > LONGEST:
            raise GraderError("a comment can have at most {most} characters", most=LONGEST)
        comment = Comment(student=student, text=text, by=signature(by), at=datetime.now(UTC))
        return self._change(lambda: self._comment(comment, basis))

    def comment_at(  # noqa: PLR0913, PLR0917  whose, which, what, by whom, and where
        self, student: str, key: str, text: str, by: str, basis: str, place: Place | None = None
    ) -> PlaceComment | None:
        """Store a comment at a place, replacing `basis`, the text on the screen; see `comment`.

        Without a place, it keeps the place of its key. An empty text removes it.
        """
        if len(text) > LONGEST:
            raise GraderError("a comment can have at most {most} characters", most=LONGEST)
        name = signature(by)
        return self._change(lambda: self._comment_at(student, key, text, name, basis, place))

    def keep_phrase(
        self, phrase: Phrase, basis: str, reach: Mapping[str, str] | None = None
    ) -> PhraseKept:
        """Store a reusable reason in place of the version `basis`.

        For a rubric item, `reach` lists whose decisions are changed with it, with their versions on
        the screen: all of them at once, or nothing. An item in assignment.toml is not stored; its
        decisions follow.
        """
        if max(map(len, phrase.text.values()), default=0) > LONGEST:
            raise GraderError("a reason can have at most {most} characters", most=LONGEST)
        if phrase.points is not None and not abs(phrase.points) <= MOST_POINTS:
            raise GraderError(
                "{points}: enter points from {min} to {max}",
                points=phrase.points,
                min=-MOST_POINTS,
                max=MOST_POINTS,
            )
        by = signature(phrase.by)
        return self._change(lambda: self._keep_phrase(replace(phrase, by=by), basis, reach))

    def confirm(self, students: Iterable[str], by: str, stamp: str | None = None) -> Finished:
        """Confirm these students' current points; `stamp` is that of the screen.

        Students who have changed since are left out, as the person has not seen that.
        """
        return self._change(lambda: self._confirm(tuple(students), by, stamp))

    def ask(self, work: Callable[[Store, ClassState], T], *, holding: bool = False) -> T:
        """Run some work in the store's thread; if `holding` the results folder, it may write."""
        if holding:
            return self._change(lambda: work(self._store, self._read()))
        return self._do(lambda: work(self._store, self._read()))

    def _do(self, work: Callable[[], T]) -> T:
        return self._thread.submit(work).result()

    def _change(self, work: Callable[[], T]) -> T:
        """Do `work` while this process holds the results folder."""
        return self._in_turn(lambda: self._held(work))

    def _in_turn(self, work: Callable[[], T]) -> T:
        """Do `work`, waiting a while for the folder's lock. Raises StoreError."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self._do(work)
            except Busy:
                if self._ending or time.monotonic() > end:
                    raise
                time.sleep(PAUSE)  # here, so that the store's thread can serve others

    def _held(self, work: Callable[[], T]) -> T:
        store = self._store  # opened first, since opening also holds the folder
        with one_grader_only(self.desk.out):
            done = work()
            if not store.in_place:
                raise StoreError(
                    "{path}: was moved or replaced while saving; check whether it was saved, and "
                    "repeat the step if not",
                    path=self.desk.out,
                )
        return done

    def _read(self) -> ClassState:
        folder = inbox(self.desk.course, self.desk.assignment.id)
        mark = (self._store.stamp, _mark_of(folder / MANIFEST))
        if self._state is None or self._seen != mark:
            if self._state is None or self._seen[1] != mark[1]:
                collection = collection_of(self.desk.course, self.desk.assignment.id)
            else:
                collection = self._state.collection
            self._state = self._read_anew(collection)
            self._seen = mark
        return self._state

    def _read_anew(self, collection: Collection | None) -> ClassState:
        desk, before = self.desk, self._state
        book = open_gradebook(
            self._store, desk.assignment, desk.words, collection=collection, known=self._known
        )
        log = self._store.decisions()
        decided = {(each.student, each.criterion): each for each in in_force(log)}
        phrases = (*self._items, *self._store.phrases())
        number = before.number + 1 if before else 1
        same = before is not None and _students(before.book) == _students(book)
        handles = {grade.student: self._handle(grade.student) for grade in book.grades}
        evidence_keys = {each.student: each.key for each in self._store.observed().values()}
        for key in {*evidence_keys.values(), *(each.evidence for each in log)}:
            self._keys_by_name[short_name(key)] = key
        state = ClassState(
            run=self._run,
            number=number,
            book=book,
            collection=collection,
            decisions=decided,
            log=log,
            comments={each.student: each for each in self._store.comments()},
            phrases=phrases,
            behind=count_behind(decided.values(), phrases),
            evidence_keys=evidence_keys,
            keys_by_name=self._keys_by_name,
            folder=self._store.folder_graded,
            handles=handles,
            students={handle: student for student, handle in handles.items()},
            changed={},
            began=before.began if before and same else number,
        )
        return replace(state, changed=_changed(before if same else None, state))

    def _handle(self, student: str) -> str:
        """Make a student's handle for addresses: not the id, and in no revealing order."""
        name = f"{self.desk.assignment.id}\0{student}".encode("utf-8", "surrogatepass")
        return blake2b(name, key=self._secret, digest_size=8).hexdigest()

    def _decide(
        self,
        wishes: Sequence[Wish],
        by: str,
        beside: Callable[[Store, ClassState], StoredBeside] | None,
    ) -> Decided:
        name = signature(by)
        for wish in wishes:
            _refuse(wish, self._rubric.get(wish.criterion))
        state = self._read()
        now = datetime.now(UTC)
        earlier: dict[tuple[str, str], list[Decision]] = {}
        for each in state.log:
            earlier.setdefault((each.student, each.criterion), []).append(each)
        conflicts: list[DecisionConflict] = []
        new: list[Decision] = []
        stored: dict[tuple[str, str], str] = {}
        for wish in wishes:
            about = (wish.student, wish.criterion)
            theirs = state.decisions.get(about)
            key = state.evidence_keys.get(wish.student, "")
            sheet = _sheet(state.book, wish.student)
            word, _ = said_of(sheet, state.book.assignment, wish.criterion)
            seen = key if wish.evidence is None else wish.evidence
            made = self._with_items(
                Decision(
                    student=wish.student,
                    criterion=wish.criterion,
                    points=None if wish.points is None else wish.points + 0.0,  # turns -0.0 into 0
                    by=name,
                    reason=one_line(wish.reason),
                    at=now,
                    evidence=with_word(seen, word) if seen == key else seen,
                ),
                wish.items,
                state,
            )
            (decision,) = decided_after(earlier.get(about, ()), [made])
            if version(theirs) == wish.basis:
                new.append(decision)
                stored[about] = "" if decision.points is None else version(decision)
            elif _says_so_already(theirs, decision):
                stored[about] = version(theirs)
            else:
                conflicts.append(DecisionConflict(wish=wish, theirs=theirs))
        with_them = StoredBeside() if beside is None else beside(self._store, state)
        if (new or with_them != StoredBeside()) and not conflicts:
            self._store.decide_all(
                new, with_them.comments, notes=with_them.notes, back_up=self._copy_is_due()
            )
        return Decided(state=self._read(), stored={} if conflicts else stored, conflicts=conflicts)

    def _with_items(
        self, decision: Decision, items: Mapping[str, float], state: ClassState
    ) -> Decision:
        """Add rubric items to a decision, with the points that the person saw."""
        if decision.points is None or not items:
            return decision
        criterion = self._rubric[decision.criterion]
        texts = {
            item.name: item.text
            for each in state.log
            if each.itemized and each.criterion == criterion.id
            for item in each.itemized.items
        }  # includes items no longer offered: an undo may choose them again
        texts |= {
            phrase.name: phrase.reason
            for phrase in state.phrases
            if phrase.criterion == criterion.id and phrase.points is not None
        }
        if items.keys() - texts.keys():
            raise GraderError("a rubric item is no longer offered; choose the items again")
        chosen = [
            ChosenItem(name=name, points=points, text=texts[name]) for name, points in items.items()
        ]
        itemized = itemize(criterion, chosen, decision.points, decision.reason)
        reason = reason_of(criterion, itemized, self.words)
        return replace(decision, reason=reason, itemized=itemized)

    def changes_of(self, phrase: Phrase, state: ClassState) -> list[ItemChange]:
        """List the effects of a rubric item's new form on decisions made with it."""
        criterion = self._rubric[phrase.criterion]
        decided = [each for each in state.decisions.values() if each.student in state.handles]
        return changes_of(decided, phrase, criterion, self.words)

    def _copy_is_due(self) -> bool:
        if time.monotonic() - self._copied_at < COPY_EVERY:
            return False
        self._copied_at = time.monotonic()
        return True

    def _comment(self, comment: Comment, basis: str) -> Comment | None:
        there = self._read().comments.get(comment.student)
        if there is not None and there.text not in (basis, comment.text):
            return there
        self._store.decide_all(comments=(comment,))
        return None

    def _comment_at(  # noqa: PLR0913, PLR0917  as `comment_at`
        self, student: str, key: str, text: str, by: str, basis: str, place: Place | None
    ) -> PlaceComment | None:
        notes = [
            note for note in self._store.notes(KIND) if note.student == student and note.key == key
        ]
        written = [comment for note in notes if (comment := from_note(note)) is not None]
        last = written[-1] if written else None
        there = last if last is not None and notes[-1].text else None
        place = last.place if last is not None else place
        if place is None:
            raise GraderError("this comment is no longer there; reload the page")
        now = datetime.now(UTC)
        if (there.text if there else "") not in (basis, text):
            gone = PlaceComment(key=key, place=place, text="", by=notes[-1].by, at=notes[-1].at)
            return there or gone
        if (there.text if there else "") != text:
            comment = PlaceComment(key=key, place=place, text=text, by=by, at=now)
            self._store.decide_all(notes=(to_note(student, comment),), back_up=self._copy_is_due())
        return None

    def _keep_phrase(
        self, phrase: Phrase, basis: str, reach: Mapping[str, str] | None
    ) -> PhraseKept:
        state = self._read()
        there = {each.name: each for each in state.phrases}.get(phrase.name)
        fixed = is_fixed(phrase.name)
        if fixed and (there is None or reach is None):
            raise GraderError("this rubric item is set in assignment.toml; change it there")
        kept = replace(there, by=phrase.by) if fixed and there else phrase
        changes = self.changes_of(kept, state)
        now = {change.before.student: version(change.before) for change in changes}
        if version(there) != basis or (reach is not None and reach != now):
            return PhraseKept(stored=False, state=state, changes=changes)
        at = datetime.now(UTC)
        after = [replace(change.after, by=kept.by, at=at) for change in changes]
        decisions = decided_after(state.log, after) if reach is not None else []
        self._store.decide_all(decisions, phrases=() if fixed else (kept,), back_up=bool(decisions))
        return PhraseKept(stored=True, state=self._read(), changes=changes)

    def _confirm(self, students: Sequence[str], by: str, stamp: str | None) -> Finished:
        state = self._read()
        late = state.changed_since(stamp) if stamp is not None else ()
        changed = [student for student in students if late is None or student in late]
        wanted = [student for student in students if student not in changed]
        confirmed = confirm(state.book, wanted, signature(by), datetime.now(UTC))
        if confirmed.confirmations:
            self._store.confirm(confirmed.confirmations)
        return Finished(state=self._read(), found=confirmed, changed=changed)


def _sheet(book: Gradebook, student: str) -> ScoreSheet | None:
    return next((grade.sheet for grade in book.grades if grade.student == student), None)


def _students(book: Gradebook) -> list[str]:
    return [grade.student for grade in book.grades]


def _changed(before: ClassState | None, now: ClassState) -> Mapping[str, int]:
    """Return the number of the state in which each student last changed."""
    if before is None:
        return dict.fromkeys(now.handles, now.number)
    grades = before.book.by_student
    return {
        grade.student: before.changed[grade.student]
        if grade is grades[grade.student]
        and before.evidence_keys.get(grade.student) == now.evidence_keys.get(grade.student)
        else now.number
        for grade in now.book.grades
    }


def _refuse(wish: Wish, criterion: Criterion | None) -> None:
    if criterion is None:
        raise GraderError(
            "{criterion}: is not a criterion of this assignment", criterion=wish.criterion
        )
    if wish.points is not None and not 0 <= wish.points <= criterion.points:
        raise GraderError(
            "{points}: enter points from 0 to {max}", points=wish.points, max=criterion.points
        )
    if not all(abs(points) <= MOST_POINTS for points in wish.items.values()):
        raise GraderError("a rubric item is no longer offered; choose the items again")
    if len(wish.reason) > LONGEST:
        raise GraderError("a reason can have at most {most} characters", most=LONGEST)


def _says_so_already(theirs: Decision | None, ours: Decision) -> bool:
    """Return whether this repeats a decision, sent again as its answer was lost; stored once."""
    if theirs is None:
        return ours.points is None
    return (theirs.points, theirs.by, theirs.reason, theirs.itemized) == (
        ours.points,
        ours.by,
        ours.reason,
        ours.itemized,
    )


def _mark_of(path: Path) -> tuple[int, ...] | None:
    """Return a mark that changes when a file does; None if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def signature(by: str) -> str:
    """Return the name of the person who decides. Raises GraderError if it is empty or too long."""
    name = one_line(by).strip()
    if name in ("", GRADER) or len(name) > SHORT:
        raise GraderError(
            ("enter the name of the person who grades (at most {most} characters)"), most=SHORT
        )
    return name
