"""The line itself: collect -> judge -> score.

    Submission --collect--> Evidence --judge--> Findings --score--> ScoreSheet

`collect` is the only verb with side effects: it reads the source and runs it in the sandbox.
`judge` (in judging.py) and `score` are pure, so a class is graded again from stored evidence
without running anyone's code. An exception of ours becomes `broken`: never `passed`, never zero
points.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from grader import __version__, correctness, policy
from grader.as_written import AsWritten, graded_as_written, ran
from grader.judging import judge, omits
from grader.model.course import Assignment, Backend, Calls, DeviceKind, Exercise
from grader.model.evidence import EntryHow, Evidence, ExerciseEvidence
from grader.model.fault import Fault, shielded
from grader.model.machine import BACKEND_LIBRARY, Capabilities
from grader.model.program import ProgramRun
from grader.model.reference import Reference
from grader.model.report import ReportEvidence
from grader.model.running import DocumentReader, Fence
from grader.model.scoresheet import Decision, ScoreSheet
from grader.model.static import ParseStatus, SourceFacts
from grader.model.submission import SourceFile, Submission
from grader.reported import read_report
from grader.scoring import score
from grader.store import evidence_key, exercise_keys, identity_of, seed_of


class Reader(Protocol):
    """Reads imports, constructs and definitions off a source without running it."""

    def read(self, submission: Submission, exercise: Exercise) -> SourceFacts:
        """Returns what the source says about one exercise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """All that an observation depends on besides the submission; the same for a whole class."""

    assignment: Assignment
    references: Mapping[str, Reference]  # by exercise id
    reference_digests: Mapping[str, str]  # by operation: sha256 of the file's bytes, hex
    machine: Mapping[str, str]  # what the sandbox says about itself; the same in every run
    secret: bytes  # the course's own
    capabilities: Capabilities  # what this machine offers to exercises
    reading_lacks: tuple[str, ...] = ()  # libraries without which no report can be read here


def nothing_known(exercise: Exercise, reference: Reference, tools: "Tools") -> str:
    """Knows no right program, and so has no doubt about this machine."""
    del exercise, reference, tools
    return ""


Known = Callable[[Exercise, Reference, "Tools"], str]
"""Says what is wrong when a right program of ours does not come out right here; else ""."""
BEST = 2  # the highest rank; see ExerciseEvidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """What observing needs. Each worker thread opens its own."""

    reader: Reader
    sandbox: Fence
    known: Known = nothing_known


def collect(submission: Submission, setup: Setup, tools: Tools) -> Evidence:
    """Observes one submission."""
    exercises = setup.assignment.exercises
    observed = {one.id: observe(submission, one, setup, tools) for one in exercises}
    report = observe_report(submission, setup, tools)
    return completed(submission, setup, tools, observed, report)


def observe_report(submission: Submission, setup: Setup, tools: Tools) -> ReportEvidence | None:
    """Observes the report; our own exception is its evidence's trouble."""
    return read_report(submission, setup.assignment, tools.sandbox, setup.reading_lacks)


def completed(
    submission: Submission,
    setup: Setup,
    tools: Tools,
    observed: Mapping[str, ExerciseEvidence],
    report: ReportEvidence | None,
) -> Evidence:
    """Runs the program as its author does, grades scripts by it, and puts all together."""
    exercises = ran(observed, setup.assignment.exercises)
    if submission.main is None or not exercises:
        return evidence_of(submission, setup, observed, report)
    seed = seed_of(setup.secret, submission, exercises[0])
    written = AsWritten(
        submission=submission, exercises=exercises, sandbox=tools.sandbox, seed=seed
    )
    found, program = graded_as_written(written, observed, setup.references)
    return evidence_of(submission, setup, found, report, program)


def evidence_of(
    submission: Submission,
    setup: Setup,
    observed: Mapping[str, ExerciseEvidence],
    report: ReportEvidence | None,
    program: ProgramRun | None = None,
) -> Evidence:
    """Puts together what was observed of every exercise, by id, of the report and the program."""
    main = submission.main
    return Evidence(
        assignment=submission.assignment,
        student=submission.student,
        digest=submission.digest,
        key=key_of(submission, setup),
        main=main.name if main else "",
        encoding=main.encoding if main else "",
        candidates=submission.candidates,
        files=submission.files,
        troubles=submission.troubles,
        exercises=tuple(observed[exercise.id] for exercise in setup.assignment.exercises),
        machine=setup.machine,
        grader=__version__,
        cells=main.cells if main else (),
        program=program,
        report=report,
        received=submission.received,
        collected=submission.collected,
    )


def evidence_of_report(
    submission: Submission,
    assignment: Assignment,
    documents: DocumentReader,
    lacking: tuple[str, ...],
) -> Evidence:
    """Observes nothing but the report; `lacking` names libraries that reading one needs."""
    return Evidence(
        assignment=assignment.id,
        student=submission.student,
        digest=submission.digest,
        key="",
        main="",
        encoding="",
        candidates=(),
        files=submission.files,
        troubles=submission.troubles,
        exercises=(),
        machine={},
        grader=__version__,
        report=read_report(submission, assignment, documents, lacking),
    )


def key_of(submission: Submission, setup: Setup) -> str:
    """Names all that the evidence depends on but the machine."""
    return evidence_key(keys_of(submission, setup))


def keys_of(submission: Submission, setup: Setup) -> Mapping[str, str]:
    """Names, by exercise id, what each observation depends on but the machine."""
    return exercise_keys(identity_of(submission), setup.assignment, setup.reference_digests)


def observe(
    submission: Submission, exercise: Exercise, setup: Setup, tools: Tools
) -> ExerciseEvidence:
    """Observes one exercise; our own exception is its evidence's trouble."""
    observed = shielded(lambda: _read_and_run(submission, exercise, setup, tools))
    if isinstance(observed, Fault):
        return ExerciseEvidence(exercise=exercise.id, source=None, trouble=observed.traceback)
    if observed.trouble:
        return observed
    ran = observed.load is not None
    return replace(
        observed,
        key=keys_of(submission, setup)[exercise.id],
        rank=_rank(observed, exercise, setup.capabilities),
        place=place_of(exercise, setup) if ran else {},
    )


def _rank(observed: ExerciseEvidence, exercise: Exercise, capabilities: Capabilities) -> int:
    """What was not run, and is not waiting, comes out the same on every machine."""
    if observed.waiting:
        return 0
    return capabilities.rank(exercise) if observed.load is not None else BEST


def place_of(exercise: Exercise, setup: Setup) -> Mapping[str, str]:
    """Says where an exercise runs here: the sandbox, the library and the device."""
    here = setup.capabilities
    library = BACKEND_LIBRARY.get(exercise.backend, "")
    place = {**setup.machine, "device": here.device(exercise).value}
    if version := here.libraries.get(library):
        place[library] = version
    if here.gpu is not None and here.device(exercise) is DeviceKind.GPU:
        gpu = {"gpu": here.gpu.name, "arch": here.gpu.arch, "runtime": here.gpu.runtime}
        place.update({key: value for key, value in gpu.items() if value})
    return place


def _read_and_run(
    submission: Submission, exercise: Exercise, setup: Setup, tools: Tools
) -> ExerciseEvidence:
    """Reads the source and, unless it is unreadable or breaks the import rule, runs it."""
    if submission.main is None:
        return ExerciseEvidence(exercise=exercise.id, source=None)
    if exercise.backend is Backend.C and (missing := setup.capabilities.missing(exercise)):
        return ExerciseEvidence(exercise=exercise.id, source=None, waiting=missing)
    facts = _read(submission, submission.main, exercise, tools)
    unread = facts.status is not ParseStatus.OK
    if unread or policy.forbidden(facts) or omits(facts, exercise):
        return ExerciseEvidence(exercise=exercise.id, source=facts)
    reference = setup.references[exercise.id]
    if missing := setup.capabilities.missing(exercise, facts.libraries):
        return _waiting(facts, exercise, reference, missing)
    if trouble := tools.known(exercise, reference, tools):
        return ExerciseEvidence(exercise=exercise.id, source=facts, trouble=trouble)
    program = tools.sandbox.open_program(submission.main.name, submission.texts, exercise)
    seed = seed_of(setup.secret, submission, exercise)
    observed = correctness.observe(facts, exercise, reference, program, seed)
    observed = _about_the_entry(observed, submission, submission.main, exercise, tools)
    on_cpu_instead = setup.capabilities.device(exercise) is not exercise.device
    asked_in_vain = on_cpu_instead and correctness.wants_gpu(observed)
    return _waiting(facts, exercise, reference, ("gpu",)) if asked_in_vain else observed


def _about_the_entry(
    observed: ExerciseEvidence,
    submission: Submission,
    main: SourceFile,
    exercise: Exercise,
    tools: Tools,
) -> ExerciseEvidence:
    """Reads once more which rules a function keeps that only the search could tell is meant."""
    facts, entry = observed.source, observed.entry
    arrays = exercise.calls is Calls.ARRAYS and exercise.backend is not Backend.C
    guessed = entry is not None and entry.how in {EntryHow.ALIAS, EntryHow.PROBE}
    if facts is None or entry is None or not (arrays and guessed):
        return observed
    read = _read(submission, main, replace(exercise, entry=entry.target.name), tools)
    if read.status is not ParseStatus.OK:
        return observed
    known = replace(facts, uses=read.uses, requirement=read.requirement, instead=read.instead)
    return replace(observed, source=known)


def _waiting(
    facts: SourceFacts, exercise: Exercise, reference: Reference, missing: tuple[str, ...]
) -> ExerciseEvidence:
    """Waits for what is not here; but for a function that is not there nobody has to wait."""
    inputs = correctness.count_inputs(exercise, reference)
    waits = ExerciseEvidence(exercise=exercise.id, source=facts, inputs=inputs)
    absent = correctness.surely_absent(facts, exercise, inputs)
    if absent is None:
        return replace(waits, waiting=missing)
    return replace(waits, unwritten=True, probes=absent)


def _read(
    submission: Submission, main: SourceFile, exercise: Exercise, tools: Tools
) -> SourceFacts:
    """Reads what the text says; of C that is what the compiler makes of it."""
    if exercise.backend is not Backend.C:
        return tools.reader.read(submission, exercise)
    compiled = tools.sandbox.compile_program(main.name, submission.texts, exercise)
    return policy.read_c(compiled, submission, exercise)


def grade(
    evidence: Evidence, assignment: Assignment, decisions: Sequence[Decision] = ()
) -> ScoreSheet:
    """Judges and scores one piece of evidence. Pure."""
    findings = judge(evidence, assignment)
    return score(findings, assignment, evidence.student, decisions, evidence.received)
