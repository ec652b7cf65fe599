"""Decide which stored evidence is observed again: if it is outdated, or spoilt by a fault of ours.

Evidence is kept while the submission, the exercise and the reference are unchanged, unless this
machine could give better evidence.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from grader import __version__
from grader.kinds import is_here, missing
from grader.model.course import Assignment, Exercise
from grader.model.errors import Fault, shield
from grader.model.evidence import Evidence, ExerciseEvidence, Records, nothing_observed
from grader.model.finding import PLUGIN
from grader.model.machine import NEED_OF, Capabilities
from grader.model.program import ProgramRun
from grader.model.run import RunRecord, RunStatus
from grader.model.static import ParseStatus
from grader.model.submission import Submission
from grader.observing.pythons import chooses_again, under_python_of
from grader.observing.self_check import KNOWN_WRONG
from grader.observing.setup import Setup, key_of, keys_of
from grader.plugins import Plugin, inspectors, load


class KeptEvidence(Struct, frozen=True, kw_only=True):
    """The parts of one submission's evidence that need not be observed again."""

    exercises: Mapping[str, ExerciseEvidence] = field(default_factory=dict)  # by id
    program: ProgramRun | None = None  # kept if all exercises are
    records: Records = field(default_factory=dict)  # of plugins, about the submission
    inspected: frozenset[str] = frozenset()  # plugins that need not inspect it again

    def left_of(self, assignment: Assignment) -> Assignment:
        """Return the assignment without the exercises that need not be observed."""
        exercises = (each for each in assignment.exercises if each.id not in self.exercises)
        return replace(assignment, exercises=tuple(exercises))


NOTHING_KEPT = KeptEvidence()


def kept_of(stored: Evidence, submission: Submission, setup: Setup) -> KeptEvidence:
    """Return the evidence that need not be observed again.

    An exercise's key contains the schema number of its kind's record (store/keys.py); `observers`
    contains an inspector's number. If a number has changed, the observation is repeated. A machine
    without a device never discards the observations of one with it; one with a device observes
    exactly what was waiting for it.
    """
    same_python, setup = chooses_again(stored, setup), under_python_of(stored, setup)
    keys = keys_of(submission, setup)
    exercises = {exercise.id: exercise for exercise in setup.assignment.exercises}
    reusable = {
        observed.exercise: observed
        for observed in stored.exercises
        if same_python
        and observed.key
        and observed.key == keys.get(observed.exercise)
        and _as_good(observed, exercises[observed.exercise], setup.capabilities)
    }
    program_holds = stored.program is None or not stored.program.trouble
    program = stored.program if program_holds else None
    rerun = len(reusable) < len(exercises) or not program_holds
    inspected = frozenset(
        plugin.name
        for plugin in inspectors()
        if _need_not_look(plugin, stored) and _still_holds(plugin, stored, submission, setup, rerun)
    )
    own = {name: record for name, record in stored.records.items() if name in inspected}
    return KeptEvidence(
        exercises=reusable,
        program=program,
        records=stored.records if stored.digest == submission.digest else own,
        inspected=inspected,
    )


def _need_not_look(plugin: Plugin, stored: Evidence) -> bool:
    """Return whether an inspector's record has the current schema number and no trouble."""
    looked = stored.observers.get(plugin.name)
    current = looked is not None and looked.schema == plugin.schema
    return current and not any(_troubles_of(plugin, stored))


def _still_holds(
    plugin: Plugin,
    stored: Evidence,
    submission: Submission,
    setup: Setup,
    rerun: bool,  # noqa: FBT001
) -> bool:
    with shield():
        held: bool = load(plugin.inspector).holds(stored, submission, setup, rerun=rerun)
        return held
    return False


def _troubles_of(plugin: Plugin, evidence: Evidence) -> Iterator[str]:
    """Return the plugin's troubles in the evidence; only the plugin looks again."""
    records = [evidence.records, *(observed.records for observed in evidence.exercises)]
    return (each[plugin.name].trouble for each in records if _went_wrong(each, plugin))


def _went_wrong(records: Records, plugin: Plugin) -> bool:
    return plugin.name in records and bool(records[plugin.name].trouble)


def _troubles_of_plugins(evidence: Evidence) -> Iterator[str]:
    for plugin in inspectors():
        yield from _troubles_of(plugin, evidence)


def holds(stored: Evidence, submission: Submission, setup: Setup) -> bool:
    """Return whether nothing in the evidence has to be observed again."""
    reusable = kept_of(stored, submission, setup)
    complete = all(exercise.id in reusable.exercises for exercise in setup.assignment.exercises)
    shown = reusable.program is stored.program
    seen = reusable.inspected == {plugin.name for plugin in inspectors()}
    setup = under_python_of(stored, setup)
    return complete and shown and seen and stored.key == key_of(submission, setup)


def _as_good(observed: ExerciseEvidence, exercise: Exercise, here: Capabilities) -> bool:
    """Return whether this machine could observe no more than what is stored.

    Waiting evidence is kept if the same things are missing here. Evidence from a better device than
    those here is kept too.
    """
    reached = observed.source.libraries if observed.source is not None else ()
    waited = (need.partition(NEED_OF)[0] for need in observed.waiting)
    lacks = missing(exercise, here, (*reached, *waited))
    if observed.waiting:
        return lacks == observed.waiting or all(map(_is_absent_plugin, observed.waiting))
    if observed.source is None:
        return True  # there was nothing to read
    if not lacks and any(run.lacks_device_memory for run in _runs(observed)):
        return False  # other programs may have released the GPU's memory
    return bool(lacks) or observed.rank >= here.rank(exercise)


def _is_absent_plugin(need: str) -> bool:
    return need.startswith(PLUGIN) and not is_here(need.removeprefix(PLUGIN))


def fault_in(evidence: Evidence) -> Fault | None:
    """Return a fault of ours in the evidence, if any. Such evidence is replaced in the next run."""
    if evidence.trouble:
        return _fault(evidence.trouble)
    if evidence.program is not None and evidence.program.trouble:
        return _fault(evidence.program.trouble)
    faults = [*map(_fault_of, evidence.exercises), *map(_fault_of_timing, evidence.exercises)]
    faults += map(_fault, _troubles_of_plugins(evidence))
    return next((fault for fault in faults if fault is not None), None)


def worth_another_try(evidence: Evidence) -> bool:
    """Return whether another run may avoid the fault: not if a right program of ours failed.

    A timing process that died or hung has already been restarted.
    """
    if any(map(went_wrong_otherwise, evidence.exercises)):
        return True
    fault = fault_in(evidence)
    if fault is None or fault.summary.startswith(KNOWN_WRONG):
        return False
    return fault.killed or fault not in map(_fault_of_timing, evidence.exercises)


def went_wrong_otherwise(observed: ExerciseEvidence) -> bool:
    """Return whether a fault of ours ended the extra run without the forbidden import."""
    return observed.otherwise is not None and bool(observed.otherwise.trouble)


def forgetting_faults(evidence: Evidence) -> Evidence:
    """Remove the keys of exercises with a fault of ours, so that only they are observed again."""
    exercises = tuple(
        replace(observed, key="") if _fault_of(observed) is not None else observed
        for observed in evidence.exercises
    )
    return replace(evidence, exercises=exercises)


def unread_evidence(student: str, setup: Setup, fault: Fault) -> Evidence:
    """Return evidence of a submission that could not be read because of a fault of ours."""
    return without_evidence(student, setup.assignment.id, setup.machine, fault.traceback)


def without_evidence(
    student: str, assignment: str, machine: Mapping[str, str], trouble: str
) -> Evidence:
    """Return evidence in place of evidence that was lost by a fault of ours."""
    nothing = nothing_observed(student, assignment)
    return replace(nothing, machine=machine, grader=__version__, trouble=trouble)


def _fault_of(observed: ExerciseEvidence) -> Fault | None:
    if observed.trouble:
        return _fault(observed.trouble)
    if observed.source is not None and observed.source.status is ParseStatus.CRASHED:
        return _fault(f"the source reader crashed: {observed.source.detail}")
    for run in _runs(observed):
        if run.status is RunStatus.SANDBOX_ERROR:
            return _fault(f"sandbox error: {run.detail}")
    return None


def _fault_of_timing(observed: ExerciseEvidence) -> Fault | None:
    """Return the fault of a timing. Timings have their own key, so the other evidence is kept."""
    return _fault(observed.timing.trouble) if observed.timing and observed.timing.trouble else None


def _runs(observed: ExerciseEvidence) -> Iterator[RunRecord]:
    yield from (run for run in (observed.load, observed.whole_load) if run is not None)
    yield from (comparison.run for comparison in observed.comparisons)


def _fault(text: str) -> Fault:
    return Fault(summary=(text.strip().splitlines() or [""])[-1], traceback=text)
