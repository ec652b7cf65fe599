"""The demo class of kadai2: first without a GPU, then the waiting ones on the CPU instead.

What each student gets was decided from what the course asks, not from what came out.
"""

import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.conftest import Demo
from tests.one_cpu import run
from tests.tree import ROOT

CLASS = ROOT / "submissions" / "demo" / "kadai2"
GPU_HERE = any(Path("/dev").glob("nvidia[0-9]*")) or Path("/dev/kfd").exists()
LIBRARIES = ("numpy", "scipy", "torch")

pytestmark = [
    pytest.mark.repetition("examples of kadai2, by grader verify"),
    pytest.mark.skipif(GPU_HERE, reason="a GPU is here, and nothing would wait for it"),
    pytest.mark.skipif(
        not all(find_spec(name) for name in LIBRARIES), reason=f"needs {', '.join(LIBRARIES)}"
    ),
]

FOUND = [
    # student, exercise, check, verdict, lookalike
    ("24A1221", "conv_torch", "COR001", "passed", None),
    ("24A1221", "matmul_cupy", "COR001", "waiting", None),
    ("24A1221", "conv_cupy", "COR001", "waiting", None),
    ("24A1222", "matmul_torch", "COR001", "passed", None),
    ("24A1222", "conv_cupy", "RUN002", "skipped", None),
    ("24A1223", "conv_python", "COR002", "failed", "flipped"),
    ("24A1223", "conv_numpy", "COR002", "failed", "flipped"),
    ("24A1223", "conv_torch", "COR002", "failed", "flipped"),
    ("24A1224", "conv_torch", "RUN003", "failed", None),
    ("24A1225", "conv_python", "COR002", "undecided", "same-zeros"),
    ("24A1225", "conv_numpy", "COR002", "undecided", "same-zeros"),
    ("24A1225", "conv_torch", "COR002", "undecided", "same-zeros"),
    ("24A1226", "matmul_cupy", "TIM002", "passed", "advice"),
    ("24A1226", "matmul_torch", "TIM002", "passed", "advice"),
    ("24A1227", "matmul_torch", "POL004", "failed", None),
    ("24A1227", "conv_torch", "POL001", "failed", None),
    ("24A1227", "conv_numpy", "COR001", "passed", None),
    ("24A1228", "matmul_python", "POL001", "failed", None),
    ("24A1228", "conv_python", "POL001", "passed", None),
    ("24A1228", "conv_python", "COR001", "passed", None),
    ("24A1229", "matmul_torch", "COR007", "failed", None),
    ("24A1229", "conv_torch", "COR007", "failed", None),
    ("24A1229", "matmul_numpy", "COR007", "passed", None),
    ("24A1230", "conv_numpy", "COR002", "failed", "flipped"),
    ("24A1231", "conv_numpy", "RUN005", "failed", None),
    ("24A1231", "conv_torch", "RUN005", "failed", None),
    ("24A1232", "matmul_cupy", "RUN002", "failed", None),
    ("24A1232", "conv_torch", "COR001", "passed", None),
    ("24A1233", "matmul_cupy", "TIM006", "passed", "advice"),
    ("24A1233", "matmul_torch", "TIM006", "passed", "advice"),
    ("24A1233", "matmul_torch", "TIM002", "passed", None),
    ("24A1234", "matmul_numpy", "COR002", "failed", "transposed"),
    ("24A1234", "conv_python", "COR002", "failed", "transposed"),
    ("24A1234", "conv_numpy", "COR002", "failed", "transposed"),
    ("24A1235", "matmul_python", "COR001", "passed", None),
    ("24A1235", "matmul_torch", "COR001", "passed", None),
]


def graded(out: Path, device: str) -> str:
    """Grades the class into `out`, and gives the gradebook."""
    command = ["grade", "kadai2", str(CLASS), "--output", str(out), "--course", str(ROOT)]
    command += ["--no-timing"]
    assert run([*command, "--device", device]) == 0
    return (out / "grades.csv").read_bytes().decode()


def stored(name: str) -> str:
    """The gradebook that was decided on."""
    return (ROOT / "tests" / "data" / name).read_bytes().decode()


@pytest.fixture(scope="module")
def out(demo: Demo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of results: that of `make demo`, as somebody would take it elsewhere."""
    place = tmp_path_factory.mktemp("kadai2") / "results"
    return shutil.copytree(demo.results("kadai2"), place)


@pytest.fixture(scope="module")
def without_gpu(out: Path) -> str:
    """The gradebook where nothing was said about devices."""
    return (out / "grades.csv").read_bytes().decode()


@pytest.fixture(scope="module")
def on_cpu(without_gpu: str, out: Path) -> str:
    """The gradebook after the same folder went on with the CPU instead of a GPU."""
    assert without_gpu
    return graded(out, "cpu")


def findings(out: Path, student: str) -> list[dict[str, object]]:
    """What one student's sheet says."""
    sheet = json.loads((out / "sheets" / f"{student}.json").read_text(encoding="utf-8"))
    found: list[dict[str, object]] = sheet["findings"]
    return found


def test_without_a_gpu_the_rest_is_graded(without_gpu: str) -> None:
    """CuPy and PyTorch wait, and are open, not 0; what is not written is told already."""
    assert without_gpu == stored("demo_grades_kadai2.csv")


def test_on_the_cpu_instead_pytorch_is_graded(on_cpu: str) -> None:
    """Only CuPy still waits."""
    assert on_cpu == stored("demo_grades_kadai2_cpu.csv")


@pytest.mark.parametrize(("student", "exercise", "check", "verdict", "lookalike"), FOUND)
def test_student_is_told(
    on_cpu: str,
    out: Path,
    student: str,
    exercise: str,
    check: str,
    verdict: str,
    lookalike: str | None,
) -> None:
    """Every mistake that the class was made for gets its name."""
    about = [
        one for one in findings(out, student) if (one["subject"], one["check"]) == (exercise, check)
    ]
    assert [one["verdict"] for one in about] == [verdict]
    params = about[0]["params"]
    assert isinstance(params, dict)
    assert ("advice" in params) is (lookalike == "advice")
    if lookalike not in {None, "advice"}:
        assert params["lookalike"] == lookalike


def test_nothing_is_broken(on_cpu: str, out: Path) -> None:
    """The fault is never ours."""
    students = [path.name for path in CLASS.iterdir()]
    broken = [one for name in students for one in findings(out, name) if one["verdict"] == "broken"]
    assert broken == []


def test_what_the_cpu_showed_is_kept(on_cpu: str, out: Path) -> None:
    """Grading again where it would wait throws nothing away."""
    assert graded(out, "auto") == on_cpu
