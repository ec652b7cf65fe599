"""Results of compiling and reading a C source; CSource is the record that is stored."""

from msgspec import Struct

from grader.model.run import RunRecord


class Compiled(Struct, frozen=True, kw_only=True):
    """One C source that was preprocessed, compiled and inspected inside the sandbox.

    A function is called according to its Target: `form` gives the element type (C_ROWS: pointers to
    rows), and the convention the order; sizes are passed as 64-bit integers.

    `run` is OK if an object was produced, RUNTIME_ERROR if the compiler refused the source (see
    `errors`), and TIMEOUT, MEMORY, OUTPUT or SIGNAL if it did not end by itself.
    """

    run: RunRecord
    compiler: str = ""  # "gcc 12.2.0"
    flags: tuple[str, ...] = ()  # as passed to it
    preprocessed: str = ""  # with line markers; "" if the preprocessor refused the source
    cut: bool = False  # `preprocessed` is incomplete: it exceeded the limit
    undefined: tuple[str, ...] = ()  # symbols that the object imports, sorted
    unresolved: tuple[str, ...] = ()  # those that are defined nowhere, sorted
    defined: tuple[str, ...] = ()  # symbols that it exports, sorted
    sections: tuple[str, ...] = ()  # of the object: ".text", ".init_array", …, sorted
    warnings: tuple[str, ...] = ()  # "matmul.c:12:5: warning: …", in the compiler's own words
    errors: tuple[str, ...] = ()  # "matmul.c:12:5: error: …"


class CSource(Struct, frozen=True, kw_only=True):
    """Facts about a C source besides its functions: shown to graders, worth no points."""

    compiler: str = ""
    flags: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()  # included by the student's own text, sorted
    warnings: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()  # what only another compiler has, and "main" if it needs that
