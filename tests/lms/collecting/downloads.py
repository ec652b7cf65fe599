"""Downloads for the tests of collecting, as their LMSs zip them."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace
from openpyxl import Workbook

from grader.model.course import Course, ReportSpec
from tests.intake.submitting import ASSIGNMENT as WITHOUT_REPORT
from tests.intake.submitting import COURSE as PLAIN

ASSIGNMENT = replace(WITHOUT_REPORT, report=ReportSpec())
PROGRAM = "def matmul(a, b):\n    return []\n"
MOODLE = "_assignsubmission_file/"
NOON = datetime(2025, 4, 16, 12, 0, 0)  # noqa: DTZ001  a zip's times have no zone
WORKSHEET_HEADER = (
    "ID,フルネーム,メールアドレス,ステータス,評点,最大評点,評点変更可,"
    "最終更新日時 (提出),最終更新日時 (評定),フィードバックコメント"
)
REPORTLIST = (
    """
# 内部コースID|#コース名|#リンク情報|#ロール|#ユーザID|#学籍番号|#氏名|#氏名（英語）|#メールアドレス
#合計点|#評価|#講評|#提出|#提出日時|#提出回数|#フォルダ
""".strip()
    .replace("\n", "|")
    .split("|")
)


def course(folder: Path) -> Course:
    """Makes a course that lies in a folder."""
    return replace(PLAIN, root=folder)


def zipped(path: Path, files: Mapping[str, str | bytes], at: datetime = NOON) -> Path:
    """Writes a zip whose files all have one time."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, at.timetuple()[:6])
            archive.writestr(info, content)
    return path


def roster(path: Path, people: Sequence[tuple[str, str]]) -> Path:
    """Writes a roster in the encoding that Excel likes."""
    lines = ["学籍番号,氏名", *(f"{student},{name}" for student, name in people)]
    path.write_text("\r\n".join(lines), encoding="utf-8-sig")
    return path


def worksheet(path: Path, rows: Sequence[tuple[str, str, str, str]]) -> Path:
    """Writes Moodle's worksheet: participant, name, mail, when it was handed in."""
    lines = [WORKSHEET_HEADER]
    for number, name, mail, at in rows:
        status = "評定のために提出済み" if at != "-" else "提出なし"
        lines.append(f'参加者{number},"{name}",{mail},{status},,8.00,Yes,"{at}",-,')
    path.write_text("\n".join(lines) + "\n", encoding="utf-8-sig")
    return path


def reportlist(rows: Sequence[tuple[str, str, str, str, int]]) -> bytes:
    """Makes manaba's sheet: user, student, name, when, how often."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for number in range(1, 7):
        sheet.append([f"# {number}"])
    sheet.append(REPORTLIST)
    for user, student, name, at, times in rows:
        state = "提出済" if at else "未提出"
        folder = f"{student}@{user}" if at else ""
        who = [user, student, name, "", f"{user}@example.ac.jp"]
        sheet.append(["1", "実習", "", "履修生", *who, "", "", "", state, at, times, folder])
    sheet.append(["#end"])
    raw = io.BytesIO()
    book.save(raw)
    return raw.getvalue()


def tree(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file below a folder, with its bytes and the time of its last change."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def names(folder: Path) -> list[str]:
    """Every file below a folder but the manifest."""
    return [name for name in tree(folder) if name != "collected.json"]
