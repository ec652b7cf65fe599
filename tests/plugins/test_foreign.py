"""A plugin of another distribution: installed, graded with, shown, absent again, and broken."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.installing import install
from tests.tree import ROOT

SOURCE = ROOT / "tests/data/plugins/saiten-lines"
LONG = f"# {'x' * 120}\n"
RIGHT = (ROOT / "reference/programs/matmul_python.py").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed it, beside an environment that has grader."""
    return install(SOURCE, tmp_path_factory)


@pytest.fixture(scope="module")
def inbox(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A right program, one with a long line, one on which it stumbles, one it cannot draw."""
    folder = tmp_path_factory.mktemp("inbox")
    for student, code in {
        "24A0001": RIGHT,
        "24A0002": LONG + RIGHT,
        "24A0003": "# raise a fault of the plugin\n" + RIGHT,
        "24A0004": LONG.rstrip() * 2 + "\n" + RIGHT,
    }.items():
        (folder / student).mkdir()
        (folder / student / "kadai1.py").write_text(code, encoding="utf-8")
    return folder


def grader(*words: str, plugin: Path | None) -> str:
    """What a command prints, with the plugin on its path or without; it has to end well."""
    environ = {**os.environ, "LANG": "en_US.UTF-8"}
    if plugin is not None:
        environ["PYTHONPATH"] = str(plugin)
    command = [sys.executable, "-m", "grader", *words]
    run = subprocess.run(
        command, env=environ, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode in {0, 1, 3}, run.stderr
    return run.stdout


def graded(inbox: Path, out: Path, plugin: Path | None) -> Mapping[str, Any]:
    """The sheets of a class, by student."""
    words = ("grade", "kadai1", str(inbox), "-o", str(out), "--no-timing", "--jobs", "1")
    grader(*words, plugin=plugin)
    sheets = (path for path in (out / "sheets").glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sheets}


def lines_of(sheet: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a sheet says by checks of the plugin, or in its name."""
    said = [each for each in sheet["findings"] if each["check"] in {"LIN001", "lines"}]
    return [(each["check"], each["verdict"]) for each in said]


def test_a_plugin_of_another_distribution(installed: Path, inbox: Path, tmp_path: Path) -> None:
    """It is found, judges, is shown and named; taken away, its record is kept unread."""
    out = tmp_path / "results"
    sheets = graded(inbox, out, installed)
    assert lines_of(sheets["24A0001"]) == [("LIN001", "passed")]
    assert lines_of(sheets["24A0002"]) == [("LIN001", "failed")]
    assert sheets["24A0002"]["plugins"]["lines"] == "1 (saiten-lines 0.3)"
    page = (out / "sheets/24A0002.html").read_text(encoding="utf-8")
    assert "line 1 (122 letters)" in page
    assert "1 行目 (122 文字)" in page
    assert '<meter min="0" max="200" value="122">' in page
    assert sheets["24A0002"]["longest_line"] == 122

    # What it cannot show is said in its place, and what it wrote stands.
    page = (out / "sheets/24A0004.html").read_text(encoding="utf-8")
    assert "Length of lines" in page
    assert "This part could not be shown" in page
    assert "<meter" not in page
    assert sheets["24A0004"]["longest_line"] == 244

    # One on which it raises: its check is broken and named so, and everything else is as ever.
    assert lines_of(sheets["24A0003"]) == [("LIN001", "broken")]
    assert sheets["24A0003"]["longest_line"] is None
    points = {award["criterion"]: award["points"] for award in sheets["24A0001"]["awards"]}
    assert {a["criterion"]: a["points"] for a in sheets["24A0003"]["awards"]} == points

    grader("regrade", "kadai1", "-o", str(out), plugin=None)
    without = {path.stem: json.loads(path.read_text()) for path in (out / "sheets").glob("*.json")}
    assert lines_of(without["24A0002"]) == [("lines", "waiting")]
    assert "not installed here" in (out / "sheets/24A0002.html").read_text(encoding="utf-8")
    assert "longest_line" not in without["24A0002"]
    assert without["24A0001"]["total"] == sheets["24A0001"]["total"]

    grader("regrade", "kadai1", "-o", str(out), plugin=installed)
    again = json.loads((out / "sheets/24A0002.json").read_text(encoding="utf-8"))
    assert lines_of(again) == [("LIN001", "failed")]


@pytest.mark.parametrize("methods", [("limits", "begin", "holds", "uses_times"), ("inspect",)])
def test_whatever_raises_ends_no_class(
    installed: Path, inbox: Path, tmp_path: Path, methods: tuple[str, ...]
) -> None:
    """Everybody gets the points that there are without the plugin; a second run goes on as well."""
    raising = tmp_path / "raising"
    subprocess.run(["cp", "-r", str(installed), str(raising)], check=True)
    with (raising / "saiten_lines/lines.py").open("a", encoding="utf-8") as file:
        for method in methods:
            file.write(
                f"\n\ndef {method}(self, *given, **named):\n"
                f"    open({str(tmp_path / method)!r}, 'w').close()\n"
                "    raise OSError('half a disk')\n"
                f"\n\nLineInspector.{method} = {method}\n"
            )
    out = tmp_path / "results"
    words = ("grade", "kadai1", str(inbox), "-o", str(out), "--only", "24A0001")
    for _ in range(2):
        assert "Graded: " in grader(*words, plugin=raising)
        sheet = json.loads((out / "sheets/24A0001.json").read_text(encoding="utf-8"))
        points = {award["criterion"]: award["points"] for award in sheet["awards"]}
        assert points["program"] == 4
        verdict = "broken" if "inspect" in methods else "passed"
        assert lines_of(sheet) == [("LIN001", verdict)]
    assert all((tmp_path / method).exists() for method in methods)  # each was called, and raised


def test_its_check_is_explained(installed: Path) -> None:
    """As any other."""
    assert "LIN001" in grader("explain", plugin=installed)
    assert "longer than a screen" in grader("explain", "LIN001", "--lang", "en", plugin=installed)


def test_one_that_cannot_be_imported_is_left_out(
    installed: Path, inbox: Path, tmp_path: Path
) -> None:
    """It is named, and the others go on."""
    broken = tmp_path / "broken"
    subprocess.run(["cp", "-r", str(installed), str(broken)], check=True)
    (broken / "saiten_lines/plugin.py").write_text("raise OSError('half a disk')\n", "utf-8")
    sheets = graded(inbox, tmp_path / "results", broken)
    assert lines_of(sheets["24A0001"]) == []
    assert sheets["24A0001"]["plugins"].keys() >= {"clocks"}
    assert "half a disk" in grader("machine", plugin=broken)
