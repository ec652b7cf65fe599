"""Which of a submission's files is the source."""

import pytest

from grader.intake.choosing import choose_source, could_be_source

STUDENT = "24A1201"


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (["kadai1.py", "main.py", "old/kadai1.py"], "kadai1.py"),
        (["src/kadai1.py", "main.py", "kadai1.ipynb"], "src/kadai1.py"),
        (["Kadai1.py", "helper.py"], "Kadai1.py"),
        (["kadai1 (1).py", "helper.py"], "kadai1 (1).py"),
        (["24A1201_kadai1_最終版.py", "helper.py"], "24A1201_kadai1_最終版.py"),
        (["ｋａｄａｉ１．ｐｙ", "x.py"], "ｋａｄａｉ１．ｐｙ"),
        (["kadai1.ipynb", "helper.py"], "kadai1.ipynb"),
        (["kadai1_final.ipynb", "a.py", "b.py"], "kadai1_final.ipynb"),
        (["main.py", "report.docx", "data.txt"], "main.py"),
        (["deep/in/there.ipynb"], "deep/in/there.ipynb"),
        (["main.py", "lib/__init__.py", "setup.py"], "main.py"),
        (["kadai1.py.txt", "notes.txt"], "kadai1.py.txt"),
        (["kadai1.pyw", "notes.txt"], "kadai1.pyw"),
        (["x.ipynb.txt", "kadai1.ipynb.txt"], "kadai1.ipynb.txt"),
        (["other.py.txt"], "other.py.txt"),
        (["main.py", "kadai1.py.txt"], "main.py"),
    ],
)
def test_one_choice(names: list[str], chosen: str) -> None:
    """The first rule that finds a file decides."""
    assert choose_source(names, "kadai1.py", STUDENT) == (chosen,)


@pytest.mark.parametrize(
    ("names", "candidates"),
    [
        (["a/kadai1.py", "b/kadai1.py", "main.py"], ("a/kadai1.py", "b/kadai1.py")),
        (["kadai1 (1).py", "kadai1_final.py"], ("kadai1 (1).py", "kadai1_final.py")),
        (["main.py", "matmul.py"], ("main.py", "matmul.py")),
        (["main.py", "main.ipynb"], ("main.py", "main.ipynb")),
        (["a.py.txt", "b.py.txt"], ("a.py.txt", "b.py.txt")),
        (["report.docx", "kadai1.txt", "py", ".py"], (".py",)),
        (["report.docx", "kadai1.txt", "kadai1.c", "kadai1.pyc"], ()),
        (["__init__.py", "pkg/setup.py"], ()),
        ([], ()),
    ],
)
def test_no_choice(names: list[str], candidates: tuple[str, ...]) -> None:
    """Several are all named; nothing is guessed."""
    assert choose_source(names, "kadai1.py", STUDENT) == candidates


def test_an_asked_for_number_is_no_copy_mark() -> None:
    """When the name asked for ends in a number, another number is another file."""
    assert choose_source(["report-2.py", "b.py"], "report-1.py", STUDENT) == ("report-2.py", "b.py")


@pytest.mark.parametrize("name", ["a.py", "A.PY", "x/b.ipynb", "a.py.txt", "b.ipynb.txt"])
def test_sources_by_name(name: str) -> None:
    """Programs and notebooks, also as browsers save them."""
    assert could_be_source(name)


@pytest.mark.parametrize("name", ["a.txt", "a.docx", "py", "a.pyc", "a.py.bak", "a.py/b"])
def test_no_sources_by_name(name: str) -> None:
    """Everything else is not."""
    assert not could_be_source(name)
