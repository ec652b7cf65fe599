"""Has a report read in a child of its own.

Whatever the file does to that child, the answer is a Document. A child that does not get ready, and
it does so before it has seen the file, or that is killed from outside is a fault of ours.
"""

import importlib.util
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from grader.model.course import Limits
from grader.model.document import Document, ReadTrouble
from grader.model.errors import SandboxUnavailable
from grader.sandbox.children import Child
from grader.sandbox.documents_kind import seeming_kind
from grader.sandbox.documents_reading import MOST_BYTES, PART_LETTERS, Reading, why
from grader.sandbox.libraries import Libraries, find_libraries
from grader.sandbox.passage import Passage
from grader.sandbox.session import SandboxSession
from grader.sandbox.view import GUEST

LIBRARIES = {  # of the child; as imported: as installed
    "PIL": "pillow",
    "lxml": "lxml",
    "numpy": "numpy",
    "pypdf": "pypdf",
    "pypdfium2": "pypdfium2",
}
BESIDE = {"scipy": "scipy"}  # what is done with a document needs it, on the host
FONTS = ("/usr/share/fonts", "/usr/local/share/fonts")  # for files that bring none of their own
LIMITS = Limits(
    load_seconds=60.0,  # until the child is ready, before it has seen the file
    call_seconds=60.0,  # of reading, all in all
    cpu_seconds=30.0,
    memory_mib=1_536,
    disk_mib=1,
    threads=8,
)


def document_libraries_missing() -> tuple[str, ...]:
    """Names what has to be installed before reports can be read, as pip calls it."""
    needed = LIBRARIES | BESIDE
    return tuple(
        sorted(pip for name, pip in needed.items() if importlib.util.find_spec(name) is None)
    )


def document_libraries() -> Libraries:
    """Gives the files that the libraries consist of; raises SandboxUnavailable where one lacks."""
    if missing := document_libraries_missing():
        raise SandboxUnavailable(f"to read reports, install {', '.join(missing)}")
    return replace(find_libraries(tuple(sorted(LIBRARIES))), own=reading_modules())


def reading_passage() -> Passage:
    """Lets the child read the machine's fonts."""
    return Passage(folders=tuple(folder for folder in FONTS if Path(folder).is_dir()))


@cache
def reading_modules() -> tuple[str, ...]:
    """Names the guest's own modules that read documents, as the guest calls them."""
    paths = sorted((GUEST / "documents").glob("*.py"))
    return tuple(f"_grader_guest.documents.{path.stem}".removesuffix(".__init__") for path in paths)


def read_in_child(
    fork: Callable[[Limits], Child], name: str, data: bytes, limits: Limits = LIMITS
) -> Document:
    """Reads a document in a fresh child.

    Raises:
        SandboxUnavailable: the child did not get ready, or somebody else ended it.
    """
    if len(data) > MOST_BYTES:
        detail = f"{len(data)} bytes"
        return Document(kind=seeming_kind(data), trouble=ReadTrouble.TOO_LARGE, detail=detail)
    session = SandboxSession(fork(limits), limits)
    try:
        _expect_ready(session, limits)
        return Reading(session, data, limits).read(name)
    finally:
        session.close()


def _expect_ready(session: SandboxSession, limits: Limits) -> None:
    """Has the child import everything while it has nothing of the student's."""
    request = {"op": "document", "ask": "ready", "modules": [*LIBRARIES, *reading_modules()]}
    record, frame = session.ask(request, b"", limits.load_seconds, (0, PART_LETTERS))
    if frame is None:
        raise SandboxUnavailable(f"the child that reads reports is not ready: {why(record)}")
    if frame[0].get("missing") != []:
        raise SandboxUnavailable(f"reports cannot be read here: {frame[0].get('missing')}")
