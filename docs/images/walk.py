"""Draws a walk through grader for each role: frames of a terminal, one after the other.

walk-student.svg, walk-ta.svg and walk-instructor.svg in docs/images/ja and docs/images/en. Every
frame is what the program really says, in a copy of the course, to the command above it; a long
answer is cut, which is shown by "⋮". The frames alternate by CSS alone, so a picture moves wherever
pictures are shown; a reader who asks for reduced motion sees the first frame.

    python docs/images/walk.py
"""

import math
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import make
from msgspec import Struct

SECONDS = 6  # that each frame is shown
LINES = 24  # of a terminal
STRIP = 34  # pixels of the caption above it
COLOURED = (
    "import sys; from grader.__main__ import cli; cli(sys.argv[1:], prog_name='grader', color=True)"
)
PROGRESS = re.compile(r"^\[\d+/\d+\] .*\n", re.MULTILINE)


class Frame(Struct, frozen=True, kw_only=True):
    """One command with its caption."""

    command: str
    caption: Mapping[str, str]
    before: str = ""
    """A copy to be made first, "FROM TO"."""


WALKS: Mapping[str, Sequence[Frame]] = {
    "student": (
        Frame(
            before="submissions/demo/kadai1/24A1206/kadai1.py kadai1.py",
            command="grader check kadai1 kadai1.py",
            caption={"ja": "1. 提出の前に確かめる", "en": "1. Check before handing in"},
        ),
        Frame(
            command="grader explain COR002 shared-rows-sum",
            caption={"ja": "2. 間違いの説明を読む", "en": "2. Read about the mistake"},
        ),
        Frame(
            before="submissions/demo/kadai1/24A1201/kadai1.py kadai1.py",
            command="grader check kadai1 kadai1.py",
            caption={"ja": "3. 直して、もう一度", "en": "3. Fix it, and check again"},
        ),
        Frame(
            before="submissions/demo/kadai1/24A1201/report.docx report.docx",
            command="grader inspect report.docx -a kadai1",
            caption={"ja": "4. レポートも確かめる", "en": "4. Check the report, too"},
        ),
    ),
    "ta": (
        Frame(
            command="grader collect submissions/demo/downloads/moodle.zip -a kadai1"
            " --roster submissions/demo/downloads/roster.csv",
            caption={"ja": "1. LMS のダウンロードを分ける", "en": "1. Sort the LMS's download"},
        ),
        Frame(
            command="grader grade kadai1 --no-timing",
            caption={"ja": "2. 全員を採点する", "en": "2. Grade the class"},
        ),
        Frame(
            command="grader review kadai1 --list",
            caption={
                "ja": "3. TA が決めることを見る (画面は grader review)",
                "en": "3. What is left to decide (grader review opens the page)",
            },
        ),
        Frame(
            command="grader export kadai1 --format xlsx",
            caption={
                "ja": "4. 書き出す (--into で LMS の表に書き込む)",
                "en": "4. Export (--into fills in the LMS's own table)",
            },
        ),
    ),
    "instructor": (
        Frame(
            command="grader new spiral --form function --example"
            " 'spiral(3) == [[1, 2, 3], [8, 9, 4], [7, 6, 5]]'",
            caption={"ja": "1. 例から課題を作る", "en": "1. Make an assignment from an example"},
        ),
        Frame(
            command="grader verify optional1",
            caption={
                "ja": "2. 正しい例と間違った例で、課題を確かめる",
                "en": "2. Prove an assignment with right and wrong examples",
            },
        ),
        Frame(
            command="grader pack kadai1 -o kadai1.zip",
            caption={"ja": "3. 学生に配るキット", "en": "3. The students' kit"},
        ),
    ),
}


def main() -> None:
    """Draws all walks in both languages."""
    for language in ("ja", "en"):
        for role, frames in WALKS.items():
            target = make.ROOT / "docs" / "images" / language / f"walk-{role}.svg"
            target.write_text(_walk(_said(frames, language), frames, language), encoding="utf-8")
            print(target, target.stat().st_size)  # noqa: T201  a script's own progress


def _said(frames: Sequence[Frame], language: str) -> list[str]:
    """Run the commands of a walk one after the other, in a copy of the course."""
    said = []
    with tempfile.TemporaryDirectory() as folder:
        course = Path(folder, "course")
        left_out = shutil.ignore_patterns(".*", "results", "docs", "tests", "benchmarks", "*.pyc")
        shutil.copytree(make.ROOT, course, ignore=left_out)
        for frame in frames:
            if frame.before:
                source, target = frame.before.split()
                shutil.copyfile(course / source, course / target)
            words = ["--lang", language, *shlex.split(frame.command)[1:]]
            run = subprocess.run(  # noqa: S603
                [sys.executable, "-c", COLOURED, *words],
                cwd=course,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            text = PROGRESS.sub("", run.stdout.replace(f"{course}/", ""))
            said.append(f"$ {frame.command}\n{text}")
    return said


def _walk(texts: Sequence[str], frames: Sequence[Frame], language: str) -> str:
    """Lays terminals over each other, each shown in its turn."""
    share = 100 / len(frames)
    total = SECONDS * len(frames)
    captions = [frame.caption[language] for frame in frames]
    drawn = [
        make.terminal(_cut(text), caption, unique=f"t{place}")
        for place, (text, caption) in enumerate(zip(texts, captions, strict=True))
    ]
    height = STRIP + max(map(_height, drawn))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {make.TERMINAL_WIDTH} {height}"'
        f' width="{make.TERMINAL_WIDTH}" role="img"><title>{escape(" → ".join(captions))}</title>'
        f"<style>.frame {{ opacity: 0; animation: turn {total}s infinite step-end }}"
        f" .frame:first-of-type {{ opacity: 1 }}"
        f" @keyframes turn {{ 0% {{ opacity: 1 }} {share:.4g}% {{ opacity: 0 }} }}"
        " @media (prefers-reduced-motion: reduce) { .frame { animation: none } }</style>"
        f'<rect width="{make.TERMINAL_WIDTH}" height="{height}" rx="8" fill="#ffffff"/>'
    )
    parts = []
    for place, (terminal, caption) in enumerate(zip(drawn, captions, strict=True)):
        inner = terminal.replace("<svg ", f'<svg y="{STRIP}" height="{_height(terminal)}" ', 1)
        # Delays are negative, so that every frame keeps time from the beginning.
        delay = f"animation-delay: {place * SECONDS - total}s"
        parts.append(
            f'<g class="frame" style="{delay}">'
            f'<rect width="{make.TERMINAL_WIDTH}" height="{height}" fill="#ffffff"/>'
            f'<text x="12" y="23" font-size="17" font-weight="600" fill="{make.INK}"'
            f' font-family="{make.SANS}">{escape(caption)}</text>{inner}</g>'
        )
    return "\n".join([head, *parts, "</svg>", ""])


def _height(terminal: str) -> int:
    """Return how high a terminal is at its width in the picture, in pixels."""
    (width, height), *_ = re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', terminal)
    return math.ceil(float(height) / float(width) * make.TERMINAL_WIDTH)


def _cut(text: str) -> str:
    lines = text.rstrip().splitlines()
    return "\n".join(lines if len(lines) <= LINES else [*lines[: LINES - 1], "⋮"])


if __name__ == "__main__":
    main()
