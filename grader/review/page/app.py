"""The addresses of the page, and what stands behind each."""

from flask import Flask, Response, abort, render_template

from grader.export.pages import teach, template_options
from grader.export.style import style_sheet
from grader.model.gradebook import STATES, State
from grader.plugins import slugs
from grader.protocols import reports
from grader.review.page import (
    class_table,
    criterion,
    exporting,
    neighbours,
    saving,
)
from grader.review.page.comparing import Comparing
from grader.review.page.guard import Guard
from grader.review.page.live import LiveGradebook
from grader.review.page.report_pane import ReportPane
from grader.review.page.student import StudentPages
from grader.wording.bilingual import Bilingual, BilingualText

MOST_BYTES = 2**20  # of a request
CHECK_PAGES = "/checks/"
PANES = ("report", "evidence", "program")


def create_app(live: LiveGradebook, guard: Guard, words: Bilingual, *, by: str = "") -> Flask:
    """Makes the app; `by` is the name that decisions are given, "" = the page asks."""
    app = Flask("grader.review.page", static_folder="static", template_folder=None)
    app.jinja_options = template_options("grader.review.page")
    app.config.update(MAX_CONTENT_LENGTH=MOST_BYTES)
    teach(app.jinja_env)
    desk, known = live.desk, reports()
    app.jinja_env.globals.update(
        assignment=words.of(desk.assignment.title),
        rubric=[
            (rubric_line, words.of(rubric_line.title)) for rubric_line in desk.assignment.rubric
        ],
        states={state: BilingualText(STATES["ja"][state], STATES["en"][state]) for state in State},
        lang=desk.words.lang,
        by=by,
        place=live.place,
        docs_url=desk.assignment.docs_url.rstrip("/"),
        check_pages=CHECK_PAGES,
        panes=PANES if known is not None else PANES[1:],
    )
    guard.watch(app)
    style = style_sheet()

    @app.get("/static/sheet.css")
    def sheet_style() -> Response:
        return Response(style, mimetype="text/css")

    @app.get(f"{CHECK_PAGES}<code>")
    def check_page(code: str) -> str:
        """Says what a check means, for who reads its code: the text of `grader explain`."""
        if code not in slugs():
            abort(404)
        return render_template("check.html", code=code, slug=slugs()[code], title=words.title(code))

    app.register_blueprint(class_table.addresses(live, words))
    comparing = Comparing(live)
    app.register_blueprint(neighbours.addresses(live, words, comparing))
    app.register_blueprint(exporting.addresses(live, words))
    students = StudentPages(live, words)
    app.register_blueprint(students.blueprint())
    if known is not None:
        app.register_blueprint(ReportPane(students, known).blueprint())
    app.register_blueprint(criterion.addresses(live, words, comparing))
    app.register_blueprint(saving.addresses(live))
    return app
