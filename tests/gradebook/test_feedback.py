"""What a student is told: all of the own points, and nothing else."""

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.gradebook import confirm, open_gradebook
from grader.gradebook.feedback import LIMIT
from grader.model.finding import Finding, Verdict
from grader.model.gradebook import Comment, Grade, State
from grader.store import Store
from grader.wording import Wording
from tests.gradebook.gradebook_for_tests import (
    DUE,
    EN,
    EXERCISE,
    HALF_PER_DAY,
    JA,
    KADAI1,
    LAWFUL,
    NAMES,
    NOON,
    RIGHT,
    WRONG,
    came,
    class_of_three,
    collection,
    decided,
    grade_one,
    reopened,
    with_hidden_criterion,
)

FORBIDDEN = Finding(
    check="POL001",
    subject="matmul",
    verdict=Verdict.FAILED,
    case="import",
    params={"name": "numpy", "allowed": ("math",)},
)
NO_GRAPH = Finding(check="REP004", subject="report", verdict=Verdict.FAILED, case="none")


def told(folder: Path, words: Wording = JA, *findings: Finding) -> str:
    """The feedback of one student with these findings."""
    with Store(folder, "kadai1") as store:
        grade_one(store, "24A1201", *findings)
        book = open_gradebook(store, KADAI1, words, names=NAMES)
    return book.by_student["24A1201"].feedback


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (
            JA,
            [
                "得点: 6 / 8 点",
                "未採点の項目があります。得点は変わることがあります。",
                "■ 動作: 4 / 4 点",
                "■ 規則: 2 / 2 点",
                "■ 体裁: 未採点 / 2 点",
            ],
        ),
        (
            EN,
            [
                "Points: 6 of 8",
                "■ It works: 4 of 4",
                "■ Form: not graded yet (of 2)",
            ],
        ),
    ],
)
def test_every_criterion_has_its_points(tmp_path: Path, words: Wording, lines: list[str]) -> None:
    """What is open says so; it is never 0."""
    found = told(tmp_path, words).split("\n")
    assert [one for one in found if one in lines] == lines


def test_what_failed_stands_under_its_criterion(tmp_path: Path) -> None:
    """With its sentence and hint; what no criterion asks for stands at the end."""
    text = told(tmp_path, JA, WRONG, FORBIDDEN, NO_GRAPH)
    places = [
        text.index(one)
        for one in (
            "■ 動作: 0 / 4 点",
            "・値の違い: ",
            "■ 規則: 0 / 2 点",
            "・使ってよいモジュール: ",
            "■ 体裁",
            "■ そのほかに直すところ",
            "・グラフ",
        )
    ]
    assert places == sorted(places)
    assert "　ヒント: " in text


def test_what_passed_is_not_told_as_something_to_mend(tmp_path: Path) -> None:
    """Nor what could not be checked."""
    skipped = replace(WRONG, check="COR004", verdict=Verdict.SKIPPED, case="")
    text = told(tmp_path, JA, RIGHT, LAWFUL, skipped)
    assert "・" not in text
    assert "そのほか" not in text


def test_confirmed_points_are_not_called_preliminary(tmp_path: Path) -> None:
    """Proposed ones are."""
    book = class_of_three(tmp_path)
    assert "まだ TA が確定していません" in book.by_student["24A1201"].feedback
    with Store(tmp_path, "kadai1") as store:
        store.confirm(confirm(book, None, "教員", NOON).confirmations)
    text = reopened(tmp_path).by_student["24A1201"].feedback
    assert "確定していません" not in text
    assert text.startswith("得点: 8 / 8 点\n■ 動作")


def test_a_person_gives_the_reason(tmp_path: Path) -> None:
    """In the person's words, without the name; full points against a check say nothing of it."""
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "24A1201", WRONG, LAWFUL)
        store.decide(decided("24A1201", 4.0, "program"))
        store.decide(decided("24A1201", 1.5, by="山本 教授"))
        book = open_gradebook(store, KADAI1, JA)
    text = book.by_student["24A1201"].feedback
    assert "  図が見やすい (TA の判断)" in text
    assert "山本" not in text
    assert "値の違い" not in text


def test_points_from_a_table_say_something_to_the_student(tmp_path: Path) -> None:
    """Where they came from is for the log, whatever language it was kept in."""
    for reason in ("表で変更", "changed in a table"):
        with Store(tmp_path, "kadai1") as store:
            grade_one(store, "24A1201", WRONG, LAWFUL)
            store.decide(replace(decided("24A1201", 1.5), reason=reason))
            text = open_gradebook(store, KADAI1, JA).by_student["24A1201"].feedback
        assert "  TA が提出物を見て付けた点です。" in text
        assert reason not in text


def test_the_comment_stands_once(tmp_path: Path) -> None:
    """A reason that is the comment is not said again."""
    class_of_three(tmp_path)
    comment = Comment(student="24A1201", text="図が\n見やすい\x1b[2J", by="TA", at=NOON)
    reason = replace(decided("24A1201", 2.0, hours=1), reason="図が 見やすい\x1b[2J")
    with Store(tmp_path, "kadai1") as store:
        store.decide_all([reason], [comment])
    text = reopened(tmp_path).by_student["24A1201"].feedback
    assert text.count("見やすい") == 1
    assert "図が\n見やすい␛[2J\n" in text
    assert "■ 体裁: 2 / 2 点" in text


def test_what_only_tas_see_is_left_out(tmp_path: Path) -> None:
    """Its line, its points in the sum, and what was found for it."""
    assignment = with_hidden_criterion()
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "24A1201", RIGHT, FORBIDDEN, assignment=assignment)
        store.decide(decided("24A1201", 2.0))
        book = open_gradebook(store, assignment, JA)
    text = book.by_student["24A1201"].feedback
    assert text.startswith("得点: 6 / 6 点\n")
    assert "規則" not in text
    assert "モジュール" not in text


def test_being_late_shows_the_arithmetic(tmp_path: Path) -> None:
    """When, until when, by how much, and what is left."""
    class_of_three(tmp_path)
    late = DUE + timedelta(days=1, hours=2, minutes=3)
    policy = replace(HALF_PER_DAY, late=replace(HALF_PER_DAY.late, percent_per_day=10.0))
    with Store(tmp_path, "kadai1") as store:
        book = open_gradebook(store, policy, JA, collection=collection(came("24A1201", late, 60)))
    assert book.by_student["24A1201"].feedback.split("\n")[-3:] == [
        "■ 締切に 1 日 2 時間 3 分遅れて提出されました。",
        "　提出 2025-05-03 02:02、締切 2025-05-01 23:59:00",
        "　8 点の 80 % で 6.4 点です。",
    ]
    assert "得点: 6.4 / 8 点" in book.by_student["24A1201"].feedback


def test_in_time_says_nothing_of_lateness(tmp_path: Path) -> None:
    """Within the grace, too."""
    class_of_three(tmp_path)
    given = collection(came("24A1201", DUE + timedelta(seconds=59)))
    with Store(tmp_path, "kadai1") as store:
        book = open_gradebook(store, HALF_PER_DAY, JA, collection=given)
    assert "遅れ" not in book.by_student["24A1201"].feedback


def test_late_for_nothing_is_only_said(tmp_path: Path) -> None:
    """Without a policy all points stay."""
    class_of_three(tmp_path)
    given = collection(came("24A1201", DUE + timedelta(seconds=61)))
    with Store(tmp_path, "kadai1") as store:
        book = open_gradebook(store, KADAI1, EN, collection=given)
    assert "Submitted 1 min 1 s late." in book.by_student["24A1201"].feedback
    assert " % of " not in book.by_student["24A1201"].feedback


def test_a_long_list_is_cut_and_counted(tmp_path: Path) -> None:
    """Never longer than an LMS takes, and never silently."""
    many = [replace(WRONG, params={"size": 2, "name": "あ" * 100}) for _ in range(90)]
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "24A1201", *many, LAWFUL)
        long = Comment(student="24A1201", text="長い" * 3000, by="TA", at=NOON)
        store.decide_all((), [long])
        given = collection(came("24A1201", DUE + timedelta(hours=3)))
        book = open_gradebook(store, HALF_PER_DAY, JA, collection=given)
    text = book.by_student["24A1201"].feedback
    assert len(text) <= LIMIT
    assert "は採点票を見てください" in text
    assert "遅れて提出されました" in text


def test_several_exercises_are_named(tmp_path: Path) -> None:
    """By the function that the student wrote."""
    several = replace(KADAI1, exercises=(EXERCISE, replace(EXERCISE, id="conv", entry="conv2d")))
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "24A1201", replace(WRONG, subject="conv"), assignment=several)
        book = open_gradebook(store, several, JA)
    assert "・conv2d: 値の違い: " in book.by_student["24A1201"].feedback


def test_nobody_elses_data_is_in_it(tmp_path: Path) -> None:
    """Names, ids and comments of others are not."""
    class_of_three(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.decide_all((), [Comment(student="24A1202", text="秘密", by="TA", at=NOON)])
    text = reopened(tmp_path).by_student["24A1201"].feedback
    assert not any(one in text for one in ("24A1202", "佐藤", "秘密", "田中"))


def test_who_has_no_sheet_is_told_the_comment_alone() -> None:
    """And nothing when there is none."""
    from grader.gradebook import write_feedback

    nothing = Grade(student="24A1202", state=State.NOT_SUBMITTED)
    assert write_feedback(nothing, KADAI1, JA) == ""
    assert write_feedback(replace(nothing, comment="連絡を"), KADAI1, JA) == "連絡を"
