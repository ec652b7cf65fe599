"""What names may hold while a program's timings are followed: values, places and the log."""

import ast
from dataclasses import dataclass, field
from enum import StrEnum

from grader.model.finding import Location


class Place(StrEnum):
    """Where an array or tensor is."""

    GPU = "gpu"
    CPU = "cpu"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Array:
    """A CuPy array, a tensor, or a layer with its weights."""

    library: str
    place: Place


@dataclass(frozen=True, slots=True)
class Plain:
    """Something that is in the computer's own memory; a constant keeps its value."""

    value: object = None


@dataclass(frozen=True, slots=True)
class Api:
    """A module, a function or an object of a library, by its dotted path."""

    path: str


@dataclass(frozen=True, slots=True)
class Read:
    """What a clock said: an index into the log."""

    index: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything."""


@dataclass(slots=True, eq=False)
class Items:
    """A list, tuple or dictionary."""

    entries: dict[object, "Value"] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Names:
    """One block's names."""

    parent: "Names | None" = None
    held: dict[str, "Value"] = field(default_factory=dict)
    outer: set[str] = field(default_factory=set)  # global and nonlocal

    def find(self, name: str) -> "Value | None":
        """Looks a name up, here and around."""
        here: Names | None = self
        while here is not None:
            if name in here.held:
                return here.held[name]
            here = here.parent
        return None

    def put(self, name: str, value: "Value") -> None:
        """Binds a name."""
        here = self
        while name in here.outer and here.parent is not None:
            here = here.parent
        here.held[name] = value


@dataclass(slots=True, eq=False)
class Own:
    """A function of the student's."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    names: Names  # around it
    file: str
    subject: "Value | None" = None  # of a method: the object in front
    manager: bool = False  # made a context manager by contextlib
    computed: bool = False  # a property


@dataclass(slots=True, eq=False)
class OwnClass:
    """A class of the student's."""

    name: str
    names: Names  # its own
    bases: list["Value"] = field(default_factory=list)

    def find(self, name: str) -> "Value | None":
        """Looks a method or attribute up, in the bases too."""
        if name in self.names.held:
            return self.names.held[name]
        found = (base.find(name) for base in self.bases if isinstance(base, OwnClass))
        return next((one for one in found if one is not None), None)


@dataclass(slots=True, eq=False)
class Instance:
    """An object of such a class."""

    kind: OwnClass
    held: dict[str, "Value"] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Partial:
    """A function with its first arguments given."""

    function: "Value"
    given: list["Value"]


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """A method of a value that is no object of the student's."""

    subject: "Value"
    name: str


Value = Array | Plain | Api | Read | Unknown | Items | Own | OwnClass | Instance | Partial | Method
UNKNOWN = Unknown()
HOST = Plain()
GPU_NAMES = ("cuda", "hip", "mps", "xpu")


class Kind(StrEnum):
    """What happened."""

    READ = "read"
    WORK = "work"
    WAIT = "wait"
    SETUP = "setup"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened while the program was followed."""

    kind: Kind
    place: Location
    chain: tuple[str, ...]  # the calls it is inside of, outermost first, and its own text
    inside: tuple[str, ...]  # the names of those functions
    library: str = ""
    api: str = ""
    sure: bool = True


def join(one: Value, other: Value) -> Value:
    """Says what a name holds that either branch may have bound."""
    match one, other:
        case _ if one == other:
            return one
        case (Plain(value=None), _):
            return other
        case (_, Plain(value=None)):
            return one
        case Array(library=library), Array(library=same) if library == same:
            return Array(library, Place.UNKNOWN)
        case Read(index=first), Read(index=second):
            return Read(max(first, second))
        case _:
            return one if isinstance(one, Own | OwnClass) else UNKNOWN


def device_of(value: Value) -> Place:
    """Reads a device: "cuda", torch.device("cuda"), a number."""
    match value:
        case Plain(value=str(name)):
            return Place.GPU if name.startswith(GPU_NAMES) else Place.CPU
        case Plain(value=int()):
            return Place.GPU
        case Api(path="torch.device.gpu"):
            return Place.GPU
        case Api(path="torch.device.cpu"):
            return Place.CPU
        case _:
            return Place.UNKNOWN


def arrays_in(values: list[Value], depth: int = 3) -> list[Array]:
    """Finds the arrays among values, and in lists of them."""
    found: list[Array] = []
    for value in values:
        if isinstance(value, Array):
            found.append(value)
        elif isinstance(value, Items) and depth:
            found += arrays_in(list(value.entries.values()), depth - 1)
    return found
