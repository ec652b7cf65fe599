"""Figures that came into a page as a whole: a form that holds a plot, with all its labels."""

from typing import NamedTuple

from .pdf_drawn import DrawnPage, Path, Raster
from .pdf_runs import Run
from .pdf_space import Box, area, union

SMALLEST = (60.0, 45.0)  # points; smaller is a marker of a plot
FEWEST = 4  # paths, beside text or a raster
PAGE = 0.6  # of the page: a form that large may be the page itself
MOST_LETTERS = 600  # a figure has labels, and no running text


class Figure(NamedTuple):
    """What one form draws."""

    form: int
    box: Box
    paths: list[Path]
    rasters: list[Raster]
    letters: int


def find_figures(drawn: DrawnPage, runs: list[Run], size: tuple[float, float]) -> list[Figure]:
    """Finds the forms of a page that are figures."""
    paths: dict[int, list[Path]] = {}
    rasters: dict[int, list[Raster]] = {}
    texts: dict[int, list[Run]] = {}
    for path in drawn.paths:
        paths.setdefault(path.form, []).append(path)
    for raster in drawn.rasters:
        rasters.setdefault(raster.form, []).append(raster)
    for run in runs:
        texts.setdefault(drawn.texts.get(run.ink.order, (0, 0))[1], []).append(run)
    made = [
        _figure(form, own, rasters.get(form, []), texts.get(form, []))
        for form, own in paths.items()
        if form
    ]
    return [one for one in made if _is_figure(one, size)]


def _figure(form: int, paths: list[Path], rasters: list[Raster], runs: list[Run]) -> Figure:
    boxes = [one.box for one in paths] + [one.box for one in rasters] + [one.box for one in runs]
    box = union(boxes)
    return Figure(form, box, paths, rasters, sum(len(run.letters) for run in runs))


def _is_figure(one: Figure, size: tuple[float, float]) -> bool:
    wide, high = one.box[2] - one.box[0], one.box[3] - one.box[1]
    return (
        wide >= SMALLEST[0]
        and high >= SMALLEST[1]
        and area(one.box) <= PAGE * size[0] * size[1]
        and one.letters <= MOST_LETTERS
        and (len(one.paths) >= FEWEST or bool(one.rasters))
    )
