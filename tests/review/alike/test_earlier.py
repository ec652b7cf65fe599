"""Fingerprints for later years: what is found again, what is not, and that no text is in them."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from grader.course import load_course
from grader.gradebook.desk import Desk
from grader.model.course import Assignment
from grader.model.program import Plot
from grader.review.alike import ClassWorks
from grader.review.alike.earlier import (
    FOLDER,
    WIDTH,
    EarlierClass,
    found_again,
    packed,
    read_earlier,
    remember,
)
from tests.commands.conftest import Say
from tests.review.alike.test_neighbours_page import SAID, TIMES, desk
from tests.review.alike.works_for_tests import OWN_WAY, a_class, explains, given, kadai1
from tests.review.page.page_for_tests import opened_page
from tests.tree import ROOT

__all__ = ["desk"]
LONG = "図3では九十を超えるとキャッシュに入りきらなくなり、そこから傾きが変わったと考えている。"
OTHER_LONG = (
    "測り始めは一回目の呼び出しが遅くなるため、最初の値を捨てて五回分の中央値を取ることにした。"
)
RENAMED = OWN_WAY.replace("row", "gyou").replace("factor", "x").replace("# the columns", "")
OTHER = """\
def matmul(a, b):
    return [[sum(map(lambda x, y: x * y, r, c)) for c in zip(*b)] for r in a]
"""


def before(year: int = 2024) -> Assignment:
    """The assignment as an earlier class had it."""
    return replace(kadai1(), due=kadai1().due.replace(year=year))


def kept(alike: ClassWorks, year: int = 2024) -> EarlierClass:
    """The file of an earlier class, written and read."""
    written = packed(remember(alike.works, given(), before(year), load_course(ROOT)))
    return msgspec.json.decode(written, type=EarlierClass)


def test_a_renamed_program_is_found_with_its_lines() -> None:
    """Names and comments count for nothing; a program of another way is not found."""
    then = kept(a_class({"23A0001": OWN_WAY, "23A0002": OTHER, "23A0003": OTHER + "\n"}))
    now = a_class({"24A0001": RENAMED, "24A0002": "print(1)\n"})
    (found,) = found_again(now, [then])
    assert found.work.student == "24A0001"
    assert (found.rate.holders, found.rate.works) == (1, 3)
    assert found.tokens >= 60
    program = found.work.program
    assert program is not None
    marked = [program.lines[at] for at in sorted(program.marked(found.shared))]
    assert any("continue" in line for line in marked)


def test_what_many_had_is_not_listed() -> None:
    """Neither what more than a few of the earlier class had, nor what many have now."""
    usual = kept(a_class({f"23A000{n}": OWN_WAY for n in range(6)}))
    assert not found_again(a_class({"24A0001": RENAMED}), [usual])
    rare = kept(a_class({"23A0001": OWN_WAY}))
    assert not found_again(a_class({f"24A000{n}": RENAMED for n in range(6)}), [rare])


def test_what_everybody_was_given_is_not_kept() -> None:
    """The starter has no fingerprints of its own."""
    starter = (kadai1().folder / "starter" / "kadai1.py").read_text("utf-8")
    then = kept(a_class({"23A0001": starter}))
    assert [work.program for work in then.works] == [b""]


def test_sentences_and_plotted_numbers() -> None:
    """A long sentence and measured times are found again; other ones are not."""
    times = Plot(kind="plot", x=(1.0, 2.0, 3.0, 4.0), y=(0.0123, 0.0456, 0.0461, 0.9))
    others = replace(times, y=(0.0124, 0.0456, 0.0461, 0.9))
    then = kept(a_class({}, {"23A0001": explains(LONG)}, {"23A0002": [times]}))
    now = a_class(
        {},
        {"24A0001": explains(LONG, OTHER_LONG), "24A0002": explains(OTHER_LONG)},
        {"24A0003": [times], "24A0004": [others]},
    )
    found = {each.work.student: each for each in found_again(now, [then])}
    assert sorted(found) == ["24A0001", "24A0003"]
    said, plot = found["24A0001"].said, found["24A0003"].plot
    assert said is not None
    assert said.text == LONG
    assert plot == times


def test_a_file_holds_hashes_alone_and_is_another_each_time() -> None:
    """No name, word or number of a student; two files of one class have no hash in common."""
    alike = a_class({"23A0001": OWN_WAY}, {"23A0002": explains(LONG)}, {"23A0001": [TIMES]})
    first, again = kept(alike), kept(alike)
    written = packed(first).decode()
    assert sorted(json.loads(written)) == ["assignment", "due", "format", "salt", "works"]
    for secret in ("23A000", "blocks", "キャッシュ", "0.0456"):
        assert secret not in written
    programs = [work.program for each in (first, again) for work in each.works if work.program]
    hashes = [
        {program[at : at + WIDTH] for at in range(0, len(program), WIDTH)} for program in programs
    ]
    assert all(hashes)
    assert not hashes[0] & hashes[1]


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    """Damaged, of another assignment, of another version; that of the class itself says nothing."""
    course = load_course(ROOT)
    (tmp_path / FOLDER).mkdir()
    good = remember(a_class({"23A0001": OWN_WAY}).works, given(), before(), course)
    files = {
        "a.json": packed(good)[:-9],
        "b.json": packed(replace(good, assignment="kadai9")),
        "c.json": packed(replace(good, format=2)),
        "d.json": packed(replace(good, due=kadai1().due.date())),
        "e.json": packed(good),
        "f.json": packed(replace(good, salt=bytes(65))),
    }
    for name, data in files.items():
        (tmp_path / FOLDER / name).write_bytes(data)
    classes, trouble = read_earlier(tmp_path, kadai1(), course)
    assert classes == (good,)
    said = [str(message).partition(": ")[2] for message in trouble]
    assert said == [
        "this is not a file of `grader review --remember`",
        "these are fingerprints of kadai9, not of kadai1",
        "this file is from another version of grader",
        "this is not a file of `grader review --remember`",
    ]


def test_the_page_shows_this_classes_side(desk: Desk) -> None:
    """Lines, sentence and numbers of now stand there; of the class before only year and number."""
    (desk.out / FOLDER).mkdir()
    before_it = a_class({"23A0001": OWN_WAY}, {"23A0001": explains(SAID)}, {"23A0001": [TIMES]})
    file = desk.out / FOLDER / "kadai1-2024.json"
    file.write_bytes(packed(remember(before_it.works, given(), before(), desk.course)))
    with opened_page(desk) as (_, get):
        page = get("/neighbours").text
    earlier = page.partition('id="alike-earlier"')[2]
    assert "are also in work 1 of the class due 2024-" in earlier
    assert "番にもあります" in earlier
    assert re.search(r"<mark>\s*row\[j\] = row\[j\] \+ factor", earlier)
    assert "0.0123, 0.0456, 0.0461, 0.9" in earlier
    assert "23A0001" not in page
    assert "<script>" not in page


def test_the_command_writes_what_the_page_of_a_later_class_reads(
    course: Path, graded: Path, say: Say, tmp_path: Path
) -> None:
    """By the command alone: no screen, no browser; what it cannot be combined with is refused."""
    path = tmp_path / "kept.json"
    words = ("review", "kadai1", "--lang", "en")
    (graded / FOLDER).mkdir()
    (graded / FOLDER / "kadai1-2024.json").write_text("no file of ours", encoding="utf-8")
    said = say(*words, "--remember", path)
    assert said.code == 0, said.err
    assert re.match(r"Fingerprints of \d+ submissions were written to ", said.out)
    written = json.loads(path.read_bytes())
    assert (written["assignment"], len(written["works"])) == ("kadai1", 2)
    assert path.stat().st_mode & 0o077 == 0
    refused = say(*words, "--remember", path, "--list")
    assert (refused.code, "--remember cannot be combined" in refused.err) == (2, True)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_nothing_graded_yet(
    lang: str, course: Path, graded: Path, say: Say, tmp_path: Path
) -> None:
    """A sentence, no file."""
    path = tmp_path / "kept.json"
    none = tmp_path / "none"
    said = say("review", "kadai1", "-o", none, "--lang", lang, "--remember", path)
    assert (said.code, path.exists()) == (2, False)
    assert "grader grade" in said.err
