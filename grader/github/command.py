"""`grader init --github`: a workflow that checks what is pushed, and Classroom 50's autograder."""

import functools
import inspect
import io
import json
from contextlib import nullcontext, redirect_stdout
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from grader.commands.exits import ExitCode
from grader.commands.options import open_wording, print_json
from grader.course import COURSE_FILE
from grader.files import real_folder, write_file
from grader.plugins import installed, load

WRITTEN = {
    ".github/workflows/grader.yml": "grader.yml",
    ".github/classroom50/autograder.py": "classroom50.txt",
}
"""By path in the repository, the file of `templates`."""
OF_INIT = (
    "With --github it also writes a workflow for GitHub, which checks what is pushed. In a course "
    "or a kit that is there, it writes only that."
)
GITHUB = click.Option(
    ["--github", "github"],
    is_flag=True,
    help="Write a workflow for GitHub, and an autograder for Classroom 50.",
)


def extend(command: click.Command) -> None:
    """Add the workflow to `grader init`."""
    command.help = f"{inspect.cleandoc(command.help or '')}\n\n{OF_INIT}"
    command.epilog = f"{command.epilog}\n      grader init kadai1 --github"
    command.params.insert(1, GITHUB)
    init = command.callback
    assert init is not None

    @functools.wraps(init)
    def with_github(*, github: bool, **given: Any) -> Any:
        if not github:
            return init(**given)
        folder: Path = given["folder"]
        made: dict[str, Any] = {}
        if not _is_place(folder):
            shown = io.StringIO()
            with redirect_stdout(shown) if given["as_json"] else nullcontext():
                code = init(**given)
            if code != ExitCode.DONE:
                return code
            made = json.loads(shown.getvalue() or "{}")
        return _write(folder, made, given)

    command.callback = with_github


def _is_place(folder: Path) -> bool:
    """Return whether a course, or what a plugin checks with, is in the folder itself."""
    if (folder / COURSE_FILE).is_file():
        return True
    places = [load(plugin.places) for plugin in installed().values() if plugin.places]
    found = [each.find(folder) for each in places]
    return any(path is not None and path.parent == folder.resolve() for path in found)


def _write(folder: Path, made: dict[str, Any], given: dict[str, Any]) -> ExitCode:
    """Write files that do not exist yet; report which were written and which kept."""
    words = open_wording(given["lang"])
    written = [path for path in WRITTEN if not (folder / path).exists()]
    kept = [path for path in WRITTEN if path not in written]
    for path in written:
        template = files("grader.github").joinpath("templates", WRITTEN[path])
        real_folder((folder / path).parent)
        write_file(folder / path, template.read_bytes())
    if given["as_json"]:
        before = {"course": str(folder), "written": [], "kept": [], **made}
        print_json(
            {
                **before,
                "written": sorted([*before["written"], *written]),
                "kept": [*before["kept"], *kept],
            }
        )
        return ExitCode.DONE
    for path in written:
        click.echo(f"  {path}")
    for path in kept:
        click.secho(words.text("github.kept", path=path), fg="yellow")
    click.echo(words.text("github.next"))
    return ExitCode.DONE
