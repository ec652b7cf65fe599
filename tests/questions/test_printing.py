"""What is printed: one page of A4 a student, no answer on the student's copy, codes when blind."""

import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, fromstring

import pytest

from grader.course import load_assignment, load_course
from grader.model.collection import Person
from grader.privacy import make_redactor
from grader.questions.asking import Excerpt
from grader.questions.blind import blinded, code_of, key_list
from grader.questions.kept import KeptExam, KeptQuestion
from grader.questions.pages import gift, page
from grader.questions.qti import CANVAS, PACKAGE, QTI, qti
from grader.wording import load_wording
from grader.wording.bilingual import BilingualText
from tests.tree import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KADAI1 = load_assignment(load_course(ROOT), "kadai1")
WORDS = load_wording("en")
EVIL = "</mattext><script>alert(1)</script>]]>\x07\u202e&"


def question(number: int, length: int = 30) -> KeptQuestion:
    """A question whose texts are as long as that."""
    text = f"question {number} " + "計算 `c[i][j]` " * (length // 10)
    return KeptQuestion(
        key=f"{number:016x}",
        kind="trace",
        exercise="matmul",
        text=BilingualText(text, text),
        answer=BilingualText(f"こたえ {number}", f"SECRET-{number} " + "a b " * (length // 8)),
        source=BilingualText(f"実行 {number}", f"source {number}"),
        teaches=BilingualText("追う", "Follow"),
    )


def exam(student: str, lines: int = 5, functions: int = 1, length: int = 30) -> KeptExam:
    """Five questions about functions with so many lines."""
    code = tuple((at, f"    line_{at} = {'x + ' * (at % 40)}0  # 24A1201") for at in range(lines))
    excerpt = Excerpt(title="24A1201.py", lines=code)
    return KeptExam(
        student=student,
        questions=tuple(question(at, length) for at in range(5)),
        excerpts=(excerpt,) * functions,
    )


def printed(exams: Sequence[KeptExam], *, answers: bool) -> str:
    """The page in English."""
    return page(exams, KADAI1, WORDS, with_answers=answers)


@pytest.mark.parametrize("answers", [False, True])
def test_each_student_gets_one_page(chromium: "Browser", tmp_path: Path, *, answers: bool) -> None:
    """However long functions and questions are, up to a length that no question has."""
    exams = [
        exam("24A0001"),
        exam("24A0002", lines=40),
        exam("24A0003", lines=40, functions=3),
        exam("24A0004", lines=40, functions=2, length=120),
        exam("24A0005", lines=2, length=160),
    ]
    file = tmp_path / "page.html"
    file.write_text(printed(exams, answers=answers), encoding="utf-8")
    opened = chromium.new_page()
    opened.goto(file.as_uri())
    data = opened.pdf(prefer_css_page_size=True)
    opened.close()
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == len(exams)
    assert set(re.findall(rb"/MediaBox\s*\[([^\]]*)\]", data)) <= {
        b"0 0 594.95996 841.91998",
        b"0 0 595 842",
        b"0 0 594.95996 841.92",
    }


def test_a_line_that_is_asked_about_is_never_cut() -> None:
    """With what is needed to answer; what is far from it gives way, and a mark stands for it."""
    code = tuple((at, f"line_{at} = 0") for at in range(1, 61))
    far = Excerpt(title="helper", lines=code, kept=(1, 50, 51, 60))
    other = Excerpt(title="entry", lines=code)
    long = KeptExam(
        student="24A0001",
        questions=tuple(question(at, 400) for at in range(3)),
        excerpts=(other, far),
    )
    text = printed([long], answers=False)
    shown = [int(number) for number in re.findall(r"<i> *(\d+)</i>", text)]
    assert {1, 50, 51, 60} <= set(shown)
    assert 30 not in shown
    assert text.count("…") >= 2
    short = exam("24A0002", lines=7)
    assert "Not all lines" not in printed([short], answers=False)


def test_no_answer_is_on_the_students_copy() -> None:
    """Neither seen nor hidden: no word of an answer or its source is in the file."""
    students, tas = (printed([exam("24A0001")], answers=answers) for answers in (False, True))
    for hidden in ("SECRET", "source", "こたえ", "実行", "display: none", "<!--"):
        assert hidden not in students
    assert all(f"SECRET-{at}" in tas for at in range(5))


def test_blind_copies_tell_of_nobody() -> None:
    """Ids, names and file names are gone; the key list alone tells whose a code is."""
    people = [Person(student="24A1201", name="山田 太郎"), Person(student="24A1202")]
    codes = {each.student: code_of(b"secret", "kadai1", each.student) for each in people}
    assert len(set(codes.values())) == 2
    assert codes["24A1201"] == code_of(b"secret", "kadai1", "24A1201")
    assert codes["24A1201"] != code_of(b"other", "kadai1", "24A1201")
    exams = blinded([exam("24A1201"), exam("24A1202")], codes, make_redactor(people))
    assert [each.student for each in exams] == sorted(codes.values())
    for text in (
        printed(exams, answers=False),
        printed(exams, answers=True),
        gift(exams, KADAI1, WORDS),
    ):
        assert "24A120" not in text
        assert all(code in text for code in codes.values())
    rows = [(code, student, "=1+1") for student, code in codes.items()]
    listed = key_list(rows, ("code", "student", "name")).decode("utf-8-sig")
    assert "24A1201" in listed
    assert ",'=1+1" in listed


def test_canvas_gets_a_quiz_a_student(tmp_path: Path) -> None:
    """A manifest that names every file, essays of the type Canvas knows, and no answers."""
    evil = exam("24A0002")
    hostile = BilingualText(EVIL, EVIL)
    first = KeptQuestion(
        key="ffff",
        kind="trace",
        exercise="matmul",
        text=hostile,
        answer=hostile,
        source=hostile,
        teaches=hostile,
    )
    exams = [exam("24A0001"), KeptExam(student="24A0002", questions=(first, *evil.questions))]
    path = tmp_path / "q.zip"
    path.write_bytes(qti([*exams, KeptExam(student="24A0003")], KADAI1, WORDS))
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert path.read_bytes() == qti(exams, KADAI1, WORDS)
    manifest = fromstring(files.pop("imsmanifest.xml"))
    resources = list(manifest.iter(f"{{{PACKAGE}}}resource"))
    named = {each.get("href") for each in manifest.iter(f"{{{PACKAGE}}}file")}
    assert named == set(files)
    idents = {each.get("identifier") for each in resources}
    assert {
        each.get("identifierref") for each in manifest.iter(f"{{{PACKAGE}}}dependency")
    } < idents
    quizzes = [fromstring(text) for name, text in files.items() if "meta" not in name]
    assert len(quizzes) == 2
    for quiz in quizzes:
        assert not list(quiz.iter(f"{{{QTI}}}itemfeedback"))
        items = list(quiz.iter(f"{{{QTI}}}item"))
        assert len({item.get("ident") for item in items}) == len(items) >= 5
        assert {_field(item, "question_type") for item in items} == {"essay_question"}
        shown = [str(text.text) for text in quiz.iter(f"{{{QTI}}}mattext")]
        assert not any("<script" in text or "SECRET" in text for text in shown)
    settings = [fromstring(text) for name, text in files.items() if "meta" in name]
    assert {each.findtext(f"{{{CANVAS}}}available") for each in settings} == {"false"}


def _field(item: Element, label: str) -> str:
    for each in item.iter(f"{{{QTI}}}qtimetadatafield"):
        if each.findtext(f"{{{QTI}}}fieldlabel") == label:
            return each.findtext(f"{{{QTI}}}fieldentry") or ""
    return ""
