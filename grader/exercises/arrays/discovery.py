"""Find the function to grade: by name, by alias, or because it answers a small probe correctly.

Each definition is tried in every form and convention that fits, and the trials are ranked.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import product

from msgspec import Struct, field
from msgspec.structs import replace

from grader.cases.probing import (
    FAILURES,
    REASON_OF_STATUS,
    Discovery,
    Probed,
    Probing,
    Rank,
    found_in,
    last_of_each_name,
    last_part,
)
from grader.cases.reasons import Reason, join_probe, signature
from grader.exercises.arrays.conventions import (
    MATRICES,
    OF_CLASSES,
    conventions,
    is_meant,
    replaced_functions,
    suits,
)
from grader.kinds import kind_of
from grader.model.calling import Convention, Target, ValueKind
from grader.model.course import Exercise, Form, Scope
from grader.model.evidence import EntryHow
from grader.model.run import RunStatus
from grader.model.static import Definition, SourceFacts

MAX_TIMEOUTS = 2  # timeouts of one definition, after which it is tried no further
NOT_OURS_TO_DOUBT = {Reason.NOT_TRIED, Reason.MISSING, Reason.NO_GPU, *REASON_OF_STATUS.values()}
"""Outcomes of a call that prove nothing about the convention."""
WANTS_SIZE = {
    "integer",
    "ints",
}  # words by which Python, NumPy and PyTorch refuse a matrix as a size


class Attempts(Struct, kw_only=True):
    """Definitions probed in every form and convention that fits."""

    probing: Probing
    entry: str = ""  # the name that the exercise requests
    forms: tuple[Form, ...] = (Form.LISTS,)
    _known: dict[str, Probed] = field(default_factory=dict)  # by the name of the definition

    def attempt(self, definition: Definition) -> Probed:
        """Try every form, and in each the conventions in turn, until one is right.

        A known mistake in one form ends the search in other forms. Results are cached.
        """
        if definition.name not in self._known:
            self._known[definition.name] = self._best(definition)
        return self._known[definition.name]

    def _best(self, definition: Definition) -> Probed:
        trials: list[Probed] = []
        for form, convention in self._ways(definition):
            last = trials[-1] if trials else None
            if not self.probing.left or (last and self._settled(last, trials, form)):
                break
            if convention is Convention.BA and self._swapping_is_far_fetched(definition, trials):
                continue
            held = convention is Convention.HELD
            if held and any(trial.rank > Rank.ENTERED for trial in trials):
                continue  # it has been instantiated with its matrices, and the result is known
            trials.append(self._call(definition, convention, form))
            if held and not self._alike and trials[-1].rank is not Rank.RIGHT and self.probing.left:
                first, second, *result = definition.holds  # the order of the two is unknown
                swapped = replace(definition, holds=(second, first, *result))
                trials.append(replace(self._call(swapped, convention, form), definition=definition))
        trials += self._adding(definition, trials)
        best = max(trials or [self._uncalled(definition)], key=lambda trial: trial.rank)
        return _of_object(best) if definition.ways is None else best

    def _swapping_is_far_fetched(self, definition: Definition, trials: Sequence[Probed]) -> bool:
        """Return whether swapped arguments need not be tried.

        That is so if unswapped ones worked, or if the function has the requested name.
        Otherwise a function that confuses its arguments would pass. Parameter names may still
        justify it.
        """
        took = any(trial.rank >= Rank.MATRIX for trial in trials)
        named = definition.name == self.entry
        return (took or named) and not is_meant(Convention.BA, definition)

    def _adding(self, definition: Definition, trials: Sequence[Probed]) -> list[Probed]:
        """Retry a function without a product, with c zeroed: it may add to c."""
        if not definition.ways or any(trial.rank >= Rank.LOOKALIKE for trial in trials):
            return []
        targets = [
            trial.target for trial in trials if trial.target and trial.reason not in FAILURES
        ]
        cleared = [replace(target, cleared=True) for target in targets][: max(self.probing.left, 0)]
        return [self.probing.ask(definition, target) for target in cleared]

    def _settled(self, last: Probed, trials: list[Probed], form: Form) -> bool:
        if last.rank is Rank.RIGHT or last.reason is Reason.MISSING:
            return True
        changed = last.target is not None and last.target.form is not form
        stops = sum(trial.reason is Reason.STOPPED for trial in trials)
        return stops == MAX_TIMEOUTS or (
            changed and any(trial.rank is Rank.LOOKALIKE for trial in trials)
        )

    def _ways(self, definition: Definition) -> list[tuple[Form, Convention]]:
        """Return the ways to call a definition; type declarations exclude all others."""
        if definition.ways is not None:
            return [(way.form, way.convention) for way in definition.ways]
        return list(product(self.forms, self._conventions(definition)))

    def _conventions(self, definition: Definition) -> tuple[Convention, ...]:
        return conventions(definition, alike=self._alike, inputs=len(self.probing.question.inputs))

    @property
    def _alike(self) -> bool:
        """Whether all matrices have the same shape, so that a shape does not reveal their order."""
        return len({matrix.shape for matrix in self.probing.question.inputs}) == 1

    def _call(self, definition: Definition, convention: Convention, form: Form) -> Probed:
        constant = any(way.constant for way in definition.ways or ())
        name = definition.name
        holds = definition.holds if convention is Convention.HELD else ()
        target = Target(name=name, convention=convention, form=form, constant=constant, holds=holds)
        return self.probing.ask(definition, target)

    def takes_one_input(self, definition: Definition) -> bool:
        """Return whether a function of one parameter takes a matrix rather than a size.

        Its other matrix is then its own, or the same one; its result for another one is unknown.
        """
        only = definition.required <= 1 == definition.accepts and "." not in definition.name
        if not only or definition.unwritten or len(self.probing.question.inputs) != MATRICES:
            return False
        first = replace(self.probing.question, inputs=self.probing.question.inputs[:1])
        for form in self.forms:
            if not self.probing.left:
                break
            self.probing.left -= 1
            target = Target(name=definition.name, convention=Convention.AB, form=form)
            call = self.probing.children.ask(target, first, seconds=self.probing.seconds).call
            if call.run.status is RunStatus.OK:
                return call.result is not None and call.result.kind is not ValueKind.NONE
            error = call.run.traceback
            if call.run.status is not RunStatus.RUNTIME_ERROR or error is None:
                break
            if error.frames and not (
                error.type == "TypeError" and WANTS_SIZE & {*error.message.split()}
            ):
                return True
        return False

    def _uncalled(self, definition: Definition) -> Probed:
        if definition.ways == ():
            reason = Reason.FIXED if definition.fixed else Reason.TYPES
        elif definition.ways or self._conventions(definition):
            reason = Reason.NOT_TRIED
        else:
            reason = Reason.ARGUMENTS if definition.constructor else Reason.CONSTRUCTOR
        return Probed(definition=definition, target=None, rank=Rank.UNREACHED, reason=reason)


def _of_object(trial: Probed) -> Probed:
    """Leave a multiplying method to a person if it is unclear how it gets its matrices."""
    definition, target = trial.definition, trial.target
    guessed = target is None or target.convention in OF_CLASSES
    called_by_class = target is not None and target.convention is Convention.CLASS
    of_class = not definition.constructor or bool(definition.holds) or called_by_class
    if (
        not (of_class and guessed and definition.multiplies)
        or trial.reason in NOT_OURS_TO_DOUBT
        or trial.rank is Rank.RIGHT
    ):
        return trial
    reason = Reason.SELF if called_by_class and definition.constructor else Reason.OBJECT
    return replace(trial, target=None, rank=Rank.UNREACHED, reason=reason)


def discover(
    definitions: Sequence[Definition],
    exercise: Exercise,
    attempts: Attempts,
    passed_over: Collection[str] = (),
    names: Collection[str] = (),
) -> Discovery:
    """Search for the requested name, then for a right function: aliases first, then any.

    A function with the requested name is the entry even if it is wrong. Otherwise a right function
    wins, whatever its name; then an alias with a known mistake, then any function with one.
    Functions of other exercises are ignored, and so are, unless named, those that use other
    libraries than the exercise's, and those `passed_over`. A library function that has the entry's
    name only because of a star import does not count: `names` are those that the program binds,
    with "*" for a star import.
    """
    left_alone = {*exercise.others, *passed_over}
    defined = [
        definition
        for definition in last_of_each_name(definitions)
        if definition.name not in left_alone
    ]
    bearing_its_name = [definition for definition in defined if definition.name == exercise.entry]
    inputs = len(attempts.probing.question.inputs)
    trials = [attempts.attempt(definition) for definition in bearing_its_name]
    if not bearing_its_name and kind_of(exercise).is_python:
        unwritten = attempts.attempt(_unwritten(exercise, inputs))
        if "*" in names and exercise.entry not in names and unwritten.rank > Rank.ENTERED:
            starred = replace(unwritten, target=None, rank=Rank.UNREACHED, reason=Reason.STAR)
            trials = [starred]
        else:
            trials = [unwritten] if unwritten.rank > Rank.ENTERED else []
    if any(trial.fits for trial in trials):
        return found_in(trials, trials[0], EntryHow.NAME)
    aliases = _named_like(
        [definition for definition in defined if definition not in bearing_its_name], exercise
    )
    for definition in aliases:
        trials.append(attempts.attempt(definition))
        if trials[-1].rank is Rank.RIGHT:
            return found_in(trials, trials[-1], EntryHow.ALIAS)
    trials = [_in_doubt(trial, attempts) for trial in trials]
    tried = {trial.definition.name for trial in trials}
    rest = [definition for definition in defined if definition.name not in tried]
    trials += _probe_all(
        _likeliest_first(definition for definition in rest if suits(definition, exercise)), attempts
    )
    trials += [_elsewhere(definition) for definition in rest if not suits(definition, exercise)]
    return _choose(trials, aliases)


def _unwritten(exercise: Exercise, inputs: int) -> Definition:
    """Return a definition for an entry bound by no definition: a callable object, np.matmul."""
    return Definition(
        name=exercise.entry,
        file="",
        line=0,
        parameters=tuple("abcdefgh"[:inputs]),
        required=inputs,
        accepts=inputs,
        loops=0,
        multiplies=True,
    )


def surely_absent(facts: SourceFacts, exercise: Exercise, inputs: int) -> tuple[str, ...] | None:
    """Return the probes if the text proves that a search would find nothing, else None.

    Nothing may have the function's name or an alias, or be callable as it with its library; no name
    may come from an unknown source; and nothing may be gradable as a script.
    """
    names = {name.lower() for name in facts.names}
    wanted = {name.lower() for name in (exercise.entry, *exercise.aliases)}
    script = bool(facts.guesses) or (exercise.scope is Scope.FILE and facts.multiplies)
    unlike = not exercise.of_arrays or not kind_of(exercise).is_python
    if unlike or script or facts.hidden or "*" in names or wanted & names:
        return None
    if replaced_functions(facts, exercise, inputs):
        return None
    defined = [
        definition
        for definition in last_of_each_name(facts.definitions)
        if definition.name not in exercise.others
    ]
    if any(last_part(definition) in wanted for definition in defined):
        return None
    reasons: list[str] = []
    for candidate in defined:
        fits = bool(conventions(candidate, alike=False, inputs=inputs))
        if suits(candidate, exercise) and (fits or not candidate.constructor):
            return None
        reason = Reason.ARGUMENTS if suits(candidate, exercise) else Reason.OTHER_LIBRARY
        reasons.append(join_probe(signature(candidate), reason))
    return tuple(reasons)


def _elsewhere(definition: Definition) -> Probed:
    return Probed(
        definition=definition, target=None, rank=Rank.UNREACHED, reason=Reason.OTHER_LIBRARY
    )


def _in_doubt(trial: Probed, attempts: Attempts) -> Probed:
    """Mark a failure of a function with the right name if it may be due to our guess.

    That is possible if it needs more than the matrices, or is a method without `self`. A function
    that takes one matrix may be right with another one of its own.
    """
    definition = trial.definition
    if trial.reason is Reason.ARGUMENTS and attempts.takes_one_input(definition):
        return replace(trial, reason=Reason.ONE_INPUT)
    inputs = len(attempts.probing.question.inputs)
    more = definition.required > inputs and trial.reason in {Reason.ARGUMENTS, *FAILURES}
    by_class = trial.target is not None and trial.target.convention is Convention.CLASS
    if by_class and trial.reason not in NOT_OURS_TO_DOUBT:
        return replace(trial, target=None, rank=Rank.UNREACHED, reason=Reason.SELF)
    return replace(trial, reason=Reason.MORE_ARGUMENTS) if more else trial


def _named_like(definitions: Iterable[Definition], exercise: Exercise) -> list[Definition]:
    """Return definitions, including methods, named like an alias, ignoring case."""
    names = [exercise.entry.lower(), *(alias.lower() for alias in exercise.aliases)]
    alike = [definition for definition in definitions if last_part(definition) in names]
    return sorted(alike, key=lambda definition: names.index(last_part(definition)))


def _likeliest_first(definitions: Iterable[Definition]) -> list[Definition]:
    return sorted(
        definitions, key=lambda definition: (not definition.multiplies, -definition.loops)
    )


def _probe_all(definitions: Iterable[Definition], attempts: Attempts) -> list[Probed]:
    """Probe all; once one is right, only those that multiply."""
    trials: list[Probed] = []
    for definition in definitions:
        if definition.multiplies or not any(trial.rank is Rank.RIGHT for trial in trials):
            trials.append(attempts.attempt(definition))
    return trials


def _choose(trials: Sequence[Probed], aliases: Sequence[Definition]) -> Discovery:
    """Choose the first right one, else one with a known mistake (alias first), else an alias."""
    right = sorted(
        (trial for trial in trials if trial.rank is Rank.RIGHT),
        key=lambda trial: trial.definition.line,
    )
    if right:
        return found_in(trials, right[0], EntryHow.PROBE)
    alike = [trial for trial in trials if trial.rank is Rank.LOOKALIKE]
    for trial in alike:
        if trial.definition in aliases:
            return found_in(trials, trial, EntryHow.ALIAS)
    for trial in alike:
        if trial.definition.multiplies:
            return found_in(trials, trial, EntryHow.PROBE)
    fitting = [trial for trial in trials if trial.definition in aliases and trial.fits]
    nearest = max(fitting, key=lambda trial: trial.rank, default=None)
    return found_in(trials, nearest, EntryHow.ALIAS)


def passed_over_too(names: Collection[str], definitions: Iterable[Definition]) -> tuple[str, ...]:
    """Return the probes of functions that were right in the probe but not in every case."""
    defined = last_of_each_name(definitions)
    return tuple(
        join_probe(signature(definition), Reason.WRONG)
        for definition in defined
        if definition.name in names
    )
