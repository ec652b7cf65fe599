"""Rubric items: sums with their bounds, and what a changed item does to whom."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from grader.gradebook.desk import Desk
from grader.model.course import Criterion, ItemStart, RubricItem
from grader.model.errors import GraderError
from grader.model.gradebook import Phrase
from grader.model.scoresheet import ChosenItem, Decision
from grader.review.page import LiveGradebook
from grader.review.page.items import item_points, itemize, reason_of
from grader.scoring import score
from grader.store import Store
from tests.gradebook.gradebook_for_tests import EN, JA
from tests.review.page.asked_app import ORIGIN, asking
from tests.review.page.marking_for_tests import SECRET, STUDENTS, make_desk
from tests.review.page.page_for_tests import WORDS

FORM = Criterion(id="form", title={"ja": "体裁", "en": "Form"}, points=2.0)
UNIT = RubricItem(id="unit", points=-0.5, title={"ja": "単位がない", "en": "no unit"})


def with_item(desk: Desk, item: RubricItem = UNIT) -> Desk:
    """The same desk, whose assignment has one rubric item for the form."""
    rubric = tuple(
        replace(line, item=(item,)) if line.id == "form" else line
        for line in desk.assignment.rubric
    )
    return replace(desk, assignment=replace(desk.assignment, rubric=rubric))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Any]:
    """Somebody with the token, at the page of six; one item stands in assignment.toml."""
    with asking(with_item(make_desk(tmp_path))) as client:
        yield client


def post(client: Any, path: str, **body: object) -> Any:
    """Sends JSON as our page does."""
    return client.post(path, json=body, headers=ORIGIN)


def kept(client: Any, points: float | None, **more: object) -> Any:
    """Keeps a phrase about the discussion."""
    text = {"ja": "考察がない", "en": "no discussion"}
    return post(
        client,
        "/phrases",
        **{"by": "TA1", "criterion": "form", "text": text, **more},
        points=points,
    )


def decide(client: Any, student: str, points: float, **items: float) -> Any:
    """Decides with items, upon what stands there."""
    awards = client.get("/state").json["students"][student]["awards"]
    sent = [{"name": name.replace("__", "/"), "points": each} for name, each in items.items()]
    decision = {
        "student": student,
        "criterion": "form",
        "points": points,
        "basis": awards["form"]["basis"],
        "reason": "図は良い",
        "items": sent,
    }
    return post(client, "/decide", by="TA1", decisions=[decision])


def phrase_of(client: Any, name: str) -> Any:
    """A phrase as the page's script sees it."""
    (phrase,) = [each for each in client.get("/state").json["phrases"] if each["name"] == name]
    return phrase


def award(client: Any, student: str) -> Any:
    """One student's form."""
    return client.get("/state").json["students"][student]["awards"]["form"]


@pytest.mark.parametrize(
    ("start", "points", "given", "said"),
    [
        ("full", [-0.5], 1.5, "2 − 0.5 = 1.5: a0 (−0.5)"),
        (
            "full",
            [-0.1, -0.1, -0.1],
            1.7,
            "2 − 0.1 − 0.1 − 0.1 = 1.7: a0 (−0.1); a1 (−0.1); a2 (−0.1)",
        ),
        ("full", [-1, -2], 0, "2 − 1 − 2 → 0 (下限 / lowest): a0 (−1); a1 (−2)"),
        ("full", [-1, 0.5], 1.5, "2 − 1 + 0.5 = 1.5: a0 (−1); a1 (+0.5)"),
        ("zero", [1, 2], 2, "0 + 1 + 2 → 2 (上限 / highest): a0 (+1); a1 (+2)"),
        ("full", [-0.5], 1, "2 − 0.5 − 0.5 (調整 / adjustment) = 1: a0 (−0.5)"),
        ("full", [-3], 0.5, "2 − 3 → 0 (下限 / lowest) + 0.5 (調整 / adjustment) = 0.5: a0 (−3)"),
    ],
)
def test_the_sum_is_said_with_its_bounds(
    start: str, points: list[float], given: float, said: str
) -> None:
    """From the criterion's points or from zero, never below 0 and never above them."""
    criterion = replace(FORM, start=ItemStart(start))
    items = [ChosenItem(name=str(at), points=each, text=f"a{at}") for at, each in enumerate(points)]
    assert reason_of(criterion, itemize(criterion, items, given, ""), WORDS) == said
    assert 0 <= item_points(criterion, items) <= criterion.points


def test_items_stand_on_the_sheet_and_in_the_feedback(client: Any, tmp_path: Path) -> None:
    """Points are those of the award; the text goes with them, and so does what was written."""
    one = next(iter(client.get("/state").json["students"]))
    assert decide(client, one, 1.5, form__unit=-0.5).status_code == 200
    now = award(client, one)
    assert (now["points"], now["note"]) == (1.5, "図は良い")
    assert now["items"] == [{"name": "form/unit", "points": -0.5}]
    assert now["reason"] == "2 − 0.5 = 1.5: 単位がない / no unit (−0.5); 図は良い"
    with Store(tmp_path / "out", "kadai1") as store:
        (decision,) = store.decisions()
    assert (decision.points, decision.reason) == (1.5, now["reason"])
    sheet = score((), with_item(make_desk_again(tmp_path)).assignment, decision.student, [decision])
    (form,) = [each for each in sheet.awards if each.criterion == "form"]
    assert JA.reason(form) == EN.reason(form) == now["reason"]


def make_desk_again(tmp_path: Path) -> Desk:
    """The desk of a class that lies there."""
    (tmp_path / "again").mkdir()
    return make_desk(tmp_path / "again")


def test_a_changed_item_changes_all_whom_it_showed(client: Any, tmp_path: Path) -> None:
    """At once, and nobody where one of them is no longer what was shown."""
    name = kept(client, -1).json["name"]
    one, two, three, *_ = client.get("/state").json["students"]
    decide(client, one, 1, **{name: -1})
    decide(client, two, 0.5, **{name: -1, "form__unit": -0.5})
    decide(client, three, 1.5, form__unit=-0.5)
    sent = {"criterion": "form", "text": {"ja": "考察がない", "en": "none"}, "name": name}
    shown = post(client, "/phrases/reach", **sent, points=-2).json["changes"]
    assert [(each["student"], each["before"], each["after"]) for each in shown] == [
        (one, 1, 0),
        (two, 0.5, 0),
    ]
    assert shown[1]["reason"].startswith("2 − 2 − 0.5 → 0 (下限 / lowest): 考察がない / none (−2)")
    reach = {each["student"]: each["basis"] for each in shown}
    (basis,) = [
        each["basis"] for each in client.get("/state").json["phrases"] if each["name"] == name
    ]
    decide(client, two, 1, **{name: -1})  # meanwhile
    late = kept(client, -2, **sent, basis=basis, reach=reach)
    assert late.status_code == 409
    assert [each["before"] for each in late.json["changes"]] == [1, 1]
    assert award(client, one)["points"] == 1
    reach = {each["student"]: each["basis"] for each in late.json["changes"]}
    done = kept(client, -2, **sent, basis=basis, reach=reach)
    assert done.status_code == 200
    points = {one: 0, two: 0, three: 1.5}
    assert {student: award(client, student)["points"] for student in points} == points
    assert award(client, two)["items"] == [{"name": name, "points": -2}]
    with Store(tmp_path / "out", "kadai1") as store:
        assert len(store.decisions()) == 6  # all that was ever decided is there


def test_an_older_form_of_an_item_is_counted_until_it_is_applied(client: Any) -> None:
    """Kept for the future only, or chosen on a page that had not heard of the change."""
    name = kept(client, -1).json["name"]
    one, two, *_ = client.get("/state").json["students"]
    decide(client, one, 1, **{name: -1})
    phrase = phrase_of(client, name)
    assert kept(client, -0.5, name=name, basis=phrase["basis"]).status_code == 200
    assert award(client, one)["points"] == 1
    decide(client, two, 1, **{name: -1})
    phrase = phrase_of(client, name)
    assert phrase["behind"] == 2
    gone = kept(client, -0.5, name=name, basis=phrase["basis"], text={"ja": "", "en": ""})
    assert name not in [each["name"] for each in gone.json["phrases"]]
    assert decide(client, one, 0.5, **{name: -1}).status_code == 200  # as an undo would
    assert decide(client, one, 0.5, nobody=-1).status_code == 422


def test_items_of_the_assignment_are_changed_there_and_applied_here(tmp_path: Path) -> None:
    """The page refuses another text; whom the file's new points change is shown as for others."""
    desk = with_item(make_desk(tmp_path))
    live = LiveGradebook(desk, SECRET)
    state = live.state()
    (fixed,) = state.phrases
    assert (fixed.points, fixed.reason) == (-0.5, "単位がない / no unit")
    with pytest.raises(GraderError, match=r"is set in assignment\.toml"):
        live.keep_phrase(replace(fixed, by="TA1", points=-2), live_version(fixed))
    live.close()
    with Store(desk.out, "kadai1") as store:
        items = [ChosenItem(name=fixed.name, points=-0.5, text=fixed.reason)]
        decision = Decision(
            student=STUDENTS[0],
            criterion="form",
            points=1.5,
            by="TA1",
            reason="x",
            at=datetime.now(UTC),
            itemized=itemize(FORM, items, 1.5, "note"),
        )
        store.decide(decision)
    live = LiveGradebook(with_item(desk, replace(UNIT, points=-1)), SECRET)
    (now,) = live.state().phrases
    assert live.state().behind == {now.name: 1}
    (change,) = live.changes_of(now, live.state())
    assert (change.before.points, change.after.points) == (1.5, 1)
    reach = {STUDENTS[0]: live_version(change.before)}
    assert live.keep_phrase(replace(now, by="TA2"), live_version(now), reach).stored
    assert live.state().behind == {}
    assert live.state().decisions[STUDENTS[0], "form"].points == 1
    live.close()
    with Store(desk.out, "kadai1") as store:
        assert store.phrases() == ()
        assert [each.points for each in store.decisions()] == [1.5, 1]


def live_version(record: Decision | Phrase) -> str:
    """What the page calls the version of a record."""
    return record.at.isoformat()


def test_points_without_end_are_no_item(client: Any) -> None:
    """Nor is a sum outside of the criterion ever decided."""
    assert kept(client, 1e300).status_code == 422
    one = next(iter(client.get("/state").json["students"]))
    assert decide(client, one, 5, form__unit=-0.5).status_code == 422
    assert decide(client, one, 1, form__unit=1e300).status_code == 422
