"""One archive of each LMS, byte for byte as it writes them, through open_download."""

from pathlib import Path

import pytest

from grader.intake.archives import open_download
from grader.intake.layouts.layout import profiles
from tests.intake.archives.making import STREAMED, UTF8, Entry, archive, zip_of
from tests.intake.layouts.looking import look, names
from tests.tree import ROOT

PROGRAM = b"print(1)\n"
NESTED = zip_of({"参加者31201_31201_assignsubmission_file/a.py": PROGRAM, "b.py": PROGRAM})


def moodle() -> bytes:
    """ZipStream-PHP: flagged names, data descriptors, Zip64 fields."""
    files = {
        "山田 太郎_31201_assignsubmission_file/課題1.py": PROGRAM,
        "山田 太郎_31201_assignsubmission_onlinetext/onlinetext.html": b"<p>1</p>",
        "佐藤 花子_31202_assignsubmission_file/x.zip": NESTED,
    }
    return archive(
        *(
            Entry(name=name, data=data, flags=UTF8 | STREAMED, zip64=True)
            for name, data in files.items()
        )
    )


ARCHIVES = {
    "moodle": (
        moodle(),
        [
            ("31201", "課題1.py"),
            ("31201", "onlinetext.html"),
            ("31202", "x.zip/b.py"),
            ("31202", "x.zip/参加者31201_31201_assignsubmission_file/a.py"),
        ],
    ),
    "canvas": (
        zip_of({"山田太郎_LATE_5001_90011_課題1-1.py": PROGRAM}, flag=False),
        [("5001", "課題1-1.py")],
    ),
    "manaba": (
        zip_of(
            {
                "report-1-2/24A1201@u1/予定表.py": PROGRAM,
                "report-1-2/24A1202@u2/reportlist.xlsx": b"x",
                "report-1-2/reportlist.xlsx": b"x",
            },
            encoding="cp932",
            flag=False,
        ),
        [("24A1201", "予定表.py"), ("24A1202", "reportlist.xlsx")],
    ),
    "teams": (
        zip_of({"提出済みのファイル/山田 太郎/課題1/バージョン 1/a.py": PROGRAM}),
        [("山田 太郎", "a.py")],
    ),
    "classroom": (
        zip_of({"課題1/24A1201 のコピー.py": PROGRAM}),
        [("24A1201", "24A1201 のコピー.py")],
    ),
    "github": (zip_of({"kadai1-submissions/kadai1-u1/a.py": PROGRAM}), [("u1", "a.py")]),
    "classroom50": (
        zip_of(
            {
                f"dl-kadai1_submissions_2026_11_20_T_09_00_00/{name}": PROGRAM
                for name in (
                    *("dl-kadai1-u1/a.py", "dl-kadai1-u1/.classroom50.yaml", "scores.csv"),
                    *("dl-kadai1-u1/.github/workflows/autograde.yaml", "dl-kadai1-u1/README.md"),
                    *("dl-kadai1-u1/result.json", "dl-kadai1-u1/results.json"),
                )
            }
        ),
        [("u1", "a.py")],
    ),
    "sakai": (
        zip_of(
            {
                "課題1/山田,太郎(s24a1201)/提出物の添付ファイル/a.py": PROGRAM,
                "課題1/山田,太郎(s24a1201)/timestamp.txt": b"20250417120510123",
                "課題1/grades.csv": b"x",
            }
        ),
        [("24A1201", "a.py")],
    ),
    "blackboard": (
        zip_of(
            {
                "課題1_s24a1201_attempt_2025-04-17-21-05-10_a.py": PROGRAM,
                "課題1_s24a1201_attempt_2025-04-17-21-05-10.txt": b"Name: A B (s24a1201)\n",
            }
        ),
        [("24A1201", "a.py")],
    ),
    "utol": (zip_of({"2025-04-17/24A1201/a.py": PROGRAM}), [("24A1201", "a.py")]),
    "plain": (zip_of({"kadai1/24A1201/a.py": PROGRAM}), [("24A1201", "a.py")]),
}


def test_there_is_one_of_each_layout() -> None:
    """And docs/*/collect.md names its LMS."""
    assert ARCHIVES.keys() == profiles().keys()
    for lang in ("ja", "en"):
        page = (ROOT / "docs" / lang / "collect.md").read_text(encoding="utf-8")
        titles = {profile.title[lang] for profile in profiles().values() if profile.name != "plain"}
        assert {title for title in titles if title not in page} == set()


@pytest.mark.parametrize("lms", ARCHIVES)
def test_an_archive_of_each_lms(tmp_path: Path, lms: str) -> None:
    """From bytes to whose each file is."""
    content, expected = ARCHIVES[lms]
    path = tmp_path / "download.zip"
    path.write_bytes(content)
    staging = tmp_path / "staging"
    staging.mkdir()
    opened = open_download(path, staging)
    assert not opened.refused
    found = look(opened)
    told = [
        (one.who.student or one.who.participant or one.who.user or one.who.name, one.file)
        for one in found.pieces
    ]
    assert (found.lms, sorted(told)) == (lms, sorted(expected))
    assert names(found.unexplained) == []


@pytest.mark.parametrize("lms", ARCHIVES)
def test_the_same_unpacked(tmp_path: Path, lms: str) -> None:
    """The zip in a folder that somebody gives is as good as the zip."""
    content, expected = ARCHIVES[lms]
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "download.zip").write_bytes(content)
    staging = tmp_path / "staging"
    staging.mkdir()
    found = look(open_download(folder, staging))
    assert (found.lms, len(found.pieces)) == (lms, len(expected))
    assert all(one.received is None or one.received.source != "archive" for one in found.pieces)
