"""A workbook of somebody else's, opened to change a few cells, and how its copy is called."""

import io
import warnings
import zipfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from grader.export.gradebook.stable_zip import PROPERTIES, zip_of
from grader.export.gradebook.written import Into
from grader.model.errors import IntakeError
from grader.tables import check_workbook, is_workbook
from grader.wording import visible

if TYPE_CHECKING:
    from openpyxl import Workbook


def open_workbook(into: Into) -> "Workbook":
    """Opens an .xlsx with its formulas, links and formats, after a look at its members.

    Raises IntakeError for an .xls, for one with a password, and for what is no workbook.
    """
    import openpyxl

    name = visible(into.name)
    if not is_workbook(into.content, into.name):
        raise IntakeError("{path}: is no workbook (.xlsx); give it as it was downloaded", path=name)
    try:
        check_workbook(into.content, into.name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions that it leaves out
            return openpyxl.load_workbook(io.BytesIO(into.content), rich_text=True)
    except IntakeError:
        raise
    except Exception as error:  # openpyxl raises whatever a damaged file provokes
        raise IntakeError(
            "{path}: cannot be read as a workbook; download it again, or save it as .xlsx",
            path=name,
        ) from error


def saved(workbook: "Workbook", into: Into) -> bytes:
    """Gives the bytes of the changed workbook, with the properties it came with."""
    made = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        workbook.save(made)
    with zipfile.ZipFile(made) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    with zipfile.ZipFile(io.BytesIO(into.content)) as before:
        if PROPERTIES in members and PROPERTIES in before.namelist():
            members[PROPERTIES] = before.read(PROPERTIES)
    return zip_of(members.items())


def backup_path(path: Path, at: datetime) -> Path:
    """Names a copy beside the file that is about to be changed; never one that is there already."""
    stem = f"{path.stem}.backup-{at:%Y%m%d-%H%M%S}"
    candidate, number = path.with_name(stem + path.suffix), 1
    while candidate.exists() or candidate.is_symlink():
        number += 1
        candidate = path.with_name(f"{stem}-{number}{path.suffix}")
    return candidate
