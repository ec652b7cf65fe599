"""What host and guest say to each other of C; grader/guest/protocol.py: what is around it."""

from typing import Literal, NotRequired, TypedDict


class CompileRequest(TypedDict):
    """Compile a source; the files follow."""

    gcc: str
    nm: str
    objdump: str
    path: str  # where the compiler looks for its parts
    flags: list[str]
    folder: str  # to work in; "": the one of the process
    files: list[tuple[str, int]]  # names and sizes
    named: str  # what the compiler is to call itself; "": what it is called
    text_bytes: int
    library_bytes: int


Step = Literal["preprocess", "compile", "link", "symbols", "sections"]


class StepRecord(TypedDict):
    """How one program of the compiler ended, and what it printed."""

    code: int
    said: str


class CompileRecord(TypedDict):
    """What came of compiling; the preprocessed text and the library follow."""

    steps: dict[Step, StepRecord]
    sizes: tuple[int, int]
    cut: bool  # of the text there was more
    too_large: bool  # the library is


class LibraryRequest(TypedDict):
    """Load a library."""

    path: str  # "": it follows
    threads: int


class LayRecord(TypedDict):
    """How matrices lie in memory; see c_library.Lay."""

    against: NotRequired[Literal["start", "end"]]
    apart: NotRequired[int]
    fixed: NotRequired[bool]
    lines: NotRequired[bool]
