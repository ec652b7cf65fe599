"""Right functions of kadai2 that only look wrong on this machine, or beside their neighbours."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.one_cpu import run
from tests.tree import ROOT

GPU_HERE = any(Path("/dev").glob("nvidia[0-9]*")) or Path("/dev/kfd").exists()
pytestmark = [
    pytest.mark.skipif(GPU_HERE, reason="a GPU is here, and nothing would ask for it in vain"),
    pytest.mark.skipif(
        not all(find_spec(name) for name in ("numpy", "scipy", "torch")), reason="needs PyTorch"
    ),
]

ON_A_GPU = """
import torch
import torch.nn.functional as F

def matmul_torch(a, b):
    return torch.matmul(a.cuda(), b.cuda()).cpu()

def tatamu(x, w):
    start = torch.cuda.Event(enable_timing=True)
    return F.conv2d(x.to("cuda"), w.to("cuda"))
"""
ONLY_SAYS_SO = """
import torch

def matmul_torch(a, b):
    raise ValueError("GPU")

def conv_torch(x, w):
    if x.shape[-1] > 5:
        return torch.nn.functional.conv2d(x, w.flip(2))
    return torch.nn.functional.conv2d(x, w)
"""
NUMBERED = """
import numpy as np
from scipy.signal import correlate2d

def matmul1(a, b):
    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]

def matmul2(a, b):
    return np.dot(a, b)

def conv2(x, w):
    return correlate2d(x, w, mode="valid")
"""
BESIDE = """
import numpy as np
from scipy.signal import correlate2d

def seki(a, b):
    return correlate2d(a, b[::-1, ::-1], mode="full")[:1, :1] * 0 + a @ b

def chigau(a, b):
    return a @ a
"""
STUDENTS = {
    "24A1201": ON_A_GPU,
    "24A1202": ONLY_SAYS_SO,
    "24A1203": NUMBERED,
    "24A1204": BESIDE,
}
FOUND = [
    ("24A1201", "matmul_torch", "RUN003", "waiting"),
    ("24A1201", "conv_torch", "RUN003", "waiting"),
    ("24A1202", "matmul_torch", "RUN003", "failed"),
    ("24A1202", "conv_torch", "COR001", "failed"),
    ("24A1203", "matmul_python", "COR001", "passed"),
    ("24A1203", "matmul_numpy", "POL001", "passed"),
    ("24A1203", "matmul_numpy", "COR001", "passed"),
    ("24A1203", "conv_numpy", "COR001", "passed"),
    ("24A1204", "matmul_numpy", "POL001", "failed"),
]


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Every sheet of a class that is graded on the CPU, by student."""
    folder, out = tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("out")
    for student, program in STUDENTS.items():
        (folder / student).mkdir()
        (folder / student / "kadai2.py").write_text(program, encoding="utf-8")
    command = ["grade", "kadai2", str(folder), "--output", str(out), "--course", str(ROOT)]
    assert run([*command, "--no-timing", "--device", "cpu"]) == 0
    paths = (out / "sheets").glob("*.json")
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}


@pytest.mark.parametrize("row", FOUND, ids="-".join)
def test_what_is_right_elsewhere_is_not_failed_here(
    sheets: dict[str, dict[str, Any]], row: tuple[str, str, str, str]
) -> None:
    """A function that asks for a GPU waits for one; what is wrong anywhere is failed anywhere."""
    student, exercise, check, verdict = row
    findings = sheets[student]["findings"]
    answers = [one for one in findings if (one["check"], one["subject"]) == (check, exercise)]
    assert [one["verdict"] for one in answers] == [verdict]


def test_a_file_of_functions_is_not_said_to_have_none(sheets: dict[str, dict[str, Any]]) -> None:
    """All functions of a student may be those of other exercises."""
    findings = sheets["24A1202"]["findings"]
    wanted = ("RUN002", "matmul_cupy")
    (found,) = [one for one in findings if (one["check"], one["subject"]) == wanted]
    assert found["verdict"] == "failed"
    assert "1 つもありません" not in found["message"]
    assert "no function that" not in found["message"]
