"""What was run for one exercise, and how it went; of a net, its layers and what training costs."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import prod

from msgspec import Struct

from grader.export.status import case_verdict
from grader.model.errors import shield
from grader.model.evidence import Comparison, ExerciseEvidence, Records
from grader.model.finding import Verdict
from grader.model.run import WITH_NETS, Layer, LoadMode, NetEvidence, NetFacts, RunStatus
from grader.plugins import installed, load
from grader.protocols import Fragment, Shows
from grader.wording.bilingual import Bilingual, BilingualText

MILLI = 1e3
MODES = ("train mode", "eval mode", "output requires grad", "weights changed")


class CaseView(Struct, frozen=True, kw_only=True):
    """One case and its verdict."""

    size: int
    kind: BilingualText
    verdict: Verdict
    verdict_name: BilingualText
    secret: bool = False  # not listed


class RunView(Struct, frozen=True, kw_only=True):
    """One exercise: which function, called how, with which cases."""

    evidence: ExerciseEvidence
    how: BilingualText
    load: BilingualText
    cases: Sequence[CaseView]
    net: Sequence[tuple[BilingualText, BilingualText]] = ()  # of a net: the same
    fragments: Sequence[Fragment] = ()  # of plugins

    @property
    def rows(self) -> list[list[CaseView]]:
        """The cases, together where one after the other went alike."""
        alike = groupby(self.cases, lambda case: (case.kind, case.secret, case.verdict))
        return [list(cases) for _, cases in alike]

    @property
    def batches(self) -> bool:
        """Whether the size of a case is that of a batch."""
        entry = self.evidence.entry
        return entry is not None and entry.target.convention in WITH_NETS


def view_run(exercise: ExerciseEvidence, words: Bilingual) -> RunView:
    """Says how the function was found and called."""
    return RunView(
        evidence=exercise,
        how=words.say(f"run.{_finding_entry(exercise)}"),
        load=words.say(f"run.{_loading(exercise)}"),
        cases=[_case(comparison, words) for comparison in exercise.comparisons],
        net=net_rows(exercise.net, words),
        fragments=fragments_of(exercise.records, words),
    )


def fragments_of(records: Records, words: Bilingual) -> list[Fragment]:
    """Asks every plugin for what it shows of its record; what raises shows nothing.

    The plugin's checks are broken then, and say so.
    """
    shown: list[Fragment] = []
    for plugin in installed().values():
        if not plugin.shows or plugin.name not in records:
            continue
        with shield():
            shows: Shows = load(plugin.shows)
            shown += [each] if (each := shows.show(records, words)) is not None else []
    return shown


def _finding_entry(exercise: ExerciseEvidence) -> str:
    if exercise.entry is not None:
        return exercise.entry.how
    searched = exercise.load is not None or exercise.unwritten
    return "none" if searched else "unsearched"


def _loading(exercise: ExerciseEvidence) -> str:
    if exercise.load is None:
        return "not_loaded"
    if exercise.load.status is not RunStatus.OK:
        return "not_started"
    return "whole" if exercise.load_mode is LoadMode.WHOLE else "definitions"


def _case(comparison: Comparison, words: Bilingual) -> CaseView:
    verdict = case_verdict(comparison)
    return CaseView(
        size=comparison.case.size,
        kind=words.say(f"run.{comparison.case.kind}"),
        verdict=verdict,
        verdict_name=words.verdict(verdict),
        secret=comparison.case.secret,
    )


def net_rows(
    net: NetEvidence | None, words: Bilingual
) -> Sequence[tuple[BilingualText, BilingualText]]:
    """Lists names and values for a page; none for other exercises."""
    return list(_net_rows(net, words)) if net is not None else []


def _net_rows(net: NetEvidence, words: Bilingual) -> Iterator[tuple[BilingualText, BilingualText]]:
    facts = net.facts
    if facts.layers:
        yield words.say("net.layers"), words.name(" → ".join(map(_layer, facts.layers)))
    if facts.parameters:
        listed = ", ".join(
            f"{parameter.name} {_shape(parameter.shape)}" for parameter in facts.parameters
        )
        count = sum(prod(parameter.shape) for parameter in facts.parameters)
        yield (
            words.say("net.parameters"),
            words.say("net.parameters_value", listed=listed, count=count),
        )
    served = [f"{call.operation}: {call.library}" for call in facts.served if call.library]
    if served:
        yield words.say("net.libraries"), words.name(", ".join(served))
    if "weights changed" in facts.said:
        yield words.say("net.modes"), _modes(facts, words)
    if net.train_seconds and net.infer_seconds:
        yield words.say("net.times"), _times(net, words)


def _layer(layer: Layer) -> str:
    return f"{layer.kind} {_shape(layer.shape)}"


def _shape(lengths: Sequence[int]) -> str:
    return "×".join(map(str, lengths))


def _modes(facts: NetFacts, words: Bilingual) -> BilingualText:
    modes = [
        f"{name} = {facts.said[name]}" for name in MODES if name in facts.said
    ]  # as a program would print it
    return words.name(", ".join(modes))


def _times(net: NetEvidence, words: Bilingual) -> BilingualText:
    train, infer = net.train_seconds / net.steps, net.infer_seconds / net.steps
    return words.say(
        "net.times_value",
        train=f"{train * MILLI:.3g}",
        infer=f"{infer * MILLI:.3g}",
        ratio=f"{train / infer:.2g}",
    )
