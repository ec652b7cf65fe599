"""A program run as its author does: what it printed, plotted and left among its variables."""

from msgspec import Struct

from grader.model.run import RunRecord


class Plot(Struct, frozen=True, kw_only=True):
    """What the program plotted, as matplotlib or its recorder saw it. Untrusted."""

    kind: str  # "plot", "scatter", "loglog", …
    x: tuple[float, ...]
    y: tuple[float, ...]
    label: str = ""
    figure: int = 0  # which one it was, counted from 1
    title: str = ""
    xlabel: str = ""
    ylabel: str = ""
    xscale: str = ""  # "linear", "log"
    yscale: str = ""


class Series(Struct, frozen=True, kw_only=True):
    """Sizes and times that the program measured itself, as it plotted them."""

    name: str  # the curve's label, else the graph's title
    sizes: tuple[int, ...]  # growing
    seconds: tuple[float, ...]  # one for each size
    exercise: str = ""  # id of the exercise it is about; "" = nobody can tell


class Matrix(Struct, frozen=True, kw_only=True):
    """A matrix among the variables that were left when the program had run."""

    name: str
    shape: tuple[int, ...]
    container: str  # "list of list", "numpy.ndarray", …
    elements: str  # "int", "float", "float32", …


class Product(Struct, frozen=True, kw_only=True):
    """Three of the variables, one of which is the product of the other two."""

    left: str
    right: str
    result: str
    size: int


class ProgramRun(Struct, frozen=True, kw_only=True):
    """One run of the whole program."""

    run: RunRecord
    cut: bool = False  # it was stopped when its time was up; this is what it showed until then
    answers: tuple[str, ...] = ()  # what it was given where it called input(), in order
    output: str = ""  # what it printed; of a long output both ends
    plots: tuple[Plot, ...] = ()
    pictures: tuple[bytes, ...] = ()  # of its first figures: PNG files, looked through and bounded
    drawn: bool = False  # it drew with the real matplotlib, which is not installed everywhere
    boxes: bool = False  # no font here has some letter of its pictures
    files: tuple[tuple[str, int], ...] = ()  # made in its folder: name, bytes
    matrices: tuple[Matrix, ...] = ()
    products: tuple[Product, ...] = ()
    series: tuple[Series, ...] = ()
    trouble: str = ""  # our own fault
