"""What compiling a C source inside the fence showed. Facts for whoever reads and grades it."""

from dataclasses import dataclass

from grader.model.run import RunRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """One C source that was preprocessed, compiled and looked into, all inside the fence.

    `run` is OK when an object came out, RUNTIME_ERROR when the compiler refused the source (then
    `errors` say why), and TIMEOUT, MEMORY, OUTPUT or SIGNAL when it did not end by itself.
    """

    run: RunRecord
    compiler: str = ""  # "gcc 12.2.0"
    flags: tuple[str, ...] = ()  # as they were given to it
    preprocessed: str = ""  # with line markers; "" when the preprocessor refused the source
    cut: bool = False  # `preprocessed` is not whole: it was longer than what is read
    undefined: tuple[str, ...] = ()  # symbols that the object takes from elsewhere, sorted
    defined: tuple[str, ...] = ()  # symbols that it defines for others, sorted
    sections: tuple[str, ...] = ()  # of the object: ".text", ".init_array", …, sorted
    warnings: tuple[str, ...] = ()  # "matmul.c:12:5: warning: …", in the compiler's own words
    errors: tuple[str, ...] = ()  # "matmul.c:12:5: error: …"
    openmp: bool = False  # it was compiled with OpenMP, and the object uses it
