"""What a page shows of a C program."""

from msgspec.structs import replace

from grader.exercises.c.record import CSource
from grader.exercises.c.view import SHOWS, say_gap
from grader.model.timing import Curve, Point, Timing
from grader.protocols import About
from grader.records import packed_record
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.export.samples import ASSIGNMENT, evidence_of, observed

WORDS = Bilingual(load_wording("ja"), load_wording("en"))


def curve(**seconds: float) -> Curve:
    """A curve of one time at each size: n64=0.1."""
    points = (Point(size=int(name[1:]), seconds=(one,)) for name, one in seconds.items())
    return Curve(points=tuple(points))


def gap(mine: Curve, book: Curve, library: Curve) -> list[str]:
    """What is said in English."""
    timing = Timing(curve=mine, baselines={"c": book, "numpy": library})
    return [one.en.replace("\u00a0", " ") for one in say_gap(timing, WORDS)]


def test_the_gap() -> None:
    """Speeds beside the textbook's, at the largest size that all have."""
    said = gap(curve(n64=1, n128=2, n256=9), curve(n64=8, n128=10), curve(n64=0.1, n128=0.1))
    assert said == [
        "Speed at n = 128: textbook 1.0 … this program 5 … NumPy 100. It closes 4 % of the gap."
    ]


def test_no_share_where_there_is_none() -> None:
    """Faster than NumPy, slower than the textbook, or NumPy slower than that."""
    for mine, book, library in ((0.1, 2, 0.5), (4, 2, 0.5), (1, 2, 3)):
        (said,) = gap(curve(n64=mine), curve(n64=book), curve(n64=library))
        assert "%" not in said
        assert f"textbook 1.0, this program {book / mine:.3g}" in said


def test_nothing_without_common_sizes() -> None:
    """Nothing is read beyond what was measured."""
    assert gap(curve(n64=1), curve(n128=1), curve(n64=1)) == []
    assert say_gap(Timing(curve=curve(n64=1)), WORDS) == []


def test_rows_of_a_page() -> None:
    """How it was compiled; nothing of other languages."""
    source = CSource(compiler="gcc 12", flags=("-O3",), headers=("omp.h",))
    exercise = observed(records={"c": packed_record("c", source)})
    about = About(evidence=evidence_of(exercise), assignment=ASSIGNMENT, exercise=exercise)
    shown = SHOWS.show(about, WORDS)
    assert shown is not None
    assert [(name.en, value.en) for name, value in shown.rows] == [
        ("Compiled by", "gcc 12 -O3"),
        ("Headers", "omp.h"),
    ]
    assert SHOWS.show(replace(about, exercise=observed()), WORDS) is None
