"""The files of this repository, as a clone of its present state would hold them."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What a tree without git (a downloaded archive) may hold besides its own files.
MADE_HERE = {"__pycache__", "build", "dist", "results"}


def tracked_files() -> list[Path]:
    """Every file git knows or would take; without git, every file that looks like ours."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    command += ["--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if listing.returncode != 0:
        return sorted(path for path in ROOT.rglob("*") if path.is_file() and _looks_like_ours(path))
    names = listing.stdout.decode().split("\0")
    return [ROOT / name for name in sorted(set(names)) if (ROOT / name).is_file()]


def _looks_like_ours(path: Path) -> bool:
    folders = path.relative_to(ROOT).parts[:-1]
    return not any(
        folder in MADE_HERE
        or folder.endswith(".egg-info")
        or (folder.startswith(".") and folder != ".ci")
        for folder in folders
    )
