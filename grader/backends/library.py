"""The record of a backend, with everything that the rooms ask about it.

Names of backends and forms are plain text here; they are the values of `Backend` and `Form`. Fields
without a default have to be filled in for every backend. The names of its forms and baselines are
in ja.toml and en.toml beside it: `[ui.forms.NAME]`, `[ui.baselines.NAME]`.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

ORDINARY_MODULES = (
    *("cmath", "collections", "copy", "functools", "itertools", "math", "matplotlib", "operator"),
    *("random", "statistics", "time", "timeit", "typing"),
)
"""Modules that every new assignment allows."""

SMALL_CASES = {"integers": [4, 5, 6, 7], "floats": [5, 7, 7, 33]}
"""The cases of a new exercise."""

ON_A_GPU = {
    "call_seconds": 60,
    "cpu_seconds": 120,
    "load_seconds": 60,
    "memory_mib": 8192,
    "disk_mib": 256,
    "threads": 256,
}
"""The limits of a new exercise that may run on a GPU."""


class SlowModule(Struct, frozen=True, kw_only=True):
    """A module that is preloaded only if a program's text mentions it."""

    name: str
    mentioned: str  # pattern; preloaded only if the texts match
    warms_up: bool = False  # whether importing it only makes later calls faster
    # a package beside which its cost is negligible in a zygote of several programs
    free_beside: str = ""


class Package(Struct, frozen=True, kw_only=True):
    """A package whose import means that a program uses the backend's library."""

    name: str  # import name: "scipy"
    installed_with: str = ""  # the package that brings it, and is named if it is missing
    uses: tuple[str, ...] = ()  # optional packages that it uses if they are installed
    own_modules: tuple[str, ...] = ()
    """Public submodules imported under their own names, "jax.numpy": uses of the library itself."""
    kept_by_others: bool = True  # whether other libraries expose it by its name, as in `plt.numpy`
    short_names: tuple[str, ...] = ()  # other names by which libraries expose it: "np"
    usual_imports: tuple[str, ...] = ()
    """How programs import it, or a part, by another name: "import numpy as np". For hints."""
    preloads: tuple[str, ...] = ()  # modules that are imported before forking
    slow: tuple[SlowModule, ...] = ()  # the preloads that are not always imported
    after_fork: tuple[str, ...] = ()  # modules that open a device, which no fork survives
    printed: str = ""  # "SciPy", if reports name it separately
    in_reports: str = ""  # pattern of its name in reports; see BackendLibrary.in_reports


class Baseline(Struct, frozen=True, kw_only=True):
    """A correct program of ours whose times students' programs are compared with, and its curve."""

    name: str  # "numpy": reference/programs/OPERATION_numpy.py; "numpy-all": on all CPUs
    look: str  # the CSS class of its curve
    drawn: str  # its name in a plot, in letters that every font has
    mark: tuple[str, float, str]  # its shape (export/drawing.py), its size, and the mark in text
    colour: str  # a variable of style.css: "blue"
    dashes: str  # stroke-dasharray
    hollow: bool = False  # whether the mark is an outline
    wide: bool = False  # whether the mark's outline is wider
    quoted: bool = True  # whether ratios to it are written out, not only drawn
    in_findings: str = ""  # its name in TIM findings, if it is the same in every language
    # whether its name there is the text baselines.NAME.in_findings
    worded_in_findings: bool = False


class LibraryUse(Struct, frozen=True, kw_only=True):
    """Which calls of a library count as using it (POL004). Each is a list of words."""

    around: str = ""  # members that make, move or describe arrays, without computing
    products: str = ""  # members that multiply matrices, correlate or convolve
    to_host: str = ""  # dotted paths whose result is a NumPy array
    in_host_memory: bool = False  # whether its arrays are in the host's memory


class BackendLibrary(Struct, frozen=True, kw_only=True):
    """One backend."""

    name: str  # as in assignments and records
    printed: str  # "PyTorch"
    packages: tuple[Package, ...] = ()  # the library, then others that imply it; () = none
    forms: tuple[str, ...]  # values of Form; the first is that of its baselines
    usual_forms: tuple[str, ...] = ()  # programs have to accept one of these; () = any
    devices: tuple[str, ...] = ("cpu",)  # where it runs
    extra: str = ""  # pyproject.toml's extra for it; "" = it depends on the machine
    zygote_mib: int = 64  # memory of a process that has imported it
    variables: Mapping[str, str] = {}  # environment of each guest; {work} is its folder
    says_no_gpu: tuple[str, ...] = ()  # beginnings of its error messages without a GPU
    use: LibraryUse = LibraryUse()

    in_reports: str  # pattern of its name in reports, in lower case and normal width
    meant_by_gpu: bool = False  # whether a report that says only "GPU" means it
    in_labels: str  # pattern of its name in labels of curves, in lower case

    baselines: tuple[Baseline, ...]
    beside_all: bool = False  # whether exercises of all backends are timed beside its baselines
    largest_timed: int = 0  # largest size of its baselines; 0 = the exercise's own sizes

    new_exercise: Mapping[str, Any]  # settings of an exercise that `grader new` writes
    import_line: str = ""  # of a starter: "import numpy as np"
    # whether a student's computer may lack it; starters then guard the import
    may_be_absent: bool = False
    makes: str = "{}"  # how a starter converts a list to an argument

    @property
    def library(self) -> str:
        """The import name of its library; "" for a language."""
        return self.packages[0].name if self.packages else ""

    @property
    def movable(self) -> bool:
        """Whether it may run on a GPU."""
        return "gpu" in self.devices

    @property
    def needs_gpu(self) -> bool:
        """Whether it runs only on a GPU."""
        return self.devices == ("gpu",)
