"""pseudonyms.csv: read as it was written, for its owner alone, and never guessed."""

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.errors import StoreError
from grader.privacy import read_map, write_map
from grader.privacy.pseudonyms import NAME
from tests.wording.worded import in_japanese

GIVEN = {"24A1201": "S02", "0012": "S01", "=SUM(A1)": "S03", "'x": "S10", "山田 太郎_31201": "S04"}


def test_it_comes_back_as_it_was(tmp_path: Path) -> None:
    """Ids with zeros in front, formulas and labels that are names."""
    path = write_map(tmp_path, GIVEN, {"24A1201": "山田 太郎", "0012": "=cmd"})
    assert path == tmp_path / NAME
    assert read_map(tmp_path) == GIVEN
    lines = path.read_bytes().decode("utf-8-sig").split("\r\n")
    assert lines[:3] == ["pseudonym,student,name", "S01,'0012,'=cmd", "S02,24A1201,山田 太郎"]
    assert [one.name for one in tmp_path.iterdir()] == [NAME]


def test_no_file_is_an_empty_map(tmp_path: Path) -> None:
    """The first run has none."""
    assert read_map(tmp_path) == {}


@pytest.mark.skipif(os.name == "nt", reason="modes mean nothing on Windows")
def test_only_the_owner_reads_it(tmp_path: Path) -> None:
    """Also when an older file was open to all."""
    (tmp_path / NAME).write_text("old")
    (tmp_path / NAME).chmod(0o644)
    assert stat.S_IMODE(write_map(tmp_path, GIVEN).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text",
    [
        "",
        "student,pseudonym\r\n",
        "pseudonym,student,name\r\nS01\r\n",
        "pseudonym,student,name\r\nS01,\r\n",
        "pseudonym,student,name\r\nSmith,24A1201,\r\n",
        "pseudonym,student,name\r\nS01,24A1201,\r\nS02,24A1201,\r\n",
        "pseudonym,student,name\r\nS01,24A1201,\r\nS01,24A1202,\r\n",
        "pseudonym;student;name\r\nS01;24A1201;\r\n",
    ],
)
def test_a_damaged_map_is_refused(tmp_path: Path, text: str) -> None:
    """Guessing would give one student's stand-in to another."""
    (tmp_path / NAME).write_text(text, encoding="utf-8")
    with pytest.raises(StoreError, match="is not in the format written by grader") as error:
        read_map(tmp_path)
    assert "元のファイルを戻す" in in_japanese(error.value)


def test_a_map_that_excel_wrote_again_is_read(tmp_path: Path) -> None:
    """It leaves out the mark at the front, or adds columns."""
    (tmp_path / NAME).write_text("pseudonym,student,name\n\nS01,24A1201,山田,x\n", encoding="cp932")
    assert read_map(tmp_path) == {"24A1201": "S01"}


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_is_not_followed(tmp_path: Path) -> None:
    """Neither for reading nor for writing."""
    outside = tmp_path / "outside.csv"
    outside.write_text("precious")
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / NAME).symlink_to(outside)
    with pytest.raises(StoreError, match="is a link"):
        read_map(folder)
    write_map(folder, GIVEN)
    assert outside.read_text() == "precious"
    assert read_map(folder) == GIVEN


def test_what_cannot_be_written_says_so(tmp_path: Path) -> None:
    """And what cannot be read."""
    with pytest.raises(StoreError, match="cannot be written"):
        write_map(tmp_path / "missing", GIVEN)
    (tmp_path / NAME).mkdir()
    with pytest.raises(StoreError, match="cannot be read"):
        read_map(tmp_path)
    with pytest.raises(StoreError, match="cannot be written"):
        write_map(tmp_path, GIVEN)
    assert [one.name for one in tmp_path.iterdir()] == [NAME]


LABELS = st.text(
    alphabet=st.characters(codec="utf-8", exclude_characters="\r\n\x00\ufeff"),
    min_size=1,
    max_size=10,
)


@given(st.dictionaries(LABELS, st.none(), max_size=10))
@settings(max_examples=40)
def test_any_label_comes_back(tmp_path_factory: pytest.TempPathFactory, labels: object) -> None:
    """Students are called what their folders are called."""
    assert isinstance(labels, dict)
    folder = tmp_path_factory.mktemp("map")
    given_ = {label: f"S{number:02}" for number, label in enumerate(labels, start=1)}
    write_map(folder, given_)
    assert read_map(folder) == given_
