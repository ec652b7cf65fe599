"""Known answers: before a library or a device is asked about students, it is asked about us.

Some builds of PyTorch and CuPy give wrong numbers on some devices without an error. A right
program of our own, run in the same sandbox and compared in the same way, shows it. Then the
exercise is broken for everybody: it is our machine, never the student.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock

from grader import correctness
from grader.grading import Tools
from grader.model.course import Backend, Exercise, Form, Scope
from grader.model.errors import Killed
from grader.model.evidence import Comparison, ExerciseEvidence, Outcome
from grader.model.fault import Fault, shielded
from grader.model.machine import BACKEND_LIBRARY
from grader.model.reference import Reference
from grader.model.run import Convention, RunRecord, RunStatus
from grader.model.static import Definition, ParseStatus, SourceFacts, Way

KNOWN_WRONG = "known answer"  # how every trouble of this kind begins
FILE = "known_answer.py"
C_FILE = "known_answer.c"
C_WAY = Way(form=Form.C_DOUBLE, convention=Convention.NABC)
SEED = hashlib.sha256(b"known answer").digest()

Ask = Callable[[], str]


@dataclass(slots=True)
class KnownAnswers:
    """What our own programs showed; shared by the workers of a batch."""

    _lock: Lock = field(default_factory=Lock)
    _answers: dict[Exercise, str] = field(default_factory=dict)
    _asking: dict[Exercise, Lock] = field(default_factory=dict)

    def __call__(self, exercise: Exercise, reference: Reference, tools: Tools) -> str:
        """Says what is wrong with this machine for such an exercise; "" when nothing is.

        The first to need an answer gets it; others who need the same one wait. Killed is raised
        when our program was, twice: that is no answer for others.
        """
        program = reference.programs.get(exercise.backend)
        if program is None or exercise.backend is Backend.PYTHON:
            return ""
        known = _known(exercise)
        with self._lock:
            asking = self._asking.setdefault(known, Lock())
        with asking:
            if known not in self._answers:
                self._answers[known] = _ask(program, known, reference, tools)
            return self._answers[known]


def _known(exercise: Exercise) -> Exercise:
    """Takes away what tells exercises apart that one program answers for."""
    return replace(
        exercise,
        id=f"{exercise.operation}_{exercise.backend}",
        entry=exercise.operation,
        aliases=(),
        others=(),
        requires=(),
        scope=Scope.FUNCTION,
        optional=False,
    )


def _ask(program: str, exercise: Exercise, reference: Reference, tools: Tools) -> str:
    work = partial(_observe, program, exercise, reference, tools)
    observed = shielded(work)
    if isinstance(observed, Fault) and observed.killed:
        observed = shielded(work)
        if isinstance(observed, Fault) and observed.killed:
            raise Killed("our own program, that says whether this machine computes right, twice")
    trouble = observed.summary if isinstance(observed, Fault) else _wrong(observed)
    if not trouble:
        return ""
    name = f"{exercise.operation} with {exercise.backend}"
    return f"{KNOWN_WRONG}: a right program for {name} does not come out right here: {trouble}"


def _observe(
    program: str, exercise: Exercise, reference: Reference, tools: Tools
) -> ExerciseEvidence:
    name = C_FILE if exercise.backend is Backend.C else FILE
    opened = tools.sandbox.open_program(name, {name: program}, exercise)
    return correctness.observe(_facts(exercise, reference), exercise, reference, opened, SEED)


def _facts(exercise: Exercise, reference: Reference) -> SourceFacts:
    """Says of our program what the reader would; it is not asked, since the rules do not apply."""
    library = BACKEND_LIBRARY.get(exercise.backend)
    libraries = (library,) if library else ()
    inputs = correctness.count_inputs(exercise, reference)
    function = Definition(
        name=exercise.entry,
        file=FILE,
        line=1,
        parameters=tuple(f"matrix{number}" for number in range(1, inputs + 1)),
        required=inputs,
        accepts=inputs,
        loops=0,
        multiplies=True,
        libraries=libraries,
        ways=(C_WAY,) if exercise.backend is Backend.C else None,
    )
    return SourceFacts(status=ParseStatus.OK, definitions=(function,), libraries=libraries)


def _wrong(observed: ExerciseEvidence) -> str:
    """Says how the run of a right program went wrong."""
    if observed.load is None or observed.load.status is not RunStatus.OK:
        return f"it does not load ({_ended(observed)})"
    if observed.entry is None:
        return "; ".join(observed.probes) or "its function was not found"
    wrong = [one for one in observed.comparisons if one.outcome is not Outcome.EQUAL]
    return _case(wrong[0]) if wrong else ""


def _ended(observed: ExerciseEvidence) -> str:
    return "not started" if observed.load is None else _said(observed.load)


def _case(one: Comparison) -> str:
    place = f"{one.case.size}x{one.case.size} {one.case.kind}"
    if one.run.status is not RunStatus.OK:
        return f"{place}: {_said(one.run)}"
    return f"{place}: {one.outcome}, error {one.error_ratio:.3g} of what is allowed"


def _said(run: RunRecord) -> str:
    """Says how a run ended, in the library's own words where it raised: they name the remedy."""
    error = run.traceback
    said = f"{error.type}: {error.message}" if error else run.detail
    return f"{run.status} {said}".strip()
