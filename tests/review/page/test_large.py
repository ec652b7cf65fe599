"""What a large class costs: only whom somebody decided about is derived, and pages are short."""

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path

from grader.gradebook.desk import Desk
from grader.model.scoresheet import Decision
from grader.review.command import _refresh
from grader.store import Store
from tests.review.page.served import STUDENTS, Client, copy_class


def test_the_end_derives_only_whom_somebody_decided_about(desk: Desk) -> None:
    """Also what another page decided and was killed before it told; the table has everybody."""
    assert _refresh(desk)
    one, two = STUDENTS[:2]
    sheets = desk.out / "sheets"
    (sheets / f"{two}.html").write_text("as it was", encoding="utf-8")
    with Store(desk.out, "kadai1") as store:
        store.decide(
            Decision(
                student=one,
                criterion="discussion",
                points=1.5,
                by="TA",
                reason="x",
                at=datetime.now(UTC),
            )
        )
    assert _refresh(desk)
    written = json.loads((sheets / f"{one}.json").read_text(encoding="utf-8"))
    assert [award["points"] for award in written["awards"] if award["decided_by"] == "TA"] == [1.5]
    assert (sheets / f"{two}.html").read_text(encoding="utf-8") == "as it was"
    with Store(desk.out, "kadai1") as store:
        sheet = store.sheet(one)
    assert sheet is not None
    assert "TA" in [award.decided_by for award in sheet.awards]
    table = (desk.out / "grades.csv").read_text(encoding="utf-8")
    assert all(student in table for student in STUDENTS)


def test_a_sheet_is_stored_after_its_page(made_class: Path, tmp_path: Path) -> None:
    """A grader that is killed between the two has left nothing that is not found again."""
    desk = copy_class(made_class, tmp_path / "class")
    sheets = desk.out / "sheets"
    sheets.write_text("in the way")  # no page can be made
    decision = Decision(
        student=STUDENTS[0],
        criterion="discussion",
        points=2,
        by="TA",
        reason="x",
        at=datetime.now(UTC),
    )
    with Store(desk.out, "kadai1") as store:
        store.decide(decision)
    assert not _refresh(desk)
    sheets.unlink()
    assert _refresh(desk)
    assert "TA" in (sheets / f"{STUDENTS[0]}.html").read_text(encoding="utf-8")


def test_long_pages_travel_compressed(looked_at: Client) -> None:
    """To who can unpack them, and to nobody else."""
    plain = looked_at.get("/")
    short = looked_at.get("/", Accept_Encoding="gzip")
    assert "content-encoding" not in plain.headers
    assert short.headers["content-encoding"] == "gzip"
    assert gzip.decompress(short.body) == plain.body
    assert len(short.body) * 5 < len(plain.body)
    student = f"/student/{looked_at.handles()[0]}"
    for path in ("/", "/criterion/discussion", "/export", "/neighbours", "/checks/COR002", student):
        page = looked_at.get(path).text
        assert page.count("<main>") == page.count("<h1") == 1, path
        assert "<h2" in page, path
