"""What is unusually alike: what must not be listed, and what must."""

import re

import pytest
from msgspec.structs import replace

from grader.model.program import Plot
from grader.model.report import ReportEvidence
from grader.reports.record import with_report
from grader.review.alike import neighbours, work_of
from grader.review.alike.given import given_by
from grader.review.alike.programs import read_program
from tests.review.alike.works_for_tests import (
    OWN_WAY,
    a_class,
    default_plot,
    explains,
    given,
    kadai1,
    saved_again,
    shows,
)
from tests.store.records_for_tests import full_evidence

STARTER = (kadai1().folder / "starter" / "kadai1.py").read_text(encoding="utf-8")
BLANK = "    raise NotImplementedError"
LOOPS = """    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c"""
SUMS = """    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]"""
FROM_HANDOUT = f"""
import time
import matplotlib.pyplot as plt


def matmul(a, b):
{LOOPS}


sizes = [10, 20, 50, 100]
times = []
for n in sizes:
    a = [[i + j for j in range(n)] for i in range(n)]
    b = [[i - j for j in range(n)] for i in range(n)]
    start = time.perf_counter()
    matmul(a, b)
    times.append(time.perf_counter() - start)
plt.plot(sizes, times, marker="o")
plt.xlabel("n")
plt.ylabel("time [s]")
plt.show()
"""
FROM_HANDOUT_TOO = """
import time
from matplotlib import pyplot


def matmul(x, y):
    size = len(x)
    z = []
    for i in range(size):
        row = []
        for j in range(size):
            s = 0
            for k in range(size):
                s += x[i][k] * y[k][j]
            row.append(s)
        z.append(row)
    return z


def main():
    n_list = [16, 32, 64, 128]
    result = []
    for n in n_list:
        x = [[1.0] * n for _ in range(n)]
        y = [[2.0] * n for _ in range(n)]
        t0 = time.perf_counter()
        matmul(x, y)
        t1 = time.perf_counter()
        result.append(t1 - t0)
    pyplot.plot(n_list, result)
    pyplot.savefig("graph.png")


main()
"""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(FROM_HANDOUT, FROM_HANDOUT_TOO, id="three loops from the handout"),
        pytest.param(FROM_HANDOUT, FROM_HANDOUT.replace("sizes", "ns"), id="the same three loops"),
        pytest.param(
            STARTER.replace(BLANK, LOOPS), STARTER.replace(BLANK, LOOPS), id="starter with loops"
        ),
        pytest.param(
            STARTER.replace(BLANK, SUMS), STARTER.replace(BLANK, SUMS), id="starter with sums"
        ),
        pytest.param("print(1)\n", "print(1)\n", id="hardly a program"),
        pytest.param("", "", id="empty files"),
    ],
)
def test_programs_that_are_alike_by_nature(one: str, other: str) -> None:
    """Nobody is pointed at for writing what the task asks for."""
    assert not neighbours(a_class({"A": one, "B": other})).programs


def renamed(text: str) -> str:
    """Every name of the program's own, and another function's name."""
    for name in ("blocks", "edges", "width", "result", "factor", "median", "ordered", "row", "top"):
        text = re.sub(rf"\b{name}\b", f"{name[::-1]}_x", text)
    return text


def reordered(text: str) -> str:
    """The functions in another order."""
    head, *functions = text.split("\n\n\n")
    return "\n\n\n".join([head, *reversed(functions)])


def commented(text: str) -> str:
    """Other comments and docstrings, other numbers, other gaps between lines."""
    text = text.replace("# the columns", "# 列").replace('"""Where each', '"""ブロックの')
    return text.replace("16", "32").replace("\n    n = ", "\n\n    # 大きさ\n    n = ")


@pytest.mark.parametrize("change", [renamed, reordered, commented])
def test_programs_that_are_one(change: object) -> None:
    """What is changed to look otherwise is listed, with how few have it."""
    assert callable(change)
    programs = {"A": OWN_WAY, "B": change(OWN_WAY), "C": FROM_HANDOUT, "D": FROM_HANDOUT_TOO}
    (found,) = neighbours(a_class(programs)).programs
    assert [work.student for work in found.works] == ["A", "B"]
    assert (found.rate.holders, found.rate.works) == (2, 4)
    assert (found.rate.pairs_as_much, found.rate.pairs) == (1, 6)
    first = found.works[0].program
    assert first is not None
    marked = "\n".join(first.lines[line] for line in sorted(first.marked(found.shared)))
    assert "factor * b[k][j]" in marked
    assert "import time" not in marked


def test_what_many_have_is_usual() -> None:
    """Six of eight wrote it so: it says nothing about any two of them."""
    programs = dict.fromkeys("ABCDEF", OWN_WAY) | {"G": FROM_HANDOUT, "H": FROM_HANDOUT_TOO}
    assert not neighbours(a_class(programs)).programs


def test_three_are_one_set_and_a_chain_is_none() -> None:
    """Whoever is in a set is near everybody in it."""
    half, other = OWN_WAY, OWN_WAY.replace("row[j] + factor", "factor + row[j]")
    (found,) = neighbours(a_class({"A": half, "B": other, "C": half})).programs
    assert [work.student for work in found.works] == ["A", "B", "C"]


def test_lines_are_counted_as_they_stand_in_the_file() -> None:
    """Strings over several lines, comments and a broken end move no line."""
    text = 'a = """x\ny\n"""\n# note\n\nb = [1, 2, 3, 4,\n 5, 6, 7]\nc = (\n'
    program = read_program(text, "x.py")
    assert list(program.of_line)[:4] == [0, 0, 0, 5]
    assert program.of_line[-1] == 7


def test_c_is_read_as_c() -> None:
    """Names and comments of C do not count, types and signs do."""
    text = "#include <stdio.h>\nint add(int n) { /* a */ return n + 1; } // b\n"
    other = "int plus(int count)\n{\n  return count + 20;\n}\n"
    assert read_program(text, "a.c").prints == read_program(other, "b.c").prints != []
    assert read_program(text.replace("+", "-"), "a.c").prints != read_program(text, "a.c").prints


LONG = (
    "図2の曲線はサイズが百二十を超えるあたりから急に立ち上がり、"
    "キャッシュから溢れたためと考えられる。"
)
TEMPLATE = "サイズと実行時間の間には〜という関係がある"
HANDOUT = "小さいサイズから始めて、数秒かかるところまで大きくすれば十分です。"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(HANDOUT, HANDOUT, id="the handout's own sentence"),
        pytest.param(TEMPLATE + "。", TEMPLATE, id="the template's own sentence"),
        pytest.param("図1から比例することが分かる。", "図1から比例することが分かる。", id="short"),
        pytest.param(
            LONG,
            "図3を見ると大きな行列では時間の伸びが目立ち、三重のループの計算量とよく合っている。",
            id="another sentence about the same",
        ),
    ],
)
def test_sentences_that_are_alike_by_nature(one: str, other: str) -> None:
    """What was given, and what is short, is nobody's own."""
    assert not neighbours(a_class({}, {"A": explains(one), "B": explains(other)})).sentences


def test_a_sentence_with_one_word_changed() -> None:
    """It is listed, with the reports that have it."""
    changed = LONG.replace("急に", "一気に").replace("図2", "図４")
    reports = {"A": explains(LONG), "B": explains(changed), "C": explains(HANDOUT)}
    (found,) = neighbours(a_class({}, reports)).sentences
    assert [one.text for one in found.said] == [LONG, changed]
    assert (found.rate.holders, found.rate.works) == (2, 2)


def test_pictures() -> None:
    """A picture that was saved again is the same; another run of the same program is not."""
    plot, of_another_run = default_plot(1), default_plot(2)
    reports = {
        "A": shows(plot),
        "B": shows(saved_again(plot, 560)),
        "C": shows(of_another_run),
        "D": shows(default_plot(3)),
    }
    (found,) = neighbours(a_class({}, reports)).figures
    assert [work.student for work in found.works] == ["A", "B"]
    assert (found.rate.holders, found.rate.works) == (2, 4)


SIZES = (10.0, 20.0, 40.0, 80.0, 160.0)
MEASURED = (0.00021, 0.00164, 0.0127, 0.1033, 0.8129)


@pytest.mark.parametrize(
    ("numbers", "listed"),
    [
        pytest.param(MEASURED, True, id="times typed in"),
        pytest.param(tuple(2e-7 * n**3 for n in SIZES), False, id="a curve of theory"),
        pytest.param(SIZES, False, id="sizes"),
        pytest.param((0.0,) * 5, False, id="nothing"),
        pytest.param((float("nan"), *MEASURED[1:]), True, id="one of them unknown"),
        pytest.param((3.0, 1.0, 4.0, 1.0, 5.0), False, id="a few small whole numbers"),
    ],
)
def test_plotted_numbers(numbers: tuple[float, ...], *, listed: bool) -> None:
    """Two measurements never give the same digits; a formula always does."""
    plot = Plot(kind="plot", x=SIZES, y=numbers)
    found = neighbours(a_class({}, plots={"A": [plot], "B": [plot]})).series
    assert [[work.student for work in one.works] for one in found] == [["A", "B"]] * listed


def test_what_was_given_is_read_once_for_all_kinds() -> None:
    """The starter, the handout's code and the examples are taken out; so are its sentences."""
    prints = given_by(kadai1()).prints
    assert prints == given().prints
    assert set(read_program(STARTER, "kadai1.py").prints) <= prints
    assert len(given().sentences) > 20


def test_without_what_knows_reports_only_programs_are_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of reports there are neither sentences nor figures to compare."""
    said = explains("図2の曲線は百二十を超えるあたりから急に立ち上がると考えられる。")
    outline = replace(said, figures=shows(default_plot(1)).figures)
    report = ReportEvidence(file="r.pdf", outline=outline)
    evidence = with_report(full_evidence("24A1201"), report)
    work = work_of(evidence, given_by(kadai1()))
    assert (len(work.said), len(work.drawn)) == (1, 1)
    monkeypatch.setattr("grader.review.alike.works.reports", lambda: None)
    work = work_of(evidence, given_by(kadai1()))
    assert (len(work.said), len(work.drawn)) == (0, 0)
