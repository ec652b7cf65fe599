"""Makes downloads/ from the fictional class: what three LMSs would give a TA, and their sheets.

    python submissions/demo/make_downloads.py

Layouts as the LMSs write them (docs/en/collect.md). The same files give the same bytes.
"""

import csv
import io
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
OUT = HERE / "downloads"
CLASS = HERE / "kadai1"

# Number, name, the same in Latin letters, login, when (April 2025). Nobody of this name exists here.
STUDENTS = (
    ("24A1201", "山田 太郎", "Taro Yamada", "y24a1201", (16, 21, 5, 10)),
    ("24A1202", "佐藤 花子", "Hanako Sato", "s24a1202", (17, 23, 59, 42)),
    ("24A1203", "鈴木 一郎", "Ichiro Suzuki", "s24a1203", (17, 9, 30, 0)),
    ("24A1205", "高橋 次郎", "Jiro Takahashi", "t24a1205", (18, 8, 12, 26)),
    ("24A1206", "田中 実", "Minoru Tanaka", "t24a1206", (17, 20, 0, 2)),
    ("24A1207", "田中 実", "Minoru Tanaka", "t24a1207", (17, 20, 15, 44)),
    ("24A1211", "表 一樹", "Kazuki Omote", "o24a1211", (17, 22, 41, 8)),
    ("24A1214", "﨑山 徳子", "Noriko Sakiyama", "s24a1214", (15, 12, 0, 0)),
    ("24A1216", "渡邉 三郎", "Saburo Watanabe", "w24a1216", (17, 18, 3, 30)),
    ("24A1218", "小林 四郎", "Shiro Kobayashi", "k24a1218", (17, 23, 58, 58)),
)
ABSENT = (("24A1219", "伊藤 五郎", "Goro Ito", "i24a1219"),)
TITLE = "課題1 行列積"


def files_of(student: str) -> list[Path]:
    return sorted(path for path in (CLASS / student).iterdir() if path.is_file())


def report_name(student: str, name: str, path: Path) -> str:
    """Students name their reports as they like; some forget their number."""
    if not path.stem.startswith("report") or int(student[-1]) % 3 == 0:
        return path.name
    return f"課題1_{student}_{name.split()[0]}{path.suffix}"


class Unseekable(io.RawIOBase):
    """A stream that cannot go back: the archive gets data descriptors, as from a web server."""

    def __init__(self) -> None:
        self.bytes = io.BytesIO()

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:
        return self.bytes.write(data)


def moodle() -> None:
    """One folder for each student; the numbers are Moodle's own, valid for this assignment only."""
    out = Unseekable()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (student, name, _, _, when) in enumerate(STUDENTS, start=31201):
            for path in files_of(student):
                file = report_name(student, name, path)
                entry = f"{name}_{number}_assignsubmission_file/{file}"
                info = zipfile.ZipInfo(entry, (2025, 4, *when))
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, path.read_bytes())
    (OUT / "moodle.zip").write_bytes(out.bytes.getvalue())
    rows = [
        [
            *("ID", "フルネーム", "メールアドレス", "ステータス", "評点", "最大評点", "評点変更可"),
            *("最終更新日時 (提出)", "最終更新日時 (評定)", "フィードバックコメント"),
        ]
    ]
    for number, (_, name, _, login, when) in enumerate(STUDENTS, start=31201):
        late = when > (17, 23, 59, 0)
        status = "評定のために提出済み" + (" - 遅く提出" if late else "")
        rows.append(
            [
                *(f"参加者{number}", name, f"{login}@example.ac.jp", status, "", "8.00", "Yes"),
                f"2025年 04月 {when[0]:02}日({'月火水木金土日'[(when[0] + 0) % 7]}曜日) {when[1]:02}:{when[2]:02}",
                *("-", ""),
            ]
        )
    for number, (_, name, _, login) in enumerate(ABSENT, start=31290):
        mail = f"{login}@example.ac.jp"
        rows.append([f"参加者{number}", name, mail, "未提出", "", "8.00", "Yes", "-", "-", ""])
    write_csv(OUT / "moodle-sheet.csv", rows, "\n")


def canvas() -> None:
    """One flat folder: names squeezed together, LATE, and the numbers of user and file."""
    stamp = (2025, 4, 19, 9, 0, 0)
    with zipfile.ZipFile(OUT / "canvas.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (student, name, _, _, when) in enumerate(STUDENTS, start=5001):
            late = "LATE_" if when > (17, 23, 59, 0) else ""
            squeezed = "".join(name.split())
            for place, path in enumerate(files_of(student)):
                suffix = "-1" if student == "24A1203" else ""  # handed in again
                file = f"{path.stem}{suffix}{path.suffix}"
                entry = f"{squeezed}_{late}{number}_{90000 + 10 * number + place}_{file}"
                info = zipfile.ZipInfo(entry, stamp)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, path.read_bytes())
    rows = [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{TITLE} (777)", "Final Score"],
        ["    Points Possible", "", "", "", "", "8.00", "(read only)"],
    ]
    for number, (student, name, _, login, *_) in enumerate((*STUDENTS, *ABSENT), start=5001):
        family, given = name.split()
        rows.append([f"{family}, {given}", str(number), student, login, "実習", "", ""])
    write_csv(OUT / "canvas-gradebook.csv", rows, "\n")


def manaba() -> None:
    """A folder for each student, and reportlist.xlsx, which also takes the grades back."""
    place = "report-933913-1007977"
    with zipfile.ZipFile(OUT / "manaba.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for student, name, _, login, when in STUDENTS:
            for path in files_of(student):
                file = report_name(student, name, path)
                info = Cp932Info(f"{place}/{student}@{login}/{file}", (2025, 4, *when))
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, path.read_bytes())
        info = zipfile.ZipInfo(f"{place}/reportlist.xlsx", (2025, 4, 19, 9, 0, 0))
        info.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(info, reportlist())
    (OUT / "reportlist.xlsx").write_bytes(reportlist())


class Cp932Info(zipfile.ZipInfo):
    """Writes its name in CP932 and does not say so, as zip tools of Windows do."""

    def _encodeFilenameFlags(self) -> tuple[bytes, int]:
        return self.filename.encode("cp932"), self.flag_bits & ~0x800


def reportlist() -> bytes:
    """The grading sheet of manaba: six lines about the assignment, a header, a line each, an end."""
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    for line in ("採点シートと提出物", "深層学習実習", TITLE, "", "", ""):
        sheet.append([f"# {line}"])
    sheet.append(
        [
            *("# 内部コースID", "# コース名", "# リンク情報", "# ロール", "# ユーザID", "# 学籍番号"),
            *("# 氏名", "# 氏名（英語）", "# メールアドレス", "# 合計点", "# 評価", "# 講評"),
            *("# 提出", "# 提出日時", "# 提出回数", "# フォルダ"),
        ]
    )
    for student, name, latin, login, when in STUDENTS:
        late = when > (17, 23, 59, 0)
        at = f"2025-04-{when[0]:02} {when[1]:02}:{when[2]:02}:{when[3]:02}"
        state = "受付終了後提出" if late else "提出済"
        row = ["933913", "深層学習実習", "", "履修生", login, student, name.replace(" ", "\u3000")]
        sheet.append([*row, latin, f"{login}@example.ac.jp", "", "", "", state, at, "1", "開く"])
        link = sheet.cell(row=sheet.max_row, column=16)
        link.hyperlink = f"{student}@{login}\\"
    for student, name, latin, login in ABSENT:
        row = ["933913", "深層学習実習", "", "履修生", login, student, name.replace(" ", "\u3000")]
        sheet.append([*row, latin, f"{login}@example.ac.jp", "", "", "", "未提出", "", "0", ""])
    sheet.append(["#end"])
    out = io.BytesIO()
    book.save(out)
    return steady(out.getvalue())


def steady(workbook: bytes) -> bytes:
    """Takes the times of writing out of a workbook."""
    import re

    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as old, zipfile.ZipFile(out, "w") as new:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename == "docProps/core.xml":
                data = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"2025-04-19T00:00:00Z", data)
            info = zipfile.ZipInfo(entry.filename, (2025, 4, 19, 9, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, data)
    return out.getvalue()


def roster() -> None:
    """The university's list, as its system gives it: CP932, a title, a line at the end."""
    people = sorted((student, name, latin) for student, name, latin, *_ in (*STUDENTS, *ABSENT))
    rows = [["2025年度 深層学習実習 履修者名簿"], [], ["No.", "学籍番号", "氏名", "氏名（英語）"]]
    rows += [[str(line), *person] for line, person in enumerate(people, start=1)]
    rows.append(["", f"合計 {len(people)} 名"])
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    (OUT / "roster.csv").write_bytes(text.getvalue().encode("cp932"))


def write_csv(path: Path, rows: list[list[str]], end: str) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator=end).writerows(rows)
    path.write_bytes(("\ufeff" + text.getvalue()).encode())


if __name__ == "__main__":
    OUT.mkdir(exist_ok=True)
    for make in (moodle, canvas, manaba, roster):
        make()
