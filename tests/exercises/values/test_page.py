"""The pages on exercises of values, and the table of forms, are true to the letter."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import convert

from grader.course import load_course
from grader.course.loading import document_problems
from grader.exercises.values.comparing import difference
from grader.exercises.values.questions import UnfitTest, literal_of, read_step
from grader.exercises.values.record import Outcome
from grader.exercises.values.table import ValuesTable
from tests.one_cpu import run
from tests.tree import ROOT

PAGES = {language: ROOT / "docs" / language / "values.md" for language in ("ja", "en")}
FENCED = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
EXAMPLE = re.compile(r"^\| [^`|]+ \| `(.+)` \|$", flags=re.MULTILINE)
FORM = re.compile(r"^\| [^|]+ \| (`.+`) \| .+ \|$", flags=re.MULTILINE)
ROW = re.compile(r"^\| (`.*) \|$", flags=re.MULTILINE)
VERDICTS = {
    "right": None,
    "正しい": None,
    "wrong": Outcome.WRONG,
    "違う": Outcome.WRONG,
    "wrong type": Outcome.TYPE,
    "型が違う": Outcome.TYPE,
}
COURSE = """\
title = { ja = "入門", en = "Introduction" }
zone = "Asia/Tokyo"
student_id = '\\d+'
"""
PLAIN = {"operation": "matmul", "backend": "python", "entry": "f", "id": "f"}
RUBRIC = """
[[rubric]]
id = "program"
title = { ja = "プログラム", en = "Program" }
points = 1
checks = ["RUN"]
"""


def blocks(language: str) -> list[tuple[str, str, str]]:
    """Every block of a page: its language, the file that it is, its text."""
    return FENCED.findall(PAGES[language].read_text(encoding="utf-8"))


def files() -> dict[str, str]:
    """The files of the page; where only an exercise is shown, with head and rubric of the first."""
    shown = {file: text for _, file, text in blocks("en") if file}
    first = shown["assignments/runs/assignment.toml"]
    head, rubric = first.split("[[exercise]]")[0], first[first.index("[[rubric]]") :]
    return {
        file: f"{head.replace('runs', file.split('/')[1])}{text}\n{rubric}"
        if text.startswith("[[exercise]]")
        else text
        for file, text in shown.items()
    }


ASSIGNMENTS = sorted({file.split("/")[1] for file in files() if file.startswith("assignments/")})
RIGHT = sorted(file for file in files() if re.search(r"right/\w+\.py$", file))


def wrong(language: str) -> Iterator[tuple[str, str]]:
    """Programs with what a sheet says of them: the text block that comes next."""
    last = ""
    for kind, file, text in blocks(language):
        if "wrong/" in file and file.endswith(".py"):
            last = file
        elif kind == "text":
            yield last, text


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course that holds what the page has one type in."""
    root = tmp_path_factory.mktemp("course")
    for file, text in {"course.toml": COURSE, **files()}.items():
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(text, encoding="utf-8")
    return root


@pytest.fixture(autouse=True)
def inside(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands are typed in the course's folder."""
    monkeypatch.chdir(course)


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_assignments_are_proved(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`grader verify` says that all is as expected."""
    code = run(["verify", name, "--lang", "en"])
    said = capsys.readouterr()
    assert f"{name}: everything is as expected." in said.out, said.out + said.err
    assert code == 0


@pytest.mark.parametrize("file", RIGHT)
def test_right_programs_pass(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is to be fixed in a program that the page calls right."""
    code = run(["check", Path(file).stem, file, "--lang", "en"])
    said = capsys.readouterr().out
    assert code == 0, said
    assert "note" not in said


@pytest.mark.parametrize(
    ("language", "file", "sentences"),
    [(language, *shown) for language in PAGES for shown in wrong(language)],
)
def test_wrong_programs_are_told(
    language: str, file: str, sentences: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sheet says what the page says that it does."""
    code = run(["check", Path(file).stem, file, "--lang", language])
    said = capsys.readouterr().out
    assert code == 1, said
    for sentence in sentences.splitlines():
        assert sentence.removesuffix("。").removesuffix(".") in said


def test_commands_are_those_of_the_tests() -> None:
    """What the page has one type are verify and check, of what is tested here."""
    typed = [
        line.split() for kind, _, text in blocks("en") if kind == "sh" for line in text.splitlines()
    ]
    assert {tuple(words[:2]) for words in typed} == {("grader", "verify"), ("grader", "check")}
    assert {words[2] for words in typed} <= set(ASSIGNMENTS)


def test_both_languages_say_as_much() -> None:
    """Files, commands and tables of code are the same in both."""
    japanese, english = (
        [block for block in blocks(language) if block[0] != "text"] for language in PAGES
    )
    assert japanese == english
    assert [row[:3] for row in rows("ja", 4)] == [row[:3] for row in rows("en", 4)]


def rows(language: str, columns: int) -> list[list[str]]:
    """The rows of a table that begin with code."""
    found = [
        [cell.strip() for cell in row.split(" | ")]
        for row in ROW.findall(PAGES[language].read_text(encoding="utf-8").replace("| |", "|  |"))
    ]
    return [row for row in found if len(row) == columns]


@pytest.mark.parametrize(
    ("expected", "got", "setting", "verdict"),
    [row for language in PAGES for row in rows(language, 4)],
)
def test_values_are_equal_as_the_page_says(
    expected: str, got: str, setting: str, verdict: str
) -> None:
    """Every row of the table is what comparing gives."""
    rule = convert(tomllib.loads(setting.strip("`")), ValuesTable)
    found = difference(literal_of(expected.strip("`")), literal_of(got.strip("`")), rule)
    assert (found and found.outcome) == VERDICTS[verdict]


@pytest.mark.parametrize(
    "test", EXAMPLE.findall(PAGES["en"].read_text(encoding="utf-8").split("\n## ")[2])
)
def test_tests_may_hold_what_the_page_says(test: str) -> None:
    """Each example is a test with its answer, or one that compares two things."""
    assert read_step(test).is_asked


@pytest.mark.parametrize(
    "test", ["f(1)[1:]", "[f(x) for x in (1, 2)]", "lambda: 1", "f(f'{1}')", "f(1) and f(2)"]
)
def test_tests_may_not_hold_the_rest(test: str) -> None:
    """What the page excludes is refused."""
    with pytest.raises(UnfitTest):
        read_step(test)


@pytest.mark.parametrize("language", PAGES)
def test_forms_of_exercises_are_accepted(language: str) -> None:
    """The table of what can be asked shows lines that assignment.toml may hold."""
    page = PAGES[language].with_name("assignments.md").read_text(encoding="utf-8")
    forms = FORM.findall(page.split("\n## ")[1])
    assert len(forms) == 9
    for form in forms:
        lines = [line.strip("`") for line in form.split("<br>")]
        shown = tomllib.loads("\n".join(lines))
        rest = [f'{key} = "{value}"' for key, value in PLAIN.items() if key not in shown]
        ending = "c" if shown.get("backend") == "c" else "py"
        text = "\n".join([head(f"f.{ending}"), *lines, *rest, RUBRIC])
        assert not document_problems(text, load_course(ROOT), "new", ["matmul"]), text


def head(source: str) -> str:
    """What stands before the exercise."""
    return (
        f'id = "new"\nsource = "{source}"\ndue = 2030-01-01T00:00:00+09:00\n'
        'title = { ja = "課題", en = "Assignment" }\n[[exercise]]'
    )
