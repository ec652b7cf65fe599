"""Exactly what was listed is removed; nothing outside, and nothing that changed."""

import os
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.privacy import PurgePlan, StayReason, plan_purge, remove_listed
from tests.privacy.courses import BOTH, FILES, course, files_of, fill

TODAY = date(2025, 6, 1)
links_work = pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")


def plan_of(root: Path, *, keep_grades: bool = False) -> PurgePlan:
    """What is due of kadai1."""
    return plan_purge(course(root, keep_days=30), BOTH, TODAY, keep_grades=keep_grades)


def test_the_list_goes_and_the_rest_stays(tmp_path: Path) -> None:
    """A second time there is nothing to do."""
    plan = plan_of(fill(tmp_path))
    done = remove_listed(plan)
    assert (done.gone, done.left) == (plan.items, ())
    gone = ("results/kadai1/", "submissions/kadai1/")
    assert files_of(tmp_path) == {one for one in FILES if not one.startswith(gone)}
    assert not plan_of(tmp_path).items


def test_grades_stay_when_asked(tmp_path: Path) -> None:
    """The tables alone."""
    remove_listed(plan_of(fill(tmp_path), keep_grades=True))
    assert files_of(tmp_path / "results" / "kadai1") == {"grades.csv"}
    assert not plan_of(tmp_path, keep_grades=True).items


def test_what_changed_since_stays(tmp_path: Path) -> None:
    """Somebody is still working there."""
    plan = plan_of(fill(tmp_path))
    (tmp_path / "results" / "kadai1" / "new.csv").write_text("new")
    done = remove_listed(plan)
    assert [(one.path.name, one.why) for one in done.left] == [("kadai1", StayReason.CHANGED)]
    assert (tmp_path / "results" / "kadai1" / "grades.csv").exists()
    assert not (tmp_path / "submissions" / "kadai1").exists()


def test_what_is_gone_is_said(tmp_path: Path) -> None:
    """Another purge was faster."""
    plan = plan_of(fill(tmp_path))
    remove_listed(plan)
    done = remove_listed(plan)
    assert not done.gone
    assert {one.why for one in done.left} == {StayReason.GONE}


@links_work
def test_links_inside_go_and_their_targets_stay(tmp_path: Path) -> None:
    """To files, to folders, to nothing and in circles."""
    outside = fill(tmp_path / "outside", ("keep/precious.txt",))
    root = fill(tmp_path / "course")
    folder = root / "submissions" / "kadai1" / "24A1201"
    (folder / "folder").symlink_to(outside / "keep")
    (folder / "file").symlink_to(outside / "keep" / "precious.txt")
    (folder / "nothing").symlink_to(tmp_path / "missing")
    (folder / "circle").symlink_to(folder)
    done = remove_listed(plan_of(root))
    assert not done.left
    assert not folder.parent.exists()
    assert files_of(outside) == {"keep/precious.txt"}


@links_work
def test_a_folder_swapped_for_a_link_stays(tmp_path: Path) -> None:
    """Between the list and the removal."""
    outside = fill(tmp_path / "outside", ("kadai1/precious.txt",))
    root = fill(tmp_path / "course")
    plan = plan_of(root)
    (root / "results").rename(tmp_path / "aside")
    (root / "results").symlink_to(outside)
    done = remove_listed(plan)
    assert StayReason.LINK in {one.why for one in done.left}
    assert files_of(outside) == {"kadai1/precious.txt"}


@pytest.mark.parametrize("where", ["..", ".", "../outside", "results/../../outside"])
def test_nothing_outside_the_course_is_touched(tmp_path: Path, where: str) -> None:
    """Whatever a list says."""
    fill(tmp_path / "outside", ("precious.txt",))
    root = fill(tmp_path / "course")
    plan = plan_of(root)
    forged = replace(plan.items[0], path=plan.root / where)
    done = remove_listed(replace(plan, items=(forged,)))
    assert not done.gone
    assert files_of(tmp_path / "outside") == {"precious.txt"}
    assert files_of(root) == set(FILES)


def test_what_the_system_refuses_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest goes all the same, as on Windows while Excel has a table open."""
    remove = Path.unlink

    def refuse(path: Path) -> None:
        if path.name == "grades.csv":
            raise PermissionError(13, "Permission denied")
        remove(path)

    plan = plan_of(fill(tmp_path))
    monkeypatch.setattr(Path, "unlink", refuse)
    done = remove_listed(plan)
    monkeypatch.undo()
    assert {(one.path.name, one.why, bool(one.detail)) for one in done.left} == {
        ("grades.csv", StayReason.REFUSED, True),
        ("kadai1", StayReason.REFUSED, True),
    }
    assert [one.path.parent.name for one in done.gone] == ["submissions"]
    assert files_of(tmp_path / "results" / "kadai1") == {"grades.csv"}


def test_many_nested_folders_go(tmp_path: Path) -> None:
    """However deep a student's archive was."""
    root = fill(tmp_path)
    deep = root / "submissions" / "kadai1" / Path(*("d" for _ in range(300)))
    deep.mkdir(parents=True)
    assert not remove_listed(plan_of(root)).left
