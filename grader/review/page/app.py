"""The addresses of the page, and the app that serves them."""

import gzip

from flask import Flask, Response, abort, render_template, request

from grader.export.pages import teach, template_options
from grader.export.style import style_sheet
from grader.model.gradebook import STATES, State
from grader.plugins import slugs
from grader.protocols import reports
from grader.review.page import (
    class_table,
    criterion,
    exporting,
    saving,
)
from grader.review.page.beside import BesidePanes
from grader.review.page.changes import ChangesPages
from grader.review.page.fairness import FAIR, Unshared, find_fairness
from grader.review.page.guard import Guard
from grader.review.page.items import start_of
from grader.review.page.likeness import ALIKE, find_likeness
from grader.review.page.live import LiveGradebook
from grader.review.page.places import PlacePages
from grader.review.page.report_pane import ReportPane
from grader.review.page.requests import REQUESTS, find_requests
from grader.review.page.student import StudentPages
from grader.wording.bilingual import Bilingual

PAGE = "grader.review.page"
MOST_BYTES = 2**20  # of a request
CHECK_PAGES = "/checks/"
COMPRESSED = ("text/html", "text/css", "text/javascript", "application/json")
FEWEST_BYTES = 2_000  # worth compressing: a class of 1000 shrinks to a fortieth
PANES = ("report", "evidence", "program")


def create_app(live: LiveGradebook, guard: Guard, words: Bilingual, *, by: str = "") -> Flask:
    """Make the app; `by` is the name for decisions, "" = the page asks for it."""
    app = Flask(PAGE, static_folder="static", template_folder=None)
    likeness = find_likeness(live, words)
    fairness = find_fairness(live, words, likeness, by)
    parts = fairness or Unshared()
    live.veil = parts.veil
    asked_again = find_requests(live, words, parts)
    offered = {ALIKE: likeness, FAIR: fairness, REQUESTS: asked_again}
    doors = {name: door for name, door in offered.items() if door is not None}
    own = (PAGE, *doors)
    app.jinja_options = template_options(*own)
    app.config.update(MAX_CONTENT_LENGTH=MOST_BYTES)
    teach(app.jinja_env)
    desk, known = live.desk, reports()
    app.jinja_env.globals.update(
        assignment=words.of(desk.assignment.title),
        rubric=[
            (rubric_line, words.of(rubric_line.title)) for rubric_line in desk.assignment.rubric
        ],
        states={
            state: words.of({lang: names[state] for lang, names in STATES.items()})
            for state in State
        },
        titles={line.id: words.of(line.title) for line in desk.assignment.rubric},
        start_of=start_of,
        lang=desk.words.lang,
        by=by,
        place=live.place,
        docs_url=desk.assignment.docs_url.rstrip("/"),
        check_pages=CHECK_PAGES,
        alike=likeness is not None,
        fair=fairness is not None,
        requests=asked_again is not None,
        panes=PANES if known is not None else PANES[1:],
    )
    guard.watch(app)
    app.after_request(_compress)
    style = style_sheet()

    @app.get("/static/sheet.css")
    def sheet_style() -> Response:
        return Response(style, mimetype="text/css")

    @app.get(f"{CHECK_PAGES}<code>")
    def check_page(code: str) -> str:
        """Show what a check means: the text of `grader explain`."""
        if code not in slugs():
            abort(404)
        return render_template("check.html", code=code, slug=slugs()[code], title=words.title(code))

    app.register_blueprint(class_table.addresses(live, words, parts))
    for door in doors.values():
        app.register_blueprint(door.blueprint())
    app.register_blueprint(exporting.addresses(live, words))
    students = StudentPages(live, words)
    app.register_blueprint(students.blueprint())
    pane = ReportPane(students, known) if known is not None else None
    if pane is not None:
        app.register_blueprint(pane.blueprint())
    app.register_blueprint(PlacePages(students, pane, parts).blueprint())
    beside = BesidePanes(students, words, parts)
    app.register_blueprint(beside.blueprint())
    app.register_blueprint(ChangesPages(students, pane, beside).blueprint())
    app.register_blueprint(criterion.addresses(live, words, parts, beside.of))
    app.register_blueprint(saving.addresses(live, parts))
    return app


def _compress(answer: Response) -> Response:
    """Compress a long text, for those who work from another computer."""
    content = not answer.direct_passthrough and answer.mimetype in COMPRESSED
    if (
        content
        and request.accept_encodings.quality("gzip") > 0
        and answer.content_length is not None
    ):
        if answer.content_length >= FEWEST_BYTES:
            answer.set_data(gzip.compress(answer.get_data(), compresslevel=5, mtime=0))
            answer.headers["Content-Encoding"] = "gzip"
        answer.vary.add("Accept-Encoding")
    return answer
