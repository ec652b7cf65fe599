"""Reads what a page draws: every shape with its class, its places and what is said of it."""

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from msgspec import Struct

PAIR = re.compile(r"(-?[\d.]+)[ ,](-?[\d.]+)")


class Shape(Struct, frozen=True, dict=True):
    """A path or text. Of a mark, the place is its middle."""

    look: str
    places: list[tuple[float, float]]
    text: str = ""
    anchor: str = ""
    said: str = ""
    href: str = ""


class Drawn:
    """A drawing."""

    def __init__(self, svg: str) -> None:
        self.svg = svg
        self.shapes = list(_shapes(ET.fromstring(svg), ""))
        self.looks = Counter(shape.look for shape in self.shapes)


def _shapes(parent: ET.Element, href: str) -> Iterator[Shape]:
    """Yields them from the lowest to the topmost."""
    for element in parent:
        if element.tag == "a":
            yield from _shapes(element, element.get("href", ""))
        else:
            yield _shape(element, href)


def _shape(element: ET.Element, href: str) -> Shape:
    assert set(element.keys()) <= {"class", "d", "transform", "x", "y", "text-anchor"}
    place = f"{element.get('x')} {element.get('y')}" if element.tag == "text" else ""
    pairs = PAIR.findall(place or element.get("transform", "") or element.get("d", ""))
    return Shape(
        look=element.get("class", ""),
        places=[(float(x), float(y)) for x, y in pairs],
        text=element.text or "",
        anchor=element.get("text-anchor", ""),
        said=element.findtext("title", ""),
        href=href,
    )
