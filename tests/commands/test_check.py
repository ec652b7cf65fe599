"""`grader check` tells a student what is wrong, and never speaks of points."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.batch.classes import FORBIDDEN, RIGHT, TRANSPOSED
from tests.commands.conftest import Say
from tests.tree import ROOT


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A file outside the course."""
    path = tmp_path / "mine" / "kadai1.py"
    path.parent.mkdir()
    return path


def test_right_program(course: Path, say: Say, program: Path) -> None:
    """Exit code 0, nothing was found in the program, and the report was not looked at."""
    program.write_text(RIGHT, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert said.code == 0, said.out + said.err
    assert "Nothing to fix was found in the program." in said.out
    assert "No report was given" in said.out
    assert f"grader check kadai1 {program} report.docx" in said.out
    assert "レポートが指定されていないので" in say("check", "kadai1", program, "--lang", "ja").out
    spaced = program.rename(program.with_name("kadai1 (2).py"))
    told = say("check", "kadai1", spaced, "--lang", "en").out
    assert f'grader check kadai1 "{spaced}" report.docx' in told


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("text", [TRANSPOSED, FORBIDDEN], ids=["transposed", "forbidden"])
def test_wrong_program(course: Path, say: Say, program: Path, text: str, lang: str) -> None:
    """Exit code 1; each failed check with its sentence, in both languages; no points."""
    program.write_text(text, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", lang)
    assert said.code == 1
    assert ("[COR002 " if text == TRANSPOSED else "[POL001 ") in said.out
    assert "{" not in said.out
    assert "/8" not in said.out


def test_line_of_the_program_is_shown(course: Path, say: Say, program: Path) -> None:
    """A finding with a place shows the line and its number."""
    program.write_text(FORBIDDEN, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert "    1 | import numpy\n          |        ^^^^^\n" in said.out
    program.write_text(RIGHT.replace("c[i][j] +=", "c[i][jj] +="), encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    line = "                c[i][jj] += a[i][k] * b[k][j]"
    assert f"    7 | {line}\n          | {'':21}^^\n" in said.out


def test_an_invisible_blank_is_shown(course: Path, say: Say, program: Path) -> None:
    """A full-width blank that Python does not know is a box, with a mark below it."""
    program.write_text("def matmul(a, b):\n\u3000\u3000return a\n", encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "ja")
    assert "2 | □□return a\n" in said.out
    assert "^" in said.out


@pytest.mark.parametrize(("lang", "green"), [("ja", "合格した検査"), ("en", "Checks passed")])
def test_nothing_is_green_where_a_file_does_not_parse(
    course: Path, say: Say, program: Path, lang: str, green: str
) -> None:
    """The checks that pass nevertheless say nothing about the program."""
    program.write_text("def matmul(a, b)\n    return a\n", encoding="utf-8")
    assert green not in say("check", "kadai1", program, "--lang", lang).out


def test_what_follows_from_a_mistake_is_told_below_it(
    course: Path, say: Say, program: Path
) -> None:
    """A mistake with a name is one thing to mend; the example stays."""
    program.write_text(TRANSPOSED, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert "To fix: 1." in said.out
    assert "└ from the same cause: [COR001]" in said.out
    assert "[[19, 43], [22, 50]]" in said.out
    assert "grader explain COR002" in said.out


@pytest.mark.parametrize("name", ["kadai1", "kadai2", "optional1"])
def test_a_starter_is_not_written_yet(course: Path, say: Say, name: str) -> None:
    """One line says so, and nothing is said of exceptions."""
    (starter,) = (course / "assignments" / name / "starter").iterdir()
    said = say("check", name, starter, "--lang", "ja")
    assert said.code == 1
    (line,) = [one for one in said.out.splitlines() if "まだ書かれていません" in one]
    assert "matmul" in line
    assert "RUN003" not in said.out
    assert len(said.out.splitlines()) < 12


def test_functions_that_are_not_there_are_named_in_one_line(
    course: Path, say: Say, tmp_path: Path
) -> None:
    """Whoever has begun sees what there is, and what is to come."""
    program = tmp_path / "kadai2.py"
    program.write_text(RIGHT.replace("matmul", "matmul_python"), encoding="utf-8")
    said = say("check", "kadai2", program, "--lang", "ja")
    (line,) = [one for one in said.out.splitlines() if "まだ書かれていない関数: m" in one]
    for missing in ("matmul_numpy", "conv_python", "conv_torch"):
        assert missing in line
    assert "matmul_python" not in line
    assert "○ matmul_python" in said.out
    assert "RUN002" not in said.out


def test_one_cause_for_several_functions_is_told_once(
    course: Path, say: Say, tmp_path: Path
) -> None:
    """An exception at the top of the file stops all of them."""
    program = tmp_path / "kadai2.py"
    both = RIGHT.replace("matmul", "matmul_python") + RIGHT.replace("matmul", "conv_python")
    program.write_text("from random import nothing\n" + both, encoding="utf-8")
    said = say("check", "kadai2", program, "--lang", "en")
    assert said.out.count("nothing") <= 3


def test_what_is_right_beside_a_forbidden_import_is_said(
    course: Path, say: Say, program: Path
) -> None:
    """It stays forbidden; the rest is information."""
    program.write_text("import random\n" + RIGHT, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert said.code == 1
    assert "[POL001 failed]" in said.out
    assert "Without the forbidden parts, all 15 other checks pass." in said.out
    program.write_text("import random\n" + TRANSPOSED, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "ja")
    assert "[COR002 参考: 不合格]" in said.out
    used = RIGHT.replace("    n = len(a)", "    n = int(floor(len(a)))")
    program.write_text("from math import floor\n" + used, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert "Without the forbidden parts" not in said.out
    assert "The forbidden `floor` is used in line 3." in said.out


NEED_IT = (
    "import numpy as np\ndef matmul(a, b):\n    return np.dot(a, b).tolist()\n",
    "def matmul(a, b):\n    import numpy\n    return numpy.dot(a, b).tolist()\n",
    "from numpy import *\ndef matmul(a, b):\n    return dot(a, b).tolist()\n",
)


@pytest.mark.parametrize("text", NEED_IT)
def test_of_what_computes_with_a_forbidden_library_nothing_more_is_said(
    course: Path, say: Say, program: Path, text: str
) -> None:
    """Behind the wall the library is absent: that it fails there is no second mistake."""
    program.write_text(text, encoding="utf-8")
    document = say("check", "kadai1", program, "--json").document
    failed = [one["check"] for one in document["findings"] if one["verdict"] == "failed"]
    assert failed == ["POL001"]
    assert not any("otherwise" in one for one in document["findings"])


def test_file_of_the_current_folder(
    course: Path, say: Say, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a file named, the assignment's own file here is checked; --course says which."""
    program.write_text(RIGHT, encoding="utf-8")
    monkeypatch.chdir(program.parent)
    assert say("check", "kadai1").code == 2  # no course around here
    assert say("check", "kadai1", "--course", course).code == 0


def test_in_a_course_the_file_alone_may_be_named(course: Path, say: Say, tmp_path: Path) -> None:
    """Its assignment is the one whose file is called so, wherever it lies."""
    program = tmp_path / "kadai1.py"
    program.write_text(RIGHT, encoding="utf-8")
    assert json.loads(say("check", program, "--json").out)["assignment"] == "kadai1"
    other = program.rename(tmp_path / "mine.py")
    assert say("check", other).code == 2


def test_no_file_here(course: Path, say: Say) -> None:
    """The sentence says what to type."""
    said = say("check", "kadai1")
    assert said.code == 2
    assert "there is no kadai1.py in this folder" in said.err
    assert "grader check kadai1 FILE" in said.err


def test_a_file_in_the_place_of_the_assignment(course: Path, say: Say, program: Path) -> None:
    """A file whose name tells no assignment is called a file, and the command is spelled out."""
    for name, quote in (("homework.py", ""), ("my homework.py", '"')):
        other = program.with_name(name)
        other.write_text(RIGHT, encoding="utf-8")
        said = say("check", other)
        assert said.code == 2
        assert f"{other} is a file" in said.err
        assert f"grader check ASSIGNMENT {quote}{other}{quote}\n" in said.err


def test_json(course: Path, say: Say, program: Path) -> None:
    """One document with the findings of a score sheet, without points and name."""
    program.write_text(TRANSPOSED, encoding="utf-8")
    said = say("check", "kadai1", program, "--json", "--lang", "en")
    assert said.code == 1
    assert said.document["schema"] == 1
    assert {"COR002"} <= {finding["check"] for finding in said.document["findings"]}
    assert not {"awards", "total", "max", "student"} & set(said.document)


def test_nothing_is_left_behind(course: Path, say: Say, program: Path) -> None:
    """Checking writes neither results nor anything beside the program."""
    program.write_text(RIGHT, encoding="utf-8")
    say("check", "kadai1", program)
    assert list(program.parent.iterdir()) == [program]
    assert not (course / "results").exists()


def test_a_report_is_shown_as_it_was_seen(course: Path, say: Say, tmp_path: Path) -> None:
    """Its outline before the findings, so that a student sees why a chapter was not found."""
    (tmp_path / "kadai1.py").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "report.docx").write_bytes(b"")
    files = (tmp_path / "kadai1.py", tmp_path / "report.docx")
    document = say("check", "kadai1", *files, "--json").document
    assert (document["report"]["file"], document["report"]["status"]) == ("report.docx", "empty")
    said = say("check", "kadai1", *files, "--lang", "ja")
    assert said.code == 1
    assert "`report.docx` は空です" in said.out
    assert "レポートが指定されていない" not in said.out


@pytest.fixture
def both(program: Path) -> Path:
    """A program with two mistakes of different kinds, in a line that is known."""
    program.write_text("import numpy\n" + TRANSPOSED, encoding="utf-8")
    return program


def test_annotations_for_github(
    course: Path, say: Say, both: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One workflow command for each place, with the file as it is called from here."""
    monkeypatch.chdir(both.parent.parent)
    said = say("check", "kadai1", "mine/kadai1.py", "--course", course, "--format", "github")
    assert said.code == 1
    errors = [line for line in said.out.splitlines() if line.startswith("::error file=mine/")]
    assert any("line=1:" in line for line in errors)
    assert all(line.startswith("::") for line in said.out.splitlines())


def test_sarif(course: Path, say: Say, both: Path) -> None:
    """A document with the failed check, its rule and its line."""
    said = say("check", "kadai1", both, "--format", "sarif", "--lang", "ja")
    assert said.document["version"] == "2.1.0"
    (run,) = said.document["runs"]
    (result,) = [one for one in run["results"] if one["level"] == "error"]
    assert result["ruleId"] == "POL001"
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} >= {"POL001"}


def test_junit(course: Path, say: Say, both: Path) -> None:
    """A testcase for each check; what was not made is skipped."""
    said = say("check", "kadai1", both, "--format", "junit")
    suite = ET.fromstring(said.out)
    cases = {case.get("name", "")[:6]: [each.tag for each in case] for case in suite}
    assert cases["POL001"] == ["failure"]
    assert cases["COR001"] == ["skipped"]
    assert cases["RUN001"] == []
    assert suite.get("failures") == "1"
    [failure] = suite.iter("failure")
    assert "kadai1.py" in (failure.text or "")


def test_starters_in_other_formats(course: Path, say: Say) -> None:
    """What is not written yet is one annotation for each function, at its line."""
    starter = course / "assignments" / "kadai1" / "starter" / "kadai1.py"
    said = say("check", "kadai1", starter, "--format", "github", "--lang", "en")
    (line,) = [one for one in said.out.splitlines() if one.startswith("::error ")]
    assert "Not written yet: matmul" in line
    assert "line=" in line


def test_what_lies_here_is_checked(
    course: Path, say: Say, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without an assignment, the files in the folder say which it is."""
    monkeypatch.chdir(program.parent)
    said = say("check", "--course", course, "--lang", "ja")
    assert said.code == 2
    assert "このフォルダに課題のファイルがありません" in said.err
    assert "kadai1 (kadai1.py)" in said.err
    program.write_text(RIGHT, encoding="utf-8")
    assert say("check", "--course", course).code == 0
    (program.parent / "report.docx").write_bytes(b"")
    said = say("check", "--course", course, "--lang", "en")
    assert "report.docx" in said.out
    assert said.code == 1


def test_several_assignments_here(
    course: Path, say: Say, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is checked in its turn; one document can only be of one."""
    monkeypatch.chdir(program.parent)
    program.write_text(RIGHT, encoding="utf-8")
    for name in ("convnet.py", "matmul.c"):
        (program.parent / name).write_text("", encoding="utf-8")
    said = say("check", "--course", course, "--lang", "en")
    assert said.code == 1
    assert "Assignment 1: Matrix product" in said.out
    assert "[RUN001 failed]" in said.out
    assert say("check", "--course", course, "--json").code == 2
    assert say("check", "--course", course, "--watch").code == 2
    assert say("check", "kadai1", "--course", course, "--watch", "--json").code == 2


def test_what_waits_for_one_decision_is_counted_below_it(
    course: Path, say: Say, program: Path
) -> None:
    """Of a function that nobody knows how to call, one finding is told."""
    program.write_text(RIGHT.replace("(a, b)", "(a, b, c, n, m)"), encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert said.out.count("needs review]") == 1
    assert "Checks waiting for this result: 8" in said.out
    assert "Checks that need review: 1 " in said.out


def test_where_the_file_as_a_whole_stops_is_said(course: Path, say: Say, tmp_path: Path) -> None:
    """A file of several exercises is read piece by piece; its author runs it from the top."""
    program = tmp_path / "kadai2.py"
    text = "import math\n\nhalf = math.sqr(4)\n" + RIGHT.replace("matmul", "matmul_python")
    program.write_text(text, encoding="utf-8")
    said = say("check", "kadai2", program, "--lang", "ja")
    assert "ファイル全体を実行すると、途中で止まりました: AttributeError" in said.out
    assert "    3 | half = math.sqr(4)\n" in said.out
    assert "○ matmul_python" in said.out


@pytest.mark.parametrize("below", ["print(matmul([[1]], [[2]]))\n", ""], ids=["called", "defined"])
@pytest.mark.parametrize(
    "imported", ["import matplotlib.pylot as plt", "from matplotlib.pyplot import polt, plot"]
)
def test_a_name_that_a_library_lacks_is_said(
    say: Say, program: Path, imported: str, below: str
) -> None:
    """The function is graded without a plot; at home the program stops at its first line."""
    program.write_text(f"{imported}\n{RIGHT}\n{below}", encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert "When the whole file was run, it stopped with: " in said.out
    assert f"    1 | {imported}\n" in said.out
    assert "Nothing to fix was found in the program." not in said.out
    assert "POL003" not in said.out


LEADING = {
    "for k in range(n):|for k in range(n + 1):": "`for k in range(n + 1)` (line 6)",
    "    return c|    print(matmul(a, b))\n    return c": "is called inside `matmul`",
    "    n = len(a)|    n = len(a)\n    a = np.array(a)": "but numpy cannot be used",
    "def matmul|from time import perfcounter\n\n\ndef matmul": "Did you mean `perf_counter`?",
    "len(a)|len(a)\n    a.appned([])": "Did you mean `append`?",
}


@pytest.mark.parametrize("change", LEADING)
def test_what_the_objects_of_an_exception_show_is_said(
    say: Say, program: Path, change: str
) -> None:
    """An index with its loop, a call of itself, a name without its import, a misspelt one."""
    old, new = change.split("|")
    program.write_text(RIGHT.replace(old, new, 1), encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert LEADING[change] in said.out
    assert said.code == 1


def test_what_two_exercises_are_told_alike_is_one_thing_to_fix(say: Say, tmp_path: Path) -> None:
    """A network that is run on the CPU and on the GPU."""
    pytest.importorskip("torch")
    program = tmp_path / "convnet.py"
    text = (ROOT / "assignments/convnet/starter/convnet.py").read_text(encoding="utf-8")
    begin = text[: text.index("class ")]
    program.write_text(
        f"{begin}class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.relu = nn.Relu()\n\n    def forward(self, x):\n        return self.relu(x)\n",
        encoding="utf-8",
    )
    said = say("check", "convnet", program, "--lang", "en")
    assert "Did you mean `ReLU`?" in said.out
    assert "To fix: 1." in said.out


def test_a_notebook_is_told_by_its_cells(course: Path, say: Say, program: Path) -> None:
    """With %%time and !pip, as Colab has them; the line is counted in its cell."""
    wrong = RIGHT.replace("[[0] * n for _ in range(n)]", "[[0] * n] * n")
    sources = ["!pip install numpy\nimport time", "%%time\n" + wrong]
    cells = [{"cell_type": "code", "source": source, "metadata": {}} for source in sources]
    notebook = program.with_suffix(".ipynb")
    notebook.write_text(json.dumps({"nbformat": 4, "cells": cells}), encoding="utf-8")
    said = say("check", "kadai1", notebook, "--lang", "en")
    assert "cell 2, line 4" in said.out
    assert "    4 |     c = [[0] * n] * n\n" in said.out
    assert "INT004" not in said.out
    said = say("check", "kadai1", notebook, "--format", "github", "--lang", "en")
    (line,) = [one for one in said.out.splitlines() if "COR002" in one]
    assert "line=" not in line
    assert "cell 2, line 4" in line


def test_a_claim_is_laid_beside_a_quick_sweep(course: Path, say: Say, program: Path) -> None:
    """A report that says how the time grows is compared with times of this machine, and no more."""
    program.write_text(RIGHT, encoding="utf-8")
    report = ROOT / "submissions" / "demo" / "kadai1" / "24A1210" / "report.docx"
    document = say("check", "kadai1", program, report, "--json").document
    found = {one["check"]: one for one in document["findings"]}
    assert {found[code]["verdict"] for code in ("TIM001", "TIM003", "TIM004")} == {"skipped"}
    if "unsettled" in found["REP012"]["params"]:
        pytest.skip("too much else runs here to tell how the time grows")
    assert "measured" in found["REP012"]["params"]
    for _ in range(3):
        said = say("check", "kadai1", program, report, "--lang", "ja")
        if "このコンピュータで数秒だけ時間を測りました" in said.out:
            return
    raise AssertionError(said.out)


@pytest.mark.parametrize(
    ("lang", "waits", "fix"),
    [
        ("ja", "「REP003 章立て」を待っている検査: 1 件", "先に直すところ"),
        ("en", "wait for REP003 (chapters), which a TA decides: 1", "fixed first"),
    ],
)
def test_what_waits_for_a_person_has_nothing_to_fix(
    course: Path, say: Say, program: Path, lang: str, waits: str, fix: str
) -> None:
    """The undecided check is named, by its code and title; what failed still is to be fixed."""
    program.write_text(RIGHT, encoding="utf-8")
    report = ROOT / "submissions" / "demo" / "kadai1" / "24A1206" / "report.docx"
    out = say("check", "kadai1", program, report, "--lang", lang).out
    assert waits in out
    assert fix not in out
    program.write_text(RIGHT.replace("return", "return None and"), encoding="utf-8")
    assert fix in say("check", "kadai1", program, "--lang", lang).out


@pytest.mark.parametrize(("lang", "words"), [("ja", "見比べてください"), ("en", "Compare them")])
def test_a_graph_is_left_to_the_eye(
    course: Path, say: Say, program: Path, lang: str, words: str
) -> None:
    """Its lines are not read: the figures are named, and the times that were measured here."""
    program.write_text(RIGHT, encoding="utf-8")
    report = ROOT / "submissions" / "demo" / "kadai1" / "24A1201" / "report.docx"
    lines = say("check", "kadai1", program, report, "--lang", lang).out.splitlines()
    (at,) = [index for index, line in enumerate(lines) if words in line]
    assert "図1" in lines[at]
    assert lines[at + 1].startswith("  matmul: n = ")


def test_a_fault_in_one_exercise_leaves_the_others_judged(
    course: Path, say: Say, program: Path
) -> None:
    """A reference that raises breaks the exercises that ask it, and nothing about the file."""
    reference = course / "reference" / "convolution.py"
    text = reference.read_text("utf-8")
    answer = "        return self.correlate(image, kernel)\n"
    assert text.count(answer) == 1
    raising = f"        if len(image) == 6:\n            raise RuntimeError('ours')\n{answer}"
    reference.write_text(text.replace(answer, raising), encoding="utf-8")
    path = program.with_name("kadai2.py")
    path.write_text(
        RIGHT.replace("matmul", "matmul_python") + "\ndef conv_python(x, w):\n    return 0\n",
        encoding="utf-8",
    )
    said = say("check", "kadai2", path, "--json")
    assert said.out, said.err
    found = {
        (finding["subject"], finding["check"]): finding["verdict"]
        for finding in json.loads(said.out)["findings"]
    }
    assert found["conv_python", "COR001"] == "broken"
    assert found["matmul_python", "COR001"] == "passed"
    assert {found[subject, check] for subject, check in found if not subject} == {"passed"}
