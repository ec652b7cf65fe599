"""The queue of requests on the review page: request, findings, and answer."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from flask import Blueprint, Response, abort, jsonify, render_template, request
from msgspec import Meta, Struct
from msgspec.structs import replace

from grader.export.cards import Card, make_card
from grader.gradebook.desk import OpenBook
from grader.model.course import Criterion
from grader.model.errors import GraderError
from grader.model.evidence import nothing_observed
from grader.model.gradebook import Grade, State
from grader.model.scoresheet import GRADER, Award
from grader.review.page.blinding import Blind
from grader.review.page.fairness import Parts
from grader.review.page.live import ClassState, LiveGradebook, signature, version
from grader.review.page.saving import body_of, said_in_both, student_of
from grader.review.requests.alike import (
    Mistakes,
    SharedMistake,
    index_mistakes,
    relevant_findings,
    shared_mistakes,
)
from grader.review.requests.answering import MAX_ANSWER, AnswerTarget, answered, give_answer
from grader.review.requests.importing import ImportedRequests, RequestImport, visible_rubric
from grader.review.requests.kept import (
    RequestThread,
    StoredRequest,
    note_of,
    threads_in,
)
from grader.store import Store
from grader.wording.bilingual import Bilingual

MAX_PASTED = 20_000  # characters of a mail
MOST_FINDINGS = 8  # maximum number of findings shown with a request
MOST_OTHERS = 1_000
LONGEST_LINE = 1_000  # characters
Name = Annotated[str, Meta(max_length=100)]


class SentTarget(Struct, forbid_unknown_fields=True):
    """One student whom an answer reaches, as sent by the page."""

    student: Name  # handle
    before: float | None
    after: float | None
    basis: Name
    requests: Annotated[Mapping[Name, Name], Meta(max_length=200)] = {}


class SentAnswer(Struct, forbid_unknown_fields=True):
    """An answer, for one student or for all with the same mistake."""

    by: str
    criterion: Name
    text: Annotated[str, Meta(max_length=20_000)]
    targets: Annotated[list[SentTarget], Meta(min_length=1, max_length=MOST_OTHERS)]


class SentCriterion(Struct, forbid_unknown_fields=True):
    """The criterion that a person assigns to requests."""

    by: str
    student: Name
    requests: Annotated[list[Name], Meta(min_length=1, max_length=200)]
    criterion: Name


class SentMail(Struct, forbid_unknown_fields=True):
    """The text of a mail, and its sender according to a person."""

    by: str
    student: Annotated[str, Meta(max_length=200)]  # id
    criterion: Name
    text: Annotated[str, Meta(max_length=MAX_PASTED)]


class SaidRequest(Struct, frozen=True, kw_only=True):
    """One request as shown on the page."""

    key: str
    answered: str
    lines: Sequence[str]
    cut: bool
    source: str
    received: str
    late: bool  # after the day named on the sheet
    imported: str
    answer: Sequence[str]
    answered_by: str
    answered_at: str
    before: float | None
    after: float | None


class ThreadView(Struct, frozen=True, kw_only=True):
    """A student's requests about one criterion."""

    id: str
    handle: str
    place: int  # index of the student in the class, for blind pages
    student: str
    name: str
    criterion: Criterion | None
    award: Award | None
    person: bool  # whether a person gave the points
    basis: str
    requests: Sequence[SaidRequest]
    open: bool
    cards: Sequence[Card]
    more: int  # number of findings that are not shown
    mistakes: Sequence[SharedMistake]


class MemberView(Struct, frozen=True, kw_only=True):
    """A student with the same mistake."""

    handle: str
    place: int
    student: str
    name: str
    points: float
    basis: str
    by: str  # the person who decided
    confirmed: bool
    asked: bool
    requests: Mapping[str, str]
    chosen: bool  # same points as the student who sent the request, and not decided by a person


class RequestPages:
    """The queue, and the actions on it."""

    def __init__(self, live: LiveGradebook, words: Bilingual, shared: Parts) -> None:
        """Prepare the pages; nothing is read yet."""
        self._live, self._words, self._shared = live, words, shared
        self._zone = ZoneInfo(live.desk.course.zone)

    def blueprint(self) -> Blueprint:
        """Return the routes of the queue."""
        pages = Blueprint(
            "requests", __name__, static_folder="static", static_url_path="/requests/static"
        )
        pages.get("/requests")(self.queue)
        pages.get("/requests/alike")(self.alike)
        pages.post("/requests/answer")(self.answer)
        pages.post("/requests/about")(self.about)
        pages.post("/requests/paste")(self.paste)
        return pages

    def queue(self) -> str:
        """Show every request: the open ones first, then the answered ones."""
        state, threads = self._read()
        blind = _is_blind()
        mistakes = {
            each.id: index_mistakes(each, state.book)
            for each in visible_rubric(state.book)
            if any(thread.criterion == each.id for thread in threads)
        }
        shown = (self._view(thread, state, mistakes, blind=blind) for thread in threads)
        views = [view for view in shown if view is not None]
        return render_template(
            "requests.html",
            blind=blind,
            waiting=[view for view in views if view.open],
            done=[view for view in views if not view.open],
            criteria=[(each, self._words.of(each.title)) for each in visible_rubric(state.book)],
            people=[] if blind else [(grade.student, grade.name) for grade in state.book.grades],
            gone=len(threads) - len(views),
            most=MAX_ANSWER,
            most_pasted=MAX_PASTED,
        )

    def alike(self) -> str:
        """List students with the same mistake as the sender of a request, and the points of all."""
        state, threads = self._read()
        grade = state.grade(request.args.get("student", ""))
        criterion = self._criterion(request.args.get("criterion", ""))
        if grade is None or criterion is None:
            abort(404)
        own = _award(grade, criterion)
        mistakes = shared_mistakes(
            grade.student,
            index_mistakes(criterion, state.book),
            state.book.assignment,
            self._words,
        )
        wanted = request.args.get("mistake", "")
        others = next((each.others for each in mistakes if each.name == wanted), ())
        asked = {each.student: each for each in threads if each.criterion == criterion.id}
        places = {each.student: at for at, each in enumerate(state.book.grades, start=1)}
        members = []
        for student in others[:MOST_OTHERS]:
            other = state.book.by_student[student]
            award = _award(other, criterion)
            if award is None or award.points is None:
                continue  # a person will look at these points anyway
            thread = asked.get(student)
            requests = {each.key: answered(each) for each in thread.open} if thread else {}
            by = _person(award)
            members.append(
                MemberView(
                    handle=state.handles[student],
                    place=places[student],
                    student=student,
                    name=other.name,
                    points=award.points,
                    basis=version(state.decisions.get((student, criterion.id))),
                    by=by,
                    confirmed=other.state is State.CONFIRMED,
                    asked=bool(requests),
                    requests=requests,
                    chosen=own is not None and award.points == own.points and not by,
                )
            )
        return render_template(
            "requests_alike.html", members=members, criterion=criterion, blind=_is_blind()
        )

    def answer(self) -> Response:
        """Store an answer with the points that it changes."""
        sent = body_of(SentAnswer)
        if self._criterion(sent.criterion) is None:
            raise GraderError(
                "{criterion}: is not a criterion of this assignment", criterion=sent.criterion
            )
        state = self._live.state()
        targets = [
            AnswerTarget(
                student=student_of(state, each.student),
                before=each.before,
                after=each.after,
                basis=each.basis,
                requests=each.requests,
            )
            for each in sent.targets
        ]
        self._shared.refuse([(each.student, sent.criterion) for each in targets], sent.by)
        give_answer(self._live, sent.criterion, targets, sent.text, sent.by)
        return jsonify({"changed": sum(target.changes for target in targets)})

    def about(self) -> Response:
        """Store the criterion of requests whose student named none."""
        sent = body_of(SentCriterion)
        by = signature(sent.by)
        if self._criterion(sent.criterion) is None:
            raise GraderError(
                "{criterion}: is not a criterion of this assignment", criterion=sent.criterion
            )

        def work(store: Store, state: ClassState) -> None:
            student, at = student_of(state, sent.student), datetime.now(UTC)
            notes = [
                note_of(student, each.key, replace(each.request, criterion=sent.criterion), by, at)
                for thread in threads_in(store)
                for each in thread.requests
                if thread.student == student and each.key in sent.requests
            ]
            store.decide_all(notes=notes)

        self._live.ask(work, holding=True)
        return jsonify({})

    def paste(self) -> tuple[Response, int]:
        """Store requests pasted from a mail, and report what was not understood."""
        sent = body_of(SentMail)
        by = signature(sent.by)

        def work(store: Store, state: ClassState) -> ImportedRequests:
            student = sent.student.strip()
            if student not in state.book.by_student:
                raise GraderError("choose the student from the list")
            here = OpenBook(store=store, collection=state.collection, book=state.book)
            importing = RequestImport(self._live.desk, here, by, datetime.now(UTC))
            found = importing.pasted(student, sent.criterion, sent.text)
            if found.new:
                store.decide_all(notes=found.new)
            return found

        found = self._live.ask(work, holding=True)
        told = [said_in_both(GraderError.of([each])) for each in (*found.refused, *found.warnings)]
        reply = {"new": len(found.new), "known": found.known, "told": told}
        return jsonify(reply), 422 if found.refused and not found.new else 200

    def _read(self) -> tuple[ClassState, list[RequestThread]]:
        state, threads = self._live.ask(lambda store, state: (state, threads_in(store)))
        hidden = self._shared.hidden()  # an earlier answer would reveal points
        seen = [each for each in threads if (each.student, each.criterion) not in hidden]
        return self._live.veil(state), seen

    def _criterion(self, name: str) -> Criterion | None:
        rubric = visible_rubric(self._live.state().book)
        return next((each for each in rubric if each.id == name), None)

    def _view(
        self,
        thread: RequestThread,
        state: ClassState,
        mistakes: Mapping[str, Mistakes],
        *,
        blind: bool,
    ) -> ThreadView | None:
        """Show one thread; None if the student is no longer in the class."""
        grade = state.book.by_student.get(thread.student)
        if grade is None:
            return None
        assignment = state.book.assignment
        criterion = self._criterion(thread.criterion)
        evidence = self._live.evidence(grade.student) or nothing_observed(
            grade.student, assignment.id
        )
        mask = Blind(state.book, evidence)
        seen = replace(grade, sheet=mask.sheet(grade.sheet)) if blind and grade.sheet else grade
        findings = [*relevant_findings(seen, criterion, assignment)] if criterion else []
        award = _award(grade, criterion) if criterion else None
        handle = state.handles[grade.student]
        order = [each.student for each in state.book.grades]
        return ThreadView(
            id=f"{handle}-{thread.requests[0].key}",
            handle=handle,
            place=order.index(grade.student) + 1,
            student=grade.student,
            name=grade.name,
            criterion=criterion,
            award=award,
            person=bool(award and _person(award)),
            basis=version(state.decisions.get((grade.student, thread.criterion))),
            requests=[self._said(each, mask if blind else None) for each in thread.requests],
            open=bool(thread.open),
            cards=[
                make_card(each, mask.evidence(evidence) if blind else evidence, self._words)
                for each in findings[:MOST_FINDINGS]
            ],
            more=max(0, len(findings) - MOST_FINDINGS),
            mistakes=shared_mistakes(
                grade.student, mistakes.get(thread.criterion, {}), assignment, self._words
            ),
        )

    def _said(self, stored: StoredRequest, mask: Blind | None) -> SaidRequest:
        asked, answer = stored.request, stored.answer
        until = self._live.desk.assignment.requests_until
        received = datetime.fromisoformat(asked.received) if asked.received else None
        claim = asked.claim if mask is None else mask.text(asked.claim)
        reply = answer.text if answer else ""
        return SaidRequest(
            key=stored.key,
            answered=answered(stored),
            lines=[*_lines(claim)],
            cut=asked.cut,
            source=asked.source if mask is None else "",
            received=self._clock(received) if received else "",
            late=bool(received and until and received > until),
            imported=self._clock(stored.at),
            answer=(reply if mask is None else mask.text(reply)).split("\n") if reply else (),
            answered_by=stored.answered_by,
            answered_at=self._clock(stored.answered_at) if stored.answered_at else "",
            before=answer.before if answer else None,
            after=answer.after if answer else None,
        )

    def _clock(self, at: datetime) -> str:
        return f"{at.astimezone(self._zone):%Y-%m-%d %H:%M}"


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a text, cut to the maximum length of a line."""
    for line in text.split("\n"):
        yield from (line[at : at + LONGEST_LINE] for at in range(0, len(line), LONGEST_LINE))


def _award(grade: Grade, criterion: Criterion) -> Award | None:
    awards: Sequence[Award] = grade.sheet.awards if grade.sheet else ()
    return next((award for award in awards if award.criterion == criterion.id), None)


def _person(award: Award) -> str:
    """Return the person who decided; "" for checks, or if undecided."""
    return "" if award.decided_by in ("", GRADER) else award.decided_by


def _is_blind() -> bool:
    """Return whether the page is blind; any value but "0" counts as yes."""
    return request.args.get("blind", "0") != "0"
