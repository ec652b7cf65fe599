"""Logarithmic axes are told by the distances of their lines and ticks, whatever their labels."""

import io
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from PIL import Image

from grader.model.report import Answer
from grader.reports.graphs import judge
from tests import corpora
from tests.corpora import Row
from tests.reports.drawings import picture

SIZES = [10, 20, 50, 100, 200, 500]
FEW = [100, 200, 300, 400]


def saved(
    draw: Callable[[Any], None], *, tight: bool = True, dpi: int = 100, **size: Any
) -> Image.Image:
    """A plot as a student saves it, made as small as a report's pictures are looked at."""
    from matplotlib.figure import Figure

    figure = Figure(**size)
    draw(figure.subplots())
    file = io.BytesIO()
    figure.savefig(file, dpi=dpi, **({"bbox_inches": "tight"} if tight else {}))
    image = Image.open(file).convert("RGB")
    image.thumbnail((760, 760), Image.Resampling.BOX)
    return image


def measured(ax: Any, sizes: list[int], *, series: int = 1) -> None:
    """Times that grow with the third power, with an irregular part."""
    for at in range(series):
        times = [2e-7 / 9**at * n ** (3 - 0.2 * at) * (1 + 0.04 * (n % 7)) for n in sizes]
        ax.plot(sizes, times, "o-", label=f"way {at}")
    ax.set(xlabel="n", ylabel="time [s]")


def grid(ax: Any, which: str, **look: Any) -> None:
    """Lines of a grid, or none."""
    if which:
        ax.grid(visible=True, which=which, **look)


def logarithmic(*, sizes: list[int], which: str, series: int) -> Callable[[Any], None]:
    """A plot over two logarithmic axes."""

    def draw(ax: Any) -> None:
        measured(ax, sizes, series=series)
        ax.set(xscale="log", yscale="log")
        grid(ax, which, **({"ls": "--"} if which == "both" else {}))

    return draw


def one_axis(axis: str) -> Callable[[Any], None]:
    """A plot over one logarithmic axis: sizes that double, with times on an ordinary one."""

    def draw(ax: Any) -> None:
        measured(ax, SIZES)
        ax.set(**{f"{axis}scale": "log"})
        grid(ax, "both", ls="--")

    return draw


def dark() -> Image.Image:
    """A plot whose lines are paler than the paper."""
    from matplotlib import style

    with style.context("dark_background"):
        return saved(logarithmic(sizes=SIZES, which="both", series=1))


def empty(ax: Any) -> None:
    """Axes that wait for data."""
    ax.set(xscale="log", yscale="log", xlim=(10, 1000), ylim=(1e-6, 10), xlabel="n", ylabel="t")


def empty_grid(ax: Any) -> None:
    """The same over a fine grid in colour, with a word."""
    empty(ax)
    grid(ax, "both", ls="--", color="tab:blue", alpha=0.5)
    ax.text(0.3, 0.5, "no data yet", transform=ax.transAxes, color="red")


def empty_dots(ax: Any) -> None:
    """The same over red dots, one axis being ordinary."""
    empty(ax)
    ax.set(xscale="linear")
    grid(ax, "both", ls=":", color="red")


def matrix(ax: Any) -> None:
    """Colours of a matrix over logarithmic axes."""
    values = np.random.default_rng(1).random((19, 19))
    ax.pcolormesh(np.logspace(1, 3, 20), np.logspace(-6, 1, 20), values)
    ax.set(xscale="log", yscale="log")


def table(ax: Any) -> None:
    """Measured values in rules that come closer and closer."""
    ax.axis("off")
    for place in np.log10([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]):
        ax.axhline(place, color="black")
    for place in range(5):
        ax.axvline(place / 4, color="black")
    for row, place in enumerate(np.log10([1.3, 2.3, 3.3, 4.3, 5.3])):
        for column in range(4):
            ax.text(column / 4 + 0.05, place, f"{row * 4 + column:.3f}")


def blocks(ax: Any) -> None:
    """A flow of boxes in a frame with marks."""
    from matplotlib.patches import Rectangle

    ax.set(xticks=[], yticks=[])
    for at in range(6):
        ax.add_patch(Rectangle((0.05 + 0.15 * at, 0.4), 0.1, 0.2, fill=False))
        ax.text(0.07 + 0.15 * at, 0.48, f"k{at}")


PAPERS = (((6.4, 4.8), 72), ((5, 4), 100), ((8, 5), 150))


def drawings() -> Iterator[tuple[str, str, Image.Image]]:
    """Label, name and picture: plots in a grid of any fineness, and what only looks like one."""
    grids = itertools.product(
        {"many sizes": SIZES, "few sizes": FEW}.items(), ["both", "major", ""]
    )
    for number, ((name, sizes), which) in enumerate(grids):
        size, dpi = PAPERS[number % 3]
        draw = logarithmic(sizes=sizes, which=which, series=1 + number % 2)
        yield "graph", f"{name}, grid {which or 'none'}", saved(draw, dpi=dpi, figsize=size)
    for axis in "xy":
        yield "graph", f"only {axis}", saved(one_axis(axis))
    yield "graph", "dark paper", dark()
    for number, other in enumerate((empty, empty_grid, empty_dots, matrix, table, blocks)):
        yield "none", other.__name__, saved(other, dpi=(72, 150)[number % 2])


def test_logarithmic_plots() -> None:
    """The plot that shows a power is told for sure; lines as far apart as decades are none."""
    images = {name: (label, image) for label, name, image in drawings()}
    rows = [Row(label=label, name=name) for name, (label, _) in images.items()]

    def answered(row: Row) -> str:
        is_graph = judge(picture(images[row.name][1])).answer
        return "graph" if is_graph is Answer.YES else "none"

    corpora.hold("decades", answered, rows=rows)
