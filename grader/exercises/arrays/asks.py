"""Grade functions of arrays, from the reference to the evidence. See kinds.AsksPrograms.

A student's program is run with a library or device only after a right program of ours passed there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from grader.backends import BACKENDS, library_of
from grader.cases.questions import count_inputs
from grader.cases.reasons import Reason, signature, split_probe
from grader.course import load_for_exercise
from grader.exercises.arrays.discovery import surely_absent
from grader.exercises.arrays.observing import observe
from grader.exercises.arrays.reference_trial import ensure_references, try_references
from grader.kinds import Asked, AsksPrograms, OddKey, Proof, ProofRequest, kind_of, missing
from grader.model.course import ARRAYS, Assignment, Course, Exercise, Form, Precision
from grader.model.errors import Message
from grader.model.evidence import EntryHow, ExerciseEvidence
from grader.model.reference import Reference
from grader.model.run import RunRecord, RunStatus
from grader.model.running import Program
from grader.model.static import ParseStatus, SourceFacts
from grader.sandbox import ORDINARY

RAISED = {Reason.RAISED, Reason.MISSING}
# Exceptions of a program without a forbidden import; after a star import, names are missing.
NOT_IMPORTED = {"ImportError", "ModuleNotFoundError", "NameError"}


class AsksArrays(AsksPrograms):
    """Draws cases from the reference's functions, and compares a program's results."""

    draws_cases = True

    def load_reference(
        self, course: Course, exercise: Exercise, where: Callable[..., Message]
    ) -> Reference:
        """Execute the reference's file."""
        return load_for_exercise(course, exercise, where)

    def try_references(
        self,
        course: Course,
        assignment: Assignment,
        digests: Mapping[str, str],
        environ: Mapping[str, str],
    ) -> None:
        """Execute the files in a separate process, which they may end or block."""
        ensure_references(course.root, assignment, digests, environ)

    def odd_keys(self, exercise: Exercise) -> Iterator[OddKey]:
        """Yield keys that programs of its backend can seldom satisfy."""
        usual = tuple(map(Form, BACKENDS[exercise.backend].usual_forms)) or exercise.gives
        plain = exercise
        if not exercise.of_arrays:
            plain = replace(plain, calls=ARRAYS, called_by="")
            yield OddKey(key="calls", plain='calls = "arrays"', exercise=plain)
        if not set(usual) & set(exercise.gives):
            plain = replace(plain, gives=usual[:1])
            yield OddKey(key="gives", plain=f'gives = ["{usual[0]}"]', exercise=plain)
        library = library_of(exercise.backend)
        if library and library not in exercise.allowed_imports:
            plain = replace(plain, allowed_imports=(*exercise.allowed_imports, library))
            yield OddKey(key="allowed_imports", plain=f'"{library}"', exercise=plain)
        if exercise.dtype == "float32" and exercise.precision is Precision.DOUBLE:
            plain = replace(plain, precision=Precision.SINGLE)
            yield OddKey(key="precision", plain='precision = "single"', exercise=plain)

    def wait(self, asked: Asked, lacks: tuple[str, ...]) -> ExerciseEvidence:
        """Return evidence that waits for what is missing, unless there is no function."""
        return _wait_for(lacks, asked.source, asked.exercise, asked.reference)

    def observe(self, asked: Asked) -> ExerciseEvidence:
        """Run the cases if a right program of ours passes here."""
        return _doubted(asked, asked.source) or _run_cases(asked)

    def otherwise(self, asked: Asked) -> ExerciseEvidence | None:
        """Run the cases without the forbidden import."""
        if missing(asked.exercise, asked.here):
            return None
        return _doubted(asked, None) or _run_without_forbidden(asked)

    def put_cases(
        self,
        facts: SourceFacts,
        exercise: Exercise,
        reference: Reference,
        program: Program,
        seed: bytes,
    ) -> ExerciseEvidence:
        """Search for the function first, since it may have any name."""
        return observe(facts, exercise, reference, program, seed)

    def prove(self, exercises: Sequence[Exercise], request: ProofRequest) -> Mapping[str, Proof]:
        """Try the references in a separate process; the first exercise reports their output."""
        own = replace(request.assignment, exercises=tuple(exercises))
        tried = try_references(own.folder.parents[1], own, thorough=True)
        return {
            exercise: Proof(
                reference=tuple(dict.fromkeys(proved["reference"])),
                lookalikes=tuple(dict.fromkeys(proved["lookalikes"])),
                prints=() if number else tried.prints,
            )
            for number, (exercise, proved) in enumerate(tried.proved.items())
        }


ASKS: AsksPrograms = AsksArrays()


def _doubted(asked: Asked, source: SourceFacts | None) -> ExerciseEvidence | None:
    """Run a right program of ours; return the failure as evidence, or None if it passes."""
    trouble = asked.tools.self_check(asked.exercise, asked.reference, asked.tools.sandbox)
    if not trouble:
        return None
    return ExerciseEvidence(exercise=asked.exercise.id, source=source, trouble=trouble)


def _run_cases(asked: Asked) -> ExerciseEvidence:
    """Find the function to grade, run every case, and check its rules again if it was guessed."""
    main, exercise = asked.submission.main, asked.exercise
    assert main is not None
    program = asked.tools.sandbox.open_program(main.name, asked.submission.texts, exercise)
    observed = observe(asked.source, exercise, asked.reference, program, asked.seed)
    observed = _with_rules_of_entry(observed, asked)
    on_cpu_instead = asked.here.device(exercise) is not exercise.device
    if on_cpu_instead and _wants_gpu(observed):
        return _wait_for(("gpu",), asked.source, exercise, asked.reference)
    reached = _stopped_with(observed, exercise)
    lacks = missing(exercise, asked.here, tuple(reached))
    return _wait_for(lacks, asked.source, exercise, asked.reference) if lacks else observed


def _wants_gpu(evidence: ExerciseEvidence) -> bool:
    """Return whether the function, or a candidate, requested a GPU where there is none."""
    if evidence.entry is not None:
        return any(comparison.run.lacks_gpu for comparison in evidence.comparisons)
    return any(split_probe(probe)[1] is Reason.NO_GPU for probe in evidence.probes)


def _stopped_with(evidence: ExerciseEvidence, exercise: Exercise) -> frozenset[str]:
    """Return the libraries reached by the function, or by candidates, if it raised.

    One of them may be missing here: a program that handles that, or rarely needs it, then fails
    here but not elsewhere.
    """
    definitions = evidence.source.definitions if evidence.source else ()
    if evidence.load is not None and evidence.load.lacks_module:
        return frozenset({evidence.load.lacks_module})
    if evidence.entry is not None:
        ends = {comparison.run.status for comparison in evidence.comparisons}
        names = {evidence.entry.target.name} if RunStatus.RUNTIME_ERROR in ends else set()
        reached = [definition for definition in definitions if definition.name in names]
    else:
        tried = (split_probe(probe) for probe in evidence.probes)
        raised = {shown for shown, reason, _ in tried if reason in RAISED}
        reached = [
            definition
            for definition in definitions
            if signature(definition) in raised and definition.name not in exercise.others
        ]
    return frozenset(library for definition in reached for library in definition.libraries)


def _run_without_forbidden(asked: Asked) -> ExerciseEvidence | None:
    """Run a program that breaks the import rule in the same sandbox, without the forbidden import.

    Harmless modules of the standard library can be imported; any other import gives a name that
    cannot be used. None if that shows nothing about the function: it computes with what is
    forbidden, or there is none. A fault of ours becomes the evidence's trouble.
    """
    if not kind_of(asked.exercise).is_python:
        return None
    allowed = tuple(sorted({*asked.exercise.allowed_imports, *ORDINARY}))
    allowing = replace(asked.exercise, allowed_imports=allowed)
    observed = _run_cases(replace(asked, source=replace(asked.source, uses=()), exercise=allowing))
    load = [observed.load] if observed.load is not None else []
    runs = [*load, *(comparison.run for comparison in observed.comparisons)]
    compared = observed.entry is not None and observed.entry.doubt is None and observed.comparisons
    broken = next((run for run in runs if run.status is RunStatus.SANDBOX_ERROR), None)
    if broken is not None:
        observed = replace(observed, trouble=f"sandbox error: {broken.detail}")
    if observed.trouble:
        return observed
    return observed if compared and not any(map(_tells_nothing, runs)) else None


def _tells_nothing(run: RunRecord) -> bool:
    absent = run.traceback is not None and run.traceback.type in NOT_IMPORTED
    return absent or run.status is RunStatus.PROTOCOL


def _with_rules_of_entry(observed: ExerciseEvidence, asked: Asked) -> ExerciseEvidence:
    """Read the source again for the rules of a function that only the search identified."""
    source, entry, exercise = observed.source, observed.entry, asked.exercise
    arrays = exercise.of_arrays and kind_of(exercise).is_python
    guessed = entry is not None and entry.how in {EntryHow.ALIAS, EntryHow.PROBE}
    if source is None or entry is None or not (arrays and guessed):
        return observed
    named = replace(exercise, entry=entry.target.name)
    again = asked.tools.reader.read(asked.submission, named)
    if again.status is not ParseStatus.OK:
        return observed
    rules = replace(source, uses=again.uses, requirement=again.requirement, instead=again.instead)
    return replace(observed, source=rules)


def _wait_for(
    lacks: tuple[str, ...], source: SourceFacts, exercise: Exercise, reference: Reference
) -> ExerciseEvidence:
    """Return evidence that waits for what is missing; an absent function waits for nothing."""
    inputs = count_inputs(exercise, reference)
    waits = ExerciseEvidence(exercise=exercise.id, source=source, inputs=inputs)
    absent = surely_absent(source, exercise, inputs)
    if absent is None:
        return replace(waits, waiting=lacks)
    return replace(waits, unwritten=True, probes=absent)
