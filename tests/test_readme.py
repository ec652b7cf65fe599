"""What the README tells people to type is known, and stands in both languages alike."""

import re
from pathlib import Path

from tests.tree import ROOT

DOWNLOADS = "submissions/demo/downloads"
COLLECT = (
    f"grader collect {DOWNLOADS}/moodle.zip -a kadai1 --roster {DOWNLOADS}/roster.csv --dry-run"
)
WEEK = (
    COLLECT,
    COLLECT.removesuffix(" --dry-run"),
    "grader grade kadai1",
    "grader review kadai1",
    (
        f"grader export kadai1 --format moodle --into {DOWNLOADS}/moodle-sheet.csv"
        " -o results/sheet.csv"
    ),
)


def commands_of(document: Path) -> list[str]:
    """Every line of the document's shell examples, once."""
    blocks = re.findall(r"```sh\n(.*?)```", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    return list(dict.fromkeys(line for block in blocks for line in block.splitlines()))


def test_readme_shows_these_commands() -> None:
    """Whoever adds a command to the README is led here, to have it executed."""
    assert commands_of(ROOT / "README.md") == [
        "make demo",
        "make test",
        "grader check kadai1 kadai1.py",
        "grader check kadai1 kadai1.py report.docx",
        "grader grade kadai1 submissions/demo/kadai1",
        *WEEK,
        "grader grade kadai2 submissions/demo/kadai2",
    ]


def test_readme_says_the_same_twice() -> None:
    """The Japanese and the English half have the same headings, examples and tables."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    japanese, english = text.split("## 日本語")[1].split("## English")
    for pattern in (r"^###? ", r"^```.*", r"^\|", r"\]\([^)]+\)"):
        halves = (japanese, english.replace("docs/en/", "docs/ja/"))
        found = [re.findall(pattern, half, flags=re.MULTILINE) for half in halves]
        assert found[0] == found[1]
