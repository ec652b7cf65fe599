"""LibreOffice opens what we write, and finds in it what we wrote."""

import csv
import io
import shutil
import subprocess
from pathlib import Path

import pytest

from grader.export.cells import bare
from grader.export.gradebook.saying import as_text
from tests.export.gradebook.books import HOSTILE, book, confirmed, export, grade, says

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
TIME, COMMENT = 10, 11  # columns
UTF_8 = 76  # as LibreOffice numbers encodings
needs_office = pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed here")
COMMENTS = [one for one in HOSTILE if "_x000D_" not in one]  # a spelling of \r in workbooks
BOOK = book(
    confirmed(grade("0012", 6, 1.5, "山田 太郎")),
    grade("24E1201", 0, None, "髙橋 次郎"),
    *(says(grade(f"24A13{number:02}", 6, 2), one) for number, one in enumerate(COMMENTS)),
)


def converted(content: bytes, suffix: str, folder: Path) -> list[list[str]]:
    """Opens a file without a window, and saves it as CSV in UTF-8 with raw values."""
    (folder / f"in{suffix}").write_bytes(content)
    keep = f"44,34,{UTF_8},1,,1041,false,false,false"  # numbers as they are, not as they are shown
    done = subprocess.run(
        [
            str(OFFICE),
            f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            "--headless",
            *([f"--infilter=CSV:44,34,{UTF_8},1"] if suffix == ".csv" else []),
            "--convert-to",
            f"csv:Text - txt - csv (StarCalc):{keep}",
            "--outdir",
            str(folder / "out"),
            str(folder / f"in{suffix}"),
        ],
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    text = (folder / "out" / "in.csv").read_bytes().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


@needs_office
def test_csv_and_workbook_lose_nothing(tmp_path: Path) -> None:
    """Ids keep zeros and letters, points stay points, comments stay texts with all their lines."""
    text = export("csv", BOOK).content.decode("utf-8-sig")
    ours = list(csv.reader(io.StringIO(text, newline="")))
    assert [bare(row[COMMENT]) for row in ours[3:]] == list(map(as_text, COMMENTS))
    assert converted(export("csv", BOOK).content, ".csv", tmp_path) == ours
    theirs = converted(export("xlsx", BOOK).content, ".xlsx", tmp_path)
    for mine, other in zip(ours, theirs, strict=True):
        shown = [bare(cell) for cell in mine]
        shown[TIME] = mine[TIME].removesuffix("+09:00").replace("T", " ")
        assert other == shown
