"""`--json` of the commands that people mostly read: one document, and nothing beside it."""

import json
from pathlib import Path

from grader.plugins import slugs
from tests.commands.conftest import Say
from tests.commands.weeks import decide_all


def test_checks_are_listed_and_explained(course: Path, say: Say) -> None:
    """All of them, or one with its page."""
    listed = say("explain", "--json").document
    assert {one["code"]: one["slug"] for one in listed["checks"]} == slugs()
    one = say("explain", "cor002", "--json").document
    assert (one["schema"], one["code"], one["slug"]) == (1, "COR002", "known-mistake")
    assert one["page"].strip()


def test_a_new_assignment_is_shown_with_its_files(course: Path, say: Say) -> None:
    """With --dry-run nothing is written, and the document says so."""
    words = ("new", "kadai9", "--operation", "matmul", "--backend", "numpy", "--json")
    shown = say(*words, "--due", "2027-01-15", "--dry-run").document
    assert not shown["written"]
    assert not (course / "assignments/kadai9").exists()
    made = say(*words, "--due", "2027-01-15").document
    assert made == {**shown, "written": True}
    for one in made["files"]:
        assert (course / one["path"]).read_text(encoding="utf-8") == one["text"]


def test_what_is_purged_is_listed_first(course: Path, say: Say) -> None:
    """The same items, and afterwards that they are gone."""
    with (course / "course.toml").open("a", encoding="utf-8") as file:
        file.write("\n[retention]\nkeep_days = 0\n")
    folder = course / "results/kadai1"
    folder.mkdir(parents=True)
    (folder / "grades.csv").write_text("x", encoding="utf-8")
    listed = say("purge", "--json").document
    (item,) = listed["items"]
    assert (item["path"], item["files"], item["removed"]) == ("results/kadai1", 1, False)
    gone = say("purge", "--json", "--yes").document
    assert [one["removed"] for one in gone["items"]] == [True]
    assert not folder.exists()


def test_the_results_folder_has_one_name(course: Path, say: Say, graded: Path) -> None:
    """`--results` names it everywhere; `-o` is where a command writes, for these the same."""
    elsewhere = course / "april"
    graded.rename(elsewhere)
    for option in ("-o", "--results"):
        states = say("review", "kadai1", option, elsewhere, "--json").document["waiting"]["states"]
        assert states["open"] == 2
        assert say("regrade", "kadai1", option, elsewhere, "--json").code == 0
    table = course / "table.csv"
    assert say("export", "kadai1", "--results", elsewhere, "-o", table).code == 0
    assert table.is_file()


def test_changes_of_points_are_named_with_their_reason(
    course: Path, say: Say, graded: Path
) -> None:
    """From what to what, in the text and in the document; a sheet that gives the same is none."""
    decide_all(say, graded, course)
    path = course / "assignments/kadai1/assignment.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("points = 4", "points = 5"), encoding="utf-8")
    said = say("regrade", "kadai1", "--json")
    assert said.code == 0
    before = json.loads(json.dumps(said.document["changes"]))
    assert say("regrade", "kadai1", "--json").document["changes"] == []
    for change in before:
        assert change["before"] != change["after"] or change["criteria"]


def test_an_export_is_one_document(course: Path, say: Say, graded: Path) -> None:
    """Who is in the file, who has no total, and where the file is."""
    decide_all(say, graded, course)
    said = say("export", "kadai1", "--json").document
    assert (said["assignment"], said["format"]) == ("kadai1", "csv")
    assert said["file"] == str(graded / "export" / "kadai1.csv")
    assert said["students"] == ["24A1201", "24A1202"]
    assert "24A1219" in {one["student"] for one in said["left_out"]}
