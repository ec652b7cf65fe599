"""The story of a submission, from its files to its score sheet. Read this first.

    Submission --collect--> Evidence --judge--> Findings --score--> ScoreSheet

    collect      reads the source, asks the rule, runs the cases, runs the script as its author
                 does, has every plugin look at the whole (reports, clocks)
    with_timing  is one more step, on evidence that is stored by then
    judge        asks every check of every room (judging.py)
    score        adds up points by the rubric (scoring/)

`collect` and `with_timing` run programs, in the sandbox. `judge` and `score` are pure, so a class
is graded again from stored evidence without running anyone's code. `check`, `grade`, `verify` and
the tests all come this way. How a step is done is in observing/; what many submissions need, in
batch/. An exception of ours becomes `broken`: never `passed`, and no reason to take points away.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from grader import __version__
from grader.judging import judge, omits
from grader.kinds import Asked, asker_of, is_here, kind_of, missing, records_of
from grader.model.course import SCRIPTS, Assignment, Exercise
from grader.model.errors import Fault, shield
from grader.model.evidence import Evidence, ExerciseEvidence, Observer, Record, Records
from grader.model.finding import PLUGIN
from grader.model.machine import Capabilities
from grader.model.program import ProgramRun
from grader.model.scoresheet import Decision, ScoreSheet
from grader.model.static import ParseStatus, SourceFacts, TopLevel
from grader.model.submission import Submission
from grader.model.timing import Timing
from grader.observing import (
    NOTHING_KEPT,
    KeptEvidence,
    Measure,
    Setup,
    Tools,
    as_observed,
    begin_children,
    key_of,
    keys_of,
    leave_out_scratch,
    naming_all,
    place_of,
    rank_of,
    under_its_python,
    under_python_of,
    went_wrong_otherwise,
    with_definition_of,
    without_left_out,
)
from grader.plugins import Plugin, distributions, inspectors, installed, load
from grader.protocols import Inspector, ask_inspectors, measurer, script_runner
from grader.records import packed_record
from grader.scoring import score
from grader.source import forbidden


def collect(
    submission: Submission,
    setup: Setup,
    tools: Tools,
    kept: KeptEvidence = NOTHING_KEPT,
    begin: Callable[[Exercise], None] = lambda _: None,
) -> Evidence:
    """Observe one submission; what is kept of before is not observed again.

    `begin` hears of every exercise before it is observed.
    """
    setup = under_its_python(submission, setup, tools)
    exercises = setup.assignment.exercises
    observed = dict(kept.exercises)
    todo, own = kept.left_of(setup.assignment), setup.own_program
    begin_processes(submission, todo, kept.inspected, setup.capabilities, tools, own_program=own)
    for exercise in exercises:
        if exercise.id not in observed:
            begin(exercise)
            observed[exercise.id] = observe_exercise(submission, exercise, setup, tools)
    program = kept.program if len(kept.exercises) == len(exercises) else None
    if program is None:
        as_read = without_left_out(submission, observed.values())
        runner = script_runner()
        if runner is None:
            observed = {each.id: _without_scripts(observed[each.id], each) for each in exercises}
        else:
            observed, program = runner.run(as_read, observed, setup, tools)
    observed, records = inspect(submission, observed, kept, setup, tools)
    evidence = evidence_of(submission, setup, observed, program)
    kinds = (installed().get(exercise.kind) for exercise in exercises)
    looking = [*inspectors(), *(plugin for plugin in kinds if plugin is not None)]
    looked = {plugin.name: observer_of(plugin) for plugin in looking}
    return replace(evidence, records=records, observers=looked)


def begin_processes(  # noqa: PLR0913  what is observed, and with what
    submission: Submission,
    todo: Assignment,
    inspected: Collection[str],
    here: Capabilities,
    tools: Tools,
    *,
    own_program: bool = False,
) -> None:
    """Start the processes that `collect` will wait for; a failed start is reported when needed.

    The plugins `inspected` will not look at the submission again.
    """
    run: Sequence[Exercise] = ()
    with shield():
        run = begin_children(submission, todo, here, tools)
    ask_inspectors(lambda inspector: inspector.begin(submission, todo, tools), but_for=inspected)
    with shield():
        runner = script_runner()
        if runner is not None and run:
            of_these = replace(todo, exercises=tuple(run))
            runner.begin(submission, of_these, tools, own_program=own_program)


def _without_scripts(observed: ExerciseEvidence, exercise: Exercise) -> ExerciseEvidence:
    """Wait for the plugin that runs scripts, where it might show what no function does.

    Loops in a function that nothing calls are such work, though running the program shows nothing.
    """
    source = observed.source
    searched = observed.load is not None and observed.entry is None and not observed.trouble
    if not searched or source is None or not (exercise.of_arrays and kind_of(exercise).is_python):
        return observed
    if source.top_level is TopLevel.NOTHING and not source.hidden:
        return observed
    return ExerciseEvidence(
        exercise=observed.exercise,
        source=source,
        waiting=(f"{PLUGIN}{SCRIPTS}",),
        key=observed.key,  # it is left as it is until the plugin is here
    )


def observer_of(plugin: Plugin) -> Observer:
    """Return a plugin's current schema and distribution."""
    return Observer(schema=plugin.schema, distribution=distributions().get(plugin.name, ""))


def inspect(
    submission: Submission,
    observed: Mapping[str, ExerciseEvidence],
    kept: KeptEvidence,
    setup: Setup,
    tools: Tools,
) -> tuple[dict[str, ExerciseEvidence], dict[str, Record]]:
    """Run the inspector of every plugin that has to look again, and return the records.

    The first result has the exercises with their records, by id; the second has the records of the
    submission. Earlier records of these plugins are dropped; those of other plugins are kept.
    """
    look = [plugin for plugin in inspectors() if plugin.name not in kept.inspected]
    looking = {plugin.name for plugin in look}
    exercises = {
        about: replace(each, records=_but_for(each.records, looking))
        for about, each in observed.items()
    }
    records = _but_for(kept.records, looking)
    as_read = without_left_out(submission, observed.values())
    for plugin in look:
        with shield() as fault:
            inspector: Inspector = load(plugin.inspector)
            answer = inspector.inspect(as_read, exercises, setup, tools)
            if strange := answer.keys() - {"", *exercises}:
                raise LookupError(f"{plugin.name} tells of exercises that are none: {strange}")
            found = {about: packed_record(plugin.name, value) for about, value in answer.items()}
        if fault:
            broken = Record(schema=plugin.schema, data=None, trouble=fault.caught.traceback)
            found = dict.fromkeys(("", *exercises), broken)
        for about, record in found.items():
            if not about:
                records[plugin.name] = record
                continue
            had = exercises[about].records
            exercises[about] = replace(exercises[about], records={**had, plugin.name: record})
    return exercises, records


def _but_for(records: Records, plugins: Collection[str]) -> dict[str, Record]:
    return {name: record for name, record in records.items() if name not in plugins}


def observe_exercise(
    submission: Submission, exercise: Exercise, setup: Setup, tools: Tools
) -> ExerciseEvidence:
    """Observe one exercise; our own exception is its evidence's trouble."""
    with shield() as fault:
        observed = _read_and_run(submission, exercise, setup, tools)
    if fault:
        return _went_wrong(exercise, fault.caught)
    if observed.trouble or went_wrong_otherwise(observed):
        return observed  # without a key: it is observed again in the next run
    return replace(
        observed,
        key=keys_of(submission, setup)[exercise.id],
        rank=rank_of(observed, exercise, setup.capabilities),
        place=place_of(exercise, setup) if observed.load is not None else {},
    )


def _went_wrong(exercise: Exercise, fault: Fault) -> ExerciseEvidence:
    return ExerciseEvidence(exercise=exercise.id, source=None, trouble=fault.traceback)


def _read_and_run(
    submission: Submission, exercise: Exercise, setup: Setup, tools: Tools
) -> ExerciseEvidence:
    """Observe the source; what it has nothing of may be in another file submitted with it."""
    observed = _observe_file(submission, exercise, setup, tools)
    source = observed.source
    looked = source is not None and source.status is ParseStatus.OK
    decided = (
        observed.entry is not None or observed.unproved or observed.waiting or observed.trouble
    )
    if source is None or not looked or decided or forbidden(source):
        return observed
    other = with_definition_of(exercise, submission)
    return observed if other is None else _observe_file(other, exercise, setup, tools)


def _observe_file(
    submission: Submission, exercise: Exercise, setup: Setup, tools: Tools
) -> ExerciseEvidence:
    """Read the source and run the cases, unless it is unreadable.

    A program that breaks the import rule is run too, without the forbidden parts, for information
    only.
    """
    main, here = submission.main, setup.capabilities
    if main is None:
        return ExerciseEvidence(exercise=exercise.id, source=None)
    kind = kind_of(exercise)
    readable = kind.is_python and is_here(exercise.kind) and here.has_python(exercise.python)
    if not readable and (lacks := missing(exercise, here)):
        return ExerciseEvidence(exercise=exercise.id, source=None, waiting=lacks)
    read = kind.read(submission, exercise, tools)
    submission, source = leave_out_scratch(read.submission, read.facts, exercise, tools)
    source = naming_all(source, setup)
    observed = _observe_source(source, submission, exercise, setup, tools)
    return replace(observed, records={**observed.records, **records_of(exercise, read.record)})


def _observe_source(
    source: SourceFacts, submission: Submission, exercise: Exercise, setup: Setup, tools: Tools
) -> ExerciseEvidence:
    """Ask the program whose source was read, as far as it may run and can run here."""
    asker, reference = asker_of(exercise), setup.references[exercise.id]
    asked = Asked(
        source=source,
        submission=submission,
        exercise=exercise,
        reference=reference,
        tools=tools,
        here=setup.capabilities,
        seed=setup.seed_of(submission, exercise),
    )
    if not _may_run(source, exercise):
        otherwise = None
        if source.status is ParseStatus.OK and forbidden(source):
            with shield() as fault:
                otherwise = asker.otherwise(asked)
            if fault:
                otherwise = _went_wrong(exercise, fault.caught)
        return ExerciseEvidence(exercise=exercise.id, source=source, otherwise=otherwise)
    needed = (*source.libraries, *asker.libraries(reference))
    if lacks := missing(exercise, setup.capabilities, needed):
        return asker.wait(asked, lacks)
    return asker.observe(asked)


def _may_run(source: SourceFacts, exercise: Exercise) -> bool:
    """Ask the import rule; an optional exercise that was left out is not run either."""
    unread = source.status is not ParseStatus.OK
    return not (unread or forbidden(source) or omits(source, exercise))


def evidence_of(
    submission: Submission,
    setup: Setup,
    observed: Mapping[str, ExerciseEvidence],
    program: ProgramRun | None,
) -> Evidence:
    """Combine the observations of all exercises, by id, and of the script."""
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
        received=submission.received,
        collected=submission.collected,
    )


def with_timing(
    evidence: Evidence, submission: Submission, setup: Setup, measure: Measure
) -> Evidence:
    """Measure every exercise that is right and was not measured before."""
    measures, setup = measurer(), under_python_of(evidence, setup)
    for exercise, observed in measures.to_time(evidence, setup) if measures else ():
        with shield() as fault:
            timing = measure(as_observed(submission, observed), exercise, observed)
        if fault:
            timing = Timing(trouble=fault.caught.traceback)
        timed = {exercise.id: replace(observed, timing=timing)}
        exercises = tuple(timed.get(each.exercise, each) for each in evidence.exercises)
        evidence = replace(evidence, exercises=exercises)
    return evidence


def grade(
    evidence: Evidence, assignment: Assignment, decisions: Sequence[Decision] = ()
) -> ScoreSheet:
    """Judge and score one piece of evidence. Pure."""
    findings = judge(evidence, assignment)
    return score(findings, assignment, evidence.student, decisions, evidence.received)
