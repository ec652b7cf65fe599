"""Puts the fake CuPy into a folder of packages, so that it is found as an installed one is."""

import shutil
from pathlib import Path

FAKES = Path(__file__).parent
METADATA = """\
Metadata-Version: 2.1
Name: cupy-fake
Version: 14.0.0
Requires-Dist: numpy
Requires-Dist: scipy
"""


def install_cupy(
    site: Path, *, delay: float = 0.0005, wrong: bool = False, free_mib: int = 60_000
) -> Path:
    """Copies it into `site`; an operation takes `delay` seconds and, if `wrong`, is off by one.

    Of its device's memory `free_mib` are free before a program begins; -1: it cannot tell.
    """
    for name in ("cupy", "cupyx"):
        shutil.copytree(FAKES / name, site / name, ignore=shutil.ignore_patterns("__pycache__"))
    device = site / "cupy" / "device.py"
    text = device.read_text(encoding="utf-8")
    text = text.replace('"0.0005"', f'"{delay}"').replace("wrong = False", f"wrong = {wrong}")
    device.write_text(text, encoding="utf-8")
    cuda = site / "cupy" / "cuda.py"
    text = cuda.read_text(encoding="utf-8")
    cuda.write_text(text.replace("FREE_MIB = 60_000", f"FREE_MIB = {free_mib}"), encoding="utf-8")
    about = site / "cupy_fake-14.0.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(METADATA, encoding="utf-8")
    files = [path.relative_to(site) for path in site.rglob("*.py")]
    (about / "RECORD").write_text("".join(f"{path},,\n" for path in files), encoding="utf-8")
    return site
