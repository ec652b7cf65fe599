"""Convert a Word file to PDF with LibreOffice, inside the sandbox.

This process is already confined, and so is the program that it starts. The host enforces the time
limit, and trusts nothing that is sent back.
"""

import os
import subprocess
from typing import TYPE_CHECKING, Any

from .report_protocol import OfficeRequest, WrittenRecord

if TYPE_CHECKING:
    from grader.guest.protocol import ExtendRequest, OwnReply

REPORT, PAGES, OUTPUT = "report.docx", "report.pdf", "said"
PROFILE = "profile"  # of this start only: no user's settings, and deleted afterwards
RESTART = 81  # exit code after it has created a new profile
TRIES = 3
OUTPUT_BYTES = 4_096
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop>
<prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop>
<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update">
<prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
</oor:items>
"""  # no macros, nothing fetched from elsewhere, links to other files never followed


def extend(
    wire: Any, head: "ExtendRequest", data: bytes
) -> tuple[tuple["OwnReply", bytes], dict[Any, Any]]:
    """Convert a file; this child offers nothing else."""
    del wire
    told, pages = write_pdf(head["request"], data)
    return ({"ok": True, "told": told}, pages), {}


def write_pdf(head: OfficeRequest, data: bytes) -> tuple[WrittenRecord, bytes]:
    """Convert the file in `data`; `head` contains the program and the maximum size."""
    here = os.getcwd()  # noqa: PTH109 - pathlib would be imported
    _write(REPORT, data)
    os.makedirs(f"{PROFILE}/user")  # noqa: PTH103
    _write(f"{PROFILE}/user/registrymodifications.xcu", SETTINGS.encode())
    words = [
        *(head["program"], "--headless", "--norestore", "--nologo", "--nodefault"),
        f"-env:UserInstallation=file://{here}/{PROFILE}",
        "--infilter=MS Word 2007 XML",  # no other format is opened, and no macro read
        *("--convert-to", "pdf:writer_pdf_Export", "--outdir", here, REPORT),
    ]
    environment = {
        "PATH": "/nonexistent",
        "HOME": here,
        "TMPDIR": here,
        "LANG": "C.UTF-8",
        "OSL_SOCKET_PATH": here,  # of the socket for other instances of itself
        "LD_LIBRARY_PATH": os.path.dirname(head["program"]),  # noqa: PTH120 - where /proc is hidden
        "SAL_USE_VCLPLUGIN": "svp",  # without a screen
    }
    code = RESTART
    for _ in range(TRIES):
        if code == RESTART:
            code = _run(words, environment)
    size = os.stat(PAGES).st_size if os.path.exists(PAGES) else 0  # noqa: PTH110, PTH116
    pages = _read(PAGES) if 0 < size <= head["most"] else b""
    output = _read(OUTPUT)[-OUTPUT_BYTES:].decode("utf-8", "replace")
    return {"code": code, "size": size, "said": output}, pages


def _run(words: list[str], environment: dict[str, str]) -> int:
    with open(OUTPUT, "wb") as output:  # noqa: PTH123
        return subprocess.run(  # noqa: S603 - the host's words, and no shell
            words,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=environment,
        ).returncode


def _write(name: str, content: bytes) -> None:
    with open(name, "wb") as file:  # noqa: PTH123
        file.write(content)


def _read(name: str) -> bytes:
    with open(name, "rb") as file:  # noqa: PTH123
        return file.read()
