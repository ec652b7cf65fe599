"""Messages between host and guest about C, within the frames of grader/guest/protocol.py."""

from typing import Literal, NotRequired, TypedDict


class CompileRequest(TypedDict):
    """Compile a source; the files follow."""

    gcc: str
    nm: str
    objdump: str
    path: str  # where the compiler finds its parts
    flags: list[str]
    folder: str  # working folder; "": the process's
    files: list[tuple[str, int]]  # names and sizes
    named: str  # name under which the compiler is run; "": its own
    text_bytes: int
    library_bytes: int


Step = Literal["preprocess", "compile", "link", "symbols", "sections"]


class StepRecord(TypedDict):
    """Exit code and output of one compiler program."""

    code: int
    said: str


class CompileRecord(TypedDict):
    """The result of compiling; the preprocessed text and the library follow."""

    steps: dict[Step, StepRecord]
    sizes: tuple[int, int]
    cut: bool  # the text was truncated
    too_large: bool  # the library is too large to send


class LibraryRequest(TypedDict):
    """Load a library."""

    path: str  # "": it follows
    threads: int


class MemoryLayoutRecord(TypedDict):
    """Placement of matrices in memory; see c_library.MemoryLayout."""

    against: NotRequired[Literal["start", "end"]]
    apart: NotRequired[int]
    fixed: NotRequired[bool]
    lines: NotRequired[bool]
