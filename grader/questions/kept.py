"""The questions as they were made: `questions/exams.json` in a results folder.

Both languages are stored, so that a question stays as it was asked when the wording changes. The
review page shows the questions; a set that another student already has is found here and drawn
again.
"""

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct, field

from grader.files import write_file
from grader.model.errors import GraderError
from grader.model.finding import LazyText
from grader.model.oral import OralQuestion
from grader.questions.asking import Excerpt, OralExam
from grader.records import DamagedRecord, from_text, to_text
from grader.wording.bilingual import Bilingual, BilingualText

FOLDER = "questions"  # in a results folder
FILE = "exams.json"
SCHEMA = 1


class KeptQuestion(Struct, frozen=True, kw_only=True):
    """One question with its answer, in both languages."""

    key: str  # equal for equal questions
    kind: str
    exercise: str
    text: BilingualText
    answer: BilingualText
    source: BilingualText
    teaches: BilingualText
    line: int = 0
    difficulty: int = 2


class KeptExam(Struct, frozen=True, kw_only=True):
    """The questions for one student."""

    student: str
    digest: str = ""  # of the files that the questions are about
    questions: tuple[KeptQuestion, ...] = ()
    excerpts: tuple[Excerpt, ...] = ()
    why_none: BilingualText = BilingualText("", "")
    remarks: tuple[BilingualText, ...] = ()  # questions that could not be asked, and why
    draw: int = 0  # number of sets discarded because another student had them

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the questions, which distinguish one set from another."""
        return frozenset(question.key for question in self.questions)


class _KeptExams(Struct, kw_only=True):
    exams: Mapping[str, KeptExam] = field(default_factory=dict)  # by student
    schema: int = SCHEMA


def keep(exam: OralExam, digest: str, draw: int, words: Bilingual) -> KeptExam:
    """Write an exam in both languages."""
    why = f"oral.none.{exam.why_none}"
    return KeptExam(
        student=exam.student,
        digest=digest,
        questions=tuple(_kept(each, words) for each in exam.questions),
        excerpts=exam.excerpts,
        why_none=words.say(why) if exam.why_none else BilingualText("", ""),
        remarks=tuple(_full(each, words) for each in exam.remarks),
        draw=draw,
    )


def _full(text: LazyText, words: Bilingual) -> BilingualText:
    return BilingualText(words.ja.in_full(text), words.en.in_full(text))


def _kept(question: OralQuestion, words: Bilingual) -> KeptQuestion:
    text = _full(question.text, words)
    name = f"{question.kind}\0{question.exercise}\0{text.ja}"
    return KeptQuestion(
        key=blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest(),
        kind=question.kind,
        exercise=question.exercise,
        text=text,
        answer=_full(question.answer, words),
        source=_full(question.source, words),
        teaches=_full(question.teaches, words),
        line=question.line,
        difficulty=question.difficulty,
    )


def read_exams(results: Path) -> Mapping[str, KeptExam]:
    """Read the questions made earlier; empty without any. Raises GraderError."""
    path = results / FOLDER / FILE
    try:
        kept = from_text(path.read_bytes(), _KeptExams)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise GraderError(
            "{path}: cannot be read: {reason}", path=path, reason=error.strerror or error
        ) from error
    except DamagedRecord as error:
        raise GraderError(
            "{path}: is no list of questions; delete it and run grader questions again", path=path
        ) from error
    return kept.exams if kept.schema == SCHEMA else {}


def write_exams(results: Path, exams: Mapping[str, KeptExam]) -> None:
    """Replace the file."""
    text = to_text(_KeptExams(exams=exams))
    write_file(results / FOLDER / FILE, text.encode(), durable=True, private=True)
