"""Zip files that are the same bytes whenever they are written."""

import io
import re
import zipfile
from collections.abc import Collection, Iterable

THEN = (1980, 1, 1, 0, 0, 0)
DATES = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*(</dcterms:)")
NO_DATE = rb"\g<1>1980-01-01T00:00:00Z\g<3>"
PROPERTIES = "docProps/core.xml"
PLAIN_FILE = 0o100600 << 16  # readable only by its owner
PROGRAM = 0o100755 << 16


def zip_of(members: Iterable[tuple[str, bytes]], programs: Collection[str] = ()) -> bytes:
    """Pack members in this order, without a time; those named `programs` can be executed."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            info = zipfile.ZipInfo(name, THEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # Unix, wherever this runs
            info.external_attr = PROGRAM if name in programs else PLAIN_FILE
            archive.writestr(info, content)
    return made.getvalue()


def without_dates(workbook: bytes) -> bytes:
    """Return a new .xlsx file of ours without the time at which it was written."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
        members = [(info.filename, archive.read(info)) for info in archive.infolist()]
    return zip_of(
        (name, DATES.sub(NO_DATE, content) if name == PROPERTIES else content)
        for name, content in members
    )
