"""What `grader check` tells ten students: what, where, what to do, and one cause once."""

from pathlib import Path

import pytest
from msgspec import Struct

from tests.batch.classes import RIGHT
from tests.commands.conftest import Say

FIRST = "    n = len(a)\n"
FRESH = "[[0] * n for _ in range(n)]"
EMPTY = "    c = " + FRESH + "\n"
GROWS = "    while len(c) < n:\n        c.append([0] * n)\n"


class Student(Struct, frozen=True, kw_only=True):
    """A program, and what its author reads in each language."""

    text: str
    ja: tuple[str, ...]
    en: tuple[str, ...]
    never: tuple[str, ...] = ()  # in either language
    failed: int = 1


STUDENTS = {
    "decimals as sizes": Student(
        text=RIGHT.replace(FIRST, "    n = len(a) / 1\n"),
        ja=("TypeError が発生しました", "整数の割り算には `//`"),
        en=("use `//` to divide integers",),
    ),
    "exit in the function": Student(
        text=RIGHT.replace("    return c", "    exit()"),
        ja=("`exit()` などでプログラムが終わります。", "`return` で結果を返して"),
        en=("ends the program with `exit()`", "Return the result with `return`."),
        never=("SystemExit",),
    ),
    "exit at the end": Student(
        text=RIGHT + "exit()\n",
        ja=("`exit()` などで途中で終わります。", "関数の採点には影響しません。"),
        en=("the whole program ends early with `exit()`",),
        never=("SystemExit",),
        failed=0,
    ),
    "an exception without a message": Student(
        text=RIGHT.replace("    return c", "    assert not c\n    return c"),
        ja=("AssertionError が発生しました: (メッセージはありません)",),
        en=("raises AssertionError: (no message)",),
    ),
    "a path of Windows": Student(
        text=RIGHT + "open('C:\\Users\\taro')\n",
        ja=("9 行目の文字列で、`\\` が使えない", "`r'C:\\Users'`"),
        en=("line 9: a backslash in a string", "`r'C:\\Users'`"),
        never=("文字目", "column", "かっこ", "brackets"),
    ),
    "a tab among spaces": Student(
        text=RIGHT.replace("        for j", "\tfor j"),
        ja=("タブと空白が混ざっています", "| →   for j in range(n):"),
        en=("mixes tabs and spaces", "| →   for j in range(n):"),
    ),
    "a full-width bracket": Student(
        text=RIGHT.replace("len(a)", "len（a)"),
        ja=("「(」を入力し直してください",),
        en=("type this instead: (\n",),
    ),
    "a result kept by a default": Student(
        text=RIGHT.replace("(a, b)", "(a, b, c=[])").replace(EMPTY, GROWS),
        ja=("[COR005 不合格]", "└ おそらく同じ原因で: [RUN003]", "grader explain COR005"),
        en=("[COR005 failed]", "└ probably from the same cause: [RUN003]"),
    ),
    "a result put into a": Student(
        text=RIGHT.replace(FRESH, "a"),
        ja=("あとに、1 つ目の行列の中身", "└ おそらく同じ原因で: [COR001]"),
        en=("[COR004 failed]", "└ probably from the same cause: [COR001]"),
    ),
    "a size written down": Student(
        text=RIGHT.replace(FIRST, "    n = 3\n"),
        ja=("[COR002 不合格]", "└ おそらく同じ原因で: [RUN003]", "└ 同じ原因で: [COR003]"),
        en=("Every result is the same as that of", "└ probably from the same cause: [RUN003]"),
    ),
    "a calculation in one line": Student(
        text="def total(a):\n    b = a\n"
        "    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]\n",
        ja=("3 行目の計算を",),
        en=("the calculation in line 3 was graded",),
        failed=0,
    ),
}


@pytest.mark.parametrize("name", STUDENTS)
def test_what_a_student_reads(course: Path, say: Say, tmp_path: Path, name: str) -> None:
    """Each sentence is there in both languages, and no more is to mend than there is."""
    student, program = STUDENTS[name], tmp_path / "kadai1.py"
    program.write_text(student.text, encoding="utf-8")
    japanese = say("check", "kadai1", program, "--lang", "ja")
    english = say("check", "kadai1", program, "--lang", "en")
    for said, expected in ((japanese.out, student.ja), (english.out, student.en)):
        for words in expected:
            assert words in said, said
        for words in student.never:
            assert words not in said, said
    assert ("直すところ: 1 件" in japanese.out) == (student.failed == 1)
    assert ("To fix: 1." in english.out) == (student.failed == 1)
    assert (japanese.code, english.code) == (student.failed, student.failed)


def test_an_own_module_that_was_not_named_is_named(course: Path, say: Say, tmp_path: Path) -> None:
    """It lies beside the program, so the command that includes it is shown, and works."""
    program, helper = tmp_path / "kadai1.py", tmp_path / "rows.py"
    program.write_text("from rows import copy\n" + RIGHT, encoding="utf-8")
    helper.write_text("def copy(a):\n    return a\n", encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert said.code == 1
    assert f"grader check kadai1 {program} {helper}\n" in said.out
    assert say("check", "kadai1", program, helper).code == 0


def test_a_thread_that_the_program_only_speaks_of_is_no_excuse(
    course: Path, say: Say, tmp_path: Path
) -> None:
    """Whoever raises what Python says of too many threads has raised an exception."""
    program = tmp_path / "kadai1.py"
    raised = '    raise RuntimeError("can\'t start new thread")\n'
    program.write_text("def matmul(a, b):\n" + raised, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert "[RUN003 failed]" in said.out
    assert "up to" not in said.out


def test_what_a_plot_gives_is_called_by_the_library(course: Path, say: Say, tmp_path: Path) -> None:
    """The stand-in for matplotlib never shows under a name of ours."""
    program = tmp_path / "kadai1.py"
    text = "import matplotlib.pyplot as plt\ndef matmul(a, b):\n    return plt.plot(a)[0]\n"
    program.write_text(text, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert "`matplotlib object`" in said.out
    assert "recorder" not in said.out
    assert "Anything" not in said.out


WITH_DATA_OF_MATPLOTLIB = {
    "flattened by it": """from matplotlib.cbook import flatten
def matmul(a, b):
    n = len(a)
    flat = list(flatten(b))
    return [[sum(a[i][k] * flat[k * n + j] for k in range(n)) for j in range(n)] for i in range(n)]
""",
    "rows of its type": RIGHT.replace(
        "    return c", "    return [cbook.silent_list('row', row) for row in c]"
    ).replace("def matmul", "from matplotlib import cbook\ndef matmul"),
    "a sum with a number of it": RIGHT.replace(
        "return c", "return [[x + zero for x in r] for r in c]"
    )
    .replace("    n =", "    o = float(rcParams['axes.zmargin'])\n    n =")
    .replace("def matmul", "from matplotlib import rcParams\ndef matmul"),
}


@pytest.mark.parametrize("text", WITH_DATA_OF_MATPLOTLIB.values(), ids=WITH_DATA_OF_MATPLOTLIB)
def test_data_of_the_plotting_library_are_nobodys_mistake(
    course: Path, say: Say, tmp_path: Path, text: str
) -> None:
    """Only the real library has them, and functions are graded beside a stand-in."""
    program = tmp_path / "kadai1.py"
    program.write_text(text, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert said.code == 0
    assert "computes with values of matplotlib" in said.out
    assert "failed]" not in said.out


def test_a_plot_in_the_function_decides_nothing(course: Path, say: Say, tmp_path: Path) -> None:
    """A right function that draws is right, and a wrong one wrong."""
    drawn = (
        "    figure, axes = plt.subplots()\n    axes.plot([1, 2], [3, 4], label='n')\n"
        "    axes.legend()\n    plt.savefig('a.png')\n    return c"
    )
    program = tmp_path / "kadai1.py"
    text = "import matplotlib.pyplot as plt\n" + RIGHT.replace("    return c", drawn)
    program.write_text(text, encoding="utf-8")
    assert say("check", "kadai1", program).code == 0
    program.write_text(text.replace("c[i][j] +=", "c[j][i] +="), encoding="utf-8")
    assert "COR002" in say("check", "kadai1", program).out
