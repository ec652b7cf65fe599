"""Score sheets and the class summary as self-contained HTML pages."""

import base64
from collections.abc import Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from grader.export.bilingual import Bilingual, Code, Text
from grader.export.cells import number
from grader.export.drawing import draw
from grader.export.sheet_view import view_sheet
from grader.export.summary import ClassRow, NoSheet, view_class
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.scoresheet import ScoreSheet
from grader.wording import Language, load_wording, visible

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

LIMIT = 2000  # characters of one value that a page shows
NONE_BEFORE: Mapping[str, "Markup"] = MappingProxyType({})


def render_sheet_html(  # noqa: PLR0913, PLR0917  what a page is made of, and its drawings before
    sheet: ScoreSheet,
    evidence: Evidence,
    assignment: Assignment,
    lang: Language,
    comment: str = "",
    before: Mapping[str, "Markup"] = NONE_BEFORE,
) -> str:
    """Renders one student's page in both languages; `lang` is the one shown first.

    `comment` is what a person wrote to the student; what is among the drawings of `before` is not
    drawn again.
    """
    view = view_sheet(sheet, evidence, assignment, _words())
    said = [Code(line) for line in comment.strip().splitlines()]
    return _template("sheet.html").render(
        view=view, lang=lang, comment=said, draw=partial(draw, before=before)
    )


def render_summary_html(
    rows: Sequence[ClassRow],
    assignment: Assignment,
    lang: Language,
    before: Mapping[str, "Markup"] = NONE_BEFORE,
    without: Sequence[NoSheet] = (),
) -> str:
    """Renders the class's page in both languages; `lang` is the one shown first."""
    view = view_class(rows, assignment, _words(), without)
    return _template("summary.html").render(view=view, lang=lang, draw=partial(draw, before=before))


@cache
def _words() -> Bilingual:
    return Bilingual(load_wording("ja"), load_wording("en"))


@cache
def _template(name: str) -> "Template":
    """Compiles a template once. Nothing reaches a page unescaped, undefined or invisible."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("grader.export"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = Path(__file__).with_name("templates").joinpath("style.css").read_text(encoding="utf-8")
    digest = base64.b64encode(sha256(style.encode()).digest()).decode()
    environment.globals.update(say=_said, style=style, style_digest=digest)
    environment.filters.update(number=number)
    return environment.get_template(name)


@cache
def _said(key: str, **params: int) -> Text:
    """A text of the UI, without parameters or with counts."""
    return _words().say(key, **params)


def _shown(value: object) -> object:
    return visible(value, limit=LIMIT) if type(value) is str else value
