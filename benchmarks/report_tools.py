"""Which tool writes a report, by a layout's word for it."""

from collections.abc import Callable
from pathlib import Path

from report_blocks import Layout, Report
from report_office import write_exported
from report_print import write_printed
from report_tex import write_tex
from report_word import write_docx

TOOLS: dict[str, Callable[[Report, Layout, Path], Path]] = {
    "word": write_docx,
    "tex": write_tex,
    "print": write_printed,
    "office": write_exported,
}
ENDINGS = {"word": ".docx", "tex": ".pdf", "print": ".pdf", "office": ".pdf"}


def write(report: Report, layout: Layout, path: Path) -> Path:
    """Writes the report with the layout's tool; pictures are drawn into the path's folder."""
    return TOOLS[layout.tool](report, layout, path)
