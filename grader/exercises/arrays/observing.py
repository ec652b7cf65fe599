"""Find the function, run every case, and record the results."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.cases.children import Children
from grader.cases.examples import example_questions
from grader.cases.lookalikes import in_own_names
from grader.cases.own_calls import own_calls
from grader.cases.probing import Discovery
from grader.cases.questions import CaseQuestion, count_inputs, questions, secret_questions
from grader.cases.reasons import Reason, join_probe, signature
from grader.exercises.arrays.case_runs import (
    GRADER_FAULTS,
    is_equal,
    once_more_with_threads,
    put_all,
)
from grader.exercises.arrays.conventions import OF_CLASSES, replaced_functions
from grader.exercises.arrays.discovery import passed_over_too
from grader.exercises.arrays.doubting import doubt_of
from grader.exercises.arrays.examples import find_example, find_writing_line, names_of
from grader.exercises.arrays.marks import marks_of
from grader.exercises.arrays.repeating import explained, with_overwritten
from grader.exercises.arrays.search import Search
from grader.kinds import kind_of
from grader.model.calling import Convention, Target
from grader.model.course import Backend, Exercise
from grader.model.evidence import (
    Comparison,
    Doubt,
    Entry,
    EntryHow,
    ExerciseEvidence,
    Lesson,
    Outcome,
)
from grader.model.reference import Reference
from grader.model.run import LoadMode, RunStatus
from grader.model.running import Program
from grader.model.static import Definition, SourceFacts
from grader.records import packed_record

MAX_RIVALS = 4  # maximum number of functions tried in place of a wrong one with another name


def observe(
    facts: SourceFacts, exercise: Exercise, reference: Reference, program: Program, seed: bytes
) -> ExerciseEvidence:
    """Load the program, find its function, and run the cases. Failures are part of the evidence."""
    session = program.start()
    own = own_calls(exercise)
    children = Children(program, session, own.heard) if own else Children(program, session)
    try:
        evidence = ExerciseEvidence(
            exercise=exercise.id,
            source=facts,
            load=session.load,
            load_mode=program.mode,
            whole_load=program.whole_load,
            seed=seed.hex(),
            inputs=count_inputs(exercise, reference),
            arguments=reference.arguments,
        )
        if session.load.status is not RunStatus.OK:
            return evidence
        evidence = replace(evidence, plots=session.plots())
        search = Search(facts, exercise, reference, children, seed)
        discovery = search.find()
        if discovery.entry is None and program.mode is LoadMode.WHOLE and facts.definitions:
            # The top level may have rebound the function's name.
            program.restrict()
            children.renew(even_if_fresh=True)
            again = Search(facts, exercise, reference, children, seed)
            if (other := again.find()).entry is not None:
                search, discovery = again, other
                evidence = replace(evidence, load_mode=program.mode)
        if discovery.entry is None:
            hidden = discovery.hidden or kind_of(exercise).is_open(facts)
            replaced = replaced_functions(facts, exercise, evidence.inputs)
            gone = (join_probe(signature(function), Reason.REPLACED) for function in replaced)
            probes = (*discovery.probes, *gone)
            return replace(evidence, probes=probes, unproved=hidden)
        listed = questions(exercise, reference, seed)
        all_questions = (*listed, *secret_questions(exercise, reference, seed))
        graded = _graded(all_questions, discovery, search)
        comparisons, entry = graded.comparisons, graded.entry
        comparisons = with_overwritten(comparisons, all_questions, entry.target, search)
        if entry.target.convention in OF_CLASSES and any(map(_is_wrong, comparisons)):
            of_class = next(
                definition
                for definition in facts.definitions
                if definition.name == entry.target.name
            )
            by_class = entry.target.convention is Convention.CLASS and of_class.constructor
            guessed = join_probe(signature(of_class), Reason.SELF if by_class else Reason.OBJECT)
            return replace(evidence, probes=(*graded.probes, guessed))
        evidence = replace(evidence, entry=entry, probes=graded.probes)
        evidence = _with_example(replace(evidence, comparisons=comparisons), entry, search)
        record = own.look_again(comparisons, listed, entry, children) if own else None
        if record is not None:
            packed = packed_record(exercise.kind, record)
            evidence = replace(evidence, records={exercise.kind: packed})
    finally:
        children.close()
    evidence = replace(evidence, comparisons=comparisons)
    return replace(evidence, lessons=_lessons(evidence, entry.target, reference, exercise.backend))


def _is_wrong(comparison: Comparison) -> bool:
    """Return whether a run ended by itself, with a wrong result or an exception."""
    ended = comparison.run.status in {RunStatus.OK, RunStatus.RUNTIME_ERROR}
    return ended and comparison.outcome is not Outcome.EQUAL


def _definition_of(target: Target, facts: SourceFacts | None) -> Definition | None:
    definitions = facts.definitions if facts is not None else ()
    return next((each for each in definitions if each.name == target.name), None)


def _with_example(evidence: ExerciseEvidence, entry: Entry, search: Search) -> ExerciseEvidence:
    """Add a small example, and the line that writes into its inputs, unless there is a doubt."""
    if entry.doubt is not None or not search.exercise.of_arrays:
        return evidence
    comparisons, target, children = evidence.comparisons, entry.target, search.children
    examples = example_questions(search.exercise, search.reference)
    names = names_of(target, _definition_of(target, search.facts))
    return replace(
        evidence,
        example=find_example(comparisons, target, examples, names, children),
        changes_at=find_writing_line(comparisons, target, examples, children),
    )


class GradedFunction(Struct, frozen=True, kw_only=True):
    """The function that counts, and its results."""

    entry: Entry
    probes: tuple[str, ...]
    comparisons: tuple[Comparison, ...]


def _graded(
    all_questions: Sequence[CaseQuestion], discovery: Discovery, search: Search
) -> GradedFunction:
    """Run all cases with the function found; if it has another name and is wrong, try others.

    The first that is right in every case counts. If there is none, the function found first counts,
    and it remains doubtful if others could not be tried completely.
    """
    assert discovery.entry is not None
    entry, children = discovery.entry, search.children
    attempts = put_all(all_questions, entry.target, search)
    attempts = once_more_with_threads(attempts, entry.target, search)
    right = all(map(is_equal, attempts))
    open_ = False
    if not right and entry.how is not EntryHow.NAME:
        instead, open_ = _right_instead(all_questions, discovery, search)
        if instead is not None:
            return instead
        children.keep_for(entry.target)
    comparisons = explained(attempts, entry.target, search)
    if not right:
        cases = (attempt.question for attempt in attempts)
        tried = [*zip(cases, comparisons, strict=True)]
        entry = replace(entry, doubt=Doubt.OTHERS if open_ else doubt_of(tried, discovery, search))
    if any(comparison.run.status in GRADER_FAULTS for comparison in comparisons):
        entry = replace(entry, doubt=None)
    return GradedFunction(entry=entry, probes=discovery.probes, comparisons=comparisons)


def _right_instead(
    all_questions: Sequence[CaseQuestion], discovery: Discovery, search: Search
) -> tuple[GradedFunction | None, bool]:
    """Find another function that is right in all cases; else return whether there may be one."""
    open_ = discovery.untried
    passed: list[Discovery] = [discovery]
    for _ in range(MAX_RIVALS):
        other = search.find([rival.entry.target.name for rival in passed if rival.entry])
        open_ = open_ or other.untried
        if other.entry is None or not other.right:
            return None, open_
        attempts = put_all(all_questions, other.entry.target, search, until_wrong=True)
        if all(map(is_equal, attempts)):
            comparisons = tuple(attempt.answer.comparison for attempt in attempts)
            names = [rival.entry.target.name for rival in passed if rival.entry]
            probes = (*passed_over_too(names, search.facts.definitions), *other.probes)
            return GradedFunction(entry=other.entry, probes=probes, comparisons=comparisons), False
        open_ = open_ or attempts[-1].answer.comparison.run.status in GRADER_FAULTS
        passed.append(other)
    return None, True


def _lessons(
    evidence: ExerciseEvidence, target: Target, reference: Reference, backend: Backend
) -> dict[str, Lesson]:
    """Collect the texts of every mistake named in a wrong case, in the program's own names."""
    marks = marks_of(evidence)
    seen = {mark.name: mark for mark in marks}
    parameters = names_of(target, _definition_of(target, evidence.source))
    any_names = next(
        (mark.names for mark in marks if mark.names), dict(zip("ab", parameters, strict=False))
    )
    names = {
        name
        for comparison in evidence.comparisons
        if comparison.outcome is not Outcome.EQUAL
        for name in comparison.lookalikes
    }
    lessons = {}
    for key in (key for key in reference.lookalikes if key in names):
        lookalike = reference.lookalikes[key]
        mark = next((seen[name] for name in lookalike.seen_as if name in seen), None)
        words = lookalike.lessons.get(backend.value, lookalike.lesson)
        words = (lookalike.shown or words) if mark is not None else words
        called = mark.names if mark is not None and mark.names else any_names
        lessons[key] = Lesson(
            name=lookalike.name,
            lesson={lang: in_own_names(text, called) for lang, text in words.items()},
            excusable=lookalike.excusable,
            family=lookalike.fit is not None,
            seen_as=lookalike.seen_as,
        )
    return lessons
