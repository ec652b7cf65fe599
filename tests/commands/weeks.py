"""What a TA does every week, for the tests of the command line."""

import csv
import io
from pathlib import Path

from tests.commands.conftest import Say
from tests.tree import ROOT

DOWNLOADS = ROOT / "submissions" / "demo" / "downloads"
ROSTER = ("--roster", DOWNLOADS / "roster.csv")
STUDENTS = ("24A1201", "24A1202", "24A1203", "24A1205", "24A1206", "24A1207")


def rows_of(path: Path) -> list[list[str]]:
    """The cells of a CSV file that we wrote."""
    return list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))


def collect(say: Say, *more: object) -> None:
    """Collects downloads, with the roster."""
    said = say("collect", *more, "-a", "kadai1", *ROSTER)
    assert said.code == 0, said.err


def decide_all(say: Say, graded: Path, course: Path) -> None:
    """Fills every blank of the exported table with 1 point, and takes it back."""
    assert say("export", "kadai1").code == 0
    table = graded / "export" / "kadai1.csv"
    rows = rows_of(table)
    criteria = [at for at, head in enumerate(rows[0]) if "(/" in head]
    for row in rows[1:]:
        if row[0] in STUDENTS[:2]:
            for at in criteria:
                row[at] = row[at] or "1"
    edited = course / "edited.csv"
    text = io.StringIO(newline="")
    csv.writer(text).writerows([rows[0], *reversed(rows[1:])])
    edited.write_text(text.getvalue(), encoding="utf-8-sig")
    said = say("review", "kadai1", "--import", edited, "--by", "TA1", "--lang", "en")
    assert said.code == 0, said.err


def assert_exported(say: Say, graded: Path, form: str, file: str, code: int) -> None:
    """A format without a file to fill is written into the results folder, for its owner alone."""
    said = say("export", "kadai1", "--format", form)
    assert said.code == code, said.err
    assert (graded / "export" / file).is_file()
    assert graded.stat().st_mode & 0o077 == 0
