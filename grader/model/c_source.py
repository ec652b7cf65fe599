"""What compiling a C source inside the fence showed. Facts for whoever reads and grades it."""

from dataclasses import dataclass
from enum import StrEnum

from grader.model.run import RunRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
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
    defined: tuple[str, ...] = ()  # symbols that it defines for others, sorted
    sections: tuple[str, ...] = ()  # of the object: ".text", ".init_array", …, sorted
    warnings: tuple[str, ...] = ()  # "matmul.c:12:5: warning: …", in the compiler's own words
    errors: tuple[str, ...] = ()  # "matmul.c:12:5: error: …"
    openmp: bool = False  # it was compiled with OpenMP, and the object uses it


class Edge(StrEnum):
    """What a C function did to a matrix's memory; RunRecord.detail begins with it, then ": "."""

    BEFORE = "before"  # touched what lies before a matrix
    BEHIND = "behind"  # touched what lies behind one
    FIXED = "fixed"  # wrote into an input, though it was then as before


class Technique(StrEnum):
    """What makes a C program faster, where its text shows it."""

    LOOP_ORDER = "loop-order"  # of the innermost product's loops: "ikj"
    BLOCKING = "blocking"
    TRANSPOSITION = "transposition"
    SIMD = "simd"  # intrinsics, or vector types of the compiler
    OPENMP = "openmp"
    THREADS = "threads"
    RESTRICT = "restrict"
    ASSEMBLY = "assembly"
    UNROLLING = "unrolling"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One technique, with the first line of the source that shows it."""

    technique: Technique
    detail: str = ""  # "ikj", "_mm256_fmadd_pd", "#pragma omp parallel for"
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CSource:
    """What a C source says, besides its functions: shown to whoever decides, worth no points."""

    compiler: str = ""
    flags: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()  # that the student's own text includes, sorted
    warnings: tuple[str, ...] = ()
    techniques: tuple[Seen, ...] = ()
    main: bool = False  # it is a program that runs by itself
