"""Every plugin can be taken away, and nothing else breaks (tests/amputate.py says what that is)."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.amputate import (
    amputated,
    check_contracts,
    check_it_starts,
    differences,
    grade,
    removable,
    run_tests,
    without_imports,
)
from tests.clones import copy_tree
from tests.conftest import Once

STUDENTS = ("24A1201", "24A1204", "24A1211", "24A1220", "24A1241", "24A1243")
# What tells most of what stayed behind: texts that nobody says, options without help, lost modules.
FEW = ("tests/commands/test_help.py", "tests/wording/test_messages.py", "tests/scoring")
TODAY = removable()[datetime.now(UTC).toordinal() % len(removable())]


@pytest.fixture(scope="session")
def whole(once: Once) -> Path:
    """Some of the demo class, graded by the whole tree."""

    def fill(folder: Path) -> None:
        grade(copy_tree(folder / "tree"), STUDENTS)

    return once("whole-tree", fill) / "tree" / "results" / "kadai1"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=()
            if name == TODAY
            else pytest.mark.repetition("one plugin a day is taken away, another one each day"),
        )
        for name in removable()
    ],
)
def test_everything_else_goes_on_without_it(name: str, whole: Path, tmp_path: Path) -> None:
    """The command line starts, contracts hold, tests pass, and sheets are as with the plugin."""
    tree = amputated([name], tmp_path / "tree")
    check_it_starts(tree)
    check_contracts(tree)
    assert " passed" in run_tests(tree, [name], FEW)
    cut = grade(tree, STUDENTS)
    assert differences(whole, cut, [name]) == []


def test_a_contract_goes_with_the_only_package_it_is_about() -> None:
    """Others lose its name."""
    begin = "[[tool.importlinter.contracts]]\n"
    of_one = f'{begin}name = "a"\nallowed_importers = ["grader.a"]\n'
    of_both = f'{begin}name = "b"\nallowed_importers = ["grader.a", "grader.b"]\n'
    kept = f'{begin}name = "b"\nallowed_importers = ["grader.b"]\n'
    assert without_imports(f"x\n{of_one}{of_both}", ["grader.a"]) == f"x\n{kept}"


def test_what_is_graded_otherwise_is_found(tmp_path: Path) -> None:
    """Points, findings and rows; not the lines of a plugin that is away."""

    def results(name: str, points: float, verdict: str, plugins: dict[str, str]) -> Path:
        """One student's sheet and row."""
        folder = tmp_path / name
        (folder / "sheets").mkdir(parents=True)
        sheet = {
            "findings": [
                {"check": "RUN003", "verdict": verdict},
                *({"check": "TIM002", "verdict": "passed"} for each in plugins if each == "clocks"),
            ],
            "awards": [{"criterion": "program", "points": points}],
            "plugins": plugins,
            "evidence": f"sha256:{len(plugins)}",
        }
        (folder / "sheets" / "24A1201.json").write_text(json.dumps(sheet), encoding="utf-8")
        (folder / "grades.csv").write_text(f"student,program\n24A1201,{points}\n", "utf-8")
        return folder

    whole = results("whole", 4, "passed", {"clocks": "1"})
    assert differences(whole, results("without", 4, "passed", {}), ["clocks"]) == []
    assert len(differences(whole, tmp_path / "without", [])) == 3
    worse = differences(whole, results("worse", 3, "failed", {}), ["clocks"])
    assert [line.split(":")[0] for line in worse] == ["24A1201.json"] * 2 + ["grades.csv"]
    (tmp_path / "worse" / "sheets" / "24A1201.json").unlink()
    assert len(differences(whole, tmp_path / "worse", ["clocks"])) == 1


def test_what_absent_checks_decide_has_to_be_open(tmp_path: Path) -> None:
    """Its points and its column are not compared; given or taken without them, they are told."""

    def results(name: str, form: float | None, findings: list[dict[str, str]]) -> Path:
        """One student's sheet and row."""
        folder = tmp_path / name
        (folder / "sheets").mkdir(parents=True)
        awards = [{"criterion": "program", "points": 4}, {"criterion": "form", "points": form}]
        sheet = {"findings": findings, "awards": awards, "plugins": {}}
        (folder / "sheets" / "24A1201.json").write_text(json.dumps(sheet), encoding="utf-8")
        row = f"student,program,form,report\n24A1201,4,{form},{name}\n"
        (folder / "grades.csv").write_text(row, "utf-8")
        return folder

    whole = results("whole", 2, [{"check": "REP009", "verdict": "passed"}])
    waits = [{"check": "reports", "verdict": "waiting"}]
    assert differences(whole, results("open", None, waits), ["reports"]) == []
    (taken,) = differences(whole, results("taken", 0, waits), ["reports"])
    assert taken == "24A1201.json: form: 2 and 0"
