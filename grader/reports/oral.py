"""Questions about what a report states, with answers from drawn or measured curves."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from grader.model.evidence import EntryHow, Evidence
from grader.model.finding import LazyList, LazyText
from grader.model.oral import AGREEING, OralQuestion, TwoPoints, two_points
from grader.model.report import Relation, RelationStanding, ReportOutline
from grader.model.times import time_text
from grader.protocols import Examines, Work
from grader.reports.record import report_of

LONGEST, LONGEST_NAME = 200, 60  # letters of a sentence, and of a curve's name
MOST_CURVES = 3
TRIPLED = 3  # factor between two sizes; many reports contain the answer for 2


class AsksAboutReport(Struct, frozen=True):
    """Asks which points show what the report states; see protocols.Examines."""

    def ask(self, work: Work) -> Iterator[OralQuestion]:
        """Ask once per report, about an exponent that its author states for their own times."""
        report = report_of(work.evidence) if work.is_first else None
        if report is None or report.outline is None or not report.outline.complete:
            return
        stated = [each for each in report.outline.relations if _is_plain(each)]
        if not stated:
            return
        relation = work.rng.choice(stated)
        (power,) = relation.exponents
        quote = relation.quote.text.strip()
        drawn = _fitting(_drawn(work.evidence), power)
        measured = _fitting(_measured(work.evidence), power)
        figure = _figure(report.outline)
        if drawn:
            text = LazyText(
                "oral.ask.claim" if figure else "oral.ask.claim-curve",
                {"quote": quote, "figure": figure},
            )
            told = LazyList("list", tuple(_told(name, found) for name, found in drawn))
            answer = LazyText("oral.claim", {"curves": told})
            source = LazyText("oral.from_drawn")
        elif measured:  # by us: its points are not in the report
            name, found = measured[0]
            text = LazyText("oral.ask.claim-measured", {"quote": quote, "name": name})
            factor = {"factor": f"{TRIPLED**power:.3g}", "power": f"{power:g}"}
            answer = LazyText("oral.claim_measured", {**factor, "curve": _told(name, found)})
            source = LazyText("oral.from_measured")
        else:
            return
        yield OralQuestion(
            kind="claim",
            exercise=work.exercise.id,
            text=text,
            answer=answer,
            source=source,
            teaches=LazyText("oral.teaches.claim"),
            difficulty=3,
        )


EXAMINES: Examines = AsksAboutReport()


def _is_plain(relation: Relation) -> bool:
    text = relation.quote.text.strip()
    own = relation.standing is RelationStanding.OWN and len(relation.exponents) == 1
    return own and 0 < len(text) <= LONGEST and "`" not in text and "…" not in text


def _figure(outline: ReportOutline) -> str:
    """Return the caption label of the only graph; "" if there are several, or it has none."""
    captions = [figure.caption for figure in outline.graphs]
    only = captions[0] if len(captions) == 1 else None
    return only.label if only is not None else ""


def _fitting(curves: Iterable[tuple[str, TwoPoints]], power: float) -> list[tuple[str, TwoPoints]]:
    """Drop the curves that do not grow as stated."""
    return [each for each in curves if abs(each[1].exponent - power) <= AGREEING][:MOST_CURVES]


def _drawn(evidence: Evidence) -> Iterator[tuple[str, TwoPoints]]:
    """Yield the curves that the program draws."""
    run = evidence.program
    for series in run.series if run is not None and not run.trouble else ():
        points = zip(series.sizes, series.seconds, strict=False)
        if found := two_points(points, steady=True):
            yield series.name[:LONGEST_NAME], found


def _measured(evidence: Evidence) -> Iterator[tuple[str, TwoPoints]]:
    """Yield the curves that we measured."""
    for observed in evidence.exercises:
        timing, entry = observed.timing, observed.entry
        if timing is None or timing.unsteady or not timing.settled.known or entry is None:
            continue
        points = [each for each in timing.curve.points if each.size >= timing.settled.first]
        if found := two_points((each.size, each.best) for each in points):
            is_function = entry.how is not EntryHow.EXTRACTED
            yield entry.target.name if is_function else observed.exercise, found


def _told(name: str, found: TwoPoints) -> LazyText:
    return LazyText(
        "oral.two_points",
        {
            "name": name or "—",
            "size": found.size,
            "time": time_text(found.seconds),
            "larger": found.larger,
            "longer": time_text(found.longer),
            "times": f"{found.times:.1f}",
            "exponent": f"{found.exponent:.1f}",
        },
    )
