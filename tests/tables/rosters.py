"""Tables as LMSs, Excel and offices write them, byte for byte."""

from io import BytesIO

import openpyxl

MOODLE_JA = (
    '\ufeffID,フルネーム,メールアドレス,ステータス,評点,最大評点,評点変更可,"最終更新日時 (提出)",'
    '"最終更新日時 (評定)",フィードバックコメント\n'
    '参加者31201,"山田 太郎",taro@example.ac.jp,"評定のために提出済み - 4 分 20 秒 遅く提出",7.50,'
    '10.00,Yes,"2025年 04月 17日(木曜日) 21:05",-,"<p>よい\n二行目</p>"\n'
    '参加者31202,"表 一樹",kazuki@example.ac.jp,未提出,,10.00,Yes,-,-,\n'
).encode()

MOODLE_EN = (
    '\ufeffIdentifier,"Full name","Email address",Status,Grade,"Maximum grade",'
    '"Grade can be changed","Last modified (submission)","Last modified (grade)",'
    '"Feedback comments"\n'
    '"Participant 31201","太郎 山田",taro@example.ac.jp,"Submitted for grading",,10.00,Yes,'
    '"Thursday, 17 April 2025, 9:05\u202fPM",-,"say \\"C:\\temp\\" twice, please"\n'
    '"Participant 31202","一樹 表",kazuki@example.ac.jp,"No submission",,10.00,Yes,-,-,\n'
).encode()

MOODLE_BLIND = (
    '\ufeffID,ステータス,評点,最大評点,評点変更可,"最終更新日時 (提出)"\n'
    '参加者31201,評定のために提出済み,,10.00,Yes,"2025年 04月 17日(木曜日) 21:05"\n'
).encode()

MOODLE_GRADEBOOK = (
    "\ufeff姓,名,IDナンバー,所属組織,部署,メールアドレス,課題:kadai1 (実データ)\n"
    "山田,太郎,24A1201,,,taro@example.ac.jp,-\n"
    "表,一樹,24A1202,,,kazuki@example.ac.jp,8.00\n"
).encode()

CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,kadai1 (55),Final Score\n"
    ",,,,,Manual Posting,\n"
    "    Points Possible,,,,,10,(read only)\n"
    '"山田, 太郎",5001,24A1201,s24a1201,深層学習実習,,\n'
    '"表, 一樹",5002,,24A1202,深層学習実習,8,\n'
    '"Student, Test",5999,,6f0a1b2c3d,深層学習実習,,\n'
).encode()

GITHUB_ROSTER = (
    '"identifier","github_username","github_id","name"\n'
    '"24A1201","yamada-taro","101","山田 太郎"\n'
    '"kazuki@example.ac.jp","","",""\n'
    '"佐藤 花子","sato-h","103",""\n'
).encode()

GITHUB_GRADES = (
    b"assignment_name,assignment_url,starter_code_url,github_username,roster_identifier,"
    b"student_repository_name,student_repository_url,submission_timestamp,points_awarded,"
    b"points_available\n"
    b"kadai1,u,u,yamada-taro,24A1201,kadai1-yamada-taro,u,2025-04-17T12:05:33Z,0,10\n"
    b"kadai1,u,u,omote,24A1202,kadai1-omote,u,,0,10\n"
)

SAKAI = (
    '"kadai1","Points"\n""\n"学生番号","ID","姓","名","成績"\n'
    '"24A1201","s24a1201","山田","太郎",""\n'
    '"24A1202","s24a1202","表","一樹","8"\n'
).encode()

SAKAI_EN = (
    '"kadai1","Points"\n""\n"Display ID","ID","Last Name","First Name","grade"\n'
    '"24A1201","s24a1201","山田","太郎",""\n'
).encode()

GRADESCOPE = (
    b"First Name,Last Name,SID,Email,Role,Sections\n"
    b"Taro,Yamada,24A1201,taro@example.ac.jp,Student,A\n"
    b"Hana,Sato,,hana@example.ac.jp,TA,A\n"
    b"Kazuki,Omote,,kazuki@example.ac.jp,Student,A\n"
)

PRINTED = (
    "深層学習実習　履修者名簿\r\n2025年度 前期,,担当教員,森\r\n,,,\r\n"
    ",学籍番号,氏名,フリガナ,クラス\r\n"
    ",24A1201,山田　太郎,ﾔﾏﾀﾞ ﾀﾛｳ,A\r\n"
    ",24A1202,表 一樹,ｵﾓﾃ ｶｽﾞｷ,B\r\n"
    ",24A1203,髙橋 健（タカハシ ケン）,,B\r\n"
    ",合計,3名,,\r\n以上\r\n"
)

SIDE_BY_SIDE = (
    "No,学籍番号,氏名,,No,学籍番号,氏名\n"
    "1,24A1201,山田 太郎,,3,24A1203,佐藤 花子\n"
    "2,24A1202,田中 実,,,,\n"
).encode()

_MANABA_HEAD = (
    "# 内部コースID,# コース名,# リンク情報,# ロール,# ユーザID,# 学籍番号,# 氏名,# 氏名（英語）,"
    "# メールアドレス,# 合計点,# 評価,# 講評,# 提出,# 提出日時,# 提出回数,# フォルダ"
)


def workbook(*rows: tuple[str | int | None, ...], title: str = "Sheet1") -> bytes:
    """Makes an .xlsx of one sheet."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(row)
    return saved(book)


def saved(book: openpyxl.Workbook) -> bytes:
    """Gives the bytes of a workbook."""
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def manaba() -> bytes:
    """Makes a reportlist.xlsx: six lines of "#", the headings, the people, "#end"."""
    course = (933913, "深層学習実習", "course_933913")
    return workbook(
        *(("# レポート採点シート", f"# {line}") for line in range(6)),
        tuple(_MANABA_HEAD.split(",")),
        (*course, "担当教員", "mori", None, "森　一", "MORI Hajime", None, *[None] * 7),
        (*course, "履修生", "u1001", "24A1201", "山田　太郎", "YAMADA Taro", "taro@example.ac.jp",
         None, None, None, "提出済", "2025-04-17 21:05:33", 2, "開く"),
        (*course, "履修生", "u1002", "24A1202", "表　一樹", "OMOTE Kazuki", None,
         None, None, None, "受付終了後提出", "2025-04-18 00:00:10", 1, "開く"),
        (*course, "履修生", "u1003", "0012345", "佐藤　花子", None, None,
         None, None, None, "未提出", None, None, None),
        (*course, "授業補助者", "u1004", "23A1999", "田中　実", None, None, *[None] * 7),
        ("#end",),
    )  # fmt: skip
