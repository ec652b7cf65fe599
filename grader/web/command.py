"""`grader pack --web`: a page in place of a zip file."""

import functools
import io
import json
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import click

from grader.commands.exits import ExitCode
from grader.commands.options import UsageError, open_wording, print_json

OF_PACK = (
    "With --web it writes a page for any web server instead: students check in the browser, "
    "without an installation, and no file leaves their computer. It needs Pyodide, see --pyodide."
)
WEB = click.Option(
    ["--web", "folder"],
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write a page into FOLDER, to be put on a web server.",
)
PYODIDE = click.Option(
    ["--pyodide", "places"],
    multiple=True,
    metavar="PLACE",
    help=(
        "Where Pyodide's files are: its npm package, a folder, or the URL of its distribution. "
        "May be given several times."
    ),
)


def extend(command: click.Command) -> None:
    """Add the page to `grader pack`."""
    import inspect

    command.help = f"{inspect.cleandoc(command.help or '')}\n\n{OF_PACK}"
    command.epilog = f"{command.epilog}\n      grader pack kadai1 --web site --pyodide pyodide"
    after = next(at for at, param in enumerate(command.params) if param.name == "seed") + 1
    command.params[after:after] = [WEB, PYODIDE]
    pack = command.callback
    assert pack is not None

    @functools.wraps(pack)
    def with_web(*, folder: Path | None, places: tuple[str, ...], **given: Any) -> Any:
        if folder is None:
            if places:
                raise UsageError("--pyodide is for a page; name its folder with --web")
            return pack(**given)
        if given["out"] is not None:
            raise UsageError(
                "--web writes a folder, and --output names a zip file; use one of them"
            )
        return _write(pack, folder, places, given)

    command.callback = with_web


def _write(
    pack: Callable[..., Any], folder: Path, places: tuple[str, ...], given: dict[str, Any]
) -> ExitCode:
    """Pack the kit, and make a page of it."""
    from grader.web.checking import find_place
    from grader.web.site import make_site, write_site
    from grader.web.vendoring import Vendor

    vendor = Vendor(places)
    vendor.runtime()  # before the references are tried, which takes longer
    with tempfile.TemporaryDirectory() as temporary:
        packed = Path(temporary, "kit.zip")
        with redirect_stdout(io.StringIO()):
            pack(**{**given, "out": packed, "as_json": True})
        with zipfile.ZipFile(packed) as members:
            members.extractall(temporary)
        found = next(filter(None, map(find_place, Path(temporary).glob("*/"))))
        path, place = found
        (assignment,) = place.assignments()
        made = make_site(assignment, path, vendor)
    write_site(folder, made)
    site = json.loads(made["site.json"])
    if given["as_json"]:
        print_json({"assignment": assignment.id, "folder": str(folder), "files": sorted(made)})
        return ExitCode.DONE
    words = open_wording(given["lang"])
    mib = f"{sum(map(len, made.values())) / 2**20:.1f}"
    click.secho(words.text("web.written", path=str(folder), mib=mib), fg="green")
    for each in site["cannot"]:
        click.echo(f"  {words.text(f'web.cannot.{each}')}")
    click.echo(words.text("web.next", path=str(folder)))
    return ExitCode.DONE
