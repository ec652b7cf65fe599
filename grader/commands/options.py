"""Options shared by several commands, and the objects that they select."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from grader.commands.calling import program_as_called
from grader.model.errors import GraderError
from grader.model.language import LANGUAGES

if TYPE_CHECKING:
    from grader.gradebook.desk import Desk
    from grader.model.course import Assignment, Course
    from grader.wording import Wording


SCHEMA = 1  # of the JSON documents that commands print


class UsageError(GraderError):
    """Invalid options: the usage is shown before the message."""

    def __init__(self, template: str, /, **params: object) -> None:
        """Store the usage of the current command."""
        super().__init__(template, **params)
        self.usage = click.get_current_context().get_usage()


def _later(context: click.Context, _: click.Parameter, lang: str | None) -> str | None:
    """Let `--lang` after the command override the one before it."""
    before: str | None = context.find_root().params.get("lang")
    return lang or before


course_option = click.option(
    "--course",
    "course_folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Course folder (default: the nearest folder above with a course.toml).",
)
lang_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    callback=_later,
    help="Language (default: from the locale).",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else."
)
output_option = click.option(
    "-o",
    "--output",
    "--results",
    "out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Results folder (default: results/ASSIGNMENT in the course).",
)


def complete_assignment(
    context: click.Context, _: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer the shell the course's matching assignments; none outside a course."""
    from grader.course import find_course

    named = context.params.get("course_folder")
    try:
        root = find_course(Path(named) if named else Path.cwd())
    except (GraderError, OSError):
        return []
    files = sorted((root / "assignments").glob("*/assignment.toml"))
    names = [path.parent.name for path in files]
    return [CompletionItem(name) for name in names if name.startswith(begun)]


def print_json(document: Mapping[str, object]) -> None:
    """Print the single document that `--json` promises."""
    click.echo(json.dumps({"schema": SCHEMA, **document}, ensure_ascii=False, indent=1))


def unsaid(_line: str) -> None:
    """Drop a line whose content is in the document of `--json`."""


def open_course(folder: Path | None) -> "Course":
    """Load the given course, or the one around the current folder."""
    from grader.course import find_course, load_course

    return load_course(find_course(folder if folder is not None else Path.cwd()))


def warn_of_absent_checks(assignment: "Assignment", words: "Wording") -> None:
    """Warn, before grading, of checks in the rubric that no installed plugin has."""
    from grader.judging import absent_checks

    if codes := absent_checks(assignment):
        text = words.text("batch.absent_checks", assignment=assignment.id, codes=codes)
        click.secho(text, fg="yellow", err=True)


def results_folder(course: "Course", assignment: str, out: Path | None) -> Path:
    """Return the folder with an assignment's results."""
    return out if out is not None else course.root / "results" / assignment


def open_desk(
    assignment: str, course_folder: Path | None, results: Path | None, lang: str | None
) -> "Desk":
    """Load an assignment's gradebook, as selected by options."""
    from grader.course import load_assignment
    from grader.gradebook.desk import Desk

    course = open_course(course_folder)
    loaded = load_assignment(course, assignment)
    out = results_folder(course, loaded.id, results)
    return Desk(course=course, assignment=loaded, out=out, words=open_wording(lang))


def private_results(out: Path, words: "Wording") -> Path:
    """Make a results folder private; warn if other people or git may see it."""
    from grader.privacy import Git, ask_git, ensure_private
    from grader.store import FILE_NAME

    if not out.exists() or (out / FILE_NAME).is_file():
        private = ensure_private(out)
        if not private and os.name == "posix":  # on Windows, modes do not show who has access
            click.secho(words.text("privacy.open_folder", folder=str(out)), fg="yellow", err=True)
    git = ask_git(out)
    if git is Git.EXPOSED:
        click.secho(words.text("export.exposed", path=str(out)), fg="yellow", err=True)
    elif git is Git.UNKNOWN:
        click.secho(words.text("privacy.git_unknown", folder=str(out)), fg="yellow", err=True)
    return out


def open_wording(lang: str | None) -> "Wording":
    """Load the sentences in the option's language, else in the locale's."""
    from msgspec.structs import replace

    from grader.wording import choose_language, load_wording

    return replace(load_wording(choose_language(lang, os.environ)), program=program_as_called())
