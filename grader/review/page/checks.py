"""What a check means, for who reads its code on the page: the text of `grader explain`."""

from flask import Blueprint, abort, render_template

from grader.export.bilingual import Bilingual
from grader.registry import SLUGS

PAGES = "/checks/"


def addresses(words: Bilingual) -> Blueprint:
    """Makes the address of each check's page."""
    blueprint = Blueprint("checks", __name__)

    @blueprint.get(f"{PAGES}<code>")
    def check_page(code: str) -> str:
        if code not in SLUGS:
            abort(404)
        return render_template("check.html", code=code, slug=SLUGS[code], title=words.title(code))

    return blueprint
