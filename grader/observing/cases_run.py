"""One exercise: how its source is read, what it waits for, and where it ran."""

import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from grader.backends import library_of
from grader.kinds import kind_of, kinds
from grader.model.course import DeviceKind, Exercise
from grader.model.evidence import ExerciseEvidence
from grader.model.machine import Capabilities
from grader.model.static import ParseStatus, SourceFacts, SyntaxTrouble
from grader.model.submission import SourceFile, Submission
from grader.observing.setup import Setup, Tools

MOST_CELLS = 8  # cells of a notebook that are not Python; if there are more, none is left out
NO_SCRATCH = re.compile(r"\b(def|class|lambda|import)\b")
BEST = 2  # the highest rank; see ExerciseEvidence


def leave_out_scratch(
    submission: Submission, source: SourceFacts, exercise: Exercise, tools: Tools
) -> tuple[Submission, SourceFacts]:
    """Read a notebook without the cells that are not Python, as Jupyter runs it.

    An unfinished cell does not keep others from running. A cell that may define the function, or
    import what it needs, is not left out: then the source stays unchanged.
    """
    fewer, facts = submission, source
    troubles: list[SyntaxTrouble] = []
    while facts.syntax is not None and len(troubles) < MOST_CELLS:
        if facts.status is ParseStatus.FOREIGN:  # it must have run where it was written
            return submission, facts
        main, cell = fewer.main, facts.syntax.location.cell
        if main is None or not cell or facts.syntax.location.file != main.name:
            break
        if NO_SCRATCH.search(main.cell(cell)):
            break
        troubles.append(facts.syntax)
        without = main.without_cell(cell)
        fewer = replace(fewer, main=without)
        facts = tools.reader.read(fewer, exercise)
    if not troubles or facts.status is not ParseStatus.OK or not facts.definitions:
        return submission, source
    return fewer, replace(facts, left_out=tuple(troubles))


def without_left_out(submission: Submission, exercises: Iterable[ExerciseEvidence]) -> Submission:
    """Remove from the submission what was left out when it was observed."""
    observed = [*exercises]
    for kind in kinds():
        for exercise in observed:
            if kind.name in exercise.records:
                submission = kind.as_read(submission, exercise.records)
    sources = [exercise.source for exercise in observed]
    left_out = {trouble.location for source in sources if source for trouble in source.left_out}
    for place in left_out:
        if submission.main is not None and submission.main.name == place.file:
            submission = replace(submission, main=submission.main.without_cell(place.cell))
    return submission


def with_definition_of(exercise: Exercise, submission: Submission) -> Submission | None:
    """Read the submission from the only other file that defines the function, if there is one.

    Learners may keep each exercise in a separate file. A source that mentions the function's name
    is related to it in some way, and is left unchanged.
    """
    main, name = submission.main, re.escape(exercise.entry)
    if main is None or not kind_of(exercise).is_python or re.search(rf"\b{name}\b", main.text):
        return None
    begins = re.compile(rf"^(def|class) +{name}\b", re.MULTILINE)
    having = [helper for helper in submission.helpers if begins.search(helper.text)]
    return _read_from(having[0], submission) if len(having) == 1 else None


def as_observed(submission: Submission, observed: ExerciseEvidence) -> Submission:
    """Read the submission from the file in which the function was found."""
    source, entry = observed.source, observed.entry
    reached = source.local_modules if source is not None else ()
    file = entry.file if entry is not None and entry.file not in reached else ""
    having = [helper for helper in submission.helpers if helper.name == file]
    chosen = _read_from(having[0], submission) if having else submission
    return without_left_out(chosen, [observed])


def _read_from(helper: SourceFile, submission: Submission) -> Submission:
    others = [file for file in (submission.main, *submission.helpers) if file is not helper]
    return replace(submission, main=helper, helpers=tuple(file for file in others if file))


def rank_of(observed: ExerciseEvidence, exercise: Exercise, here: Capabilities) -> int:
    """Return the rank; without a run it is the same on all machines unless something is missing."""
    foreign = observed.source is not None and observed.source.status is ParseStatus.FOREIGN
    if observed.waiting or foreign:
        return 0
    return here.rank(exercise) if observed.load is not None else BEST


def place_of(exercise: Exercise, setup: Setup) -> Mapping[str, str]:
    """Return where an exercise runs here: the sandbox, the library and the device."""
    here = setup.capabilities
    library = library_of(exercise.backend)
    place = {**setup.machine, "device": here.device(exercise).value}
    if version := here.libraries_for(exercise).get(library):
        place[library] = version
    if here.gpu is not None and here.device(exercise) is DeviceKind.GPU:
        gpu = {"gpu": here.gpu.name, "arch": here.gpu.arch, "runtime": here.gpu.runtime}
        place.update({key: value for key, value in gpu.items() if value})
    return place
