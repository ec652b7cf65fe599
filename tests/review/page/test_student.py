"""One student's page and panes: what they show, what they escape, and what somebody blind sees."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.exercises.c.record import CSource
from grader.model.document import FileKind, PictureKind, Pixels
from grader.model.evidence import Evidence
from grader.model.finding import Location, Verdict
from grader.model.gradebook import Grade, Gradebook
from grader.model.report import (
    Answer,
    Caption,
    Figure,
    Quote,
    Relation,
    ReportEvidence,
    ReportOutline,
)
from grader.model.scoresheet import Decision
from grader.model.timing import Fit
from grader.records import packed_record
from grader.reports.page_png import page_png
from grader.reports.record import with_report
from grader.review.page import Wish
from grader.review.page.blinding import Blind
from tests.export.samples import evidence_of, finding, observed
from tests.gradebook.gradebook_for_tests import KADAI1, NAMES
from tests.review.page.student_files import HOST, Page, active_parts, open_page
from tests.timing.sweeps import timed

PNG = page_png(Pixels(width=4, height=4, data=b"\xff" * 48))
PROGRAM = """# 24A1201 深層 花子
def matmul(a, b):
    return [[0]]　# zero
"""
NASTY = """</code></pre><script>alert(1)</script>
<img src=x onerror=alert(1)> <svg onload=alert(1)><style>*{color:red}</style>
x = "\u202e{{ 7 * 7 }} <a href='javascript:alert(1)'>"
"""
NASTY_NAME = "'><img src=x onerror=alert(1)>.py"
AT_LINE_2 = finding(
    "COR002",
    Verdict.FAILED,
    params={
        "name": {"ja": "転置した答え", "en": "the transposed result"},
        "lesson": {"ja": "添字を見直しましょう。", "en": "Look at the indices of 24A1201."},
        "size": 3,
    },
    locations=(Location(file="24A1201_kadai1.py", line=2, text="def matmul(a, b):"),),
)
PANES = ("", "/report", "/evidence", "/program")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Three students; nobody handed in a report."""
    files = {
        "24A1201": {"24A1201_kadai1.py": PROGRAM.encode()},
        "24A1202": {"kadai1.py": NASTY.encode(), NASTY_NAME: b"x = 1\n"},
        "24A1203": {"kadai1.py": b"x = 1\n" * 150_000},
    }
    folder = tmp_path_factory.mktemp("class")
    with open_page(folder, files, findings=[AT_LINE_2]) as opened:
        yield opened


def test_the_page_leads_to_the_neighbours_of_the_table(page: Page) -> None:
    """Previous and next are those of the class table; the first has nobody before."""
    handles = page.live.state().handles
    first, middle = page.text("24A1201"), page.text("24A1202")
    assert 'rel="prev"' not in first
    assert f'rel="next" href="/student/{handles["24A1202"]}"' in first
    assert f'rel="prev" href="/student/{handles["24A1201"]}"' in middle
    assert f'rel="next" href="/student/{handles["24A1203"]}"' in middle


def test_each_criterion_has_buttons_for_its_points(page: Page) -> None:
    """Half points where there are few, and the points that stand are pressed."""
    text = page.text("24A1201")
    form = text[text.index('data-criterion="form"') :]
    assert [f'data-give="{step}"' in form for step in (0, 0.5, 1.5, 2, 2.5)] == [
        *(True, True, True, True, False)
    ]


def test_a_finding_stands_at_its_line(page: Page) -> None:
    """With a jump there and back, and a full-width space that can be seen."""
    text = page.text("24A1201", "/program")
    row = next(line for line in text.splitlines() if "def matmul" in line)
    assert "COR002" in row
    assert 'class="row failed"' in row
    assert '<span class="wide-space">□</span># zero' in text


def test_a_code_leads_to_the_page_of_its_check(page: Page) -> None:
    """What `grader explain` says, in both languages; there is no page of anything else."""
    assert 'href="/checks/COR002" target="_blank" rel="noopener">COR002</a>' in page.text(
        "24A1201", "/program"
    )
    answer = page.client.get("/checks/COR002", headers={"Host": HOST})
    assert answer.status_code == 200
    assert "よくある間違い" in answer.text
    assert "The results of all cases are those of one known mistake" in answer.text
    assert page.client.get("/checks/COR999", headers={"Host": HOST}).status_code == 404


@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize("what", PANES)
def test_nothing_a_student_wrote_is_active(page: Page, what: str, *, blind: bool) -> None:
    """HTML, SVG, script, style and templates in a program are its letters."""
    text = page.text("24A1202", what, blind=blind)
    ours = active_parts(page.text("24A1201", what, blind=blind))  # of the page around it
    assert active_parts(text) == ours
    assert not ours or what == ""
    assert "49 <a" not in text
    if what == "/program":
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
        assert "&lt;U+202E&gt;" in text
        assert ("onerror=alert(1)&gt;.py" in text) == (not blind)


@pytest.mark.parametrize("what", PANES)
def test_somebody_blind_learns_nobody(page: Page, what: str) -> None:
    """No id and no file name that holds one, in texts, attributes and addresses."""
    seen = page.text("24A1201", what)
    text = page.text("24A1201", what, blind=True)
    assert "24A120" not in text
    assert what not in {"", "/program"} or "24A1201" in seen


def test_labelled_names_are_masked_in_programs(page: Page) -> None:
    """A name in the head of a program goes with its id."""
    text = page.text("24A1201", "/program", blind=True)
    assert "def matmul" in text
    assert "program.py" in text


def test_a_long_program_is_cut_with_a_sentence(page: Page) -> None:
    """A megabyte shows its first lines and says so."""
    text = page.text("24A1203", "/program")
    assert len(text) < 1_000_000
    assert "This file is long" in text
    assert "148000 lines are not shown" in text


def test_files_that_changed_are_not_shown(tmp_path: Path) -> None:
    """Lines of other files than those that were graded would carry findings at wrong places."""
    with open_page(tmp_path, {"24A1201": {"kadai1.py": b"x = 1\n"}}) as page:
        assert "x = 1" in page.text("24A1201", "/program")
        page.submissions.joinpath("24A1201", "kadai1.py").write_bytes(b"y = 2\n")
        page.live.decide(
            [Wish(student="24A1201", criterion="form", points=1, reason="", basis="")], "TA"
        )
        text = page.text("24A1201", "/program")
        assert "y = 2" not in text
        assert "have changed since grading" in text


def test_a_folder_that_is_gone_leaves_the_evidence(tmp_path: Path) -> None:
    """The panes say that the files are gone, and the findings are still there."""
    files = {"24A1201": {"kadai1.py": b"x = 1\n"}}
    with open_page(tmp_path, files, findings=[AT_LINE_2]) as page:
        page.submissions.rename(tmp_path / "elsewhere")
        assert "no longer in the graded folder" in page.text("24A1201", "/program")
        assert "COR002" in page.text("24A1201", "/evidence")


def test_no_address_leads_elsewhere(page: Page) -> None:
    """A handle is one of the class's or nothing; a page is a number."""
    handle = page.live.state().handles["24A1201"]
    for address in (
        *("/student/24A1201", "/student/../etc", "/student/%2e%2e%2fetc/program"),
        *(f"/student/{handle}/page/1", f"/student/{handle}/page/..%2f1.png"),
        *(f"/student/{handle}/page/1.png", f"/student/{handle}/picture/0.png"),
        f"/student/{handle}/page/99999999999999999999.png",
    ):
        answer = page.client.get(address, headers={"Host": "127.0.0.1:4711"})
        assert answer.status_code == 404, address


def test_a_decision_on_other_evidence_says_so(tmp_path: Path) -> None:
    """Points that somebody gave before the student's files were graded anew carry a warning."""
    with open_page(tmp_path, {"24A1201": {"kadai1.py": b"x = 1\n"}}) as page:
        store = page.live._store
        given = Decision(
            student="24A1201",
            criterion="form",
            points=2,
            by="TA",
            reason="fine",
            at=page.live.state().book.assignment.due,
            evidence="sha256:older",
        )
        page.live._do(lambda: store.decide(given))
        text = page.text("24A1201")
        form = text[text.index('data-criterion="form"') :]
        assert "data-stale>" in form
        assert 'value="fine"' in form


def book_of(*students: str) -> Gradebook:
    """A gradebook of people with names."""
    grades = tuple(Grade(student=one, name=NAMES[one]) for one in students)
    return Gradebook(assignment=KADAI1, grades=grades)


def _claiming(evidence: Evidence) -> Evidence:
    """Evidence of a report that says n^3, of a measurement, and of a picture that was drawn."""
    quote = Quote(text="実行時間はn^3に比例した。24A1201 <b onclick=x>", page=2)
    relation = Relation(quote=quote, exponents=(3.0,))
    figure = Figure(
        kind=PictureKind.RASTER,
        page=2,
        box=(10.0, 20.0, 200.0, 120.0),
        is_graph=Answer.YES,
        score=2.0,
        caption=Caption(label="図1", number="1", title="<script>alert(1)</script>", page=2, line=3),
        crop=PNG,
    )
    outline = ReportOutline(
        kind=FileKind.PDF,
        relations=(relation,),
        figures=(figure,),
        students=("24A1201",),
        thumbnails=(PNG,),
    )
    report = ReportEvidence(file="24A1201_report.pdf", kind=FileKind.PDF, outline=outline)
    return with_report(replace(evidence, exercises=(observed(timing=timed()),)), report)


def test_a_claim_stands_beside_our_measurement(tmp_path: Path) -> None:
    """Their n^3, our exponent with its interval, their graph and our plot; nothing is active."""
    with open_page(tmp_path, {"24A1201": {"kadai1.py": b"x = 1\n"}}, change=_claiming) as page:
        text = page.text("24A1201", "/evidence")
        assert "実行時間はn^3に比例した。" in text
        assert "n^3" in text
        assert "2.97" in text
        assert "2.82" in text
        assert "data:image/png;base64," in text
        assert 'class="chart"' in text
        assert "24A1201_report.pdf" not in page.text("24A1201", "/evidence", blind=True)
        for what in ("/evidence", "/report"):
            for blind in (False, True):
                shown = page.text("24A1201", what, blind=blind)
                assert active_parts(shown) == []
                assert ("24A1201" in shown) == (not blind)


def test_what_plugins_observed_stands_there(tmp_path: Path) -> None:
    """Facts of an exercise, as a table; they are no graph of ours."""
    source = CSource(compiler="gcc 12", flags=("-O3",), headers=("omp.h",))

    def compiled(evidence: Evidence) -> Evidence:
        seen = observed(records={"c": packed_record("c", source)})
        return replace(evidence, exercises=(seen,))

    with open_page(tmp_path, {"24A1201": {"kadai1.py": b"x = 1\n"}}, change=compiled) as page:
        text = page.text("24A1201", "/evidence")
    assert "gcc 12 -O3" in text
    assert "Not measured" in text


def test_times_that_did_not_settle_were_measured(tmp_path: Path) -> None:
    """Above their graph the page says that the growth is open, never that nothing was measured."""

    def unsettled(evidence: Evidence) -> Evidence:
        seen = observed(timing=timed(fit=Fit(unknown="knee")))
        return replace(_claiming(evidence), exercises=(seen,))

    with open_page(tmp_path, {"24A1201": {"kadai1.py": b"x = 1\n"}}, change=unsettled) as page:
        text = page.text("24A1201", "/evidence")
    assert 'class="chart"' in text
    assert "the times do not show how they grow" in text
    assert "Not measured" not in text


def test_names_of_the_class_are_masked_in_every_text() -> None:
    """Whoever's they are; a label betrays a name that nobody knows."""
    blind = Blind(book_of("24A1203", "24A1201"), evidence_of(student="24A1203"))
    assert "田中" not in blind.text("田中 実さんと考えた")
    assert "山田" not in blind.text("# 山田太郎に聞いた")
    assert "架空" not in blind.text("# 氏名: 架空 花子")
    assert blind.text("関数の名前は matmul とした") == "関数の名前は matmul とした"
    assert not blind.tells("実行時間は n の 3 乗に比例した")


def test_without_what_knows_reports_there_is_no_pane_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other panes are there, on the student's page and on a criterion's."""
    monkeypatch.setattr("grader.review.page.app.reports", lambda: None)
    with open_page(tmp_path, {"24A1201": {"kadai1.py": b"x = 1\n"}}) as page:
        assert page.get("24A1201", "/report").status_code == 404
        assert page.get("24A1201", "/program").status_code == 200
        criterion = page.live.desk.assignment.rubric[0].id
        marking = page.client.get(f"/criterion/{criterion}", headers={"Host": HOST}).text
        for text, pane in ((page.text("24A1201"), 'id="pane-{}"'), (marking, 'data-pane="{}"')):
            shown = [
                name for name in ("report", "evidence", "program") if pane.format(name) in text
            ]
            assert shown == ["evidence", "program"]
