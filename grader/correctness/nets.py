"""Finds the net, or the function that is given one: by name, by an alias, or by what it does."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from grader.correctness.discovery import Found, found_in, last_of_each_name, last_part
from grader.correctness.net_roles import roles
from grader.correctness.probing import Probing, Rank, Trial
from grader.correctness.reasons import Reason
from grader.model.course import Calls, Exercise, Form
from grader.model.evidence import EntryHow
from grader.model.reference import Reference
from grader.model.run import Convention, Target
from grader.model.static import Definition, Requirement, SourceFacts

CONVENTIONS = {
    Calls.MODEL: Convention.MODEL,
    Calls.STEP: Convention.STEP,
    Calls.INFERENCE: Convention.INFERENCE,
}
MODULES = frozenset({"torch", "nn"})
LIBRARIES = frozenset({"torch", "nn", "F", "np", "numpy", "plt", "optim", "time", "math", "*"})
"""Names that programs bind to modules, and never to a net."""


def discover_net(
    facts: SourceFacts, exercise: Exercise, probing: Probing, passed_over: Collection[str] = ()
) -> Found:
    """Looks for the entry's name, then for aliases, then for whatever may be meant.

    What has the entry's name is graded even if it is wrong, as long as it can be called. Else what
    is right goes before what is wrong in a known way, and that before an alias or a class.
    """
    left_alone = {*exercise.others, *passed_over}
    ours = [one for one in _candidates(facts, exercise) if one.name not in left_alone]
    named = [one for one in ours if one.name == exercise.entry]
    aliases = _named_like([one for one in ours if one not in named], exercise)
    others = [one for one in ours if one not in named and one not in aliases]
    trials: list[Trial] = []
    for group, how in ((named, EntryHow.NAME), (aliases, EntryHow.ALIAS)):
        for one in group:
            trials.append(_tried(one, exercise, probing))
            taken = trials[-1].rank
            if taken is Rank.RIGHT or (how is EntryHow.NAME and _counts(trials[-1])):
                return found_in(trials, trials[-1], how)
    trials += [_tried(one, exercise, probing) for one in others if _is_likely(one, exercise)]
    return _best(trials, aliases)


def is_used(facts: SourceFacts) -> bool:
    """Says whether the program has what the exercise asks for, though nobody can call it."""
    if facts.requirement is Requirement.NOT_ASKED:
        return not facts.definitions and not MODULES.isdisjoint(facts.names)  # a plain script
    return facts.requirement in {Requirement.MET, Requirement.UNSURE}


def _best(trials: Sequence[Trial], aliases: Sequence[Definition]) -> Found:
    for rank in (Rank.RIGHT, Rank.LOOKALIKE):
        taken = next((trial for trial in trials if trial.rank is rank), None)
        if taken is not None:
            return _how(trials, taken, aliases)
    called = [trial for trial in trials if _counts(trial)]
    nearest = max(called, key=lambda trial: (trial.definition in aliases, trial.rank), default=None)
    return _how(trials, nearest, aliases)


def _how(trials: Sequence[Trial], taken: Trial | None, aliases: Sequence[Definition]) -> Found:
    alias = taken is not None and taken.definition in aliases
    return found_in(trials, taken, EntryHow.ALIAS if alias else EntryHow.PROBE)


def _counts(trial: Trial) -> bool:
    """Says whether it could be called at all, rightly or not."""
    return trial.target is not None and trial.rank > Rank.UNREACHED


def _named_like(definitions: Iterable[Definition], exercise: Exercise) -> list[Definition]:
    names = [one.lower() for one in (exercise.entry, *exercise.aliases)]
    alike = [one for one in definitions if last_part(one) in names]
    return sorted(alike, key=lambda one: names.index(last_part(one)))


def _candidates(facts: SourceFacts, exercise: Exercise) -> list[Definition]:
    """Lists what may be meant, the likeliest first."""
    known = last_of_each_name(facts.definitions)
    if exercise.calls is not Calls.MODEL:
        return known
    classes = {one.name.partition(".")[0]: one for one in reversed(known) if "." in one.name}
    makers = [one for one in known if "." not in one.name and one.required == 0]
    found = [replace(one, name=name) for name, one in classes.items()]
    taken = {one.name for one in (*found, *known)} | LIBRARIES
    return [*found, *makers, *(_unseen(name) for name in facts.names if name not in taken)]


def _unseen(name: str) -> Definition:
    """Stands for a name that no class or function has: a net that the program has made."""
    return Definition(
        name=name, file="", line=0, parameters=(), required=0, accepts=0, loops=0, multiplies=True
    )


def _is_likely(one: Definition, exercise: Exercise) -> bool:
    """Leaves functions alone that are given other things than this exercise gives."""
    return exercise.calls is Calls.MODEL or roles(one, exercise.calls) is not None


def _tried(one: Definition, exercise: Exercise, probing: Probing) -> Trial:
    target = _target(one, exercise, probing.reference)
    if target is None:
        return Trial(definition=one, target=None, rank=Rank.UNREACHED, reason=Reason.MORE_ARGUMENTS)
    if not probing.left:
        return Trial(definition=one, target=None, rank=Rank.UNREACHED, reason=Reason.NOT_TRIED)
    trial = probing.ask(one, target)
    if trial.reason not in {Reason.ARGUMENTS, Reason.MISSING}:
        return trial
    model = exercise.calls is Calls.MODEL
    return replace(trial, reason=Reason.NO_NET if model else Reason.NOT_AS_ASKED)


def _target(one: Definition, exercise: Exercise, reference: Reference) -> Target | None:
    target = Target(
        name=one.name,
        convention=CONVENTIONS[exercise.calls],
        form=Form.TORCH,
        net=reference.net,
        loss=reference.loss,
    )
    if exercise.calls is Calls.MODEL:
        return target
    given = roles(one, exercise.calls)
    return None if given is None else replace(target, roles=given)
