"""What counts for the course, as the instructor wrote it, and every mistake in it at once."""

from pathlib import Path

import pytest

from grader.course import load_course
from grader.model.errors import CourseError
from grader.model.grading import (
    AttendanceRules,
    Condition,
    ConditionKind,
    Grading,
    Letter,
    Missing,
    Part,
    Recognition,
    Rounded,
    Rounding,
    RoundingWay,
)
from tests.course.courses import COURSE, whats, write_course
from tests.wording.worded import in_japanese

ROOT = Path(__file__).resolve().parents[2]
TITLE = {"ja": "題", "en": "title"}

GRADING = """
[grading]
not_submitted = "open"
maximum = 120
letters = [{ letter = "A+", least = 90 }, { letter = "B", least = 0 }]
letter_without_condition = "F"
rounding = { what = "parts", way = "down", digits = 1 }

[[grading.part]]
id = "reports"
title = { ja = "題", en = "title" }
assignments = ["kadai1", "kadai2"]
points_each = 8
points = { kadai2 = 16 }
percent = 60

[[grading.part]]
id = "optional"
title = { ja = "題", en = "title" }
assignments = ["option1"]
points_each = 5
optional = true
inside = "reports"

[[grading.part]]
id = "project"
title = { ja = "題", en = "title" }
assignments = ["project1"]
points = { project1 = 20 }
percent = 40

[[grading.condition]]
id = "attendance"
title = { ja = "題", en = "title" }
kind = "attendance"
least_percent = 80

[[grading.condition]]
id = "recognition"
title = { ja = "題", en = "title" }
kind = "recognition"
least_percent = 75

[[grading.condition]]
id = "some"
title = { ja = "題", en = "title" }
kind = "recognition"
least_percent = 50
assignments = ["kadai2", "option1"]

[grading.recognition]
submitted = true
in_time = true
least_percent = 50
criteria = ["program"]
criteria_of = { kadai2 = ["conv_python", "conv_numpy"] }
confirmed = true

[grading.attendance]
sessions = 15
held = 12
"""


REPORTS = Part(
    id="reports",
    title=TITLE,
    assignments=("kadai1", "kadai2"),
    points_each=8,
    points={"kadai2": 16},
    percent=60,
)
OPTIONAL = Part(
    id="optional",
    title=TITLE,
    assignments=("option1",),
    points_each=5,
    optional=True,
    inside="reports",
)
PROJECT = Part(
    id="project",
    title=TITLE,
    assignments=("project1",),
    points={"project1": 20},
    percent=40,
)
ATTENDANCE = Condition(
    id="attendance", title=TITLE, kind=ConditionKind.ATTENDANCE, least_percent=80
)
RECOGNITION = Condition(
    id="recognition",
    title=TITLE,
    kind=ConditionKind.RECOGNITION,
    least_percent=75,
    assignments=("kadai1", "kadai2", "project1"),
)
SOME = Condition(
    id="some",
    title=TITLE,
    kind=ConditionKind.RECOGNITION,
    least_percent=50,
    assignments=("kadai2", "option1"),
)


def test_everything_that_can_be_said(tmp_path: Path) -> None:
    """Every key arrives where it belongs."""
    write_course(tmp_path, course=COURSE + GRADING)
    assert load_course(tmp_path).grading == Grading(
        parts=(REPORTS, OPTIONAL, PROJECT),
        conditions=(ATTENDANCE, RECOGNITION, SOME),
        recognition=Recognition(
            in_time=True,
            least_percent=50,
            criteria=("program",),
            criteria_of={"kadai2": ("conv_python", "conv_numpy")},
            confirmed=True,
        ),
        attendance=AttendanceRules(sessions=15, held=12),
        maximum=120,
        not_submitted=Missing.OPEN,
        rounding=Rounding(what=Rounded.PARTS, way=RoundingWay.DOWN, digits=1),
        letters=(Letter(letter="A+", least=90), Letter(letter="B", least=0)),
        letter_without_condition="F",
    )


def test_this_course_says_what_counts() -> None:
    """60 % of 8 x 8 points, 40 % of 2 x 20, 2 x 5 on top, 80 % twice."""
    grading = load_course(ROOT).grading
    assert grading is not None
    reports, optional, project = grading.parts
    assert (reports.percent, project.percent, optional.percent) == (60, 40, None)
    assert [sum(one.points for one in part.items) for part in grading.parts] == [64, 10, 40]
    assert optional.optional
    assert optional.inside == ""
    assert [one.least_percent for one in grading.conditions] == [80, 80]
    assert load_course(ROOT).roster == ""


def test_a_course_need_not_say_what_counts(tmp_path: Path) -> None:
    """Then there are no standings."""
    write_course(tmp_path)
    assert load_course(tmp_path).grading is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("percent = 60", "percent = 50", "part: the percent values of the parts that are not"),
        (
            "percent = 60",
            "",
            "part[0].percent: is missing; specify what percentage of the total the part is worth",
        ),
        ("percent = 60", "percent = 101", "part[0].percent: must be a number of at most 100"),
        ("points_each = 8\n", "", "part[0].points.kadai1: is missing; specify it or points_each"),
        ("kadai2 = 16", "kadai3 = 16", "part[0].points.kadai3: is not in assignments; did you m"),
        ("kadai2 = 16", "kadai2 = 0", "part[0].points.kadai2: must be a number of more than 0"),
        (
            '["option1"]',
            '["option1", "kadai1"]',
            'part[1].assignments[1]: "kadai1" already counts in',
        ),
        ('id = "optional"', 'id = "reports"', 'part[1].id: "reports" is already used; IDs must'),
        ('inside = "reports"', 'inside = "report"', 'part[1].inside: there is no part "report" to'),
        (
            'inside = "reports"',
            'inside = "optional"',
            'part[1].inside: there is no part "optional"',
        ),
        (
            'inside = "reports"',
            'inside = "reports"\npercent = 10',
            "part[1].percent: is not used together with inside",
        ),
        ("percent = 40", 'percent = 40\ninside = "reports"', "part[2].inside: applies only to opt"),
        ("least_percent = 80", "least_percent = 0", "condition[0].least_percent: must be a number"),
        (
            "least_percent = 80",
            'least_percent = 80\nassignments = ["kadai1"]',
            "condition[0].assignments: applies only to recognition, not to attendance",
        ),
        ('["kadai2", "option1"]', '["kadai3"]', "condition[2].assignments[0]: no part contains t"),
        ('id = "some"', 'id = "recognition"', 'condition[2].id: "recognition" is already used'),
        ('kind = "attendance"', 'kind = "presence"', 'condition[0].kind: must be one of "attenda'),
        ("kadai2 = [", "kadai9 = [", "recognition.criteria_of.kadai9: no part contains the assig"),
        ("[grading.attendance]", "[grading.presence]", "presence: unknown key; "),
        ("sessions = 15\n", "", "attendance.sessions: is missing; specify it together with held"),
        ("held = 12", "held = 16", "attendance.held: must not be more than sessions"),
        ("held = 12", 'held = "回数"', "attendance.held: must be a whole number"),
        ("least = 0", "least = 10", "letters[1].least: must be 0 for the last letter, got 10"),
        ("least = 90", "least = 0", "letters[1].least: must be less than 0 of the previous lett"),
        (
            'letters = [{ letter = "A+", least = 90 }, { letter = "B", least = 0 }]\n',
            "",
            "letter_without_condition: has no meaning without letters",
        ),
        ('way = "down"', 'way = "up"', 'rounding.way: must be one of "half-up", "down", "none"'),
        ('not_submitted = "open"', "not_submitted = 0", "not_submitted: must be one of"),
        ("maximum = 120", "maximum = inf", "maximum: must be a finite number, got inf"),
        ("percent = 60", "percent = nan", "part[0].percent: must be a finite number, got nan"),
    ],
)
def test_what_does_not_fit_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    """One wrong value, one sentence."""
    assert old in GRADING
    write_course(tmp_path, course=COURSE + GRADING.replace(old, new, 1))
    with pytest.raises(CourseError) as caught:
        load_course(tmp_path)
    (problem,) = whats(caught.value, tmp_path, "course.toml")
    assert said in problem
    assert problem.startswith("grading")


def test_nothing_to_recognise_by(tmp_path: Path) -> None:
    """Something has to be asked for."""
    rules = GRADING[: GRADING.index("[grading.recognition]")]
    nothing = rules + "[grading.recognition]\nsubmitted = false\n"
    write_course(tmp_path, course=COURSE + nothing)
    with pytest.raises(CourseError, match="must be true when there is no other requirement"):
        load_course(tmp_path)
    write_course(tmp_path, course=COURSE + nothing + "in_time = true\n")
    grading = load_course(tmp_path).grading
    assert grading is not None
    assert grading.recognition == Recognition(submitted=False, in_time=True)


@pytest.mark.parametrize(
    ("key", "instead"),
    [
        ('marks = { "遅刻" = 0.5 }', "sessions and held count the sessions. Remove this key"),
        ('blank = "absent"', "the attendance is a table with the columns 学籍番号 and 出席回数"),
        ('attended = "出席"', "the attendance is a table with the columns 学籍番号 and 出席回数"),
        ("[grading.recognition]\nperson = true", "let criteria name a criterion of the assignment"),
        ('[grading.recognition]\nwords = "a.csv"', "let criteria name a criterion of the assignm"),
    ],
)
def test_keys_of_earlier_versions_say_what_to_write(tmp_path: Path, key: str, instead: str) -> None:
    """By file and key, in both languages."""
    rules = GRADING[: GRADING.index("[grading.recognition]")]
    write_course(tmp_path, course=f"{COURSE}{rules}[grading.attendance]\nsessions = 15\n{key}\n")
    with pytest.raises(CourseError) as caught:
        load_course(tmp_path)
    (problem,) = whats(caught.value, tmp_path, "course.toml")
    assert "is no longer read" in problem
    assert instead in problem
    assert "もう読みません" in in_japanese(caught.value)


@pytest.mark.parametrize(
    "wrong",
    ["grading = 3", "grading.part = 3", "grading.part = [3]", "grading.part = [{ points = 3 }]"],
)
def test_nothing_breaks_on_other_types(tmp_path: Path, wrong: str) -> None:
    """What is not well formed is told by the schema alone."""
    write_course(tmp_path, course=COURSE + wrong)
    with pytest.raises(CourseError, match=r"^course\.toml: line 4: grading"):
        load_course(tmp_path)
