"""One class under every Python that is here, with programs that only some of them can read."""

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.model.machine import OWN_VERSION
from tests.conftest import Once
from tests.one_cpu import run
from tests.pythons.pythons import OTHERS, VERSIONS, each_other, python
from tests.tree import ROOT

RIGHT = """\
def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c
"""
PLOTS = """
import time
import matplotlib.pyplot as plt

if __name__ == "__main__":
    sizes, seconds = [1, 2, 3], []
    for n in sizes:
        start = time.perf_counter()
        matmul([[1.0] * n] * n, [[1.0] * n] * n)
        seconds.append(time.perf_counter() - start)
    fig, (left, right) = plt.subplots(1, 2)
    line, = left.plot(sizes, seconds)
    plt.show()
"""
SCRIPT = """\
a = [[1, 2], [3, 4]]
b = [[5, 6], [7, 8]]
c = [[0, 0], [0, 0]]
for i in range(2):
    for j in range(2):
        for k in range(2):
            c[i][j] += a[i][k] * b[k][j]
print(c)
"""
PROGRAMS: Mapping[str, tuple[str, float | None, str]] = {
    # student: program, points, and the check that says most of it
    "24A1201": (RIGHT, 4, ""),
    "24A1202": (RIGHT.replace("b[k][j]", "b[j][k]"), 0, "COR002 failed"),
    "24A1203": (f"import numpy\n{RIGHT}", 0, "POL001 failed"),
    "24A1204": ("def matmul(a, b):\n    return matmul(a, b)\n", 0, "RUN003 failed"),
    "24A1205": ("def matmul(a, b):\n    while True:\n        pass\n", 0, "RUN004 failed"),
    "24A1206": (RIGHT + PLOTS, 4, ""),
    "24A1207": (SCRIPT, 4, ""),
    "24A1208": ("def matmul(a, b):\n    return a[len(a)]\n", 0, "RUN003 failed"),
    "24A1209": ("def matmul(a, b)\n    return a\n", 0, "RUN001 failed"),
}
NEWER: Mapping[str, tuple[str, str]] = {
    # student: program, and the version that it needs
    "24A1212": (
        f'type Matrix = list[list[float]]\n{RIGHT}d = {{"n": 3}}\nprint(f"{{d["n"]}}")\n',
        "3.12",
    ),
    "24A1213": (f"def first[T = int](items: list[T]) -> T:\n    return items[0]\n{RIGHT}", "3.13"),
    "24A1214": (
        f"{RIGHT}\ndef f():\n    try:\n        pass\n    except A, B:\n        pass\n",
        "3.14",
    ),
}
Sheets = Mapping[str, dict[str, Any]]


EVERYBODY = {
    **{student: program for student, (program, _, _) in PROGRAMS.items()},
    **{student: program for student, (program, _) in NEWER.items()},
}


def write_course(root: Path, named: str, programs: Mapping[str, str] = EVERYBODY) -> Path:
    """Write a course whose kadai1 names Pythons, with short limits, and the class."""
    for name in ("course.toml", "reference"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, root / name)
    (root / "assignments").mkdir()
    shutil.copytree(ROOT / "assignments/kadai1", root / "assignments/kadai1")
    file = root / "assignments/kadai1/assignment.toml"
    text = file.read_text(encoding="utf-8")
    text = text.replace("call_seconds = 5", "call_seconds = 1").replace(
        "floats = [3, 7, 7, 33]", ""
    )
    file.write_text(f"python = {named}\n{text}", encoding="utf-8")
    for student, program in programs.items():
        (root / "class" / student).mkdir(parents=True)
        (root / "class" / student / "kadai1.py").write_text(program, encoding="utf-8")
    return root


def grade(root: Path) -> Sheets:
    """Grade the class; return its sheets by student."""
    words = [str(root / "class"), "--course", str(root), "--output", str(root / "out")]
    assert run(["grade", "kadai1", *words, "--no-timing", "--lang", "en"]) == 0
    sheets = (root / "out/sheets").glob("*.json")
    return {sheet.stem: json.loads(sheet.read_text(encoding="utf-8")) for sheet in sheets}


def points(sheet: Mapping[str, Any]) -> float | None:
    """Return what the program gets."""
    (award,) = (award for award in sheet["awards"] if award["criterion"] == "program")
    got: float | None = award["points"]
    return got


def said(sheet: Mapping[str, Any], check: str) -> Mapping[str, Any]:
    """Return what a check says."""
    found: Mapping[str, Any] = next(each for each in sheet["findings"] if each["check"] == check)
    return found


@pytest.fixture(scope="module")
def graded(once: Once) -> Callable[[str], Sheets]:
    """Grade the class once with the Pythons that an assignment names."""

    def ask(named: str) -> Sheets:
        name = "".join(letter for letter in named if letter.isalnum())
        root = once(f"pythons-{name}", lambda folder: _write_and_grade(folder, named))
        sheets: Sheets = json.loads((root / "sheets.json").read_text(encoding="utf-8"))
        return sheets

    return ask


def _write_and_grade(root: Path, named: str) -> None:
    sheets = grade(write_course(root, named))
    (root / "sheets.json").write_text(json.dumps(sheets), encoding="utf-8")


def agrees(sheets: Sheets, student: str) -> None:
    """Assert the points, and the check that says most of it."""
    _, right, check = PROGRAMS[student]
    code, _, verdict = check.partition(" ")
    assert points(sheets[student]) == right, student
    assert not code or said(sheets[student], code)["verdict"] == verdict, student


@each_other
def test_verdicts_are_the_same_under_another(version: str, graded: Callable[[str], Sheets]) -> None:
    """Right, wrong, forbidden, endless: whatever runs them; newer syntax goes to a person."""
    python(version)
    sheets = graded(f'"{version}"')
    for student in PROGRAMS:
        agrees(sheets, student)
        assert sheets[student]["machine"]["python"].startswith(f"{version}.")
        assert sheets[student]["machine"]["host_python"].startswith(f"{OWN_VERSION}.")
    for student, (_, needs) in NEWER.items():
        reads = needs <= version
        assert points(sheets[student]) == (4 if reads else None), (version, student)
        if not reads:
            unread = said(sheets[student], "RUN001")
            assert unread["verdict"] == "undecided"
            assert f"needs Python {needs} or newer" in unread["message"]
            assert f"run with Python {version} here" in unread["message"]


def test_side_by_side_each_runs_under_the_first_that_reads_it(
    graded: Callable[[str], Sheets],
) -> None:
    """Of a list."""
    for version in VERSIONS:
        python(version)
    sheets = graded(json.dumps(VERSIONS))
    for student in PROGRAMS:
        agrees(sheets, student)
    ran = {student: sheet["machine"]["python"][:4] for student, sheet in sheets.items()}
    assert (ran["24A1201"], ran["24A1212"], ran["24A1213"]) == VERSIONS
    assert sheets["24A1213"]["machine"]["unreadable_by"] == "3.11, 3.12"
    assert [points(sheets[student]) for student in NEWER] == [4, 4, None]
    assert "run with Python 3.11, 3.12, 3.13 here" in said(sheets["24A1214"], "RUN001")["message"]
    place = sheets["24A1213"]["exercises"][0]["place"]
    assert place["python"].startswith("3.13.")


@each_other
def test_a_page_names_the_python(version: str, once: Once, graded: Callable[[str], Sheets]) -> None:
    """In both languages, where it is not that of grader; elsewhere not."""
    python(version)
    graded(f'"{version}"')
    root = once(f"pythons-{version.replace('.', '')}", lambda _: None)
    page = (root / "out/sheets/24A1201.html").read_text(encoding="utf-8")
    assert f"The program was run with Python {version}." in page
    assert f"プログラムは Python {version}." in page


def test_what_holds_is_kept_and_what_waits_is_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A Python that is not here is waited for, with what to install, and nobody's mistake."""
    wanted = OTHERS[-1]
    python(wanted)
    root = write_course(tmp_path, json.dumps([OWN_VERSION, wanted]))
    for student in {*PROGRAMS, *NEWER} - {"24A1201", "24A1213", "24A1209"}:
        shutil.rmtree(root / "class" / student)
    with monkeypatch.context() as patch:
        patch.setattr("grader.sandbox.pythons._find", lambda version: None)
        sheets = grade(root)
        assert points(sheets["24A1201"]) == 4
        assert points(sheets["24A1209"]) == 0
        if wanted >= "3.13":
            waits = said(sheets["24A1213"], "RUN001")
            assert (waits["verdict"], points(sheets["24A1213"])) == ("waiting", None)
            assert waits["params"]["needs"] == [f"python{wanted}"]
            assert f"uv python install {wanted}" in capsys.readouterr().out
    sheets = grade(root)
    printed = capsys.readouterr().out
    assert points(sheets["24A1213"]) == 4
    assert "Graded: 1. Unchanged: 2" in printed
    with monkeypatch.context() as patch:
        patch.setattr("grader.sandbox.pythons._find", lambda version: None)
        assert points(grade(root)["24A1213"]) == 4
    assert "Graded: 0. Unchanged: 3" in capsys.readouterr().out


def test_a_student_without_that_python_checks_with_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And is told under which it is graded; newer syntax is no mistake."""
    monkeypatch.setattr("grader.sandbox.pythons._find", lambda version: None)
    root = write_course(tmp_path, f'["{OTHERS[-1]}"]')
    words = ["--course", str(root), "--lang", "en"]
    program = root / "class/24A1201/kadai1.py"
    assert run(["check", "kadai1", str(program), *words]) == 0
    printed = capsys.readouterr().out
    assert f"Graded with Python {OTHERS[-1]}, which was not found on this computer" in printed
    assert f"Checked here with Python {OWN_VERSION}." in printed
    newest = root / "class/24A1214/kadai1.py"
    assert run(["check", "kadai1", str(newest), *words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert said(document, "RUN001")["verdict"] == "undecided"
