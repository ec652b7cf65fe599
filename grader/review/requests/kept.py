"""Requests and answers as notes in the store, and which of them are open.

A request is identified by its student and its text, so that a repeated one is stored once. An
answer covers the requests that the person saw: a text that the student writes later is another
request, and reopens the matter.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import blake2b

from msgspec import Struct, field

from grader.model.gradebook import Note, latest_notes, title_key
from grader.records import record_in, to_text
from grader.store import Store

REQUESTS, ANSWERS = "review.requests", "review.answers"


class RegradeRequest(Struct, frozen=True, kw_only=True):
    """A student's request about one criterion."""

    criterion: str  # "" = the student names no criterion of ours: a person chooses one
    claim: str
    source: str = ""  # name of the file; "" = pasted from a mail
    received: str = ""  # ISO 8601 with a zone, according to the LMS; "" = unknown
    cut: bool = False  # the student wrote more


class RegradeAnswer(Struct, frozen=True, kw_only=True):
    """A person's answer to one request."""

    criterion: str
    text: str
    before: float | None = None  # points
    after: float | None = None
    place: str = ""  # of the answer in the comment to the student; "" = it is the decision's reason


class StoredRequest(Struct, frozen=True, kw_only=True):
    """A request with its answer, if there is one."""

    student: str
    key: str
    request: RegradeRequest
    at: datetime  # when it was imported
    by: str  # who imported it
    answer: RegradeAnswer | None = None
    answered_by: str = ""
    answered_at: datetime | None = None


class RequestThread(Struct, frozen=True, kw_only=True):
    """All requests of one student about one criterion, oldest first."""

    student: str
    criterion: str
    requests: Sequence[StoredRequest] = field(default_factory=list)

    @property
    def open(self) -> Sequence[StoredRequest]:
        """The unanswered requests."""
        return [each for each in self.requests if each.answer is None]


def key_of(criterion: str, claim: str) -> str:
    """Return a key that identifies a request, ignoring blanks and the width of letters."""
    said = f"{criterion}\0{title_key(claim)}"
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def note_of(student: str, key: str, request: RegradeRequest, by: str, at: datetime) -> Note:
    """Write a request as a note."""
    return Note(kind=REQUESTS, student=student, key=key, text=to_text(request), by=by, at=at)


def answer_note(student: str, key: str, answer: RegradeAnswer, by: str, at: datetime) -> Note:
    """Write an answer as a note with the key of its request."""
    return Note(kind=ANSWERS, student=student, key=key, text=to_text(answer), by=by, at=at)


def threads_in(store: Store) -> list[RequestThread]:
    """Read every request, by student and criterion, in the order in which they came."""
    return threads_of(store.notes(REQUESTS), store.notes(ANSWERS))


def threads_of(requests: Iterable[Note], answers: Iterable[Note]) -> list[RequestThread]:
    """Match answers with requests. Notes of another form are ignored."""
    answered = {(note.student, note.key): note for note in latest_notes(answers)}
    threads: dict[tuple[str, str], list[StoredRequest]] = {}
    for note in latest_notes(requests):
        request = record_in(note, RegradeRequest)
        if request is None:
            continue
        reply = answered.get((note.student, note.key))
        answer = None if reply is None else record_in(reply, RegradeAnswer)
        stored = StoredRequest(
            student=note.student,
            key=note.key,
            request=request,
            at=note.at,
            by=note.by,
            answer=answer,
            answered_by=reply.by if reply and answer else "",
            answered_at=reply.at if reply and answer else None,
        )
        threads.setdefault((note.student, request.criterion), []).append(stored)
    return [
        RequestThread(student=student, criterion=criterion, requests=requests_of)
        for (student, criterion), requests_of in threads.items()
    ]
