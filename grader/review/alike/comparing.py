"""Compare a class with itself, in a separate thread and only after changes.

The request that needs the result waits for a while. Other requests do not wait, since the store's
thread is asked for one student at a time. The comparison depends on evidence, files and the
assignment, not on decisions, so that marking does not restart it.
"""

from collections.abc import Iterable, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from pathlib import Path
from threading import Lock

from msgspec import Struct

from grader.gradebook.desk import Desk
from grader.intake import find_students, read_submission
from grader.model.errors import GraderError, Message
from grader.review.alike import (
    ClassWorks,
    Given,
    Source,
    StudentWork,
    compare_class,
    given_by,
    with_program,
    work_of,
)
from grader.review.alike.earlier import FoundAgain, found_again, read_earlier
from grader.review.page.live import ClassState, LiveGradebook

UNKNOWN = Message("the graded folder is unknown; run `grader grade` once to compare programs")


class Sources(Struct, frozen=True, kw_only=True):
    """The programs in the folder that was graded."""

    programs: Mapping[str, Source]  # by student; only files unchanged since they were graded
    changed: int = 0  # number of submissions left out because they have changed
    trouble: tuple[Message, ...] = ()  # why there are no programs


class ClassComparison(Struct, frozen=True, kw_only=True, eq=False):  # compared by identity
    """A compared class, and what could not be read for it."""

    alike: ClassWorks
    earlier: tuple[FoundAgain, ...]
    changed: int
    trouble: tuple[Message, ...]


def sources(desk: Desk, folder: Path | None, digests: Mapping[str, str]) -> Sources:
    """Read the graded programs again; `digests` are those of the graded files."""
    if folder is None:
        return Sources(programs={}, trouble=(UNKNOWN,))
    try:
        handins = find_students(folder, desk.course)
    except GraderError as error:
        return Sources(programs={}, trouble=tuple(error.messages))
    programs: dict[str, Source] = {}
    changed = 0
    for handin in handins:
        if handin.student not in digests:
            continue
        submission = read_submission(handin, desk.assignment)
        if submission.digest != digests[handin.student]:
            changed += 1
        elif submission.main is not None:
            programs[handin.student] = (submission.main.name, submission.main.text)
    return Sources(programs=programs, changed=changed)


class Comparing:
    """Compares the class on the first request, and again when evidence has changed."""

    def __init__(self, live: LiveGradebook) -> None:
        """Start nothing yet."""
        self._live = live
        self._lock = Lock()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="comparing")
        self._key: tuple[object, ...] = ()
        self._work: Future[ClassComparison] | None = None

    def ask(self, state: ClassState, patience: float) -> ClassComparison | None:
        """Return the class compared; None when it is not ready in time.

        Raises GraderError when the store cannot be read; the next request tries again.
        """
        key = (*sorted(state.evidence_keys.items()), state.folder)
        with self._lock:
            if self._work is None or self._key != key or _failed(self._work):
                if self._work is not None:
                    self._work.cancel()
                self._key = key
                students = sorted(state.evidence_keys)
                self._work = self._thread.submit(self._compare, students, state.folder)
            work = self._work
        wait([work], timeout=patience)
        if not work.done():
            return None
        try:
            return work.result()
        except CancelledError:  # a newer state was requested meanwhile
            return None

    def _compare(self, students: list[str], folder: Path | None) -> ClassComparison:
        desk = self._live.desk
        handout = given_by(desk.assignment)
        works, read = read_works(self._live, students, folder, handout)
        alike = compare_class(works, handout)
        earlier, unread = read_earlier(desk.out, desk.assignment, desk.course)
        return ClassComparison(
            alike=alike,
            earlier=tuple(found_again(alike, earlier)),
            changed=read.changed,
            trouble=(*read.trouble, *unread),
        )


def read_works(
    live: LiveGradebook, students: Iterable[str], folder: Path | None, handout: Given
) -> tuple[list[StudentWork], Sources]:
    """Return the graded works of these students with their programs, and how reading those went."""
    digests, reading = {}, {}
    for student in students:
        evidence = live.evidence(student)
        if evidence is not None and not evidence.trouble:
            digests[student] = evidence.digest
            reading[student] = work_of(evidence, handout)
    read = sources(live.desk, folder, digests)
    works = [with_program(work, read.programs.get(student)) for student, work in reading.items()]
    return works, read


def _failed(work: "Future[ClassComparison]") -> bool:
    return work.done() and (work.cancelled() or work.exception() is not None)
