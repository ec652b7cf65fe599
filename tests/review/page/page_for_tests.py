"""The review page without a server: results, and somebody who has the token."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from msgspec.structs import replace
from werkzeug.test import TestResponse

from grader.course import load_course
from grader.gradebook.desk import Desk
from grader.review.page import Guard, LiveGradebook, create_app
from grader.wording.bilingual import Bilingual
from tests.gradebook.gradebook_for_tests import EN, JA, KADAI1
from tests.tree import ROOT

WORDS = Bilingual(JA, EN)
HOST = "127.0.0.1:4711"
Get = Callable[[str], TestResponse]


def desk_in(folder: Path) -> Desk:
    """A course and a results folder of their own, for an assignment with exercises from here."""
    (out := folder / "results").mkdir()
    assignment = replace(KADAI1, folder=ROOT / "assignments" / "kadai1")
    course = replace(load_course(ROOT), root=folder)
    return Desk(course=course, assignment=assignment, out=out, words=EN)


@contextmanager
def opened_page(desk: Desk) -> Iterator[tuple[Flask, Get]]:
    """The page, and how to ask it for an address."""
    live = LiveGradebook(desk, b"secret")
    guard = Guard(hosts=frozenset({HOST}), port=4711)
    app = create_app(live, guard, WORDS)
    client = app.test_client()
    client.set_cookie(guard.cookie, guard.token, domain="127.0.0.1")
    try:
        yield app, lambda address: client.get(address, base_url=f"http://{HOST}")
    finally:
        live.close()
