"""The tutorials, typed as they stand: `make anew` writes their outputs anew.

In a page, a block of `sh` is typed line by line, unless a comment before it says why not; only
`grader review` is opened all the same and answered, as the page has a TA answer it. A block under
`<!-- file: NAME -->` is saved as that file, and a block of `text` behind commands is what they
print. A line `…` in it stands for lines that are left out. Below `<!-- yours: NAME -->` readers
have written that file themselves: no page shows an answer, so a right example stands in for it.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tests.clones import copy_tree
from tests.tree import ROOT

PAGES = [
    ROOT / "docs" / language / f"tutorial-{reader}.md"
    for reader in ("student", "ta")
    for language in ("ja", "en")
]
LOCALES = {"ja": "ja_JP.UTF-8", "en": "en_US.UTF-8"}
BLOCK = re.compile(
    r"(?:<!-- (?P<way>not run|file|yours): (?P<about>.*?) -->\n)?"
    r"```(?P<language>\w+)\n(?P<text>.*?)```",
    re.DOTALL,
)
HOME = "~/grader"  # where the course folder is said to be
PASSING = re.compile(r"^\[ *\d+/\d+\] .*\n", re.MULTILINE)  # a bar, on a terminal
LEFT_OUT = "…"
RIGHT = ROOT / "assignments" / "kadai1" / "examples" / "right-triple-loop"
REVIEW = "grader review kadai1\n"


def outputs(page: Path, course: Path) -> Iterator[tuple[re.Match[str], str]]:
    """Types what the page says, and pairs each output that it shows with the real one."""
    printed = ""
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        text = block["text"]
        if block["way"] == "file":
            (course / block["about"]).write_text(text, encoding="utf-8")
        elif block["language"] == "text":
            yield block, printed.replace(str(course), HOME)
        elif block["language"] == "sh" and (block["way"] != "not run" or text == REVIEW):
            if block["way"] == "yours":
                shutil.copy(RIGHT / block["about"], course)
            printed = "".join(_typed(line, course, page.parent.name) for line in text.splitlines())


def differs(shown: str, printed: str) -> bool:
    """Says whether what is shown is not what was printed, but for the lines left out."""
    parts = [re.escape(part) for part in shown.split(f"{LEFT_OUT}\n")]
    return re.fullmatch(r"(?:.*\n)*?".join(parts), printed) is None


def shortened(printed: str, shown: str) -> str:
    """Leaves out of the real output as much as was left out before."""
    first, *rest = shown.split(f"{LEFT_OUT}\n")
    if not rest:
        return printed
    lines = printed.splitlines(keepends=True)
    head, tail = first.count("\n"), rest[-1].count("\n")
    return "".join([*lines[:head], f"{LEFT_OUT}\n", *lines[len(lines) - tail :]])


def _typed(line: str, course: Path, language: str) -> str:
    """Types a line, answers the page of `grader review`, and hands back what is printed."""
    words = shlex.split(line)
    command = subprocess.Popen(
        words,
        cwd=course,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "LC_ALL": LOCALES[language],
            "PYTHONUTF8": "1",
            "BROWSER": "true",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    if line == REVIEW.strip():
        _decide_on_the_page(command)
    printed, _ = command.communicate()
    assert command.returncode in {0, 1}, f"{line}\n{printed}"
    return PASSING.sub("", printed).removeprefix("\ufeff")


def _decide_on_the_page(grader: subprocess.Popen[str]) -> None:
    """Gives 1 point for whatever is open, confirms everybody, and ends the page with Ctrl-C."""
    assert grader.stdout is not None
    address = re.search(r"http://\S+", grader.stdout.readline())
    assert address is not None
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    browser.open(address[0]).read()
    page = address[0].partition("/?")[0]

    def ask(path: str, **body: object) -> dict[str, Any]:
        data = json.dumps({"by": "TA 1", **body}).encode() if body else None
        headers = {"Origin": page, "Content-Type": "application/json"}
        with browser.open(Request(page + path, data, headers)) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    students = ask("/state")["students"]
    decisions = [
        {"student": student, "criterion": criterion, "points": 1, "basis": award["basis"]}
        for student, grade in students.items()
        for criterion, award in grade["awards"].items()
        if award["points"] is None
    ]
    ask("/decide", decisions=decisions)
    assert ask("/confirm", students=[*students])["confirmed"] > len(students) / 2
    grader.send_signal(signal.SIGINT)


def write() -> None:
    """Types every tutorial in a fresh copy and writes what was printed into it."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            course = copy_tree(Path(folder) / "course")
            for block, printed in [*outputs(page, course)][::-1]:
                begin, end = block.span("text")
                text = text[:begin] + shortened(printed, block["text"]) + text[end:]
        page.write_text(text, encoding="utf-8")
