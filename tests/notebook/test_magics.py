"""`%load_ext grader` and `%%check`, in a real Jupyter kernel."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from tests.tree import ROOT

pytestmark = pytest.mark.skipif(
    not find_spec("ipykernel"), reason="no Jupyter kernel is installed here"
)

Cell = Callable[[str], str]
PRODUCT = """\
def matmul(a, b):
    return [
        [sum(a[i][k] * b[{k}][{j}] for k in range(len(b))) for j in range(len(b))]
        for i in range(len(a))
    ]
"""
SECONDS = 120.0


@pytest.fixture(scope="module")
def cell() -> Iterator[Cell]:
    """Runs a cell and returns what it printed; the kernel's folder is the course."""
    from jupyter_client.manager import KernelManager

    manager = KernelManager(kernel_name="python3")
    manager.start_kernel(cwd=str(ROOT))
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=SECONDS)

    def run(code: str) -> str:
        printed: list[str] = []

        def collect(message: dict[str, Any]) -> None:
            content = message["content"]
            printed.append(content.get("text", "") or "\n".join(content.get("traceback", ())))

        client.execute_interactive(code, timeout=SECONDS, output_hook=collect)
        return "".join(printed)

    assert run("%load_ext grader") == ""
    yield run
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def test_cells_so_far_are_the_program(cell: Cell) -> None:
    """A wrong function in one cell is found from the next; places are cells and their lines."""
    assert "SyntaxError" in cell("def matmul(a, b:")
    assert "ModuleNotFoundError" in cell("from google.colab import drive\ndrive.mount('/content')")
    cell("!echo pip install")
    cell(PRODUCT.format(k="j", j="k"))
    answer = cell("%%check kadai1 --lang en\nx = 1")
    assert "[COR002 failed]" in answer
    assert "google" not in answer
    assert "cells 2" in answer
    assert cell("print(x)") == "1\n"  # the cell ran as well
    corrected = cell(f"%%check kadai1 --lang en\n{PRODUCT.format(k='k', j='j')}")
    assert "COR002" not in corrected
    assert cell("print(matmul([[2]], [[3]]))") == "[[6]]\n"


def test_what_cannot_be_checked(cell: Cell) -> None:
    """One sentence each, and no traceback."""
    assert "there is no assignment nothing" in cell("%%check nothing --lang en\nx = 1")
    assert "write which assignment" in cell("%check --lang en")
    assert "a quote is not closed" in cell("%%check kadai1 'a --lang en\nx = 1")
    assert "is not there" in cell("%grader_kit absent.zip --lang en")
    broken = cell("%%check kadai1 --lang en\ndef matmul(:")
    assert "[RUN001 failed]" in broken
    assert ", line 2" in broken  # below the magic
    assert "Traceback" not in broken
