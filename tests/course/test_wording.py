"""What is wrong with a course's files, in both languages."""

from pathlib import Path

import pytest

from grader.course import load_assignment, load_course
from grader.course.schemas import nearest
from grader.model.errors import CourseError, Message, pack, unpack
from grader.wording import say
from tests.course.courses import ASSIGNMENT, COURSE, write_course

ONE_OF = '4 行目: sandbox.accept_level: "A", "B", "C" のどれかでなければなりません (今は "x")。'
NO_TOML = "TOML として読めません"
NO_VALUE = "値として読めません。文字列なら引用符で囲んでください。"


@pytest.mark.parametrize(
    ("more", "japanese"),
    [
        ('sandbox.accept_level = "x"', ONE_OF),
        (
            "grace_seconds = -1",
            "4 行目: grace_seconds: 0 以上の整数でなければなりません (今は -1)。",
        ),
        ("zonne = 1", "4 行目: zonne: 知らないキーです。zone のことですか。"),
        (
            "retention = { x = 1 }",
            "4 行目: retention.x: 知らないキーです。使えるのは keep_days, keep_until です。",
        ),
        (
            "lms.web = { }",
            "4 行目: lms.web.pattern: ありません。1000 字までの正規表現を書いてください。",
        ),
        (
            'grading.part = [{ id = "a", assignments = ["a"], percent = 100, points_each = 1 }]',
            "4 行目: grading.part[0].title: ありません。ja、en のある表を書いてください。",
        ),
        (
            "roster = ",
            f"4 行目の 10 文字目: {NO_TOML}: {NO_VALUE}",
        ),
        (
            "[late]\n[late]",
            f"5 行目の 6 文字目: {NO_TOML}: 表 ('late',) が前にもあります。",
        ),
    ],
)
def test_a_wrong_course_file(tmp_path: Path, more: str, japanese: str) -> None:
    """The frame is in the reader's language; keys and values stay as in the file."""
    with pytest.raises(CourseError) as caught:
        load_course(write_course(tmp_path, course=COURSE + more + "\n"))
    (message,) = caught.value.messages
    assert say(message, "ja") == f"course.toml: {japanese}"
    assert say(message, "en") == str(message) == caught.value.problems[0]
    assert unpack(pack(message)) == message


def test_missing_assignments_are_named(tmp_path: Path) -> None:
    """With the nearest name, or with all there are."""
    course = load_course(write_course(tmp_path))
    for name, japanese in (
        ("dmo", "assignments: 課題 dmo はありません。demo のことですか。"),
        ("zzz", "assignments: 課題 zzz はありません。使えるのは demo です。"),
    ):
        with pytest.raises(CourseError) as caught:
            load_assignment(course, name)
        assert say(caught.value.messages[0], "ja") == japanese


def test_words_that_are_as_near_are_all_named() -> None:
    """One of them alone would be a guess; a nearer one stands alone."""
    for word, japanese in (
        ("kadai9", "kadai1 か kadai2 のことですか。"),
        ("kadai22", "kadai2 のことですか。"),
        ("optional", "optional1 のことですか。"),
    ):
        told = nearest(word, ("kadai2", "optional1", "kadai1"))
        assert isinstance(told, Message)
        assert say(told, "ja") == japanese


def test_the_line_is_that_of_the_key(tmp_path: Path) -> None:
    """Also of an element of a list over several lines, and of a table that lacks a key."""
    text = ASSIGNMENT.replace(
        '["POL001", "COR"]', '[\n    "POL001", # it is allowed\n    "CORE",\n]'
    )
    text = text.replace('title = { ja = "体裁", en = "Form" }\n', "")
    write_course(tmp_path, assignment=text)
    with pytest.raises(CourseError) as caught:
        load_assignment(load_course(tmp_path), "demo")
    lines = text.splitlines()
    wrong, lacking = lines.index('    "CORE",') + 1, lines.index('id = "form"')
    assert [problem.split(": ")[1:3] for problem in caught.value.problems] == [
        [f"line {wrong}", "rubric[0].checks[1]"],
        [f"line {lacking}", "rubric[1].title"],
    ]
