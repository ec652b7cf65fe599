"""One picture or two: saved again is the same, drawn again is not, and junk is none."""

import io

import pytest
from PIL import Image, ImageDraw

from grader.model.document import Pixels
from grader.reports.likeness import is_same_picture, look_at
from grader.reports.page_png import crop_png


def curve(bend: float, *, width: int = 640, high: int = 480) -> Image.Image:
    """A frame with a curve in it."""
    picture = Image.new("RGB", (width, high), "white")
    pen = ImageDraw.Draw(picture)
    pen.rectangle((60, 40, width - 40, high - 60), outline="black", width=2)
    steps = [at / 50 for at in range(51)]
    points = [(60 + x * (width - 100), high - 60 - x**bend * (high - 100)) for x in steps]
    pen.line(points, fill="blue", width=3)
    return picture


def crop(picture: Image.Image) -> bytes:
    """The picture as an outline keeps it."""
    pixels = Pixels(width=picture.width, height=picture.height, data=picture.tobytes())
    return crop_png(pixels)


def as_jpeg(picture: Image.Image, quality: int) -> Image.Image:
    """What saving with losses leaves of it."""
    out = io.BytesIO()
    picture.save(out, format="JPEG", quality=quality)
    return Image.open(out).convert("RGB")


@pytest.mark.parametrize(
    ("other", "same"),
    [
        pytest.param(curve(3), True, id="the same"),
        pytest.param(as_jpeg(curve(3), 50), True, id="saved with losses"),
        pytest.param(curve(3).resize((480, 360)), True, id="smaller"),
        pytest.param(curve(3).resize((800, 600)), True, id="larger"),
        pytest.param(curve(3.1), False, id="another curve in the same frame"),
        pytest.param(curve(1), False, id="a line"),
        pytest.param(curve(3).resize((640, 400)), False, id="stretched"),
        pytest.param(curve(3, width=800), False, id="another frame"),
    ],
)
def test_pictures(other: Image.Image, *, same: bool) -> None:
    """What was only saved again is the same; one stroke elsewhere is another picture."""
    one, two = look_at(crop(curve(3))), look_at(crop(other))
    assert one is not None
    assert two is not None
    assert is_same_picture(one, two) is same
    assert is_same_picture(two, one) is same


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\x89PNG\r\n\x1a\n junk", id="junk"),
        pytest.param(crop(curve(3))[:400], id="cut off"),
        pytest.param(crop(curve(3).resize((30, 30))), id="tiny"),
        pytest.param(crop(Image.new("RGB", (300, 200), "white")), id="empty"),
    ],
)
def test_what_cannot_be_compared(data: bytes) -> None:
    """It is like nothing, rather than like everything of its kind."""
    assert look_at(data) is None
