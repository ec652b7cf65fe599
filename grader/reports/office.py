"""Convert Word reports to PDF with LibreOffice, if it is installed, for people to look at.

Like all code that reads a report, it runs in a confined child, with a private folder that is
removed afterwards. The PDF is written by a program that has read a hostile file, so it is as
hostile, and is drawn only inside the same sandbox.
"""

import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from grader.guest.protocol import ExtendRequest, Operation, OwnReply
from grader.model.course import Limits
from grader.model.document import WordPages
from grader.model.errors import SandboxUnavailable
from grader.model.run import RunStatus
from grader.model.running import Frame
from grader.reports.guest.report_protocol import OfficeRequest, WrittenRecord
from grader.reports.reading import FONTS, MOST_BYTES, short_text
from grader.reports.reading import why as why_ended
from grader.sandbox import (
    Child,
    IsolationLevel,
    Libraries,
    Mounts,
    Sandbox,
    SandboxSession,
    ViolationError,
    read_as,
)
from grader.sandbox.levels import CONFIGS

PLACES = "/usr/bin:/usr/local/bin:/bin"  # of the system, not of a user
# Folders of fonts, and of settings made by packagers.
BESIDE = ("/etc/fonts", "/etc/libreoffice", "/usr/share/fontconfig", "/var/lib/libreoffice")
WRITER = "libswlo.so"  # Writer's library; LibreOffice may be installed without it
GUEST = "office"
LIBRARIES = Libraries(own=(f"_grader_guest.{GUEST}",))
LIMITS = Limits(
    call_seconds=120.0,  # an ordinary report takes two; more than cpu_seconds if others compute
    cpu_seconds=30.0,
    memory_mib=1_536,
    disk_mib=96,  # the file, its pages, a profile, and what it draws on the way
    threads=64,
    output_bytes=65_536,
)
MOST_PDF_BYTES = 40_000_000
MOST_JSON = 65_536
ENDS = {RunStatus.TIMEOUT: "time", RunStatus.MEMORY: "memory"}


@cache
def find_office() -> str:
    """Find LibreOffice with Writer, once; "" where Word files cannot be converted to pages."""
    soffice = shutil.which("soffice", path=PLACES) if sys.platform == "linux" else None
    if soffice is None:
        return ""
    program = Path(soffice).resolve().with_name("soffice.bin")
    has_writer = program.is_file() and program.with_name(WRITER).is_file()
    return str(program) if has_writer else ""


def holds_office(level: IsolationLevel) -> bool:
    """Return whether LibreOffice is isolated there, in a folder that no one else can see."""
    return CONFIGS[level].namespaces


def office_mounts(program: str) -> Mounts:
    """Return the mounts that a child needs to run LibreOffice."""
    home = Path(program).parent.parent
    folders = [str(home), *(path for path in (*FONTS, *BESIDE) if Path(path).is_dir())]
    return Mounts(folders=tuple(folders), tools="office")


def write_pages(sandbox: Sandbox, data: bytes, limits: Limits = LIMITS) -> WordPages:
    """Convert a Word file to PDF in a child process; see `write_in_child`.

    Ending the forks also ends any process that the file started in that child.
    """
    program = find_office()
    if not program or not holds_office(sandbox.level):
        raise SandboxUnavailable(
            "Word files cannot be converted to pages here: LibreOffice Writer and bubblewrap "
            "are required"
        )
    more = office_mounts(program)
    try:
        return write_in_child(
            lambda limits: sandbox.fork(LIBRARIES, limits, more), program, data, limits
        )
    finally:
        sandbox.end_forks(LIBRARIES, more)


def write_in_child(
    fork: Callable[[Limits], Child], program: str, data: bytes, limits: Limits = LIMITS
) -> WordPages:
    """Convert a Word file to PDF in a fresh child.

    Raises SandboxUnavailable when the child did not get ready, or another process ended it.
    """
    if len(data) > MOST_BYTES:
        return WordPages(why="large", detail=f"{len(data)} bytes")
    session = SandboxSession(fork(limits), limits)
    try:
        wanted: OfficeRequest = {"program": program, "most": MOST_PDF_BYTES}
        request: ExtendRequest = {"op": Operation.EXTEND, "module": GUEST, "request": wanted}
        caps = (MOST_PDF_BYTES, MOST_JSON)
        record, frame = session.ask(request, data, limits.call_seconds, caps)
    finally:
        session.close()
    if frame is None:
        return WordPages(why=ENDS.get(record.status, "failed"), detail=why_ended(record))
    return _pages(frame)


def _pages(frame: Frame) -> WordPages:
    try:
        told = read_as(OwnReply, frame[0], "pages that are not described")["told"]
        written = read_as(WrittenRecord, told, "pages that are not described")
    except ViolationError as violation:
        return WordPages(why="failed", detail=str(violation))
    if not frame[1]:
        why = "large" if written["size"] > MOST_PDF_BYTES else "failed"
        detail = short_text(f"exit {written['code']}: {written['said']}")
        return WordPages(why=why, detail=detail)
    return WordPages(pdf=frame[1])
