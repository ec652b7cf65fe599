"""`grader inspect` shows how a report is read, in words or as JSON, in a course or outside."""

import importlib.util
import json
from pathlib import Path

import pytest

from tests.commands.conftest import Say
from tests.tree import ROOT

REPORT = ROOT / "submissions" / "demo" / "kadai1" / "24A1201" / "report.docx"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_outline_and_its_reasons(say: Say, lang: str) -> None:
    """Chapters, figures with a verdict, sentences; no key is left without its words."""
    said = say("inspect", REPORT, "--lang", lang)
    assert said.code == 0, said.out + said.err
    assert "3. 計測結果" in said.out
    assert "図1" in said.out
    assert "report." not in said.out.replace("report.docx", "")
    assert "{" not in said.out


def test_outside_a_course(say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an assignment no course is needed."""
    monkeypatch.chdir(tmp_path)
    assert say("inspect", REPORT, "--lang", "en").code == 0


def test_chapters_that_an_assignment_asks_for(course: Path, say: Say) -> None:
    """They are looked for by name."""
    plain, asked = (
        json.loads(say("inspect", REPORT, *more, "--json").out)
        for more in ((), ("--assignment", "kadai1", "--course", course))
    )
    subjects = [{one["subject"] for one in document["findings"]} for document in (plain, asked)]
    assert subjects[1] - subjects[0]


def test_json(say: Say) -> None:
    """One document: the report as on a sheet, and the findings."""
    document = json.loads(say("inspect", REPORT, "--json").out)
    assert document["schema"] == 1
    assert document["report"]["kind"] == "docx"
    assert len(document["report"]["chapters"]) >= 5
    assert {one["check"][:3] for one in document["findings"]} == {"REP"}


def test_what_is_no_report_fails(say: Say, tmp_path: Path) -> None:
    """Its kind is named, and what to do."""
    file = tmp_path / "report.docx"
    file.write_text("<html><body>目的</body></html>", encoding="utf-8")
    said = say("inspect", file, "--lang", "en")
    assert said.code == 1
    assert "[REP001 " in said.out


@pytest.mark.parametrize("name", ["missing.pdf", "."])
def test_no_file(say: Say, tmp_path: Path, name: str) -> None:
    """A sentence, and exit code 2."""
    said = say("inspect", tmp_path / name)
    assert said.code == 2
    assert "Traceback" not in said.err


def test_a_report_that_cannot_be_read_here_is_no_clean_one(
    say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a library it names that, and never says that nothing is to be fixed."""
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *more: None if name == "PIL" else found(name, *more),
    )
    said = say("inspect", REPORT, "--lang", "en")
    assert said.code == 3
    assert "to read reports, install pillow" in said.err
    assert "Nothing to fix" not in said.out
