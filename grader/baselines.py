"""Programs of our own that a student's times are laid beside, each with an exercise of its own."""

import hashlib
import json
from dataclasses import asdict, dataclass, replace

from grader.model.course import Backend, DeviceKind, Exercise, Form, Scope, Sweep
from grader.model.machine import BACKEND_LIBRARY, Capabilities
from grader.model.reference import Reference
from grader.model.run import Convention, Target

SMALLER = (64, 96, 144, 216, 324, 486, 729, 1093, 1640)
LARGER = (*SMALLER, 2460, 3690)
SECONDS = 5.0
FORMS = {Backend.PYTHON: Form.LISTS, Backend.NUMPY: Form.NUMPY}
STANDARD = ("math", "operator")  # that our programs import
FASTEST = "python-fast"  # the fastest way with the standard library alone
BESIDE = {
    Backend.PYTHON: ("python", FASTEST, "numpy"),
    Backend.NUMPY: ("numpy",),
    Backend.TORCH: ("torch", "numpy"),
    Backend.CUPY: ("cupy", "numpy"),
    Backend.C: ("c", "numpy"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """One right program, and how it is measured."""

    name: str  # "python", "numpy", …
    text: str
    exercise: Exercise  # that the sandbox runs it for
    sweep: Sweep
    target: Target
    key: str  # of all that its times depend on but the machine

    @property
    def file(self) -> str:
        """Names the program's file."""
        ending = "c" if self.exercise.backend is Backend.C else "py"
        return f"{self.name.replace('-', '_')}.{ending}"


def baselines_for(
    exercise: Exercise, reference: Reference, here: Capabilities
) -> tuple[Baseline, ...]:
    """Lists those that say something about the exercise, and that this machine can run."""
    found = []
    for name in BESIDE[exercise.backend]:
        text = reference.programs.get(name)
        baseline = _baseline(name, text, exercise) if text else None
        if baseline is not None and not here.missing(baseline.exercise):
            found.append(baseline)
    return tuple(found)


def _baseline(name: str, text: str, exercise: Exercise) -> Baseline:
    backend = Backend(name.partition("-")[0])
    own = backend is exercise.backend
    library = BACKEND_LIBRARY.get(backend)
    form = exercise.gives[0] if own else FORMS[backend]
    measured = replace(
        exercise,
        id=f"{exercise.operation}_{name}",
        backend=backend,
        entry=exercise.operation,
        aliases=(),
        others=(),
        requires=(),
        allowed_imports=()
        if backend is Backend.C
        else (*STANDARD, *((library,) if library else ())),
        scope=Scope.FUNCTION,
        device=exercise.device if own else DeviceKind.CPU,
        dtype=exercise.dtype if own else "float64",
        gives=(form,),
        cases=(),
        optional=False,
    )
    sweep = Sweep(sizes=_sizes(backend, exercise), seconds=SECONDS)
    convention = Convention.NABC if backend is Backend.C else Convention.AB
    target = Target(name=exercise.operation, convention=convention, form=form)
    return Baseline(
        name=name,
        text=text,
        exercise=measured,
        sweep=sweep,
        target=target,
        key=_key(text, measured, sweep),
    )


def _sizes(backend: Backend, exercise: Exercise) -> tuple[int, ...]:
    """Gives sizes of its own to a library, so that one curve serves all exercises."""
    if backend in {Backend.PYTHON, Backend.C} and exercise.sweep is not None:
        return exercise.sweep.sizes
    return SMALLER if backend is Backend.NUMPY else LARGER


def _key(text: str, exercise: Exercise, sweep: Sweep) -> str:
    depends_on = {
        "program": text,
        "operation": [exercise.operation, exercise.variant],
        "given": [exercise.gives, exercise.dtype, exercise.device],
        "sweep": asdict(sweep),
    }
    return hashlib.sha256(json.dumps(depends_on, sort_keys=True).encode()).hexdigest()
