"""Judge a self-test: which known answers were right, and which library computed them."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from grader.sandbox.kernels import libraries_of
from grader.sandbox.machine.facts import NoAnswerError, ask

SELF_TEST = Path(__file__).resolve().parent / "throwaway" / "self_test.py"
# Tolerances in units of eps |A||B|, as for correctness; any correct order of summation stays
# within.
UNITS = {"float32": 64.0, "float64": 2.0**14}
SECONDS = 300.0  # per library: MIOpen may compile a kernel for each size


class KnownAnswers(Struct, frozen=True, kw_only=True):
    """Results of one operation in one element type, over all sizes."""

    library: str  # "torch" or "cupy"
    operation: str  # "gemm" or "convolution"
    dtype: str
    ratio: float  # maximum error, in units of eps |A||B|
    wrong: tuple[str, ...]  # sizes beyond the bound, such as "65x33x17"
    sizes: int
    served: tuple[str, ...] = ()  # libraries that computed it: "hipBLASLt", "MIOpen (rocBLAS)"
    kernels: tuple[str, ...] = ()  # names from the profiler

    @property
    def holds(self) -> bool:
        """Whether every answer is within its bound."""
        return not self.wrong


class SelfTest(Struct, frozen=True, kw_only=True):
    """The self-test of a device."""

    device: str  # "cpu" or "gpu"
    answers: tuple[KnownAnswers, ...] = ()
    errors: Mapping[str, str]  # why a library could not be tested, by library

    @property
    def holds(self) -> bool:
        """Whether something was tested, and everything was right."""
        return bool(self.answers) and all(answer.holds for answer in self.answers)


def run_self_test(device: str, libraries: Collection[str], *, seconds: float = SECONDS) -> SelfTest:
    """Test the libraries on "cpu" or "gpu", in a throwaway process."""
    if not libraries:
        return SelfTest(device=device, errors={})
    try:
        return judged(device, ask(SELF_TEST, device, *libraries, seconds=seconds))
    except NoAnswerError as error:
        return SelfTest(device=device, errors=dict.fromkeys(libraries, str(error)))


def judged(device: str, answer: Mapping[str, Any]) -> SelfTest:
    """Convert a self-test's answer: for each library, checks and kernels, or an error."""
    answers = [
        _answers(library, operation, dtype, part)
        for library, part in answer.items()
        if "error" not in part
        for operation in ("gemm", "convolution")
        for dtype in UNITS
    ]
    errors = {name: part["error"] for name, part in answer.items() if "error" in part}
    return SelfTest(device=device, answers=tuple(answers), errors=errors)


def _answers(library: str, operation: str, dtype: str, part: Mapping[str, Any]) -> KnownAnswers:
    checks = list(_of(part["checks"], operation, dtype))
    wrong = [check["size"] for check in checks if not check["ratio"] <= UNITS[dtype]]
    kernels = [(row["kernel"], row["parent"]) for row in _of(part["kernels"], operation, dtype)]
    return KnownAnswers(
        library=library,
        operation=operation,
        dtype=dtype,
        ratio=max((check["ratio"] for check in checks), default=0.0),
        wrong=tuple(dict.fromkeys(wrong)),
        sizes=len({check["size"] for check in checks}),
        served=libraries_of(kernels),
        kernels=tuple(dict.fromkeys(name for name, _ in kernels)),
    )


def _of(
    rows: Iterable[Mapping[str, Any]], operation: str, dtype: str
) -> Iterable[Mapping[str, Any]]:
    return (row for row in rows if (row["operation"], row["dtype"]) == (operation, dtype))
