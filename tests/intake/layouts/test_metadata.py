"""Small files of the LMSs, and times as they write them."""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from grader.intake.layouts.naming import read_time, read_zip_time
from grader.intake.layouts.preparing import Record, Submitter, read_gradescope, read_receipt
from grader.model.collection import Member, TimeSource
from tests.intake.layouts.looking import TOKYO, WHEN, download, look, names

RUBY = """---
submission_11:
  :submitters:
  - :name: 山田 太郎
    :sid: '24A1201'
    :email: taro@example.ac.jp
  :created_at: 2025-04-17 12:05:10.123456000 Z
  :score: 3.0
  :results:
    output: |
      submission_12:
        :submitters:
        - :name: 他の人
          :sid: 24A1299
    tests:
    - output: "\\nsubmission_12:\\n  :created_at: 2020-01-01 00:00:00 Z"
  :history:
  - :id: 10
    :created_at: 2025-04-01 00:00:00.000000000 Z
submission_12:
  :submitters:
  - :name: "\\u4F50\\u85E4 \\"花子\\""
    :sid: 24a1202
    :email: ''
  - :name: O''Hara
    :sid: '24A1203'
  :created_at: 2025-04-17 21:05:10.000000000 +09:00
submission_13:
    submitters:
      - email: x@example.ac.jp
        name: 'O''Hara'
    created_at: ''
"""


def member(folder: Path, content: bytes) -> Member:
    """Makes a member with these bytes."""
    path = folder / "x"
    path.write_bytes(content)
    return Member(name="x", path=path, size_bytes=len(content), sha256="")


def test_gradescopes_metadata_is_read(tmp_path: Path) -> None:
    """Only keys at their own depth count: what a program printed is text."""
    records = read_gradescope(member(tmp_path, RUBY.encode()))
    assert records == {
        "submission_11": Record(
            submitters=(Submitter(name="山田 太郎", sid="24A1201", mail="taro@example.ac.jp"),),
            created="2025-04-17 12:05:10.123456000 Z",
        ),
        "submission_12": Record(
            submitters=(
                Submitter(name='佐藤 "花子"', sid="24a1202"),
                Submitter(name="O''Hara", sid="24A1203"),
            ),
            created="2025-04-17 21:05:10.000000000 +09:00",
        ),
        "submission_13": Record(submitters=(Submitter(name="O'Hara", mail="x@example.ac.jp"),)),
    }


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\0", b"---\n- a\n", b":\n::\n  :submitters:\n"])
def test_metadata_that_is_none(tmp_path: Path, content: bytes) -> None:
    """Nothing is known, nothing is raised."""
    assert read_gradescope(member(tmp_path, content)) == {}


def test_who_handed_in_together_each_get_the_files(tmp_path: Path) -> None:
    """Identity and time come from the metadata beside the folders, never from one inside."""
    files = [
        "assignment_1_export/submission_11/a.py",
        "assignment_1_export/submission_11/submission_metadata.yml",
        "assignment_1_export/submission_12/b.py",
        "assignment_1_export/submission_14/c.py",
        "assignment_1_export/submission_metadata.yml",
    ]
    contents = {files[4]: RUBY.encode(), files[1]: RUBY.replace("24A1201", "24A1299").encode()}
    found = look(download(files, contents=contents, folder=tmp_path))
    assert [
        (one.who.student, one.who.participant, one.file, one.received and one.received.source)
        for one in found.pieces
    ] == [
        ("24A1201", "11", "a.py", "metadata"),
        ("24A1201", "11", "submission_metadata.yml", "metadata"),
        ("24A1202", "12", "b.py", "metadata"),
        ("24A1203", "12", "b.py", "metadata"),
        ("", "14", "c.py", None),
    ]
    assert found.pieces[0].received is not None
    assert found.pieces[0].received.at.isoformat() == "2025-04-17T12:05:10+00:00"
    assert names(found.others) == files[4:]


@pytest.mark.parametrize(
    "text",
    [
        "20250417120510123",
        "2025-04-17T12:05:10.123Z",
        "20250417120510123\r\n",
        "2025/04/17 21:05:10",  # Sakai writes none without a zone: somebody's own
    ],
)
def test_sakais_timestamp_is_utc(tmp_path: Path, text: str) -> None:
    """Its own file beside the attachments counts; one that a student handed in does not."""
    folder = "課題1/山田,太郎(u1)"
    files = [f"{folder}/提出物の添付ファイル/{name}" for name in ("a.py", "timestamp.txt")]
    files += [f"{folder}/timestamp.txt", f"{folder}/comments.txt"]
    contents = {files[1]: b"20200101000000000", files[2]: text.encode()}
    found = look(download(files, contents=contents, folder=tmp_path))
    assert [one.file for one in found.pieces] == ["a.py", "timestamp.txt"]
    assert names(found.others) == files[2:]
    for piece in found.pieces:
        assert piece.received is not None
        assert piece.received.at.astimezone(TOKYO).isoformat() == "2025-04-17T21:05:10+09:00"
        assert piece.received.source == "metadata"


def test_sakais_groups() -> None:
    """Those who stand in the folder's name one after the other handed in together."""
    found = look(["課題1/山田,太郎(u1); 佐藤,花子(u2)/提出物の添付ファイル/a.py"])
    assert [(one.who.name, one.who.user) for one in found.pieces] == [
        ("山田 太郎", "u1"),
        ("佐藤 花子", "u2"),
    ]


def test_blackboards_attempts_are_counted_by_time(tmp_path: Path) -> None:
    """A receipt gives the name; one without files is an attempt, and handed in."""
    day = "課題_1_{}_attempt_2025-04-{}-21-05-10{}"
    files = [
        day.format("taro_y", 18, "_a.py"),
        day.format("taro_y", 17, "_a.py"),
        day.format("taro_y", 17, ".txt"),
        day.format("u2", 16, ".txt"),
    ]
    contents = {files[2]: "名前: 山田 太郎 (taro_y)\r\nName: x (u2)\r\n".encode()}
    found = look(download(files, contents=contents, folder=tmp_path))
    assert [(one.who.user, one.who.name, one.attempt, one.file) for one in found.pieces] == [
        ("taro_y", "山田 太郎", 2, "a.py"),
        ("taro_y", "山田 太郎", 1, "a.py"),
        ("u2", "", 1, "receipt.txt"),
    ]
    assert names(found.others) == [files[2]]
    assert found.pieces[0].received is not None
    assert found.pieces[0].received.at.isoformat() == "2025-04-18T21:05:10+09:00"


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("Name: Taro Yamada (u1)", ("Taro Yamada", "u1")),
        ("\ufeff氏名：山田 太郎（u1）", ("山田 太郎", "u1")),
        ("Assignment: x (u1)", ("", "")),
        ("", ("", "")),
    ],
)
def test_a_receipt_says_who_in_its_first_line(
    tmp_path: Path, first: str, expected: tuple[str, str]
) -> None:
    """Further down stands what the student wrote."""
    text = f"{first}\nName: 佐藤 花子 (u2)\n"
    assert read_receipt(member(tmp_path, text.encode())) == expected


def test_moodles_zip_carries_times() -> None:
    """In the server's zone, in steps of two seconds; never when somebody packed it once more."""
    file = "山田_31201_assignsubmission_file/a.py"
    [piece] = look([file]).pieces
    assert piece.received is not None
    assert piece.received.at == WHEN.replace(tzinfo=TOKYO)
    assert (piece.received.source, piece.received.resolution_seconds) == ("archive", 2)
    for other in (f"x/{file}", f"x.zip/{file}", "24A1201@u1/a.py", "山田_5001_90011_a.py"):
        assert [one.received for one in look([other]).pieces] == [None]
    without = look(download([file], modified=None))
    assert [one.received for one in without.pieces] == [None]


@pytest.mark.parametrize(
    ("text", "expected", "seconds"),
    [
        ("2025-04-17-21-05-10", "2025-04-17T21:05:10+09:00", 1),
        ("2025年 04月 17日(木曜日) 21:05", "2025-04-17T21:05:00+09:00", 60),
        ("2025/4/7 9:05:01", "2025-04-07T09:05:01+09:00", 1),
        ("2025/4/7 午後9:05", "2025-04-07T21:05:00+09:00", 60),
        ("2025/4/7 12:05 AM", "2025-04-07T00:05:00+09:00", 60),
        ("２０２５-０４-１７ ２１:０５", "2025-04-17T21:05:00+09:00", 60),
        ("20250417-2105", "2025-04-17T21:05:00+09:00", 60),
        ("20250417_2105", "2025-04-17T21:05:00+09:00", 60),
        ("20250417210510", "2025-04-17T21:05:10+09:00", 1),
        ("2025-04-17T12:05:10Z", "2025-04-17T12:05:10+00:00", 1),
        ("2025-04-17T12:05:10-0530", "2025-04-17T12:05:10-05:30", 1),
        ("2025-04-17 12:05:10 UTC", "2025-04-17T12:05:10+00:00", 1),
    ],
)
def test_times_are_read(text: str, expected: str, seconds: int) -> None:
    """A zone that is written counts, else the course's is assumed and said."""
    found = read_time(text, TOKYO, TimeSource.NAME)
    assert found is not None
    assert (found.at.isoformat(), found.resolution_seconds) == (expected, seconds)
    assert bool(found.zone) == expected.endswith("+09:00")


@pytest.mark.parametrize(
    "text", ["", "2025-04-17", "20250417", "2025-13-17 21:05", "90011", "2025-04-17 25:05:10"]
)
def test_what_is_no_time(text: str) -> None:
    """A day alone is none."""
    assert read_time(text, TOKYO, TimeSource.NAME) is None


def test_zips_without_a_time() -> None:
    """Where DOS's clock begins, nobody handed in."""
    zone = ZoneInfo("Asia/Tokyo")
    start = datetime(1980, 1, 1)  # noqa: DTZ001 - DOS time has no zone
    assert read_zip_time(start, zone) is None
    assert read_zip_time(None, zone) is None
