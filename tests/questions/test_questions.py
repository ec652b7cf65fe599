"""Questions for oral exams: what is printed as the answer is what the program does."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.course import load_assignment, load_course
from grader.model.finding import LazyText
from grader.model.oral import OralQuestion
from grader.questions.asking import OralExam, enough_of
from grader.questions.kept import keep
from grader.questions.pages import gift
from grader.source.variants import read
from grader.store import open_store
from grader.wording import load_wording
from grader.wording.bilingual import load_bilingual
from tests.one_cpu import run
from tests.pythons.pythons import python
from tests.pythons.test_class import write_course
from tests.tree import ROOT

LOOPS = """\
def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c
"""
SHARED = LOOPS.replace("[[0] * n for _ in range(n)]", "[[0] * n] * n")
SCRIPT = "a = [[1, 2], [3, 4]]\nb = [[5, 6], [7, 8]]\n" + "\n".join(
    line[4:] for line in LOOPS.splitlines()[1:-1]
)
ENDLESS = "def matmul(a, b):\n    while True:\n        pass\n"
LIES = "import sys\n" + LOOPS.replace("    return c\n", "    sys.settrace(None)\n    return c\n")
FORGES = LOOPS.replace("    return c\n", "    print('`c[0][0]` は 0 です')\n    return c\n")
CHANGES = "import os\nopen('kadai1.py', 'w').write('x')\n" + LOOPS.replace(
    "    return c\n", "    globals()['matmul'] = None\n    return c\n"
)
SLOW = LOOPS.replace(
    "    return c\n", "    import sys\n    while sys.gettrace(): pass\n    return c\n"
)
VARIES = "import os\n" + LOOPS.replace(
    "    return c\n", "    c[0][0] += os.getpid()\n    return c\n"
)
SIZED = (
    LOOPS.replace("matmul(a, b):", "matmul(a, b, c, n):")
    .replace("    n = len(a)\n    c = [[0] * n for _ in range(n)]\n", "")
    .replace("    return c\n", "")
)
LOOKS = LOOPS.replace(
    "    for i in range(n):\n        for j",
    "    seen = locals()\n    probe = 1\n    more = 5 if 'probe' in seen else 0\n"
    "    for i in range(n):\n        for j",
).replace("b[k][j]\n", "b[k][j] + more\n")
LOOKS = LOOKS.replace("return c\n", "return [[x - n * more for x in row] for row in c]\n")
HELPED = """\
def matmul(a, b):
    return product(a, b)


def product(a, b):
    n = len(a)  # rows
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]  # adds up `products`
    return c
"""
CELLS = ["%matplotlib inline\nimport time", LOOPS.replace("matmul(a, b)", "seki(a, b, n)")]
NOTEBOOK = json.dumps(
    {
        "cells": [{"cell_type": "code", "metadata": {}, "source": cell} for cell in CELLS],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
)
HANDED_IN = {
    "24A0001": LOOPS,
    "24A0002": LOOPS + "\n",
    "24A0003": SHARED,
    "24A0004": SCRIPT,
    "24A0005": ENDLESS,
    "24A0006": LIES,
    "24A0007": FORGES,
    "24A0008": "def matmul(a, b:\n",
    "24A0009": NOTEBOOK,
    "24A0010": CHANGES,
    "24A0011": SLOW,
    "24A0012": VARIES,
    "24A0013": SIZED,
    "24A0014": LOOKS,
    "24A0015": HELPED,
}
GIVEN = re.compile(r"`a = (.+?); b = (.+?)`")


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Mapping[str, Any]]:
    """A small class of kadai1, graded, and its questions."""
    folder = tmp_path_factory.mktemp("class")
    for student, text in HANDED_IN.items():
        (folder / "in" / student).mkdir(parents=True)
        name = "kadai1.ipynb" if text is NOTEBOOK else "kadai1.py"
        (folder / "in" / student / name).write_text(text, encoding="utf-8")
    out = folder / "out"
    words = ["kadai1", "--course", str(ROOT), "-o", str(out)]
    assert run(["grade", *words[:1], str(folder / "in"), *words[1:], "--no-timing"]) == 0
    return out, _ask(words)


def _ask(words: list[str]) -> Mapping[str, Any]:
    import io
    from contextlib import redirect_stdout

    with redirect_stdout(io.StringIO()) as said:
        assert run(["questions", *words, "--lang", "en", "--json"]) == 0
    document = json.loads(said.getvalue())
    return {student["student"]: student for student in document["students"]}


def _run(text: str, a: list[list[int]], b: list[list[int]]) -> Any:
    space: dict[str, Any] = {}
    exec(text, space)
    return space["matmul"](a, b)


def test_answers_are_what_the_programs_do(asked: tuple[Path, Mapping[str, Any]]) -> None:
    """Changed lines, short matrices and counts, computed here without the sandbox."""
    checked = set()
    for student in ("24A0001", "24A0002", "24A0003", "24A0007"):
        for question in asked[1][student]["questions"]:
            found = GIVEN.search(question["text"])
            assert found, question
            a, b = (json.loads(each) for each in found.groups())
            text, lines = HANDED_IN[student], HANDED_IN[student].splitlines()
            if question["kind"] == "change":
                after = re.search(r"were `(.+?)` instead", question["text"])
                assert after
                old = lines[question["line"] - 1]
                lines[question["line"] - 1] = old.replace(old.strip(), after[1])
                text = "\n".join(lines)
            if question["kind"] == "count":
                assert question["answer"] == f"{len(a) ** 3} times."
            elif question["kind"] in {"change", "input"}:
                try:
                    expected = f"`{_run(text, a, b)}`"
                except Exception as error:  # noqa: BLE001  the answer names it
                    expected = type(error).__name__
                assert expected in question["answer"], question
            checked.add(question["kind"])
    assert {"trace", "change", "count"} <= checked


def test_an_element_is_what_stands_there_then(asked: tuple[Path, Mapping[str, Any]]) -> None:
    """The partial sums of an element, as the line that adds them up runs."""
    for student in ("24A0001", "24A0003"):
        (question,) = (q for q in asked[1][student]["questions"] if q["kind"] == "trace")
        a, b = (json.loads(each) for each in GIVEN.search(question["text"]).groups())  # type: ignore[union-attr]
        times = int(re.search(r"right after run (\d+) of", question["text"])[1])  # type: ignore[index]
        n = len(a)
        runs = [(i, j, k) for i in range(n) for j in range(n) for k in range(n)][:times]
        rows = [[0] * n for _ in range(n)] if student == "24A0001" else [[0] * n] * n
        for i, j, k in runs:
            rows[i][j] += a[i][k] * b[k][j]
        element = re.search(r"`c\[(\d)\]\[(\d)\]` is (-?\d+)", question["answer"])
        assert element
        assert rows[int(element[1])][int(element[2])] == int(element[3])


def test_questions_differ_and_come_again(asked: tuple[Path, Mapping[str, Any]]) -> None:
    """No two students get one set, and each gets the same again."""
    out, first = asked
    sets = [json.dumps(each["questions"]) for each in first.values() if each["questions"]]
    assert len(set(sets)) == len(sets)
    words = ["kadai1", "--course", str(ROOT), "-o", str(out)]
    again = _ask([*words, "--student", "24A0001"])
    assert again["24A0001"] == first["24A0001"]
    assert list(again) == ["24A0001"]
    (out / "questions" / "exams.json").unlink()
    assert _ask([*words, "--student", "24A0003"])["24A0003"] == first["24A0003"]


def test_nothing_is_asked_that_could_not_be_executed(
    asked: tuple[Path, Mapping[str, Any]],
) -> None:
    """Endless programs and texts that are no Python get nothing; who could lie is not traced."""
    for student in ("24A0005", "24A0008"):
        assert asked[1][student]["questions"] == []
        assert asked[1][student]["none"]
    kinds = {question["kind"] for question in asked[1]["24A0006"]["questions"]}
    assert kinds.isdisjoint({"trace", "count"})
    (script,) = {question["kind"] for question in asked[1]["24A0004"]["questions"]}
    assert script == "mistake"


def test_why_nothing_is_asked_is_told(asked: tuple[Path, Mapping[str, Any]]) -> None:
    """Each reason is its own, and quizzes without a question are not written."""
    out, exams = asked
    assert "does not return" in exams["24A0005"]["none"]
    for student in ("24A0008", "24A0012"):  # no Python; an import that is not allowed
        assert "was not run" in exams[student]["none"]
    _ask(["kadai1", "--course", str(ROOT), "-o", str(out), "--student", "24A0005"])
    assert (out / "questions" / "questions-24A0005.html").is_file()
    assert not (out / "questions" / "questions-24A0005.gift.txt").exists()
    assert not (out / "questions" / "questions-24A0005.qti.zip").exists()


def test_nothing_is_asked_while_a_grader_writes(
    asked: tuple[Path, Mapping[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    """What it has not stored yet would make other questions about the same files."""
    words = ["questions", "kadai1", "--course", str(ROOT), "-o", str(asked[0]), "--lang", "en"]
    with open_store(asked[0], "kadai1"):
        assert run([*words, "--student", "24A0008"]) != 0
    assert "another grader is writing" in capsys.readouterr().err


def test_hostile_programs_get_no_wrong_answer(asked: tuple[Path, Mapping[str, Any]]) -> None:
    """Programs that change themselves, wait while traced, or answer otherwise each time."""
    out, exams = asked
    changes, slow, varies = (exams[f"24A00{number}"]["questions"] for number in (10, 11, 12))
    assert {each["kind"] for each in slow}.isdisjoint({"trace", "count"})
    assert varies == []
    for question in (*changes, *slow):
        found = GIVEN.search(question["text"])
        assert found, question
        a, b = (json.loads(each) for each in found.groups())
        if question["kind"] == "mistake":
            assert f"`{_run(LOOPS, a, b)}`" in question["text"]
        elif question["kind"] == "count":
            assert question["answer"] == f"{len(a) ** 3} times."
    left = sorted(path.name for path in (out / "questions").iterdir() if path.is_file())
    assert all(re.match(r"(questions|answers|key)[.-]|exams\.json", name) for name in left), left


def test_what_a_call_fills_is_told(asked: tuple[Path, Mapping[str, Any]]) -> None:
    """What c and n are, beside the matrices."""
    questions = asked[1]["24A0013"]["questions"]
    assert questions
    for question in questions:
        if "matmul(a, b, c, n)" in question["text"]:
            assert "; c = [[0, 0], [0, 0]]; n = 2`" in question["text"]
    assert any("; n = 2`" in question["text"] for question in questions)


def test_why_an_input_does_not_fit_is_told(asked: tuple[Path, Mapping[str, Any]]) -> None:
    """The line, what Python says, and the shapes."""
    inputs = [
        question
        for exam in asked[1].values()
        for question in exam["questions"]
        if question["kind"] == "input"
    ]
    assert inputs
    for question in inputs:
        assert "b: 1×2" in question["answer"]
        if "raises" in question["answer"]:
            assert "Python says" in question["answer"]


def test_a_program_that_looks_at_its_variables_is_not_traced(
    asked: tuple[Path, Mapping[str, Any]],
) -> None:
    """Tracing writes the variables into what `locals()` gave: elements were others then."""
    kinds = {question["kind"] for question in asked[1]["24A0014"]["questions"]}
    assert "change" in kinds
    assert kinds.isdisjoint({"trace", "count"})


def test_no_answer_stands_in_another_question(asked: tuple[Path, Mapping[str, Any]]) -> None:
    """What is traced is on the way to a result; a mistake's right result is of other inputs."""
    traces = 0
    for student, exam in asked[1].items():
        given: dict[str, set[str]] = {}
        for question in exam["questions"]:
            found = GIVEN.search(question["text"])
            assert found
            given.setdefault(question["kind"], set()).add(found[0])
            if question["kind"] == "trace" and student == "24A0001":
                a, b = (json.loads(each) for each in found.groups())
                value = int(question["answer"].rpartition(" is ")[2].rstrip("."))
                assert value not in [number for row in _run(LOOPS, a, b) for number in row]
                traces += 1
        assert given.pop("mistake", set()).isdisjoint(set().union(*given.values()))
    assert traces


def test_the_function_that_holds_a_line_is_printed_first(
    asked: tuple[Path, Mapping[str, Any]],
) -> None:
    """Not the one that was graded and only calls it. Comments are no part of a question."""
    out, exams = asked
    page = (out / "questions" / "questions.html").read_text("utf-8")
    (own,) = re.findall(r"24A0015</h1>.*?</section>", page, re.DOTALL)
    first = re.search(r"<h2><code>(\w+)</code></h2>", own)
    lines = [each["line"] for each in exams["24A0015"]["questions"] if each["line"]]
    assert lines
    assert first
    assert first[1] == "product"
    for question in exams["24A0015"]["questions"]:
        assert "#" not in question["text"]
        assert question["text"].count("`") % 2 == 0
        assert not question["line"] or f">{question['line']:3d}</i>" in own


ARRAYS = """\
import numpy as np


def matmul_numpy(a, b):
    return a @ b
"""


def test_a_call_can_be_pasted_as_it_is_asked(tmp_path: Path) -> None:
    """Arrays are given as arrays: with lists, Python says something else."""
    import numpy as np

    (tmp_path / "in" / "24A0001").mkdir(parents=True)
    (tmp_path / "in" / "24A0001" / "kadai2.py").write_text(ARRAYS, encoding="utf-8")
    words = ["kadai2", "--course", str(ROOT), "-o", str(tmp_path / "out")]
    given = [words[0], str(tmp_path / "in"), *words[1:]]
    assert run(["grade", *given, "--no-timing", "--device", "cpu"]) == 0
    exam = _ask([*words, "--device", "cpu"])["24A0001"]
    (question,) = (each for each in exam["questions"] if each["kind"] == "input")
    call, inputs = re.findall("`([^`]+)`", question["text"])[:2]
    space: dict[str, Any] = {"np": np}
    exec(ARRAYS, space)
    exec(inputs, space)
    assert isinstance(space["a"], np.ndarray)
    with pytest.raises(ValueError, match="matmul"):
        eval(call, space)
    assert "raises ValueError" in question["answer"]


def test_a_program_is_asked_about_under_its_python(tmp_path: Path) -> None:
    """What only a newer Python than ours can load is run by that one, here as in grading."""
    python("3.12")
    newer = f"type Matrix = list[list[float]]\n{LOOPS}"
    course = write_course(tmp_path, '["3.12"]', {"24A0001": newer})
    words = ["kadai1", "--course", str(course), "-o", str(tmp_path / "out")]
    given = [words[0], str(course / "class"), *words[1:]]
    assert run(["grade", *given, "--no-timing"]) == 0
    exam = _ask(words)["24A0001"]
    kinds = {question["kind"] for question in exam["questions"]}
    assert {"input", "mistake"} <= kinds
    assert kinds.isdisjoint({"trace", "count", "change"})
    assert "newer" in exam["remarks"][0]


def test_pages_are_for_students_and_for_who_asks(
    asked: tuple[Path, Mapping[str, Any]],
) -> None:
    """No answer stands on the students' page, each on the other one, and in GIFT."""
    out, exams = asked
    written = [path for path in (out / "questions").iterdir() if path.suffix != ".zip"]
    pages = {path.name: path.read_text("utf-8") for path in written}
    assert {"questions.html", "answers.html", "questions.gift.txt"} <= set(pages)
    for exam in exams.values():
        for question in exam["questions"]:
            source = re.sub("`([^`]*)`", r"<code>\1</code>", question["source"])
            assert source in pages["answers.html"]
            assert source not in pages["questions.html"]
            assert not re.search(r"\{[a-z]\}", question["answer"]), question
    assert "$CATEGORY: kadai1/24A0001" in pages["questions.gift.txt"]
    assert (out / "questions").stat().st_mode & 0o077 == 0


def test_the_page_shows_what_is_asked_about(asked: tuple[Path, Mapping[str, Any]]) -> None:
    """The function of a notebook's later cell, called as it is called; the loops of a script."""
    out, exams = asked
    page = (out / "questions" / "questions.html").read_text("utf-8")
    assert "def seki(a, b, n):" in page
    assert "matplotlib inline" not in page
    (change,) = (q for q in exams["24A0009"]["questions"] if q["kind"] == "change")
    assert "`seki(a, b, n)`" in change["text"]
    (script,) = re.findall(r"24A0004</h1>.*?</pre>", page, re.DOTALL)
    assert script.count("range(n)") == 3
    assert "lifted" not in page


def test_a_link_in_place_of_the_folder_is_not_written_through(
    asked: tuple[Path, Mapping[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As everywhere in a results folder. Who is named twice is in a file's name once."""
    out = asked[0]
    many = [word for _ in range(40) for word in ("--student", "24A0008")]
    many += ["--student", "24A0005"]
    (out / "questions").rename(out / "kept")
    (out / "questions").symlink_to(tmp_path)
    words = ["questions", "kadai1", "--course", str(ROOT), "-o", str(out), "--lang", "en"]
    try:
        assert run([*words, "--student", "24A0008"]) != 0
        assert "is a link" in capsys.readouterr().err
        assert list(tmp_path.iterdir()) == []
    finally:
        (out / "questions").unlink()
        (out / "kept").rename(out / "questions")
    assert run([*words, *many]) == 0
    assert (out / "questions" / "questions-24A0008-24A0005.html").is_file()


def test_program_text_is_no_markup_of_moodle() -> None:
    """Moodle does not clean the text of a question; a question is one line, whatever is in it."""
    evil = "<script>`\r$CATEGORY: x\n::y:: {}"
    question = OralQuestion(
        kind="input",
        exercise="matmul",
        text=LazyText("oral.raises", {"error": evil, "line": 1}),
        answer=LazyText("oral.raises", {"error": evil, "line": 1}),
        source=LazyText("oral.from_call"),
        teaches=LazyText("oral.teaches.input"),
    )
    assignment = load_assignment(load_course(ROOT), "kadai1")
    exam = OralExam(student="24A0001", questions=(question,))
    kept = keep(exam, "", 0, load_bilingual())
    written = gift([kept], assignment, load_wording("en"))
    category, _, text, answer, end = written.splitlines()
    assert category == "$CATEGORY: kadai1/24A0001"
    assert text.startswith("::kadai1 1::[plain]")
    assert answer.startswith("####[plain]")
    assert end == "}"


def test_lines_that_run_in_parts_are_not_counted() -> None:
    """A loop in one line runs as often as Python's tracing says; a long statement more often."""
    text = """\
def matmul(a, b):
    for row in a: total = 0
    long = (total +
            len(a))
    for row in range(
        2): total = 1
    total += 1
    return [
        total
    ]
"""
    assert read([text, "matmul", 1])[1].simple == {7}


def test_blind_copies_name_nobody(
    asked: tuple[Path, Mapping[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Not in the pages, their names or what is said; the key list says whose each code is."""
    out = asked[0]
    words = ["questions", "kadai1", "--course", str(ROOT), "-o", str(out), "--lang", "en"]
    capsys.readouterr()
    assert run([*words, "--blind", "--student", "24A0001", "--student", "24A0008"]) == 0
    assert "24A000" not in capsys.readouterr().out.replace(str(out), "")
    written = [path for path in (out / "questions").iterdir() if "-blind-" in path.name]
    assert len(written) == 5
    for path in written:
        assert "24A000" not in path.name
        if path.suffix != ".zip":
            assert ("24A0001" in path.read_text("utf-8")) == path.name.startswith("key-")


def test_who_is_not_there_is_named(
    asked: tuple[Path, Mapping[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence, and exit code 2."""
    words = ["kadai1", "--course", str(ROOT), "-o", str(asked[0]), "--student", "24A9999"]
    assert run(["questions", *words, "--lang", "en"]) == 2
    assert "24A9999" in capsys.readouterr().err


def test_asking_ends_when_there_is_enough() -> None:
    """Exercises after the second with enough kinds are not asked: each question costs processes."""

    def asks(exercise: str, *kinds: str) -> Iterator[OralQuestion]:
        for kind in kinds:
            text = LazyText("oral.from_call")
            yield OralQuestion(
                kind=kind, exercise=exercise, text=text, answer=text, source=text, teaches=text
            )

    def never() -> Iterator[OralQuestion]:
        raise AssertionError
        yield

    found = enough_of([asks("a", "trace", "count"), asks("b", "change"), never()], 3)
    assert [each.kind for each in found] == ["trace", "count", "change"]
    found = enough_of([asks("a", "trace", "count", "input"), asks("b", "change"), never()], 3)
    assert len(found) == 4
    with pytest.raises(AssertionError):
        enough_of([asks("a", "trace"), asks("b", "trace"), never()], 2)
