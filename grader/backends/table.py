"""The table of backends, and what is derived from their records."""

from collections.abc import Iterator, Mapping

from grader.backends.c_backend import C
from grader.backends.cupy_backend import CUPY
from grader.backends.library import BackendLibrary, Baseline, Package
from grader.backends.numpy_backend import NUMPY
from grader.backends.python_backend import PYTHON
from grader.backends.torch_backend import TORCH

BACKENDS: Mapping[str, BackendLibrary] = {
    backend.name: backend for backend in (PYTHON, NUMPY, TORCH, CUPY, C)
}
"""The backends by name. Curves and comparisons keep this order."""

PACKAGES: Mapping[str, Package] = {
    package.name: package for backend in BACKENDS.values() for package in backend.packages
}
"""The packages that imply a backend's library, by import name."""

LIBRARY_OF: Mapping[str, str] = {
    package.name: backend.library for backend in BACKENDS.values() for package in backend.packages
}
"""The library that a package implies: NumPy for SciPy."""

FORMS: tuple[str, ...] = tuple(form for backend in BACKENDS.values() for form in backend.forms)
"""The forms in which handouts give matrices."""

BASELINES: Mapping[str, Baseline] = {
    baseline.name: baseline for backend in BACKENDS.values() for baseline in backend.baselines
}
"""The baselines by name."""


def with_library() -> Iterator[BackendLibrary]:
    """Yield the backends that are a library, not a language."""
    return (backend for backend in BACKENDS.values() if backend.packages)


def library_of(backend: str) -> str:
    """Return the import name of a backend's library; "" for a language."""
    return BACKENDS[backend].library


def own_modules() -> frozenset[str]:
    """Return the submodules through which libraries are used, as imports spell them."""
    return frozenset(path for package in PACKAGES.values() for path in package.own_modules)


def timed_beside(backend: str) -> tuple[str, ...]:
    """Return the baselines that are timed beside programs of a backend."""
    own = BACKENDS[backend]
    common = [each for each in BACKENDS.values() if each.beside_all]
    beside = common if own.beside_all else [own, *common]
    return tuple(baseline.name for each in beside for baseline in each.baselines)
