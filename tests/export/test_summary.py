"""What the class summary counts."""

from msgspec.structs import replace

from grader.export.pages import render_summary_html
from grader.export.summary import ClassRow, ClassView, view_class
from grader.model.finding import Verdict
from grader.model.scoresheet import ScoreSheet
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.export.samples import ASSIGNMENT, RAISED, TRANSPOSED, finding, sheet_of

WORDS = Bilingual(load_wording("ja"), load_wording("en"))


def row(sheet: ScoreSheet) -> ClassRow:
    return ClassRow(sheet=sheet, stem=f"{sheet.student} #1")


def view(*sheets: ScoreSheet) -> ClassView:
    return view_class(map(row, sheets), ASSIGNMENT, WORDS)


CLASS = view(
    sheet_of(RAISED, TRANSPOSED, student="24A1203", content=0.0),
    sheet_of(RAISED, RAISED, finding("COR005", Verdict.SKIPPED), student="24A1201", content=0.0),
    sheet_of(finding("COR001"), student="24A1202"),
    sheet_of(finding("RUN009", Verdict.UNDECIDED), student="24A1204", content=None),
)


def test_students_come_in_the_order_of_their_ids() -> None:
    """Each with a link that a browser can follow."""
    assert [one.student for one in CLASS.students] == ["24A1201", "24A1202", "24A1203", "24A1204"]
    assert CLASS.students[0].href == "sheets/24A1201%20%231.html"
    assert [one.total for one in CLASS.students] == [0, 6, 0, None]
    assert [one.open_points for one in CLASS.students] == [2, 2, 2, 8]


def test_only_what_asks_for_something_has_a_chip() -> None:
    """Passed and skipped checks do not; a check named twice has one."""
    chips = [[(chip.check, chip.verdict) for chip in one.chips] for one in CLASS.students]
    failed = Verdict.FAILED
    assert chips == [
        [("RUN003", failed)],
        [],
        [("RUN003", failed), ("COR002", failed)],
        [("RUN009", Verdict.UNDECIDED)],
    ]


def test_only_a_judged_student_is_green() -> None:
    """Whoever waits for a device or a library has no findings yet."""
    passed, waiting = sheet_of(finding("COR001")), sheet_of(finding("REP002", Verdict.WAITING))
    for sheet, chip in ((passed, "passed"), (waiting, "waiting")):
        page = render_summary_html([row(sheet)], ASSIGNMENT, "ja")
        cell = page[page.index('<td class="chips"') :].partition("</td>")[0]
        assert cell.count('class="chip ') == cell.count(f'class="chip {chip}"') == 1


def test_the_most_common_findings_come_first() -> None:
    """Counted by students, not by findings."""
    common = [(one.chip.check, one.students) for one in CLASS.common]
    assert common == [("RUN003", 2), ("COR002", 1), ("RUN009", 1)]


def test_what_waits_for_a_person_names_the_students() -> None:
    """By criterion, in the order of the rubric."""
    waiting = [(one.title.en, [each.student for each in one.students]) for one in CLASS.waiting]
    assert waiting == [
        ("Content", ["24A1204"]),
        ("Form", ["24A1201", "24A1202", "24A1203", "24A1204"]),
    ]


def test_figures_of_the_class() -> None:
    """The mean is over those who have points."""
    assert (CLASS.mean, CLASS.max, CLASS.complete, CLASS.clean) == (2, 8, 0, 2)
    assert view().mean is None


def test_mean_of_what_is_not_all_says_of_how_many_points() -> None:
    """Two points are open for everybody; of those with points, six are decided."""
    assert CLASS.mean_of is not None
    assert CLASS.mean_of.ja == "採点済みの 6.0 点中 (満点は 8 点)"
    assert CLASS.mean_of.en == "of 6.0 graded points (8 in total)"
    assert "暫定の平均" in render_summary_html([row(sheet_of())], ASSIGNMENT, "ja")


def test_mean_of_all_is_as_it_is() -> None:
    """Once everybody is fully graded."""
    sheet = sheet_of()
    done = replace(sheet, awards=(sheet.awards[0], replace(sheet.awards[1], points=1.0)))
    assert view(done).mean_of is None
    assert "暫定の平均" not in render_summary_html([row(done)], ASSIGNMENT, "ja")
