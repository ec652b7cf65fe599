"""Every format of an export in one line, in the order in which the command and the page offer them.

Nothing is written here, so that help loads no library: `gradebook/` has a writer for each of these
but the pages, whose zip review/exporting.py makes. What the page calls a format stands in the
wording, at `ui.page.export.of`.
"""

from collections.abc import Mapping
from enum import StrEnum, auto
from types import MappingProxyType

from msgspec import Struct


class FormatKind(StrEnum):
    """What becomes of the points; the page has a group of each kind."""

    OWN = auto()  # a table that is edited and imported again, with a row for every student
    INTO = auto()  # a file of an LMS is filled, or followed
    NEW = auto()  # a file for another program
    PAGES = auto()  # score sheets


OWN, INTO, NEW, PAGES = FormatKind


class ExportFormat(Struct, frozen=True):
    """One format."""

    kind: FormatKind
    suffix: str  # of what is written


FORMATS: Mapping[str, ExportFormat] = MappingProxyType(
    {
        "xlsx": ExportFormat(OWN, ".xlsx"),
        "csv": ExportFormat(OWN, ".csv"),
        "moodle": ExportFormat(INTO, ".csv"),
        "canvas": ExportFormat(INTO, ".csv"),
        "manaba": ExportFormat(INTO, ".xlsx"),
        "column": ExportFormat(INTO, ".txt"),
        "moodle-gradebook": ExportFormat(NEW, ".csv"),
        "gradescope": ExportFormat(NEW, ".zip"),
        "gradescope-checks": ExportFormat(NEW, ".zip"),
        "junit": ExportFormat(NEW, ".xml"),
        "html": ExportFormat(PAGES, ".zip"),
        "moodle-feedback": ExportFormat(PAGES, ".zip"),
    }
)
