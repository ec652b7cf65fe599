"""What the page's script asks for: the state of the class, and changes to it. All of it is JSON.

A change that is refused says why in the language of the page and changes nothing; one that was
answered with 200 is stored for good.
"""

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, abort, jsonify, request
from msgspec import Meta

from grader.export.bilingual import Bilingual
from grader.model.errors import GraderError, StoreError
from grader.model.gradebook import Grade
from grader.model.scoresheet import GRADER, Award, Decision
from grader.review.page.live import ClassState, Conflict, LiveGradebook, Wish, version
from grader.wording import Language, say

MOST = 1_000  # decisions in one request
LANGUAGES: tuple[Language, ...] = ("ja", "en")
Text = Annotated[str, Meta(max_length=20_000)]


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """One decision as the page sends it."""

    student: str  # handle
    criterion: str
    points: float | None
    basis: str
    reason: Text = ""


class Decisions(msgspec.Struct, forbid_unknown_fields=True):
    """Decisions of one person, stored together or not at all."""

    by: str
    decisions: Annotated[list[Asked], Meta(min_length=1, max_length=MOST)]


class Commented(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody writes to one student."""

    by: str
    student: str
    text: Text


class Confirming(msgspec.Struct, forbid_unknown_fields=True):
    """Whose points somebody confirms."""

    by: str
    students: Annotated[list[str], Meta(max_length=MOST * 10)]


def addresses(live: LiveGradebook, words: Bilingual) -> Blueprint:
    """Makes the addresses that read and change the class."""
    pages = Blueprint("saving", __name__)

    @pages.get("/state")
    def state() -> Response:
        now = live.state()
        if request.args.get("stamp") == now.stamp:
            return jsonify({"stamp": now.stamp})
        return jsonify(_state(now))

    @pages.post("/decide")
    def decide() -> tuple[Response, int]:
        asked = _body(Decisions)
        now = live.state()
        wishes = [
            Wish(
                student=_student(now, each.student),
                criterion=each.criterion,
                points=each.points,
                reason=each.reason,
                basis=each.basis,
            )
            for each in asked.decisions
        ]
        conflicts = live.decide(wishes, asked.by)
        after = live.state()
        if conflicts:
            found = [_conflict(one, after) for one in conflicts]
            return jsonify({"conflicts": found, **_state(after)}), 409
        return jsonify(_state(after)), 200

    @pages.post("/comment")
    def comment() -> Response:
        asked = _body(Commented)
        live.comment(_student(live.state(), asked.student), asked.text, asked.by)
        return jsonify(_state(live.state()))

    @pages.post("/confirm")
    def confirm() -> Response:
        asked = _body(Confirming)
        now = live.state()
        found = live.confirm([_student(now, one) for one in asked.students], asked.by)
        left = [
            {
                "student": now.handles.get(one.student, ""),
                "why": one.why,
                "said": {"ja": one.say(words.ja), "en": one.say(words.en)},
            }
            for one in found.left
        ]
        return jsonify(
            {"confirmed": len(found.confirmations), "left": left, **_state(live.state())}
        )

    @pages.app_errorhandler(GraderError)
    def refuse(error: GraderError) -> tuple[Response, int]:
        status = 503 if isinstance(error, StoreError) else 422  # 503: the page tries again
        said = {lang: _said(error, lang) for lang in LANGUAGES}
        if "text/html" in request.headers.get("Accept", ""):  # somebody opens a page
            return Response("\n\n".join(said.values()), mimetype="text/plain"), status
        return jsonify({"error": said}), status

    @pages.app_errorhandler(413)
    def too_much(_: Exception) -> tuple[Response, int]:
        error = GraderError("this is too much at once; nothing of it was stored")
        return jsonify({"error": {lang: _said(error, lang) for lang in LANGUAGES}}), 413

    return pages


def _said(error: GraderError, lang: Language) -> str:
    return "\n".join(say(message, lang) for message in error.messages)


def _body(kind: type[Any]) -> Any:
    if request.mimetype != "application/json":
        abort(415)
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except ValueError:  # msgspec's own errors, and UnicodeDecodeError
        abort(400)


def _student(state: ClassState, handle: str) -> str:
    student = state.students.get(handle)
    if student is None:
        raise GraderError("this student is no longer in the class; load the page again")
    return student


def _state(state: ClassState) -> dict[str, Any]:
    """Says everybody's points, by handle; who a student is stands on the pages alone."""
    return {
        "stamp": state.stamp,
        "at": datetime.now(UTC).isoformat(),
        "students": {
            state.handles[grade.student]: grade_state(grade, state) for grade in state.book.grades
        },
    }


def grade_state(grade: Grade, state: ClassState) -> dict[str, Any]:
    """Says one student's points as the script keeps them."""
    awards = grade.sheet.awards if grade.sheet else ()
    return {
        "state": grade.state,
        "total": None if grade.sheet is None else grade.sheet.total,
        "comment": grade.comment,
        "awards": {one.criterion: _award(grade.student, one, state) for one in awards},
    }


def _award(student: str, award: Award, state: ClassState) -> dict[str, Any]:
    decision = state.decisions.get((student, award.criterion))
    return {
        "points": award.points,
        "by": award.decided_by,
        "person": award.decided_by not in ("", GRADER),
        "reason": award.reason if decision is not None else "",
        "basis": version(decision),
        "stale": decision is not None and state.is_stale(decision),
    }


def _conflict(conflict: Conflict, state: ClassState) -> Mapping[str, Any]:
    wish, theirs = conflict.wish, conflict.theirs
    return {
        "student": state.handles.get(wish.student, ""),
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
        "at": decision.at.isoformat(),
        "basis": version(decision),
    }
