"""Has LibreOffice convert what another tool wrote: PDF export, .odt, .doc, .rtf, EMF."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from report_blocks import Layout, Report
from report_word import write_docx


def convert(file: Path, into: Path, how: str = "") -> Path:
    """Converts a file into the format that `into` ends in; `how` names a filter."""
    with tempfile.TemporaryDirectory() as folder:
        target = into.suffix[1:] + (f":{how}" if how else "")
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless",
             "--convert-to", target, "--outdir", folder, str(file)],
            check=True, capture_output=True, timeout=180,
        )  # fmt: skip
        made = Path(folder) / f"{file.stem}{into.suffix}"
        shutil.move(made, into)
    return into


def write_exported(report: Report, layout: Layout, path: Path) -> Path:
    """Writes the report with python-docx and has LibreOffice make of it what `path` ends in."""
    source = write_docx(report, layout, path.with_suffix(".source.docx"))
    convert(source, path)
    source.unlink()
    return path


def emf(picture: Path) -> Path:
    """Makes an EMF of the SVG drawing of the same name."""
    from report_drawings import draw

    name, _, seed = picture.stem.rpartition("-")
    svg = draw(name, picture.with_suffix(".svg"), int(seed))
    return convert(svg, picture.with_suffix(".emf"))
