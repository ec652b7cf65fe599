"""`grader check` works where the POSIX parts of the standard library are missing.

A student's laptop may run Windows or macOS. The standard library's own modules are loaded as here;
what they lack there is then taken away before grader is imported.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.reports.reading import document_libraries_missing
from tests.tree import ROOT

LACKING = """
import asyncio, concurrent.futures, ctypes, importlib, multiprocessing, os, random, select, shutil
import signal, socket, sqlite3, subprocess, sys, tempfile, threading, unittest
from pathlib import Path
import sysconfig; sysconfig.get_config_vars()
import multiprocessing.connection, multiprocessing.forkserver, concurrent.futures.process
import numpy, rich.console, rich.progress, jinja2, msgspec, click.testing
GONE = {
    os: "fork getuid geteuid getppid killpg setsid pidfd_open O_NOFOLLOW O_PATH "
        "set_blocking fchmod openpty wait4 getpgid",
    select: "poll epoll POLLIN POLLOUT POLLHUP POLLERR",
    signal: "SIGXCPU SIGALRM SIGHUP setitimer alarm pidfd_send_signal",
    socket: "AF_UNIX SCM_RIGHTS CMSG_SPACE SOCK_SEQPACKET",
}
for module, names in GONE.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
sys.platform = PLATFORM
from grader.__main__ import main
for program in sys.argv[1:]:
    sys.argv = ["grader", "check", "kadai1", program]
    try:
        main()
    except SystemExit as ended:
        print(f"ended: {ended.code}")
"""


@pytest.mark.parametrize("place", ["course", "kit"])
@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_a_student_can_check_on_another_platform(platform: str, place: str, folder: Path) -> None:
    """A right program passes and a wrong one is told its mistake, without any POSIX call."""
    right = (
        "def matmul(a, b):\n"
        "    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]\n"
    )
    programs = [folder / name / "kadai1.py" for name in ("right", "wrong")]
    for program, source in zip(programs, (right, right.replace("x * y", "x + y")), strict=True):
        program.parent.mkdir()
        program.write_text(source, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-c", f"PLATFORM = {platform!r}\n{LACKING}", *map(str, programs)],
        cwd=ROOT if place == "course" else folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    of_right, of_wrong, rest = re.split(r"^ended: (?:0|1)\n", ended.stdout, flags=re.MULTILINE)
    assert re.findall(r"^ended: (.*)$", ended.stdout, flags=re.MULTILINE) == ["0", "1"]
    assert "COR001" not in of_right
    assert "COR001" in of_wrong
    assert rest == ""


READING = (
    LACKING.partition("from grader.__main__")[0]
    + """
from grader.reports.reading import DocumentReader
from grader.sandbox import Sandbox, choose_level
from tests.hostile.pdf_files import one_page
from tests.hostile.word_files import word
with Sandbox(choose_level(own_code=True).level) as place:
    for data in (one_page(), word()):
        found = DocumentReader(place).read_document("report", data)
        print(found.kind.value, found.trouble, len(found.lines))
"""
)


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_a_report_can_be_read_on_another_platform(platform: str) -> None:
    """In an interpreter of its own, against accidents; no POSIX call is made for it."""
    if document_libraries_missing():
        pytest.skip("nothing reads documents here")
    run = subprocess.run(
        [sys.executable, "-c", f"PLATFORM = {platform!r}\n{READING}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert run.stdout.splitlines() == ["pdf None 1", "docx None 1"], run.stdout + run.stderr
