"""What a program showed when it was run as its author runs it. All of it is the student's word."""

from dataclasses import dataclass
from enum import StrEnum

from grader.model.run import RunRecord


class Source(StrEnum):
    """Where a program showed numbers."""

    PLOT = "plot"
    PRINT = "print"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """What the program plotted, as the recording matplotlib saw it. Untrusted."""

    kind: str  # "plot", "scatter", "loglog", …
    x: tuple[float, ...]
    y: tuple[float, ...]
    label: str = ""
    figure: int = 0  # its number
    title: str = ""
    xlabel: str = ""
    ylabel: str = ""
    xscale: str = ""  # "linear", "log"
    yscale: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Sizes and times that the program measured itself."""

    source: Source
    name: str  # its label in the graph, or the words it was printed with
    sizes: tuple[int, ...]  # growing
    seconds: tuple[float, ...]  # one for each size
    exercise: str = ""  # id of the exercise it is about; "" = nobody can tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """A matrix among the variables that were left when the program had run."""

    name: str
    shape: tuple[int, ...]
    container: str  # "list of list", "numpy.ndarray", …
    elements: str  # "int", "float", "float32", …


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """Three of the variables, one of which is the product of the other two."""

    left: str
    right: str
    result: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRun:
    """One run of the whole program."""

    run: RunRecord
    cut: bool = False  # it was stopped when its time was up; this is what it showed until then
    answers: tuple[str, ...] = ()  # what it was given where it called input(), in order
    output: str = ""  # what it printed; of a long output both ends
    plots: tuple[Plot, ...] = ()
    files: tuple[tuple[str, int], ...] = ()  # made in its folder: name, bytes
    matrices: tuple[Matrix, ...] = ()
    products: tuple[Product, ...] = ()
    series: tuple[Series, ...] = ()
    trouble: str = ""  # our own fault
