"""The libraries and devices of this machine, determined once before a batch."""

import sys
from collections.abc import Mapping
from typing import Self

from msgspec import Struct, field
from msgspec.structs import replace

from grader.backends import BACKENDS, PACKAGES, library_of
from grader.model.course import DeviceKind, Exercise

DRAWING = "matplotlib"
# They only enable Japanese letters in plots. Allowed wherever matplotlib is allowed.
JAPANESE_LETTERS = ("japanize_matplotlib", "matplotlib_fontja")
# Where a function is graded, a stand-in records their calls; only a script run gets the libraries.
STOOD_IN = frozenset({DRAWING, "mpl_toolkits", "pylab", *JAPANESE_LETTERS})


class Device(Struct, frozen=True, kw_only=True):
    """One piece of hardware, or its absence."""

    kind: DeviceKind
    name: str = ""  # "AMD Instinct MI210"
    arch: str = ""  # "gfx90a", "sm_90"
    runtime: str = ""  # "HIP 6.4.43482", "CUDA 12.8"
    driver: str = ""
    memory_mib: int = 0
    nodes: tuple[str, ...] = ()  # device files that a guest needs, and no others
    siblings: tuple[str, ...] = ()  # those of other devices, which the driver's library opens too


OWN_VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"  # of the Python that runs grader
NEED_PYTHON = "python"  # prefix of a need that is a Python: "python3.13"
NEED_OF = " of "  # between a library and the interpreter without it: "numpy of /opt/python3.13"

PYTHON = "python"  # key in Evidence.machine: the release under which programs were run
HOST = "host_python"  # key: the release that runs grader, if that is another
UNREADABLE_BY = "unreadable_by"  # key: versions earlier in the list that cannot read the program
GRADED_UNDER = "graded_under"  # key: the named versions, none of which the program's author has


def waits_for_python(needs: tuple[str, ...]) -> bool:
    """Return whether a Python version is among the missing things."""
    return any(need.startswith(f"{NEED_PYTHON}3.") for need in needs)


class Interpreter(Struct, frozen=True, kw_only=True):
    """A Python other than the one that runs grader. All paths are absolute."""

    version: str  # "3.13"
    release: str  # "3.13.1"
    path: str  # as found; in a virtual environment, the environment's own
    python: str  # the executable, with links resolved
    library: str  # the folder of its standard library
    multiarch: str  # "x86_64-linux-gnu", or ""
    folders: tuple[str, ...] = ()  # its package folders
    standard: tuple[str, ...] = ()  # modules of its standard library, sorted
    packages: tuple[tuple[str, str], ...] = ()  # those searched for: top-level name, version


class Capabilities(Struct, frozen=True, kw_only=True):
    """The libraries, Pythons and devices that this machine offers to exercises."""

    libraries: Mapping[str, str] = field(default_factory=dict)  # top-level name -> version
    pythons: tuple[Interpreter, ...] = ()  # other Pythons that were searched for, one per version
    gpu: Device | None = None
    more_gpus: tuple[Device, ...] = ()  # of the same model as `gpu`, each with files of its own
    cpu_instead: bool = False  # the instructor chose to run GPU exercises on the CPU

    @property
    def gpus(self) -> tuple[Device, ...]:
        """All GPUs over which work can be spread."""
        return () if self.gpu is None else (self.gpu, *self.more_gpus)

    @property
    def for_times(self) -> Self:
        """Return the capabilities with only one GPU: all points of a curve come from one device."""
        return replace(self, more_gpus=())

    def interpreter(self, exercise: Exercise) -> Interpreter | None:
        """Return the Python that runs programs of the exercise; None if it is the one of grader."""
        found = (each for each in self.pythons if each.version == exercise.python)
        return next(found, None)

    def has_python(self, version: str) -> bool:
        """Return whether programs can be run under a version; "" is the version of grader."""
        return version in {"", OWN_VERSION, *(each.version for each in self.pythons)}

    def libraries_for(self, exercise: Exercise) -> Mapping[str, str]:
        """Return the libraries, with versions, of the Python that runs the exercise's programs."""
        interpreter = self.interpreter(exercise)
        return self.libraries if interpreter is None else dict(interpreter.packages)

    def missing(self, exercise: Exercise, reached: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return what the exercise needs and this machine lacks: "gpu", a Python, or libraries.

        `reached` are the libraries that the student's function uses.
        """
        if not self.has_python(exercise.python):
            return (f"{NEED_PYTHON}{exercise.python}",)
        interpreter = self.interpreter(exercise)
        own = library_of(exercise.backend)
        used = {own, *reached} & {*exercise.allowed_imports, own}
        wanted = {_installed_as(name) for name in used if name}
        standard = sys.stdlib_module_names if interpreter is None else interpreter.standard
        available = {*self.libraries_for(exercise), *STOOD_IN, *standard}
        absent = sorted(name for name in wanted if name not in available)
        if interpreter is not None:
            absent = [f"{name}{NEED_OF}{interpreter.path}" for name in absent]
        return (*(("gpu",) if self.lacks_device(exercise) else ()), *absent)

    def rank(self, exercise: Exercise) -> int:
        """Return the value of an observation made here; see ExerciseEvidence.rank."""
        return 1 if self._on_cpu_instead(exercise) else 2

    def device(self, exercise: Exercise) -> DeviceKind:
        """Return the device on which the exercise runs here, when nothing is missing."""
        gpu = exercise.device is DeviceKind.GPU and not self._on_cpu_instead(exercise)
        return DeviceKind.GPU if gpu else DeviceKind.CPU

    def lacks_device(self, exercise: Exercise) -> bool:
        """Return whether the exercise needs a device that is missing here and has no substitute."""
        wants = exercise.device is DeviceKind.GPU
        return wants and self.gpu is None and not self._on_cpu_instead(exercise)

    def _on_cpu_instead(self, exercise: Exercise) -> bool:
        """Return whether the exercise could run on the CPU instead; CuPy cannot."""
        wants = exercise.device is DeviceKind.GPU
        return wants and self.cpu_instead and not BACKENDS[exercise.backend].needs_gpu


def _installed_as(name: str) -> str:
    """Return the package that provides a module, for naming a missing one."""
    return (PACKAGES[name].installed_with if name in PACKAGES else "") or name
