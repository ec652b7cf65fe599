"""Lets LibreOffice Calc open a table and save it, where it is installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

UTF_8 = 76  # as LibreOffice numbers encodings


def _calc() -> Path | None:
    """Finds a LibreOffice with Calc: Writer alone has the same command, and says nothing of it."""
    for name in ("soffice", "libreoffice"):
        office = shutil.which(name)
        if office and any(Path(office).resolve().parent.glob("*sclo.*")):
            return Path(office)
    return None


CALC = _calc()
needs_calc = pytest.mark.skipif(CALC is None, reason="LibreOffice Calc is not installed here")


def converted(folder: Path, raw: bytes, source: str, target: str) -> bytes:
    """Opens a file of the kind `source` without a window; `target` is a kind or "kind:filter"."""
    given = folder / f"given.{source}"
    given.write_bytes(raw)
    subprocess.run(
        [
            *(str(CALC), "--headless", f"-env:UserInstallation={(folder / 'profile').as_uri()}"),
            *([f"--infilter=CSV:44,34,{UTF_8},1"] if source == "csv" else []),
            *("--convert-to", target, "--outdir", str(folder / "out"), str(given)),
        ],
        check=True,
        capture_output=True,
        timeout=300,
    )
    return (folder / "out" / f"given.{target.partition(':')[0]}").read_bytes()
