"""Files of the first course that the demo uses; setup.py packs them with nothing installed."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

PACKED = "course.zip"  # beside this module in a wheel
COURSE = "course.toml"
PATTERNS = (
    COURSE,
    *("assignments/*/assignment.toml", "assignments/*/handout.md", "assignments/*/starter/*"),
    *("reference/*.py", "reference/*.toml", "reference/parts/*.*", "reference/programs/*.*"),
    *("submissions/demo/README.md", "submissions/demo/*/24A*/*"),
)
"""Files the demo needs; examples, which are for `verify`, and downloads are not among them."""
EPOCH = (1980, 1, 1, 0, 0, 0)  # so that the same files give the same wheel


def paths_of(root: Path) -> list[Path]:
    """List the files of a tree."""
    found = (path for pattern in PATTERNS for path in root.glob(pattern))
    return sorted(path for path in found if path.is_file())


def packed(root: Path) -> bytes:
    """Make the zip file of a tree."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in paths_of(root):
            name = path.relative_to(root).as_posix()
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return made.getvalue()


def course_files() -> Mapping[str, bytes]:
    """Read every file by its path, from the wheel, or from the source tree of this module.

    Empty if neither contains them.
    """
    here = Path(__file__).resolve()
    zipped = here.with_name(PACKED)
    if zipped.is_file():
        with zipfile.ZipFile(zipped) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    root = here.parents[2]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths_of(root)}
