"""Puts every case to one program and writes down what came back."""

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from grader.correctness.children import Children, Reply
from grader.correctness.comparing import ComparedNumbers, compare, is_right
from grader.correctness.conventions import OF_CLASSES, replaced_functions, signature
from grader.correctness.discovery import (
    CALLS,
    SECONDS,
    WITH_LIBRARIES,
    Discovery,
    Probing,
    discover,
    passed_over_too,
)
from grader.correctness.examples import (
    example_questions,
    find_example,
    find_writing_line,
    names_of,
)
from grader.correctness.lookalikes import (
    fitting_families,
    known_mistakes,
    models,
    of_type,
    shown,
    shows,
    with_mistakes,
)
from grader.correctness.own_calls import own_calls
from grader.correctness.questions import (
    CaseQuestion,
    count_inputs,
    probe,
    questions,
    secret_questions,
)
from grader.correctness.reasons import Reason, join_probe, split_probe
from grader.correctness.values import ALWAYS, numbers, same_numbers
from grader.kinds import kind_of
from grader.model.course import Backend, CaseKind, DeviceKind, Exercise
from grader.model.evidence import (
    Comparison,
    Doubt,
    Entry,
    EntryHow,
    ExerciseEvidence,
    Lesson,
    Outcome,
)
from grader.model.reference import Inputs, Reference
from grader.model.run import (
    IN_PLACE,
    USED_UP,
    Call,
    Convention,
    LoadMode,
    RunStatus,
    Target,
)
from grader.model.running import Program
from grader.model.static import SourceFacts
from grader.records import packed_record

SLOWEST_GROWTH, STEEPEST_GROWTH = 2.0, 4.0  # powers of the size that time may grow with
DEATHS = 2  # cases that may end their child before the rest is not run
REPEATS = 3  # wrong cases that are asked again in fresh children, where the first ends otherwise
AGAIN = 5  # times that a case is asked once more, to tell memory of earlier calls from chance
CHANCES = 24  # that threads get to come in each other's way
LONG_ENOUGH = 256  # rows: threads meet in larger cases, and a call still takes milliseconds
RIVALS = 4  # functions that are tried in place of one that is wrong and has another name
NOT_THEIRS = {RunStatus.PROTOCOL, RunStatus.SANDBOX_ERROR}
NO_REPEAT = {*USED_UP, *NOT_THEIRS}
ORDERS = {Convention.AB, Convention.BA}
STACKED = 1e-5  # of the largest element: what a result for a stack may be away
SHOWS = {Outcome.WRONG_VALUE, Outcome.WRONG_SHAPE, Outcome.NOT_A_MATRIX}
RAISED = {Reason.RAISED, Reason.MISSING}
TWO = 2  # answers that say whether they are always the same
GUESSED = frozenset(Convention) - {
    Convention.AB,
    Convention.BA,
    Convention.OBJECTS,
    Convention.PAIR,
    Convention.OWN,
}
"""Conventions that give more than the matrices: nobody said that it is this."""


class CaseRun(Struct, frozen=True, kw_only=True):
    """One case as it went."""

    question: CaseQuestion
    answer: ComparedNumbers
    earlier: tuple[Inputs, ...]  # what the same process was called with before
    calls: tuple[Inputs, ...] = ()  # the same, each as often as it was called; see Reply
    was_called: bool = True  # False: given up before this case


def observe(
    facts: SourceFacts, exercise: Exercise, reference: Reference, program: Program, seed: bytes
) -> ExerciseEvidence:
    """Loads the program, finds its function, runs the cases; what it does is all in the answer."""
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
            # The top level may have put something else under the function's name.
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
        comparisons = _with_overwritten(comparisons, all_questions, entry.target, search)
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
    lessons = _lessons(comparisons, reference, exercise.backend)
    return replace(evidence, comparisons=comparisons, lessons=lessons)


def _is_wrong(comparison: Comparison) -> bool:
    """Whether it ended by itself, and gave something else, or an exception."""
    ended = comparison.run.status in {RunStatus.OK, RunStatus.RUNTIME_ERROR}
    return ended and comparison.outcome is not Outcome.EQUAL


def _with_example(evidence: ExerciseEvidence, entry: Entry, search: "Search") -> ExerciseEvidence:
    """Looks for a small call, and a line, to show of a function that is wrong by its own doing."""
    if entry.doubt is not None or not search.exercise.of_arrays:
        return evidence
    comparisons, target, children = evidence.comparisons, entry.target, search.children
    examples = example_questions(search.exercise, search.reference)
    named = (
        definition for definition in search.facts.definitions if definition.name == target.name
    )
    names = names_of(target, next(named, None))
    return replace(
        evidence,
        example=find_example(comparisons, target, examples, names, children),
        changes_at=find_writing_line(comparisons, target, examples, children),
    )


def wants_gpu(evidence: ExerciseEvidence) -> bool:
    """Whether the function, or one that may be it, asked for a GPU where there is none."""
    if evidence.entry is not None:
        return any(comparison.run.lacks_gpu for comparison in evidence.comparisons)
    return any(split_probe(probe)[1] is Reason.NO_GPU for probe in evidence.probes)


def takes_one_input(evidence: ExerciseEvidence) -> bool:
    """Whether the function, by its name, takes one matrix where two are given."""
    return any(split_probe(probe)[1] is Reason.ONE_INPUT for probe in evidence.probes)


def stopped_with(evidence: ExerciseEvidence, exercise: Exercise) -> frozenset[str]:
    """Names the libraries that are reached by the function, or what may be it, if that raised.

    One of them may not be here: then a program that is ready for that, and what only sometimes
    needs it, stops where it would not elsewhere.
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


class Search:
    """Looks for the function to grade, with one probe and so many calls."""

    def __init__(
        self,
        facts: SourceFacts,
        exercise: Exercise,
        reference: Reference,
        children: Children,
        seed: bytes,
    ) -> None:
        """Asks nothing yet."""
        self.facts, self.exercise, self.reference = facts, exercise, reference
        self.children = children
        self.seed = seed
        self.question = probe(exercise, reference, seed)
        self._probing = Probing(
            children=children,
            question=self.question,
            reference=reference,
            entry=exercise.entry,
            forms=exercise.gives,
            seconds=_probe_seconds(exercise),
            left=CALLS * len(exercise.gives),
        )

    def find(self, passed_over: Collection[str] = ()) -> Discovery:
        """Finds the likeliest but for those passed over, and has a child ready for it."""
        own, facts = own_calls(self.exercise), self.facts
        if own is None:
            discovery = discover(
                facts.definitions, self.exercise, self._probing, passed_over, facts.names
            )
        else:
            discovery = own.find(facts, self.exercise, self._probing, passed_over)
        if discovery.entry is not None:
            self.children.keep_for(discovery.entry.target)
        return discovery


class GradedFunction(Struct, frozen=True, kw_only=True):
    """The function that counts, and what it did."""

    entry: Entry
    probes: tuple[str, ...]
    comparisons: tuple[Comparison, ...]


def _graded(
    all_questions: Sequence[CaseQuestion], discovery: Discovery, search: Search
) -> GradedFunction:
    """Puts all cases to what was found; if that has another name and is wrong, others are tried.

    The first that is right in every case counts. If there is none, what was found first does, and
    where others could not be tried to the end that is no verdict.
    """
    assert discovery.entry is not None
    entry, children = discovery.entry, search.children
    attempts = _attempts(all_questions, entry.target, search)
    attempts = _once_more_with_threads(attempts, entry.target, search)
    right = all(map(_is_equal, attempts))
    open_ = False
    if not right and entry.how is not EntryHow.NAME:
        instead, open_ = _right_instead(all_questions, discovery, search)
        if instead is not None:
            return instead
        children.keep_for(entry.target)
    comparisons = _explained(attempts, entry.target, search)
    if not right:
        cases = (attempt.question for attempt in attempts)
        tried = [*zip(cases, comparisons, strict=True)]
        entry = replace(entry, doubt=Doubt.OTHERS if open_ else _doubt(tried, discovery, search))
    if any(comparison.run.status in NOT_THEIRS for comparison in comparisons):
        entry = replace(entry, doubt=None)
    return GradedFunction(entry=entry, probes=discovery.probes, comparisons=comparisons)


def _right_instead(
    all_questions: Sequence[CaseQuestion], discovery: Discovery, search: Search
) -> tuple[GradedFunction | None, bool]:
    """Looks for another function that is right in all cases; else says whether there may be one."""
    open_ = discovery.untried
    passed: list[Discovery] = [discovery]
    for _ in range(RIVALS):
        other = search.find([rival.entry.target.name for rival in passed if rival.entry])
        open_ = open_ or other.untried
        if other.entry is None or not other.right:
            return None, open_
        attempts = _attempts(all_questions, other.entry.target, search, until_wrong=True)
        if all(map(_is_equal, attempts)):
            comparisons = tuple(attempt.answer.comparison for attempt in attempts)
            names = [rival.entry.target.name for rival in passed if rival.entry]
            probes = (*passed_over_too(names, search.facts.definitions), *other.probes)
            return GradedFunction(entry=other.entry, probes=probes, comparisons=comparisons), False
        open_ = open_ or attempts[-1].answer.comparison.run.status in NOT_THEIRS
        passed.append(other)
    return None, True


def _with_overwritten(
    comparisons: tuple[Comparison, ...],
    all_questions: Sequence[CaseQuestion],
    target: Target,
    search: "Search",
) -> tuple[Comparison, ...]:
    """Mark the case whose result a later call of the same size overwrites.

    Asked of functions that are right otherwise: what they return may be a buffer of their own, and
    who calls twice and keeps both results then has one of them twice.
    """
    right = all(comparison.outcome is Outcome.EQUAL for comparison in comparisons)
    if not right or not search.exercise.of_arrays or target.convention in IN_PLACE:
        return comparisons
    place, later = _pair_of_one_size(all_questions)
    question = all_questions[place]
    values = search.children.result_twice(target, question, later)
    first, again = (
        None if value is None else numbers(value, axes=len(question.shape)) for value in values
    )
    if first is None or again is None or not is_right(question, first):
        return comparisons
    if first.shape == again.shape and same_numbers(first, again):
        return comparisons
    marked = replace(comparisons[place], overwritten=True)
    return (*comparisons[:place], marked, *comparisons[place + 1 :])


def _pair_of_one_size(all_questions: Sequence[CaseQuestion]) -> tuple[int, CaseQuestion]:
    """Pick the place of a small question, and another one whose inputs have the same shapes."""
    places = sorted(
        range(len(all_questions)),
        key=lambda place: (all_questions[place].case.size < TWO, all_questions[place].case.size),
    )
    for place, other in combinations(places, 2):
        one, two = all_questions[place], all_questions[other]
        if one.case.kind is two.case.kind and _shapes(one) == _shapes(two):
            return place, two
    question = all_questions[places[0]]
    return places[0], replace(question, inputs=(-question.inputs[0], *question.inputs[1:]))


def _shapes(question: CaseQuestion) -> list[tuple[int, ...]]:
    return [matrix.shape for matrix in question.inputs]


def _doubt(
    tried: Sequence[tuple[CaseQuestion, Comparison]], discovery: Discovery, search: Search
) -> Doubt | None:
    """Whether what went wrong may be due to how it was called.

    A size that it is given was guessed, unless its types say how it is called. Where lengths are
    equal in the same places as in a case, or a probe, that came out right, the guess was right.
    """
    assert discovery.entry is not None
    name = discovery.entry.target.name
    if any(each.ways for each in search.facts.definitions if each.name == name):
        return None
    if _is_right_for_stacks(tried, discovery.entry.target, search):
        return Doubt.STACKS
    convention = discovery.entry.target.convention
    wrong = [
        (case_question, comparison)
        for case_question, comparison in tried
        if comparison.outcome is not Outcome.EQUAL
    ]
    if convention not in GUESSED:
        return None
    if any(
        comparison.run.status not in {RunStatus.OK, RunStatus.RUNTIME_ERROR}
        for _, comparison in wrong
    ):
        return None
    proven_patterns = {
        _pattern(case_question)
        for case_question, comparison in tried
        if comparison.outcome is Outcome.EQUAL
    }
    proven_patterns |= {_pattern(search.question)} if discovery.right else set()
    odd = all(len({*_pattern(case_question)}) > 1 for case_question, _ in wrong)
    asked_small = [
        comparison
        for case_question, comparison in tried
        if case_question.case.kind is not CaseKind.LARGE
    ]
    explained = _closely_explained(asked_small, search.reference)
    if (
        odd
        and not explained
        and proven_patterns.isdisjoint(_pattern(case_question) for case_question, _ in wrong)
    ):
        return Doubt.SHAPES
    raised = all(comparison.run.status is RunStatus.RUNTIME_ERROR for _, comparison in wrong)
    return Doubt.FILLED if raised and convention in IN_PLACE else None


def _is_right_for_stacks(
    tried: Sequence[tuple[CaseQuestion, Comparison]], target: Target, search: "Search"
) -> bool:
    """Whether a function that gives no result of the right shape wants one axis more.

    It is asked once more: for a stack of two images, with one kernel or with two.
    """
    small = [
        (asked, comparison)
        for asked, comparison in tried
        if asked.case.size >= TWO and asked.case.kind is not CaseKind.LARGE
    ]
    single = all(matrix.ndim == TWO for asked, _ in small for matrix in asked.inputs)
    shapeless = all(_is_shapeless(comparison) for _, comparison in small)
    if not small or not single or not shapeless or target.convention not in ORDERS:
        return False
    return any(
        all(_is_right_for_a_stack(asked, way, count, search.children) for asked, _ in small)
        for way in (replace(target, form=form) for form in search.exercise.gives)
        for count in (1, len(small[0][0].inputs))
    )


def _is_right_for_a_stack(
    question: CaseQuestion, target: Target, count: int, children: Children
) -> bool:
    """Whether it answers rightly where the first `count` inputs are each there twice."""
    import numpy as np

    twice = tuple(np.stack([matrix] * TWO) for matrix in question.inputs[:count])
    stacked = replace(question, inputs=(*twice, *question.inputs[count:]))
    call = children.ask(target, stacked).call
    expected = np.stack([question.expected] * TWO)
    answered = numbers(call.result, expected.ndim) if call.result is not None else None
    if answered is None or answered.shape != expected.shape:
        return False
    with np.errstate(all="ignore"):
        away = np.abs(answered.astype(float) - expected)
        return bool((away <= STACKED * np.abs(expected).max(initial=1.0)).all())


def _is_shapeless(comparison: Comparison) -> bool:
    """Whether a call raised, or ended with nothing of the right shape."""
    raised = comparison.run.status is RunStatus.RUNTIME_ERROR
    return raised or comparison.outcome in {Outcome.WRONG_SHAPE, Outcome.NOT_A_MATRIX}


def _closely_explained(comparisons: Sequence[Comparison], reference: Reference) -> bool:
    """Whether one known mistake, that is no family, explains them all."""
    lookalikes = reference.lookalikes
    shared = set.intersection(
        *({*comparison.lookalikes} for comparison in comparisons), {*lookalikes}
    )
    return any(lookalikes[name].fit is None for name in shared)


def _pattern(case_question: CaseQuestion) -> tuple[int, ...]:
    """Says which lengths of the inputs and the answer are equal: each by where it comes first."""
    shapes = (*(matrix.shape for matrix in case_question.inputs), case_question.shape)
    lengths = [length for shape in shapes for length in shape]
    return tuple(lengths.index(length) for length in lengths)


def _probe_seconds(exercise: Exercise) -> float:
    """On a GPU the first call loads libraries and compiles, so that it may take its full time."""
    if exercise.device is DeviceKind.GPU:
        return exercise.limits.call_seconds
    seconds = SECONDS if exercise.backend is Backend.PYTHON else WITH_LIBRARIES
    return min(seconds, exercise.limits.call_seconds)


def _attempts(
    all_questions: Sequence[CaseQuestion],
    target: Target,
    search: "Search",
    *,
    until_wrong: bool = False,
) -> list[CaseRun]:
    """Asks all, until too many ended their child, or one is wrong where that is enough.

    The secret sizes come last, and are asked of whoever is right for all listed ones. The large one
    is left out where a program is too slow for it: nobody asked for a quick one.
    """
    children, seconds = search.children, search.exercise.limits.call_seconds
    attempts: list[CaseRun] = []
    deaths = 0
    for question in all_questions:
        listed = (attempt for attempt in attempts if not attempt.question.case.secret)
        if question.case.secret and not all(map(_is_equal, listed)):
            break
        if deaths == DEATHS or _never_ended(attempts):
            attempts.append(_given_up(question, attempts[-1]))
            continue
        if _is_beyond_reach(question, attempts, seconds, power=SLOWEST_GROWTH):
            continue
        attempt = _ask_fairly(question, target, children)
        ran_out = attempt.answer.comparison.run.status is RunStatus.TIMEOUT
        if ran_out and _is_beyond_reach(question, attempts, seconds / 2, power=STEEPEST_GROWTH):
            continue
        attempts.append(attempt)
        deaths += not children.answering
        if until_wrong and not _is_equal(attempts[-1]):
            break
    return attempts


def _is_beyond_reach(
    question: CaseQuestion, attempts: Sequence[CaseRun], seconds: float, power: float
) -> bool:
    """Whether a large secret size would take that long, by how long the next smaller one took."""
    case = question.case
    smaller = [run for run in attempts if run.question.case.size < case.size]
    if not smaller or not (case.secret and case.kind is CaseKind.LARGE):
        return False
    last = max(smaller, key=lambda run: run.question.case.size)
    took = last.answer.comparison.run.wall_seconds
    return took * math.pow(case.size / last.question.case.size, power) >= seconds


def _once_more_with_threads(
    attempts: list[CaseRun], target: Target, search: "Search"
) -> list[CaseRun]:
    """Asks a program with threads that was always right again: a race is lost now and then.

    Only a wrong answer counts. That it ended otherwise may come of a computer that is busy.
    """
    if not search.facts.parallel or not all(map(_is_equal, attempts)):
        return attempts
    cases = [run.question.case for run in attempts]
    listed = [place for place, case in enumerate(cases) if not case.secret]
    quick = [place for place in listed if cases[place].size <= LONG_ENOUGH]
    if not quick:
        return attempts
    place = max(quick, key=lambda place: cases[place].size)
    for _ in range(CHANCES):
        again = _ask(attempts[place].question, target, search.children)
        if again.answer.comparison.run.status is not RunStatus.OK:
            break
        if not _is_equal(again):
            return [*attempts[:place], again, *attempts[place + 1 :]]
    return attempts


def _never_ended(attempts: Sequence[CaseRun]) -> bool:
    """Whether the first and smallest case ran out of time: no other will come back sooner."""
    return bool(attempts) and attempts[0].answer.comparison.run.status is RunStatus.TIMEOUT


def _explained(
    attempts: Sequence[CaseRun], target: Target, search: Search
) -> tuple[Comparison, ...]:
    """Names known mistakes if any case is wrong, and asks wrong ones again alone."""
    if all(map(_is_equal, attempts)):
        return tuple(attempt.answer.comparison for attempt in attempts)
    named = [_named(attempt, search.reference) for attempt in attempts]
    if _always_the_same(attempts):
        named = [
            replace(comparison, lookalikes=(*comparison.lookalikes, ALWAYS)) for comparison in named
        ]
    alone, repeated = _alone(named, attempts, target, search.children)
    varying = _varying(alone, attempts, target, search.children)
    if not any(comparison.varies for comparison in varying):
        varying = _unsteady(varying, attempts, repeated, target, search)
    return tuple(varying)


def _always_the_same(attempts: Sequence[CaseRun]) -> bool:
    """Whether the answer is one and the same for inputs of several sizes."""
    answers = [
        (attempt.question.shape, attempt.answer.numbers)
        for attempt in attempts
        if attempt.answer.numbers is not None
    ]
    same = {(numbers.shape, numbers.tobytes()) for _, numbers in answers}
    return len({shape for shape, _ in answers}) >= TWO and len(same) == 1


def _ask(question: CaseQuestion, target: Target, children: Children) -> CaseRun:
    reply: Reply = children.ask(target, question)
    return CaseRun(
        question=question,
        answer=compare(question, reply.call),
        earlier=reply.earlier,
        calls=reply.calls,
    )


def _ask_fairly(question: CaseQuestion, target: Target, children: Children) -> CaseRun:
    """Asks again in a fresh child if earlier calls may have used up what this one is allowed."""
    attempt = _ask(question, target, children)
    run = attempt.answer.comparison.run
    if not attempt.earlier or not (run.status in USED_UP or run.lacks_threads):
        return attempt
    children.renew()
    return _ask(question, target, children)


def _given_up(question: CaseQuestion, last: CaseRun) -> CaseRun:
    answer = compare(question, Call(run=last.answer.comparison.run))
    unasked = replace(answer, comparison=replace(answer.comparison, asked=False))
    return CaseRun(question=question, answer=unasked, earlier=(), was_called=False)


def _is_equal(attempt: CaseRun) -> bool:
    return attempt.answer.comparison.outcome is Outcome.EQUAL


def _named(attempt: CaseRun, reference: Reference) -> Comparison:
    """Adds every known mistake that the result equals, and every family that it fits."""
    answer = attempt.answer
    if answer.numbers is None or attempt.question.case.kind is CaseKind.LARGE:
        return answer.comparison  # of large results a known mistake takes long to compute
    mistaken = models(attempt.question, attempt.calls, reference)
    names = known_mistakes(attempt.question, answer.numbers, mistaken)
    showing = [name for name in names if shows(attempt.question, mistaken[name])]
    outcome = with_mistakes(answer.comparison.outcome, showing, reference)
    if answer.comparison.elements in shown(reference, attempt.question.precision):
        names += of_type(answer.comparison.elements, outcome, reference, names)
    names += fitting_families(attempt.question, answer.numbers)
    return replace(answer.comparison, lookalikes=names, outcome=outcome)


def _alone(
    comparisons: Sequence[Comparison],
    attempts: Sequence[CaseRun],
    target: Target,
    children: Children,
) -> tuple[list[Comparison], dict[int, ComparedNumbers]]:
    """Says of wrong cases how they end in a fresh process; the first in a process is alone.

    Where the first one that earlier calls may have spoilt ends as it did, they matter to none, and
    no other is asked. Also gives what was answered, by the case's place.
    """
    pairs = list(zip(comparisons, attempts, strict=True))
    alone = {
        place: comparison.outcome
        for place, (comparison, attempt) in enumerate(pairs)
        if attempt.was_called and not attempt.earlier
    }
    wrong = [
        place
        for place, (comparison, attempt) in enumerate(pairs)
        if place not in alone and _worth_repeating(comparison, attempt)
    ]
    repeated: dict[int, ComparedNumbers] = {}
    for place in wrong[:REPEATS]:
        children.renew()
        repeated[place] = _ask(attempts[place].question, target, children).answer
        alone[place] = repeated[place].comparison.outcome
        if place == wrong[0] and alone[place] is comparisons[place].outcome:
            break
    answered = [
        replace(comparison, alone=alone.get(place)) for place, comparison in enumerate(comparisons)
    ]
    return answered, repeated


def _varying(
    comparisons: Sequence[Comparison],
    attempts: Sequence[CaseRun],
    target: Target,
    children: Children,
) -> list[Comparison]:
    """Looks whether a case that is right in a fresh process and wrong in a used one always is.

    The first such case is asked again and again: alone, and after the same calls as before. Memory
    of earlier calls gives what it gave; chance, the time or uninitialised memory does not.
    """
    marked = list(comparisons)
    for place, (comparison, attempt) in enumerate(zip(comparisons, attempts, strict=True)):
        if comparison.alone is Outcome.EQUAL and comparison.outcome is not Outcome.EQUAL:
            varies = _varies(attempt, target, children)
            marked[place] = replace(comparison, varies=varies)
            break
    return marked


def _varies(attempt: CaseRun, target: Target, children: Children) -> bool:
    earlier = [replace(attempt.question, inputs=inputs) for inputs in attempt.earlier]
    for before in AGAIN * [[], earlier]:
        children.renew()
        for question in before:
            _ask(question, target, children)
        again = _ask(attempt.question, target, children)
        ended = again.answer.comparison.run.status not in {RunStatus.OK, RunStatus.RUNTIME_ERROR}
        if ended or len(again.earlier) != len(before):
            return False  # nobody can tell
        if not (_is_same(again.answer, attempt.answer) if before else _is_equal(again)):
            return True
    return False


def _unsteady(
    comparisons: Sequence[Comparison],
    attempts: Sequence[CaseRun],
    repeated: Mapping[int, ComparedNumbers],
    target: Target,
    search: "Search",
) -> list[Comparison]:
    """Looks whether a wrong case that no closer mistake explains is wrong in the same way again.

    What was `repeated`, and gave the same in both processes, has shown that.
    """
    answered = [comparison for comparison in comparisons if comparison.kind is not None]
    marked = list(comparisons)
    shown = [
        place
        for place, attempt in enumerate(attempts)
        if comparisons[place].outcome in SHOWS and attempt.answer.numbers is not None
    ]
    if not shown or _closely_explained(answered, search.reference):
        return marked
    twice = [place for place in shown if place in repeated and repeated[place].numbers is not None]
    if any(not _differ(attempts[at].question, attempts[at].answer, repeated[at]) for at in twice):
        return marked
    question = attempts[shown[0]].question
    answers = []
    for _ in range(TWO):
        search.children.renew()
        answers.append(_ask(question, target, search.children).answer)
    marked[shown[0]] = replace(comparisons[shown[0]], varies=_differ(question, *answers))
    return marked


def _differ(question: CaseQuestion, first: ComparedNumbers, other: ComparedNumbers) -> bool:
    """Whether two answers are further apart than rounding may put them."""
    import numpy as np

    if first.numbers is None or other.numbers is None:
        return False  # nobody can tell
    if first.numbers.shape != other.numbers.shape:
        return True
    same = first.numbers.shape == question.shape
    slack = question.bound if same else question.bound.max(initial=0.0)
    return bool((np.abs(first.numbers.astype(float) - other.numbers) > slack).any())


def _is_same(first: ComparedNumbers, other: ComparedNumbers) -> bool:
    import numpy as np

    left, right = first.comparison, other.comparison
    if (left.outcome, left.run.status, left.kind) != (right.outcome, right.run.status, right.kind):
        return False
    if first.numbers is None or other.numbers is None:
        return left.first_wrong == right.first_wrong and left.description == right.description
    return np.array_equal(first.numbers, other.numbers)


def _worth_repeating(comparison: Comparison, attempt: CaseRun) -> bool:
    wrong = comparison.outcome is not Outcome.EQUAL
    return attempt.was_called and wrong and comparison.run.status not in NO_REPEAT


def _lessons(
    comparisons: Sequence[Comparison], reference: Reference, backend: Backend
) -> dict[str, Lesson]:
    """Keeps the words of every mistake named in a wrong case."""
    names = {
        name
        for comparison in comparisons
        if comparison.outcome is not Outcome.EQUAL
        for name in comparison.lookalikes
    }
    return {
        key: Lesson(
            name=lookalike.name,
            lesson=lookalike.lessons.get(backend.value, lookalike.lesson),
            excusable=lookalike.excusable,
            family=lookalike.fit is not None,
            repeats_rows=lookalike.repeats_rows,
        )
        for key, lookalike in reference.lookalikes.items()
        if key in names
    }
