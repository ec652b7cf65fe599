"""Signs, rules and parts of a template are told from figures."""

import pytest

from grader.model.document import Chart, Picture, PictureKind, Pixels, Place
from grader.reports.graphs import is_decoration

DECORATIONS = [
    Picture(kind=PictureKind.RASTER, line=0, box=(0, 0, 60, 40)),
    Picture(kind=PictureKind.RASTER, line=0, box=(50, 50, 500, 54)),
    Picture(kind=PictureKind.RASTER, line=0, box=(50, 50, 400, 300), pages=3),
    Picture(kind=PictureKind.RASTER, line=0, box=(50, 50, 400, 300), place=Place.HEADER),
    Picture(kind=PictureKind.RASTER, line=0, pixels=Pixels(width=30, height=30, data=bytes(2700))),
]
FIGURES = [
    Picture(kind=PictureKind.RASTER, line=0, box=(50, 50, 400, 300)),
    Picture(kind=PictureKind.RASTER, line=0, box=(50, 50, 400, 300), pages=2),
    Picture(kind=PictureKind.RASTER, line=0, box=(50, 50, 170, 140)),
    Picture(kind=PictureKind.RASTER, line=0),
    Picture(kind=PictureKind.CHART, line=0, box=(0, 0, 40, 40), chart=Chart(kind="line")),
]


@pytest.mark.parametrize("one", DECORATIONS)
def test_signs_rules_and_templates_are_decoration(one: Picture) -> None:
    assert is_decoration(one)


@pytest.mark.parametrize("one", FIGURES)
def test_a_figure_is_no_decoration(one: Picture) -> None:
    assert not is_decoration(one)
