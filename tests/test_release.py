"""`make release` makes what can be installed by name, and only of what is committed."""

import hashlib
import io
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from grader.demo.packing import packed
from tests.clones import copy_tree
from tests.tree import ROOT

SECTION = "## [9.0.0] - 2026-12-01\n\n- a line\n"
CHANGELOG = f"# Changelog\n\n## [Unreleased]\n\n{SECTION}\n## [0.1.0] - 2026-11-21\n"
LEFT = ("kadai1", "optional1")  # a kit takes its time


def test_the_wheel_holds_what_the_demo_takes() -> None:
    """The fictional class to the byte and its definitions; no example, download or cache."""
    with zipfile.ZipFile(io.BytesIO(packed(ROOT))) as archive:
        names = archive.namelist()
        assert all(archive.read(name) == (ROOT / name).read_bytes() for name in names)
    assert {name.split("/")[0] for name in names} == {
        *("course.toml", "assignments", "reference", "submissions")
    }
    students = {path.name for path in (ROOT / "submissions/demo/kadai1").iterdir()}
    assert students <= {name.split("/")[3] for name in names if name.count("/") > 3}
    assert not [name for name in names if "examples" in name or "downloads" in name]
    assert not [name for name in names if "__pycache__" in name]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository whose version has its section of the changelog."""
    tree = copy_tree(tmp_path / "clone")
    for path in (tree / "assignments").iterdir():
        if path.name not in LEFT:
            shutil.rmtree(path)
    (tree / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    for name in ("grader/__init__.py", "CITATION.cff"):
        text = (tree / name).read_text(encoding="utf-8")
        (tree / name).write_text(text.replace("0.1.0", "9.0.0"), encoding="utf-8")
    for words in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "-m", "x"]):
        own = ["-c", "user.name=x", "-c", "user.email=x@example.com"]
        subprocess.run(["git", *own, *words], cwd=tree, check=True)
    return tree


def release(tree: Path) -> subprocess.CompletedProcess[str]:
    """What `make release` runs."""
    command = [sys.executable, ".ci/release.py"]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)


@pytest.mark.repetition("what the wheel packs, and the demo out of the tree")
def test_a_release_is_installed_by_name(clone: Path, tmp_path: Path) -> None:
    """Out of an index on this computer; the demo of what came from there grades a class."""
    made = release(clone)
    assert made.returncode == 0, made.stdout + made.stderr
    dist = clone / "dist"
    names = {path.name for path in dist.iterdir()}
    wheel, sdist = "saiten-9.0.0-py3-none-any.whl", "saiten-9.0.0.tar.gz"
    kits = {f"{name}-kit.zip" for name in LEFT}
    assert names == {wheel, sdist, *kits, "CHANGES.md", "SHA256SUMS"}
    assert (dist / "CHANGES.md").read_text() == SECTION
    for line in (dist / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split()
        assert hashlib.sha256((dist / name).read_bytes()).hexdigest() == digest
    index = tmp_path / "simple" / "saiten"
    index.mkdir(parents=True)
    for name in (wheel, sdist):
        shutil.copy(dist / name, index)
    links = "".join(f'<a href="{name}">{name}</a>' for name in (wheel, sdist))
    (index / "index.html").write_text(f"<!DOCTYPE html><title>saiten</title>{links}")
    place, nowhere = tmp_path / "installed", tmp_path / "nowhere"
    nowhere.mkdir()
    address = index.parent.as_uri()
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(place)]
    own = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
    own |= {"PIP_INDEX_URL": address, "PIP_CONFIG_FILE": os.devnull}
    subprocess.run([*pip, "saiten"], env=own, check=True)
    demo = subprocess.run(
        [sys.executable, "-m", "grader", "demo", "optional1", "--no-open", "--lang", "en"],
        cwd=nowhere,
        env={**os.environ, "PYTHONPATH": str(place)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert "24A1251" in demo.stdout
    assert (nowhere / "grader-demo/results/optional1/summary.html").is_file()
    (clone / "CHANGELOG.md").write_text(CHANGELOG.replace("9.0.0", "8.0.0"), encoding="utf-8")
    (clone / "stray.txt").touch()
    refused = release(clone)
    assert refused.returncode == 1
    assert "changes that are not committed" in refused.stderr
    assert "stray.txt" in refused.stderr
    assert "there is no section '## [9.0.0] - DATE'" in refused.stderr
    assert {path.name for path in dist.iterdir()} == names
