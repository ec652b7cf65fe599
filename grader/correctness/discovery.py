"""Finds the function to grade: by its name, by an alias, or because it multiplies a 2x2 probe."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from grader.correctness.conventions import signature
from grader.correctness.probing import FAILURES, Probing, Rank, Trial
from grader.correctness.reasons import Reason, stored
from grader.model.course import Backend, Exercise
from grader.model.evidence import Entry, EntryHow
from grader.model.machine import BACKEND_LIBRARY
from grader.model.static import Definition

LIBRARIES = ("numpy", "cupy", "torch")
LIBRARY_OF = {"scipy": "numpy", "cupyx": "cupy", "torchvision": "torch"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the search came to."""

    entry: Entry | None
    probes: tuple[str, ...]  # "multiply(x, y): none" for each that was not taken


def discover(definitions: Sequence[Definition], exercise: Exercise, probing: Probing) -> Found:
    """Looks for the entry's name, then for an alias that multiplies, then for anything that does.

    A function of the right name is the entry even if it is wrong. One that only has an alias's
    name gives way to another function that multiplies. Functions of other exercises are left
    alone, and without a name those that use other libraries than the exercise's.
    """
    known = [one for one in last_of_each_name(definitions) if one.name not in exercise.others]
    named = [one for one in known if one.name == exercise.entry]
    inputs = len(probing.question.inputs)
    trials = [probing.attempt(definition) for definition in named]
    if not named and exercise.backend is not Backend.C:
        unwritten = probing.attempt(_unwritten(exercise, inputs))
        trials = [unwritten] if unwritten.rank > Rank.ENTERED else []
    if any(trial.fits for trial in trials):
        return found_in(trials, trials[0], EntryHow.NAME)
    aliases = _named_like([one for one in known if one not in named], exercise)
    for definition in aliases:
        trials.append(probing.attempt(definition))
        if trials[-1].rank >= Rank.LOOKALIKE:
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
    """Takes the first that is right, else the likeliest lookalike, else the best alias."""
    right = sorted(
        (trial for trial in trials if trial.rank is Rank.RIGHT),
        key=lambda trial: trial.definition.line,
    )
    alike = [
        trial for trial in trials if trial.rank is Rank.LOOKALIKE and trial.definition.multiplies
    ]
    if right or alike:
        return found_in(trials, (right or alike)[0], EntryHow.PROBE)
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
    return Found(entry=entry, probes=probes)


def _reason(trial: Trial) -> Reason:
    if trial.rank is Rank.LOOKALIKE and not trial.definition.multiplies:
        return Reason.NO_PRODUCT
    return trial.reason
