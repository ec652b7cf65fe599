"""Finds the function to grade: by its name, by an alias, or because it multiplies a 2x2 probe."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from grader.correctness.conventions import conventions, signature
from grader.correctness.probing import FAILURES, Probing, Rank, Trial
from grader.correctness.reasons import Reason, stored
from grader.model.course import Backend, Calls, Exercise, Scope
from grader.model.evidence import Entry, EntryHow
from grader.model.machine import BACKEND_LIBRARY
from grader.model.static import Definition, SourceFacts

LIBRARIES = ("numpy", "cupy", "torch")
LIBRARY_OF = {"scipy": "numpy", "cupyx": "cupy", "torchvision": "torch"}
UNTRIED = {Reason.NOT_TRIED, Reason.OUR_FAULT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the search came to."""

    entry: Entry | None
    probes: tuple[str, ...]  # "multiply(x, y): none" for each that was not taken
    right: bool = False  # what was taken gave the right answer
    untried: bool = False  # there is more that may be right


def discover(
    definitions: Sequence[Definition],
    exercise: Exercise,
    probing: Probing,
    passed_over: Collection[str] = (),
    names: Collection[str] = (),
) -> Found:
    """Looks for the entry's name, then for what is right: an alias first, then anything.

    A function of the right name is the entry even if it is wrong. Without one, a function that is
    right goes before every other, whatever it is called; then comes an alias that makes a known
    mistake, then anything that does. Functions of other exercises are left alone, and without a
    name those that use other libraries than the exercise's, and those `passed_over`. What has the
    entry's name only because everything of a library was imported is nobody's function: `names` are
    those that the program binds, with "*" for whatever a library offers.
    """
    left_alone = {*exercise.others, *passed_over}
    known = [one for one in last_of_each_name(definitions) if one.name not in left_alone]
    named = [one for one in known if one.name == exercise.entry]
    inputs = len(probing.question.inputs)
    trials = [probing.attempt(definition) for definition in named]
    if not named and exercise.backend is not Backend.C:
        unwritten = probing.attempt(_unwritten(exercise, inputs))
        if "*" in names and exercise.entry not in names and unwritten.rank > Rank.ENTERED:
            starred = replace(unwritten, target=None, rank=Rank.UNREACHED, reason=Reason.STAR)
            trials = [starred]
        else:
            trials = [unwritten] if unwritten.rank > Rank.ENTERED else []
    if any(trial.fits for trial in trials):
        return found_in(trials, trials[0], EntryHow.NAME)
    aliases = _named_like([one for one in known if one not in named], exercise)
    for definition in aliases:
        trials.append(probing.attempt(definition))
        if trials[-1].rank is Rank.RIGHT:
            return found_in(trials, trials[-1], EntryHow.ALIAS)
    trials = [_in_doubt(trial, inputs) for trial in trials]
    tried = {trial.definition.name for trial in trials}
    rest = [one for one in known if one.name not in tried]
    trials += _probe_all(_likeliest_first(one for one in rest if _suits(one, exercise)), probing)
    trials += [_elsewhere(one) for one in rest if not _suits(one, exercise)]
    return _choose(trials, aliases)


def _unwritten(exercise: Exercise, inputs: int) -> Definition:
    """Stands for an entry that no statement defines: an object that can be called, np.matmul."""
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
    """Tells of what there is where the text proves that a search would find nothing; else None.

    Nothing may bear the function's name or an alias, or be callable as it with its library; no name
    may come from where nobody sees; and there may be nothing that could be graded as a script.
    """
    names = {name.lower() for name in facts.names}
    wanted = {name.lower() for name in (exercise.entry, *exercise.aliases)}
    script = facts.lifted is not None or (exercise.scope is Scope.FILE and facts.multiplies)
    unlike = exercise.calls is not Calls.ARRAYS or exercise.backend is Backend.C
    if unlike or script or facts.hidden or "*" in names or wanted & names:
        return None
    known = [one for one in last_of_each_name(facts.definitions) if one.name not in exercise.others]
    if any(last_part(one) in wanted for one in known):
        return None
    reasons: list[str] = []
    for one in known:
        fits = bool(conventions(one, alike=False, inputs=inputs))
        if _suits(one, exercise) and (fits or not one.constructor):
            return None
        reason = Reason.ARGUMENTS if _suits(one, exercise) else Reason.OTHER_LIBRARY
        reasons.append(stored(signature(one), reason))
    return tuple(reasons)


def _suits(definition: Definition, exercise: Exercise) -> bool:
    """Says whether a function without a name that tells may be the one of this backend."""
    used = {LIBRARY_OF.get(name, name) for name in definition.libraries} & set(LIBRARIES)
    wanted = BACKEND_LIBRARY.get(exercise.backend)
    return wanted in used if wanted else not used


def _elsewhere(definition: Definition) -> Trial:
    return Trial(
        definition=definition, target=None, rank=Rank.UNREACHED, reason=Reason.OTHER_LIBRARY
    )


def _in_doubt(trial: Trial, inputs: int) -> Trial:
    """Says of a function with the right name that failed whether that may be due to our guess.

    It may where it wants more than the matrices, or is a method of a class without self.
    """
    one = trial.definition
    more = one.required > inputs and trial.reason in {Reason.ARGUMENTS, *FAILURES}
    unbound = "." in one.name and one.required == 1 and trial.reason is Reason.ARGUMENTS
    return replace(trial, reason=Reason.MORE_ARGUMENTS) if more or unbound else trial


def last_of_each_name(definitions: Iterable[Definition]) -> list[Definition]:
    """Keeps what is left when the program has run: a later definition replaces an earlier one."""
    return list({one.name: one for one in definitions}.values())


def _named_like(definitions: Iterable[Definition], exercise: Exercise) -> list[Definition]:
    """Picks the definitions, methods too, that have an alias's name in any spelling of case."""
    names = [exercise.entry.lower(), *(alias.lower() for alias in exercise.aliases)]
    alike = [one for one in definitions if last_part(one) in names]
    return sorted(alike, key=lambda one: names.index(last_part(one)))


def last_part(definition: Definition) -> str:
    """Gives a name without its class, in small letters."""
    return definition.name.rpartition(".")[2].lower()


def _likeliest_first(definitions: Iterable[Definition]) -> list[Definition]:
    return sorted(definitions, key=lambda one: (not one.multiplies, -one.loops))


def _probe_all(definitions: Iterable[Definition], probing: Probing) -> list[Trial]:
    """Probes all; once one is right, only those that might be right as well."""
    trials: list[Trial] = []
    for definition in definitions:
        if definition.multiplies or not any(trial.rank is Rank.RIGHT for trial in trials):
            trials.append(probing.attempt(definition))
    return trials


def _choose(trials: Sequence[Trial], aliases: Sequence[Definition]) -> Found:
    """Takes the first that is right, else a known mistake (an alias first), else an alias."""
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


def found_in(trials: Sequence[Trial], taken: Trial | None, how: EntryHow) -> Found:
    """Tells what was taken, and of the others why not."""
    rest = [trial for trial in trials if trial is not taken]
    probes = tuple(stored(signature(trial.definition), _reason(trial)) for trial in rest)
    others = tuple(trial.definition.name for trial in rest if trial.rank is Rank.RIGHT)
    if taken is None or taken.target is None:
        return Found(entry=None, probes=probes)
    entry = Entry(
        target=taken.target,
        how=how,
        file=taken.definition.file,
        line=taken.definition.line,
        others=others,
    )
    untried = any(_may_be_right(trial) for trial in rest)
    return Found(entry=entry, probes=probes, right=taken.rank is Rank.RIGHT, untried=untried)


def _may_be_right(trial: Trial) -> bool:
    """Says so of what was not tried, and of what was stopped before the time that it will have."""
    stopped = trial.reason is Reason.STOPPED and trial.definition.multiplies
    return stopped or trial.reason in UNTRIED


def passed_over_too(names: Collection[str], definitions: Iterable[Definition]) -> tuple[str, ...]:
    """Tells of functions that were right in the probe, and not in every case."""
    known = last_of_each_name(definitions)
    return tuple(stored(signature(one), Reason.WRONG) for one in known if one.name in names)


def _reason(trial: Trial) -> Reason:
    if trial.rank is Rank.LOOKALIKE and not trial.definition.multiplies:
        return Reason.NO_PRODUCT
    return trial.reason
