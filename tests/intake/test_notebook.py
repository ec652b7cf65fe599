"""Notebooks as they come from Jupyter, Colab and broken downloads."""

import json
from typing import Any

import pytest

from grader.intake.notebook import looks_like_notebook, read_notebook
from grader.intake.refusal import FileRefused
from grader.model.submission import Trouble
from tests.intake.submitting import notebook


def test_code_cells_are_joined_with_their_numbers() -> None:
    """Text cells are left out, empty code cells are counted."""
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "source": "# 課題"},
        {"cell_type": "code", "source": "x = 1\ny = 2", "outputs": [{"huge": 1}]},
        {"cell_type": "code", "source": []},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "z = 3\n"]},
        {"cell_type": "raw", "source": "nothing"},
        {"cell_type": "code", "source": "w = 4"},
    ]
    found = read_notebook(json.dumps({"nbformat": 4, "cells": cells}))
    assert found.text == "x = 1\ny = 2\npass  # %matplotlib inline\nz = 3\nw = 4\n"
    assert found.cells == ((1, 1), (3, 3), (5, 4))


def test_format_3_is_read() -> None:
    """Old notebooks keep cells in worksheets and call the source input."""
    cells = [{"cell_type": "code", "input": ["x = 1\n", "y = 2"]}]
    found = read_notebook(json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}]}))
    assert found.text == "x = 1\ny = 2\n"


@pytest.mark.parametrize(
    "text",
    [
        '{"cells": [{"cell_type": "code", "source": "x = 1"}]}',
        '{"cells": [{"cell_type": "code", "source": "x = 1", "outputs": null}, 3, null, "x"]}',
        '{"cells": [{"cell_type": "code", "source": ["x", " = 1", 3, null]}], "metadata": 7}',
        '{"cells": [{"cell_type": "code", "source": "x = 1\\r\\n"}], "nbformat": NaN}',
    ],
)
def test_what_strict_readers_refuse_is_read(text: str) -> None:
    """Missing outputs, odd metadata and odd cells do not matter."""
    assert read_notebook(text).text == "x = 1\n"


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("", Trouble.BAD_NOTEBOOK),
        ("{", Trouble.BAD_NOTEBOOK),
        ("[]", Trouble.BAD_NOTEBOOK),
        ("{}", Trouble.BAD_NOTEBOOK),
        ('{"cells": 3}', Trouble.BAD_NOTEBOOK),
        ("def matmul(a, b): pass", Trouble.BAD_NOTEBOOK),
        ("[" * 100_000, Trouble.BAD_NOTEBOOK),
        ('{"cells": ' + "9" * 5_000 + "}", Trouble.BAD_NOTEBOOK),
        ('{"cells": []}', Trouble.NO_CODE),
        (notebook("", "  \n"), Trouble.NO_CODE),
    ],
)
def test_what_is_no_notebook_is_one_trouble(text: str, trouble: Trouble) -> None:
    """Broken files and notebooks without code are told apart."""
    with pytest.raises(FileRefused) as caught:
        read_notebook(text)
    assert caught.value.trouble is trouble


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (notebook("x = 1"), True),
        ("\n" + notebook("x = 1"), True),
        ("{'nbformat': 4}", False),
        ('{"a": "nbformat"}', False),
        ('x = {"nbformat": 4}', False),
        ('{"nbformat": 4', False),
    ],
)
def test_a_renamed_notebook_is_known(text: str, answer: bool) -> None:  # noqa: FBT001 - a table
    """A notebook called .py is a notebook; a program with a dictionary is not."""
    assert looks_like_notebook(text) is answer


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (
            ["from google.colab import drive\ndrive.mount('/content/drive')"],
            "pass  # from google.colab import drive\npass  # drive.mount('/content/drive')\n",
        ),
        (
            ["from google.colab import drive, files  # mine", "up = files.upload()"],
            "pass  # from google.colab import drive, files  # mine\nup = None  # files.upload()\n",
        ),
        (
            ["from google.colab import files\nfiles = []\nfiles.append(1)"],
            "pass  # from google.colab import files\nfiles = []\nfiles.append(1)\n",
        ),
        (["import google.colab"], "pass  # import google.colab\n"),
        (["%%check kadai1\nx = 1"], "# %%check kadai1\nx = 1\n"),
    ],
)
def test_what_belongs_to_the_notebook_is_no_program(cells: list[str], text: str) -> None:
    """Colab's own tools are left out like magics; below %%check stands the program."""
    assert read_notebook(notebook(*cells)).text == text


@pytest.mark.parametrize(
    "cell",
    [
        "from google.colab import drive as d\nd.mount('/')\n",
        "from google import colab\n",
        "import google.colaboratory\n",
        "drive.mount('/content/drive')\n",
        "files = open('a').read()\nfiles.upper()\n",
        "import google.colab.x as y\nfiles = []\nfiles.append(1)\n",
    ],
)
def test_what_only_resembles_colab_stays(cell: str) -> None:
    """Names of the student's own, and imports that bring in something else."""
    assert read_notebook(notebook(cell)).text == cell
