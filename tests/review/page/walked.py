"""Every page of the review page, found in its addresses: those that come later as well."""

from contextlib import ExitStack
from pathlib import PurePosixPath

from flask import Flask
from werkzeug.routing import BuildError, Rule

from grader.gradebook.desk import Desk
from grader.review.page import Guard, create_app
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.review.page.served import Client


def bare_app(desk: Desk) -> Flask:
    """An app to ask for its addresses only."""

    class Nothing:
        def __init__(self) -> None:
            self.desk = desk
            self.place = ""
            self.closing = ExitStack()

    words = Bilingual(load_wording("ja"), load_wording("en"))
    guard = Guard(hosts=frozenset(), port=1)
    return create_app(Nothing(), guard, words)  # type: ignore[arg-type]  # nobody asks it


def pages_of(client: Client, desk: Desk, students_at_most: int = 2) -> list[str]:
    """The addresses of whole pages of HTML, for some students and all criteria.

    Each is asked for once, and none may fail.
    """
    addresses = bare_app(desk).url_map.bind("127.0.0.1")
    students = client.handles()[-students_at_most:]
    paths = []
    for rule in addresses.map.iter_rules():
        if "GET" not in (rule.methods or set()) or rule.endpoint.endswith("static"):
            continue
        for values in _values(rule, students, [one.id for one in desk.assignment.rubric]):
            try:
                path = addresses.build(rule.endpoint, values)
            except (BuildError, ValueError):  # of a parameter that is something else
                continue
            if not PurePosixPath(path).suffix and _is_page(client, path):
                paths.append(path)
    assert "/" in paths
    return paths


def _values(rule: Rule, students: list[str], criteria: list[str]) -> list[dict[str, str | int]]:
    """What may stand for an address's parameters: a student's handle, a criterion, or 1."""
    names = sorted(rule.arguments)
    if not names:
        return [{}]
    if names == ["code"]:
        return [{"code": "COR002"}]
    numbers = {name for name, kind in rule._converters.items() if "Integer" in repr(kind)}
    chosen = criteria if any("criterion" in one or one == "id" for one in names) else students
    return [{name: 1 if name in numbers else one for name in names} for one in chosen]


def _is_page(client: Client, path: str) -> bool:
    answer = client.get(path)
    assert answer.status < 500, path
    html = answer.headers.get("content-type", "").startswith("text/html")
    return answer.status == 200 and html and b"<html" in answer.body
