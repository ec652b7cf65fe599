"""Find what to check with: a kit by URL, file or folder, or the folder of a course."""

import zipfile
from io import BytesIO
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from grader.course import find_course, list_assignments, load_course
from grader.model.errors import CourseError, IntakeError
from grader.plugins import installed, load
from grader.protocols import CheckPlaces

MAX_BYTES = 256 * 2**20  # of a kit, packed or unpacked
SECONDS = 60.0  # without data from the server
TOO_LARGE = "{kit} is larger than any kit"


def place_of(kit: str, folder: Path) -> Path:
    """Return the folder to check with; a zip is unpacked into `folder`. Raises IntakeError."""
    if kit.startswith(("https://", "http://")):
        return _unpacked(kit, _downloaded(kit), folder)
    path = Path(kit).expanduser()
    if not path.exists():
        raise IntakeError(
            "{kit} is not there; files are looked for in {folder}", kit=kit, folder=Path.cwd()
        )
    if path.is_dir():
        return _place_in(path.resolve(), kit, courses=True)
    if path.stat().st_size > MAX_BYTES:
        raise IntakeError(TOO_LARGE, kit=kit)
    return _unpacked(kit, path.read_bytes(), folder)


def _downloaded(url: str) -> bytes:
    try:
        with urlopen(url, timeout=SECONDS) as answer:  # noqa: S310  its scheme is http or https
            data: bytes = answer.read(MAX_BYTES + 1)
    except (URLError, OSError, ValueError) as error:
        raise IntakeError(
            "{kit} could not be downloaded: {reason}; the URL has to give the zip file itself",
            kit=url,
            reason=getattr(error, "reason", error),
        ) from error
    if len(data) > MAX_BYTES:
        raise IntakeError(TOO_LARGE, kit=url)
    return data


def _unpacked(kit: str, data: bytes, folder: Path) -> Path:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_BYTES:
                raise IntakeError(TOO_LARGE, kit=kit)
            archive.extractall(folder)  # which drops "..", drives and leading slashes from names
    except (zipfile.BadZipFile, RuntimeError, OSError, EOFError) as error:
        raise IntakeError(
            "{kit} is no zip file; a URL has to give the zip file itself, not a page about it",
            kit=kit,
        ) from error
    return _place_in(folder, kit, courses=False)  # not a course: its references would be executed


def _place_in(folder: Path, kit: str, *, courses: bool) -> Path:
    """Find a kit or a course in a folder, or in a folder in it."""
    for place in (folder, *sorted(path for path in folder.iterdir() if path.is_dir())):
        if assignments_in(place, courses=courses) is not None:
            return place
    raise IntakeError(
        "{kit} holds no kit; ask for the zip file that grader pack writes",
        kit=kit,
    )


def is_inside_place(folder: Path) -> bool:
    """Return whether `grader check` finds a kit or a course from a folder."""
    if any(places.find(folder) is not None for places in _places()):
        return True
    try:
        find_course(folder)
    except CourseError:
        return False
    return True


def assignments_in(place: Path, *, courses: bool = True) -> tuple[str, ...] | None:
    """List what can be checked in a folder; None where neither a kit nor a course is there.

    Raises CourseError about one that is damaged.
    """
    for places in _places():
        found = places.find(place)
        if found is not None and found.parent == place:
            return tuple(assignment.id for assignment in places.open(found).assignments())
    if not courses:
        return None
    try:
        root = find_course(place)
    except CourseError:
        return None
    return list_assignments(load_course(root)) if root == place else None


def _places() -> list[CheckPlaces]:
    return [load(plugin.places) for plugin in installed().values() if plugin.places]
