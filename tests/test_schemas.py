"""What we write is what the shipped JSON Schemas say, and they say what the classes say."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from grader.intake.manifest import manifest_bytes
from tests.conftest import Demo
from tests.intake.submitting import ASSIGNMENT
from tests.intake.test_manifest import COLLECTION
from tests.schemas import EVIDENCE, SCHEMAS, generated, stored_facts
from tests.tree import ROOT


def validator(file: str) -> Draft202012Validator:
    """What checks documents against a shipped schema."""
    return Draft202012Validator(json.loads((ROOT / file).read_bytes()))


@pytest.mark.parametrize("file", SCHEMAS)
def test_the_shipped_file_is_the_generated_one(file: str) -> None:
    """Else run `make anew`."""
    assert (ROOT / file).read_text(encoding="utf-8") == generated(file)
    Draft202012Validator.check_schema(json.loads(generated(file)))


def test_other_facts_raise_a_number() -> None:
    """Else evidence of before would be read with a default, and pass what nobody looked at."""
    assert json.loads(EVIDENCE.read_bytes()) == stored_facts(), (
        "stored evidence holds other facts: raise EVIDENCE_SCHEMA of "
        "grader/store/keys.py, or the schema of the plugin, then run make anew"
    )


def test_a_collection_fits_and_a_damaged_one_does_not() -> None:
    """Every kind of part is in it; a key of another name is none of ours."""
    check = validator("grader/intake/collected.schema.json")
    document = json.loads(manifest_bytes(COLLECTION, ASSIGNMENT))
    check.validate(document)
    document["students"][0]["files"][0]["rôle"] = "source"
    with pytest.raises(ValidationError, match="rôle"):
        check.validate(document)


def grader(*arguments: str) -> bytes:
    """Runs a command in this course and gives what it printed."""
    command = [sys.executable, "-m", "grader", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout


@pytest.mark.repetition("make demo grades the class")
def test_a_graded_student_of_the_demo_fits(demo: Demo) -> None:
    """The file of a program, its times and its report."""
    sheet = json.loads((demo.results("kadai1") / "sheets/24A1201.json").read_bytes())
    assert sheet["awards"]
    assert sheet["findings"]
    assert sheet["exercises"][0]["cases"]
    assert sheet["exercises"][0]["timing"]["points"]
    validator("grader/export/sheet.schema.json").validate(sheet)


def test_what_is_printed_is_what_is_written(tmp_path: Path) -> None:
    """The sheets of `grade --json` are the files beside the gradebook."""
    name = "24A1203"
    shutil.copytree(ROOT / "submissions" / "demo" / "kadai1" / name, tmp_path / "in" / name)
    out = tmp_path / "out"
    words = ("grade", "kadai1", str(tmp_path / "in"), "-o", str(out), "--json", "--no-timing")
    (sheet,) = json.loads(grader(*words))["sheets"]
    assert sheet == json.loads((out / "sheets" / f"{name}.json").read_bytes())
    validator("grader/export/sheet.schema.json").validate(sheet)


@pytest.mark.parametrize("lms", ["moodle", "manaba", "canvas"])
def test_a_collected_class_of_the_demo_fits(lms: str) -> None:
    """Whichever LMS the downloads are of."""
    download = ROOT / "submissions" / "demo" / "downloads" / f"{lms}.zip"
    printed = grader("collect", str(download), "-a", "kadai1", "--dry-run", "--json")
    document = json.loads(printed)
    assert document["students"]
    validator("grader/intake/collected.schema.json").validate(document)
