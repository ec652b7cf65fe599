"""Implement `grader pack --for gradescope`: the zip that Gradescope builds an autograder from."""

import functools
import inspect
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from grader import __version__
from grader.commands.exits import ExitCode
from grader.commands.options import UsageError, open_course, open_wording, print_json
from grader.model.course import Assignment

WHEEL_NAME = re.compile(r"saiten-[\w.+-]+\.whl", re.ASCII)
SCRIPTS = ("run_autograder", "setup.sh")
LEFT_OUT = ("examples", "starter")  # folders of an assignment that grading does not read
OF_PACK = (
    "With --for gradescope it writes the zip of an autograder instead. It holds the reference and "
    "is for the instructor: do not hand it out."
)
TARGET = click.Option(
    ["--for", "target"],
    type=click.Choice(["gradescope"]),
    help="Write what another system grades with, in place of a kit.",
)
WHEEL = click.Option(
    ["--wheel"],
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="With --for: the wheel of saiten to install there; without it, the package index's.",
)
SHOWN = click.Option(
    ["--visibility"],
    type=click.Choice(["visible", "after_due_date", "after_published"]),
    help="With --for: when students see their points (default: after_due_date).",
)


def extend(command: click.Command) -> None:
    """Add the options of the autograder to `grader pack`."""
    command.help = f"{inspect.cleandoc(command.help or '')}\n\n{OF_PACK}"
    command.epilog = f"{command.epilog}\n      grader pack kadai1 --for gradescope"
    after = next(at for at, param in enumerate(command.params) if param.name == "seed") + 1
    command.params[after:after] = [TARGET, WHEEL, SHOWN]
    pack = command.callback
    assert pack is not None

    @functools.wraps(pack)
    def with_target(
        *, target: str | None, wheel: Path | None, visibility: str | None, **given: Any
    ) -> Any:
        if target is None:
            if wheel is not None or visibility is not None:
                raise UsageError("--wheel and --visibility belong to --for gradescope")
            return pack(**given)
        if given.get("points"):
            raise UsageError("--points is for a kit; an autograder always has the points")
        if wheel is not None and not WHEEL_NAME.fullmatch(wheel.name):
            raise UsageError("{name} is no wheel of saiten", name=wheel.name)
        return _write(given, wheel, visibility or "after_due_date")

    command.callback = with_target


def _write(given: Mapping[str, Any], wheel: Path | None, points: str) -> ExitCode:
    from grader.course import load_assignment
    from grader.files import write_file

    course = open_course(given["course_folder"])
    words = open_wording(given["lang"])
    assignment = load_assignment(course, given["assignment"])
    members = dict(autograder_files(course.root, assignment, wheel, words.lang, points))
    content = _zipped(members)
    path = given["out"] if given["out"] is not None else Path(f"{assignment.id}-gradescope.zip")
    write_file(path, content)
    if given["as_json"]:
        print_json({"assignment": assignment.id, "file": str(path), "files": sorted(members)})
        return ExitCode.DONE
    kib = f"{len(content) / 1024:.0f}"
    click.secho(words.text("gradescope.written", path=str(path), kib=kib), fg="green")
    click.echo(words.text("gradescope.next"))
    return ExitCode.DONE


def autograder_files(
    root: Path, assignment: Assignment, wheel: Path | None, lang: str, points: str
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the zip: two scripts, the wheel, and the course as grading reads it.

    No examples, no submissions, no roster, no secret: the container draws its own secret.
    """
    from grader.backends import BACKENDS

    extras = {BACKENDS[each.backend].extra for each in assignment.exercises} - {""}
    extras |= {"plots", "sandbox"} | ({"report"} if assignment.report is not None else set())
    named = ",".join(sorted(extras))
    package = f"saiten[{named}]=={__version__}"
    if wheel is not None:
        package = f'"$root/source/{wheel.name}"[{named}]'
        yield wheel.name, wheel.read_bytes()
    for program in SCRIPTS:
        text = files("grader.lms").joinpath("templates", program).read_text(encoding="utf-8")
        for key, value in {
            "PACKAGE": package,
            "ASSIGNMENT": assignment.id,
            "LANG": lang,
            "POINTS": points,
            "VERSION": __version__,
        }.items():
            text = text.replace(f"@{key}@", value)
        yield program, text.encode()
    own = [path for path in _files(assignment.folder) if not _is_left_out(path, assignment.folder)]
    for path in (root / "course.toml", *_files(root / "reference"), *own):
        yield f"course/{path.relative_to(root).as_posix()}", path.read_bytes()


def _is_left_out(path: Path, folder: Path) -> bool:
    return path.parent != folder and path.relative_to(folder).parts[0] in LEFT_OUT


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and below, without hidden ones and symlinks."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
        if path.is_file() and not path.is_symlink() and not hidden:
            yield path


def _zipped(members: Mapping[str, bytes]) -> bytes:
    from grader.export.stable_zip import zip_of

    return zip_of(sorted(members.items()), SCRIPTS)
