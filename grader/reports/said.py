"""Word what a page says about a report as a whole, and about the growth of times."""

from collections.abc import Iterator

from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.report import ReportEvidence, ReportOutline
from grader.wording.bilingual import Bilingual, BilingualText

MM = 72 / 25.4  # points
SHOWN = 12  # numbers of pages


def facts(
    report: ReportEvidence, words: Bilingual
) -> Iterator[tuple[BilingualText, BilingualText]]:
    """Yield names and values: what kind of file it is, how many pages, how large the letters."""
    yield words.say("report.kind_name"), words.say(f"report.kind.{report.kind.replace('-', '_')}")
    yield words.say("report.bytes"), words.say("report.kib", kib=max(1, report.size_bytes // 1024))
    outline = report.outline
    if outline is None:
        return
    if outline.page_count:
        yield words.say("report.pages"), words.say("report.count", count=outline.page_count)
    yield words.say("report.characters"), words.say("report.count", count=outline.characters)
    if outline.body_size_pt:
        size = f"{outline.body_size_pt:.1f}"
        yield words.say("report.letters"), words.say("report.points", size=size)
    width, height = outline.page_size_pt
    if width and height:
        sides = {"width": f"{width / MM:.0f}", "height": f"{height / MM:.0f}"}
        yield words.say("report.paper"), words.say("report.sides", **sides)
    if outline.producer:
        yield words.say("report.producer"), words.name(outline.producer)


def warnings(outline: ReportOutline, words: Bilingual, *, hidden: bool) -> Iterator[BilingualText]:
    """Yield warnings that a report's facts are doubtful; `hidden`: also about hidden text."""
    if not outline.complete:
        yield words.say("report.warn_partial")
    if outline.garbled:
        percent = f"{100 * outline.garbled:.0f}"
        if percent != "0":
            yield words.say("report.warn_garbled", percent=percent)
    if outline.typed:
        yield words.say("report.warn_typed", count=outline.typed)
    marked = {"outlined": outline.outlined_pages, "ink": outline.ink_pages}
    for key, pages in (marked | {"scanned": outline.scanned_pages}).items():
        if pages:
            yield words.say(f"report.warn_{key}", pages=tuple(map(str, pages[:SHOWN])))
    if outline.invisible:
        yield words.say("report.warn_invisible", count=outline.invisible)
    if outline.hidden and hidden:
        yield words.say("report.warn_hidden", count=len(outline.hidden))


def exponents(evidence: Evidence, assignment: Assignment, words: Bilingual) -> list[BilingualText]:
    """State how the time of each timed exercise grew, or that this is unsettled."""
    names = {exercise.id: exercise.entry for exercise in assignment.exercises}
    lines = []
    for exercise in evidence.exercises:
        if exercise.timing is None:
            continue
        name, fit = names.get(exercise.exercise, exercise.exercise), exercise.timing.settled
        if fit.known:
            lines.append(
                words.say(
                    "report.measured",
                    name=name,
                    exponent=f"{fit.exponent:.2f}",
                    low=f"{fit.low:.2f}",
                    high=f"{fit.high:.2f}",
                )
            )
        elif exercise.timing.curve.points:
            lines.append(words.say("report.measured_unsettled", name=name))
    return lines
