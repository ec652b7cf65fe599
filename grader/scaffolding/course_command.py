"""Implement `grader init`: create the folder of a new course, from options or answers."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.exits import ExitCode
from grader.commands.options import json_option, lang_option, open_wording, print_json
from grader.model.errors import CourseError
from grader.scaffolding.command import Asking, due_soon

if TYPE_CHECKING:
    from grader.scaffolding.course import CoursePlan, MadeCourse
    from grader.wording import Wording

ZONE = "Asia/Tokyo"
STUDENT_ID = "24A1201"


@click.command(
    epilog="""\b
    Example:
      grader init jikken
      grader init jikken --title-ja 深層学習実習 --title-en "Deep Learning" --student-id 24A1201
      grader init --zone Europe/Berlin --student-id s123456"""
)
@click.argument("folder", default=".", type=click.Path(path_type=Path, file_okay=False))
@click.option("--title-ja", metavar="TEXT", help="Japanese title.")
@click.option("--title-en", metavar="TEXT", help="English title.")
@click.option("--zone", metavar="ZONE", help="Time zone (default: Asia/Tokyo).")
@click.option(
    "--student-id",
    metavar="EXAMPLE",
    help="A student id such as 24A1201 (the default), or a regular expression.",
)
@click.option("--no-questions", is_flag=True, help="Ask nothing and use defaults.")
@lang_option
@json_option
def init(  # noqa: PLR0913  one parameter per option
    *,
    folder: Path,
    title_ja: str | None,
    title_en: str | None,
    zone: str | None,
    student_id: str | None,
    no_questions: bool,
    lang: str | None,
    as_json: bool,
) -> ExitCode:
    """Make a course in FOLDER (default: the current folder).

    It gets a course.toml, a .gitignore for everybody's data, and an assignment to copy that passes
    `grader verify`. Missing options are asked for if you run it in a terminal. Nothing is
    overwritten.
    """
    from grader.scaffolding.course import make_course

    words = open_wording(lang)
    asking = Asking(words=words, somebody=not no_questions and sys.stdin.isatty())
    options = {"title_ja": title_ja, "title_en": title_en, "zone": zone, "student_id": student_id}
    plan = _make_plan(options, asking)
    made = make_course(folder, plan, due_soon(plan.zone), {})
    if as_json:
        print_json({"course": str(folder), "written": made.written, "kept": made.kept})
        return ExitCode.DONE
    _show(made, folder, words)
    return ExitCode.DONE


def _make_plan(options: Mapping[str, str | None], asking: Asking) -> "CoursePlan":
    """Prompt for missing options; values that course.toml cannot hold are asked again."""
    from msgspec.structs import replace

    from grader.model.finding import LazyText
    from grader.scaffolding.course import CoursePlan, check_plan
    from grader.wording import in_each_language

    titles = in_each_language(LazyText("new.course"))
    answers = {f"title_{lang}": title for lang, title in titles.items()}
    answers |= {"zone": ZONE, "student_id": STUDENT_ID}

    def plan(**answers: str) -> CoursePlan:
        title = {lang: answers[f"title_{lang}"] for lang in titles}
        return CoursePlan(title=title, zone=answers["zone"], student_id=answers["student_id"])

    for key, default in [*answers.items()]:

        def read(text: str, key: str = key) -> str:
            try:
                check_plan(plan(**{**answers, key: text}))
            except CourseError as error:
                option = f"--{key.replace('_', '-')}"
                raise CourseError([replace(m, where=option) for m in error.messages]) from error
            return text

        answers[key] = asking.read(key, options[key], default, read)
    return plan(**answers)


def _show(made: "MadeCourse", folder: Path, words: "Wording") -> None:
    from grader.scaffolding.course import SAMPLE

    click.secho(words.text("new.made", folder=str(folder)), fg="green", bold=True)
    for path in made.written:
        click.echo(f"  {path}")
    for path in made.kept:
        click.secho(words.text("new.kept", path=path), fg="yellow")
    if made.unignored:
        click.secho(words.text("new.unignored", rules=" ".join(made.unignored)), fg="yellow")
    if f"assignments/{SAMPLE}/assignment.toml" in made.written:
        click.echo(words.text("new.begin", name=SAMPLE))
