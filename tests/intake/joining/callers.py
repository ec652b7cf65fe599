"""People as LMSs name them, and what joining makes of them."""

from pathlib import Path

from grader.intake.joining import Joined, join
from grader.model.collection import Identity, Member, Person, Piece

PATTERN = r"\d{2}[A-Z]\d{4}"

YAMADA = Person(student="24A1201", name="山田 太郎", mail="yamada@example.ac.jp", row=2)
TANAKA = Person(student="24A1202", name="田中 実", mail="tanaka@example.ac.jp", row=3)
SATO = Person(student="24A1203", name="佐藤 花子", other_name="Sato Hanako", row=4)
ROSTER = (YAMADA, TANAKA, SATO)


def piece(who: Identity, file: str = "kadai1.py") -> Piece:
    """Makes a file of somebody's."""
    member = Member(name=file, path=Path("x"), size_bytes=1, sha256="0" * 64)
    return Piece(member=member, who=who, file=file)


def joined(
    *who: Identity, roster: tuple[Person, ...] = ROSTER, sheets: tuple[Person, ...] = ()
) -> Joined:
    """Joins one file of each."""
    return join([piece(one) for one in who], roster, sheets, PATTERN)


def moodle(
    name: str, participant: str, *, student: str = "", mail: str = "", group: str = ""
) -> Person:
    """Makes a line of Moodle's worksheet."""
    return Person(name=name, participant=participant, student=student, mail=mail, group=group)
