"""Files appear whole or not at all, and never where a link points."""

from pathlib import Path

import pytest

from grader.export import clear_away_drafts, real_folder, write_file
from grader.model.errors import StoreError


@pytest.mark.parametrize("durable", [False, True])
def test_a_file_is_written_and_written_again(tmp_path: Path, *, durable: bool) -> None:
    """The second text replaces the first, and nothing else is left in the folder."""
    path = tmp_path / "24A1201.json"
    write_file(path, b"one", durable=durable)
    write_file(path, b"two", durable=durable)
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_in_the_place_of_a_file_is_replaced(tmp_path: Path) -> None:
    """What it points at stays as it was."""
    precious = tmp_path / "precious"
    precious.write_text("untouched")
    link = tmp_path / "sheet.json"
    link.symlink_to(precious)
    write_file(link, b"new")
    assert precious.read_text() == "untouched"
    assert link.read_bytes() == b"new"
    assert not link.is_symlink()


def test_a_folder_in_the_place_of_a_file_is_a_clear_error(tmp_path: Path) -> None:
    """The message names the path, and no draft stays behind."""
    (tmp_path / "sheet.json").mkdir()
    with pytest.raises(StoreError, match=r"sheet\.json cannot be written"):
        write_file(tmp_path / "sheet.json", b"new")
    assert [one.name for one in tmp_path.iterdir()] == ["sheet.json"]


def test_a_missing_folder_is_a_clear_error(tmp_path: Path) -> None:
    """Nothing is made on the way."""
    with pytest.raises(StoreError, match="cannot be written"):
        write_file(tmp_path / "missing" / "sheet.json", b"new")


def test_folders_are_made(tmp_path: Path) -> None:
    """With every folder above them, and again without harm."""
    folder = real_folder(tmp_path / "a" / "sheets")
    assert real_folder(folder).is_dir()


def test_a_link_or_a_file_in_the_place_of_a_folder_is_refused(tmp_path: Path) -> None:
    """Whoever planted it does not choose where we write."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    with pytest.raises(StoreError, match="is a link"):
        real_folder(tmp_path / "link")
    for name in ("file", "dangling"):
        with pytest.raises(StoreError, match="cannot be made"):
            real_folder(tmp_path / name)
    assert not (tmp_path / "nowhere").exists()


def test_drafts_of_a_killed_process_are_removed(tmp_path: Path) -> None:
    """Beside the sheets and in the folder above; what is no draft stays, hidden or not."""
    (tmp_path / "sheets").mkdir()
    names = (".grades.csv.0123456789abcdef.draft", "sheets/.s.json.00000000000000ff.draft")
    others = [tmp_path / ".lock", tmp_path / "grades.csv", tmp_path / "sheets/.s.0123.draft"]
    for path in [*others, *(tmp_path / name for name in names)]:
        path.touch()
    clear_away_drafts(tmp_path)
    assert sorted(one for one in tmp_path.rglob("*") if one.is_file()) == sorted(others)


def test_no_folder_has_no_drafts(tmp_path: Path) -> None:
    """Nothing to remove is no error."""
    clear_away_drafts(tmp_path / "missing")
