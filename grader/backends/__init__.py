"""What exercises can be written with: plain Python, C, and libraries of arrays.

A backend is one record and one small module: NAME_backend.py fills in a BackendLibrary, table.py
lists it, and every other room asks the record. ja.toml and en.toml say what people call its forms
and baselines. How arrays of a library are made from bytes and read back, inside the sandbox, is
guest/arrays_NAME.py. Not here: what is true of one library alone, such as the clocks that stand in
for CuPy.
"""

from grader.backends.library import (
    BackendLibrary,
    Baseline,
    LibraryUse,
    Package,
    SlowModule,
)
from grader.backends.table import (
    BACKENDS,
    BASELINES,
    FORMS,
    LIBRARY_OF,
    PACKAGES,
    library_of,
    own_modules,
    timed_beside,
    with_library,
)

__all__ = [
    "BACKENDS",
    "BASELINES",
    "FORMS",
    "LIBRARY_OF",
    "PACKAGES",
    "BackendLibrary",
    "Baseline",
    "LibraryUse",
    "Package",
    "SlowModule",
    "library_of",
    "own_modules",
    "timed_beside",
    "with_library",
]
