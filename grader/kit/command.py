"""Implement `grader pack`: make a zip file with which students check programs themselves."""

import inspect
import os
from pathlib import Path

import click

from grader.commands.devices import capabilities_for
from grader.commands.exits import ExitCode
from grader.commands.options import (
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
    print_json,
)

SEED = "1"
OF_CHECK = "With a kit (grader pack) in the folder of the file no course is needed."


def extend(command: click.Command) -> None:
    """Mention kits in the help of `grader check`."""
    command.help = f"{inspect.cleandoc(command.help or '')}\n\n{OF_CHECK}"


@click.command(
    epilog="""\b
    Example:
      grader pack kadai1
      grader pack kadai1 -o kadai1-kit.zip
      grader pack kadai1 --seed 2026"""
)
@click.argument("assignment")
@click.option(
    "-o",
    "--output",
    "out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The zip file; without it, ASSIGNMENT-kit.zip in the current folder.",
)
@click.option(
    "--seed",
    default=SEED,
    show_default=True,
    metavar="SEED",
    help="Another text gives other inputs; the same one the same file, byte for byte.",
)
@click.option(
    "--points", is_flag=True, help="Put the points of the rubric into the kit, for GitHub."
)
@course_option
@lang_option
@json_option
def pack(  # noqa: PLR0913  one parameter per option
    *,
    assignment: str,
    out: Path | None,
    seed: str,
    points: bool,
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
) -> ExitCode:
    """Make a kit of ASSIGNMENT, with which students check their programs without the course.

    It holds the starter, the handout, a README and inputs of its own with their answers, as
    numbers: no right program, no reference, no example. Grading uses other inputs.
    """
    from grader.course import load_assignment, silenced_references
    from grader.files import write_file
    from grader.kinds import asker_of
    from grader.kit.making import make_kit, packed, published
    from grader.observing import open_tools, tried_references
    from grader.sandbox import choose_level
    from grader.store import levels_folder

    course = open_course(course_folder)
    words = open_wording(lang)
    loaded = load_assignment(course, assignment)
    references = tried_references(course, loaded, os.environ)
    for_kit = loaded
    if not all(asker_of(exercise).draws_cases for exercise in loaded.exercises):
        level = choose_level(own_code=True, memory=levels_folder(os.environ)).level
        here = capabilities_for([loaded], "auto")
        with open_tools(level, here, loaded.exercises) as tools:
            for_kit = published(loaded, references, tools, seed)
    with silenced_references():
        kit, data = make_kit(for_kit, references, seed, points=points)
    names, content = packed(kit, data, loaded)
    path = out if out is not None else Path(f"{loaded.id}-kit.zip")
    write_file(path, content)
    if as_json:
        print_json({"assignment": loaded.id, "file": str(path), "files": list(names)})
        return ExitCode.DONE
    kib = f"{len(content) / 1024:.0f}"
    click.secho(words.text("pack.written", path=str(path), kib=kib), fg="green")
    for name in names:
        click.echo(f"  {name}")
    click.echo(words.text("pack.next"))
    return ExitCode.DONE
