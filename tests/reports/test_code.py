"""Code is told from text by itself and by what stands beside it."""

from grader.model.document import Line
from grader.reports.lines import code_lines
from tests.reports.passes import texts_of


def code_in(lines: list[Line]) -> frozenset[int]:
    """The lines that are code."""
    return code_lines(lines, texts_of(lines))


def found(*texts: str, font: str = "") -> list[str]:
    """The lines that are taken for code."""
    code = code_in([Line(text=text, font=font) for text in texts])
    return [text for index, text in enumerate(texts) if index in code]


def test_takes_comments_beside_code() -> None:
    """A comment in Japanese belongs to its code, though it reads as a Markdown title."""
    code = ["# 1. 行列を作る", "a = np.random.rand(n, n)", "# 2. 計算する", "c = a @ b", "print(c)"]
    assert found("プログラムを示す。", *code, "結果を示す。") == code


def test_leaves_markdown_alone() -> None:
    """A title typed in Markdown is none of the code."""
    assert found("# 行列積", "行列積を測る。", "## 結果", "速い。") == []


def test_goes_by_the_font() -> None:
    """What is set in a font of fixed width is code, unless all of the document is."""
    lines = [Line(text="行列積の実行時間を測定した。" * 3), Line(text="100 0.1", font="Courier")]
    assert code_in(lines) == {1}
    assert found("行列積を測る。", "100 0.1", "速い。", font="Courier") == []


def test_believes_the_file() -> None:
    """What the file calls a heading is no code, whatever it looks like."""
    assert code_in([Line(text="print(c)", level=2)]) == set()
