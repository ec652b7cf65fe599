"""What a name may stand for, as far as the import rule cares.

An expression means a set of Things. The empty set is a value that can do no harm: a number, a
list of numbers, an object of the student's own. ANYTHING is a value nobody could follow; it may
be a text.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, auto
from weakref import WeakValueDictionary

MANY = 12  # more texts than this in one place are followed no further
LONG = 200  # characters; nobody hides a name in a longer text


class Kind(IntEnum):
    """The sorts of things that are followed."""

    ANY = auto()
    TEXT = auto()  # name: the text itself
    MODULE = auto()  # name: dotted path of an allowed library's module
    LOCAL = auto()  # name: logical name of a local file, or of a folder with a final slash
    MEMBER = auto()  # name: dotted path of a public function, class or value of a library
    OBJECT = auto()  # something a library made
    ARRAY = auto()  # something a library made that is an array of numbers
    OWN = auto()  # an object of a class of the program
    FUNCTION = auto()  # name: key of a function of the program
    CLASS = auto()  # name: key of a class of the program
    BUILTIN = auto()  # name: of a built-in function or class
    SPACE = auto()  # a dictionary of names; name: the file whose names it holds, or ""
    CAUGHT = auto()  # an exception


KNOWN: "WeakValueDictionary[tuple[Kind, str, bool], Thing]" = WeakValueDictionary()


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Thing:
    """One possibility. Equal things are one object, so that sets of them are quick."""

    kind: Kind
    name: str = ""
    held: bool = False  # inside a container, rather than the thing itself

    # The parameters are those of the fields.
    def __new__(cls, kind: Kind, name: str = "", held: bool = False) -> "Thing":  # noqa: FBT001, FBT002, PYI034
        """Returns the object there is, as long as anybody has it."""
        key = (kind, name, held)
        found = KNOWN.get(key)
        if found is None:
            found = KNOWN[key] = object.__new__(cls)
        return found

    def inside(self) -> "Thing":
        """Returns the thing in a container."""
        return self if self.held else Thing(self.kind, self.name, held=True)

    def taken(self) -> "Thing":
        """Returns the thing taken out of its container."""
        return Thing(self.kind, self.name) if self.held else self


Things = frozenset[Thing]
NOTHING: Things = frozenset()
ANYTHING: Things = frozenset({Thing(Kind.ANY)})
MADE: Things = frozenset({Thing(Kind.OBJECT)})
NUMBERS: Things = frozenset({Thing(Kind.ARRAY)})
PRODUCT = "product"  # name of an ARRAY: two values of a library multiplied
MAYBE = "maybe"  # name of an OBJECT or ARRAY that may also be something else from a container


def text(value: str) -> Things:
    """Means one known text, unless it is too long to be a name."""
    return frozenset({Thing(Kind.TEXT, value)}) if len(value) <= LONG else ANYTHING


def texts_of(things: Things) -> tuple[list[str], bool]:
    """Lists the texts among the things, sorted, and says whether these are all there can be."""
    known = sorted(thing.name for thing in things if thing.kind is Kind.TEXT and not thing.held)
    return known, bool(known) and not any(thing.kind in UNREADABLE for thing in things)


UNREADABLE = frozenset(
    {Kind.ANY, Kind.OWN, Kind.OBJECT, Kind.MEMBER, Kind.ARRAY, Kind.CAUGHT, Kind.SPACE}
)


def hold(things: Iterable[Thing]) -> Things:
    """Puts things into a container."""
    return frozenset([thing.inside() for thing in things])


def unpack(things: Things) -> Things:
    """Takes things out of a container, or one item out of each thing."""
    found: set[Thing] = set()
    for thing in things:
        if thing.held:
            found.add(thing.taken())
        elif thing.kind is Kind.MEMBER:
            found |= MADE
        elif thing.kind in {Kind.TEXT, Kind.SPACE}:
            found |= ANYTHING
        elif thing.kind is Kind.CAUGHT:
            found |= {thing, *ANYTHING}
        else:
            found.add(thing)
    return frozenset(found)


def union(parts: Iterable[Things]) -> Things:
    """Joins sets without building copies of the usual empty ones."""
    found = NOTHING
    for part in parts:
        if part:
            found = found | part if found else part
    return found


def joined(left: Things, right: Things) -> Things:
    """Means the texts on the left followed by those on the right."""
    (before, all_before), (after, all_after) = texts_of(left), texts_of(right)
    if not (all_before and all_after and before and after):
        return ANYTHING
    if len(before) * len(after) > MANY:
        return ANYTHING
    return union(text(start + end) for start in before for end in after)


def absorb(place: set[Thing], things: Things) -> bool:
    """Adds things to what a place may hold; says whether that was news."""
    if things <= place:
        return False
    size = len(place)
    place |= things if TOO_MANY not in place else _without_texts(things)
    if sum(thing.kind is Kind.TEXT for thing in place) > MANY:
        place &= _without_texts(place)
        place |= {TOO_MANY, TOO_MANY.inside()}
        return True
    return len(place) != size


TOO_MANY = Thing(Kind.ANY, "too many texts")


def _without_texts(things: Iterable[Thing]) -> Things:
    return frozenset([thing for thing in things if thing.kind is not Kind.TEXT])
