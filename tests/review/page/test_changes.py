"""What changed: who decided what about a cell, and what was handed in anew."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from grader.model.gradebook import Confirmation, Phrase
from grader.model.scoresheet import Decision
from grader.reports.reading import DocumentReader, document_libraries_missing
from grader.review.page.changes import MOST_UNITS, compare
from grader.sandbox import IsolationLevel, Sandbox, probe
from grader.store import Store
from tests.hostile.word_files import paragraph, word
from tests.review.page.student_files import WITH_REPORT, Page, active_parts, open_page

NASTY = "<script>alert(1)</script>"
OLD = f"import numpy as np\n\n\ndef matmul(a, b):\n    return a * b  # {NASTY}\n".encode()
NEW = b"import numpy as np\n\n\ndef matmul(a, b):\n    return a @ b\n"
NOON = datetime(2025, 5, 1, 3, 0, tzinfo=UTC)


def report(claim: str) -> bytes:
    """A Word report with its author's name, and one sentence that may differ."""
    return word(
        paragraph("氏名 架空 花子")
        + paragraph("1. 目的", '<w:pStyle w:val="Heading1"/>')
        + paragraph(f"時間を調べる。{claim}終わり。")
    )


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Two students; of the first, two earlier submissions are kept, and a link that leads away."""
    folder = tmp_path_factory.mktemp("class")
    files = {
        "24A1201": {"kadai1.py": NEW, "report.docx": report("3乗に比例した。")},
        "24A1202": {"kadai1.py": NEW},
    }
    earlier = folder / "in" / ".earlier" / "24A1201"
    for name, program, claim in (("9", b"x = 1\n", ""), ("20250417-210510", OLD, "2乗だった。")):
        (earlier / name).mkdir(parents=True)
        (earlier / name / "kadai1.py").write_bytes(program)
        if claim:
            (earlier / name / "report.docx").write_bytes(report(claim))
    (earlier / "20991231-000000").symlink_to("/etc")
    if document_libraries_missing():
        with open_page(folder, files) as opened:
            yield opened
        return
    level = next(level for level in IsolationLevel if probe(level).holds)
    with Sandbox(level) as place, open_page(folder, files, reader=DocumentReader(place)) as opened:
        yield opened


def test_a_resubmission_is_shown_beside_what_it_replaced(page: Page) -> None:
    """Lines of the program, the newest version first; nothing that a student wrote is alive."""
    text = page.text("24A1201", "/changes")
    assert text.index("2025-04-17 21:05:10") < text.index("submission 9")
    assert "return a * b  # &lt;script&gt;" in text
    assert "return a @ b" in text
    assert "20991231" not in text
    assert active_parts(text) == []
    assert "No earlier submission is kept" in page.text("24A1202", "/changes")


def test_nothing_is_said_to_be_the_same_that_was_not_compared(page: Page) -> None:
    """Files that were changed since grading are not shown, and so not compared."""
    program = page.submissions / "24A1201" / "kadai1.py"
    program.write_bytes(b"print(1)\n")
    (page.submissions / "24A1201" / "report.docx").rename(page.submissions / "away")
    page.live.keep_phrase(  # the page looks anew after any change
        Phrase(name="p", criterion=WITH_REPORT.rubric[0].id, text={"ja": "x"}, by="TA", at=NOON), ""
    )
    try:
        text = page.text("24A1201", "/changes")
    finally:
        program.write_bytes(NEW)
        (page.submissions / "away").rename(page.submissions / "24A1201" / "report.docx")
        page.live.keep_phrase(
            Phrase(
                name="q", criterion=WITH_REPORT.rubric[0].id, text={"ja": "x"}, by="TA", at=NOON
            ),
            "",
        )
    assert "have changed since grading" in text
    assert "no files that can be compared" in text
    assert "do not differ" not in text
    assert "return a @ b" not in text


@pytest.mark.skipif(bool(document_libraries_missing()), reason="nothing reads documents here")
def test_sentences_of_reports_are_compared(page: Page) -> None:
    """Only those that differ; who is blind learns no name from them."""
    text = page.text("24A1201", "/changes")
    for row in ("<code>2乗だった。</code></del>", "<code>3乗に比例した。</code></ins>"):
        assert row in text
    assert "<code>時間を調べる。</code></div>" in text
    blind = page.text("24A1201", "/changes", blind=True)
    assert "2乗だった。" in blind
    assert "花子" not in blind
    assert "24A1201" not in blind


def test_the_history_of_a_cell(page: Page) -> None:
    """Who, when, from what to what and why: also what was taken back, and who confirmed it."""
    (criterion, *_) = [line.id for line in WITH_REPORT.rubric]
    said = (("TA1", 1.0, f"図 {NASTY}"), ("TA2", None, ""), ("TA1", 2.0, "見直した"))
    with Store(page.live.desk.out, WITH_REPORT.id) as store:
        for hours, (by, points, reason) in enumerate(said):
            store.decide(
                Decision(
                    student="24A1202",
                    criterion=criterion,
                    points=points,
                    by=by,
                    reason=reason,
                    at=NOON + timedelta(hours=hours),
                    evidence=f"sha256:key+{hours}#word",
                )
            )
        store.confirm(
            [
                Confirmation(
                    student="24A1202",
                    points={criterion: 2.0},
                    total=2.0,
                    by="教員",
                    at=NOON + timedelta(hours=9),
                )
            ]
        )
    text = page.text("24A1202", "/history")
    places = [text.index(f"1 May 2025, {hour}:00") for hour in (12, 13, 14, 21)]
    assert places == sorted(places)
    assert "2025年5月1日 21:00" in text
    assert "2025-05-01" not in text
    for row in ("– → 1", "1 → ", "– → 2", "見直した", "other files than", "教員", "confirmed: 2"):
        assert row in text.replace("</span>", "").replace("<span lang=en>", ""), row
    assert active_parts(text) == []
    other = page.text("24A1201", "/history")
    assert "TA1" not in other


def test_endless_files_are_compared_as_far_as_it_goes() -> None:
    """Also lines that are all alike, or none of which is."""
    many = MOST_UNITS * 3
    for old, new in (
        (["x"] * many, ["x"] * (many - 1)),
        (["x", "y"] * many, ["y", "x"] * many),
        ([f"a{at}" for at in range(many)], [f"b{at}" for at in range(many)]),
        ([f"a{at % 99}" for at in range(many)], [f"a{at % 98}" for at in range(many)]),
    ):
        changed = compare("x.py", old, new)
        assert changed.cut
        assert len(changed.rows) <= 2 * MOST_UNITS


def test_nothing_changed_is_nothing() -> None:
    """Spaces at the end of a line are no change."""
    changed = compare("x.py", ["a ", "b"], ["a", "b"])
    assert (changed.added, changed.removed) == (0, 0)
