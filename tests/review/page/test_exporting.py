"""The export on the page: the differences first, then exactly what they were shown of."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from grader.export.formats import formats
from grader.gradebook.desk import Desk
from grader.store import Store
from tests.gradebook.gradebook_for_tests import decided
from tests.review.page.asked_app import ORIGIN, asking, exports, make_desk

if TYPE_CHECKING:
    from flask.testing import FlaskClient

SHEET = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\n"
    "Participant 1,山田 太郎,24A1201,a@example.jp,Submitted,,8.00,Yes,-,-,\n"
    "Participant 2,佐藤 花子,24A1202,b@example.jp,Submitted,,8.00,Yes,-,-,\n"
    "Participant 3,田中 実,24A1203,c@example.jp,Submitted,,8.00,Yes,-,-,\n"
).encode()
needs_lms = pytest.mark.skipif("moodle" not in formats(), reason="no plugin fills files of LMSs")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Three students, one of whom has an open criterion."""
    return make_desk(tmp_path)


@pytest.fixture
def client(desk: Desk) -> "Iterator[FlaskClient]":
    """Somebody at the page of that class."""
    with asking(desk) as client:
        yield client


def compare(client: "FlaskClient", form: str, body: bytes = b"", **wanted: str) -> Any:
    """Asks for the differences."""
    return client.post(
        "/export/differences", query_string={"form": form, **wanted}, data=body, headers=ORIGIN
    )


def write(client: "FlaskClient", made: str) -> Any:
    """Clicks a second time."""
    return client.post("/export/write", json={"made": made}, headers=ORIGIN)


def test_nothing_is_written_before_the_second_click(client: "FlaskClient", desk: Desk) -> None:
    """The differences say who is in it and who is not; then the file is there and noted."""
    found = compare(client, "csv").json
    assert "初めて" in found["changes"][0]["ja"]
    assert found["changes"][0]["en"] == "This is the first export in this format."
    said = "\n".join(sentence["en"] for sentence in found["becomes"])
    assert "Students with a total: 2" in said
    assert "Total left blank: 1 (some items not graded): 24A1203" in said
    assert "--" not in said  # options are the command's; this page has boxes
    assert not (desk.out / "export").exists()
    assert exports(desk) == []

    answer = write(client, found["made"]).json
    path = desk.out / "export" / "kadai1.csv"
    assert str(path) in answer["said"]["en"]
    assert exports(desk) == ["csv"]
    download = client.get(answer["file"])
    assert download.data == path.read_bytes()
    assert download.headers["Content-Disposition"] == "attachment; filename=kadai1.csv"

    again = compare(client, "csv").json
    assert again["changes"][0]["en"] == "Changed since the last export: 0"


def test_a_table_that_was_filled_in_is_kept(client: "FlaskClient", desk: Desk) -> None:
    """Its points may not be imported yet. The same bytes again need no copy."""
    folder = desk.out / "export"
    path = folder / "kadai1.csv"
    write(client, compare(client, "csv").json["made"])
    assert "kept" not in write(client, compare(client, "csv").json["made"]).json["said"]["en"]
    assert [*folder.glob("*.backup-*")] == []

    filled_in = path.read_bytes() + b"24A1299\r\n"
    path.write_bytes(filled_in)
    said = write(client, compare(client, "csv").json["made"]).json["said"]["en"]
    (kept,) = folder.glob("*.backup-*")
    assert str(kept) in said
    assert kept.read_bytes() == filled_in
    assert path.read_bytes() != filled_in


def test_what_changed_since_is_looked_at_again(client: "FlaskClient", desk: Desk) -> None:
    """Another TA decides between the two clicks: nothing is written, and it is said."""
    found = compare(client, "csv").json
    with Store(desk.out, "kadai1") as store:
        store.decide(decided("24A1203", 1.0))
    refused = write(client, found["made"])
    assert refused.status_code == 422
    assert "Nothing was written" in refused.json["error"]["en"]
    assert "何も書き込んでいません" in refused.json["error"]["ja"]
    assert not (desk.out / "export").exists()
    assert exports(desk) == []


def test_an_export_is_written_once(client: "FlaskClient", desk: Desk) -> None:
    """A second "write" of the same, or one of nothing, writes nothing."""
    found = compare(client, "xlsx").json
    assert write(client, found["made"]).status_code == 200
    assert write(client, found["made"]).status_code == 422
    assert write(client, "x").status_code == 422
    assert exports(desk) == ["xlsx"]


def test_the_changes_say_from_what_to_what(client: "FlaskClient", desk: Desk) -> None:
    """As the command says it, in both languages."""
    write(client, compare(client, "csv").json["made"])
    with Store(desk.out, "kadai1") as store:
        store.decide(decided("24A1201", 1.0, hours=1))
    count, line = compare(client, "csv").json["changes"]
    assert count["en"] == "Changed since the last export: 1"
    assert (line["tone"], line["en"].startswith("24A1201")) == ("line", True)
    assert "8 -> 7" in line["en"]
    assert "TA" in line["ja"]


def test_confirmed_only_leaves_out_the_others(client: "FlaskClient") -> None:
    """Nobody is confirmed, so nobody is in the file; that is no success and says so."""
    found = compare(client, "csv", confirmed="1").json
    said = [sentence["en"] for sentence in found["becomes"]]
    assert "No students were exported." in said


@needs_lms
def test_the_file_of_the_lms_is_filled(client: "FlaskClient", desk: Desk) -> None:
    """It is uploaded, and lies nowhere but in the export."""
    found = compare(client, "moodle", SHEET, name="C:\\downloads\\../sheet.csv").json
    assert not (desk.out / "export").exists()
    answer = write(client, found["made"]).json
    assert answer["name"] == "kadai1-moodle.csv"
    content = (desk.out / "export" / "kadai1-moodle.csv").read_text(encoding="utf-8")
    assert "24A1201,a@example.jp,Submitted,8,8.00" in content
    assert "24A1203,c@example.jp,Submitted,,8.00" in content
    assert [path.name for path in (desk.out / "export").iterdir()] == ["kadai1-moodle.csv"]
    assert exports(desk) == ["moodle"]


@needs_lms
def test_who_has_no_row_is_not_new_every_time(client: "FlaskClient") -> None:
    """Once in the differences at most, and once among those who are left out."""
    sheet = b"".join(SHEET.splitlines(keepends=True)[:2])
    first = compare(client, "moodle", sheet, name="sheet.csv").json
    said = "\n".join(sentence["en"] for sentence in first["becomes"])
    assert said.count("24A1203") == 1
    write(client, first["made"])
    again = compare(client, "moodle", sheet, name="sheet.csv").json
    assert [one["en"] for one in again["changes"]] == ["Changed since the last export: 0"]


@needs_lms
def test_a_column_is_offered_for_pasting(client: "FlaskClient") -> None:
    """For LMS without a format of their own."""
    table = b"id\n24A1202\n24A1201\n"
    answer = write(client, compare(client, "column", table, name="s.csv").json["made"]).json
    assert answer["column"] == "8\n8\n"


@pytest.mark.parametrize(
    ("form", "body", "status"),
    [
        pytest.param("moodle", b"", 422, marks=needs_lms),
        pytest.param("moodle", b"not a table of anybody", 422, marks=needs_lms),
        pytest.param("moodle", b"x" * (10 * 2**20 + 1), 413, marks=needs_lms),
        ("../../etc/passwd", b"", 400),
        ("", b"", 400),
    ],
    ids=["no file", "another file", "too large", "a path", "nothing"],
)
def test_what_cannot_be_exported(
    client: "FlaskClient", desk: Desk, form: str, body: bytes, status: int
) -> None:
    """It is refused, with a sentence where a person can do something about it."""
    refused = compare(client, form, body, name="x.csv")
    assert refused.status_code == status
    if status == 422:
        assert refused.json["error"]["ja"]
    assert not (desk.out / "export").exists()


@pytest.mark.parametrize("form", ["csv", "grader.sqlite", "..%2Fgrader.sqlite", "html"])
def test_only_exports_are_served(client: "FlaskClient", form: str) -> None:
    """Nothing is there yet, and nothing else ever is."""
    assert client.get(f"/export/file/{form}").status_code == 404


def test_without_the_token_or_from_elsewhere_nothing_is_exported(
    client: "FlaskClient", desk: Desk
) -> None:
    """As for every change."""
    foreign = client.post("/export/differences?form=csv", headers={"Origin": "http://evil.example"})
    assert foreign.status_code == 403
    client.delete_cookie("grader-4711")
    assert client.get("/export").status_code == 403
    assert client.get("/export/file/csv").status_code == 403
    assert exports(desk) == []


def test_pages_for_students_are_packed(client: "FlaskClient", desk: Desk) -> None:
    """Everybody's sheet, named by id."""
    found = compare(client, "html").json
    assert found["file"] == "kadai1-html.zip"
    assert write(client, found["made"]).status_code == 200
    assert (desk.out / "export" / "kadai1-html.zip").stat().st_size > 1000


def test_the_results_folder_is_free_between_the_clicks(client: "FlaskClient", desk: Desk) -> None:
    """`grader export` and other pages have their turn while somebody reads the differences."""
    compare(client, "csv")
    with asking(replace(desk)) as other:
        assert write(other, compare(other, "csv").json["made"]).status_code == 200


def test_only_the_file_of_an_lms_may_be_large(client: "FlaskClient") -> None:
    """Every other address takes no more than it needs."""
    long = {"by": "TA1", "student": "x", "text": "あ" * 10**6}
    assert client.post("/comment", json=long, headers=ORIGIN).status_code == 413
