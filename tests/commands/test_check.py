"""`grader check` tells a student what is wrong, and never speaks of points."""

from pathlib import Path

import pytest

from tests.batch.classes import FORBIDDEN, RIGHT, TRANSPOSED
from tests.commands.conftest import Say


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A file outside the course."""
    path = tmp_path / "mine" / "kadai1.py"
    path.parent.mkdir()
    return path


def test_right_program(course: Path, say: Say, program: Path) -> None:
    """Exit code 0, nothing was found in the program, and the report was not looked at."""
    program.write_text(RIGHT, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert said.code == 0, said.out + said.err
    assert "Nothing to mend was found in the program." in said.out
    assert "No report was given" in said.out
    assert "grader check kadai1 kadai1.py report.docx" in said.out
    assert "レポートは渡されていないので" in say("check", "kadai1", program, "--lang", "ja").out


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("text", [TRANSPOSED, FORBIDDEN], ids=["transposed", "forbidden"])
def test_wrong_program(course: Path, say: Say, program: Path, text: str, lang: str) -> None:
    """Exit code 1; each failed check with its sentence, in both languages; no points."""
    program.write_text(text, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", lang)
    assert said.code == 1
    for code in ["COR001", "COR002"] if text == TRANSPOSED else ["POL001"]:
        assert f"[{code} " in said.out
    assert "{" not in said.out
    assert "/8" not in said.out


def test_line_of_the_program_is_shown(course: Path, say: Say, program: Path) -> None:
    """A finding with a place shows the line and its number."""
    program.write_text(FORBIDDEN, encoding="utf-8")
    said = say("check", "kadai1", program, "--lang", "en")
    assert "    1 | import numpy\n" in said.out


def test_file_of_the_current_folder(
    course: Path, say: Say, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a file named, the assignment's own file here is checked; --course says which."""
    program.write_text(RIGHT, encoding="utf-8")
    monkeypatch.chdir(program.parent)
    assert say("check", "kadai1").code == 2  # no course around here
    assert say("check", "kadai1", "--course", course).code == 0


def test_no_file_here(course: Path, say: Say) -> None:
    """The sentence says what to type."""
    said = say("check", "kadai1")
    assert said.code == 2
    assert "there is no kadai1.py in this folder" in said.err
    assert "grader check kadai1 FILE" in said.err


def test_json(course: Path, say: Say, program: Path) -> None:
    """One document with the findings of a score sheet, without points and name."""
    program.write_text(TRANSPOSED, encoding="utf-8")
    said = say("check", "kadai1", program, "--json", "--lang", "en")
    assert said.code == 1
    assert said.document["schema"] == 1
    assert {"COR002"} <= {finding["check"] for finding in said.document["findings"]}
    assert not {"awards", "total", "max", "student"} & set(said.document)


def test_nothing_is_left_behind(course: Path, say: Say, program: Path) -> None:
    """Checking writes neither results nor anything beside the program."""
    program.write_text(RIGHT, encoding="utf-8")
    say("check", "kadai1", program)
    assert list(program.parent.iterdir()) == [program]
    assert not (course / "results").exists()


def test_a_report_is_shown_as_it_was_seen(course: Path, say: Say, tmp_path: Path) -> None:
    """Its outline before the findings, so that a student sees why a chapter was not found."""
    (tmp_path / "kadai1.py").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "report.docx").write_bytes(b"")
    files = (tmp_path / "kadai1.py", tmp_path / "report.docx")
    document = say("check", "kadai1", *files, "--json").document
    assert (document["report"]["file"], document["report"]["status"]) == ("report.docx", "empty")
    said = say("check", "kadai1", *files, "--lang", "ja")
    assert said.code == 1
    assert "`report.docx` は空です" in said.out
    assert "レポートは渡されていない" not in said.out
