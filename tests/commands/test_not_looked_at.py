"""What `grader check` cannot look at here is named, and nothing is green instead."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.tree import ROOT

REPORT_LIBRARIES = {"lxml", "PIL", "pillow.libs", "pypdfium2", "pypdfium2_raw"}
RIGHT = ROOT / "assignments" / "kadai1" / "examples" / "right-triple-loop" / "kadai1.py"
REPORT = ROOT / "submissions" / "demo" / "kadai1" / "24A1201" / "report.docx"


@pytest.fixture
def without_report_libraries(tmp_path: Path) -> Path:
    """The Python of an environment in which everything but the extra `report` is installed."""
    environment, packages = tmp_path / "environment", tmp_path / "packages"
    packages.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if path.name not in REPORT_LIBRARIES and not path.name.endswith(".pth"):
            (packages / path.name).symlink_to(path)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (site,) = environment.glob("lib/*/site-packages")
    (site / "here.pth").write_text(f"{packages}\n{ROOT}\n")
    return environment / "bin" / "python"


@pytest.mark.skipif(os.name != "posix", reason="the environment is made with symbolic links")
@pytest.mark.parametrize(
    ("lang", "line", "green"),
    [
        ("en", "－ The report was not checked", "Nothing to fix was found."),
        ("ja", "－ レポートは検査していません", "直すところは見つかりませんでした。"),
    ],
)
def test_a_report_that_no_library_reads(
    without_report_libraries: Path, lang: str, line: str, green: str
) -> None:
    """It says what to install, and the exit code is that of something left open."""
    python = str(without_report_libraries)
    words = ["check", "kadai1", str(RIGHT), str(REPORT), "--course", str(ROOT), "--lang", lang]
    said = subprocess.run(
        [python, "-m", "grader", *words], capture_output=True, text=True, check=False
    )
    assert said.returncode == 3, said.stdout + said.stderr
    assert line in said.stdout
    assert f"{python} -m pip install lxml pillow pypdfium2" in said.stdout
    assert green not in said.stdout.splitlines()
    alone = [python, "-m", "grader", *words[:3], *words[4:]]
    assert subprocess.run(alone, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(
    any(Path("/dev").glob("nvidia[0-9]*")) or Path("/dev/kfd").exists(), reason="a GPU is here"
)
def test_an_exercise_that_waits_for_a_gpu(course: Path, say: Say) -> None:
    """That is ordinary on a student's computer: the exit code stays, the green line does not."""
    (course / "kadai2.py").write_text(
        "import cupy as cp\n\n\ndef matmul_cupy(a, b):\n    return cp.matmul(a, b)\n"
    )
    path = course / "assignments" / "kadai2" / "assignment.toml"
    whole = path.read_text(encoding="utf-8")
    begin = whole.index("[[exercise]]")
    only = whole.index('id = "matmul_cupy"')
    start = whole.rindex("[[exercise]]", 0, only)
    end = whole.index("[[exercise]]", only)
    rubric = '[[rubric]]\nid = "program"\ntitle = { ja = "内容", en = "Content" }\npoints = 8\n'
    path.write_text(
        f'{whole[:begin]}{whole[start:end]}{rubric}checks = ["COR"]\n', encoding="utf-8"
    )
    said = say("check", "kadai2", "kadai2.py", "--lang", "en")
    assert said.code == 0, said.out + said.err
    assert "Not checked here: matmul_cupy" in said.out
    assert "Nothing to fix was found in the program." not in said.out
    assert "Nothing to fix was found in what could be checked here." in said.out
