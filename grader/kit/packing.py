"""The zip file that students get: README, starter, handout, and the kit's data."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path

from grader import __version__
from grader.export.stable_zip import zip_of
from grader.kit.contents import FILE, Kit
from grader.model.course import Assignment, Backend

README = "README.txt"
HANDOUTS = ("handout.md", "handout.pdf", "handout.docx", "handout.html")
EXTRAS: Mapping[Backend, str] = {Backend.NUMPY: "numpy", Backend.TORCH: "torch"}


def packed(kit: Kit, data: bytes, assignment: Assignment) -> tuple[tuple[str, ...], bytes]:
    """Names the files, and gives the zip: the same kit and files give the same bytes."""
    folder = kit.assignment.id
    members = {README: _readme(kit).encode(), FILE: data}
    members |= dict(_course_files(assignment))
    named = [(f"{folder}/{name}", content) for name, content in sorted(members.items())]
    return tuple(name for name, _ in named), zip_of(named)


def _course_files(assignment: Assignment) -> Iterator[tuple[str, bytes]]:
    """Gives the handout and the starter, and nothing that a link leads to."""
    starter = assignment.folder / "starter"
    starter_files = sorted(starter.iterdir()) if starter.is_dir() else []
    for path in (*(assignment.folder / name for name in HANDOUTS), *starter_files):
        if path.is_file() and not path.is_symlink() and not path.name.startswith("."):
            yield path.name, path.read_bytes()


def _readme(kit: Kit) -> str:
    """Fills in what is to be installed, and what the file is called."""
    assignment = kit.assignment
    extras = {
        EXTRAS[exercise.backend] for exercise in assignment.exercises if exercise.backend in EXTRAS
    }
    extras |= {"plots"} | ({"report"} if assignment.report is not None else set())
    template = files("grader.kit").joinpath("readme.md").read_text(encoding="utf-8")
    text = template.format(
        ja=assignment.title["ja"],
        en=assignment.title["en"],
        id=assignment.id,
        source=assignment.source,
        stem=Path(assignment.source).stem,
        wheel=f"saiten-{__version__}-py3-none-any.whl",
        extras=",".join(sorted(extras)),
    )
    return text.replace("\n", "\r\n")  # Notepad shows either; older ones only this
