"""What compiling and reading a C source showed."""

from msgspec import Struct

from grader.model.run import RunRecord


class Compiled(Struct, frozen=True, kw_only=True):
    """One C source that was preprocessed, compiled and looked into, all inside the fence.

    A function is called as its Target says: `form` gives the element type (C_ROWS: pointers to
    rows), and the convention the order; sizes are passed as 64-bit integers.
    `run` is OK when an object came out, RUNTIME_ERROR when the compiler refused the source (then
    `errors` say why), and TIMEOUT, MEMORY, OUTPUT or SIGNAL when it did not end by itself.
    """

    run: RunRecord
    compiler: str = ""  # "gcc 12.2.0"
    flags: tuple[str, ...] = ()  # as they were given to it
    preprocessed: str = ""  # with line markers; "" when the preprocessor refused the source
    cut: bool = False  # `preprocessed` is not whole: it was longer than what is read
    undefined: tuple[str, ...] = ()  # symbols that the object takes from elsewhere, sorted
    unresolved: tuple[str, ...] = ()  # those of them that are nowhere, sorted
    defined: tuple[str, ...] = ()  # symbols that it defines for others, sorted
    sections: tuple[str, ...] = ()  # of the object: ".text", ".init_array", …, sorted
    warnings: tuple[str, ...] = ()  # "matmul.c:12:5: warning: …", in the compiler's own words
    errors: tuple[str, ...] = ()  # "matmul.c:12:5: error: …"


class CSource(Struct, frozen=True, kw_only=True):
    """What a C source says, besides its functions: shown to whoever decides, worth no points."""

    compiler: str = ""
    flags: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()  # that the student's own text includes, sorted
    warnings: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()  # what only another compiler has, and "main" that needs it
