"""`grader docs`: the documentation, as a site that needs no network."""

from pathlib import Path

import click

from grader.commands.browser import open_page
from grader.commands.exits import ExitCode
from grader.commands.options import course_option, lang_option, open_course, open_wording
from grader.model.errors import GraderError

SITE = "site"  # what `make docs` builds, next to the package or in the course


@click.command(
    epilog="""\b
    Example:
      grader docs
      grader docs --print"""
)
@course_option
@lang_option
@click.option("--print", "only_print", is_flag=True, help="Only print where it is.")
def docs(*, course_folder: Path | None, lang: str | None, only_print: bool) -> ExitCode:
    """Open the documentation in the browser.

    It is the site that `make docs` builds, which needs no network; without one, the address that
    course.toml gives as docs_url.
    """
    place = _place(course_folder, open_wording(lang).lang)
    click.echo(place)
    if not only_print:
        open_page(place if place.startswith("https://") else Path(place).as_uri())
    return ExitCode.DONE


def _place(course_folder: Path | None, lang: str) -> str:
    tree = Path(__file__).resolve().parents[2]
    folders, online = [tree], ""
    try:
        course = open_course(course_folder)
        folders, online = [course.root, tree], course.docs_url
    except GraderError:
        if course_folder is not None:
            raise
    for folder in folders:
        page = folder / SITE / lang / "index.html"
        if page.is_file():
            return str(page)
    if online:
        return f"{online.rstrip('/')}/{lang}/index.html"
    raise GraderError(
        "the documentation is not built here; `make docs` in {folder} builds it, and `grader "
        "explain` says what each check means",
        folder=tree,
    )
