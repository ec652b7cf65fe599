"""The same thing said twice for older and newer programs: one of both is read."""

from collections.abc import Iterator

from .word_names import CX, DGM, MC, WPG, WPS, A, C, M, Node, V, W

ALTERNATIVES, CHOICE, FALLBACK = MC + "AlternateContent", MC + "Choice", MC + "Fallback"
# What there is something to read or to see in. Ink and 3-D models have only a picture of them.
USEFUL = (
    W + "t",
    W + "sym",
    M + "oMath",
    A + "blip",
    C + "chart",
    CX + "chart",
    DGM + "relIds",
    WPS + "wsp",
    WPG + "wgp",
    V + "shape",
    V + "imagedata",
)


def children(node: Node) -> Iterator[Node]:
    """Gives the children of an element, those of one choice in place of alternatives."""
    for child in node:
        if child.tag == ALTERNATIVES:
            chosen = choose(child)
            if chosen is not None:
                yield from children(chosen)
        else:
            yield child


def choose(node: Node) -> Node | None:
    """Picks the first choice that holds anything of use, or else the fallback."""
    for choice in node.iterchildren(CHOICE):
        if next(choice.iter(*USEFUL), None) is not None:
            return choice
    fallback: Node | None = node.find(FALLBACK)
    return fallback if fallback is not None and len(fallback) else node.find(CHOICE)
