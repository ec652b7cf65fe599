"""Logarithmic axes are told by the distances of their lines and ticks, whatever their labels."""

import io
import itertools
from collections.abc import Callable
from typing import Any

import matplotlib.style
import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

from grader.model.report import Answer
from grader.report.decades import is_logarithmic
from grader.report.pictures import judge_picture
from tests.report.drawings import picture

SIZES = [10, 20, 50, 100, 200, 500]
FEW = [100, 200, 300, 400]


def saved(
    draw: Callable[[Any], None], *, tight: bool = True, dpi: int = 100, **size: Any
) -> Image.Image:
    """A plot as a student saves it, made as small as a report's pictures are looked at."""
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


PLOTS = list(
    itertools.product(
        [((6.4, 4.8), 72), ((5, 4), 100), ((8, 5), 150)], [SIZES, FEW], ["both", "major", ""]
    )
)


@pytest.mark.parametrize("at", range(len(PLOTS)))
def test_a_log_log_plot_saved_tight_is_a_graph(at: int) -> None:
    """The plot that shows a power is told for sure, with a grid of any fineness and without."""
    (size, dpi), sizes, which = PLOTS[at]
    draw = logarithmic(sizes=sizes, which=which, series=1 + at % 2)
    image = saved(draw, dpi=dpi, figsize=size)
    assert judge_picture(picture(image)).is_graph is Answer.YES


@pytest.mark.parametrize("axis", ["x", "y"])
def test_one_logarithmic_axis_is_enough(axis: str) -> None:
    """Sizes that double stand on such an axis, with times on an ordinary one."""

    def draw(ax: Any) -> None:
        measured(ax, SIZES)
        ax.set(**{f"{axis}scale": "log"})
        grid(ax, "both", ls="--")

    assert judge_picture(picture(saved(draw))).is_graph is Answer.YES


def test_a_style_of_dark_paper_changes_nothing() -> None:
    """Lines that are paler than the paper are lines."""
    with matplotlib.style.context("dark_background"):
        draw = logarithmic(sizes=SIZES, which="both", series=1)
        image = saved(draw)
    assert judge_picture(picture(image)).is_graph is Answer.YES


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
    ax.set(xticks=[], yticks=[])
    for at in range(6):
        ax.add_patch(matplotlib.patches.Rectangle((0.05 + 0.15 * at, 0.4), 0.1, 0.2, fill=False))
        ax.text(0.07 + 0.15 * at, 0.48, f"k{at}")


OTHERS = [empty, empty_grid, empty_dots, matrix, table, blocks]


@pytest.mark.parametrize("draw", OTHERS)
@pytest.mark.parametrize("dpi", [72, 150])
def test_what_is_no_graph_does_not_become_one(draw: Callable[[Any], None], dpi: int) -> None:
    """Lines as far apart as decades are not enough: there are data between them, and no cells."""
    assert judge_picture(picture(saved(draw, dpi=dpi))).is_graph is not Answer.YES


DECADE = [np.log10(k) * 90 + 90 * power for power in range(3) for k in range(1, 10)]
LINES = {
    "three decades": (DECADE, True),
    "from 2 to 80": (DECADE[1:17], True),
    "the other way round": ([-place for place in DECADE], False),
    "with a curve's pieces among them": ([*DECADE, 17, 101, 153], True),
    "with some that are lost": ([place for at, place in enumerate(DECADE) if at % 6], True),
    "even": ([30.0 * at for at in range(12)], False),
    "even, with every fourth left out": ([30.0 * at for at in range(16) if at % 4], False),
    "rows of text in two sizes": ([*range(0, 200, 18), *range(210, 400, 25)], False),
    "too few": (DECADE[:5], False),
    "at random": (np.random.default_rng(3).uniform(0, 400, 14).tolist(), False),
}


@pytest.mark.parametrize("name", LINES)
def test_distances_of_decades_are_told_from_others(name: str) -> None:
    """Even distances are those of a table, of a linear axis or of lines of text."""
    places, expected = LINES[name]
    assert bool(is_logarithmic(places)) is expected
