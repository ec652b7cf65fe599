"""What was drawn over a page afterwards counts as drawn; links and markers do not."""

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfWriter
from pypdf.annotations import Ellipse, Highlight, Line, Link, Polygon, Rectangle
from pypdf.generic import ArrayObject, FloatObject

from tests.reports.documents.pdf_files import read

LARGE = (100, 300, 400, 500)
SMALL = (100, 300, 110, 310)
CORNERS = ArrayObject([FloatObject(one) for one in (100, 310, 400, 310, 100, 300, 400, 300)])


def noted(*notes: Any) -> bytes:
    """Makes an empty page with annotations."""
    writer, room = PdfWriter(), BytesIO()
    writer.add_blank_page(595, 842)
    for note in notes:
        writer.add_annotation(0, note)
    writer.write(room)
    return room.getvalue()


@pytest.mark.parametrize(
    "notes",
    [
        [Rectangle(rect=LARGE)],
        [Ellipse(rect=LARGE)],
        [Polygon(vertices=[(100, 300), (400, 300), (250, 500)])],
        [
            Line(p1=(100, 300), p2=(400, 310), rect=(100, 300, 400, 310)),
            Line(p1=(100, 300), p2=(110, 500), rect=(100, 300, 110, 500)),
        ],  # two strokes of one drawing
    ],
)
def test_a_drawing_over_the_page_is_a_picture(notes: list[Any]) -> None:
    """As it comes from a tablet, or from a program that pastes onto PDF files."""
    (picture,) = read(noted(*notes)).pictures
    assert picture["kind"] == "vector"
    assert picture["box"][2] - picture["box"][0] == pytest.approx(300, abs=15)


@pytest.mark.parametrize(
    "note",
    [
        Link(rect=LARGE, url="https://example.org"),
        Highlight(rect=LARGE, quad_points=CORNERS),
        Rectangle(rect=SMALL),
    ],
)
def test_a_marker_is_no_picture(note: Any) -> None:
    """Links, highlights and little marks draw nothing that could be a graph."""
    assert read(noted(note)).pictures == []
