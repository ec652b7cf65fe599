"""REP010, REP013 and REP014: letters and paper, what is left of a template, what nobody sees."""

from collections.abc import Iterable
from dataclasses import replace

from grader.model.finding import Finding, Param, Verdict
from grader.people import id_key
from grader.report.answering import Seen, answer, gated, quoted, some

COVER = "report.cover"
"""What the finding about the student's id is about; no criterion asks for it."""
SMALLEST, LARGEST = 8.0, 16.0  # points of body text; jsarticle's 10 pt are 9.25 in Japanese
MM = 72 / 25.4  # points
NEAR_MM = 5.0
PAPERS_MM = (
    *((210.0, 297.0), (297.0, 420.0), (182.0, 257.0), (257.0, 364.0), (216.0, 279.0)),
    *((176.0, 250.0), (148.0, 210.0), (216.0, 356.0), (192.0, 271.0)),
)
"""A4, A3, B5, B4, Letter, ISO B5, A5, Legal, and A4 as uplatex scales it."""


@gated("REP010", of_text=False)
def is_readable_in_size(seen: Seen) -> Iterable[Finding]:
    """REP010: letters and paper are of the usual size. A hint that costs nobody anything."""
    size, (width, height) = seen.outline.body_size_pt, seen.outline.page_size_pt
    odd_letters = bool(size) and not SMALLEST <= size <= LARGEST
    odd_paper = bool(width and height) and not _is_paper(width / MM, height / MM)
    params: dict[str, Param] = {
        "size": f"{size:.1f}",
        "width": f"{width / MM:.0f}",
        "height": f"{height / MM:.0f}",
    }
    case = {
        (True, True): "both",
        (True, False): "letters",
        (False, True): "paper",
        (False, False): "",
    }[odd_letters, odd_paper]
    return (answer("REP010", Verdict.PASSED, case, params),)


@gated("REP013")
def is_filled_in(seen: Seen) -> Iterable[Finding]:
    """REP013: nothing of a template is left, and the cover names who handed the report in."""
    left = quoted(seen, seen.outline.left_over)
    if left:
        yield answer("REP013", Verdict.UNDECIDED, "plain", places=left)
    else:
        yield answer("REP013", Verdict.PASSED)
    student, named = id_key(seen.evidence.student), seen.outline.students
    is_id = any(character.isdigit() for character in student)
    if is_id and named and student not in map(id_key, named):
        params: dict[str, Param] = {"named": some(named), "student": seen.evidence.student}
        yield replace(answer("REP013", Verdict.UNDECIDED, "other-id", params), subject=COVER)


@gated("REP014")
def hides_nothing(seen: Seen) -> Iterable[Finding]:
    """REP014: everything that is written can be seen, but for what has an honest reason."""
    found = seen.outline.hidden
    if not found:
        return (answer("REP014", Verdict.PASSED),)
    ways = {one.how.value for one in found}
    params: dict[str, Param] = {"count": len(found)}
    places = quoted(seen, (one.quote for one in found))
    case = ways.pop() if len(ways) == 1 else "several"
    return (answer("REP014", Verdict.UNDECIDED, case, params, places),)


def _is_paper(width_mm: float, height_mm: float) -> bool:
    short, long = sorted((width_mm, height_mm))
    return any(
        abs(short - one) <= NEAR_MM and abs(long - other) <= NEAR_MM for one, other in PAPERS_MM
    )
