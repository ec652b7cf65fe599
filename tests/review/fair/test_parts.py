"""Parts are shared out evenly, and by chance that can be repeated; samples to whom they may go."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from grader.gradebook.desk import Desk
from grader.model.errors import GraderError
from grader.model.scoresheet import Decision
from grader.review.fair.parts import Part, Sharer, Way, people_in, share_out
from grader.review.fair.second import (
    Second,
    SecondMark,
    draw_sample,
    first_marks,
    hidden_from,
    pairs_of,
    size_of,
)
from grader.review.page import open_server
from grader.store import Store
from tests.commands.conftest import Say, say
from tests.review.fair.marked_class import SATO, SECRET, SUZUKI, graded_class
from tests.review.page.served import Client

__all__ = ["say"]
CLASS = [f"24A{number}" for number in range(1201, 1231)]
BOTH = [Sharer(person=SATO), Sharer(person=SUZUKI)]
NOON = datetime(2025, 5, 10, 12, tzinfo=UTC)


def counted(parts: Any) -> dict[str, int]:
    """How many each person has."""
    return dict(Counter(part.person for part in parts.values()))


def test_shares_are_even_and_can_be_repeated() -> None:
    """The salt and the ids give the same again; another salt gives others."""
    parts = share_out(CLASS, BOTH, salt="abcd")
    assert counted(parts) == {SATO: 15, SUZUKI: 15}
    assert {part.way for part in parts.values()} == {Way.RANDOM}
    assert share_out(CLASS[::-1], BOTH, salt="abcd") == parts
    others = share_out(CLASS, BOTH)
    assert others != share_out(CLASS, BOTH)
    assert share_out(CLASS, BOTH, salt=next(iter(others.values())).salt) == others


def test_shares_may_differ_and_one_person_has_all() -> None:
    """Twice as many for a weight of 2."""
    assert counted(share_out(CLASS, people_in(f"{SATO}=2、 {SUZUKI}"))) == {SATO: 20, SUZUKI: 10}
    alone = share_out(CLASS, [Sharer(person=SATO)])
    assert {part.way for part in alone.values()} == {Way.CRITERION}


def test_who_belongs_together_stays_together() -> None:
    """Also where somebody is in two groups; a group that is more than a share is none."""
    groups = [CLASS[:4], CLASS[3:6], CLASS[6:9], CLASS]
    parts = share_out(CLASS, BOTH, groups)
    assert {part.way for part in parts.values()} == {Way.GROUPS}
    for group in (CLASS[:4], CLASS[4:6], CLASS[6:9]):
        assert len({parts[student].person for student in group}) == 1
    assert counted(parts) == {SATO: 15, SUZUKI: 15}


@pytest.mark.parametrize(
    "text", ["", " , ", "A, Ａ", "A=0", "A=x", "A=-1", "A=nan", "=2", "A=1001", "x" * 101]
)
def test_names_that_cannot_be_meant(text: str) -> None:
    """Are refused with a sentence; wide letters and blanks make nobody another person."""
    with pytest.raises(GraderError):
        people_in(text)


@pytest.mark.parametrize(("text", "count"), [("10%", 3), ("１０％", 3), ("4", 4), ("99", 30)])
def test_how_large_a_sample_is(text: str, count: int) -> None:
    """A share is rounded up; more than there are is all."""
    assert size_of(text, 30) == count


@pytest.mark.parametrize("text", ["", "0", "-1", "x", "101%", "1.5", "%", "0%"])
def test_no_sample(text: str) -> None:
    """What is neither a number nor a share is refused."""
    with pytest.raises(GraderError):
        size_of(text, 30)


def test_nobody_marks_a_work_twice_themselves() -> None:
    """Neither their own part nor what they decided upon; both get as many."""
    parts = share_out(CLASS, BOTH)
    drawn = draw_sample(CLASS, 10, BOTH, parts, {CLASS[0]: {SUZUKI}})
    assert len(drawn) == 10
    assert all(mark.person != parts[student].person for student, mark in drawn.items())
    by_hand = {student: Part(person="佐藤ＴＡ", way=Way.HAND) for student in CLASS}
    assert draw_sample(CLASS, 10, [Sharer(person=SATO)], by_hand, {}) == {}


def decision(points: float | None, by: str, hours: float, student: str = "s") -> Decision:
    """What somebody said."""
    at = NOON + timedelta(hours=hours)
    return Decision(student=student, criterion="form", points=points, by=by, reason="", at=at)


def second(points: float | None, hours: float) -> Second:
    """What the second person said."""
    mark = SecondMark(person="B", points=points)
    return Second(mark=mark, at=NOON + timedelta(hours=hours))


ABOUT = ("s", "form")


@pytest.mark.parametrize(
    ("log", "first", "replaced"),
    [
        ([decision(1, "A", 0)], 1, False),
        ([decision(1, "A", 0), decision(2, "A", 1)], 2, False),  # corrected in time
        ([decision(1, "A", 0), decision(2, "A", 9)], 1, True),  # both were there to see
        ([decision(1, "A", 0), decision(2, "C", 9)], 1, True),
        ([decision(1, "A", 0), decision(2, "C", 1)], 1, False),  # somebody else's is no first mark
        ([decision(1, "A", 0), decision(None, "A", 1), decision(2, "C", 2)], 2, False),
        ([decision(1, "B", 0), decision(2, "A", 1)], 2, False),  # the second person's own
        ([decision(1, "A", 8)], 1, False),  # only after the second mark
        ([decision(1, "A", 8), decision(0, "A", 9)], 1, True),
        ([decision(1, "A", 0), decision(0, "B", 9)], 1, True),  # the second person settled it
        ([decision(7, "A", 0), decision(1, "A", 1)], 1, False),  # fits no rubric any more
    ],
)
def test_which_decision_is_the_first_mark(
    log: list[Decision],
    first: float,
    replaced: bool,  # noqa: FBT001  a column of the table
) -> None:
    """As its person left it, before both marks could be compared."""
    (pair,) = pairs_of(first_marks(log, {ABOUT: second(1, 5)}, {"form": 2}), {ABOUT: second(1, 5)})
    assert (pair.first.points, pair.first.replaced) == (first, replaced)


def test_a_sample_is_hidden_as_a_whole_until_it_is_finished() -> None:
    """Who has seen some first marks would mark the rest otherwise."""
    marks = {ABOUT: second(1, 1), ("t", "form"): second(None, 0), ("t", "other"): second(1, 0)}
    assert hidden_from("b", marks) == {ABOUT, ("t", "form")}
    assert hidden_from("A", marks) == frozenset()
    log = [decision(1, "A", 0), decision(2, "A", 0, "t")]
    assert pairs_of(first_marks(log, marks, {"form": 2}), marks) == []
    marks["t", "form"] = second(0, 2)
    assert hidden_from("B", marks) == frozenset()
    assert len(pairs_of(first_marks(log, marks, {"form": 2}), marks)) == 2


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A class of nine that nobody has marked."""
    return graded_class(tmp_path, 9)


@pytest.fixture
def client(desk: Desk) -> Iterator[Client]:
    """Somebody at its page."""
    with open_server(desk, SECRET) as server:
        yield Client(server.address)


def test_sharing_out_without_a_browser(desk: Desk, say: Say) -> None:
    """What is decided stays whose it is; all texts are read before one is stored."""
    order = ("review", "kadai1", "--course", desk.course.root, "-o", desk.out, "--lang", "en")
    said = say(*order, "--share", f"{SATO}, {SUZUKI}:discussion")
    assert said.code == 0, said.err
    assert re.fullmatch(r"Content: .+: 佐藤TA 5, 鈴木TA 4\n", said.out)
    with Store(desk.out, "kadai1") as store:
        notes = store.notes("review.parts")
    assert len(notes) == 9
    document = say(*order, "--share", f"{SATO}:discussion", "--together", "--json").document
    assert document["shared"] == {"discussion": {SATO: 9}}
    for wrong in (("--share", f"{SATO}:discussion", "--share", "x:nothing"), ("--share", "x")):
        said = say(*order, *wrong)
        assert said.code != 0
        assert "Traceback" not in said.err
    for other in (("--together",), ("--share", "a:discussion", "--list"), ("--fairness", "--list")):
        assert say(*order, *other).code == 2
    with Store(desk.out, "kadai1") as store:
        assert len(store.notes("review.parts")) == 18
        assert store.decisions() == ()


def test_what_is_refused_changes_nothing(client: Client, desk: Desk) -> None:
    """A work that is not one's own to mark again, points beyond, unknown criteria and students."""
    drawn = {"by": "T", "criterion": "discussion", "people": f"{SATO}, {SUZUKI}", "size": "2"}
    assert client.post("/parts/sample", drawn).json == {"drawn": 2}
    with Store(desk.out, "kadai1") as store:
        before = store.notes()
    handles = client.handles()
    mark: dict[str, object] = {
        "by": "T",
        "criterion": "discussion",
        "student": handles[0],
        "points": 1,
    }
    for wrong in (
        mark,
        {**mark, "student": "nobody"},
        {**mark, "points": 2.5},
        {**mark, "points": -1},
        {**mark, "criterion": "nothing"},
        {**mark, "reason": "x" * 10_001},
    ):
        answer = client.post("/second", wrong)
        assert answer.status == 422, answer.text
        assert set(answer.json["error"]) == {"ja", "en"}
    assert client.post("/second", {**mark, "points": "1"}).status == 400
    for other in ({"size": "0"}, {"people": ""}, {"criterion": "nothing"}):
        assert client.post("/parts/sample", {**drawn, **other}).status == 422
    with Store(desk.out, "kadai1") as store:
        assert store.notes() == before
        assert store.decisions() == ()


def test_what_is_drawn_can_be_given_up(client: Client, desk: Desk) -> None:
    """Then nothing is kept back any more, and the work can be drawn again."""
    drawn = {"by": "T", "criterion": "discussion", "people": SATO, "size": "100%"}
    assert client.post("/parts/sample", drawn).json == {"drawn": 9}
    assert client.post("/parts/sample", drawn).status == 422
    sent = {"by": "T", "criterion": "discussion", "person": SATO}
    refused = client.decide({"student": client.handles()[0], "points": 1}, by=SATO)
    assert refused.status == 422
    assert client.post("/parts/withdraw", sent).json == {"withdrawn": 9}
    taken = client.decide({"student": client.handles()[0], "points": 1}, by=SATO)
    assert taken.status == 200
    assert client.post("/parts/sample", drawn).json == {"drawn": 8}


def test_names_are_text(client: Client) -> None:
    """Whatever somebody is called is escaped, in every place."""
    name = "<b>x</b>\"'"
    sent = {"by": name, "criterion": "discussion", "people": f"{name}, B"}
    assert client.post("/parts/share", sent).status == 200
    drawn = {**sent, "size": "3"}
    assert client.post("/parts/sample", drawn).status == 200
    for path in ("/parts", "/", "/criterion/discussion", "/fairness"):
        page = client.get(path).text
        assert "<b>x" not in page
        assert "&lt;b&gt;x" in page or path == "/fairness"
