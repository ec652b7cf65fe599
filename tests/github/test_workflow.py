"""What `grader init --github` writes, executed as it is written, in a clone of a repository."""

import base64
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import click
import pytest
from click.testing import CliRunner
from msgspec import Struct, field

from grader.__main__ import cli, run
from grader.commands.exits import ExitCode
from grader.commands.formats import Checked
from grader.commands.options import UsageError
from grader.github.points import write_classroom50
from tests.tree import ROOT

yaml = pytest.importorskip("yaml", reason="no library reads YAML here")
pytestmark = [
    pytest.mark.skipif("init" not in cli.commands, reason="the plugin scaffolding is not here"),
    pytest.mark.skipif("pack" not in cli.commands, reason="the plugin kit is not here"),
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
]

RIGHT = """\
def matmul(a, b):
    return [
        [sum(row[k] * b[k][j] for k in range(len(b))) for j in range(len(b[0]))] for row in a
    ]
"""
FORBIDDEN = (
    "import time\nimport numpy\n\n\ndef matmul(a, b):\n    return (numpy.array(a) @ b).tolist()\n"
)
STUDENTS_OWN = "raise SystemExit('executed outside of the sandbox')\n"
PYTHON = f"""\
#!/bin/sh
if [ "$3" = pip ]; then echo "$@" >> installed.txt; exit 0; fi
exec "{sys.executable}" "$@"
"""
GIT = ("git", "-c", "user.name=x", "-c", "user.email=x@example.org")


class Job(Struct, kw_only=True):
    """What a workflow's only job did in a clone: exit codes and texts, by the names of steps."""

    clone: Path
    codes: dict[str, int] = field(default_factory=dict)
    printed: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)  # by "steps.ID.outputs.NAME"


def is_run(condition: str, job: Job, variables: Mapping[str, str]) -> bool:
    """Evaluate the conditions that our workflow has; a failed step ends all but `always()`."""
    values = {f"env.{name}": value for name, value in variables.items()} | job.outputs
    for part in condition.split(" && ") if condition else ():
        if file := re.fullmatch(r"hashFiles\('(.+)'\) != ''", part):
            holds = (job.clone / file[1]).is_file()
        elif compared := re.fullmatch(r"([\w.]+) (==|!=) '(.*)'", part):
            holds = (values.get(compared[1], "") == compared[3]) is (compared[2] == "==")
        else:
            assert part == "always()", part
            continue
        if not holds:
            return False
    return "always()" in condition or not any(job.codes.values())


def execute(repository: Path, tmp_path: Path, **more: str) -> Job:
    """Clone a repository and run the steps of its workflow; `uses` of others are noted only."""
    for command in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "x")):
        subprocess.run([*GIT, *command], cwd=repository, check=True)
    clone = tmp_path / "clone"
    subprocess.run([*GIT, "clone", "-q", str(repository), str(clone)], check=True)
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    (bin_folder / "python").write_text(PYTHON, encoding="utf-8")
    (bin_folder / "python").chmod(stat.S_IRWXU)
    workflow = yaml.safe_load((clone / ".github/workflows/grader.yml").read_text(encoding="utf-8"))
    variables = {**workflow["env"], **more}
    output = tmp_path / "output"
    environment = {
        **os.environ,
        **variables,
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_OUTPUT": str(output),
        "GITHUB_WORKSPACE": str(clone),
        "RUNNER_TEMP": str(tmp_path),
        "LANG": "en_US.UTF-8",
    }
    job = Job(clone=clone)
    for step in workflow["jobs"]["check"]["steps"]:
        name = step.get("name", step.get("uses"))
        if not is_run(step.get("if", ""), job, variables):
            continue
        job.codes[name] = 0
        if "run" not in step:
            continue
        output.write_text("", encoding="utf-8")
        done = subprocess.run(
            ["bash", "-e", "-c", step["run"]],
            cwd=clone,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        job.codes[name], job.printed[name] = done.returncode, done.stdout + done.stderr
        for line in output.read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition("=")
            job.outputs[f"steps.{step['id']}.outputs.{key}"] = value
    return job


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A student's repository: a kit with points, a wheel, and what `grader init --github` adds."""
    folder = tmp_path_factory.mktemp("kit")
    packed = folder / "kit.zip"
    assert run(["pack", "kadai1", "--points", "--course", str(ROOT), "-o", str(packed)]) == 0
    shutil.unpack_archive(packed, folder)
    (folder / "kadai1" / "saiten-0.1.0-py3-none-any.whl").write_bytes(b"")
    assert run(["init", str(folder / "kadai1"), "--github"]) == ExitCode.DONE
    assert not (folder / "kadai1" / "course.toml").exists()
    return folder / "kadai1"


@pytest.fixture
def repository(kit: Path, tmp_path: Path) -> Path:
    """A copy of it, to write into."""
    return Path(shutil.copytree(kit, tmp_path / "repository"))


def test_findings_stand_at_their_lines(repository: Path, tmp_path: Path) -> None:
    """Of a file in the repository; the job fails, and without points in the kit none are shown."""
    (repository / "kadai1.py").write_text(FORBIDDEN, encoding="utf-8")
    job = execute(repository, tmp_path)
    assert job.codes == {
        "actions/checkout@v4": 0,
        "actions/setup-python@v5": 0,
        "Install grader": 0,
        "Check": 1,
    }
    assert re.search(
        r"^::error file=kadai1\.py,title=POL001 .*,line=2::", job.printed["Check"], re.MULTILINE
    )
    installed = (job.clone / "installed.txt").read_text(encoding="utf-8")
    assert "./saiten-0.1.0-py3-none-any.whl[plots,report,sandbox]" in installed


def test_points_for_the_reporter(repository: Path, tmp_path: Path) -> None:
    """Base64 of JSON; what a person decides is in no points, and the log names it."""
    (repository / "kadai1.py").write_text(RIGHT, encoding="utf-8")
    (repository / "grader").mkdir()
    (repository / "grader" / "__init__.py").write_text(STUDENTS_OWN, encoding="utf-8")
    job = execute(repository, tmp_path, POINTS="yes")
    assert not any(job.codes.values())
    assert "Show points" in job.codes
    assert "Verify the course" not in job.codes
    result = json.loads(base64.b64decode(job.outputs["steps.grader.outputs.result"]))
    assert (result["status"], result["max_score"]) == ("pass", 4.0)
    assert sum(test["score"] for test in result["tests"]) == 4.0
    assert {test["status"] for test in result["tests"]} == {"pass"}
    assert "Not scored yet, and in no points here" in job.printed["Points"]


def test_course_is_verified(tmp_path: Path) -> None:
    """In the repository of a new course, by its examples."""
    folder = tmp_path / "course"
    assert run(["init", str(folder), "--github", "--no-questions"]) == ExitCode.DONE
    assert (folder / "course.toml").is_file()
    job = execute(folder, tmp_path)
    assert job.codes["Verify the course"] == 0, job.printed
    assert "Check" not in job.codes


def test_nothing_is_overwritten(tmp_path: Path, kit: Path) -> None:
    """What is there stays, and is said; the JSON lists what was written and what was kept."""
    folder = Path(shutil.copytree(kit, tmp_path / "again"))
    workflow = folder / ".github/workflows/grader.yml"
    workflow.write_text("mine", encoding="utf-8")
    (folder / ".github/classroom50/autograder.py").unlink()
    said = CliRunner().invoke(cli, ["init", str(folder), "--github", "--json"])
    document = json.loads(said.output)
    assert document["written"] == [".github/classroom50/autograder.py"]
    assert document["kept"] == [".github/workflows/grader.yml"]
    assert workflow.read_text(encoding="utf-8") == "mine"
    course = CliRunner().invoke(cli, ["init", str(tmp_path / "c"), "--github", "--json"])
    assert {"course.toml", ".github/workflows/grader.yml"} <= {
        *json.loads(course.output)["written"]
    }


def classroom50(kit: Path, program: str, tmp_path: Path, **variables: str) -> Any:
    """Run the autograder of Classroom 50 in a student's checkout, as its runner does."""
    bundle, checkout = tmp_path / "bundle", tmp_path / "checkout"
    bundle.mkdir()
    checkout.mkdir()
    shutil.copy(kit / "grader-kit.msgpack", bundle)
    shutil.copy(kit / ".github/classroom50/autograder.py", bundle)
    (checkout / "kadai1.py").write_text(program, encoding="utf-8")
    (checkout / "grader-kit.msgpack").write_bytes(b"a kit of the student's own")
    for name in ("pip", "subprocess", "grader"):
        (checkout / f"{name}.py").write_text(STUDENTS_OWN, encoding="utf-8")
    no_pip = tmp_path / "no_pip"
    (no_pip / "pip").mkdir(parents=True)
    (no_pip / "pip" / "__main__.py").write_text("", encoding="utf-8")
    code = subprocess.run(
        [sys.executable, str(bundle / "autograder.py")],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(no_pip), **variables},
        check=False,
    ).returncode
    result = checkout / "result.json"
    return code, json.loads(result.read_bytes()) if result.is_file() else None


GIVEN = {
    "CLASSROOM": "jikken",
    "ASSIGNMENT": "kadai1",
    "SUBMISSION_TAG": "submit/2026-06-01T14-32-05Z-a1b2c3d",
    "COMMIT_URL": "https://github.com/o/r/commit/1",
    "RELEASE_URL": "https://github.com/o/r/releases/tag/1",
    "REVIEW_URL": "https://github.com/o/r/compare/0...1",
}


def test_result_of_classroom_50(kit: Path, tmp_path: Path) -> None:
    """classroom50/result/v1, in whole numbers; it is checked with the kit of the bundle."""
    code, result = classroom50(kit, RIGHT, tmp_path, **GIVEN)
    assert code == 0
    assert result["schema"] == "classroom50/result/v1"
    assert [result[key] for key in ("classroom", "assignment", "submission")] == [*GIVEN.values()][
        :3
    ]
    assert [result[key] for key in ("commit", "release", "review")] == [*GIVEN.values()][3:]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", result["datetime"])
    assert (result["score"], result["max-score"]) == (4, 4)
    assert [(test["passed"], test["score"], test["max-score"]) for test in result["tests"]] == [
        (True, 4, 4)
    ]
    assert all(type(test["score"]) is int for test in result["tests"])


def test_outside_of_its_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variables that are missing are named."""
    monkeypatch.setenv("CLASSROOM", "jikken")
    refused = pytest.raises(UsageError, match="which sets ASSIGNMENT, SUBMISSION_TAG, COMMIT_URL")
    with click.Context(click.Command("check")), refused:
        write_classroom50(cast(Checked, None))
