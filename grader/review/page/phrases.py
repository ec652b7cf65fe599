"""Reasons that are used again and again: kept, changed and removed from the page."""

import secrets
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from flask import Blueprint, Response, jsonify
from msgspec import Meta

from grader.model.errors import GraderError
from grader.model.gradebook import Phrase
from grader.model.scoresheet import one_line
from grader.review.page.live import LiveGradebook
from grader.review.page.saving import Text, answer, body_of


class SentPhrase(msgspec.Struct, forbid_unknown_fields=True):
    """A reason as it is to stand from now on; both texts empty: not offered any more."""

    by: str
    criterion: str
    ja: Text
    en: Text
    name: Annotated[str, Meta(max_length=100)] = ""  # "" = a new one
    basis: str = ""  # version of the one on the screen
    stamp: str = ""


def addresses(live: LiveGradebook) -> Blueprint:
    """Makes the address that keeps a phrase. What people decided with it stays as it is."""
    pages = Blueprint("phrases", __name__)
    criteria = {criterion.id for criterion in live.desk.assignment.rubric}

    @pages.post("/phrases")
    def keep() -> tuple[Response, int]:
        sent = body_of(SentPhrase)
        if sent.criterion not in criteria:
            raise GraderError(
                "{criterion}: is not a criterion of this assignment", criterion=sent.criterion
            )
        phrase = Phrase(
            name=sent.name or secrets.token_hex(8),
            criterion=sent.criterion,
            text={"ja": one_line(sent.ja), "en": one_line(sent.en)},
            by=one_line(sent.by),
            at=datetime.now(UTC),
        )
        stored, state = live.keep_phrase(phrase, sent.basis)
        reply = {"name": phrase.name, "reason": phrase.reason, **answer(state, sent.stamp)}
        return jsonify(reply), 200 if stored else 409

    return pages
