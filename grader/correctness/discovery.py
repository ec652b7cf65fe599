"""Finds the function to grade: by its name, by an alias, or because it multiplies a 2x2 probe."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.correctness.conventions import signature
from grader.correctness.probing import Probing, Rank, Trial
from grader.correctness.reasons import Reason, stored
from grader.model.course import Exercise
from grader.model.evidence import Entry, EntryHow
from grader.model.static import Definition


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the search came to."""

    entry: Entry | None
    probes: tuple[str, ...]  # "multiply(x, y): none" for each that was not taken


def discover(definitions: Sequence[Definition], exercise: Exercise, probing: Probing) -> Found:
    """Looks for the entry's name, then for an alias that multiplies, then for anything that does.

    A function of the right name is the entry even if it is wrong. One that only has an alias's
    name gives way to another function that multiplies.
    """
    known = _last_of_each_name(definitions)
    named = [one for one in known if one.name == exercise.entry]
    trials = [probing.attempt(definition) for definition in named]
    if not named:
        unwritten = [probing.attempt(one) for one in _unwritten(known, exercise)]
        trials = [trial for trial in unwritten if trial.rank > Rank.ENTERED]
    if any(trial.fits for trial in trials):
        return _found(trials, trials[0], EntryHow.NAME)
    aliases = _named_like([one for one in known if one not in named], exercise)
    for definition in aliases:
        trials.append(probing.attempt(definition))
        if trials[-1].rank >= Rank.LOOKALIKE:
            return _found(trials, trials[-1], EntryHow.ALIAS)
    tried = {trial.definition.name for trial in trials}
    others = _likeliest_first(one for one in known if one.name not in tried)
    trials += _probe_all(others, probing)
    return _choose(trials, aliases)


def _unwritten(known: Sequence[Definition], exercise: Exercise) -> list[Definition]:
    """Stands for an entry that no statement defines: an object that can be called, a bound method.

    Asked for only where the program has some definition, in whose file it then is.
    """
    return [
        Definition(
            name=exercise.entry,
            file=one.file,
            line=one.line,
            parameters=("a", "b"),
            required=2,
            accepts=2,
            loops=0,
            multiplies=True,
        )
        for one in known[:1]
    ]


def _last_of_each_name(definitions: Iterable[Definition]) -> list[Definition]:
    """Keeps what is left when the program has run: a later definition replaces an earlier one."""
    return list({one.name: one for one in definitions}.values())


def _named_like(definitions: Iterable[Definition], exercise: Exercise) -> list[Definition]:
    """Picks the definitions, methods too, that have an alias's name in any spelling of case."""
    names = [exercise.entry.lower(), *(alias.lower() for alias in exercise.aliases)]
    alike = [one for one in definitions if _last_part(one) in names]
    return sorted(alike, key=lambda one: names.index(_last_part(one)))


def _last_part(definition: Definition) -> str:
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
        return _found(trials, (right or alike)[0], EntryHow.PROBE)
    fitting = [trial for trial in trials if trial.definition in aliases and trial.fits]
    nearest = max(fitting, key=lambda trial: trial.rank, default=None)
    return _found(trials, nearest, EntryHow.ALIAS)


def _found(trials: Sequence[Trial], taken: Trial | None, how: EntryHow) -> Found:
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
