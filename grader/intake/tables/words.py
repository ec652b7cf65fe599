"""The words that head the columns of rosters and LMS tables, in Japanese and English."""

import re
import unicodedata
from enum import StrEnum


class Field(StrEnum):
    """What a column holds."""

    STUDENT = "student"
    ID = "id"  # "ID" alone: whose, the rest of the table tells
    PARTICIPANT = "participant"  # never a word: its cells say so
    WHO = "who"  # "Student" alone: a name or an id
    USER = "user"
    LOGIN = "login"  # of Canvas, where USER is a number
    NAME = "name"
    FAMILY = "family"
    GIVEN = "given"
    OTHER = "other"  # the name in kana or Latin letters
    OTHER_FAMILY = "other-family"
    OTHER_GIVEN = "other-given"
    MAIL = "mail"
    GROUP = "group"
    ROLE = "role"
    STATUS = "status"
    RECEIVED = "received"
    ATTEMPT = "attempt"


IDENTIFYING = frozenset(
    {
        Field.STUDENT,
        Field.ID,
        Field.WHO,
        Field.USER,
        Field.NAME,
        Field.FAMILY,
        Field.MAIL,
        Field.OTHER,
    }
)

# Folded: no width, no case, no spaces, none of the signs in `_SIGNS`.
# The likelier word stands first: 学籍番号 wins over IDナンバー in one table.
_EXACT: dict[Field, str] = {
    Field.STUDENT: "学籍番号 学生番号 学生証番号 学籍no 学生no 学籍コード 学生コード 学籍id 学生id"
    " 学番 学修番号 履修者番号 受講者番号 生徒番号 studentid studentidnumber studentnumber"
    " studentno studentcode sid id番号 idナンバ idナンバー idnumber sisuserid sisid"
    " matriculationnumber rosteridentifier displayid 表示id orgdefinedid",
    Field.ID: "id identifier 識別子 識別番号",
    Field.WHO: "student 学生 受講者 履修者 生徒 user ユーザ ユーザー",
    Field.USER: "ユーザid ユーザーid ユーザ名 ユーザー名 ユーザネーム 利用者id username userid"
    " userlogin login loginid loginname ログインid ログイン名 アカウント アカウント名 account"
    " githubusername netid userprincipalname",
    Field.LOGIN: "sisloginid",
    Field.NAME: "氏名 名前 姓名 お名前 フルネーム 学生氏名 学生名 生徒氏名 漢字氏名 氏名漢字"
    " 受講者名 履修者名 受講者氏名 履修者氏名 本名 fullname name studentname 表示名 displayname",
    Field.FAMILY: "姓 氏 名字 苗字 姓漢字 lastname familyname surname last",
    Field.GIVEN: "名 名漢字 firstname givenname first",
    Field.OTHER: "フリガナ ふりがな カナ かな ヨミ よみ よみがな ヨミガナ カナ氏名 英字氏名"
    " ローマ字 ローマ字氏名 英語氏名 英語名 英名 romaji kananame englishname furigana",
    Field.OTHER_FAMILY: "セイ せい 姓カナ 姓フリガナ 姓かな 姓ふりがな 姓ヨミ 姓英語 姓ローマ字",
    Field.OTHER_GIVEN: "メイ めい 名カナ 名フリガナ 名かな 名ふりがな 名ヨミ 名英語 名ローマ字",
    Field.MAIL: "メールアドレス メール eメール eメールアドレス 電子メール 電子メールアドレス"
    " email emailaddress mail mailaddress",
    Field.GROUP: "グループ グループ名 クラス クラス名 組 班 チーム チーム名 セクション"
    " group groups groupname class classname section sections team teamname",
    Field.ROLE: "ロール 役割 権限 role roles",
    Field.STATUS: "提出 提出状況 提出状態 ステータス status submissionstatus",
    Field.RECEIVED: "提出日時 提出日 提出時刻 最終更新日時提出 lastmodifiedsubmission"
    " submissiontime submissiontimestamp submissiondate submittedat",
    Field.ATTEMPT: "提出回数 submissioncount attempt",
}
_WORDS = {
    word: (field, rank)
    for field, words in _EXACT.items()
    for rank, word in enumerate(words.split())
}

# Headings that say more: 「学籍番号（半角）」, 「氏名 / Name」, "Student ID (8 digits)".
# The first that fits.
_WITHIN = (
    (Field.MAIL, re.compile(r"メールアドレス|emailaddress|^e?mail|e?mail$")),
    (Field.STUDENT, re.compile(r"学籍番号|学生番号|学生証番号|学籍no|studentid|studentnumber")),
    (Field.OTHER, re.compile(r"(氏名|名前|姓名|fullname|^name).*(カナ|かな|ガナ|がな|ヨミ|よみ)")),
    (
        Field.OTHER,
        re.compile(r"(氏名|名前|姓名|fullname|^name).*(英|ローマ|roma|kana|alpha|engl)"),
    ),
    (Field.OTHER, re.compile(r"(カナ|かな|ガナ|がな|英字|英語|ローマ字?)(氏名|名前|姓名|表記)")),
    (Field.NAME, re.compile(r"^(学生)?(氏名|名前|姓名|フルネーム)|(氏名|fullname)$")),
    (Field.USER, re.compile(r"^(ユーザー?|ログイン)(id|名)")),
)
_OTHERS = re.compile(r"教員|保護者|指導|担当|緊急|teacher|advisor|parent|instructor|supervisor")
_FORMER = re.compile(r"旧|以前|old|former")
_LAST = 99
_LONGEST = 30  # characters; more is a sentence above the table
_SIGNS = re.compile(r"[\s_\-:*#.,/|・※()\[\]{}<>【】「」『』\"'’]+")


def folded(text: str) -> str:
    """Folds a heading for comparing: width, case, spaces and signs go."""
    return _SIGNS.sub("", unicodedata.normalize("NFKC", text).casefold())


def field_of(heading: str) -> Field | None:
    """Says what a column with this heading holds; None for one that is not looked for."""
    return ranked(heading)[0]


def ranked(heading: str) -> tuple[Field | None, int]:
    """Says what a column holds, and how sure the word is: 0 is the likeliest."""
    word = folded(heading)
    if found := _WORDS.get(word):
        return found
    if not word or len(word) > _LONGEST or "。" in heading or _OTHERS.search(word):
        return None, 0
    rank = _LAST if _FORMER.search(word) else 1
    return next((field for field, pattern in _WITHIN if pattern.search(word)), None), rank
