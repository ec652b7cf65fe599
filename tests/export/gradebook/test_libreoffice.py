"""LibreOffice opens what we write, and finds in it what we wrote."""

import csv
import io
from datetime import datetime
from pathlib import Path

from grader.export.cells import bare
from grader.export.gradebook.saying import as_text
from tests.export.gradebook.books import HOSTILE, book, confirmed, export, grade, says
from tests.libreoffice import UTF_8, converted, needs_calc

TIME, COMMENT = 10, 11  # columns
AS_THEY_ARE = f"44,34,{UTF_8},1,,1041,false,false,false"
COMMENTS = [one for one in HOSTILE if "_x000D_" not in one]  # a spelling of \r in workbooks
BOOK = book(
    confirmed(grade("0012", 6, 1.5, "山田 太郎")),
    grade("24E1201", 0, None, "髙橋 次郎"),
    *(says(grade(f"24A13{number:02}", 6, 2), one) for number, one in enumerate(COMMENTS)),
)


def rows(content: bytes, suffix: str, folder: Path) -> list[list[str]]:
    """Opens a file, and saves it as CSV in UTF-8 with numbers as they are, not as shown."""
    saved = converted(folder, content, suffix, f"csv:Text - txt - csv (StarCalc):{AS_THEY_ARE}")
    return list(csv.reader(io.StringIO(saved.decode("utf-8-sig"), newline="")))


@needs_calc
def test_csv_and_workbook_lose_nothing(tmp_path: Path) -> None:
    """Ids keep zeros and letters, points stay points, comments stay texts with all their lines."""
    text = export("csv", BOOK).content.decode("utf-8-sig")
    ours = list(csv.reader(io.StringIO(text, newline="")))
    assert [bare(row[COMMENT]) for row in ours[3:]] == list(map(as_text, COMMENTS))
    assert rows(export("csv", BOOK).content, "csv", tmp_path) == ours
    theirs = rows(export("xlsx", BOOK).content, "xlsx", tmp_path)
    for mine, other in zip(ours, theirs, strict=True):
        shown = [bare(cell) for cell in mine]
        if other is not theirs[0] and shown[TIME]:  # a time, which LibreOffice writes as it does
            time = datetime.strptime(f"{other[TIME]}+0900", "%m/%d/%Y %H:%M:%S%z")
            other[TIME] = time.isoformat(timespec="seconds")
        assert other == shown
