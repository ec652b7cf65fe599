"""Make the works of a class comparable: programs, sentences, pictures and plotted numbers."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grader.model.evidence import Evidence
from grader.model.program import Plot
from grader.model.report import Figure, RelationStanding, ReportOutline
from grader.protocols import Reports, reports
from grader.review.alike.given import Given
from grader.review.alike.nearness import near_pairs
from grader.review.alike.programs import ComparableProgram, read_program
from grader.review.alike.sentences import NEAR, Said, said_in

SAME_PROGRAM = 0.9  # share of the fingerprints, including those of the handout
Source = tuple[str, str]  # name and text of a program
MOST_FIGURES = 20  # of a report
MOST_SERIES = 50
FEWEST_POINTS = 4
EXACT = 1e-6  # relative error below which numbers come from a formula


class ComparableFigure(Struct, frozen=True, kw_only=True):
    """A figure of a report that can be compared."""

    figure: Figure
    look: Any  # of protocols.Reports


class StudentWork(Struct, frozen=True, kw_only=True):
    """One student's submission, ready to be compared."""

    student: str
    file: str = ""  # name of the program's file
    program: ComparableProgram | None = None  # None: missing, or no longer readable
    said: Sequence[Said] = ()
    drawn: Sequence[ComparableFigure] = ()
    series: Sequence[Plot] = ()  # that are not a formula's
    claims: frozenset[float] = frozenset()


def work_of(evidence: Evidence, handout: Given) -> StudentWork:
    """Prepare the evidence of one submission for comparison, without its program.

    Without a plugin that reads reports, nothing of the report is compared.
    """
    knows = reports()
    report = knows.observed(evidence) if knows else None
    outline = report.outline if report else None
    return StudentWork(
        student=evidence.student,
        said=said_in(outline, handout.sentences) if outline else (),
        drawn=tuple(_drawn(outline, knows)) if knows and outline else (),
        series=tuple(_series(evidence)),
        claims=_claims(outline) if outline else frozenset(),
    )


def with_program(work: StudentWork, source: Source | None) -> StudentWork:
    """Add the program."""
    if source is None:
        return work
    name, text = source
    return replace(work, file=name, program=read_program(text, name))


def _claims(outline: ReportOutline) -> frozenset[float]:
    """List the exponents that a report plainly states."""
    return frozenset(
        round(exponent, 2)
        for relation in outline.relations
        if relation.standing is RelationStanding.OWN
        for exponent in relation.exponents
    )


def _drawn(outline: ReportOutline, knows: Reports) -> Iterator[ComparableFigure]:
    for figure in [figure for figure in outline.figures if not figure.decoration][:MOST_FIGURES]:
        look = knows.look(figure.crop) if figure.crop else None
        if look is not None:
            yield ComparableFigure(figure=figure, look=look)


def _series(evidence: Evidence) -> Iterator[Plot]:
    plots = [*(evidence.program.plots if evidence.program else ())]
    plots += [plot for exercise in evidence.exercises for plot in exercise.plots]
    for plot in plots[:MOST_SERIES]:
        if not is_formula(plot.x, plot.y):
            yield plot


def is_formula(x: Sequence[float], y: Sequence[float]) -> bool:
    """Return whether numbers are uninformative: too few, all equal, or a curve anyone would plot.

    Measured times are not, since they scatter.
    """
    finite = [pair for pair in zip(x, y, strict=False) if all(map(math.isfinite, pair))]
    if len(finite) < FEWEST_POINTS or len({b for _, b in finite}) < FEWEST_POINTS:
        return True
    if any(a <= 0 or b <= 0 for a, b in finite):
        finite = [(a, b) for a, b in finite if a > 0 and b > 0]
        if len(finite) < FEWEST_POINTS:
            return True
    if all(float(b).is_integer() and b < _FEW for _, b in finite):
        return True
    logs = [(math.log(a), math.log(b)) for a, b in finite]
    steps = [
        (two[1] - point[1]) / (two[0] - point[0])
        for point, two in pairwise(logs)
        if two[0] != point[0]
    ]
    return len(steps) < FEWEST_POINTS - 1 or max(steps) - min(steps) <= EXACT * max(
        1.0, abs(max(steps))
    )


_FEW = 1000  # whole numbers below this are as often sizes and counts as times


class ClassWorks(Struct, frozen=True, kw_only=True):
    """A whole class, and which parts of its works are similar."""

    works: Sequence[StudentWork]
    given: Given
    said: Sequence[tuple[int, Said]]  # every sentence, with the index of its work
    near_programs: Mapping[tuple[int, int], float]  # by indices among `works`
    near_said: Mapping[tuple[int, int], float]  # by indices among `said`
    same_pictures: Sequence[tuple[tuple[int, int], tuple[int, int]]]  # pairs of (work, figure)


def compare_class(works: Sequence[StudentWork], handout: Given) -> ClassWorks:
    """Find, once, which parts of a class's works are similar."""
    sentences = [(place, sentence) for place, work in enumerate(works) for sentence in work.said]
    return ClassWorks(
        works=works,
        given=handout,
        said=sentences,
        near_programs=near_pairs(
            [work.program.all_prints if work.program else () for work in works], SAME_PROGRAM
        ),
        near_said={
            pair: near
            for pair, near in near_pairs(
                [sentence.grams for _, sentence in sentences], NEAR
            ).items()
            if sentences[pair[0]][0] != sentences[pair[1]][0]
        },
        same_pictures=tuple(_same_pictures(works, knows)) if (knows := reports()) else (),
    )


def _same_pictures(
    works: Sequence[StudentWork], knows: Reports
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    places = [(at, number) for at, work in enumerate(works) for number in range(len(work.drawn))]
    for index, first in enumerate(places):
        look = works[first[0]].drawn[first[1]].look
        for other in places[index + 1 :]:
            their = works[other[0]].drawn[other[1]].look
            if first[0] != other[0] and knows.is_same(look, their):
                yield first, other
