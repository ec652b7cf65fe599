"""The script run: run a program as its author does, and use what it proves and shows.

Many learners submit a plain script. Its loops, extracted into a function of their matrices, are
graded like any function. If that is uncertain, matrices left in its variables may prove the
product. The times over sizes that it plots are the student's own measurement.

A program that only defines things is not run, since nothing can come of that; except that an
author's own check runs it if it mentions matplotlib. Functions are called with a stand-in for
matplotlib, so that otherwise `import matplotlib.pylot` would only fail at home. Code below a main
guard is run if the assignment requires what it shows.

A program that plots is run with the real matplotlib, which produces its pictures and imports NumPy.
If the exercises forbid NumPy, the variables of such a run prove nothing, and a second run without
matplotlib provides the matrices.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from grader.backends import PACKAGES
from grader.cases.questions import stream
from grader.cases.reasons import takes_one_input
from grader.exercises.scripts.results import PROOFS, Agreement, Replay, replay, tells_apart
from grader.kinds import Asked, asker_of, kind_of, missing
from grader.model.calling import Convention, Target, Value
from grader.model.course import (
    Assignment,
    Case,
    CaseKind,
    Exercise,
    Scope,
)
from grader.model.errors import shield
from grader.model.evidence import Comparison, Entry, EntryHow, ExerciseEvidence, Outcome
from grader.model.machine import STOOD_IN
from grader.model.program import Product, ProgramRun
from grader.model.reference import Reference
from grader.model.run import USED_UP, RunRecord, RunStatus
from grader.model.running import Opener, Program, ScriptResult
from grader.model.static import Definition, ExtractedFunction, TopLevel
from grader.model.submission import SourceFile, Submission
from grader.observing import Setup, Tools, allowing_all

SECONDS = 10.0  # per run; a script that takes a minute is stopped
QUICK = 2.0  # seconds: only scripts this quick are run again with other input
CALLED = RunRecord(status=RunStatus.OK)  # how a script ends does not affect its matrices
SIZE = 3  # size answered to a script that asks for one
SIZES = 4  # how often: rows and columns of two matrices
ROWS = 4 * SIZE
NUMBERS = 8 * SIZE * SIZE
ARRAYS = frozenset(PACKAGES)  # exercises that allow one of these allow NumPy
PLOTS = ("matplotlib", "pylab")  # a program that plots contains one of these names
LEAVING = ("0", "n", "q", "no")  # inputs that end a program which asks in a loop
MOST_WITNESSES = 3  # maximum number of runs with witnesses
WITNESS = ("lifted_left", "lifted_right", "lifted_result")
KEEP = (  # copies a matrix; converts a flat list to rows
    "lambda m: [list(r) for r in m] if hasattr(m[0], '__len__') else"
    " [list(m[i:i + int(len(m) ** 0.5)]) for i in range(0, len(m), int(len(m) ** 0.5))]"
)
LINE_END = re.compile(r"\r\n|\r|\n")


def run_script(
    submission: Submission,
    observed: Mapping[str, ExerciseEvidence],
    setup: Setup,
    tools: Tools,
) -> tuple[dict[str, ExerciseEvidence], ProgramRun | None]:
    """Run the script; by it, grade the exercises for which no function was found.

    The run is None if no part of the program could be run, or if it would prove and show nothing.
    An exception of ours becomes the trouble of the affected exercise or run.
    """
    exercises = [
        exercise
        for exercise in setup.assignment.exercises
        if observed[exercise.id].load is not None and not observed[exercise.id].trouble
        if asker_of(exercise).draws_cases
    ]
    if submission.main is None or not exercises:
        return dict(observed), None
    seed = setup.seed_of(submission, exercises[0])
    # A script whose function never ends does not end either, and shows its output at once.
    endless = any(_never_ends(observed[exercise.id]) for exercise in exercises)
    script = ScriptRun(
        submission=submission,
        exercises=exercises,
        sandbox=tools.sandbox,
        seed=seed,
        seconds=QUICK if endless else SECONDS,
        pictures=not setup.own_program,
    )
    graded = dict(observed)
    for exercise in exercises:
        before = observed[exercise.id]
        with shield() as fault:
            after = _graded_by(script, before, exercise, setup.references[exercise.id])
        if fault:
            after = replace(before, trouble=fault.caught.traceback)
        elif after.entry is None and before.source is not None and script.was_run:
            stopped_for = script.best.result.run.run.lacks_module
            if lacks := missing(exercise, setup.capabilities, (stopped_for,)):
                asked = Asked(
                    source=before.source,
                    submission=submission,
                    exercise=exercise,
                    reference=setup.references[exercise.id],
                    tools=tools,
                    here=setup.capabilities,
                    seed=seed,
                )
                after = replace(asker_of(exercise).wait(asked, lacks), source=after.source)
        graded[exercise.id] = after
    if not (script.was_run or _may_show(submission, exercises, graded, setup)):
        return graded, None
    with shield() as fault:
        return graded, script.shown()
    ended = RunRecord(status=RunStatus.SANDBOX_ERROR)
    return graded, ProgramRun(run=ended, trouble=fault.caught.traceback)


def _may_show(
    submission: Submission,
    exercises: Sequence[Exercise],
    graded: Mapping[str, ExerciseEvidence],
    setup: Setup,
) -> bool:
    """Return whether running the script may show more than loading its functions did.

    The output of a guarded part is compared with the report, and shows users of `grader check`
    where their program stops. It is not needed if a required report is missing.
    """
    observed = [graded[exercise.id] for exercise in exercises]
    loaded = all(evidence.whole_load is None for evidence in observed)
    files = {evidence.entry.file if evidence.entry is not None else "" for evidence in observed}
    about = {evidence.source.top_level for evidence in observed if evidence.source is not None}
    if not loaded or "" in files or submission.main is None or submission.main.name not in files:
        return True
    if about == {TopLevel.NOTHING}:
        return setup.own_program and any(name in submission.main.text for name in STOOD_IN)
    if about != {TopLevel.GUARDED}:
        return True
    return shows_to_somebody(submission, setup.assignment, own_program=setup.own_program)


def shows_to_somebody(submission: Submission, assignment: Assignment, *, own_program: bool) -> bool:
    """Return whether the output of a program's guarded part is of use."""
    handed_in = submission.report is not None or bool(submission.reports)
    return handed_in or assignment.report is None or own_program


def _never_ends(observed: ExerciseEvidence) -> bool:
    """Return whether the smallest case of a function timed out, and so every case."""
    cases = observed.comparisons
    return bool(cases) and all(case.run.status is RunStatus.TIMEOUT for case in cases)


class ScriptTry(Struct, frozen=True, kw_only=True):
    """One run, and the products among its variables, by operation."""

    result: ScriptResult
    proofs: Mapping[str, tuple[Product, ...]]

    @property
    def worth(self) -> tuple[bool, bool, int]:
        """A sort key for runs with different input: the best run is the largest."""
        ended_well = self.result.run.run.status is RunStatus.OK
        return self.proves, ended_well, len(self.result.values)

    @property
    def proves(self) -> bool:
        """Whether a product was found."""
        return any(self.proofs.values())


class ScriptRun(
    Struct, frozen=True, kw_only=True, dict=True
):  # no slots, because of cached_property
    """Runs of one submission's program, made when they are needed."""

    submission: Submission
    exercises: Sequence[Exercise]  # those observed, which define what it may import
    sandbox: Opener
    seed: bytes
    seconds: float = SECONDS  # limit of one run
    pictures: bool = True  # whether to draw them; `grader check` shows none
    witnessed: dict[tuple[int | str, ...], Mapping[str, Value]] = field(default_factory=dict)

    @cached_property
    def best(self) -> ScriptTry:
        """The best run, in a child with nothing that the exercises forbid."""
        return self._most_of(draws=draws_at_once(self._as_exercise))

    @cached_property
    def drawn(self) -> ScriptTry:
        """The run whose output and pictures are shown."""
        again = plots(self.submission) and not draws_at_once(self._as_exercise)
        return self._most_of(draws=True) if again else self.best

    @property
    def was_run(self) -> bool:
        """Whether the script has been run for a proof."""
        return "best" in vars(self)

    @cached_property
    def _as_exercise(self) -> Exercise:
        return allowing_all(self.exercises)

    def _most_of(self, *, draws: bool) -> ScriptTry:
        """Return the best run over several lists of inputs, if the script asks for input."""
        assert self.submission.main is not None
        program = self.sandbox.open_program(
            self.submission.main.name, self.submission.texts, self._as_exercise
        )
        best: ScriptTry | None = None
        for answers in answers_to_try(stream(self.seed, "answers")):
            tried = self._with_proofs(
                program.run_script(answers, self.seconds, draws=draws, pictures=self.pictures)
            )
            if best is None or tried.worth > best.worth:
                best = tried
            run = tried.result.run
            if not run.answers or run.run.wall_seconds > QUICK or tried.proves:
                break
        assert best is not None
        return best

    def _with_proofs(self, result: ScriptResult) -> ScriptTry:
        """Add the products; searched for once, since searching large matrices takes a while."""
        operations = dict.fromkeys(exercise.operation for exercise in self.exercises)
        proofs = {name: PROOFS[name](result.values) for name in operations if name in PROOFS}
        return ScriptTry(result=result, proofs=proofs)

    def replayed(
        self, guess: ExtractedFunction, target: Target, program: Program, reference: Reference
    ) -> Replay:
        """Compare a guess with the script, on the script's own matrices.

        A run that was stopped or failed may have left a half-filled result, and a function's
        variables are lost: then the script is run again, with a witness around the loops.
        """
        best = self.best.result
        if best.run.run.status in USED_UP and guess.kind == "globals":
            return Replay(agreement=Agreement.UNSEEN)  # it would not end a second time either
        left = replay(guess, target, program, best.values, reference, seed=self.seed)
        ended_well = best.run.run.status is RunStatus.OK
        if left.agreement is Agreement.SAME or (ended_well and left.agreement is Agreement.OTHER):
            return left
        place = (guess.cell, *guess.lines, guess.left, guess.right, guess.result)
        if place not in self.witnessed:
            self.witnessed[place] = self._run_with_witness(guess)
        witness = replace(guess, left=WITNESS[0], right=WITNESS[1], result=WITNESS[2])
        values = self.witnessed[place]
        return replay(witness, target, program, values, reference, seed=self.seed)

    def _run_with_witness(self, guess: ExtractedFunction) -> Mapping[str, Value]:
        """Run the script with extra lines that keep the matrices of its loops."""
        main = self.submission.main
        assert main is not None
        if not guess.result or len(self.witnessed) == MOST_WITNESSES:
            return {}
        texts = {**self.submission.texts, main.name: with_witness(main, guess)}
        program = self.sandbox.open_program(main.name, texts, allowing_all(self.exercises))
        return program.run_script(self.best.result.run.answers, self.seconds).values

    def shown(self) -> ProgramRun:
        """Return the program's output, its pictures, and the products among its variables."""
        from grader.exercises.scripts.series import reported_series  # its words: only where needed

        run = self.drawn.result.run
        proving = self.best if self.was_run else self.drawn
        proved = (product for proofs in proving.proofs.values() for product in proofs)
        series = reported_series(run.plots, self.exercises)
        return replace(run, products=tuple(proved), series=series)


def plots(submission: Submission) -> bool:
    """Return whether a program may plot. An unusual import only costs the pictures."""
    return any(name in text for text in submission.texts.values() for name in PLOTS)


def draws_at_once(everything: Exercise) -> bool:
    """Return whether all scripts of these exercises run with matplotlib, even if they do not plot.

    A program that may use arrays may use matplotlib too, so a class needs one zygote, not two.
    """
    return bool(ARRAYS.intersection(everything.allowed_imports))


def _graded_by(
    script: ScriptRun, observed: ExerciseEvidence, exercise: Exercise, reference: Reference
) -> ExerciseEvidence:
    """Grade an exercise without a function by the script itself, if that is certain.

    A guess at its loops is right if it is right for fresh matrices, and does the same as the script
    on the script's own matrices. A wrong guess only counts if it is surely the student's mistake.
    """
    if observed.entry is not None or observed.load is None or observed.source is None:
        return observed
    is_function = exercise.of_arrays and kind_of(exercise).is_python
    if not is_function or takes_one_input(observed):
        return observed  # functions of one matrix, or of a model, cannot be extracted
    source = observed.source
    observed = replace(observed, source=replace(source, guesses=()))
    mistaken: ExerciseEvidence | None = None
    sure, doubtful = True, set[str]()
    for guess in source.guesses:
        graded, replayed = _extracted(script, observed, guess, exercise, reference)
        if graded is not None and _is_right(graded, replayed):
            return graded
        if replayed.agreement is Agreement.SAME:
            sure = sure and replayed.wrong and not replayed.proved
            doubtful |= {guess.result} if guess.sure and replayed.wrong else set()
            mistaken = mistaken or (graded if guess.sure else None)
    mistaken = mistaken if sure else None
    of_script = exercise.scope is Scope.FILE and source.multiplies
    proved = script.best.proofs.get(exercise.operation, ()) if of_script else ()
    for product in proved:  # it proves nothing if pasted, or with several exercises
        computed = product.result.rpartition(".")[2] not in source.pasted
        computed = computed and product.result not in doubtful  # not right for these matrices only
        if computed and tells_apart(product, script.best.result.values, exercise, reference):
            return _by_product(script, observed, product)
    if mistaken is not None or not of_script:
        return mistaken or replace(observed, unproved=bool(source.guesses))
    open_ = _is_open(script.best.result.run, source.product_line)
    return replace(observed, unproved=bool(proved) or open_)


def _is_right(evidence: ExerciseEvidence, replayed: Replay) -> bool:
    """Return whether every case is right; timeouts count as right if the replay agrees."""
    agrees = replayed.agreement is Agreement.SAME
    return all(
        comparison.outcome is Outcome.EQUAL
        or (agrees and comparison.run.status is RunStatus.TIMEOUT)
        for comparison in evidence.comparisons
    )


def _is_open(run: ProgramRun, first: int) -> bool:
    """Return whether the script may be right: its end shows nothing, or was caused by our input.

    An exception on or after line `first` does not affect what was computed before.
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
    guess: ExtractedFunction,
    exercise: Exercise,
    reference: Reference,
) -> tuple[ExerciseEvidence | None, Replay]:
    """Grade a function extracted from the script's loops, unless it does something else."""
    main, source = script.submission.main, observed.source
    assert main is not None
    assert source is not None
    named = replace(exercise, entry=guess.name, aliases=(), others=())
    program = script.sandbox.open_program(main.name, {main.name: guess.text}, named)
    target = Target(name=guess.name, convention=Convention.AB, form=exercise.gives[0])
    replayed = script.replayed(guess, target, program, reference)
    if replayed.agreement is Agreement.OTHER:
        return None, replayed
    function = Definition(
        name=guess.name,
        file=main.name,
        line=guess.lines[0],
        parameters=(guess.left, guess.right),
        required=2,
        accepts=2,
        loops=0,
        multiplies=True,
        libraries=source.libraries,
    )
    facts = replace(source, definitions=(function,))
    again = asker_of(exercise).put_cases(facts, named, reference, program, script.seed)
    if again.entry is None:
        return None, replayed
    graded = replace(
        observed,
        source=replace(source, lifted=guess),
        entry=replace(again.entry, how=EntryHow.EXTRACTED),
        comparisons=again.comparisons,
        lessons=again.lessons,
        seed=again.seed,
    )
    return graded, replayed


def _by_product(script: ScriptRun, observed: ExerciseEvidence, proved: Product) -> ExerciseEvidence:
    """Grade by matrices that the script left in its variables, as the only case."""
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


def with_witness(main: SourceFile, guess: ExtractedFunction) -> str:
    """Insert lines around a script's loops that keep their inputs and result.

    The script ends after the loops ran twice, so that a result that grows each time is noticed.
    """
    start = next((first for first, cell in main.cells if cell == guess.cell), 1)
    first, last = (start + line - 1 for line in guess.lines)
    lines = LINE_END.split(main.text)
    indent = lines[first - 1][: -len(lines[first - 1].lstrip()) or None]
    left, right, result = WITNESS
    keep = f"globals().update(lifted_keep={KEEP})"
    before = (
        f"globals().update({left}=lifted_keep({guess.left}), {right}=lifted_keep({guess.right}))"
    )
    after = f"globals().update({result}=lifted_keep({guess.result}))"
    end = "globals().update(lifted_times=globals().get('lifted_times', 0) + 1)"
    stop = "if lifted_times == 2: raise SystemExit"
    lines[last:last] = [indent + line for line in (after, end, stop)]
    lines[first - 1 : first - 1] = [indent + line for line in (keep, before)]
    return "\n".join(lines)


def answers_to_try(rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Yield lists of lines that answer input(), the likeliest first: sizes, then numbers.

    One number a line; then a size and rows with as many numbers; then two or three sizes in a
    line. The last lists are for scripts that ask for the second matrix's size after the first.
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
    """Return random small integers other than 0 and 1."""
    return [str(2 + rng.getrandbits(16) % 8) for _ in range(count)]


class ScriptRunner:
    """Runs scripts for the engine; implements protocols.RunsScripts."""

    def begin(
        self, submission: Submission, assignment: Assignment, tools: Tools, *, own_program: bool
    ) -> None:
        """Start a child with matplotlib, for a program whose plots are needed."""
        if plots(submission) and shows_to_somebody(submission, assignment, own_program=own_program):
            tools.sandbox.begin(allowing_all(assignment.exercises), draws=True)

    def run(
        self,
        submission: Submission,
        observed: Mapping[str, ExerciseEvidence],
        setup: Setup,
        tools: Tools,
    ) -> tuple[dict[str, ExerciseEvidence], ProgramRun | None]:
        """Run the script, and grade by it; see run_script."""
        return run_script(submission, observed, setup, tools)


RUNNER = ScriptRunner()
