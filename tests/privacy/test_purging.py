"""What has to go is listed by the course's rule, and nothing else is."""

import os
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.model.course import Retention
from grader.privacy import PurgePlan, StayReason, plan_purge, remove_listed
from tests.privacy.courses import BOTH, KADAI1, KADAI2, course, extended, fill

WHEN = "2025-04-18T090000.000000Z"
TODAY = date(2025, 6, 1)
NEVER = ("course.toml", "assignments", "submissions/demo", "submissions/.gitignore")
links_work = pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")


def listed(plan: PurgePlan) -> list[str]:
    """What is to be removed, below the course."""
    return [one.path.relative_to(plan.root).as_posix() for one in plan.items]


def stays(plan: PurgePlan) -> dict[str, StayReason]:
    """What stays though it may be data."""
    return {one.path.relative_to(plan.root).as_posix(): one.why for one in plan.left}


def test_without_a_rule_nothing_is_listed(tmp_path: Path) -> None:
    """Nobody said how long data are kept."""
    plan = plan_purge(course(fill(tmp_path)), BOTH, TODAY)
    assert (plan.stated, plan.items, plan.left, plan.coming) == (False, (), (), ())


def test_what_is_over_is_listed_with_sizes(tmp_path: Path) -> None:
    """Results, and submissions with what lies beside them."""
    plan = plan_purge(course(fill(tmp_path), keep_days=30), BOTH, TODAY)
    assert listed(plan) == ["results/kadai1", "submissions/kadai1"]
    assert [one.contents.files for one in plan.items] == [3, 3]
    size = sum(one.stat().st_size for one in (tmp_path / "results/kadai1").rglob("*.*"))
    assert plan.items[0].contents.size_bytes == size
    assert plan.size_bytes == sum(one.contents.size_bytes for one in plan.items)
    assert {(one.assignment, one.last_day) for one in plan.items} == {("kadai1", date(2025, 5, 17))}
    assert plan.coming == ((date(2025, 7, 31), "kadai2"),)
    assert stays(plan)["submissions/old"] is StayReason.UNKNOWN


@pytest.mark.parametrize(("today", "due"), [(date(2025, 5, 17), False), (date(2025, 5, 18), True)])
def test_the_last_day_is_still_kept(tmp_path: Path, today: date, due: object) -> None:
    """Thirty days after 17 April in the course's zone."""
    plan = plan_purge(course(fill(tmp_path), keep_days=30), (KADAI1,), today)
    assert bool(plan.items) is due


def test_an_extension_keeps_all_of_it_longer(tmp_path: Path) -> None:
    """The last due date counts, in the course's zone: 2 June there."""
    late = extended(KADAI1, datetime(2025, 6, 1, 15, 0, tzinfo=UTC))
    plan = plan_purge(course(fill(tmp_path), keep_days=0), (late,), date(2025, 6, 2))
    assert not plan.items
    assert plan.coming == ((date(2025, 6, 2), "kadai1"),)


def test_after_the_courses_last_day_everything_goes(tmp_path: Path) -> None:
    """Also data of no assignment, downloads and left-overs, but never the fictional class."""
    plan = plan_purge(course(fill(tmp_path), keep_until=date(2025, 5, 31)), BOTH, TODAY)
    assert set(listed(plan)) == {
        *("results/kadai1", "results/kadai2", "submissions/kadai1", "submissions/kadai2"),
        *("submissions/old", "submissions/.staging-1", "submissions/moodle.zip"),
    }
    assert not plan.left
    assert not plan.coming


def test_left_overs_go_with_the_last_assignment(tmp_path: Path) -> None:
    """While one is kept, somebody may be collecting."""
    some = course(fill(tmp_path), keep_days=30)
    assert "submissions/.staging-1" not in listed(plan_purge(some, BOTH, TODAY))
    after = plan_purge(some, BOTH, date(2025, 8, 1))
    assert "submissions/.staging-1" in listed(after)
    assert stays(after) == {
        "submissions/old": StayReason.UNKNOWN,
        "submissions/moodle.zip": StayReason.UNKNOWN,
    }


@pytest.mark.parametrize("place", ["roster.csv", "submissions/roster.csv", "submissions/old/a.csv"])
def test_lists_of_people_go_with_the_last_assignment(tmp_path: Path, place: str) -> None:
    """Wherever course.toml says that they lie; the fictional class's stays."""
    fill(tmp_path)
    for name in (place, "attendance.csv", "submissions/demo/words.csv"):
        (tmp_path / name).write_text("24A1201\n")
    some = replace(
        course(tmp_path, keep_days=30),
        roster=place,
        attendance="attendance.csv",
    )
    before = plan_purge(some, BOTH, TODAY)
    assert {place, "attendance.csv"}.isdisjoint({*listed(before), *stays(before)})
    after = plan_purge(some, BOTH, date(2025, 8, 1))
    assert listed(after).count(place) == listed(after).count("attendance.csv") == 1
    demo = replace(some, attendance="submissions/demo/words.csv")
    assert "submissions/demo/words.csv" not in listed(plan_purge(demo, BOTH, date(2025, 8, 1)))
    late = plan_purge(replace(some, retention=Retention(keep_until=TODAY)), BOTH, date(2025, 8, 1))
    assert not remove_listed(late).left
    assert not (tmp_path / place).exists()
    assert not (tmp_path / "attendance.csv").exists()


def test_tables_of_grades_can_stay(tmp_path: Path) -> None:
    """Everything else of the results goes: the map above all, and copies with what was decided."""
    fill(tmp_path, ("results/kadai1/export/kadai1.xlsx", "results/kadai1/export/pages.zip"))
    fill(tmp_path, (f"results/kadai1/backups/grader.sqlite.{WHEN}",))
    fill(tmp_path, (f"results/kadai1/grades.csv.{WHEN}",))  # rows that were there before
    plan = plan_purge(course(fill(tmp_path), keep_days=30), BOTH, TODAY, keep_grades=True)
    assert listed(plan) == [
        "results/kadai1/backups",
        "results/kadai1/export/pages.zip",
        "results/kadai1/grader.sqlite",
        "results/kadai1/sheets",
        "submissions/kadai1",
    ]


def test_the_fictional_class_is_never_listed(tmp_path: Path) -> None:
    """Not even when an assignment has its name."""
    from msgspec.structs import replace

    demo = replace(KADAI1, id="demo")
    plan = plan_purge(course(fill(tmp_path), keep_until=date(2025, 1, 1)), (demo,), TODAY)
    assert not [one for one in listed(plan) if one.startswith(NEVER)]


def test_an_empty_course_has_nothing_due(tmp_path: Path) -> None:
    """No folder is missed."""
    plan = plan_purge(course(tmp_path, keep_days=1), BOTH, TODAY)
    assert (plan.items, plan.left) == ((), ())
    assert plan.coming == ((date(2025, 7, 2), "kadai2"),)
    assert not plan_purge(course(tmp_path, keep_days=1), (), TODAY).coming


@links_work
def test_links_are_not_followed(tmp_path: Path) -> None:
    """A folder that is elsewhere is named, and stays; so does all behind a linked results/."""
    elsewhere = fill(tmp_path / "elsewhere", ("kadai1/grades.csv",))
    root = fill(tmp_path / "course", ("results/kadai2/grades.csv",))
    (root / "results" / "kadai1").symlink_to(elsewhere / "kadai1")
    (root / "submissions").symlink_to(elsewhere)
    plan = plan_purge(course(root, keep_until=date(2025, 1, 1)), BOTH, TODAY)
    assert listed(plan) == ["results/kadai2"]
    assert stays(plan) == {"results/kadai1": StayReason.LINK, "submissions/kadai1": StayReason.LINK}


@links_work
def test_the_course_itself_may_be_reached_by_a_link(tmp_path: Path) -> None:
    """That is where the user is."""
    fill(tmp_path / "course")
    (tmp_path / "link").symlink_to(tmp_path / "course")
    plan = plan_purge(course(tmp_path / "link", keep_days=30), (KADAI1, KADAI2), TODAY)
    assert plan.root == (tmp_path / "course").resolve()
    assert len(plan.items) == 2
