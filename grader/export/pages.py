"""Score sheets and the class summary as HTML pages.

Each is self-contained, except that sheets in a results folder share what is equal in all of them:
their style, and the pages of checks.
"""

import base64
from collections.abc import Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_args

from grader.export.cards import grouped
from grader.export.cells import number
from grader.export.drawing import draw
from grader.export.places import view_places
from grader.export.sheet_view import view_sheet
from grader.export.style import style_of
from grader.export.summary import ClassRow, NoSheet, view_class
from grader.model.course import Assignment
from grader.model.errors import shield
from grader.model.evidence import Evidence
from grader.model.places import PlaceComment
from grader.model.scoresheet import ScoreSheet
from grader.plugins import installed, slugs
from grader.protocols import SheetForm, sheet_forms
from grader.wording import Language, check_html, visible
from grader.wording.bilingual import Bilingual, BilingualText, Code, load_bilingual

if TYPE_CHECKING:
    from jinja2 import Environment, Template
    from markupsafe import Markup

STYLE, DIGEST = "\0style\0", "\0digest\0"  # placeholders: no displayed text has these characters
LIMIT = 2000  # characters of one value that a page shows
NONE_BEFORE: Mapping[str, "Markup"] = MappingProxyType({})


def render_sheet_html(  # noqa: PLR0913, PLR0917  the page's content, and earlier drawings
    sheet: ScoreSheet,
    evidence: Evidence,
    assignment: Assignment,
    lang: Language,
    comment: str = "",
    before: Mapping[str, "Markup"] = NONE_BEFORE,
    places: Sequence[PlaceComment] = (),
    *,
    marked: bool = False,
    shared: bool = False,
) -> str:
    """Render one student's page in both languages; `lang` is the one shown first.

    `comment` and `places` are a person's comments to the student; `marked`: a PDF of the report
    with their numbers accompanies the page. Drawings in `before` are reused. A `shared` page takes
    the style and the pages of checks from beside its folder.
    """
    view = view_sheet(sheet, evidence, assignment, _words())
    lines = [Code(line) for line in comment.strip().splitlines()]
    form = _form(sheet, assignment)
    page = _template("sheet.html").render(
        view=view,
        lang=lang,
        comment=lines,
        form=form,
        script_digest=_digest(form.script) if form else "",
        places=view_places(places, evidence, _words()),
        marked=marked,
        draw=partial(draw, before=before),
        docs_url=assignment.docs_url.rstrip("/"),
        check_pages="",
        shared=shared,
    )
    return page if shared else _styled(page)


@cache
def render_check_html(code: str, lang: Language) -> str:
    """Render the page of a check in both languages, for a place beside the sheets."""
    title = _words().title(code)
    return _template("check.html").render(code=code, title=title, lang=lang, shared=True)


def _form(sheet: ScoreSheet, assignment: Assignment) -> SheetForm | None:
    """Return a form if the assignment wants one and a plugin provides it."""
    forms = sheet_forms() if assignment.requests_until is not None else None
    form = None
    if forms is not None:
        with shield():
            form = forms(sheet, assignment)
    return form


def render_summary_html(
    rows: Sequence[ClassRow],
    assignment: Assignment,
    lang: Language,
    before: Mapping[str, "Markup"] = NONE_BEFORE,
    without: Sequence[NoSheet] = (),
) -> str:
    """Render the class's page in both languages; `lang` is the one shown first."""
    view = view_class(rows, assignment, _words(), without)
    drawing = partial(draw, before=before)
    return _styled(_template("summary.html").render(view=view, lang=lang, draw=drawing))


@cache
def _words() -> Bilingual:
    return load_bilingual()


def template_options(*packages: str) -> dict[str, Any]:
    """Return options for every page: values are escaped, must be defined, and stay visible.

    The templates of `packages` go before our own; those of a plugin are "NAME/…".
    """
    from jinja2 import ChoiceLoader, PackageLoader, PrefixLoader, StrictUndefined

    own = [PackageLoader(name) for name in (*packages, "grader.export")]
    of_plugins = {
        plugin.name: PackageLoader(plugin.package)
        for plugin in installed().values()
        if (plugin.folder / "templates").is_dir()
    }
    return {
        "loader": ChoiceLoader([*own, PrefixLoader(of_plugins)]),
        "autoescape": True,
        "undefined": StrictUndefined,
        "finalize": _shown,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "auto_reload": False,  # they do not change meanwhile
    }


def teach(environment: "Environment") -> None:
    """Register the functions and filters that templates call: bilingual texts, numbers."""
    environment.globals.update(
        say=_said, draw=partial(draw, before=NONE_BEFORE), explained=_explained
    )
    environment.filters.update(number=number, grouped=grouped)


def render_part(package: str, name: str, **values: object) -> str:
    """Render a template of a plugin's package as a part of a page."""
    return _environment(package).get_template(name).render(values)


@cache
def _environment(*packages: str) -> "Environment":
    from jinja2 import Environment

    environment = Environment(**template_options(*packages))  # noqa: S701  it escapes
    teach(environment)
    return environment


@cache
def _template(name: str) -> "Template":
    environment = _environment()
    environment.globals.update(style=STYLE, style_digest=DIGEST)
    return environment.get_template(name)


def _styled(page: str) -> str:
    """Put the needed style into a page, and mark in its head that it is ours."""
    style = style_of(page)
    return page.replace(STYLE, style, 1).replace(DIGEST, _digest(style), 1)


def _digest(text: str) -> str:
    """Return the digest by which a page's policy allows its own style and script."""
    return base64.b64encode(sha256(text.encode()).digest()).decode()


@cache
def _said(key: str, **params: int | str) -> BilingualText:
    """Return a text of the UI, without parameters or with counts and names."""
    return _words().say(key, **params)


@cache
def _explained(code: str) -> "Markup":
    """Return the page of a check in both languages; empty for a code without one."""
    from markupsafe import Markup

    if code not in slugs():
        return Markup("")
    pages = ((lang, check_html(code, lang)) for lang in get_args(Language))
    return Markup("").join(
        Markup('<div lang="{0}">{1}</div>').format(lang, Markup(page))  # noqa: S704  ours
        for lang, page in pages
    )


def _shown(value: object) -> object:
    return visible(value, limit=LIMIT) if type(value) is str else value
