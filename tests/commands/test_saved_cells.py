"""Programs that a notebook tool saved as .py are graded as the notebook would be."""

import json
from pathlib import Path

import pytest

from grader.intake.sources import read_source
from grader.model.submission import SourceKind
from tests.batch.classes import RIGHT
from tests.commands.conftest import Say
from tests.tree import ROOT

SAVED = sorted((ROOT / "tests" / "data" / "saved_cells").glob("*.txt"))
LEFT_AS_THEY_ARE = {
    "cells without magics": f"# %%\nimport time\n# %% [markdown]\n# # 課題1\n# %%\n{RIGHT}",
    "magics that jupytext turned into comments": f"# %%\n# %matplotlib inline\n# %%\n{RIGHT}",
    "cells of Spyder": f"#%% 準備\nimport time\n#%%\n{RIGHT}",
    "cells of nbconvert": f"# In[1]:\n\n\n{RIGHT}\n\n# In[ ]:\n\n\nprint(1)\n",
    "a command line below a program without cells": f"{RIGHT}\n!pip install numpy\n",
    "a remainder in a text": f'# %%\n{RIGHT}\ntext = """\n%d\n"""\nprint(7\n% 2)\n',
    "another app": f"app = App()\n@app.cell\ndef f():\n    return 1\n{RIGHT}",
}


def verdicts(say: Say, program: Path) -> dict[str, str]:
    """What each check says of a program of kadai1."""
    said = json.loads(say("check", "kadai1", program, "--json").out)
    return {finding["check"]: finding["verdict"] for finding in said["findings"]}


@pytest.mark.parametrize("saved", SAVED, ids=lambda path: path.stem)
def test_a_right_function_in_a_cell_is_found(
    course: Path, say: Say, tmp_path: Path, saved: Path
) -> None:
    """Whatever the tool wrote around the cells is not the student's."""
    program = tmp_path / "kadai1.py"
    program.write_text(saved.read_text("utf-8"), encoding="utf-8")
    found = verdicts(say, program)
    assert "failed" not in found.values()
    assert (found["RUN002"], found["COR001"]) == ("passed", "passed")


@pytest.mark.parametrize("saved", SAVED, ids=lambda path: path.stem)
def test_a_wrong_function_in_a_cell_is_not_passed(
    course: Path, say: Say, tmp_path: Path, saved: Path
) -> None:
    """Nor is it called absent."""
    text = saved.read_text("utf-8")
    wrong = text.replace("a[i][k] * b[k][j]", "a[i][k] * b[j][k]").replace("zip(*b)", "b")
    wrong = wrong.replace("x[i][k] * y[k][j]", "x[i][k] * y[j][k]")
    assert wrong != text
    program = tmp_path / "kadai1.py"
    program.write_text(wrong, encoding="utf-8")
    found = verdicts(say, program)
    assert (found["RUN002"], found["COR001"]) in {("passed", "failed"), ("undecided", "undecided")}


@pytest.mark.parametrize("text", LEFT_AS_THEY_ARE.values(), ids=LEFT_AS_THEY_ARE)
def test_what_is_python_already_keeps_its_lines(text: str) -> None:
    """Its places are named by the lines of the file."""
    source, _ = read_source("kadai1.py", text.encode(), 1 << 16)
    assert (source.kind, source.text, source.cells) == (SourceKind.SCRIPT, text, ())
