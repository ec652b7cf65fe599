"""The backends of exercises: plain Python, C, and array libraries.

A backend is one record and one small module: NAME_backend.py fills in a BackendLibrary, table.py
lists it, and every other room reads the record. ja.toml and en.toml name its forms and baselines.
In the sandbox, guest/arrays_NAME.py converts its arrays to and from bytes. Not here: code for a
single library, such as the stand-in for CuPy's clocks.
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
