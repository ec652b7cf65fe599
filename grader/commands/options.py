"""The options that several commands share, and what they stand for."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from grader.model.course import Course
    from grader.wording import Wording

course_option = click.option(
    "--course",
    "course_folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="The course; without it, the folder above with a course.toml.",
)
lang_option = click.option(
    "--lang", type=click.Choice(["ja", "en"]), help="Language; without it, the locale's."
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else."
)
output_option = click.option(
    "-o",
    "--output",
    "out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The results folder; without it, results/ASSIGNMENT in the course.",
)


def open_course(folder: Path | None) -> "Course":
    """Loads the course named, or the one around the current folder."""
    from grader.course import find_course, load_course

    return load_course(find_course(folder if folder is not None else Path.cwd()))


def results_folder(course: "Course", assignment: str, out: Path | None) -> Path:
    """Names the folder with an assignment's results."""
    return out if out is not None else course.root / "results" / assignment


def open_wording(lang: str | None) -> "Wording":
    """Loads the sentences in the language of the option, else of the locale."""
    from grader.wording import choose_language, load_wording

    return load_wording(choose_language(lang, os.environ))
