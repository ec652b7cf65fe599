"""Replace students by codes, and list for a TA who is who."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b

from msgspec.structs import replace

from grader.export.cells import cell
from grader.privacy import Redactor, change_texts
from grader.questions.asking import Excerpt
from grader.questions.kept import KeptExam

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0, 1, I and O, which are easily confused
LENGTH = 4  # letters of each half
SUFFIXES = (".py", ".ipynb")


def code_of(secret: bytes, assignment: str, student: str) -> str:
    """Return a student's code: always the same, and useless without the course's secret."""
    name = f"{assignment}\0{student}".encode("utf-8", "surrogatepass")
    digest = blake2b(name, key=secret[:64], person=b"oral", digest_size=2 * LENGTH).digest()
    code = "".join(LETTERS[byte % len(LETTERS)] for byte in digest)
    return f"{code[:LENGTH]}-{code[LENGTH:]}"


def blinded(
    exams: Sequence[KeptExam], codes: Mapping[str, str], redactor: Redactor
) -> list[KeptExam]:
    """Take names and ids out of exams; they come in the order of the codes."""
    masked = [
        replace(
            changed := change_texts(exam, redactor.redact),
            student=codes[exam.student],
            excerpts=tuple(map(_neutral, changed.excerpts)),
        )
        for exam in exams
    ]
    return sorted(masked, key=lambda exam: exam.student)


def _neutral(excerpt: Excerpt) -> Excerpt:
    """Remove the name of a file, since most contain their author's name."""
    suffix = "." + excerpt.title.rpartition(".")[2]
    return replace(excerpt, title=f"program{suffix}") if suffix in SUFFIXES else excerpt


def key_list(rows: Iterable[tuple[str, str, str]], heads: Sequence[str]) -> bytes:
    """Write the list of codes and students, as a CSV file for Excel."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(heads)
    table.writerows([cell(each) for each in row] for row in sorted(rows))
    return ("\ufeff" + text.getvalue()).encode("utf-8", "replace")
