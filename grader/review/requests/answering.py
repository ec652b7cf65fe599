"""A person's answer to requests: it is stored together with the decisions that it causes.

An answer that changes points becomes the reason of the decision. One that keeps them is added to
the comment to the student. So the next export contains both, as it does decisions and comments.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct, field

from grader.model.errors import GraderError
from grader.model.gradebook import Comment, Note
from grader.model.scoresheet import one_line, points_of, same
from grader.review.page.live import (
    LONGEST,
    ClassState,
    Decided,
    LiveGradebook,
    StoredBeside,
    Wish,
    signature,
    version,
)
from grader.review.requests.kept import (
    RegradeAnswer,
    StoredRequest,
    answer_note,
    threads_in,
)
from grader.review.requests.text import tidy
from grader.store import Store
from grader.wording import Wording

MAX_ANSWER = 400  # characters; a reason of 500 is cut off in the feedback


class AnswerTarget(Struct, frozen=True, kw_only=True):
    """One student whom an answer reaches, with the state that the person saw."""

    student: str
    before: float | None  # points on the screen
    after: float | None  # None, or the same as `before`: unchanged
    basis: str  # `version` of the decision on the screen
    requests: Mapping[str, str] = field(default_factory=dict)  # key -> `answered` on the screen

    @property
    def changes(self) -> bool:
        """Whether the points change."""
        return self.after is not None and not same(self.before, self.after)


def answered(request: StoredRequest) -> str:
    """Return the time of a request's answer, to notice a newer one; "" if it has none."""
    return request.answered_at.isoformat() if request.answered_at else ""


def give_answer(
    live: LiveGradebook, criterion: str, targets: Sequence[AnswerTarget], text: str, by: str
) -> Decided:
    """Store an answer for everyone it reaches, all or nothing.

    Raises GraderError if the person saw an older state.
    """
    said = text.strip()
    if not said or len(said) > MAX_ANSWER:
        raise GraderError("write an answer (at most {most} characters)", most=MAX_ANSWER)
    by, words = signature(by), live.desk.words
    reason = f"{words.text('review.requests.reason')} {one_line(said)}"
    wishes = [
        Wish(
            student=target.student,
            criterion=criterion,
            points=target.after,
            reason=reason,
            basis=target.basis,
        )
        for target in targets
        if target.changes
    ]
    answering = _Answering(words=words, criterion=criterion, targets=targets, text=said, by=by)
    decided = live.decide(wishes, by, answering.beside)
    for conflict in decided.conflicts:
        raise _changed(conflict.wish.student)
    return decided


def _changed(student: str) -> GraderError:
    return GraderError(
        "the points of {student} changed after this was shown; reload the page. Nothing was saved",
        student=student,
    )


class _Answering(Struct, frozen=True, kw_only=True):
    words: Wording
    criterion: str
    targets: Sequence[AnswerTarget]
    text: str
    by: str

    def beside(self, store: Store, state: ClassState) -> StoredBeside:
        """Return notes and comments to store; raise GraderError if the page was out of date."""
        kept = {
            (each.student, each.key): each
            for thread in threads_in(store)
            for each in thread.requests
        }
        at = datetime.now(UTC)
        comments: list[Comment] = []
        notes: list[Note] = []
        for target in self.targets:
            self._refuse_changed(target, state)
            replaced = [self._seen(target, key, kept) for key in target.requests]
            place = self._comment(target, replaced, state, comments, at)
            answer = RegradeAnswer(
                criterion=self.criterion,
                text=self.text,
                before=target.before,
                after=target.after if target.changes else target.before,
                place=place,
            )
            notes += [
                answer_note(target.student, key, answer, self.by, at) for key in target.requests
            ]
        return StoredBeside(comments=comments, notes=notes)

    def _refuse_changed(self, target: AnswerTarget, state: ClassState) -> None:
        grade = state.book.by_student.get(target.student)
        points = points_of(grade.sheet if grade else None).get(self.criterion)
        decision = state.decisions.get((target.student, self.criterion))
        if version(decision) != target.basis or not same(points, target.before):
            raise _changed(target.student)

    def _seen(
        self, target: AnswerTarget, key: str, kept: Mapping[tuple[str, str], StoredRequest]
    ) -> StoredRequest:
        request = kept.get((target.student, key))
        if request is None:
            raise GraderError("this request is no longer there; reload the page")
        if answered(request) != target.requests[key]:
            raise GraderError(
                "{by} answered {student} after this was shown; reload the page. Nothing was saved",
                by=request.answered_by,
                student=target.student,
            )
        return request

    def _comment(
        self,
        target: AnswerTarget,
        replaced: Sequence[StoredRequest],
        state: ClassState,
        comments: list[Comment],
        at: datetime,
    ) -> str:
        """Add the answer that keeps points to the comment; it replaces an earlier answer.

        Return the text as added; "" if the decision's reason contains it.
        """
        there = state.comments.get(target.student)
        before = there.text if there else ""
        text = before
        for request in replaced:
            if request.answer and request.answer.place:
                text = tidy(text.replace(request.answer.place, ""))
        place = ""
        if target.requests and not target.changes:
            titles = {each.id: each.title for each in state.book.assignment.rubric}
            head = self.words.text("review.requests.kept", criterion=titles[self.criterion])
            place = f"{head} {self.text}"
            text = f"{text}\n\n{place}".strip()
        if text != before:
            if len(text) > LONGEST:
                raise GraderError("a comment can have at most {most} characters", most=LONGEST)
            comments.append(Comment(student=target.student, text=text, by=self.by, at=at))
        return place
