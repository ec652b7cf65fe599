"""Requests of the page's script, all JSON: the state of the class, and changes to it.

A refused change says why in both languages and changes nothing. A change answered with 200 is
stored for good; one answered with 503 may be retried.
"""

import hashlib
import math
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, abort, jsonify, request
from msgspec import Meta

from grader.model.errors import GraderError, StoreError
from grader.model.gradebook import Grade, Phrase, State
from grader.model.scoresheet import GRADER, Award, Decision, one_line
from grader.review.page.fairness import Parts
from grader.review.page.items import ItemChange, is_fixed
from grader.review.page.live import (
    ClassState,
    DecisionConflict,
    LiveGradebook,
    Wish,
    short_name,
    version,
)
from grader.wording import LANGUAGES, Language, say

MOST = 1_000  # decisions in one request
Text = Annotated[str, Meta(max_length=20_000)]


class SentItem(msgspec.Struct, forbid_unknown_fields=True):
    """A chosen rubric item, with the points that it had on the screen."""

    name: Annotated[str, Meta(max_length=100)]
    points: float


class SentDecision(msgspec.Struct, forbid_unknown_fields=True):
    """One decision as the page sends it."""

    student: str  # handle
    criterion: str
    points: float | None
    basis: str
    reason: Text = ""
    evidence: str | None = None  # name of the evidence on the screen
    items: Annotated[list[SentItem], Meta(max_length=100)] = []


class Decisions(msgspec.Struct, forbid_unknown_fields=True):
    """Decisions of one person, stored together or not at all."""

    by: str
    decisions: Annotated[list[SentDecision], Meta(min_length=1, max_length=MOST)]
    stamp: str = ""  # of the state known to the browser


class Commented(msgspec.Struct, forbid_unknown_fields=True):
    """A comment to one student."""

    by: str
    student: str
    text: Text
    basis: Text = ""  # the comment on the screen, which this one replaces
    stamp: str = ""


class Confirming(msgspec.Struct, forbid_unknown_fields=True):
    """Students whose points are confirmed."""

    by: str
    students: Annotated[list[str], Meta(max_length=MOST * 10)]
    stamp: str | None = None  # of the state on the screen: students changed since are not confirmed


class SentPhrase(msgspec.Struct, forbid_unknown_fields=True):
    """A reason in its new form; if both texts are empty, it is no longer offered."""

    by: str
    criterion: str
    text: Mapping[Language, Text]
    name: Annotated[str, Meta(max_length=100)] = ""  # "" = a new one
    basis: str = ""  # version of the one on the screen
    stamp: str = ""
    points: float | None = None  # of a rubric item
    reach: Mapping[str, str] | None = None  # whom it changes: handle -> version of the decision


class SentReach(msgspec.Struct, forbid_unknown_fields=True):
    """A rubric item in its new form, to find out whom it would change."""

    criterion: str
    text: Mapping[Language, Text]
    name: Annotated[str, Meta(max_length=100)]
    points: float


def addresses(live: LiveGradebook, shared: Parts) -> Blueprint:
    """Make the addresses for reading and changing the class."""
    pages = Blueprint("saving", __name__)

    @pages.post("/decide")
    def decide() -> tuple[Response, int]:
        sent = body_of(Decisions)
        now = live.state()
        wishes = [_wish(each, now) for each in sent.decisions]
        shared.refuse([(wish.student, wish.criterion) for wish in wishes], sent.by)
        done = live.decide(wishes, sent.by)
        after = answer(live.veil(done.state), sent.stamp)
        if done.conflicts:
            conflicts = [_conflict(conflict, done.state) for conflict in done.conflicts]
            return jsonify({"conflicts": conflicts, **after}), 409
        stored = [
            {"student": now.handles[student], "criterion": criterion, "basis": basis}
            for (student, criterion), basis in done.stored.items()
        ]
        return jsonify({"stored": stored, **after}), 200

    @pages.post("/comment")
    def comment() -> tuple[Response, int]:
        sent = body_of(Commented)
        student = student_of(live.state(), sent.student)
        shared.refuse([(student, line.id) for line in live.desk.assignment.rubric], sent.by)
        theirs = live.comment(student, sent.text, sent.by, sent.basis)
        now = answer(live.shown(), sent.stamp)
        if theirs is not None:
            their_comment = {"text": theirs.text, "by": theirs.by, "at": theirs.at.isoformat()}
            return jsonify({"theirs": their_comment, **now}), 409
        return jsonify(now), 200

    @pages.post("/confirm")
    def confirm() -> Response:
        sent = body_of(Confirming)
        now = live.state()
        wanted = [student_of(now, handle) for handle in sent.students]
        kept_back = {student for student, _ in shared.hidden(sent.by)}
        seen = [student for student in wanted if student not in kept_back]
        done = live.confirm(seen, sent.by, sent.stamp)
        left = [
            *(
                (unconfirmed.student, str(unconfirmed.why), list(unconfirmed.criteria))
                for unconfirmed in done.found.left
            ),
            *((student, "changed", []) for student in done.changed),
            *((student, "open", []) for student in wanted if student in kept_back),
        ]
        reply = {
            "confirmed": len(done.found.confirmations),
            "left": [
                {"student": now.handles[student], "why": why, "criteria": criteria}
                for student, why, criteria in left
            ],
        }
        return jsonify({**reply, **answer(live.veil(done.state), sent.stamp or "")})

    @pages.app_errorhandler(GraderError)
    def refuse(error: GraderError) -> tuple[Response, int]:
        status = 503 if isinstance(error, StoreError) else 422  # 503: the page tries again
        message = said_in_both(error)
        if "text/html" in request.headers.get("Accept", ""):  # a person opened the address
            return Response("\n\n".join(message.values()), mimetype="text/plain"), status
        return jsonify({"error": message}), status

    @pages.app_errorhandler(413)
    def too_much(_: Exception) -> tuple[Response, int]:
        error = GraderError("too much was sent at once; nothing was saved")
        return jsonify({"error": said_in_both(error)}), 413

    _tell_states(pages, live)
    _keep_phrases(pages, live, shared)
    return pages


def _tell_states(pages: Blueprint, live: LiveGradebook) -> None:
    """Add the addresses for reading: the whole class when a page opens, then changes."""

    @pages.get("/class")
    def everybody() -> Response:
        return jsonify(_in_short(live.shown()))

    @pages.get("/state")
    def state() -> Response:
        return jsonify(answer(live.shown(), request.args.get("stamp", "")))


def _keep_phrases(pages: Blueprint, live: LiveGradebook, shared: Parts) -> None:
    """Add the address that stores a phrase. Decisions made with it are not changed."""
    criteria = {criterion.id for criterion in live.desk.assignment.rubric}

    def phrase_of(sent: SentPhrase | SentReach, by: str = "") -> Phrase:
        if sent.criterion not in criteria:
            raise GraderError(
                "{criterion}: is not a criterion of this assignment", criterion=sent.criterion
            )
        return Phrase(
            name=sent.name or secrets.token_hex(8),
            criterion=sent.criterion,
            text={lang: one_line(sent.text.get(lang, "")) for lang in LANGUAGES},
            by=one_line(by),
            at=datetime.now(UTC),
            points=sent.points,
        )

    def refuse_kept_back(criterion: str, by: str = "") -> None:
        """Refuse to show or change decisions of a criterion if some are withheld from people."""
        shared.refuse([each for each in shared.hidden(by) if each[1] == criterion], by)

    @pages.post("/phrases")
    def keep() -> tuple[Response, int]:
        sent = body_of(SentPhrase)
        phrase = phrase_of(sent, sent.by)
        if phrase.points is not None:
            refuse_kept_back(sent.criterion, sent.by)
        now = live.state()
        reach = None
        if sent.reach is not None:
            reach = {student_of(now, handle): basis for handle, basis in sent.reach.items()}
        kept = live.keep_phrase(phrase, sent.basis, reach)
        reply = {
            "name": phrase.name,
            "reason": phrase.reason,
            "changes": _changes(kept.changes, kept.state),
            **answer(live.veil(kept.state), sent.stamp),
        }
        return jsonify(reply), 200 if kept.stored else 409

    @pages.post("/phrases/reach")
    def reach() -> Response:
        phrase, now = phrase_of(body_of(SentReach)), live.state()
        refuse_kept_back(phrase.criterion)
        return jsonify({"changes": _changes(live.changes_of(phrase, now), now)})


def _changes(changes: Sequence[ItemChange], state: ClassState) -> list[Mapping[str, Any]]:
    grades = state.book.by_student
    return [
        {
            "student": state.handles[change.before.student],
            "basis": version(change.before),
            "before": change.before.points,
            "after": change.after.points,
            "reason": change.after.reason,
            "confirmed": grades[change.before.student].state is State.CONFIRMED,
        }
        for change in changes
    ]


def said_in_both(error: GraderError) -> Mapping[str, str]:
    """Return an error's text in both languages."""
    return {lang: "\n".join(say(message, lang) for message in error.messages) for lang in LANGUAGES}


def body_of(kind: type[Any]) -> Any:
    """Parse the JSON that the page sent; refuse anything else."""
    if request.mimetype != "application/json":
        abort(415)
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except ValueError:  # msgspec's own errors, and UnicodeDecodeError
        abort(400)


def student_of(state: ClassState, handle: str) -> str:
    """Return the student of a handle. Raises GraderError if it is not in the class."""
    student = state.students.get(handle)
    if student is None:
        raise GraderError("this student is no longer on the roster; reload the page")
    return student


def _wish(sent: SentDecision, state: ClassState) -> Wish:
    return Wish(
        student=student_of(state, sent.student),
        criterion=sent.criterion,
        points=sent.points,
        reason=sent.reason,
        basis=sent.basis,
        evidence=None if sent.evidence is None else state.evidence_named(sent.evidence),
        items={item.name: item.points for item in sent.items},
    )


def answer(state: ClassState, stamp: str) -> dict[str, Any]:
    """Return what changed since `stamp`, by handle; only the pages say who a student is."""
    if stamp == state.screen:
        return {"stamp": stamp}
    # If what is hidden has changed, any student's points may look different.
    changed = state.changed_since(stamp) if state.is_veiled_like(stamp) else None
    grades = state.book.by_student
    students = list(grades) if changed is None else changed
    return {
        "stamp": state.screen,
        "all": changed is None,
        "students": {
            state.handles[student]: grade_state(grades[student], state) for student in students
        },
        "phrases": _phrases(state),
    }


def _phrases(state: ClassState) -> list[Mapping[str, Any]]:
    return [
        {
            "name": each.name,
            "criterion": each.criterion,
            "text": dict(each.text),
            "reason": each.reason,
            "basis": version(each),
            "points": each.points,
            "fixed": is_fixed(each.name),
            "behind": state.behind.get(each.name, 0),
        }
        for each in state.phrases
    ]


class _Once:
    """JSON values without repetition: equal ones share a number."""

    def __init__(self) -> None:
        self.values: list[Mapping[str, Any]] = []
        self._numbers: dict[str, int] = {}

    def number(self, value: Mapping[str, Any]) -> int:
        """Return the number of `value`; a new value is appended."""
        number = self._numbers.setdefault(repr(value), len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


def _in_short(state: ClassState) -> dict[str, Any]:
    """Return what `answer` returns for everyone, for a page that opens, without repetition.

    Empty and false fields of an award are left out, and so is a note that equals the reason.
    """
    awards, grades = _Once(), _Once()
    students = {}
    for grade in state.book.grades:
        full = grade_state(grade, state)
        evidence = full.pop("evidence")
        numbers = {}
        for criterion, award in full["awards"].items():
            short = {key: value for key, value in award.items() if value or key == "points"}
            if short.get("note") == short.get("reason"):
                short.pop("note", None)
            numbers[criterion] = awards.number(short)
        number = grades.number({**full, "awards": numbers})
        students[state.handles[grade.student]] = evidence, number
    return {
        "stamp": state.screen,
        "all": True,
        "students": students,
        "grades": grades.values,
        "awards": awards.values,
        "phrases": _phrases(state),
    }


def grade_state(grade: Grade, state: ClassState) -> dict[str, Any]:
    """Return one student's points as the script stores them."""
    awards = grade.sheet.awards if grade.sheet else ()
    return {
        "state": grade.state,
        "total": None if grade.sheet is None else grade.sheet.total,
        "comment": grade.comment,
        "places": _version_of(grade),
        "evidence": short_name(state.evidence_keys.get(grade.student, "")),
        "awards": {award.criterion: _award(grade.student, award, state) for award in awards},
    }


def _version_of(grade: Grade) -> str:
    """Return a version of a student's comments at places; "" without any."""
    texts = "".join(f"{comment.key}{comment.at.isoformat()}" for comment in grade.places)
    return hashlib.sha256(texts.encode()).hexdigest()[:16] if texts else ""


def _award(student: str, award: Award, state: ClassState) -> dict[str, Any]:
    decision = state.decisions.get((student, award.criterion))
    given = decision if award.points is not None else None
    return {
        "points": award.points,
        "by": award.decided_by,
        "person": award.decided_by not in ("", GRADER),
        "reason": award.reason if decision is not None else "",
        **_itemized(given),
        "basis": version(decision),
        "seen": short_name(decision.evidence) if decision is not None else "",
        "stale": decision is not None and state.is_stale(decision),
    }


def _itemized(decision: Decision | None) -> Mapping[str, Any]:
    """Return the rubric items of a decision, and the note written beside them."""
    itemized = decision.itemized if decision is not None else None
    if itemized is None:
        return {"note": decision.reason if decision is not None else "", "items": []}
    items = [{"name": item.name, "points": item.points} for item in itemized.items]
    return {"note": itemized.note, "items": items}


def _conflict(conflict: DecisionConflict, state: ClassState) -> Mapping[str, Any]:
    wish, theirs = conflict.wish, conflict.theirs
    return {
        "student": state.handles[wish.student],
        "criterion": wish.criterion,
        "yours": {"points": wish.points, "reason": wish.reason},
        "theirs": None if theirs is None else _decision(theirs),
    }


def _decision(decision: Decision) -> Mapping[str, Any]:
    damaged = decision.points is not None and math.isnan(decision.points)
    return {
        "points": None if damaged else decision.points,  # JSON has no NaN
        "by": decision.by,
        "reason": decision.reason,
        **_itemized(decision),
        "at": decision.at.isoformat(),
        "basis": version(decision),
    }
