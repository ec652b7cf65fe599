"""Pictures become small PNG files for the sheet."""

import io

from grader.model.document import Pixels
from grader.reports.page_png import crop_png
from tests.reports import drawings
from tests.reports.drawings import Plot


def pixels_of(wide: int, high: int) -> Pixels:
    image = drawings.plot(Plot(size=(wide, high)))
    return Pixels(width=wide, height=high, data=image.tobytes())


def test_a_crop_is_a_small_png_of_the_same_shape() -> None:
    from PIL import Image

    data = crop_png(pixels_of(720, 480))
    with Image.open(io.BytesIO(data)) as image:
        assert (image.format, image.size) == ("PNG", (360, 240))
    assert len(data) < 20_000


def test_a_small_picture_is_not_enlarged() -> None:
    from PIL import Image

    with Image.open(io.BytesIO(crop_png(pixels_of(200, 160)))) as image:
        assert image.size == (200, 160)


def test_a_tall_picture_is_bounded_too() -> None:
    from PIL import Image

    with Image.open(io.BytesIO(crop_png(pixels_of(200, 760), 100))) as image:
        assert image.height == 200


def test_a_photo_stays_small() -> None:
    scene = drawings.scene()
    pixels = Pixels(width=scene.width, height=scene.height, data=scene.tobytes())
    assert len(crop_png(pixels)) < 90_000


def test_one_point_is_a_picture() -> None:
    assert crop_png(Pixels(width=1, height=1, data=b"\x00\x00\x00")).startswith(b"\x89PNG")
