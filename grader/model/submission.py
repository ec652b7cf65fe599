"""A student's submission, as intake read it."""

from enum import StrEnum
from itertools import pairwise
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader.model.collection import Note, Received
from grader.model.finding import Location

_SHOWN = 160  # characters of a line in a message


class SourceKind(StrEnum):
    """How the source is written down."""

    SCRIPT = "script"
    NOTEBOOK = "notebook"


class Trouble(StrEnum):
    """Why a file cannot be used, or what was done so that it can."""

    EMPTY = "empty"  # 0 bytes, or only white space
    TOO_LARGE = "too-large"
    OTHER_KIND = "other-kind"  # by its content no program at all: a Word document, a picture
    NUL_BYTES = "nul-bytes"
    UNDECODABLE = "undecodable"
    BAD_NOTEBOOK = "bad-notebook"
    REDECODED = "redecoded"  # not as the interpreter reads it; the decoded text is run
    NO_CODE = "no-code"  # a notebook without a code cell
    LINK = "link"  # symbolic link: not followed
    SPECIAL = "special"  # FIFO, device, socket: not opened
    DIRECTORY = "directory"  # a directory where a file is expected ("x.py/")
    UNREADABLE = "unreadable"  # permission, or the file went away
    TOO_MANY = "too-many"  # more files than the cap
    SAME_STUDENT = "same-student"  # a second folder with the same student's id
    NOT_UNPACKED = "not-unpacked"  # an entry of the download was refused: the file is not here
    SEVERAL = "several"  # equal versions of one file were collected: nothing tells the newest


class FileTrouble(Struct, frozen=True, kw_only=True):
    """One file, one trouble."""

    file: str
    trouble: Trouble
    detail: str = ""  # an encoding's name, a size, what it is; a Refusal and what it is about
    location: Location | None = None


class SourceFile(Struct, frozen=True, kw_only=True):
    """One Python source: the main one, or a helper file it may import."""

    name: str  # logical name inside the submission, NFC, "/"
    kind: SourceKind
    text: str  # decoded, with "\n"; of a notebook the code cells joined, magics commented out
    raw: bytes  # of a script the file's bytes; of a notebook `text` as UTF-8
    encoding: str  # "utf-8", "cp932", …
    cells: tuple[tuple[int, int], ...] = ()  # (first line in text, cell number) of each code cell

    def location(self, line: int) -> Location:
        """Return a line of `text` (1-based) as the student knows it: by cell and line within it."""
        lines = self.text.split("\n")
        text = lines[line - 1].strip()[:_SHOWN] if 0 < line <= len(lines) else ""
        first, cell = max((c for c in self.cells if c[0] <= line), default=(1, 0))
        return Location(file=self.name, line=line - first + 1, text=text, cell=cell)

    def cell(self, number: int) -> str:
        """Return the text of a notebook's cell, magics commented out; "" if there is none."""
        return "\n".join(self.text.split("\n")[self._lines(number)])

    def without_cell(self, number: int) -> "SourceFile":
        """Comment out a notebook's cell, so that every line keeps its number."""
        lines, part = self.text.split("\n"), self._lines(number)
        lines[part] = [f"# {line}" for line in lines[part]]
        text = "\n".join(lines)
        return replace(self, text=text, raw=text.encode("utf-8"))

    def _lines(self, number: int) -> slice:
        """Return the lines of a cell as a slice."""
        ends = (*self.cells, (self.text.count("\n") + 1, 0))
        for (first, cell), (after, _) in pairwise(ends):
            if cell == number:
                return slice(first - 1, after - 1)
        return slice(0)


class ReportFile(Struct, frozen=True, kw_only=True):
    """The student's report, which stays on disk until it is read inside the fence."""

    name: str  # logical name inside the submission
    root: Path
    parts: tuple[str, ...]  # of the path below `root`, as they are on disk
    size_bytes: int
    digest: str  # sha256 of its bytes, hex; "" when it cannot be read
    trouble: Trouble | None = None  # why not


class Submission(Struct, frozen=True, kw_only=True):
    """The files one student submitted for one assignment."""

    assignment: str
    student: str
    folder: Path | None  # None when nothing was submitted
    main: SourceFile | None  # None: none found, or not one can be chosen
    helpers: tuple[SourceFile, ...]  # every other readable .py of the submission
    candidates: tuple[str, ...]  # files that could be the source when main is None
    files: tuple[str, ...]  # every file seen, logical names, sorted
    troubles: tuple[FileTrouble, ...]
    digest: str  # sha256 over names and bytes of everything that was read but the report
    report: ReportFile | None = None  # None: none found, none asked for, or not one can be chosen
    reports: tuple[str, ...] = ()  # files that could be the report when it is None
    received: Received | None = None  # None: nothing says when it was submitted
    collected: tuple[Note, ...] = ()  # what collecting the files showed

    @property
    def texts(self) -> dict[str, str]:
        """The text of every readable source, by logical name."""
        sources = (self.main, *self.helpers)
        return {source.name: source.text for source in sources if source is not None}
