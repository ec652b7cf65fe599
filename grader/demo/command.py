"""`grader demo`: grades the fictional class into a folder of its own, and opens its page."""

from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.browser import open_page
from grader.commands.devices import capabilities_for
from grader.commands.exits import ExitCode
from grader.commands.options import lang_option, open_wording
from grader.model.errors import GraderError, SandboxUnavailable

if TYPE_CHECKING:
    from grader.model.course import Assignment, Course
    from grader.wording import Wording

FOLDER = "grader-demo"
ASSIGNMENTS = ("kadai1", "kadai2", "optional1")
IN_TORCH = ("convnet", "training")
EVERY = (*ASSIGNMENTS, *IN_TORCH)
TIMED = ("kadai1", "24A1201")
WRONG = "24A1206"
UNSAFE = "--unsafe-no-sandbox"


@click.command(
    epilog="""\b
    Example:
      grader demo
      grader demo kadai1
      grader demo --device cpu
      grader demo -o /tmp/demo --no-open"""
)
@click.argument("assignments", nargs=-1, type=click.Choice(EVERY), metavar="[ASSIGNMENT]...")
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=FOLDER,
    metavar="FOLDER",
    show_default=True,
    help="Folder for the course and its results.",
)
@click.option(
    "--device",
    type=click.Choice(["cpu", "gpu"]),
    help="Also grade the assignments in PyTorch, on this device.",
)
@click.option("--no-open", is_flag=True, help="Open no browser.")
@lang_option
def demo(
    *,
    assignments: tuple[str, ...],
    folder: Path,
    device: str | None,
    no_open: bool,
    lang: str | None,
) -> ExitCode:
    """Grade a fictional class, to see what comes out.

    The course and its results go into ./grader-demo, a course folder to look around in. Then the
    page of the class is opened in the browser. A second run goes on where the first one ended.
    ASSIGNMENT grades only some of it.
    """
    from grader.course import load_assignment, load_course
    from grader.demo.folder import lay_down
    from grader.demo.libraries import command_with_libraries, missing_libraries
    from grader.demo.packing import course_files

    words = open_wording(lang)
    if absent := missing_libraries():
        click.echo(words.text("demo.missing", names=absent), err=True)
        click.echo(f"  {command_with_libraries()}", err=True)  # to be typed as it is
        return ExitCode.OURS
    files = course_files()
    if not files:
        raise GraderError("this installation has no fictional class; install the wheel of saiten")
    laid = lay_down(folder, files)
    for name in laid.changed:
        click.secho(words.text("demo.changed", path=str(folder / name)), fg="yellow", err=True)
    course = load_course(folder)
    names = assignments or (EVERY if device else ASSIGNMENTS)
    chosen = [load_assignment(course, name) for name in names]
    grade = _Grading(course, device, words, harmless=laid.is_ours)
    code = ExitCode.DONE
    for assignment in chosen:
        click.secho(f"\n{assignment.title[words.lang]}", bold=True)
        code = max(code, grade(assignment.id, "--no-timing"))
    timed, student = TIMED
    if timed in names:
        click.echo("\n" + words.text("demo.timing", student=student))
        with redirect_stdout(StringIO()):  # the same table again
            code = max(code, grade(timed, "--only", student, "--timing"))
    page = (folder / "results" / names[0] / "summary.html").resolve()
    _show_end(chosen, device or "auto", words)
    click.echo(words.text("demo.page", path=str(page)))
    click.echo(words.text("demo.go_on", folder=str(folder), student=WRONG))
    if not no_open:
        open_page(page.as_uri())
    return code


class _Grading:
    """Grades one assignment after another, like the command `grade`."""

    def __init__(
        self, course: "Course", device: str | None, words: "Wording", *, harmless: bool
    ) -> None:
        """Store what all assignments share; `harmless` programs may run without isolation."""
        self._course = course
        self._words = words
        self._options = ["--lang", words.lang, *(["--device", device] if device else [])]
        self._harmless = harmless

    def __call__(self, assignment: str, *options: str) -> ExitCode:
        """Grade; warn if programs run without isolation because this machine has none."""
        try:
            return self._grade(assignment, options)
        except SandboxUnavailable:
            if not self._harmless or UNSAFE in self._options:
                raise
        click.secho(self._words.text("demo.not_isolated"), fg="yellow", err=True)
        self._options.append(UNSAFE)
        return self._grade(assignment, options)

    def _grade(self, assignment: str, options: Sequence[str]) -> ExitCode:
        from grader.commands.grade import grade

        root = self._course.root
        submitted = root / "submissions" / "demo" / assignment
        answer: ExitCode = grade.main(
            [assignment, str(submitted), "--course", str(root), *options, *self._options],
            prog_name="grader grade",
            standalone_mode=False,
        )
        return answer


def _show_end(assignments: Sequence["Assignment"], device: str, words: "Wording") -> None:
    """Print what could not be graded on this computer, and how well programs were isolated."""
    from grader.kinds import missing
    from grader.sandbox import choose_level

    click.echo()
    for assignment in assignments:
        here = capabilities_for([assignment], device)
        needs = {each for exercise in assignment.exercises for each in missing(exercise, here)}
        if needs:
            absent = words.text("demo.absent", assignment=assignment.id, needs=tuple(sorted(needs)))
            click.secho(absent, fg="yellow")
    click.echo(words.text("demo.level", level=choose_level(unsafe=True).level.value))
