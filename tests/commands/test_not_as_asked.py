"""Functions that compute what is asked of other arguments than they are given: for a person."""

import json
from pathlib import Path

import pytest

from tests.commands.conftest import Say

STACKS = """
import numpy as np
from scipy.signal import correlate2d

def matmul_python(a, b):
    return [[[sum(p * q for p, q in zip(r, c)) for c in zip(*y)] for r in x] for x, y in zip(a, b)]

def matmul_numpy(a, b):
    m, rows, terms = a.shape
    return np.einsum("mij,mjk->mik", a, b)

def conv_python(x, w):
    m, h, n, k = len(x), len(x[0]), len(x[0][0]), len(w)
    return [[[sum(x[b][i + p][j + q] * w[p][q] for p in range(k) for q in range(k))
              for j in range(n - k + 1)] for i in range(h - k + 1)] for b in range(m)]

def conv_numpy(x, w):
    return np.stack([correlate2d(image, w, mode="valid") for image in x])
"""
ONE_INPUT = """
import numpy as np
from scipy.signal import correlate2d

B = [[2, 1], [1, 3]]

def matmul_python(a):
    n = len(a)
    return [[sum(a[i][k] * B[k][j] for k in range(n)) for j in range(n)] for i in range(n)]

def matmul_numpy(a):
    return a @ a

def conv_python(x):
    w, n = [[0, 1, 0], [1, -4, 1], [0, 1, 0]], len(x) - 2
    y = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for p in range(3):
                for q in range(3):
                    y[i][j] += x[i + p][j + q] * w[p][q]
    return y

def conv_numpy(x):
    return correlate2d(x, np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]]), mode="valid")
"""
WRONG_STACKS = (
    STACKS.replace("zip(*y)", "y")
    .replace("mjk->", "mkj->")
    .replace("* w[p][q]", "* w[q][p]")
    .replace("image, w,", "image, w[::-1],")
)
EXERCISES = ("matmul_python", "matmul_numpy", "conv_python", "conv_numpy")


def findings(say: Say, folder: Path, text: str) -> dict[tuple[str, str], dict[str, str]]:
    """What is found in a program of kadai2, by exercise and check."""
    program = folder / "kadai2.py"
    program.write_text(text, encoding="utf-8")
    said = json.loads(say("check", "kadai2", program, "--json", "--lang", "en").out)
    return {(finding["subject"], finding["check"]): finding for finding in said["findings"]}


@pytest.mark.parametrize(
    ("text", "words"),
    [(STACKS, "right for a stack"), (ONE_INPUT, "takes only one input")],
    ids=["stacks", "one input"],
)
def test_all_of_a_kind_are_left_to_a_person(
    course: Path, say: Say, tmp_path: Path, text: str, words: str
) -> None:
    """However a library refuses what it was given, nobody is accused and nobody passes."""
    found = findings(say, tmp_path, text)
    for exercise in EXERCISES:
        about = {
            check: finding for (subject, check), finding in found.items() if subject == exercise
        }
        assert words in about["RUN002"]["message"]
        assert about["RUN002"]["verdict"] == about["COR001"]["verdict"] == "undecided"
        assert "failed" not in {finding["verdict"] for finding in about.values()}


def test_what_is_wrong_for_stacks_too_is_wrong(course: Path, say: Say, tmp_path: Path) -> None:
    """Only a right result shows that another number of axes was meant."""
    found = findings(say, tmp_path, WRONG_STACKS)
    for exercise in EXERCISES:
        verdicts = {
            finding["verdict"] for (subject, _), finding in found.items() if subject == exercise
        }
        assert "failed" in verdicts
