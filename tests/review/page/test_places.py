"""Comments at places: stored with what stands there, and never shown at a wrong line."""

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from grader.export.place_notes import KIND
from grader.reports.reading import DocumentReader, document_libraries_missing
from grader.sandbox import IsolationLevel, Sandbox, probe
from grader.store import Store
from tests.review.page.student_files import HOST, Page, open_page
from tests.tree import ROOT

PROGRAM = (
    b"import sys\n\ndef matmul(a, b):\n    return [[0]]\n\n\nprint('<b>x</b>')\nx = 1\nx = 1\n"
)
PDF = ROOT / "submissions" / "demo" / "kadai1" / "24A1205" / "report.pdf"


@pytest.fixture(scope="module")
def reader() -> Iterator[DocumentReader]:
    """The best sandbox of this machine."""
    level = next(level for level in IsolationLevel if probe(level).holds)
    with Sandbox(level) as place:
        yield DocumentReader(place)


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    """Two students with programs."""
    files = {name: {"kadai1.py": PROGRAM} for name in ("24A1201", "24A1202")}
    with open_page(tmp_path, files) as opened:
        yield opened


def post(page: Page, student: str, **sent: Any) -> TestResponse:
    """Sends a comment."""
    handle = page.live.state().handles[student]
    body = {"by": "TA", "key": secrets.token_hex(8), **sent}
    address = f"/student/{handle}/place"
    headers = {"Host": HOST, "Origin": f"http://{HOST}"}
    return page.client.post(address, json=body, headers=headers)


def version_in(html: str) -> str:
    """The version of the first file that a pane shows."""
    return html.partition('data-version="')[2].partition('"')[0]


def comments(page: Page, student: str, shown: str = "", *, blind: bool = False) -> Any:
    """What the page is told."""
    handle = page.live.state().handles[student]
    query = f"?blind={int(blind)}&shown={shown}"
    return page.client.get(f"/student/{handle}/places{query}", headers={"Host": HOST}).get_json()


def at_line(page: Page, line: int, text: str, key: str = "0" * 16, basis: str = "") -> TestResponse:
    """Comments on a line of the first student's program."""
    version = version_in(page.text("24A1201", "/program"))
    place = {"kind": "line", "version": version, "at": line}
    return post(page, "24A1201", key=key, text=text, basis=basis, place=place)


def test_comment_stands_at_its_line_with_what_the_line_says(page: Page) -> None:
    """The browser names a number; what stands there is looked up."""
    assert at_line(page, 4, " 零行列では? \n").status_code == 200
    (comment,) = comments(page, "24A1201")
    assert comment["at"] == "line 0 4"
    assert comment["quote"] == "    return [[0]]"
    assert comment["text"] == "零行列では?"
    assert not comment["earlier"]
    assert comment["where"]["en"] == "kadai1.py, line 4"
    assert comments(page, "24A1202") == []


def test_comment_is_edited_removed_and_brought_back(page: Page) -> None:
    """Every step is kept; what is brought back stands at its place again."""
    at_line(page, 4, "first")
    for basis, text in (("first", "second"), ("second", ""), ("", "second")):
        assert post(page, "24A1201", key="0" * 16, text=text, basis=basis).status_code == 200
        assert [each["text"] for each in comments(page, "24A1201")] == [text] * bool(text)
    assert comments(page, "24A1201")[0]["at"] == "line 0 4"
    with Store(page.live.desk.out, page.live.desk.assignment.id) as store:
        assert len(store.notes(KIND)) == 4


def test_what_is_sent_twice_is_stored_once(page: Page) -> None:
    """An answer may be lost."""
    for _ in range(2):
        assert at_line(page, 1, "once").status_code == 200
    with Store(page.live.desk.out, page.live.desk.assignment.id) as store:
        assert len(store.notes(KIND)) == 1


def test_somebody_elses_change_is_not_replaced_unseen(page: Page) -> None:
    """Both pages had the first text; the second of them is shown what the first one wrote."""
    at_line(page, 1, "first")
    post(page, "24A1201", key="0" * 16, text="theirs", basis="first", by="TA2")
    answer = post(page, "24A1201", key="0" * 16, text="mine", basis="first")
    assert answer.status_code == 409
    assert answer.get_json()["theirs"]["text"] == "theirs"
    assert comments(page, "24A1201")[0]["text"] == "theirs"
    assert post(page, "24A1201", key="0" * 16, text="mine", basis="theirs").status_code == 200


def test_open_pages_learn_of_it(page: Page) -> None:
    """The state of a class says that a student's comments are others."""
    handle = page.live.state().handles["24A1201"]

    def version() -> str:
        state = page.client.get("/state", headers={"Host": HOST}).get_json()
        return str(state["students"][handle]["places"])

    before = version()
    at_line(page, 1, "new")
    assert version() != before == ""


@pytest.mark.parametrize(
    "sent",
    [
        {"text": "x", "place": {"kind": "line", "version": "", "at": 1}},
        {"text": "x", "place": {"kind": "sentence", "version": "x", "at": 1}},
        {"text": "x", "place": {"kind": "figure", "version": "x-word", "at": 1}},
        {"text": "x"},
    ],
)
def test_place_that_is_not_there_is_refused(page: Page, sent: Any) -> None:
    """In words, and nothing is stored."""
    answer = post(page, "24A1201", **sent)
    assert answer.status_code == 422
    assert (
        "再" in answer.get_json()["error"]["ja"]
        or "読み込み直して" in answer.get_json()["error"]["ja"]
    )
    assert comments(page, "24A1201") == []


@pytest.mark.parametrize("line", [0, 11, 10**9])
def test_line_beyond_the_file_is_refused(page: Page, line: int) -> None:
    """Its number is nothing that a browser of ours sends."""
    assert at_line(page, line, "x").status_code == 422


@pytest.mark.parametrize("key", ["", "x", "0" * 15, "../" + "0" * 16, "0" * 16 + "\n"])
def test_key_is_sixteen_digits(page: Page, key: str) -> None:
    """Nothing else is stored under it."""
    assert at_line(page, 1, "x", key=key).status_code == 400


def again(page: Page, folder: Path, program: bytes) -> Any:
    """Hands in another program, which is graded; the comments stay."""
    desk = page.live.desk
    with Store(desk.out, desk.assignment.id) as store:
        notes = store.notes(KIND)
    files = {"24A1201": {"kadai1.py": program}}
    with open_page(folder, files) as opened:
        with Store(opened.live.desk.out, opened.live.desk.assignment.id) as store:
            store.decide_all(notes=notes)
        (grade,) = opened.live.state().book.grades
        return comments(opened, "24A1201"), grade


def test_line_that_still_stands_once_keeps_its_comment(page: Page, tmp_path: Path) -> None:
    """It is said that it was written for another submission."""
    at_line(page, 4, "look")
    ((comment,), grade) = again(page, tmp_path / "new", b"# new\n" + PROGRAM)
    assert comment["at"] == "line 0 5"
    assert comment["earlier"]
    assert grade.places[0].earlier
    assert "kadai1.py, line 4 (of an earlier submission): look" in grade.feedback


@pytest.mark.parametrize(
    ("line", "program"),
    [(4, PROGRAM.replace(b"[[0]]", b"a")), (8, PROGRAM + b"y = 1\n"), (2, b"\n" + PROGRAM)],
    ids=["gone", "twice", "blank"],
)
def test_comment_stands_at_no_line_that_it_does_not_speak_of(
    page: Page, tmp_path: Path, line: int, program: bytes
) -> None:
    """It is shown above the program with the line as it was."""
    at_line(page, line, "look")
    ((comment,), _) = again(page, tmp_path / "new", program)
    assert comment["at"] == ""
    assert comment["earlier"]
    assert comment["quote"] == PROGRAM.decode().split("\n")[line - 1]


def test_whoever_is_blind_reads_no_name(tmp_path: Path) -> None:
    """Neither in the line nor in the comment, which cannot be changed so."""
    files = {"24A1201": {"kadai1.py": b"# 24A1202\n"}, "24A1202": {"kadai1.py": PROGRAM}}
    with open_page(tmp_path, files) as page:
        at_line(page, 1, "24A1202 に見せてもらった?")
        (seen,) = comments(page, "24A1201", blind=True)
        assert "24A1202" not in str(seen)
        assert not seen["whole"]
        assert comments(page, "24A1201")[0]["whole"]


@pytest.mark.skipif(bool(document_libraries_missing()), reason="nothing reads documents here")
def test_line_and_figure_of_a_report(tmp_path: Path, reader: DocumentReader) -> None:
    """With their page; on what is shown of another file they have no place."""
    files = {"24A1201": {"kadai1.py": PROGRAM, "report.pdf": PDF.read_bytes()}}
    with open_page(tmp_path, files, reader=reader) as page:
        html = page.text("24A1201", "/report")
        version = version_in(html)
        for number, kind in enumerate(("sentence", "figure")):
            at = int(html.partition(f'data-spot="{kind} ')[2].partition('"')[0])
            place = {"kind": kind, "version": version, "at": at}
            answer = post(page, "24A1201", key=f"{number:016}", text=kind, place=place)
            assert answer.status_code == 200, answer.text
        line, figure = comments(page, "24A1201", version)
        assert line["at"].startswith("sentence ")
        assert figure["at"].startswith("figure ")
        assert line["quote"]
        assert "page 1" in line["where"]["en"]
        assert [each["at"] for each in comments(page, "24A1201", "")] == ["", ""]
        assert not any(each["earlier"] for each in comments(page, "24A1201", ""))
