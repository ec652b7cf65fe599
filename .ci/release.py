"""Makes everything that a release consists of, in dist/: `make release`. It publishes nothing.

    saiten-VERSION.tar.gz           the source distribution
    saiten-VERSION-py3-none-any.whl the wheel, built from it
    ASSIGNMENT-kit.zip              a students' kit for each assignment of this course
    CHANGES.md                      the changelog's section
    SHA256SUMS                      checksums of all of them, for sha256sum --check

What is built is what is committed: a tree with changes is refused, and so is a changelog or a
CITATION.cff that does not fit the version.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
PYTHON = sys.executable
SDIST = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
WHEEL = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--no-cache-dir")


def main() -> None:
    """Refuses, or makes all of it anew."""
    version = re.findall(r'^__version__ = "(.+)"$', _text("grader/__init__.py"), re.MULTILINE)[0]
    if problems := [*_problems(version)]:
        sys.exit("\n".join(["No release:", *problems]))
    # Times inside the archives are those of the commit, so that it gives the same wheel again.
    os.environ["SOURCE_DATE_EPOCH"] = _git("log", "-1", "--format=%ct")
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch, "dist")
        tree = Path(scratch, "tree")
        made.mkdir()
        _run("git", "clone", "--quiet", ROOT, tree)  # what is committed, and nothing else
        _run(PYTHON, "-c", SDIST, made, where=tree)
        (sdist,) = made.iterdir()
        _run(PYTHON, "-m", "pip", *WHEEL, "--wheel-dir", made, sdist)
        for assignment in sorted((tree / "assignments").glob("*/assignment.toml")):
            _pack(assignment.parent.name, tree, made)
        (made / "CHANGES.md").write_text(_section(version), encoding="utf-8")
        sums = (f"{_digest(path)}  {path.name}\n" for path in sorted(made.iterdir()))
        (made / "SHA256SUMS").write_text("".join(sums), encoding="ascii")
        shutil.rmtree(DIST, ignore_errors=True)
        shutil.copytree(made, DIST)
    for path in sorted(DIST.iterdir()):
        _say(f"dist/{path.name}  {path.stat().st_size / 2**20:.1f} MiB")
    _say("Nothing was published. docs/ja/release.md and docs/en/release.md say how to go on.")


def _problems(version: str) -> Iterator[str]:
    if changed := _git("status", "--porcelain"):
        yield f"- there are changes that are not committed:\n{changed}"
    if _section("Unreleased").count("\n") > 1:
        yield f"- CHANGELOG.md: what is under [Unreleased] belongs under [{version}]"
    if not re.match(r"## \S+ - \d{4}-\d\d-\d\d\n", _section(version)):
        yield f"- CHANGELOG.md: there is no section '## [{version}] - DATE'"
    if f"\nversion: {version}\n" not in _text("CITATION.cff"):
        yield f"- CITATION.cff: its version is not {version}"


def _section(name: str) -> str:
    """Return the changelog's section on a version, with its heading; "" if there is none."""
    parts = _text("CHANGELOG.md").split("\n## ")
    return next((f"## {part.strip()}\n" for part in parts if part.startswith(f"[{name}]")), "")


def _pack(assignment: str, tree: Path, made: Path) -> None:
    """Make a kit; print the reason if an assignment can have none."""
    kit = made / f"{assignment}-kit.zip"
    run = subprocess.run(
        [PYTHON, "-m", "grader", "pack", assignment, "--output", kit, "--lang", "en"],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        _say(f"No kit for {assignment}: {(run.stderr or run.stdout).strip()}")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _git(*words: str) -> str:
    run = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"No release: git {words[0]}: {run.stderr.strip()}")
    return run.stdout.strip()


def _run(*words: str | Path, where: Path = ROOT) -> None:
    run = subprocess.run(words, cwd=where, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"No release: {' '.join(map(str, words[:4]))}\n{run.stdout}{run.stderr}")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
