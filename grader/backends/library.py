"""The record of a backend: all that the rooms ask about one.

Names of backends and forms are plain text here; they are the values of `Backend` and `Form`. A
field without a default has to be filled in for every backend. What people call its forms and
baselines stands in ja.toml and en.toml beside it: `[ui.forms.NAME]`, `[ui.baselines.NAME]`.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

ORDINARY_MODULES = (
    *("cmath", "collections", "copy", "functools", "itertools", "math", "matplotlib", "operator"),
    *("random", "statistics", "time", "timeit", "typing"),
)
"""Modules that a new assignment allows whatever the backend is."""

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
    """A module of a package that is preloaded only where a program's text asks for it."""

    name: str
    mentioned: str  # a pattern; without a match in the texts the module is not preloaded
    warms_up: bool = False  # importing it saves later calls time, and does nothing else
    free_beside: str = ""  # a package beside which it makes no difference to several programs


class Package(Struct, frozen=True, kw_only=True):
    """A package whose import shows that a program uses the backend's library."""

    name: str  # as it is imported: "scipy"
    installed_with: str = ""  # the package that brings it, and is named where it is missing
    uses: tuple[str, ...] = ()  # used where they are installed, without being required
    own_modules: tuple[str, ...] = ()
    """Public submodules that are called as another library is, "jax.numpy": they are its own, and
    no way to reach that library."""
    kept_by_others: bool = True  # under its name other libraries keep it, as in `plt.numpy`
    short_names: tuple[str, ...] = ()  # under which other libraries keep it, too: "np"
    preloads: tuple[str, ...] = ()  # modules that are imported before a child is forked
    slow: tuple[SlowModule, ...] = ()  # those of the preloads that are not always imported
    after_fork: tuple[str, ...] = ()  # modules that open a device, which no fork survives
    printed: str = ""  # "SciPy", of one that reports name beside the backend
    in_reports: str = ""  # a pattern: how reports name it; see BackendLibrary.in_reports


class Baseline(Struct, frozen=True, kw_only=True):
    """A correct program of ours that students' programs are timed beside, and its curve."""

    name: str  # "numpy": reference/programs/OPERATION_numpy.py; "numpy-all": on all CPUs
    look: str  # the CSS class of its curve
    drawn: str  # its name in a plot, in letters that every font has
    mark: tuple[str, float, str]  # its shape (export/drawing.py), its size, and in a line of text
    colour: str  # a variable of style.css: "blue"
    dashes: str  # stroke-dasharray
    hollow: bool = False  # the mark is an outline
    wide: bool = False  # the mark's outline is wider
    quoted: bool = True  # ratios to it are written out, not only drawn
    in_findings: str = ""  # its name in TIM findings, where every language has the same
    worded_in_findings: bool = False  # its name there is the text baselines.NAME.in_findings


class LibraryUse(Struct, frozen=True, kw_only=True):
    """Which calls of a library count as using it (POL004). Each is a list of words."""

    around: str = ""  # members that make, move or describe arrays, and calculate nothing
    products: str = ""  # members that multiply matrices, correlate or convolve
    to_host: str = ""  # dotted paths whose result is an array of NumPy
    in_host_memory: bool = False  # its arrays already are in the host's memory


class BackendLibrary(Struct, frozen=True, kw_only=True):
    """One backend."""

    name: str  # as assignments and records spell it
    printed: str  # "PyTorch"
    packages: tuple[Package, ...] = ()  # the library, then others that mean it; () = none
    forms: tuple[str, ...]  # values of Form; the first is that of its baselines
    usual_forms: tuple[str, ...] = ()  # one of these is enough for its programs; () = any
    devices: tuple[str, ...] = ("cpu",)  # where it runs
    extra: str = ""  # of pyproject.toml, that installs it; "" = it depends on the machine
    zygote_mib: int = 64  # memory of a process that has imported it
    variables: Mapping[str, str] = {}  # of each guest's environment; {work} is its folder
    says_no_gpu: tuple[str, ...] = ()  # how its error messages begin where there is no GPU
    use: LibraryUse = LibraryUse()

    in_reports: str  # a pattern: how reports name it, in small letters of normal width
    meant_by_gpu: bool = False  # a report that only says GPU speaks of it
    in_labels: str  # a pattern: how the labels of curves name it, in small letters

    baselines: tuple[Baseline, ...]
    beside_all: bool = False  # exercises of all backends are timed beside its baselines
    largest_timed: int = 0  # of its baselines; 0 = they are timed at the exercise's own sizes

    new_exercise: Mapping[str, Any]  # settings of an exercise that `grader new` writes
    import_line: str = ""  # of a starter: "import numpy as np"
    may_be_absent: bool = False  # on a student's computer, so that a starter tries to import it
    makes: str = "{}"  # how a starter makes an argument of a list

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
        """Whether it runs nowhere else."""
        return self.devices == ("gpu",)
