"""A program run as its author does: its output, its plots, and its remaining variables."""

from msgspec import Struct

from grader.model.run import RunRecord


class Plot(Struct, frozen=True, kw_only=True):
    """A plot of the program, as recorded from matplotlib or its stand-in. Untrusted."""

    kind: str  # "plot", "scatter", "loglog", …
    x: tuple[float, ...]
    y: tuple[float, ...]
    label: str = ""
    figure: int = 0  # number of the figure, from 1
    title: str = ""
    xlabel: str = ""
    ylabel: str = ""
    xscale: str = ""  # "linear", "log"
    yscale: str = ""


class Series(Struct, frozen=True, kw_only=True):
    """Sizes and times that the program measured itself, as it plotted them."""

    name: str  # the curve's label, else the graph's title
    sizes: tuple[int, ...]  # increasing
    seconds: tuple[float, ...]  # one for each size
    exercise: str = ""  # id of the exercise; "" = unclear


class Matrix(Struct, frozen=True, kw_only=True):
    """A matrix among the program's remaining variables."""

    name: str
    shape: tuple[int, ...]
    container: str  # "list of list", "numpy.ndarray", …
    elements: str  # "int", "float", "float32", …


class Product(Struct, frozen=True, kw_only=True):
    """Three variables, one of which is the product of the other two."""

    left: str
    right: str
    result: str
    size: int


class ProgramRun(Struct, frozen=True, kw_only=True):
    """One run of the whole program."""

    run: RunRecord
    cut: bool = False  # stopped at the time limit; this is what it had shown
    answers: tuple[str, ...] = ()  # given to its calls of input(), in order
    output: str = ""  # what it printed; only both ends if it is long
    plots: tuple[Plot, ...] = ()
    pictures: tuple[bytes, ...] = ()  # its first figures as PNG files, checked and limited in size
    drawn: bool = False  # drawn with the real matplotlib, which may be missing
    boxes: bool = False  # some letters in its pictures are in no font here
    files: tuple[tuple[str, int], ...] = ()  # created in its folder: name, bytes
    matrices: tuple[Matrix, ...] = ()
    products: tuple[Product, ...] = ()
    series: tuple[Series, ...] = ()
    trouble: str = ""  # a fault of ours
