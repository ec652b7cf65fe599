"""The script run: a program run as its author does, and what that proves and shows.

Many learners hand in a plain script. Its loops, lifted into a function of their matrices, are
graded like any function; where that cannot be done surely, matrices left among its variables may
prove the product. What it printed and plotted is the student's own measurement.

A program that plots is run with the real matplotlib, which gives its pictures. That brings NumPy
along: where the exercises forbid NumPy, what such a run leaves proves nothing, and matrices are
asked of another run, without it.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial

from grader import correctness
from grader.correctness.discrimination import tells_apart
from grader.correctness.questions import stream
from grader.correctness.script_results import agrees_with_script, convolutions, products
from grader.model.course import Calls, Case, CaseKind, DeviceKind, Exercise, Limits, Scope
from grader.model.errors import Fault, shielded
from grader.model.evidence import Comparison, Entry, EntryHow, ExerciseEvidence, Outcome
from grader.model.reference import Reference
from grader.model.run import USED_UP, Convention, Product, ProgramRun, RunRecord, RunStatus, Target
from grader.model.running import Opener, ScriptResult
from grader.model.static import Definition, ExtractedFunction
from grader.model.submission import Submission
from grader.observing.setup import Setup, Tools
from grader.store import seed_of
from grader.timing.reported import reported_series

SCRIPT = "program"  # the exercise that stands for all of them
SECONDS = 10.0  # of one run; a script that takes a minute is stopped
QUICK = 2.0  # a script that asks for input is tried with other answers while it is so quick
CALLED = RunRecord(status=RunStatus.OK)  # how a script ends says nothing of its matrices
SIZE = 3  # of the matrices that a script which asks for them is given
SIZES = 4  # rows and columns of two matrices
ROWS = 4 * SIZE
NUMBERS = 8 * SIZE * SIZE
ARRAYS = frozenset({"numpy", "scipy", "torch", "cupy"})  # who may use one may use NumPy
PLOTS = ("matplotlib", "pylab")  # names without which no text plots
LEAVING = ("0", "n", "q", "no")  # what ends a program that asks on and on
LIMITS = tuple(field.name for field in fields(Limits))
PROOFS = {"matmul": products, "convolution": convolutions}


def run_script(
    submission: Submission,
    observed: Mapping[str, ExerciseEvidence],
    setup: Setup,
    tools: Tools,
) -> tuple[dict[str, ExerciseEvidence], ProgramRun | None]:
    """Runs the script, and grades by it the exercises for which no function was found.

    None when nothing of the program was run, and so this is not either. An exception of ours is the
    trouble of what it befell.
    """
    exercises = [
        exercise
        for exercise in setup.assignment.exercises
        if observed[exercise.id].load is not None and not observed[exercise.id].trouble
    ]
    if submission.main is None or not exercises:
        return dict(observed), None
    seed = seed_of(setup.secret, submission, exercises[0])
    script = ScriptRun(submission=submission, exercises=exercises, sandbox=tools.sandbox, seed=seed)
    graded = dict(observed)
    for exercise in exercises:
        before = observed[exercise.id]
        work = partial(_graded_by, script, before, exercise, setup.references[exercise.id])
        after = shielded(work)
        if isinstance(after, Fault):
            after = replace(before, trouble=after.traceback)
        graded[exercise.id] = after
    shown = shielded(script.shown)
    if isinstance(shown, Fault):
        ended = RunRecord(status=RunStatus.SANDBOX_ERROR)
        shown = ProgramRun(run=ended, trouble=shown.traceback)
    return graded, shown


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptTry:
    """One run, and the products among the matrices that it left, by operation."""

    whole: ScriptResult
    proofs: Mapping[str, tuple[Product, ...]]

    @property
    def worth(self) -> tuple[bool, bool, int]:
        """Compares runs with different answers."""
        ended_well = self.whole.run.run.status is RunStatus.OK
        return self.proves, ended_well, len(self.whole.values)

    @property
    def proves(self) -> bool:
        """Whether there is a product."""
        return any(self.proofs.values())


@dataclass(frozen=True, kw_only=True)  # no slots: the run is made once, when asked for
class ScriptRun:
    """One submission's program, and where it is run."""

    submission: Submission
    exercises: Sequence[Exercise]  # those that were run, which say what it may import and use
    sandbox: Opener
    seed: bytes

    @cached_property
    def best(self) -> ScriptTry:
        """Is the run that showed most, in a child that holds no more than the exercises allow."""
        allowed = ARRAYS.intersection(self._as_exercise.allowed_imports)
        return self._most_of(draws=self._plots and bool(allowed))

    @cached_property
    def drawn(self) -> ScriptTry:
        """Is the run whose output and pictures are shown."""
        draws = self._plots and not ARRAYS.intersection(self._as_exercise.allowed_imports)
        return self._most_of(draws=True) if draws else self.best

    @cached_property
    def _as_exercise(self) -> Exercise:
        return _allowing_all(self.exercises)

    @property
    def _plots(self) -> bool:
        """Whether it may plot. An unusual way to say so only costs the pictures."""
        return any(name in text for text in self.submission.texts.values() for name in PLOTS)

    def _most_of(self, *, draws: bool) -> ScriptTry:
        """Runs it with one answer after another to what it asks for."""
        assert self.submission.main is not None
        program = self.sandbox.open_program(
            self.submission.main.name, self.submission.texts, self._as_exercise
        )
        best: ScriptTry | None = None
        for answers in answers_to_try(stream(self.seed, "answers")):
            tried = self._tried(program.run_script(answers, SECONDS, draws=draws))
            if best is None or tried.worth > best.worth:
                best = tried
            run = tried.whole.run
            if not run.answers or run.run.wall_seconds > QUICK or tried.proves:
                break
        assert best is not None
        return best

    def _tried(self, whole: ScriptResult) -> ScriptTry:
        """Looks for products once: among large matrices that takes a while."""
        operations = dict.fromkeys(exercise.operation for exercise in self.exercises)
        proofs = {name: PROOFS[name](whole.values) for name in operations if name in PROOFS}
        return ScriptTry(whole=whole, proofs=proofs)

    def shown(self) -> ProgramRun:
        """Gives what the program shows, with its pictures, and the products that it left."""
        run = self.drawn.whole.run
        proving = self.best if "best" in vars(self) else self.drawn
        proved = (product for proofs in proving.proofs.values() for product in proofs)
        series = reported_series(run.plots, run.output, self.exercises)
        return replace(run, products=tuple(proved), series=series)


def _allowing_all(exercises: Sequence[Exercise]) -> Exercise:
    """Gives an exercise that allows what any of them allows."""
    limits = [exercise.limits for exercise in exercises]
    gpu = any(exercise.device is DeviceKind.GPU for exercise in exercises)
    allowed = {name for exercise in exercises for name in exercise.allowed_imports}
    return replace(
        exercises[0],
        id=SCRIPT,
        allowed_imports=tuple(sorted(allowed)),
        device=DeviceKind.GPU if gpu else DeviceKind.CPU,
        scope=Scope.FILE,
        limits=Limits(**{name: max(getattr(each, name) for each in limits) for name in LIMITS}),
    )


def _graded_by(
    script: ScriptRun, observed: ExerciseEvidence, exercise: Exercise, reference: Reference
) -> ExerciseEvidence:
    """Grades an exercise for which no function was found by the script itself, where that is sure.

    Loops made a function that are right for fresh matrices are right. Those that are wrong count as
    the student's only if they do with the script's own matrices exactly what the script did.
    """
    if observed.entry is not None or observed.load is None or observed.source is None:
        return observed
    if exercise.calls is not Calls.ARRAYS:
        return observed  # a net that nobody can call proves nothing
    if observed.source.lifted is not None:
        again = _extracted(script, observed, observed.source.lifted, exercise, reference)
        if again is not None:
            return again
    if exercise.scope is not Scope.FILE or not observed.source.multiplies:
        return observed  # of several exercises nobody knows which; and a result may be pasted
    pasted = set(observed.source.pasted)
    whole, proved = script.best.whole, script.best.proofs.get(exercise.operation, ())
    for product in proved:
        computed = product.result.rpartition(".")[2] not in pasted
        if computed and tells_apart(product, whole.values, exercise, reference):
            return _by_product(script, observed, product)
    first = observed.source.product_line
    return replace(observed, unproved=bool(proved) or _is_open(whole.run, first))


def _is_open(run: ProgramRun, first: int) -> bool:
    """Whether the script may be right: its end shows nothing, or was of our making.

    An exception says nothing of what had been computed before, from line `first` on.
    """
    ended, error = run.run, run.run.traceback
    if ended.status not in {*USED_UP, RunStatus.OK, RunStatus.RUNTIME_ERROR}:
        return False
    if error is None or run.answers or error.type == "EOFError":
        return True
    return bool(error.frames) and error.frames[0][1] >= first


def _extracted(
    script: ScriptRun,
    observed: ExerciseEvidence,
    lifted: ExtractedFunction,
    exercise: Exercise,
    reference: Reference,
) -> ExerciseEvidence | None:
    """Grades the function that was made of the script's loops; None where that is not sure."""
    main, source = script.submission.main, observed.source
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
    program = script.sandbox.open_program(main.name, {main.name: lifted.text}, named)
    facts = replace(source, definitions=(function,))
    again = correctness.observe(facts, named, reference, program, script.seed)
    if again.entry is None:
        return None
    right = all(comparison.outcome is Outcome.EQUAL for comparison in again.comparisons)
    target, whole = again.entry.target, script.best.whole
    if not right and not agrees_with_script(lifted, target, program, whole):
        return None
    return replace(
        observed,
        entry=replace(again.entry, how=EntryHow.EXTRACTED),
        comparisons=again.comparisons,
        lessons=again.lessons,
        seed=again.seed,
    )


def _by_product(script: ScriptRun, observed: ExerciseEvidence, proved: Product) -> ExerciseEvidence:
    """Takes matrices that the script left as its one case."""
    main = script.submission.main
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


def answers_to_try(rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Gives lists of lines that answer input(), the likeliest first: sizes, then numbers.

    One number a line; then a size and rows of so many numbers; then two or three sizes in a line.
    The last ones are for those who ask for the size of the second matrix after the first.
    """
    row = " ".join
    size = str(SIZE)
    rows = [row(_numbers(SIZE, rng)) for _ in range(ROWS)]
    yield (*[size] * SIZES, *_numbers(NUMBERS, rng), *LEAVING)
    yield (size, *rows, *LEAVING)
    yield (f"{size} {size}", *rows)
    yield (size, size, *rows)
    yield (row([size] * 3), *rows)
    yield (size, *_numbers(NUMBERS, rng))
    for sizes in ((size,), (size, size)):
        yield (*sizes, *rows[:SIZE], *sizes, *rows[SIZE:])
    for sizes in ((size,), (size, size)):
        yield (*sizes, *_numbers(SIZE * SIZE, rng), *sizes, *_numbers(NUMBERS, rng))


def _numbers(count: int, rng: random.Random) -> list[str]:
    """Draws small whole numbers that are neither 0 nor 1."""
    return [str(2 + rng.getrandbits(16) % 8) for _ in range(count)]
