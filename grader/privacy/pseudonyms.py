"""Stand-ins for students: S01, S02, … They tell nothing, and stay the same from run to run."""

import hmac
from collections.abc import Iterable, Mapping
from hashlib import sha256

LETTER = "S"
FEWEST_DIGITS = 2


def give_pseudonyms(
    students: Iterable[str], secret: bytes, known: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Gives every student a stand-in; whoever has one in `known` keeps it.

    The order comes from the secret, so that it is neither that of the ids nor of the names. A
    number is never given twice, not even one of a student who has left.
    """
    given = dict(known or {})
    new = sorted(set(students) - set(given), key=lambda one: (_lot(one, secret), one))
    first = 1 + max((_number(one) for one in given.values()), default=0)
    width = max(FEWEST_DIGITS, len(str(first + len(new) - 1)))
    for number, student in enumerate(new, start=first):
        given[student] = f"{LETTER}{number:0{width}}"
    return given


def is_pseudonym(text: str) -> bool:
    """Says whether it looks like a stand-in of ours."""
    digits = text.removeprefix(LETTER)
    return text.startswith(LETTER) and digits.isascii() and digits.isdigit()


def _number(pseudonym: str) -> int:
    return int(pseudonym.removeprefix(LETTER)) if is_pseudonym(pseudonym) else 0


def _lot(student: str, secret: bytes) -> bytes:
    """Draws the student's place; another use of the same secret draws others."""
    message = b"pseudonym\0" + student.encode("utf-8", "surrogatepass")
    return hmac.new(secret, message, sha256).digest()
