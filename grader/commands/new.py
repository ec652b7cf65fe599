"""`grader new`: writes the folder of a new assignment, from options or from answers."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.exits import Exit
from grader.commands.options import course_option, lang_option, open_course, open_wording

if TYPE_CHECKING:
    from grader.course.making import Draft, Plan
    from grader.wording import Wording

BACKENDS = ("python", "numpy", "cupy", "torch", "c")


@click.command(
    epilog="""\b
    Example / 例:
      grader new kadai3 --operation matmul --backend numpy
      grader new kadai3 --operation matmul --backend python --backend numpy --report
      grader new kadai3 --operation matmul --backend torch --due 2026-12-01 --points 5
      grader new kadai3"""
)
@click.argument("name")
@click.option(
    "--operation",
    "operations",
    multiple=True,
    metavar="NAME",
    help="What is computed: reference/NAME.py; repeatable.",
)
@click.option(
    "--backend",
    "backends",
    multiple=True,
    type=click.Choice(BACKENDS),
    help="What it is written with; repeatable.",
)
@click.option("--device", type=click.Choice(["cpu", "gpu"]), help="Where CuPy and PyTorch run.")
@click.option("--title-ja", metavar="TEXT", help="The title in Japanese.")
@click.option("--title-en", metavar="TEXT", help="The title in English.")
@click.option("--due", metavar="TIME", help="The deadline: 2026-12-01, or 2026-12-01T17:00.")
@click.option("--source", metavar="FILE", help="What students hand in; without it, NAME.py.")
@click.option("--report/--no-report", default=None, help="Whether a report is asked for.")
@click.option("--points", type=float, help="The points in all; without it, 8.")
@click.option(
    "--with-reference", is_flag=True, help="Write a reference to fill in where there is none."
)
@click.option("--no-questions", is_flag=True, help="Ask nothing; what is not given has a default.")
@click.option("--dry-run", is_flag=True, help="Show every file, and write nothing.")
@course_option
@lang_option
def new(
    *,
    name: str,
    no_questions: bool,
    dry_run: bool,
    course_folder: Path | None,
    lang: str | None,
    **given: object,
) -> Exit:
    """Write assignments/NAME, a new assignment that `grader verify NAME` accepts.

    What the options leave out is asked, if there is somebody at the terminal. Nothing is
    overwritten, and a run that is broken off leaves nothing behind.

    新しい課題のフォルダを作ります。足りないことは質問します。
    """
    from grader.commands.planning import make_plan
    from grader.course.making import make_draft, write_draft

    course = open_course(course_folder)
    words = open_wording(lang)
    somebody = not no_questions and sys.stdin.isatty()
    plan = make_plan(name, given, course, words, somebody=somebody)
    draft = make_draft(plan, course)
    if dry_run:
        _show_files(draft, words)
        return Exit.DONE
    write_draft(draft, course)
    _show_written(draft, plan, words)
    if given["due"] is None and not somebody:
        click.secho(words.text("new.due", due=plan.due.isoformat()), fg="yellow")
    return Exit.DONE


def _paths(draft: "Draft") -> dict[str, str]:
    """Gives every file by its path in the course."""
    own = {f"assignments/{draft.name}/{path}": text for path, text in draft.files.items()}
    return {**draft.beside, **draft.shared, **own}


def _show_files(draft: "Draft", words: "Wording") -> None:
    click.echo(words.text("new.would"))
    for path, text in _paths(draft).items():
        click.secho(f"── {path}", bold=True)
        click.echo(text)


def _show_written(draft: "Draft", plan: "Plan", words: "Wording") -> None:
    click.secho(words.text("new.written", name=draft.name), fg="green", bold=True)
    for path in sorted(_paths(draft)):
        click.echo(f"  {path}")
    for one in draft.beside:
        click.secho(words.text("new.fill_in", path=one), fg="yellow")
    if not draft.beside and draft.without_program:
        for exercise in draft.without_program:
            click.secho(words.text("new.no_examples", exercise=exercise), fg="yellow")
    if draft.unfilled:
        click.secho(words.text("new.unfilled", name=draft.name), fg="yellow")
    click.echo(words.text("new.next", name=plan.name))
