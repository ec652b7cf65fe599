"""Moodle's offline grading worksheets, as it writes them, of two fictional students."""

from grader.export.gradebook import Written
from grader.model.gradebook import Grade
from tests.export.gradebook.books import book, export, grade, into, known

BOM = "\ufeff"
BACKSLASH = "\\"
JA = (
    BOM + 'ID,フルネーム,メールアドレス,ステータス,評点,最大評点,評点変更可,"最終更新日時 (提出)",'
    '"最終更新日時 (評定)",フィードバックコメント\n'
)
EN = (
    BOM + 'Identifier,"Full name","Email address",Status,Grade,"Maximum grade",'
    '"Grade can be changed","Last modified (submission)","Last modified (grade)",'
    '"Feedback comments"\n'
)
BLIND = (
    BOM + 'ID,ステータス,評点,最大評点,評点変更可,"最終更新日時 (提出)",'
    '"最終更新日時 (評定)",フィードバックコメント\n'
)
SENT = '"2025年 04月 17日(木曜日) 21:05"'


def row(number: int, name: str, mail: str, points: str = "", word: str = "参加者") -> str:
    """A row as Moodle writes it."""
    who = f'"{word} {number}"' if word.isascii() else f"{word}{number}"
    return f'{who},"{name}",{mail},"評定のために提出済み",{points},8.00,Yes,{SENT},-,\n'


SHEET = JA + row(31201, "山田 太郎", "y@example.ac.jp") + row(31202, "佐藤 花子", "s@example.ac.jp")
TARO = known(grade("24A1201", 6, 1.5), participant="31201", name="山田 太郎")
HANAKO = known(grade("24A1202", 4, 2), participant="31202", name="佐藤 花子")


def fill(sheet: str | bytes, *grades: Grade, **asked: object) -> Written:
    """Fills a worksheet."""
    return export("moodle", book(*grades), into=into(sheet), **asked)


def kinds(written: Written) -> set[str]:
    """What is to be known about it."""
    return {one.kind for one in written.notices}
