"""Gradescope's autograder: its zip, and what it answers in a folder laid out as there."""

import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from grader.__main__ import cli
from grader.course import load_assignment, load_course
from grader.intake import read_submission, unread_submission
from grader.lms.autograder import graded, results, run
from grader.model.course import Visibility
from grader.model.errors import SandboxUnavailable
from grader.model.finding import Finding, Verdict
from grader.sandbox import ladder
from grader.scoring import score
from grader.wording import load_wording
from tests.tree import ROOT

pytestmark = pytest.mark.skipif("pack" not in cli.commands, reason="the plugin kit is not here")

RIGHT = """\
def matmul(a, b):
    return [
        [sum(row[k] * b[k][j] for k in range(len(b))) for j in range(len(b[0]))] for row in a
    ]
"""
CURIOUS = f"""\
stolen = []
for path in ("reference/matmul.py", "reference/programs/matmul_python.py", "course.toml"):
    try:
        stolen.append(open("FOLDER/source/course/" + path).read())
    except OSError:
        pass
for path in ("results/results.json", "source/run_autograder", "submission_metadata.json"):
    try:
        stolen.append(open("FOLDER/" + path, "a").write("full points"))
    except OSError:
        pass
if stolen:
    raise SystemExit("STOLEN: " + str(stolen))
{RIGHT}"""


def pack(*options: str) -> Result:
    """Runs `grader pack kadai1`."""
    return CliRunner().invoke(cli, ["pack", "kadai1", "--course", str(ROOT), *options])


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The zip of kadai1."""
    path = tmp_path_factory.mktemp("packed") / "autograder.zip"
    assert pack("--for", "gradescope", "-o", str(path), "--lang", "en").exit_code == 0
    return path.read_bytes()


@pytest.fixture
def folder(packed: bytes, tmp_path: Path) -> Path:
    """A folder like /autograder, with Gradescope's file about a submission in time."""
    folder = tmp_path / "autograder"
    for name in ("source", "submission", "results"):
        (folder / name).mkdir(parents=True)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(folder / "source")
    metadata = {
        "id": 123456,
        "created_at": "2025-04-16T14:22:32.365935-07:00",
        "users": [{"email": "24a1201@ac.example.jp", "id": 1, "name": "山田 太郎"}],
    }
    (folder / "submission_metadata.json").write_text(json.dumps(metadata), encoding="utf-8")
    return folder


def answer(folder: Path, **files: str) -> Mapping[str, Any]:
    """Runs run_autograder as it lies in the zip, and reads its results.json."""
    for name, text in files.items():
        path = folder / "submission" / f"{name}.py"
        path.write_text(text.replace("FOLDER", str(folder)), encoding="utf-8")
    where = {"GRADESCOPE_FOLDER": str(folder), "GRADESCOPE_PYTHON": sys.executable}
    subprocess.run(
        ["/bin/bash", str(folder / "source" / "run_autograder")],
        env={**os.environ, **where},
        check=True,
        capture_output=True,
    )
    document: Mapping[str, Any] = json.loads((folder / "results" / "results.json").read_bytes())
    return document


def test_what_is_in_the_zip(packed: bytes) -> None:
    """Both scripts can be executed; no example, submission or secret of the course is in it."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        names = {info.filename: info.external_attr >> 16 & 0o777 for info in archive.infolist()}
        setup = archive.read("setup.sh").decode()
    assert names["setup.sh"] == names["run_autograder"] == 0o755
    assert names["course/assignments/kadai1/assignment.toml"] == 0o600
    tops = {"setup.sh", "run_autograder", "course.toml", "assignments", "reference"}
    assert {name.removeprefix("course/").split("/")[0] for name in names} == tops
    assert not [name for name in names if "examples" in name or "/." in name]
    assert "saiten[plots,report,sandbox]==" in setup
    assert "@" not in setup.replace("$@", "")


def test_points_by_criteria(folder: Path) -> None:
    """What nobody has decided has no score, and the output says so; points come after the date."""
    document = answer(folder, kadai1=RIGHT)
    program, discussion, form = document["tests"]
    assert (program["score"], program["max_score"], program["status"]) == (4.0, 4.0, "passed")
    assert {test["visibility"] for test in document["tests"]} == {"after_due_date"}
    assert document["score"] == sum(test.get("score", 0) for test in document["tests"])
    assert not {"score", "max_score", "status"} & {*discussion}
    assert discussion["output"].startswith("Not scored yet (2 points).")
    assert "Not scored yet: Content: how the time depends on the size" in document["output"]
    assert "kadai1.py" in document["output"]
    assert form["tags"] == ["form"]


def test_programs_reach_neither_the_reference_nor_the_results(folder: Path) -> None:
    """All of it lies in the same container, behind the wall."""
    document = answer(folder, kadai1=CURIOUS)
    assert document["tests"][0]["score"] == 4.0
    assert "STOLEN" not in json.dumps(document)
    assert "full points" not in (folder / "source" / "run_autograder").read_text(encoding="utf-8")


def test_criteria_for_tas_stay_hidden(folder: Path) -> None:
    """The others are shown when `visibility` says so; what being late cost is said."""
    assignment = load_assignment(load_course(ROOT), "kadai1")
    first, *others = assignment.rubric
    rubric = (replace(first, visibility=Visibility.TA), *others)
    findings = (Finding(check="POL001", subject="matmul", verdict=Verdict.FAILED),)
    changed = replace(assignment, rubric=rubric)
    sheet = score(findings, changed, "submission")
    (folder / "submission" / "kadai1.py").write_text(RIGHT, encoding="utf-8")
    submission = read_submission(
        unread_submission("submission", [folder / "submission"]), assignment
    )
    document = results(sheet, submission, changed, "visible", load_wording("en"))
    assert [test["visibility"] for test in document["tests"]] == ["hidden", "visible", "visible"]
    assert document["tests"][0]["status"] == "failed"
    assert document["score"] == 0.0
    assert "Not scored yet" in document["output"]  # a 0 that holds only what is decided


def test_without_a_wall_nothing_is_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No results.json: a 0 that is a fault of ours would be one in the gradebook."""
    (folder / "submission" / "kadai1.py").write_text(RIGHT, encoding="utf-8")
    monkeypatch.setattr(ladder, "SAFE", ())
    with pytest.raises(SandboxUnavailable):
        graded("kadai1", folder, "visible", load_wording("en"))
    said = CliRunner().invoke(run, ["kadai1", "--folder", str(folder), "--lang", "en"])
    assert said.exit_code == SandboxUnavailable.exit_code
    assert "no safe sandbox" in said.output
    assert "no results.json was written" in said.output
    assert not [*(folder / "results").iterdir()]


def test_options_that_do_not_fit(tmp_path: Path) -> None:
    """Are refused in a sentence."""
    other = tmp_path / 'x"; rm -rf "$HOME.whl'
    other.write_bytes(b"")
    for options, sentence in (
        (("--visibility", "visible"), "belong to --for gradescope"),
        (("--for", "gradescope", "--points"), "an autograder always has the points"),
        (("--for", "gradescope", "--wheel", str(other)), "is no wheel of saiten"),
    ):
        assert sentence in str(pack(*options).exception)


def test_given_wheel(tmp_path: Path) -> None:
    """It lies in the zip, and is what is installed."""
    wheel = tmp_path / "saiten-0.0-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    path = tmp_path / "out.zip"
    options = ("--wheel", str(wheel), "--visibility", "visible", "-o", str(path), "--json")
    assert wheel.name in json.loads(pack("--for", "gradescope", *options).output)["files"]
    with zipfile.ZipFile(path) as archive:
        assert archive.read(wheel.name) == b"wheel"
        assert f'"$root/source/{wheel.name}"[plots' in archive.read("setup.sh").decode()
        assert "--visibility visible" in archive.read("run_autograder").decode()
