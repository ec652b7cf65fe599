"""SVG pictures as they are drawn."""

from random import Random

import pytest

from grader.guest.documents.metafile_canvas import MARGIN, Canvas
from grader.guest.documents.svg import DOCTYPE, play_svg
from grader.guest.documents.zipped import Refused, tree

RED, BLACK, WHITE = (255, 0, 0), (0, 0, 0), (255, 255, 255)
MOST = 100_000_000
LINKS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def svg(inner: str, size: str = 'viewBox="0 0 100 100"') -> bytes:
    """A picture."""
    return f"<svg {LINKS} {size}>{inner}</svg>".encode()


def played(inner: str, size: str = 'viewBox="0 0 100 100"') -> Canvas:
    """A picture that is drawn."""
    return play_svg(tree(svg(inner, size)), MOST)


def middle(inner: str) -> tuple[int, int, int]:
    """The colour in the middle."""
    pixels = played(inner).pixels()
    if pixels is None:
        return WHITE
    at = (pixels.height // 2 * pixels.width + pixels.width // 2) * 3
    return pixels.data[at], pixels.data[at + 1], pixels.data[at + 2]


SQUARE = "M20 20H80V80H20Z"
SMALL = '<rect x="-9" y="-9" width="18" height="18"/>'
NAMED = '<rect id="a" width="60" height="60"/>'
ODD = (
    '<path d="M x"/><rect width="y"/><use/><polygon points="1"/><g transform="rotate()"/>'
    '<path fill="url(#a)" stroke="no colour" d="1 2 3"/>'
)
DRAWN = {
    "path": (f'<path d="{SQUARE}"/>', BLACK),
    "relative path": ('<path d="m20,20 60,0 0,60 -60,0z"/>', BLACK),
    "curves": ('<path d="M20 50C20 20 80 20 80 50S20 80 20 50Q50 99 50 50T9 9A1 1 0 0 0 20 50z"/>',
               BLACK),
    "colour": (f'<path d="{SQUARE}" fill="red"/>', RED),
    "in a style": (f'<path d="{SQUARE}" style="fill: #ff0000; stroke: none"/>', RED),
    "from outside": (f'<g fill="#f00"><a><path d="{SQUARE}"/></a></g>', RED),
    "not filled": (f'<path d="{SQUARE}" fill="none" stroke="red"/>', WHITE),
    "not seen": (f'<path d="{SQUARE}" opacity="0"/>', WHITE),
    "rectangle": ('<rect x="20" y="20" width="60" height="60"/>', BLACK),
    "circle": ('<circle cx="50" cy="50" r="20"/>', BLACK),
    "ellipse": ('<ellipse cx="50" cy="50" rx="20" ry="9"/>', BLACK),
    "line": ('<line x1="0" y1="50" x2="100" y2="50" stroke="red" stroke-width="5"/>', RED),
    "polygon": ('<polygon points="20,20 80,20 80,80 20,80"/>', BLACK),
    "polyline": ('<polyline points="0,50 100,50" fill="none" stroke="red" stroke-width="4"/>', RED),
    "moved": (f'<g transform="translate(50 50) scale(2)">{SMALL}</g>', BLACK),
    "turned": ('<g transform="rotate(90 50 50)"><rect x="0" y="45" width="100" height="10"/></g>',
               BLACK),
    "by a matrix": ('<rect width="1" height="1" transform="matrix(99 0 0 99 0 0)"/>', BLACK),
    "used again": (f'<defs>{NAMED}</defs><use xlink:href="#a" x="20" y="20"/>', BLACK),
    "only defined": (f"<defs>{NAMED}</defs><clipPath>{NAMED}</clipPath>", WHITE),
    "odd": (ODD, WHITE),
}  # fmt: skip


@pytest.mark.parametrize("case", DRAWN)
def test_what_is_seen_in_the_middle(case: str) -> None:
    """With colours and places taken over from outside."""
    inner, expected = DRAWN[case]
    assert middle(inner) == expected


def test_words_are_written() -> None:
    """And told."""
    canvas = played(
        '<text x="50" y="50" style="font: 10px sans-serif">サイズ <tspan>n</tspan></text>'
    )
    assert canvas.texts() == ["サイズ n"]


def test_the_size_may_be_said_in_two_ways() -> None:
    """A view box, or a width and a height."""
    for size in ('viewBox="0 0 200 100"', 'width="200pt" height="100pt"'):
        pixels = played("<rect/>", size).pixels()
        assert pixels is not None
        wanted = 760 * (1 + 2 * MARGIN * 2) / (1 + 2 * MARGIN) / 2
        assert (pixels.width, abs(pixels.height - wanted) < 2) == (760, True)


def test_what_uses_itself_ends() -> None:
    """And what uses much more than is written down."""
    assert played('<g id="a"><use href="#a"/></g>').pixels() is None
    levels = "".join(f'<g id="g{n}">' + f'<use href="#g{n + 1}"/>' * 9 + "</g>" for n in range(12))
    for inner in (levels, f'<path d="{SQUARE}"/>' * 900):
        with pytest.raises(Refused, match="more is drawn"):
            play_svg(tree(svg(inner)), 5_000_000)


def test_the_type_that_plotting_programs_write_is_taken_off() -> None:
    """One with declarations of its own is left, to be refused."""
    plain = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "http://www.w3.org/svg11.dtd">'
    assert DOCTYPE.sub(b"", plain + b"<svg/>") == b"<svg/>"
    assert DOCTYPE.sub(b"", b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>').startswith(b"<!DOCTYPE")


@pytest.mark.parametrize("seed", range(20))
def test_damage_never_raises_anything_else(seed: int) -> None:
    """Whatever the numbers are."""
    chance = Random(seed)
    text = list(svg("".join(inner for inner, _ in DRAWN.values())).decode())
    for _ in range(40):
        at = chance.randrange(150, len(text))
        if text[at] not in '<>/"=':
            text[at] = chance.choice("0123456789eE.-+ MZ")
    try:
        play_svg(tree("".join(text).encode()), MOST)
    except (Refused, ValueError, OverflowError, ZeroDivisionError):
        return
