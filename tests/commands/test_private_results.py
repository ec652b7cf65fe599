"""Who could look into a results folder is said when it is opened."""

from pathlib import Path

import pytest

from grader.commands.options import private_results
from grader.wording import load_wording


@pytest.mark.parametrize(("lang", "sentence"), [("en", "could not be determined"), ("ja", "確認")])
def test_git_that_does_not_say_is_warned_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, sentence: str
) -> None:
    """What looks like a repository, and is none that git can read."""
    (tmp_path / ".git").write_text("gitdir: nowhere", encoding="utf-8")
    out = private_results(tmp_path / "results", load_wording(lang))
    assert sentence in capsys.readouterr().err
    assert out.stat().st_mode & 0o077 == 0


def test_an_own_folder_outside_of_git_needs_no_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is printed where nothing is open."""
    private_results(tmp_path / "results", load_wording("en"))
    assert capsys.readouterr().err == ""


def test_a_folder_that_stays_open_is_warned_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that is somebody else's: its owner alone may change its mode."""
    folder = tmp_path / "results"
    folder.mkdir(mode=0o755)
    (folder / "grader.sqlite").touch()
    monkeypatch.setattr(Path, "chmod", lambda *_, **__: None)
    private_results(folder, load_wording("en"))
    assert "other users of this computer" in capsys.readouterr().err
