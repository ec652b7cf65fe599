"""Letters drawn as curves are told from a pen's strokes and from the marks of a plot."""

import random
from collections.abc import Callable, Iterator

import pytest
from msgspec import convert

from grader.model.document import Document, FileKind, Page
from grader.model.finding import Verdict
from grader.reports.outline import outline
from tests.reports.documents.pdf_files import body, pages, plot, read
from tests.reports.reports import judge, of, report

TEXTS = [
    "1. Purpose",
    "We write a program for the product of two square matrices and find out how",
    "its time depends on the size. A triple loop computes the product.",
    "2. Results",
    "Figure 1 shows that twice the size takes about eight times as long.",
]


def outlines(text: str, x: float, y: float, size: float = 11) -> Iterator[str]:
    """A line of text as programs write it that turn letters into curves."""
    from matplotlib.path import Path
    from matplotlib.textpath import TextPath

    path = TextPath((x, y), text, size=size)
    last = (0.0, 0.0)
    for points, code in path.iter_segments(curves=True, simplify=False):
        if code == Path.CURVE3:  # PDF knows cubic curves only
            (ax, ay), (bx, by), (cx, cy) = last, points[:2], points[2:]
            cubic = ((ax + 2 * bx) / 3, (ay + 2 * by) / 3, (cx + 2 * bx) / 3, (cy + 2 * by) / 3)
            yield " ".join(f"{part:.3f}" for part in (*cubic, cx, cy)) + " c\n"
        elif code == Path.CLOSEPOLY:
            yield "h\n"
        else:
            kind = "m" if code == Path.MOVETO else "l"
            yield f"{points[0]:.3f} {points[1]:.3f} {kind}\n"
        if code != Path.CLOSEPOLY:
            last = tuple(points[-2:])


def lettered(*, at_once: bool) -> str:
    """A page of text as curves: one path for a line, or one for each letter."""
    out = ""
    for row, text in enumerate(TEXTS):
        drawn = "".join(outlines(text, 60, 740 - 20 * row))
        out += drawn + "f\n" if at_once else drawn.replace("h\n", "h f\n")
    return out


def stroke(dice: random.Random, x: float, y: float, parts: int) -> str:
    """One stroke of a pen, as a closed shape as wide as the pen was pressed."""
    out, back = f"{x:.2f} {y:.2f} m\n", []
    for _ in range(parts):
        ends = [(x + dice.uniform(-4, 6), y + dice.uniform(-5, 5)) for _ in range(3)]
        out += " ".join(f"{end[0]:.2f} {end[1]:.2f}" for end in ends) + " c\n"
        back.append(ends)
        x, y = ends[-1]
    for ends in reversed(back):
        out += " ".join(f"{end[0] + 0.4:.2f} {end[1]:.2f}" for end in reversed(ends)) + " c\n"
    return out + "f\n"


def handwritten() -> str:
    """A page of 1,500 strokes."""
    dice = random.Random(5)
    places = [(60 + 9.5 * column, 780 - 14 * row) for row in range(30) for column in range(50)]
    return "".join(stroke(dice, x, y, dice.randrange(1, 8)) for x, y in places)


def marked() -> str:
    """A plot of 300 round marks of one form."""
    ring = "3 0 m 3 2 2 3 0 3 c -2 3 -3 2 -3 0 c -3 -2 -2 -3 0 -3 c 2 -3 3 -2 3 0 c h f"
    dice = random.Random(6)
    places = [(dice.randrange(100, 400), dice.randrange(200, 500)) for _ in range(300)]
    return "".join(f"q 1 0 0 1 {x} {y} cm {ring} Q\n" for x, y in places)


def judged(content: str) -> Verdict:
    """What REP009 says of a page."""
    found = read(pages([content]))
    seen = convert([{**page, "thumbnail": None} for page in found.pages], tuple[Page, ...])
    document = Document(kind=FileKind.PDF, page_count=1, pages=seen)
    return of("REP009", judge(report(outline(document)))).verdict


@pytest.mark.parametrize("at_once", [True, False])
def test_a_page_of_outlined_letters_is_for_a_person(*, at_once: bool) -> None:
    """It looks like any typed report, and nobody is accused of handwriting."""
    assert judged(lettered(at_once=at_once)) is Verdict.UNDECIDED
    assert judged("0.5 0 0 0.5 100 100 cm " + lettered(at_once=at_once)) is Verdict.UNDECIDED


PLAIN: dict[str, Callable[[], str]] = {
    "blank": str,
    "handwriting": handwritten,
    "marks of a plot": marked,
    "a plot without labels": lambda: plot(100, 300, labels=False),
    "white letters": lambda: "1 g " + lettered(at_once=True),
}


@pytest.mark.parametrize("name", PLAIN)
def test_what_is_no_print_keeps_its_verdict(name: str) -> None:
    """No letter of a font comes again there."""
    assert judged(PLAIN[name]()) is Verdict.FAILED


def test_letters_as_curves_beside_text_are_a_drawing() -> None:
    """A logo or a plot whose labels are curves belongs to a typed page."""
    found = read(pages([body(*TEXTS, top=300) + lettered(at_once=False)]))
    assert found.pages[0]["shapes"] == 0
