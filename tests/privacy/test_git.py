"""Students' data are not written where git would take them up."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from grader.model.errors import StoreError
from grader.privacy import Git, ask_git, exposed_files, refuse_tracked
from grader.privacy.folders import rule_for
from tests.wording.worded import in_japanese

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *command: str) -> None:
    """Runs git without the user's settings."""
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    person = ("-c", "user.name=grader", "-c", "user.email=grader@example.com")
    subprocess.run(
        ["git", *person, *command],
        cwd=folder,
        env={**os.environ, **quiet},
        check=True,
        capture_output=True,
    )


def repository(folder: Path, ignored: str = "") -> Path:
    """A repository whose .gitignore holds these lines."""
    git(folder, "init", "-q")
    (folder / ".gitignore").write_text(ignored, encoding="utf-8")
    return folder


@needs_git
@pytest.mark.parametrize(
    "ignored",
    ["results/\n", "/results/kadai1/\n", "*\n", "results/*\n", "results\n", "results/**\n"],
)
def test_an_ignored_folder_is_fine(tmp_path: Path, ignored: str) -> None:
    """Whether it is there yet or not."""
    folder = repository(tmp_path, ignored) / "results" / "kadai1"
    assert ask_git(folder) is Git.IGNORED
    folder.mkdir(parents=True)
    (folder / "grades.csv").write_text("points")
    assert refuse_tracked(folder) is Git.IGNORED


@needs_git
@pytest.mark.parametrize("ignored", ["", "*.csv\n", "other/\n", "results/*\n!results/kadai1/\n"])
def test_a_folder_that_git_takes_up_is_refused(tmp_path: Path, ignored: str) -> None:
    """A rule about tables alone lets the score sheets in. The error says what to add."""
    folder = repository(tmp_path, ignored) / "results" / "kadai1"
    with pytest.raises(StoreError, match=r"add the line /results/kadai1/ to \.gitignore") as error:
        refuse_tracked(folder)
    assert not folder.exists()
    assert "/results/kadai1/ という行を書き足す" in in_japanese(error.value)
    with (tmp_path / ".gitignore").open("a", encoding="utf-8") as file:
        file.write(f"{rule_for(folder)}\n")
    assert refuse_tracked(folder) is Git.IGNORED


@needs_git
@pytest.mark.parametrize("name", ["a b", "結果", "#1", "!x", "[1]*?", "x ", "-o"])
def test_the_line_to_add_works_for_any_name(tmp_path: Path, name: str) -> None:
    """Marks that mean something to git are taken for what they are."""
    folder = repository(tmp_path) / name
    (tmp_path / ".gitignore").write_text(f"{rule_for(folder)}\n", encoding="utf-8")
    assert ask_git(folder) is Git.IGNORED
    assert ask_git(tmp_path / "other") is Git.EXPOSED


@needs_git
def test_what_was_committed_counts_in_spite_of_the_rule(tmp_path: Path) -> None:
    """A sheet that was added by force would be committed again; a .gitkeep tells of nobody."""
    folder = repository(tmp_path, "results/\n") / "results"
    folder.mkdir()
    (folder / ".gitkeep").write_text("")
    git(tmp_path, "add", "-f", "results/.gitkeep")
    assert ask_git(folder) is Git.IGNORED
    (folder / "24A1201.html").write_text("points")
    git(tmp_path, "add", "-f", "results/24A1201.html")
    git(tmp_path, "commit", "-qm", "x")
    assert ask_git(folder) is Git.EXPOSED


@needs_git
def test_a_fictional_class_may_lie_anywhere(tmp_path: Path) -> None:
    """submissions/demo is there to be shown."""
    demo = repository(tmp_path, "submissions/*\n!submissions/demo/\n") / "submissions" / "demo"
    assert ask_git(demo / "kadai1") is Git.EXPOSED
    assert refuse_tracked(demo / "kadai1", (demo,)) is Git.IGNORED
    assert refuse_tracked(tmp_path / "submissions" / "kadai1", (demo,)) is Git.IGNORED
    with pytest.raises(StoreError):
        refuse_tracked(demo.with_name("demo2").parent.parent / "demo", (demo,))


@needs_git
def test_a_link_into_a_repository_is_seen_through(tmp_path: Path) -> None:
    """What counts is where the bytes would lie."""
    (tmp_path / "repo").mkdir()
    repository(tmp_path / "repo")
    (tmp_path / "link").symlink_to(tmp_path / "repo")
    assert ask_git(tmp_path / "link" / "results") is Git.EXPOSED


@needs_git
def test_a_hooks_environment_misleads_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a hook of another repository git's variables point there."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    repository(tmp_path / "one", "*\n")
    repository(tmp_path / "two")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "one" / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "one"))
    assert ask_git(tmp_path / "two" / "results") is Git.EXPOSED


@needs_git
@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_a_repository_makes_git_run_nothing(tmp_path: Path) -> None:
    """Its settings come with a download, and may name programs."""
    folder = repository(tmp_path, "results/\n")
    trap, sprung = tmp_path / "trap.sh", tmp_path / "sprung"
    trap.write_text(f"#!/bin/sh\ntouch '{sprung}'\n")
    trap.chmod(0o755)
    git(folder, "add", ".gitignore")
    git(folder, "config", "core.fsmonitor", str(trap))
    (folder / "results").mkdir()
    assert ask_git(folder / "results") is Git.IGNORED
    assert not sprung.exists()


def test_outside_of_every_repository(tmp_path: Path) -> None:
    """Nothing is asked there."""
    if any((one / ".git").exists() for one in tmp_path.resolve().parents):
        pytest.skip("the temporary folder lies in a repository")
    assert ask_git(tmp_path / "results") is Git.OUTSIDE
    assert refuse_tracked(tmp_path) is Git.OUTSIDE


def test_without_git_it_is_only_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A warning then, and no refusal."""
    (tmp_path / ".git").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ask_git(tmp_path / "results") is Git.UNKNOWN
    assert refuse_tracked(tmp_path / "results") is Git.UNKNOWN


@needs_git
def test_what_git_cannot_read_is_unknown(tmp_path: Path) -> None:
    """A broken repository, or one that is somebody else's."""
    (tmp_path / ".git").write_text("gitdir: nowhere\n")
    assert ask_git(tmp_path / "results") is Git.UNKNOWN


@needs_git
def test_files_that_git_would_take_up_are_named(tmp_path: Path) -> None:
    """One by one, with a line that ignores each; those of a fictional class may be."""
    top = repository(tmp_path, "/submissions/*\n")
    files = [
        top / name
        for name in ("roster.csv", "[a].csv", "submissions/roster.csv", "demo/a.csv", "not.csv")
    ]
    for file in files[:-1]:
        file.parent.mkdir(exist_ok=True)
        file.write_text("24A1201\n")
    exposed = exposed_files([*files, files[0]], fictional=[top / "demo"])
    assert exposed == (files[0], files[1])
    (top / ".gitignore").write_text("".join(f"{rule_for(file)}\n" for file in exposed))
    assert exposed_files(files[:2]) == ()
    git(top, "add", "-f", "roster.csv")
    assert exposed_files(files[:2]) == (files[0],)
