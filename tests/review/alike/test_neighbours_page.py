"""The page of what is unusually alike: side by side, marked, and nothing of it active."""

import re
from pathlib import Path

import pytest
from flask import render_template
from msgspec.structs import replace

from grader.gradebook.desk import Desk
from grader.intake import find_students, read_submission
from grader.model.program import Plot, ProgramRun
from grader.model.report import ReportEvidence
from grader.model.run import RunRecord, RunStatus
from grader.reports.record import with_report
from grader.scoring import score
from grader.store import Store
from tests.gradebook.gradebook_for_tests import RIGHT
from tests.review.alike.works_for_tests import OWN_WAY, default_plot, explains, shows
from tests.review.page.page_for_tests import desk_in, opened_page
from tests.store.records_for_tests import full_evidence

HOSTILE = "</td></table><script>alert(1)</script>"
SAID = f"図2の曲線{HOSTILE}はサイズが百二十を超えるあたりから急に立ち上がると考えられる。"
TIMES = Plot(kind="plot", x=(1.0, 2.0, 3.0, 4.0), y=(0.0123, 0.0456, 0.0461, 0.9))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Two students whose works are alike in everything, and a third."""
    desk = desk_in(tmp_path)
    inbox = tmp_path / "inbox"
    hostile = OWN_WAY.replace("# the columns", f"# {HOSTILE}")
    programs = {"24A1201": OWN_WAY, "24A1202": hostile, "24A1203": "print(1)\n"}
    for student, text in programs.items():
        (inbox / student).mkdir(parents=True)
        (inbox / student / "kadai1.py").write_text(text, encoding="utf-8")
    outline = replace(explains(SAID), figures=shows(default_plot(1)).figures)
    run = RunRecord(status=RunStatus.OK)
    with Store(desk.out, "kadai1") as store:
        for handin in find_students(inbox, desk.course):
            alike = handin.student != "24A1203"
            evidence = replace(
                full_evidence(handin.student),
                digest=read_submission(handin, desk.assignment).digest,
                program=ProgramRun(run=run, plots=(TIMES,)) if alike else None,
                exercises=(),
            )
            report = ReportEvidence(file="r.docx", outline=outline) if alike else None
            evidence = with_report(evidence, report)
            sheet = score([RIGHT], desk.assignment, handin.student)
            store.save(evidence, sheet, reusable=True)
        store.keep_folder(inbox)
    return desk


def test_side_by_side(desk: Desk) -> None:
    """Both stand there with what is alike marked, how usual it is, and where to go on."""
    with opened_page(desk) as (_, get):
        page = get("/neighbours").text
    assert "2 of 3 submissions contain at least part of the marked passages." in page
    assert "印の付いた部分を一部でも含む提出物は、3 件のうち 2 件です。" in page
    assert "1 of 3 pairs of programs share this much or more" in page
    assert page.count("row[j] = row[j] + factor * b[k][j]</mark>") == 2
    assert page.count("0.0123, 0.0456, 0.0461, 0.9") == 1
    assert page.count('<img src="data:image/png;base64,') == 2
    assert page.count("<blockquote><mark>") == 2
    assert len(set(re.findall(r'href="/student/([0-9a-f]{16})"', page))) == 2
    assert "24A1203" not in page


def test_nothing_that_a_student_wrote_is_active(desk: Desk) -> None:
    """Tags in comments and sentences are text; there is no inline script and no inline style."""
    with opened_page(desk) as (_, get):
        page = get("/neighbours").text
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 3  # a comment and two sentences
    assert "<script>" not in page
    assert not re.search(r"<[^>]+\s(?:style|on\w+)=", page)


def test_while_it_is_compared(desk: Desk) -> None:
    """The page says so, with the words of caution, and nothing else yet."""
    with opened_page(desk) as (app, _), app.test_request_context("/neighbours"):
        page = render_template("neighbours.html", view=None)
    assert 'id="pending"' in page
    assert "似ていることは、不正の証拠ではありません。" in page
    assert "<article" not in page
