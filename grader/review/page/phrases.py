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
    criteria = {one.id for one in live.desk.assignment.rubric}

    @pages.post("/phrases")
    def keep() -> tuple[Response, int]:
        asked = body_of(SentPhrase)
        if asked.criterion not in criteria:
            raise GraderError(
                "{criterion}: is not a criterion of this assignment", criterion=asked.criterion
            )
        phrase = Phrase(
            name=asked.name or secrets.token_hex(8),
            criterion=asked.criterion,
            text={"ja": one_line(asked.ja), "en": one_line(asked.en)},
            by=one_line(asked.by),
            at=datetime.now(UTC),
        )
        kept, state = live.keep_phrase(phrase, asked.basis)
        said = {"name": phrase.name, "reason": phrase.reason, **answer(state, asked.stamp)}
        return jsonify(said), 200 if kept else 409

    return pages
