"""What is sent to be stored: what cannot be is refused in a sentence, and changes nothing."""

import json
from typing import Any

import pytest

from grader.gradebook.desk import Desk
from tests.review.page.served import Client, stored

# The server leaves the file of a long request to the garbage collector.
LEFT = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
ONE = '{"student": "%s", "criterion": "discussion", "points": 1, "basis": ""}'
BAD_NUMBERS = (
    *("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1" + "0" * 400, "true", '"1"', "[1]"),
    *("0x1", "01", "+1", ".5", "1_0", "{}"),
)
OUT_OF_RANGE = ("1e308", "-1e308", "2.0000001", "-0.0000001", "3", "-1", "9" * 300)
BOMBS = {
    "nothing": b"",
    "not JSON": b"points=1",
    "not UTF-8": b'{"by": "\xff", "decisions": []}',
    "half of a surrogate pair": b'{"by": "\\ud800", "decisions": [%s]}' % (ONE % "x").encode(),
    "a NUL between": b'{"by": "x"\x00}',
    "a deep list": b"[" * 400_000,
    "a deep list in its place": b'{"by": "x", "decisions": ' + b"[" * 400_000,
    "a deep object in a field": b'{"by": ' + b'{"a":' * 100_000,
    "a deep list in an unknown field": b'{"zz": ' + b"[" * 400_000,
    "an unknown field": b'{"by": "x", "decisions": [], "zz": 1}',
    "a list": b"[]",
    "null": b"null",
    "no decisions": b'{"by": "x", "decisions": []}',
    "decisions that are none": b'{"by": "x", "decisions": [null]}',
    "too many decisions": json.dumps(
        {"by": "x", "decisions": [json.loads(ONE % "x")] * 1_001}
    ).encode(),
    "a number for a name": b'{"by": 1, "decisions": [%s]}' % (ONE % "x").encode(),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": '{"by": "x"}'.encode("utf-16"),
}


def body(client: Client, **changes: str) -> bytes:
    """A decision, in which some values are other JSON."""
    one = {"student": json.dumps(client.handles()[0]), "criterion": '"discussion"'}
    one |= {"points": "1", "basis": '""', "reason": '""'}
    by = changes.pop("by", '"TA1"')
    text = ", ".join(f'"{name}": {value}' for name, value in {**one, **changes}.items())
    return f'{{"by": {by}, "decisions": [{{{text}}}]}}'.encode()


def test_bombs_are_refused_and_nothing_is_stored(client: Client, desk: Desk) -> None:
    """At every address that takes JSON; the server lives on."""
    for name, bomb in BOMBS.items():
        for path in ("/decide", "/comment", "/confirm"):
            assert client.post(path, bomb).status == 400, (name, path)
    for number in BAD_NUMBERS:
        assert client.post("/decide", body(client, points=number)).status == 400, number
    for number in OUT_OF_RANGE:
        answer = client.post("/decide", body(client, points=number))
        assert answer.status == 422, number
        assert set(answer.json["error"]) == {"ja", "en"}
    assert stored(desk.out) == []
    assert client.get("/state").status == 200


def test_what_fits_is_stored_in_range(client: Client, desk: Desk) -> None:
    """Minus zero is zero, of two keys of one name one counts, and halves need not be whole."""
    one, two, three = client.handles()[:3]
    assert client.post("/decide", body(client, points="-0.0")).status == 200
    twice = body(client, student=f'"{two}"', points='9, "points": 0.5')
    assert client.post("/decide", twice).status == 200
    assert client.decide({"student": three, "points": 0.1 + 0.2}).status == 200
    points = [row[1] for row in stored(desk.out)]
    assert [str(each) for each in points] == ["0.0", "0.5", "0.30000000000000004"]
    assert client.award(one)["points"] == 0


REFUSED: dict[str, dict[str, Any]] = {
    "a student who is not there": {"student": "x"},
    "an id instead of a handle": {"student": "24A1201"},
    "an attribute of objects": {"student": "__class__"},
    "a criterion that is not there": {"criterion": "x"},
    "a criterion of another assignment": {"criterion": "content"},
    "a reason without end": {"reason": "あ" * 10_001},
}


@pytest.mark.parametrize("wrong", REFUSED)
def test_refusals_say_why_in_both_languages(looked_at: Client, wrong: str) -> None:
    """Of one decision that cannot be, and of all that were sent with it."""
    right, other = looked_at.handles()[:2]
    answer = looked_at.decide(
        {"student": right, "points": 1}, {"student": other, "points": 1, **REFUSED[wrong]}
    )
    assert answer.status == 422
    said = answer.json["error"]
    assert said["ja"] != said["en"]
    assert not looked_at.award(right)["person"]


@pytest.mark.parametrize("by", ["", " \t\n", "\u3000", "grader", "x" * 101])
def test_decisions_need_a_name(looked_at: Client, by: str) -> None:
    """Not none, not the grader's own, and not one without end."""
    one = looked_at.handles()[0]
    assert looked_at.decide({"student": one, "points": 1}, by=by).status == 422
    comment = {"by": by, "student": one, "text": "x"}
    assert looked_at.post("/comment", comment).status == 422
    assert looked_at.post("/confirm", {"by": by, "students": [one]}).status == 422


@LEFT
def test_what_is_too_much_is_refused_and_nothing_is_stored(client: Client, desk: Desk) -> None:
    """A comment of 10 MB, one of 11,000 letters, and a name of 1 MB; the server lives on."""
    one = client.handles()[0]
    for text, statuses in (("x" * 10_485_760, (413,)), ("あ" * 11_000, (422,))):
        answer = client.post("/comment", {"by": "TA1", "student": one, "text": text})
        assert answer.status in statuses
        assert set(answer.json["error"]) == {"ja", "en"}
    for reason in ("x" * 20_001, "x" * 1_000_000):
        assert client.decide({"student": one, "points": 1, "reason": reason}).status == 400
    assert client.decide({"student": one, "points": 1}, by="x" * 1_000_000).status == 422
    assert stored(desk.out) == []
    assert client.state()["students"][one]["comment"] == ""


def test_decided_twice_is_a_conflict_that_shows_both(client: Client, desk: Desk) -> None:
    """Nothing of what was sent is stored, not even what nobody else decided."""
    one, two = client.handles()[:2]
    assert client.decide({"student": one, "points": 1, "reason": "A"}, by="TA1").status == 200
    answer = client.decide(
        {"student": two, "points": 2}, {"student": one, "points": 2, "reason": "B"}, by="TA2"
    )
    assert answer.status == 409
    (conflict,) = answer.json["conflicts"]
    assert (conflict["student"], conflict["criterion"]) == (one, "discussion")
    assert conflict["yours"] == {"points": 2, "reason": "B"}
    theirs = conflict["theirs"]
    assert (theirs["points"], theirs["by"], theirs["reason"]) == (1, "TA1", "A")
    assert len(stored(desk.out)) == 1
    # Who has seen theirs may decide otherwise.
    again = client.decide({"student": one, "points": 2, "basis": theirs["basis"]}, by="TA2")
    assert again.status == 200
    assert client.award(one)["by"] == "TA2"


def test_a_decision_sent_again_is_stored_once(client: Client, desk: Desk) -> None:
    """Its answer may have been lost on the way: the browser knows nothing of it."""
    one, two = client.handles()[:2]
    decision = {"student": one, "points": 1.5, "reason": " 図1 "}
    assert client.decide(decision).status == 200
    assert client.decide(decision).status == 200
    assert client.decide(decision, {"student": two, "points": 1}).status == 200
    assert [row[1] for row in stored(desk.out)] == [1.5, 1]
    basis = client.award(one)["basis"]
    back = {"student": one, "points": None, "basis": basis}
    assert client.decide(back).status == 200
    assert client.decide(back).status == 200
    assert len(stored(desk.out)) == 3
    # The same points by somebody else are another decision, and they see whose it was.
    assert client.decide({"student": two, "points": 1}, by="TA2").status == 409


def test_taking_back_gives_the_word_to_the_checks(client: Client) -> None:
    """Points of the checks return, open points are open again; and so on, as often as one likes."""
    one = client.handles()[0]
    before = client.award(one, "program")
    assert before["by"] == "grader"
    for points in (0, 4, 1.5):
        now = client.award(one, "program")
        wish = {"student": one, "criterion": "program", "points": points, "basis": now["basis"]}
        assert client.decide(wish).status == 200
        now = client.award(one, "program")
        assert (now["points"], now["person"]) == (points, True)
    taken = {"student": one, "criterion": "program", "points": None, "basis": now["basis"]}
    assert client.decide(taken).status == 200
    assert client.award(one, "program") == before
    opened = client.award(one)
    assert client.decide({"student": one, "points": 2}).status == 200
    basis = client.award(one)["basis"]
    assert client.decide({"student": one, "points": None, "basis": basis}).status == 200
    assert client.award(one) == opened
    assert client.decide({"student": one, "points": 1}).status == 200


def test_hostile_words_come_back_as_they_were_written(client: Client) -> None:
    """Reasons, comments and names are data; what no table can hold does not get in."""
    words = "</script><script>alert(1)</script>\"'&\u202e{{7*7}}=cmd|' /C calc'!A0"
    one = client.handles()[0]
    assert client.decide({"student": one, "points": 1, "reason": words}, by=words).status == 200
    said = client.award(one)
    assert (said["reason"], said["by"]) == (words, words)
    comment = {"by": words, "student": one, "text": f"{words}\n{words}"}
    assert client.post("/comment", comment).status == 200
    assert client.state()["students"][one]["comment"] == f"{words}\n{words}"
