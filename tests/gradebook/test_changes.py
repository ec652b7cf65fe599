"""A grade never changes silently: who, from what to what, and why."""

from datetime import timedelta
from pathlib import Path

from msgspec.structs import replace

from grader.gradebook import ChangeKind, changes, confirm, open_gradebook
from grader.model.gradebook import Exported, Gradebook
from grader.store import Store
from tests.gradebook.gradebook_for_tests import (
    DUE,
    EN,
    HALF_PER_DAY,
    JA,
    KADAI1,
    LAWFUL,
    NAMES,
    NOON,
    WRONG,
    came,
    class_of_three,
    collection,
    decided,
    exported,
    grade_one,
    reopened,
)


def said(book: Gradebook, last: dict[str, Exported]) -> list[str]:
    """The sentences in Japanese; the English ones have to be there as well."""
    found = changes(book, last)
    assert all(not one.say(EN).startswith("review.") for one in found)
    return [one.say(JA) for one in found]


def last_of(book: Gradebook) -> dict[str, Exported]:
    """What an export of this gradebook wrote."""
    return dict(exported(book).grades)


def test_nothing_changed_says_nothing(tmp_path: Path) -> None:
    """Nor do points that were rounded on the way out."""
    book = class_of_three(tmp_path)
    last = last_of(book)
    assert changes(book, last) == ()
    rounded = replace(last["24A1201"], points={"program": 4.00004, "rules": 2.0, "form": 2.0})
    assert changes(book, {**last, "24A1201": rounded}) == ()


def test_a_decision_is_named_with_its_reason(tmp_path: Path) -> None:
    """By whom, and in whose words."""
    last = last_of(class_of_three(tmp_path))
    with Store(tmp_path, "kadai1") as store:
        store.decide(decided("24A1201", 1.5, hours=1))
    assert said(reopened(tmp_path), last) == [
        "24A1201 山田 太郎: 8 → 7.5 / 体裁 2 → 1.5 (TA の採点: 図が見やすい)"
    ]


def test_a_decision_without_a_reason_is_named_alone(tmp_path: Path) -> None:
    """A key on the page gives points, and no more."""
    last = last_of(class_of_three(tmp_path))
    with Store(tmp_path, "kadai1") as store:
        store.decide(replace(decided("24A1201", 1.5, hours=1), reason=""))
    assert said(reopened(tmp_path), last) == [
        "24A1201 山田 太郎: 8 → 7.5 / 体裁 2 → 1.5 (TA の採点)"
    ]


def test_the_graders_own_change_names_the_checks(tmp_path: Path) -> None:
    """A regrade that takes points away shows which check did."""
    last = last_of(class_of_three(tmp_path))
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "24A1202", WRONG, LAWFUL)
    assert said(reopened(tmp_path), last) == [
        "24A1202 佐藤 花子: 8 → 4 / 動作 4 → 0 (「COR001 値の違い」で問題が見つかりました。)"
    ]


def test_points_that_only_moved_are_a_change(tmp_path: Path) -> None:
    """The same total of other points is another grade."""
    last = last_of(class_of_three(tmp_path))
    with Store(tmp_path, "kadai1") as store:
        store.decide_all([decided("24A1201", 1.0), decided("24A1201", 1.0, "rules")])
        store.decide(decided("24A1202", 2.0, "rules"))
    (change,) = (one for one in changes(reopened(tmp_path), last) if one.student == "24A1201")
    assert [one.criterion for one in change.points] == ["rules", "form"]


def test_new_grades_are_new(tmp_path: Path) -> None:
    """Also when an export said that nothing was there yet; who has no points is left out."""
    book = class_of_three(tmp_path)
    nobody = Exported(student="24A1201", total=None)
    found = changes(book, {"24A1201": nobody})
    assert [(one.student, one.kind, one.after) for one in found] == [
        ("24A1203", ChangeKind.NEW, None),
        ("24A1201", ChangeKind.NEW, 8.0),
        ("24A1202", ChangeKind.NEW, 8.0),
    ]
    assert found[0].say(JA).startswith("24A1203 田中 実: 合計は未確定 / 動作 未採点 → 4")
    assert found[1].say(JA).startswith("24A1201 山田 太郎: 新しく 8 / 動作 未採点 → 4")


def test_what_opens_again_is_said(tmp_path: Path) -> None:
    """A rubric that grew leaves everybody without a total."""
    last = last_of(class_of_three(tmp_path))
    grown = replace(
        KADAI1, rubric=(*KADAI1.rubric, replace(KADAI1.rubric[-1], id="extra", points=1.0))
    )
    with Store(tmp_path, "kadai1") as store:
        book = open_gradebook(store, grown, JA, names=NAMES)
    found = changes(book, last)
    assert {one.kind for one in found} == {ChangeKind.OPENED}
    assert "未採点" in found[0].say(JA)


def test_a_criterion_that_is_gone_is_named(tmp_path: Path) -> None:
    """By its id: there is no title any more."""
    last = last_of(class_of_three(tmp_path))
    shrunk = replace(KADAI1, rubric=KADAI1.rubric[:2])
    with Store(tmp_path, "kadai1") as store:
        book = open_gradebook(store, shrunk, JA, names=NAMES)
    assert "24A1201 山田 太郎: 8 → 6 / form 2 → 未採点" in said(book, last)


def test_lateness_alone_is_a_change(tmp_path: Path) -> None:
    """The points of the criteria are the same, the total is not."""
    last = last_of(class_of_three(tmp_path))
    given = collection(came("24A1201", DUE + timedelta(hours=3)))
    with Store(tmp_path, "kadai1") as store:
        book = open_gradebook(store, HALF_PER_DAY, JA, collection=given)
    assert said(book, last) == ["24A1201 山田 太郎: 8 → 4 / 遅れの扱い 100 % → 50 %"]


def test_a_total_that_was_rounded_is_no_lateness(tmp_path: Path) -> None:
    """Two digits are enough for an LMS."""
    class_of_three(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.decide(decided("24A1201", 2 / 3, hours=1))
        book = reopened(tmp_path)
        last = last_of(book)
        store.decide(decided("24A1201", 1.0, hours=2))
    rounded = replace(last["24A1201"], total=6.67)
    (one,) = said(reopened(tmp_path), {**last, "24A1201": rounded})
    assert "遅れ" not in one


def test_who_is_not_in_the_gradebook_any_more_is_said(tmp_path: Path) -> None:
    """Unless nothing was ever exported for them."""
    book = class_of_three(tmp_path)
    stranger = Exported(student="24A9999", total=5.0, points={"form": 2.0})
    empty = Exported(student="24A8888", total=None)
    last = {**last_of(book), "24A9999": stranger, "24A8888": empty}
    assert [one.kind for one in changes(book, last)] == [ChangeKind.GONE]
    assert said(book, last) == ["24A9999: 5 → なし (成績表からいなくなりました)"]


def test_withdrawn_files_are_said(tmp_path: Path) -> None:
    """Files that turned out to be somebody else's take the points with them."""
    with Store(tmp_path, "kadai1") as store:
        grade_one(store, "24A1201")
        last = last_of(open_gradebook(store, KADAI1, JA, names=NAMES))
        store.mark_handed_in([])
        gone = collection(not_submitted=["24A1201"])
        book = open_gradebook(store, KADAI1, JA, collection=gone, names=NAMES)
    assert said(book, last)[0].startswith("24A1201 山田 太郎: 未採点 → なし (提出がなくなりました)")


def test_points_that_nobody_confirmed_are_not_exported(tmp_path: Path) -> None:
    """When only confirmed ones are: they are no change, unless something was exported before."""
    book = class_of_three(tmp_path)
    with Store(tmp_path, "kadai1") as store:
        store.confirm(confirm(book, ["24A1201"], "教員", NOON).confirmations)
    book = reopened(tmp_path)
    (only,) = changes(book, {}, confirmed_only=True)
    assert (only.student, only.kind) == ("24A1201", ChangeKind.NEW)
    last = {"24A1201": last_of(book)["24A1201"]}
    assert changes(book, last, confirmed_only=True) == ()
    with Store(tmp_path, "kadai1") as store:
        store.decide(decided("24A1201", 1.5, hours=1))
    (change,) = changes(reopened(tmp_path), last, confirmed_only=True)
    assert change.say(JA) == (
        "24A1201 山田 太郎: 8 → なし (確定していません) / 体裁 2 → 1.5 (TA の採点: 図が見やすい)"
    )
    assert not change.say(EN).startswith("review.")
