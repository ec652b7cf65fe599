"""What a student installs is enough to check a program; all else says what it lacks."""

import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from grader.extras import DISTRIBUTIONS, EXTRAS
from tests.tree import ROOT

EXAMPLES = ROOT / "assignments" / "kadai1" / "examples"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = re.compile("[A-Za-z0-9._-]+")


def _required(requirements: list[str]) -> set[str]:
    """Names distributions and what they require in turn, without extras."""
    names: set[str] = set()
    for requirement in requirements:
        found = NAME.match(requirement)
        if found is None or re.search("sys_platform|extra ==", requirement):
            continue
        names |= {found.group(), *_required(metadata.requires(found.group()) or [])}
    return names


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the base, and none of the extras."""
    folder = tmp_path_factory.mktemp("base")
    packages = folder / "packages"
    packages.mkdir()
    for name in _required(PROJECT["dependencies"]):
        for file in metadata.files(name) or ():
            top = Path(str(metadata.distribution(name).locate_file(file.parts[0])))
            if ".." not in file.parts and not (packages / top.name).exists():
                (packages / top.name).symlink_to(top)
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (site,) = environment.glob("lib/*/site-packages")
    (site / "here.pth").write_text(f"{packages}\n{ROOT}\n")
    return environment / "bin" / "python"


def said_by(python: Path, *words: str | Path) -> tuple[int, str]:
    """The exit code, and all that was said."""
    command = [python, "-m", "grader", *words, "--lang", "en"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert "Traceback" not in run.stderr
    return run.returncode, run.stdout + run.stderr


@pytest.mark.skipif(os.name != "posix", reason="the environment is made with symbolic links")
@pytest.mark.parametrize(
    ("example", "code", "line"),
    [
        ("right-triple-loop", 0, "Nothing to fix was found in the program."),
        ("wrong-transposed", 1, "[COR002 failed]"),
    ],
)
def test_a_program_is_checked(base: Path, example: str, code: int, line: str) -> None:
    """As with everything installed."""
    file = EXAMPLES / example / "kadai1.py"
    answer, said = said_by(base, "check", "kadai1", file)
    assert (answer, line in said) == (code, True), said
    assert said == said_by(Path(sys.executable), "check", "kadai1", file)[1].replace(
        sys.executable, str(base)
    )


@pytest.mark.skipif(os.name != "posix", reason="the environment is made with symbolic links")
def test_what_draws_was_not_checked(base: Path, tmp_path: Path) -> None:
    """Where nothing here can draw, a file with plots is not called right as a whole."""
    right = (EXAMPLES / "right-triple-loop" / "kadai1.py").read_text("utf-8")
    (tmp_path / "kadai1.py").write_text(f"{right}\nimport matplotlib.pyplt as plt\n", "utf-8")
    _, said = said_by(base, "check", "kadai1", tmp_path / "kadai1.py")
    assert "Nothing to fix was found in the functions. matplotlib is not here" in said


@pytest.mark.skipif(os.name != "posix", reason="the environment is made with symbolic links")
@pytest.mark.parametrize(
    ("words", "library"),
    [
        (("grade", "kadai1", "submissions/demo/kadai1"), "pandas"),
        (("regrade", "kadai1"), "jinja2"),
        (("new", "kadai9", "--operation", "matmul", "--backend", "numpy"), "tomlkit"),
        (("check", "optional1", "submissions/demo/optional1/24A1251/matmul.c"), "tree-sitter"),
        (("inspect", "submissions/demo/kadai1/24A1201/report.docx"), "lxml"),
    ],
    ids=lambda words: words[0],
)
def test_a_command_says_what_it_lacks(base: Path, words: tuple[str, ...], library: str) -> None:
    """And how to install it; its exit code is that of something that was not done."""
    code, said = said_by(base, *words)
    assert code == 3, said
    assert library in said
    assert "pip install" in said


def test_extras_are_those_of_the_project() -> None:
    """What is said to bring a library brings it."""
    for extra, names in EXTRAS.items():
        required = " ".join(PROJECT["optional-dependencies"][extra]).lower()
        for name in names:
            assert re.search(rf"\b{DISTRIBUTIONS.get(name, name)}>", required), name
