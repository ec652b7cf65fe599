"""Small files of the LMSs, and times as they write them."""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from grader.intake.layouts.naming import read_time, read_zip_time
from grader.model.collection import TimeSource
from tests.intake.layouts.looking import TOKYO, WHEN, download, look, names


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
