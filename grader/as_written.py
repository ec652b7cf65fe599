"""Runs a program as its author does, and reads what that proves and shows.

Many learners hand in a plain script. Its loops, lifted into a function of their matrices, are
graded like any function; where that cannot be done surely, matrices left among its variables may
prove the product. What it printed and plotted is the student's own measurement.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from grader import correctness
from grader.answers import scripts
from grader.correctness.discrimination import tells_apart
from grader.correctness.questions import stream
from grader.correctness.script_results import convolutions, does_as_the_script, products
from grader.model.course import Calls, Case, CaseKind, DeviceKind, Exercise, Limits, Scope
from grader.model.evidence import Comparison, Entry, EntryHow, ExerciseEvidence, Outcome
from grader.model.fault import Fault, shielded
from grader.model.program import Product, ProgramRun
from grader.model.reference import Reference
from grader.model.run import USED_UP, Convention, RunRecord, RunStatus, Target
from grader.model.running import Opener, Whole
from grader.model.static import Definition, Lifted
from grader.model.submission import Submission
from grader.timing.reported import own_series

AS_WRITTEN = "program"  # the exercise that stands for all of them
SECONDS = 10.0  # of one run; a script that takes a minute is stopped
QUICK = 2.0  # a script that asks for input is tried with other answers while it is so quick
CALLED = RunRecord(status=RunStatus.OK)  # how a script ends says nothing of its matrices
PROOFS = {"matmul": products, "convolution": convolutions}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """One run, and the products among the matrices that it left, by operation."""

    whole: Whole
    proofs: Mapping[str, tuple[Product, ...]]

    @property
    def worth(self) -> tuple[bool, bool, int]:
        """Compares runs with different answers."""
        ended_well = self.whole.run.run.status is RunStatus.OK
        return self.proves, ended_well, len(self.whole.values)

    @property
    def proves(self) -> bool:
        """Says whether there is a product."""
        return any(self.proofs.values())


@dataclass(frozen=True, kw_only=True)  # no slots: the run is made once, when asked for
class AsWritten:
    """One submission's program, and where it is run."""

    submission: Submission
    exercises: Sequence[Exercise]  # those that were run, which say what it may import and use
    sandbox: Opener
    seed: bytes

    @cached_property
    def best(self) -> Tried:
        """Is the run that showed most."""
        assert self.submission.main is not None
        program = self.sandbox.open_program(
            self.submission.main.name, self.submission.texts, _whole(self.exercises)
        )
        best: Tried | None = None
        for answers in scripts(stream(self.seed, "answers")):
            tried = self._tried(program.run_whole(answers, SECONDS))
            if best is None or tried.worth > best.worth:
                best = tried
            run = tried.whole.run
            if not run.answers or run.run.wall_seconds > QUICK or tried.proves:
                break
        assert best is not None
        return best

    def _tried(self, whole: Whole) -> Tried:
        """Looks for products once: among large matrices that takes a while."""
        operations = dict.fromkeys(one.operation for one in self.exercises)
        proofs = {one: PROOFS[one](whole.values) for one in operations if one in PROOFS}
        return Tried(whole=whole, proofs=proofs)

    def told(self) -> ProgramRun:
        """Gives what the run proves and shows."""
        run = self.best.whole.run
        found = (one for proofs in self.best.proofs.values() for one in proofs)
        series = own_series(run.plots, run.output, self.exercises)
        return replace(run, products=tuple(found), series=series)


def _whole(exercises: Sequence[Exercise]) -> Exercise:
    """Gives an exercise that allows what any of them allows."""
    limits = [one.limits for one in exercises]
    gpu = any(one.device is DeviceKind.GPU for one in exercises)
    return replace(
        exercises[0],
        id=AS_WRITTEN,
        allowed_imports=tuple(sorted({name for one in exercises for name in one.allowed_imports})),
        device=DeviceKind.GPU if gpu else DeviceKind.CPU,
        scope=Scope.FILE,
        limits=Limits(
            call_seconds=max(one.call_seconds for one in limits),
            cpu_seconds=max(one.cpu_seconds for one in limits),
            load_seconds=max(one.load_seconds for one in limits),
            memory_mib=max(one.memory_mib for one in limits),
            output_bytes=max(one.output_bytes for one in limits),
            disk_mib=max(one.disk_mib for one in limits),
            threads=max(one.threads for one in limits),
        ),
    )


def without_function(
    observed: ExerciseEvidence, exercise: Exercise, reference: Reference, written: AsWritten
) -> ExerciseEvidence:
    """Grades an exercise for which no function was found by the script itself, where that is sure.

    Lifted loops that are right for fresh matrices are right. Those that are wrong count as the
    student's only if they do with the script's own matrices exactly what the script did.
    """
    if observed.entry is not None or observed.load is None or observed.source is None:
        return observed
    if exercise.calls is not Calls.ARRAYS:
        return observed  # a net that nobody can call proves nothing
    if observed.source.lifted is not None:
        again = _lifted(observed, observed.source.lifted, exercise, reference, written)
        if again is not None:
            return again
    if exercise.scope is not Scope.FILE or not observed.source.multiplies:
        return observed  # of several exercises nobody knows which; and a result may be pasted
    pasted = set(observed.source.pasted)
    whole, found = written.best.whole, written.best.proofs.get(exercise.operation, ())
    for one in found:
        computed = one.result.rpartition(".")[2] not in pasted
        if computed and tells_apart(one, whole.values, exercise, reference):
            return _by_product(observed, one, written)
    first = observed.source.product_line
    return replace(observed, unproved=bool(found) or _is_open(whole.run, first))


def _is_open(run: ProgramRun, first: int) -> bool:
    """Says whether the script may be right: its end shows nothing, or was of our making.

    An exception says nothing of what had been computed before, from line `first` on.
    """
    ended, error = run.run, run.run.traceback
    if ended.status not in {*USED_UP, RunStatus.OK, RunStatus.RUNTIME_ERROR}:
        return False
    if error is None or run.answers or error.type == "EOFError":
        return True
    return bool(error.frames) and error.frames[0][1] >= first


def _lifted(
    observed: ExerciseEvidence,
    lifted: Lifted,
    exercise: Exercise,
    reference: Reference,
    written: AsWritten,
) -> ExerciseEvidence | None:
    main, source = written.submission.main, observed.source
    if main is None or source is None:
        return None
    function = Definition(
        name=lifted.name,
        file=main.name,
        line=lifted.lines[0],
        parameters=(lifted.left, lifted.right),
        required=2,
        accepts=2,
        loops=0,
        multiplies=True,
        libraries=source.libraries,
    )
    named = replace(exercise, entry=lifted.name, aliases=(), others=())
    program = written.sandbox.open_program(main.name, {main.name: lifted.text}, named)
    facts = replace(source, definitions=(function,))
    again = correctness.observe(facts, named, reference, program, written.seed)
    if again.entry is None:
        return None
    right = all(one.outcome is Outcome.EQUAL for one in again.comparisons)
    target, whole = again.entry.target, written.best.whole
    if not right and not does_as_the_script(lifted, target, program, whole):
        return None
    return replace(
        observed,
        entry=replace(again.entry, how=EntryHow.LIFTED),
        comparisons=again.comparisons,
        lessons=again.lessons,
        seed=again.seed,
    )


def _by_product(
    observed: ExerciseEvidence, proved: Product, written: AsWritten
) -> ExerciseEvidence:
    """Takes matrices that the script left as its one case."""
    main = written.submission.main
    shown = f"{proved.left}, {proved.right} -> {proved.result}"
    case = Case(size=proved.size, kind=CaseKind.FLOATS)
    return replace(
        observed,
        entry=Entry(
            target=Target(name=shown, convention=Convention.AB),
            how=EntryHow.PROGRAM,
            file=main.name if main else "",
            line=0,
        ),
        comparisons=(Comparison(case=case, run=CALLED, outcome=Outcome.EQUAL),),
    )


def ran(observed: Mapping[str, ExerciseEvidence], exercises: Sequence[Exercise]) -> list[Exercise]:
    """Lists the exercises that were run: whose rules the program keeps, and which do not wait."""
    return [
        one
        for one in exercises
        if one.id in observed and observed[one.id].load is not None and not observed[one.id].trouble
    ]


def graded_as_written(
    written: AsWritten,
    observed: Mapping[str, ExerciseEvidence],
    references: Mapping[str, Reference],
) -> tuple[Mapping[str, ExerciseEvidence], ProgramRun]:
    """Grades the exercises without a function by the script; our own exception is their trouble."""
    found = dict(observed)
    for one in written.exercises:
        work = partial(without_function, found[one.id], one, references[one.id], written)
        graded = shielded(work)
        if isinstance(graded, Fault):
            graded = replace(found[one.id], trouble=graded.traceback)
        found[one.id] = graded
    program = shielded(written.told)
    if isinstance(program, Fault):
        ended = RunRecord(status=RunStatus.SANDBOX_ERROR)
        program = ProgramRun(run=ended, trouble=program.traceback)
    return found, program
