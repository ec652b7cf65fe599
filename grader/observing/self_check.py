"""Check a library or device with our own programs before it runs students' programs.

Some builds of PyTorch and CuPy compute wrong numbers on some devices without an error. A right
program of our own, run in the same sandbox and compared in the same way, detects this. The exercise
is then broken for everyone: the machine is to blame, never the student.

Before a class is graded, our programs are always run. For `grader check`, right results are
remembered since the machine was started, until anything changes that they depend on.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from grader.backends import library_of
from grader.cases.questions import count_inputs
from grader.kinds import asker_of, kind_of, suffix_of
from grader.model.course import Backend, Exercise, Scope
from grader.model.errors import Fault, Killed, shielded
from grader.model.evidence import Comparison, ExerciseEvidence, Outcome
from grader.model.reference import Reference
from grader.model.run import RunRecord, RunStatus
from grader.model.running import SandboxDoor
from grader.model.static import Definition, ParseStatus, SourceFacts
from grader.observing.setup import Setup
from grader.sandbox import conditions
from grader.store import user_state_folder

try:
    import fcntl
except ImportError:  # Windows: each worker asks for itself
    fcntl = None  # type: ignore[assignment]

KNOWN_WRONG = "known answer"  # prefix of every such trouble
NAME = "known_answer"
SEED = hashlib.sha256(b"known answer").digest()


class SelfChecks(Struct):
    """Results of our own programs on this machine."""

    folder: Path | None = None  # where a batch's workers share results
    kept: Path | None = None  # where right results are kept beyond this process
    _answers: dict[Exercise, str] = field(default_factory=dict)

    def __call__(self, exercise: Exercise, reference: Reference, sandbox: SandboxDoor) -> str:
        """Return what is wrong with this machine for such an exercise; "" when nothing is.

        The first worker that needs an answer computes it; others that need it wait. Raises Killed
        if our program was killed twice: that is no answer for others.
        """
        program = reference.programs.get(exercise.backend)
        if program is None or exercise.backend is Backend.PYTHON:
            return ""
        kind = _kind(exercise)
        if kind not in self._answers:
            ask = partial(_ask, program, kind, reference, sandbox)
            if self.kept is not None:
                ask = partial(_unless_kept, self.kept / _name(kind, program), ask)
            self._answers[kind] = _once(self.folder, kind, ask) if self.folder else ask()
        return self._answers[kind]


def kept_answers(setup: Setup, environ: Mapping[str, str]) -> Path | None:
    """Return the folder of answers that came out right under the same conditions.

    With a device, nothing is kept, since a device may fail at any time.
    """
    if setup.capabilities.gpu is not None:
        return None
    try:
        here = conditions()
    except OSError:  # the machine does not reveal them
        return None
    rests_on = [
        here,
        *(sorted(setup.machine.items()), sorted(setup.capabilities.libraries.items())),
        *(repr(interpreter) for interpreter in setup.capabilities.pythons),
        sorted(setup.reference_digests.items()),
    ]
    name = hashlib.sha256(json.dumps(rests_on).encode()).hexdigest()
    return user_state_folder(environ) / "self-checks" / name


def _unless_kept(mark: Path, ask: Callable[[], str]) -> str:
    """Ask unless a mark records that the answer was right; only right answers leave a mark."""
    if mark.exists():
        return ""
    answer = ask()
    if not answer:
        with suppress(OSError):  # then it is asked again next time
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
    return answer


def _name(kind: Exercise, program: str = "") -> str:
    return hashlib.sha256(repr((kind, program)).encode()).hexdigest()


def _once(folder: Path, kind: Exercise, ask: Callable[[], str]) -> str:
    """Ask unless another worker has; a lock is released when its process ends."""
    with (folder / _name(kind)).open("a+", encoding="utf-8") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if known := file.read():
            return str(json.loads(known))
        answer = ask()
        file.write(json.dumps(answer))
        return answer


def _kind(exercise: Exercise) -> Exercise:
    """Drop fields in which exercises differ that share one program."""
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


def _ask(program: str, exercise: Exercise, reference: Reference, sandbox: SandboxDoor) -> str:
    work = partial(_observe, program, exercise, reference, sandbox)
    observed = shielded(work)
    if isinstance(observed, Fault) and observed.killed:
        observed = shielded(work)
        if isinstance(observed, Fault) and observed.killed:
            raise Killed(
                "grader's own program that checks whether this computer calculates correctly was "
                "stopped twice"
            )
    trouble = observed.summary if isinstance(observed, Fault) else _wrong(observed)
    if not trouble:
        return ""
    name = f"{exercise.operation} with {exercise.backend}"
    return f"{KNOWN_WRONG}: a right program for {name} does not come out right here: {trouble}"


def _observe(
    program: str, exercise: Exercise, reference: Reference, sandbox: SandboxDoor
) -> ExerciseEvidence:
    name = f"{NAME}{suffix_of(exercise.backend)}"
    opened = sandbox.open_program(name, {name: program}, exercise)
    facts = _facts(exercise, reference)
    return asker_of(exercise).put_cases(facts, exercise, reference, opened, SEED)


def _facts(exercise: Exercise, reference: Reference) -> SourceFacts:
    """Return source facts for our own program, which the rules, and so the reader, do not cover."""
    library = library_of(exercise.backend)
    libraries = (library,) if library else ()
    inputs = count_inputs(exercise, reference)
    way = kind_of(exercise).way
    function = Definition(
        name=exercise.entry,
        file=f"{NAME}{suffix_of(exercise.backend)}",
        line=1,
        parameters=tuple(f"matrix{number}" for number in range(1, inputs + 1)),
        required=inputs,
        accepts=inputs,
        loops=0,
        multiplies=True,
        libraries=libraries,
        ways=None if way is None else (way,),
    )
    return SourceFacts(status=ParseStatus.OK, definitions=(function,), libraries=libraries)


def _wrong(observed: ExerciseEvidence) -> str:
    if observed.load is None or observed.load.status is not RunStatus.OK:
        ended = "not started" if observed.load is None else _end_of(observed.load)
        return f"it does not load ({ended})"
    if observed.entry is None:
        return "; ".join(observed.probes) or "its function was not found"
    for comparison in observed.comparisons:
        if comparison.outcome is not Outcome.EQUAL:
            return _case(comparison)
    return ""


def _case(comparison: Comparison) -> str:
    size, ratio = comparison.case.size, comparison.error_ratio
    place = f"{size}x{size} {comparison.case.kind}"
    if comparison.run.status is not RunStatus.OK:
        return f"{place}: {_end_of(comparison.run)}"
    return f"{place}: {comparison.outcome}, error {ratio:.3g} of what is allowed"


def _end_of(run: RunRecord) -> str:
    """Return how a run ended, with the library's own message, which names the remedy."""
    error = run.traceback
    words = f"{error.type}: {error.message}" if error else run.detail
    return f"{run.status} {words}".strip()
