"""What a page says about a report as a whole, and about how times grow in it and here."""

from collections.abc import Iterator

from grader.export.bilingual import Bilingual, BilingualText
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.report import Growth, Relation, ReportEvidence, ReportOutline
from grader.wording import Wording

MM = 72 / 25.4  # points
SHOWN = 12  # numbers of pages


def facts(
    report: ReportEvidence, words: Bilingual
) -> Iterator[tuple[BilingualText, BilingualText]]:
    """Yields names and values: what kind of file it is, how many pages, how large the letters."""
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


def warnings(outline: ReportOutline, words: Bilingual) -> Iterator[BilingualText]:
    """Yields what makes all that is shown doubtful."""
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
    if outline.hidden:
        yield words.say("report.warn_hidden", count=len(outline.hidden))


def growth(relation: Relation, words: Bilingual) -> BilingualText:
    """Says what was understood of a sentence about growth, of what it speaks, and how."""
    from grader.report import backend_name  # what reads reports: only where there is one

    understood = BilingualText(*(growth_text(relation, each) for each in (words.ja, words.en)))
    if not relation.backend:
        return understood
    name = words.name(backend_name(relation.backend))
    return BilingualText(f"{name.ja}: {understood.ja}", f"{name.en}: {understood.en}")


def growth_text(relation: Relation, words: Wording) -> str:
    """Says in one language what was understood of a sentence about growth, and how it is meant."""
    named = words.text(f"report.growth.{relation.growth.value}_")
    if relation.exponent is not None:
        named = words.text("report.growth.power", exponent=f"{relation.exponent:g}")
    if relation.growth is Growth.INCREASES:  # says too little to be claimed plainly or not
        return named
    return words.text(f"report.standing.{relation.standing.value}", growth=named)


def exponents(evidence: Evidence, assignment: Assignment, words: Bilingual) -> list[BilingualText]:
    """Says of every exercise how its time grew when it was measured here."""
    names = {exercise.id: exercise.entry for exercise in assignment.exercises}
    return [
        words.say(
            "report.measured",
            name=names.get(exercise.exercise, exercise.exercise),
            exponent=f"{fit.exponent:.2f}",
            low=f"{fit.low:.2f}",
            high=f"{fit.high:.2f}",
        )
        for exercise in evidence.exercises
        if exercise.timing is not None and (fit := exercise.timing.settled).known
    ]
