"""Sets of possibilities: what is kept, what is given up, and what is one object."""

from grader.policy.values import MANY, TOO_MANY, Kind, Thing, absorb, hold, joined, text, unpack


def test_equal_things_are_one_object() -> None:
    """However a thing is made, there is one of it."""
    thing = Thing(Kind.TEXT, "np")
    assert Thing(Kind.TEXT, "np") is thing
    assert thing.inside().taken() is thing
    assert thing.inside() is not thing


def test_too_many_texts_become_any_text() -> None:
    """A place that may hold many texts may hold any, and does not grow for ever."""
    place: set[Thing] = set()
    news = [absorb(place, text(f"t{number}")) for number in range(2 * MANY)]
    assert news == [True] * (MANY + 1) + [False] * (MANY - 1)
    assert place == {TOO_MANY, TOO_MANY.inside()}


def test_containers() -> None:
    """What goes into a container comes out of it; a character of a text is any text."""
    module = frozenset({Thing(Kind.MODULE, "matplotlib")})
    assert unpack(hold(hold(module))) == module
    assert {thing.kind for thing in unpack(text("np"))} == {Kind.ANY}


def test_joined_texts() -> None:
    """Known texts give known texts; an unknown part makes the whole unknown."""
    assert joined(text("n"), text("p")) == text("np")
    assert {thing.kind for thing in joined(text("n"), frozenset({Thing(Kind.ANY)}))} == {Kind.ANY}
