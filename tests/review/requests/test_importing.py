"""Requests come back by the LMS: files of the form, columns of tables, each of a known sender."""

import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from grader.review.requests.kept import threads_in
from grader.store import Store
from tests.commands.conftest import Say
from tests.lms.collecting.downloads import REPORTLIST, reportlist

HEAD = "Regrade request / 再採点の依頼"
TITLE = "内容: サイズと実行時間の関係の考察"
HOSTILE = "</td><script>alert(1)</script>\u202e=HYPERLINK(1) ../../etc"


def written(
    student: str, claim: str, criterion: str = "discussion", assignment: str = "kadai1"
) -> str:
    """A request as the form writes it."""
    return (
        f"{HEAD}\nassignment: {assignment}\nstudent: {student}\ncriterion: {criterion}\n"
        f"claim:\n{claim}\n"
    )


def zipped(path: Path, files: Mapping[str, str | bytes]) -> Path:
    """A download of the LMS."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2025, 5, 1, 12, 0, 0)), content)
    return path


def kept(folder: Path) -> dict[tuple[str, str], list[str]]:
    """The claims in the store, by student and criterion."""
    with Store(folder, "kadai1") as store:
        return {
            (thread.student, thread.criterion): [each.request.claim for each in thread.requests]
            for thread in threads_in(store)
        }


def test_moodle_zip_twice_is_once(say: Say, graded: Path, tmp_path: Path) -> None:
    """The files of a drop box, and what was typed into Moodle's editor, by the folders' names."""
    download = zipped(
        tmp_path / "再採点-501.zip",
        {
            "山田 太郎_90211_assignsubmission_file/kadai1-request-24A1201-discussion.txt": written(
                "24A1201", HOSTILE
            ),
            "佐藤 花子_90212_assignsubmission_onlinetext/onlinetext.html": (
                f"<html><p>[{TITLE}] 図 2 を見てください</p><p>5 &lt; 6 です</p></html>"
            ),
        },
    )
    said = say("review", "kadai1", "--requests", download, "--dry-run", "--lang", "en")
    assert "Would import regrade requests: 2" in said.out, said.err
    assert kept(graded) == {}
    for new, known in ((2, 0), (0, 2)):
        said = say("review", "kadai1", "--requests", download, "--by", "TA 1", "--lang", "en")
        assert said.code == 0, said.err
        assert f"regrade requests: {new} (already there: {known}, refused: 0)" in said.out
    assert kept(graded) == {
        ("24A1201", "discussion"): [HOSTILE],
        ("24A1202", "discussion"): ["図 2 を見てください\n5 < 6 です"],
    }
    listed = say("review", "kadai1", "--list", "--lang", "en").out
    assert "depends on the size” (2): 24A1201, 24A1202" in listed
    assert say("review", "kadai1", "--requests", download, "--json").document["requests"] == {
        "new": [],
        "known": 2,
        "refused": [],
        "warnings": [],
    }


def test_moodle_worksheet_with_online_text(say: Say, graded: Path, tmp_path: Path) -> None:
    """The worksheet of the drop box has what was typed in a column; rows are matched by name."""
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(
        "ID,フルネーム,メールアドレス,ステータス,評点,最大評点,オンラインテキスト\n"
        '参加者90211,"山田 太郎",a@example.ac.jp,提出済み,,8.00,"<p>体裁：なぜ 1 点ですか</p>"\n'
        '参加者90212,"佐藤 花子",b@example.ac.jp,提出なし,,8.00,-\n'
        '参加者90213,"知らない 人",c@example.ac.jp,提出済み,,8.00,<p>私の点</p>\n',
        encoding="utf-8-sig",
    )
    said = say("review", "kadai1", "--requests", sheet, "--lang", "en")
    assert said.code == 1
    assert "sheet.csv: row 4: the sender is nobody of this assignment" in said.err
    assert kept(graded) == {("24A1201", "form"): ["なぜ 1 点ですか"]}


def test_manaba_table_with_columns_of_requests(say: Say, graded: Path, tmp_path: Path) -> None:
    """A column for all, a column for one criterion; a formula stays a text."""
    book = load_workbook(
        BytesIO(
            reportlist(
                [
                    ("u1", "24A1201", "山田\u3000太郎", "2025-05-01 10:00:00", 1),
                    ("u2", "24A1202", "佐藤\u3000花子", "2025-05-01 10:00:00", 1),
                ]
            )
        )
    )
    rows = book.worksheets[0]
    width = len(REPORTLIST)
    rows.cell(7, width + 1, "再採点の依頼")
    rows.cell(7, width + 2, "再採点の依頼（体裁）")
    rows.cell(8, width + 1, "理由が分かりません")
    rows.cell(9, width + 2, "'=1+1 と書きました")
    book.save(tmp_path / "reportlist.xlsx")
    said = say("review", "kadai1", "--requests", tmp_path / "reportlist.xlsx", "--lang", "en")
    assert said.code == 0, said.err
    assert kept(graded) == {
        ("24A1201", ""): ["理由が分かりません"],
        ("24A1202", "form"): ["=1+1 と書きました"],
    }


def test_a_survey_with_a_row_for_each_request(say: Say, graded: Path, tmp_path: Path) -> None:
    """Two rows of one student are two requests."""
    rows = [
        "学籍番号,再採点の依頼,採点項目",
        "24A1201,一つ目,体裁",
        "24A1202,-,",
        "24A1201,二つ目,",
    ]
    (tmp_path / "survey.csv").write_text("\n".join(rows), encoding="utf-8")
    assert say("review", "kadai1", "--requests", tmp_path / "survey.csv").code == 0
    assert kept(graded) == {("24A1201", "form"): ["一つ目"], ("24A1201", ""): ["二つ目"]}


def test_manaba_folders(say: Say, graded: Path, tmp_path: Path) -> None:
    """A folder for each student, in a zip with its list."""
    download = zipped(
        tmp_path / "report-933913-77.zip",
        {
            "report-933913-77/24A1202@u2/kadai1-request-24A1202.txt": written("24A1202", "見て"),
            "report-933913-77/reportlist.xlsx": reportlist(
                [("u2", "24A1202", "佐藤\u3000花子", "2025-05-01 10:00:00", 1)]
            ),
        },
    )
    assert say("review", "kadai1", "--requests", download).code == 0
    assert kept(graded) == {("24A1202", "discussion"): ["見て"]}


def test_each_trouble_is_one_sentence(say: Say, graded: Path, tmp_path: Path) -> None:
    """Whatever is wrong with one of them, the others are taken."""
    box = tmp_path / "box"
    files: Mapping[str, bytes] = {
        "24A1201/big.txt": b"x" * 70_000,
        "24A1201/other.txt": written("24A1202", "mine").encode(),
        "24A1201/elsewhere.txt": written("24A1201", "x", assignment="kadai9").encode(),
        "24A1201/unknown.txt": written(
            "24A1201", "which?", criterion="beauty\x1b[31m\u202e"
        ).encode(),
        "24A1201/sjis.txt": written("24A1201", "シフト JIS です").encode("cp932"),
        "24A1201/utf16.txt": written("24A1201", "幅の広い文字").encode("utf-16"),
        "24A1201/broken.txt": b"\x81\xff\xfe\x00\x01\x02\xff",
        "24A1201/empty.txt": b" \n",
        "24A1201/scan.pdf": b"%PDF-1.4",
        "24A1201/long.txt": written("24A1201", "長い" * 3000).encode(),
        "24A9999/a.txt": written("24A9999", "who").encode(),
    }
    for name, content in files.items():
        (box / name).parent.mkdir(parents=True, exist_ok=True)
        (box / name).write_bytes(content)
    said = say("review", "kadai1", "--requests", box, "--lang", "en")
    assert said.code == 1
    told = sorted(said.err.strip().splitlines())
    assert [line.split(": ")[0] for line in told] == sorted(
        [f"24A1201/{n}" for n in ("big.txt", "other.txt", "elsewhere.txt", "unknown.txt")]
        + [f"24A1201/{n}" for n in ("broken.txt", "empty.txt", "scan.pdf", "long.txt")]
        + ["24A9999/a.txt"]
    ), said.err
    assert said.err.replace("\n", "").isprintable()
    claims = kept(graded)
    assert claims.pop(("24A1201", "")) == ["which?"]
    assert {len(claim) for claim in claims.pop(("24A1201", "discussion"))} == {10, 6, 4000}
    assert not claims


def test_a_table_without_the_column(say: Say, graded: Path, tmp_path: Path) -> None:
    """One sentence says which heading it has to have."""
    book = Workbook()
    assert book.active is not None
    book.active.append(["学籍番号", "氏名", "考察"])
    book.active.append(["24A1201", "山田 太郎", "1"])
    book.save(tmp_path / "points.xlsx")
    said = say("review", "kadai1", "--requests", tmp_path / "points.xlsx", "--lang", "en")
    assert said.code == 1
    assert "points.xlsx: has no column of requests" in said.err


@pytest.mark.parametrize("name", ["kadai1-request-24A1201-discussion.txt", "24A1201.txt"])
def test_a_single_file_is_known_by_its_name(
    say: Say, graded: Path, tmp_path: Path, name: str
) -> None:
    """A file that came by mail, and was saved."""
    (tmp_path / name).write_text(written("24A1201", "一つだけ"), encoding="utf-8")
    said = say("review", "kadai1", "--requests", tmp_path / name, "--lang", "en")
    assert said.code == 0, said.err
    assert kept(graded) == {("24A1201", "discussion"): ["一つだけ"]}
