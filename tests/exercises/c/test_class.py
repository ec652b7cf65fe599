"""任意課題1 from the command line: its demo class, and a computer without gcc."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.conftest import Demo
from tests.one_cpu import run
from tests.tree import ROOT

EXAMPLES = ROOT / "assignments" / "optional1" / "examples"
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc here")


def asked(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Runs a command in the course; returns its exit code and what it said."""
    code = run([*words, "--course", str(ROOT)])
    return code, capsys.readouterr().out


def found(path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """The verdict of each check of one program."""
    _, said = asked("check", "optional1", str(path), "--json", capsys=capsys)
    return {one["check"]: one["verdict"] for one in json.loads(said)["findings"]}


@needs_gcc
@pytest.mark.repetition("make demo grades the class")
def test_the_demo_class(demo: Demo) -> None:
    """A right one, one with `main` only for a person, one that passes an edge, one with a BLAS."""
    out = demo.results("optional1")
    rows = (out / "grades.csv").read_text(encoding="utf-8-sig").splitlines()
    points = dict(line.split(",")[:2] for line in rows[1:])
    assert points == {"24A1251": "2", "24A1252": "", "24A1253": "0", "24A1254": "0"}
    page = (out / "sheets" / "24A1251.html").read_text(encoding="utf-8")
    assert "gcc" in page
    shown = (out / "sheets" / "24A1252.html").read_text(encoding="utf-8")
    assert "N=200 time=" in shown


@needs_gcc
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("matmul.c", "// 行列積\r\n".encode("cp932")),
        ("Matmul (1).C", "\ufeff// 行列積\n".encode()),
        ("24A1201_matmul.c", b"// plain\n"),
        ("kadai.c", "/* 表 */\n".encode("euc-jp")),
    ],
)
def test_files_as_people_save_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes
) -> None:
    """Any name, encoding and line ends of a single C file are read."""
    program = (EXAMPLES / "right-ikj" / "matmul.c").read_bytes()
    path = tmp_path / name
    path.write_bytes(content + program)
    verdicts = found(path, capsys)
    assert verdicts["RUN001"] == verdicts["COR001"] == "passed"


@needs_gcc
def test_a_header_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is handed in beside the program."""
    program = (EXAMPLES / "right-textbook" / "matmul.c").read_text(encoding="utf-8")
    (tmp_path / "own.h").write_text("#define ZERO 0.0\n", encoding="utf-8")
    path = tmp_path / "matmul.c"
    path.write_text('#include "own.h"\n' + program.replace("0.0", "ZERO"), encoding="utf-8")
    _, said = asked(
        "check", "optional1", str(path), str(tmp_path / "own.h"), "--json", capsys=capsys
    )
    verdicts = {one["check"]: one["verdict"] for one in json.loads(said)["findings"]}
    assert verdicts["COR001"] == "passed"


ADDS = """void matmul(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n * n; i++) c[i] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}
"""
CLEARED = re.compile(r"^.* = 0;\n", re.MULTILINE)


@needs_gcc
def test_adding_into_what_nobody_clears_is_for_a_person(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is right once, where c holds 0; one that clears c itself passes."""
    path = tmp_path / "matmul.c"
    path.write_text(CLEARED.sub("", ADDS), encoding="utf-8")
    assert found(path, capsys)["COR006"] == "undecided"
    path.write_text(ADDS, encoding="utf-8")
    assert set(found(path, capsys).values()) <= {"passed", "skipped"}


HALF_CLEARED = {
    "what is not a number": "if (c[i] != c[i]) c[i] = 0;",
    "what is negative or not a number": "c[i] = c[i] > 0 ? c[i] : 0;",
    "what is positive or not a number": "c[i] = c[i] < 0 ? c[i] : 0;",
}


@needs_gcc
@pytest.mark.parametrize("clears", HALF_CLEARED.values(), ids=HALF_CLEARED)
def test_clearing_only_some_of_it_is_for_a_person(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], clears: str
) -> None:
    """Memory may hold any number before."""
    path = tmp_path / "matmul.c"
    path.write_text(ADDS.replace("c[i] = 0;", clears, 1), encoding="utf-8")
    assert found(path, capsys)["COR006"] == "undecided"


LOOPS = """    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
"""
ARRAYS = "#define N 64\ndouble a[N][N], b[N][N], c[N][N];\n"
FIXED = "double a[N][N], double b[N][N], double c[N][N]"
ASKED = "int n, const double *a, const double *b, double *c"
SUM = "    for (int i = 0; i < n * n; i++) c[i] = a[i] + b[i];\n"
UNCALLABLE = {
    "main alone": (f"{ARRAYS}int main(void) {{\n{LOOPS}}}\n", "nothing that could be called"),
    "arrays of the program's own": (f"{ARRAYS}void matmul(void) {{\n{LOOPS}}}\n", "matmul()"),
    "a fixed size": (
        f"#define N 64\nvoid matmul({FIXED}) {{\n{LOOPS}}}\n",
        "matmul(a, b, c): has no argument for the size",
    ),
    "a fixed size, without a product": (
        f"#define N 64\nvoid matmul({FIXED}) {{ c[0][0] = a[0][0] + b[0][0]; }}\n",
        "matmul(a, b, c): has no argument for the size",
    ),
    "a fixed size, beside a sum": (
        f"#define N 64\nvoid matmul({FIXED}) {{\n{LOOPS}}}\nvoid mm({ASKED}) {{\n{SUM}}}\n",
        "`mm` was tried",
    ),
}


@needs_gcc
@pytest.mark.parametrize(("text", "says"), UNCALLABLE.values(), ids=UNCALLABLE.keys())
def test_what_is_no_function_of_two_matrices_is_for_a_person(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    """It is never called wrong, and the sentence says what was found."""
    path = tmp_path / "matmul.c"
    path.write_text(text, encoding="utf-8")
    words = ("check", "optional1", str(path), "--json", "--lang", "en")
    _, said = asked(*words, capsys=capsys)
    findings = json.loads(said)["findings"]
    assert "failed" not in {each["verdict"] for each in findings}
    (entry,) = (each for each in findings if each["check"] == "RUN002")
    assert entry["verdict"] == "undecided"
    assert says in entry["message"]
    assert "a TA will check" in entry["message"].replace("A TA", "a TA")


VISUAL_STUDIO = """#define _CRT_SECURE_NO_WARNINGS
#include "stdafx.h"
#include <stdio.h>
#include <conio.h>
#pragma warning(disable : 4996)
/* main() { */
__declspec(dllexport) void __cdecl matmul(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (__int64 k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

int _tmain(int argc, _TCHAR* argv[])
{
    int n;
    scanf_s("%d", &n);
    printf("}%d\\n", n);
    _getch();
    return '}';
}
"""
PLAIN = (
    VISUAL_STUDIO.replace('#include "stdafx.h"\n', "")
    .replace("#include <conio.h>\n", "")
    .replace("__declspec(dllexport) void __cdecl", "void")
    .replace("__int64", "int")
    .replace("_tmain(int argc, _TCHAR* argv[])", "main(void)")
    .replace("    _getch();\n", "")
)
ELSEWHERE = {
    "Visual Studio's": (VISUAL_STUDIO, "passed", "passed"),
    "scanf_s alone": (PLAIN, "passed", "passed"),
    "a function waits for a key": (
        PLAIN.replace("double s = 0", "_getch(); double s = 0"),
        "undecided",
        "undecided",
    ),
    "a clock of Windows": (
        "#include <windows.h>\nLARGE_INTEGER begin;\n" + PLAIN,
        "undecided",
        "undecided",
    ),
    "main sleeps as Windows does": (
        "#include <windows.h>\n" + PLAIN.replace('scanf_s("%d", &n)', "Sleep(n = 1)"),
        "passed",
        "passed",
    ),
    "a function sleeps as Windows does": (
        "#include <windows.h>\n" + PLAIN.replace("double s = 0", "Sleep(0); double s = 0"),
        "undecided",
        "undecided",
    ),
    "a mistake": (VISUAL_STUDIO.replace("c[i * n + j] = s", "c[i * n + j] = s + 1"), "", "failed"),
    "a header that is nowhere": (PLAIN.replace("stdio.h", "stdoi.h"), "failed", ""),
    "a header of one's own": (PLAIN.replace("stdio.h", "matrix.h"), "failed", ""),
    "a mistake in main": (PLAIN.replace('scanf_s("%d", &n);', 'scanf("%d", &n)'), "failed", ""),
}


@needs_gcc
@pytest.mark.parametrize(("text", "compiled", "right"), ELSEWHERE.values(), ids=ELSEWHERE.keys())
def test_what_only_another_compiler_has_is_nobodys_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, compiled: str, right: str
) -> None:
    """The function is graded without it, or a person looks; a real mistake stays one."""
    path = tmp_path / "matmul.c"
    path.write_text(text, encoding="utf-8")
    verdicts = found(path, capsys)
    assert verdicts["RUN001"] == (compiled or "passed")
    assert verdicts["COR001"] == (right or "skipped")
    assert ("failed" in verdicts.values()) is ("failed" in {compiled, right})


@needs_gcc
def test_a_forgotten_function_is_not_another_compilers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its name is not one that only another compiler has."""
    path = tmp_path / "matmul.c"
    path.write_text(PLAIN.replace("scanf_s", "read_size"), encoding="utf-8")
    assert found(path, capsys)["RUN003"] == "failed"


def test_python_is_not_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A Python file is no source of this assignment."""
    path = tmp_path / "matmul.py"
    path.write_text("def matmul(a, b): return a\n", encoding="utf-8")
    assert found(path, capsys)["INT002"] == "failed"


def test_without_what_reads_c_it_waits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And says what to install."""
    monkeypatch.setattr(
        "grader.sandbox.machine.capable.installed_versions", lambda names: {"tree_sitter": "0.26"}
    )
    monkeypatch.setattr("grader.exercises.c.compiling.compiler_version", lambda: "12.2.0")
    program = str(EXAMPLES / "right-ikj" / "matmul.c")
    _, said = asked("check", "optional1", program, "--json", capsys=capsys)
    findings = json.loads(said)["findings"]
    waiting = [one for one in findings if one["verdict"] == "waiting"]
    assert {"COR001", "POL001"} <= {one["check"] for one in waiting}
    assert all("`pip install tree-sitter-c`" in one["message"] for one in waiting)


def test_without_gcc_it_waits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And says for what."""
    monkeypatch.setattr("grader.exercises.c.compiling.compiler_version", lambda: None)
    _, said = asked(
        "check", "optional1", str(EXAMPLES / "right-ikj" / "matmul.c"), "--json", capsys=capsys
    )
    findings = json.loads(said)["findings"]
    waiting = [one for one in findings if one["verdict"] == "waiting"]
    assert {"COR001", "POL001"} <= {one["check"] for one in waiting}
    assert all(list(one["params"]["needs"]) == ["gcc"] for one in waiting)


@needs_gcc
def test_a_starter_is_told_of_c(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing that only Python has is to be removed from it."""
    (starter,) = (ROOT / "assignments" / "optional1" / "starter").iterdir()
    _, said = asked("check", "optional1", str(starter), "--lang", "en", capsys=capsys)
    assert "Not written yet: matmul (write the body of the function)" in said
    assert "NotImplementedError" not in said


@needs_gcc
def test_a_full_width_character_behind_a_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The compiler takes it for a suffix; the lesson is that of any full-width character."""
    program = tmp_path / "matmul.c"
    program.write_text("void matmul(int n)\n{\n    double s = 0.0；\n}\n", encoding="utf-8")
    _, said = asked("check", "optional1", str(program), "--lang", "en", capsys=capsys)
    assert "there is a full-width or look-alike character: full-width ； (U+FF1B)" in said
